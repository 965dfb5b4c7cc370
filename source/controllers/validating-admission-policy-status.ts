import {note} from '../kernel/routine.js';
import {keyOf} from '../client/informer.js';
import {typeCheck} from '../cel/kubernetes/type-check.js';
import {registryKey} from '../objects/resources.js';
import type {Controller} from './controller.js';

const resource = 'validatingadmissionpolicies.admissionregistration.k8s.io';

/**
Checks the expressions of policies against the kinds that they are for, and writes what it finds into their status.

@see https://kubernetes.io/docs/reference/access-authn-authz/validating-admission-policy/#type-checking
@mirrors k8s.io/kubernetes/pkg/controller/validatingadmissionpolicystatus
*/
export const validatingAdmissionPolicyStatus: Controller = {
	name: 'validatingadmissionpolicy-status',
	reportsAs: 'validatingadmissionpolicy-status-controller',
	build: ({client, informer}) => ({
		handlers: {
			[resource]: ({type, object}) =>
				type !== 'DELETED' && object.status?.observedGeneration !== object.metadata.generation ? [keyOf(object)] : [],
		},
		*sync(key) {
			const policy = informer(resource).getByKey(key);
			if (!policy) {
				yield* note(`controller.validatingadmissionpolicy-status.sync`, `ValidatingAdmissionPolicy ${key} is gone.`, {
					key,
				});
				return;
			}

			const {name, generation} = policy.metadata;
			const object = registryKey(resource, undefined, name);
			const warnings = typeCheck(policy);
			yield* note(
				'controller.validatingadmissionpolicy-status.sync',
				warnings.length === 0
					? `The expressions of ValidatingAdmissionPolicy ${name} fit the kinds that it is for.`
					: `The expressions of ValidatingAdmissionPolicy ${name} do not fit the kinds that it is for: ${warnings.length === 1 ? 'one warning' : `${warnings.length} warnings`}.`,
				{warnings},
				warnings.length === 0 ? {object} : {object, outcome: 'warning'},
			);
			yield* client.updateStatus(resource, {
				...policy,
				status: {
					...policy.status,
					observedGeneration: generation,
					typeChecking: warnings.length === 0 ? {} : {expressionWarnings: warnings},
				},
			} as typeof policy);
		},
	}),
};
