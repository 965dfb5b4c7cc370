import {forbidden, invalid, notSupported, required} from '../../objects/field-error.js';
import type {LabelSelector, PodTemplateSpec} from '../../objects/kubernetes.generated.js';
import {matchesLabelSelector} from '../../objects/labels.js';
import {checkImmutable, type Errors} from '../validation/checks.js';
import {checkTemplate} from '../pod/create.js';
import {checkLabelSelector, isEmptySelector, isUsableSelector} from '../validation/selectors.js';
import {mismatch, shownLabels, shownSelector} from '../validation/shown-labels.js';

/** A template of Pods that run without an end. */
export const checkLastingTemplate = (errors: Errors, path: string, template: PodTemplateSpec, kind: string): void => {
	const restartPolicy = template.spec?.restartPolicy;
	if (restartPolicy !== 'Always') {
		errors.push(notSupported(`${path}.spec.restartPolicy`, restartPolicy ?? '', ['Always']));
	}

	if (template.spec?.activeDeadlineSeconds !== undefined) {
		errors.push(forbidden(`${path}.spec.activeDeadlineSeconds`, `activeDeadlineSeconds in ${kind} is not Supported`));
	}
};

/** Template of a ReplicaSet, or of a Deployment, which makes ReplicaSets from it. @mirrors ValidatePodTemplateSpecForReplicaSet */
const checkReplicaTemplate = (
	errors: Errors,
	path: string,
	template: PodTemplateSpec,
	selector: LabelSelector | undefined,
): void => {
	const labels = template.metadata?.labels;
	if (!(selector && isEmptySelector(selector)) && !matchesLabelSelector(selector, labels)) {
		errors.push(invalid(`${path}.metadata.labels`, shownLabels(labels), mismatch));
	}

	checkTemplate(errors, path, template);
	checkLastingTemplate(errors, path, template, 'ReplicaSet');
};

export const checkSelector = (errors: Errors, selector: LabelSelector | undefined, template: PodTemplateSpec): void => {
	if (selector) {
		checkLabelSelector(errors, 'spec.selector', selector);
		if (isEmptySelector(selector)) {
			errors.push(invalid('spec.selector', shownSelector(selector), 'empty selector is invalid for deployment'));
		}
	} else {
		errors.push(required('spec.selector'));
	}

	if (selector && !isUsableSelector(selector)) {
		errors.push(invalid('spec.selector', shownSelector(selector), 'invalid label selector'));
	} else {
		checkReplicaTemplate(errors, 'spec.template', template, selector);
	}
};

export const checkSelectorKept = (errors: Errors, selector: LabelSelector, old: LabelSelector): void => {
	const before = errors.length;
	checkImmutable(errors, 'spec.selector', selector, old);
	const found = errors[before];
	if (found) {
		errors[before] = {...found, badValue: shownSelector(selector)};
	}
};
