import {forbidden, invalid, required} from '../../objects/field-error.js';
import type {LabelSelector, NodeSelector, NodeSelectorTerm} from '../../objects/kubernetes.generated.js';
import {dnsSubdomainErrors, labelValueErrors} from '../../objects/names.js';
import {checkLabelKey, checkLabels, refuseEach, requireValue, type Errors} from './checks.js';

/** The allowed `values` of a requirement, by its operator. @returns whether the operator is known. */
export const checkRequirementValues = (
	errors: Errors,
	path: string,
	operator: string,
	values: readonly string[] | undefined,
): boolean => {
	const count = values?.length ?? 0;
	switch (operator) {
		case 'In':
		case 'NotIn': {
			if (count === 0) {
				errors.push(required(`${path}.values`, "must be specified when `operator` is 'In' or 'NotIn'"));
			}

			return true;
		}

		case 'Exists':
		case 'DoesNotExist': {
			if (count > 0) {
				errors.push(forbidden(`${path}.values`, "may not be specified when `operator` is 'Exists' or 'DoesNotExist'"));
			}

			return true;
		}

		default: {
			return false;
		}
	}
};

/** Each value on its own. */
export const checkLabelValues = (errors: Errors, field: string, values: readonly string[] | undefined): void => {
	for (const [index, value] of (values ?? []).entries()) {
		refuseEach(errors, `${field}[${index}]`, value, labelValueErrors(value));
	}
};

/** @mirrors k8s.io/apimachinery/pkg/apis/meta/v1/validation ValidateLabelSelector */
export const checkLabelSelector = (errors: Errors, path: string, selector: LabelSelector | null | undefined): void => {
	if (!selector) {
		return;
	}

	checkLabels(errors, `${path}.matchLabels`, selector.matchLabels);
	for (const [index, {key, operator, values}] of (selector.matchExpressions ?? []).entries()) {
		const at = `${path}.matchExpressions[${index}]`;
		if (!checkRequirementValues(errors, at, operator, values)) {
			errors.push(invalid(`${at}.operator`, operator, 'not a valid selector operator'));
		}

		checkLabelKey(errors, `${at}.key`, key);
		checkLabelValues(errors, `${at}.values`, values);
	}
};

/** Whether a selector can be used for selecting; upstream repeats this more tersely after the checks of its parts. */
export const isUsableSelector = (selector: LabelSelector): boolean => {
	const errors: Errors = [];
	checkLabelSelector(errors, '', selector);
	return errors.length === 0;
};

export const isEmptySelector = (selector: LabelSelector): boolean =>
	Object.keys(selector.matchLabels ?? {}).length + (selector.matchExpressions?.length ?? 0) === 0;

/** @mirrors k8s.io/kubernetes/pkg/apis/core/validation ValidateNodeSelector */
export const checkNodeSelector = (errors: Errors, path: string, selector: NodeSelector, anyValues = false): void => {
	if (
		requireValue(
			errors,
			`${path}.nodeSelectorTerms`,
			selector.nodeSelectorTerms,
			'must have at least one node selector term',
		)
	) {
		for (const [index, term] of selector.nodeSelectorTerms.entries()) {
			checkNodeSelectorTerm(errors, `${path}.nodeSelectorTerms[${index}]`, term, anyValues);
		}
	}
};

export const checkNodeSelectorTerm = (
	errors: Errors,
	path: string,
	term: NodeSelectorTerm,
	anyValues: boolean,
): void => {
	for (const [index, {key, operator, values}] of (term.matchExpressions ?? []).entries()) {
		const at = `${path}.matchExpressions[${index}]`;
		if (operator === 'Gt' || operator === 'Lt') {
			if (values?.length !== 1) {
				errors.push(required(`${at}.values`, "must be specified single value when `operator` is 'Lt' or 'Gt'"));
			}
		} else if (!checkRequirementValues(errors, at, operator, values)) {
			errors.push(invalid(`${at}.operator`, operator, 'not a valid selector operator'));
		}

		checkLabelKey(errors, `${at}.key`, key);
		if (!anyValues) {
			checkLabelValues(errors, `${at}.values`, values);
		}
	}

	for (const [index, {key, operator, values}] of (term.matchFields ?? []).entries()) {
		const at = `${path}.matchFields[${index}]`;
		if (operator !== 'In' && operator !== 'NotIn') {
			errors.push(invalid(`${at}.operator`, operator, 'not a valid selector operator'));
		} else if (values?.length !== 1) {
			errors.push(
				required(`${at}.values`, "must be only one value when `operator` is 'In' or 'NotIn' for node field selector"),
			);
		}

		if (key === 'metadata.name') {
			for (const [position, value] of (values ?? []).entries()) {
				refuseEach(errors, `${at}.values[${position}]`, value, dnsSubdomainErrors(value));
			}
		} else {
			errors.push(invalid(`${at}.key`, key, 'not a valid field selector key'));
		}
	}
};
