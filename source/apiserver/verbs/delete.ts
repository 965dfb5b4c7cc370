import type {KubernetesObject} from '../../objects/kubernetes-object.js';
import type {Response} from '../../client/request.js';
import type {Routine} from '../../kernel/routine.js';
import {note} from '../../stages/note.js';
import type {KeyValue} from '../../etcd/etcd.js';
import type {DeleteOptions, Status} from '../../objects/kubernetes.generated.js';
import {nestedString} from '../../objects/unstructured.js';
import {groupVersionOf, registryKey, type Resource} from '../../objects/resources.js';
import {admissionAttributes, admitMutating, admitValidating} from './admit.js';
import type {Services} from '../services.js';
import {deleteOptions} from './delete-options.js';
import {deletion, type Deletion} from './deletion.js';
import type {ResourceExchange} from '../request/exchange.js';
import {conflict, forbidden, notFound, RequestFailure} from '../request/failure.js';
import {answered} from '../custom-resources/conversion-webhook.js';
import {kindOf} from '../../registry/kinds.js';

/** `DELETE` of one object. */
export function* remove(services: Services, exchange: ResourceExchange): Routine<Response> {
	const options = deleteOptions(exchange);
	const {name} = exchange.info;
	const result = yield* deleteObject(services, exchange, name, options);
	const stays =
		options.orphanDependents === false && nestedString(result, 'metadata', 'deletionTimestamp') !== undefined;
	return yield* answered(services, exchange, stays ? 202 : 200, result);
}

/**
Deletes an object: removes it at once, or only marks it if something holds it back.

@param isAdmitted the request has passed admission as an eviction.
@returns the object, or a Status of success for some kinds.
@mirrors k8s.io/apiserver/pkg/registry/generic/registry Store.Delete
*/
export function* deleteObject(
	services: Services,
	exchange: ResourceExchange,
	name: string,
	options: Partial<DeleteOptions>,
	isAdmitted = false,
): Routine<KubernetesObject | Status> {
	const {resource, info} = exchange;
	const key = registryKey(resource, resource.namespaced ? info.namespace : undefined, name);
	const dryRun = (options.dryRun ?? []).includes('All');
	exchange.object = key;
	const refusal = info.verb === 'delete' ? kindOf(resource)?.store?.refusesDelete?.(name) : undefined;
	if (refusal !== undefined) {
		throw new RequestFailure(forbidden(resource, name, refusal));
	}

	let admitted = isAdmitted;
	for (;;) {
		const current = services.storage.read(key);
		if (!current) {
			throw new RequestFailure(notFound(resource, name));
		}

		const object = current.value;
		checkPreconditions(object, options);
		const plan = deletion(resource, object, options, services.kernel.wallClockMs);
		yield* note(
			'apiserver.delete',
			{
				kind: resource.kind,
				name,
				options,
				before: object,
				after: plan.marked,
				verdict: plan.verdict,
				because: plan.because,
			},
			{object: key},
		);
		if (plan.verdict === 'pending') {
			return object;
		}

		if (!admitted) {
			const attributes = {...admissionAttributes(exchange, 'DELETE', name, undefined, object), dryRun};
			yield* admitMutating(services, exchange, attributes);
			yield* admitValidating(services, exchange, attributes);
			admitted = true;
			if (services.storage.read(key)?.value !== object) {
				continue;
			}
		}

		if (dryRun) {
			const marked = plan.marked ?? object;
			return plan.verdict === 'marked' ? marked : answer(resource, marked);
		}

		const done = yield* carryOut(services, resource, key, current, plan);
		if (done) {
			return done;
		}
	}
}

/** Writes the mark and deletes; `undefined` if another write was faster. */
function* carryOut(
	services: Services,
	resource: Resource,
	key: string,
	current: KeyValue<KubernetesObject>,
	plan: Deletion,
): Routine<KubernetesObject | Status | undefined> {
	let last = current;
	let shown = current.value;
	if (plan.marked) {
		const result = yield* services.etcd.txn(
			[{key, modRevision: current.modRevision}],
			[{type: 'put', key, value: plan.marked, lease: current.lease}],
		);
		if (!result.succeeded || !result.current) {
			return undefined;
		}

		last = result.current;
		shown = last.value;
		if (plan.verdict === 'marked') {
			return shown;
		}
	}

	if (yield* services.storage.remove(key, last)) {
		yield* services.allocator.release(shown);
		return answer(resource, shown);
	}

	return services.storage.read(key) ? undefined : answer(resource, shown);
}

const answer = (resource: Resource, object: KubernetesObject): KubernetesObject | Status =>
	kindOf(resource)?.store?.returnsDeleted
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

/** @throws RequestFailure 409 if the preconditions name another object. */
export const checkPreconditions = (
	{apiVersion, kind, metadata}: KubernetesObject,
	{preconditions = {}}: Partial<DeleteOptions>,
): void => {
	const {uid, resourceVersion} = preconditions;
	const named = {group: groupVersionOf(apiVersion).group, plural: kind};
	if (uid !== undefined && uid !== metadata.uid) {
		throw new RequestFailure(
			conflict(
				named,
				metadata.name,
				`the UID in the precondition (${uid}) does not match the UID in record (${metadata.uid}). The object might have been deleted and then recreated`,
			),
		);
	}

	if (resourceVersion !== undefined && resourceVersion !== metadata.resourceVersion) {
		throw new RequestFailure(
			conflict(
				named,
				metadata.name,
				`the ResourceVersion in the precondition (${resourceVersion}) does not match the ResourceVersion in record (${metadata.resourceVersion}). The object might have been modified`,
			),
		);
	}
};
