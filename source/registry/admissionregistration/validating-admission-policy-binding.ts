import {staticNameWarnings} from './static-name.js';
import {describeKind} from '../kind.js';
import {duplicate, invalid} from '../../objects/field-error.js';
import type {ValidatingAdmissionPolicyBinding} from '../../objects/kubernetes.generated.js';
import {checkSupported, requireValue, type Errors} from '../validation/checks.js';
import {bindingTable, checkPolicyBinding} from './policy-binding.js';

const repeats =
	'must not contain both Deny and Warn (repeating the same validation failure information in the API response and headers serves no purpose)';

/** @mirrors validateValidatingAdmissionPolicyBindingSpec */
export const checkValidatingPolicyBinding = (
	errors: Errors,
	binding: ValidatingAdmissionPolicyBinding,
	old?: ValidatingAdmissionPolicyBinding,
): void => {
	checkPolicyBinding(errors, binding, old);
	const actions: readonly string[] = binding.spec?.validationActions ?? [];
	for (const [index, action] of actions.entries()) {
		checkSupported(errors, `spec.validationActions[${index}]`, action, ['Audit', 'Deny', 'Warn']);
		if (actions.indexOf(action) < index) {
			errors.push(duplicate(`spec.validationActions[${index}]`, action));
		}
	}

	if (actions.includes('Deny') && actions.includes('Warn')) {
		errors.push(invalid('spec.validationActions', actions, repeats));
	}

	requireValue(errors, 'spec.validationActions', actions, 'at least one validation action is required');
};

/** A binding, which puts a policy into force. */
export const validatingAdmissionPolicyBinding = describeKind(
	'admissionregistration.k8s.io/v1 ValidatingAdmissionPolicyBinding',
	{
		validate: {create: checkValidatingPolicyBinding, update: checkValidatingPolicyBinding},
		generation: 'counts changes',
		warnings: staticNameWarnings,
		store: {needsVersion: true},
		table: bindingTable,
	},
);
