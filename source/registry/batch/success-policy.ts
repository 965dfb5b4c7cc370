import {invalid, required, tooLong, tooMany} from '../../objects/field-error.js';
import type {JobSpec, SuccessPolicyRule} from '../../objects/kubernetes.generated.js';
import {checkNonNegative, type Errors} from '../validation/checks.js';

/** Checks the conditions under which an indexed Job completes early. @mirrors k8s.io/kubernetes/pkg/apis/batch/validation validateSuccessPolicy */
export const checkSuccessPolicy = (errors: Errors, path: string, spec: JobSpec): void => {
	const policy = spec.successPolicy;
	if (!policy) {
		return;
	}

	const rules = policy.rules ?? [];
	if (spec.completionMode !== 'Indexed') {
		const shown = rules.map(({succeededIndexes, succeededCount}) => ({
			SucceededIndexes: succeededIndexes ?? null,
			SucceededCount: succeededCount ?? null,
		}));
		errors.push(invalid(path, {Rules: rules.length > 0 ? shown : null}, 'requires indexed completion mode'));
		return;
	}

	if (rules.length === 0) {
		errors.push(required(`${path}.rules`, 'at least one rules must be specified when the successPolicy is specified'));
	}

	if (rules.length > 20) {
		errors.push(tooMany(`${path}.rules`, rules.length, 20));
	}

	for (const [index, rule] of rules.entries()) {
		checkRule(errors, `${path}.rules[${index}]`, rule, spec.completions ?? 0);
	}
};

const checkRule = (
	errors: Errors,
	path: string,
	{succeededCount, succeededIndexes}: SuccessPolicyRule,
	completions: number,
): void => {
	if (succeededCount === undefined && succeededIndexes === undefined) {
		errors.push(required(path, 'at least one of succeededCount or succeededIndexes must be specified'));
	}

	let total = 0;
	if (succeededIndexes !== undefined) {
		const field = `${path}.succeededIndexes`;
		if (succeededIndexes.length > 65_536) {
			errors.push(tooLong(field, '', 65_536));
		}

		const counted = countIndexes(succeededIndexes, completions);
		if (typeof counted === 'string') {
			errors.push(invalid(field, succeededIndexes, `error parsing succeededIndexes: ${counted}`));
		} else {
			total = counted;
		}
	}

	if (succeededCount !== undefined) {
		const field = `${path}.succeededCount`;
		checkNonNegative(errors, field, succeededCount);
		if (succeededCount > completions) {
			errors.push(
				invalid(
					field,
					succeededCount,
					`must be less than or equal to ${completions} (the number of specified completions)`,
				),
			);
		}

		if (succeededIndexes !== undefined && succeededCount > total) {
			const detail = `must be less than or equal to ${total} (the number of indexes in the specified succeededIndexes field)`;
			errors.push(invalid(field, succeededCount, detail));
		}
	}
};

/** The number of indexes in `0,2-5`, or its error. */
export const countIndexes = (text: string, completions: number): number | string => {
	let last = -1;
	let total = 0;
	for (const interval of text === '' ? [] : text.split(',')) {
		const limits = interval.split('-');
		if (limits.length > 2) {
			return `the fragment "${interval}" violates the requirement that an index interval can have at most two parts separated by '-'`;
		}

		for (const limit of limits) {
			if (!/^[+-]?\d+$/.test(limit)) {
				return `cannot convert string to integer for index: "${limit}"`;
			}

			if (Number(limit) >= completions) {
				return `too large index: "${limit}"`;
			}
		}

		const from = Number(limits[0]);
		const to = Number(limits.at(-1));
		if (limits.length === 2 && from >= to) {
			return `non-increasing order, previous: ${from}, current: ${to}`;
		}

		if (last >= from) {
			return `non-increasing order, previous: ${last}, current: ${from}`;
		}

		total += to - from + 1;
		last = to;
	}

	return total;
};
