import {duplicate, invalid, notSupported, omitted, required, tooMany} from '../../objects/field-error.js';
import type {JobSpec, PodFailurePolicyRule} from '../../objects/kubernetes.generated.js';
import {checkLabelKey, type Errors} from '../validation/checks.js';

const actions = ['Count', 'FailIndex', 'FailJob', 'Ignore'];

/** A list as Go's `%q` writes it. */
const goList = (values: readonly string[]): string =>
	`valid values: [${values.map((value) => `"${value}"`).join(' ')}]`;

export const checkFailurePolicy = (errors: Errors, path: string, spec: JobSpec): void => {
	const rules = spec.podFailurePolicy?.rules ?? [];
	if (rules.length > 20) {
		errors.push(tooMany(path, rules.length, 20));
	}

	for (const [index, rule] of rules.entries()) {
		const at = `${path}[${index}]`;
		const action: string = rule.action;
		if (action === '') {
			errors.push(required(`${at}.action`, goList(actions)));
		} else if (action === 'FailIndex') {
			if (spec.backoffLimitPerIndex === undefined) {
				errors.push(invalid(`${at}.action`, action, 'requires the backoffLimitPerIndex to be set'));
			}
		} else if (!actions.includes(action)) {
			errors.push(notSupported(`${at}.action`, action, actions));
		}

		checkFailureRule(errors, at, rule, spec);
	}
};

const checkFailureRule = (
	errors: Errors,
	path: string,
	{onExitCodes, onPodConditions = []}: PodFailurePolicyRule,
	spec: JobSpec,
): void => {
	if (onExitCodes) {
		checkExitCodes(errors, `${path}.onExitCodes`, onExitCodes, spec);
	}

	if (onPodConditions.length > 20) {
		errors.push(tooMany(`${path}.onPodConditions`, onPodConditions.length, 20));
	}

	const statuses = ['False', 'True', 'Unknown'];
	for (const [index, {type, status}] of onPodConditions.entries()) {
		const at = `${path}.onPodConditions[${index}]`;
		checkLabelKey(errors, `${at}.type`, type);
		if (!status) {
			errors.push(required(`${at}.status`, goList(statuses)));
		} else if (!statuses.includes(status)) {
			errors.push(notSupported(`${at}.status`, status, statuses));
		}
	}

	if (onExitCodes && onPodConditions.length > 0) {
		errors.push(invalid(path, omitted, 'specifying both OnExitCodes and OnPodConditions is not supported'));
	} else if (!onExitCodes && onPodConditions.length === 0) {
		errors.push(invalid(path, omitted, 'specifying one of OnExitCodes and OnPodConditions is required'));
	}
};

const checkExitCodes = (
	errors: Errors,
	path: string,
	codes: NonNullable<PodFailurePolicyRule['onExitCodes']>,
	spec: JobSpec,
): void => {
	const operator: string = codes.operator;
	const values = codes.values ?? [];
	if (operator === '') {
		errors.push(required(`${path}.operator`, goList(['In', 'NotIn'])));
	} else if (operator !== 'In' && operator !== 'NotIn') {
		errors.push(notSupported(`${path}.operator`, operator, ['In', 'NotIn']));
	}

	const {containers = [], initContainers = []} = spec.template.spec ?? {};
	const names = [...(containers ?? []), ...initContainers].map(({name}) => name);
	if (codes.containerName !== undefined && !names.includes(codes.containerName)) {
		const detail = 'must be one of the container or initContainer names in the pod template';
		errors.push(invalid(`${path}.containerName`, codes.containerName, detail));
	}

	if (values.length === 0) {
		errors.push(invalid(`${path}.values`, codes.values ?? null, 'at least one value is required'));
	} else if (values.length > 255) {
		errors.push(tooMany(`${path}.values`, values.length, 255));
	}

	const seen = new Set<number>();
	for (const [index, value] of values.entries()) {
		if (operator === 'In' && value === 0) {
			errors.push(invalid(`${path}.values[${index}]`, value, 'must not be 0 for the In operator'));
		}

		if (seen.has(value)) {
			errors.push(duplicate(`${path}.values[${index}]`, value));
		}

		seen.add(value);
	}

	if (values.some((value, index) => index > 0 && (values[index - 1] ?? value) > value)) {
		errors.push(invalid(`${path}.values`, values, 'must be ordered'));
	}
};
