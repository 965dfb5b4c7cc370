import type {Response} from '../../client/request.js';
import {note, type Routine} from '../../kernel/routine.js';
import type {KeyValue} from '../../etcd/etcd.js';
import type {DeleteOptions, Status} from '../../objects/kubernetes.generated.js';
import {invalidStatus, notSupported, type FieldError} from '../../objects/field-error.js';
import {registryKey, type Resource} from '../../objects/resources.js';
import {admissionAttributes, admitMutating, admitValidating} from '../admit.js';
import type {Services} from '../apiserver.js';
import {readBody} from '../decode.js';
import {deletion, type Deletion} from '../deletion.js';
import type {KubernetesObject, ResourceExchange} from '../exchange.js';
import {conflict, notFound, RequestFailure} from '../failure.js';
import {shown} from '../negotiate.js';
import {traitsOf} from '../registry.js';

/** `DELETE` of one object. */
export function* remove(services: Services, exchange: ResourceExchange): Routine<Response> {
	const options = deleteOptions(exchange);
	const result = yield* deleteObject(services, exchange, exchange.info.name, options);
	return shown(services, exchange, 200, result);
}

/** The options of a deletion, from its body or else its query. @throws RequestFailure 422 */
export const deleteOptions = (exchange: ResourceExchange): Partial<DeleteOptions> => {
	const {request} = exchange;
	const {query} = request;
	const body = (request.text || request.bytes ? readBody(exchange, 'application/json') : request.body) as
		Partial<DeleteOptions> | undefined;
	const options: Partial<DeleteOptions> = {
		...(query['gracePeriodSeconds'] === undefined ? {} : {gracePeriodSeconds: Number(query['gracePeriodSeconds'])}),
		...(query['propagationPolicy'] === undefined ? {} : {propagationPolicy: query['propagationPolicy']}),
		...(query['orphanDependents'] === undefined ? {} : {orphanDependents: query['orphanDependents'] === 'true'}),
		...(query['dryRun'] === undefined || query['dryRun'] === '' ? {} : {dryRun: [query['dryRun']]}),
		...body,
	};
	const errors: FieldError[] = [];
	const {dryRun, propagationPolicy} = options;
	if (dryRun && dryRun.length > 0 && (dryRun.length > 1 || dryRun[0] !== 'All')) {
		errors.push(notSupported('dryRun', dryRun, ['All']));
	}

	if (propagationPolicy !== undefined && !['Foreground', 'Background', 'Orphan'].includes(propagationPolicy)) {
		errors.push(notSupported('propagationPolicy', propagationPolicy, ['Background', 'Foreground', 'Orphan']));
	}

	if (errors.length > 0) {
		throw new RequestFailure(invalidStatus('meta.k8s.io', 'DeleteOptions', '', errors));
	}

	return options;
};

/**
Deletes, as far as something does not hold the object back: marks it, or removes it at once.

@returns the object, or a Status of success for the kinds that answer so.
@mirrors k8s.io/apiserver/pkg/registry/generic/registry Store.Delete
*/
export function* deleteObject(
	services: Services,
	exchange: ResourceExchange,
	name: string,
	options: Partial<DeleteOptions>,
): Routine<KubernetesObject | Status> {
	const {resource, info} = exchange;
	const key = registryKey(resource, resource.namespaced ? info.namespace : undefined, name);
	const dryRun = (options.dryRun ?? []).includes('All');
	exchange.object = key;
	const admitted = services.storage.read(key);
	if (!admitted) {
		throw new RequestFailure(notFound(resource, name));
	}

	const attributes = {
		...admissionAttributes(exchange, 'DELETE', name, undefined, admitted.value as KubernetesObject),
		dryRun,
	};
	yield* admitMutating(services, exchange, attributes);
	yield* admitValidating(services, exchange, attributes);
	for (;;) {
		const current = services.storage.read(key);
		if (!current) {
			throw new RequestFailure(notFound(resource, name));
		}

		const object = current.value as KubernetesObject;
		checkPreconditions(resource, name, object, options);
		const plan = deletion(resource, object, options, services.kernel.wallClockMs);
		yield* note(
			'apiserver.delete',
			plan.why,
			{options, before: object, after: plan.marked, verdict: plan.verdict},
			{object: key},
		);
		if (plan.verdict === 'pending') {
			return object;
		}

		if (dryRun) {
			return plan.verdict === 'marked' ? plan.marked! : answer(resource, plan.marked ?? object);
		}

		const done = yield* carryOut(services, resource, key, current, plan);
		if (done) {
			return done;
		}
	}
}

/** Writes the mark and deletes; `undefined` when somebody was faster. */
function* carryOut(
	services: Services,
	resource: Resource,
	key: string,
	current: KeyValue,
	plan: Deletion,
): Routine<KubernetesObject | Status | undefined> {
	let last = current;
	let shown = current.value as KubernetesObject;
	if (plan.marked) {
		const result = yield* services.etcd.txn(
			[{key, modRevision: current.modRevision}],
			[{type: 'put', key, value: plan.marked, lease: current.lease}],
		);
		if (!result.succeeded) {
			return undefined;
		}

		last = result.current!;
		shown = last.value as KubernetesObject;
		if (plan.verdict === 'marked') {
			return shown;
		}
	}

	if (yield* services.storage.remove(key, last)) {
		services.allocator.release(shown);
		return answer(resource, shown);
	}

	return services.storage.read(key) ? undefined : answer(resource, shown);
}

const answer = (resource: Resource, object: KubernetesObject): KubernetesObject | Status =>
	traitsOf(resource).returnsDeleted
		? object
		: {
				kind: 'Status',
				apiVersion: 'v1',
				metadata: {},
				status: 'Success',
				details: {
					name: object.metadata.name,
					...(resource.group === '' ? {} : {group: resource.group}),
					kind: resource.plural,
					uid: object.metadata.uid,
				},
			};

const checkPreconditions = (
	resource: Resource,
	name: string,
	{metadata}: KubernetesObject,
	options: Partial<DeleteOptions>,
): void => {
	const {uid, resourceVersion} = options.preconditions ?? {};
	if (uid !== undefined && uid !== metadata.uid) {
		throw new RequestFailure(
			conflict(resource, name, `Precondition failed: UID in precondition: ${uid}, UID in object meta: ${metadata.uid}`),
		);
	}

	if (resourceVersion !== undefined && resourceVersion !== metadata.resourceVersion) {
		throw new RequestFailure(
			conflict(
				resource,
				name,
				`Precondition failed: ResourceVersion in precondition: ${resourceVersion}, ResourceVersion in object meta: ${metadata.resourceVersion}`,
			),
		);
	}
};
