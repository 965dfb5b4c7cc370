import {keyOf} from '../client/informer.js';
import {typeCheck} from '../cel/kubernetes/type-check.js';
import {registryKey} from '../objects/resources.js';
import {note} from '../stages/note.js';
import type {Controller} from './controller.js';
import {allow} from './controller-roles.js';

const resource = 'validatingadmissionpolicies.admissionregistration.k8s.io';

/**
Checks the expressions of policies against their kinds, and writes the findings into their status.

@see https://kubernetes.io/docs/reference/access-authn-authz/validating-admission-policy/#type-checking
@mirrors k8s.io/kubernetes/pkg/controller/validatingadmissionpolicystatus
*/
export const validatingAdmissionPolicyStatus: Controller = {
	name: 'validatingadmissionpolicy-status',
	reportsAs: 'validatingadmissionpolicy-status-controller',
	rules: [
		allow('get list watch', 'validatingadmissionpolicies', 'admissionregistration.k8s.io'),
		allow('get patch update', 'validatingadmissionpolicies/status', 'admissionregistration.k8s.io'),
		allow('create patch update', 'events', 'core events.k8s.io'),
	],
	build: ({client, informer}) => ({
		handlers: {
			[resource]: ({type, object}) =>
				type !== 'DELETED' && object.status?.observedGeneration !== object.metadata.generation ? [keyOf(object)] : [],
		},
		*sync(key) {
			const policy = informer(resource).getByKey(key);
			if (!policy) {
				yield* note('controller.validatingadmissionpolicy-status.sync', {case: 'gone', key});
				return;
			}

			const {name, generation} = policy.metadata;
			const object = registryKey(resource, undefined, name);
			const warnings = typeCheck(policy);
			yield* note(
				'controller.validatingadmissionpolicy-status.sync',
				{case: 'check', warnings},
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
