import {staticNameWarnings} from './static-name.js';
import {describeKind} from '../kind.js';
import type {MutatingAdmissionPolicyBinding} from '../../objects/kubernetes.generated.js';
import type {Errors} from '../validation/checks.js';
import {bindingTable, checkPolicyBinding} from './policy-binding.js';
import {checkOperations} from './mutating-admission-policy.js';

/** @mirrors validateMutatingAdmissionPolicyBindingSpec */
export const checkMutatingPolicyBinding = (
	errors: Errors,
	binding: MutatingAdmissionPolicyBinding,
	old?: MutatingAdmissionPolicyBinding,
): void => {
	checkPolicyBinding(errors, binding, old);
	checkOperations(errors, 'spec.matchResources', binding.spec?.matchResources?.resourceRules);
};

/** A binding, which puts a policy into force. */
export const mutatingAdmissionPolicyBinding = describeKind(
	'admissionregistration.k8s.io/v1 MutatingAdmissionPolicyBinding',
	{
		validate: {create: checkMutatingPolicyBinding, update: checkMutatingPolicyBinding},
		generation: 'counts changes',
		warnings: staticNameWarnings,
		store: {needsVersion: true},
		table: bindingTable,
	},
);
