import type {KubernetesObject} from '../../objects/kubernetes-object.js';
import type {Routine} from '../../kernel/routine.js';
import {mutate, validateAdmission} from '../admission/chain.js';
import type {AdmissionAttributes, AdmissionContext} from '../admission/plugin.js';
import {asResource, hasConverter} from '../custom-resources/conversion-webhook.js';
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

/** A server converts to other versions only if the definition names one. */
const contextOf = (services: Services, exchange: ResourceExchange): AdmissionContext => {
	const context = services.admission(exchange);
	return hasConverter(exchange.resource)
		? {...context, convert: (resource, object) => asResource(services, exchange, resource, object)}
		: context;
};

/** Mutating admission: each plug-in may change the object. */
export function* admitMutating<A extends AdmissionAttributes>(
	services: Services,
	exchange: ResourceExchange,
	attributes: A,
): Routine<KubernetesObject | A['object']> {
	return yield* mutate(attributes, services.plugins, contextOf(services, exchange));
}

/** Lets plug-ins follow a new object once it is stored. @returns the object for the answer. @throws RequestFailure */
export function* afterCreation(
	services: Services,
	exchange: ResourceExchange,
	name: string,
	stored: KubernetesObject,
): Routine<KubernetesObject> {
	const waits = exchange.request.query?.['includeUninitialized'] !== 'true';
	let object = stored;
	for (const plugin of services.plugins) {
		if (plugin.created && !isDryRun(exchange)) {
			const attributes = admissionAttributes(exchange, 'CREATE', name, object);
			object = yield* plugin.created(attributes, contextOf(services, exchange), waits);
		}
	}

	return object;
}

/** Validating admission: each plug-in may refuse the object. */
export function* admitValidating(
	services: Services,
	exchange: ResourceExchange,
	attributes: AdmissionAttributes,
): Routine {
	yield* validateAdmission(attributes, services.plugins, contextOf(services, exchange));
}
