import type {KubernetesObject} from '../../objects/kubernetes-object.js';
import type {Routine} from '../../kernel/routine.js';
import {mutate, validateAdmission} from '../admission/chain.js';
import type {AdmissionAttributes} from '../admission/plugin.js';
import type {Services} from '../services.js';
import {isDryRun, type ResourceExchange} from '../request/exchange.js';

/** The request as admission sees it. */
export const admissionAttributes = <O extends KubernetesObject | undefined>(
	exchange: ResourceExchange,
	operation: AdmissionAttributes['operation'],
	name: string,
	object: O,
	oldObject?: KubernetesObject,
): AdmissionAttributes & {readonly object: O} => ({
	operation,
	resource: exchange.resource,
	subresource: exchange.info.subresource,
	namespace: exchange.info.namespace,
	name,
	user: exchange.user,
	object,
	oldObject,
	dryRun: isDryRun(exchange),
});

/** Mutating admission: each plug-in may change the object. */
export function* admitMutating<A extends AdmissionAttributes>(
	services: Services,
	exchange: ResourceExchange,
	attributes: A,
): Routine<KubernetesObject | A['object']> {
	return yield* mutate(attributes, services.plugins, services.admission(exchange));
}

/** Validating admission: each plug-in may refuse the object. */
export function* admitValidating(
	services: Services,
	exchange: ResourceExchange,
	attributes: AdmissionAttributes,
): Routine {
	yield* validateAdmission(attributes, services.plugins, services.admission(exchange));
}
