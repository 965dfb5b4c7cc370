import {keyOf, type Delivered} from '../../client/informer.js';
import {ApiError, isNotFound} from '../../client/errors.js';
import type {Routine} from '../../kernel/routine.js';
import type {
	Pod,
	PodResourceClaim,
	PodResourceClaimStatus,
	ResourceClaimConsumerReference,
	ResourceV1ResourceClaim,
} from '../../objects/kubernetes.generated.js';
import {isTerminal} from '../../objects/pod.js';
import {claimFinalizer, consumer, deviceId, podClaim} from '../../objects/resource-claims.js';
import {registryKey} from '../../objects/resources.js';
import {note} from '../../stages/note.js';
import {SyncFailure, type Controller, type Tools} from '../controller.js';
import {
	canBeReserved,
	claimFrom,
	claimNames,
	isDone,
	isMadeFor,
	isMissing,
	needsWork,
	owningPod,
	type FindClaim,
} from './decisions.js';
import {allow} from '../controller-roles.js';

const claims = 'resourceclaims.resource.k8s.io';
const templates = 'resourceclaimtemplates.resource.k8s.io';
const podPrefix = 'pod:';
const claimPrefix = 'claim:';

/**
Creates the ResourceClaims that Pods request by a template, and frees the devices of claims without users.

@see https://kubernetes.io/docs/concepts/scheduling-eviction/dynamic-resource-allocation/
@mirrors k8s.io/kubernetes/pkg/controller/resourceclaim
*/
export const resourceClaim: Controller = {
	name: 'resourceclaim',
	reportsAs: 'resource_claim',
	account: 'resource-claim-controller',
	rules: [
		allow('get list watch', 'pods'),
		allow('update', 'pods/finalizers'),
		allow('create delete get list watch', 'resourceclaims', 'resource.k8s.io'),
		allow('patch update', 'resourceclaims resourceclaims/status', 'resource.k8s.io'),
		allow('patch update', 'pods/status'),
		allow('create patch update', 'events', 'core events.k8s.io'),
		allow('patch update', 'resourceclaims/binding', 'resource.k8s.io'),
	],
	startsWith: ({spec}) => (spec.resourceClaims?.length ?? 0) > 0,
	ends: '/registry/resourceclaims/',
	build(tools) {
		const work = new ClaimWork(tools);
		return {
			handlers: {
				pods: (change) => work.ofPod(change),
				[claims]: (change) => work.ofClaim(change),
				[templates]: () => [],
			},
			sync: (key) =>
				key.startsWith(podPrefix)
					? work.syncPod(key.slice(podPrefix.length))
					: work.syncClaim(key.slice(claimPrefix.length)),
		};
	},
};

const gone = (key: string, kind: 'Pod' | 'ResourceClaim'): Routine =>
	note('controller.resourceclaim.sync', {case: 'gone', key, kind});

class ClaimWork {
	/** The uids of deleted Pods. */
	readonly #deleted = new Set<string>();
	/** By uid of a Pod and name of its entry: the claim created for it, which the cache may not have yet. */
	readonly #made = new Map<string, ResourceV1ResourceClaim>();

	constructor(private readonly tools: Tools) {}

	#find(namespace: string | undefined): FindClaim {
		return (name) => this.tools.informer(claims).get(namespace, name);
	}

	ofPod({type, object: pod}: Delivered<Pod>): readonly string[] {
		if (!pod.spec.resourceClaims?.length) {
			return [];
		}

		const {namespace, uid} = pod.metadata;
		if (type === 'DELETED') {
			this.#deleted.add(uid);
		}

		const released =
			type === 'DELETED' || isDone(pod) ? claimNames(pod).map((name) => `${claimPrefix}${namespace}/${name}`) : [];
		const isWork = type !== 'DELETED' && needsWork(pod, this.#find(namespace));
		return isWork ? [...released, `${podPrefix}${keyOf(pod)}`] : released;
	}

	ofClaim({type, object}: Delivered<ResourceV1ResourceClaim>): readonly string[] {
		const {namespace, name, uid} = object.metadata;
		if (type === 'DELETED') {
			for (const [key, made] of this.#made) {
				if (made.metadata.uid === uid) {
					this.#made.delete(key);
				}
			}
		}

		const users = this.tools
			.informer('pods')
			.list(namespace)
			.filter((pod) => claimNames(pod).includes(name))
			.flatMap((pod) => this.ofPod({type: 'MODIFIED', object: pod}));
		return type === 'DELETED' ? users : [`${claimPrefix}${namespace}/${name}`, ...users];
	}

	/** @mirrors Controller.syncPod */
	*syncPod(key: string): Routine {
		const pod = this.tools.informer('pods').getByKey(key);
		if (!pod || pod.metadata.deletionTimestamp !== undefined || isDone(pod)) {
			yield* gone(key, 'Pod');
			return;
		}

		const {namespace, name} = pod.metadata;
		const object = registryKey('pods', namespace, name);
		const missing = pod.spec.resourceClaims?.filter((entry) => isMissing(pod, entry, this.#find(namespace))) ?? [];
		yield* note(
			'controller.resourceclaim.sync',
			{case: 'pod', entries: pod.spec.resourceClaims?.length ?? 0, missing: missing.map((entry) => entry.name)},
			{object},
		);
		const made: PodResourceClaimStatus[] = [];
		for (const entry of missing) {
			made.push({name: entry.name, resourceClaimName: yield* this.#makeOrFail(pod, entry)});
		}

		if (made.length > 0) {
			const known = (pod.status?.resourceClaimStatuses ?? []).filter(
				(own) => !made.some((status) => status.name === own.name),
			);
			const resourceClaimStatuses = [...known, ...made];
			yield* note('controller.resourceclaim.report', {resourceClaimStatuses}, {object});
			const status = {apiVersion: 'v1', kind: 'Pod', metadata: {name, namespace}, status: {resourceClaimStatuses}};
			yield* this.tools.client.apply('pods', namespace, name, status, 'ResourceClaimController', 'status');
		}

		if (pod.spec.nodeName) {
			yield* this.#reserve(pod);
		}
	}

	/** @throws {SyncFailure} */
	*#makeOrFail(pod: Pod, entry: PodResourceClaim): Routine<string> {
		try {
			return yield* this.#make(pod, entry);
		} catch (error) {
			if (!(error instanceof ApiError) && !(error instanceof SyncFailure)) {
				throw error;
			}

			const {namespace, name} = pod.metadata;
			const message = `PodResourceClaim ${entry.name}: ${error.message}`;
			yield* note(
				'controller.resourceclaim.failure',
				{message},
				{object: registryKey('pods', namespace, name), outcome: 'failed'},
			);
			yield* this.tools.recorder.event(pod, 'Warning', 'FailedResourceClaimCreation', message);
			throw new SyncFailure(`pod ${namespace}/${name}, ${message}`);
		}
	}

	/** @returns the name of the claim. @mirrors Controller.handleClaim */
	*#make(pod: Pod, entry: PodResourceClaim): Routine<string> {
		const {client, informer} = this.tools;
		const {namespace, uid} = pod.metadata;
		const key = `${uid}/${entry.name}`;
		const existing =
			informer(claims)
				.list(namespace)
				.find((claim) => isMadeFor(claim, pod, entry)) ?? this.#made.get(key);
		if (existing) {
			return existing.metadata.name;
		}

		const name = entry.resourceClaimTemplateName ?? '';
		const template = informer(templates).get(namespace, name);
		if (!template) {
			throw new SyncFailure(
				`resource claim template "${name}": resourceclaimtemplate.resource.k8s.io "${name}" not found`,
			);
		}

		const {spec} = template.spec;
		yield* note('controller.resourceclaim.create', {pod: pod.metadata.name, entry: entry.name, template: name, spec});
		try {
			const claim = yield* client.create(claims, namespace, claimFrom(template, pod, entry));
			this.#made.set(key, claim);
			return claim.metadata.name;
		} catch (error) {
			throw error instanceof ApiError ? new SyncFailure(`create ResourceClaim : ${error.message}`) : error;
		}
	}

	/** Writes a Pod that was placed without the scheduler into its claims, as their user. @mirrors Controller.reserveForPod */
	*#reserve(pod: Pod): Routine {
		const {client} = this.tools;
		const {namespace, name} = pod.metadata;
		for (const entry of pod.spec.resourceClaims ?? []) {
			const wanted = podClaim(pod, entry);
			const claim = wanted.case === 'named' ? this.#find(namespace)(wanted.name) : undefined;
			if (claim && canBeReserved(claim, pod)) {
				const {status, metadata} = claim;
				yield* note(
					'controller.resourceclaim.reserve',
					{pod: name},
					{object: registryKey(claims, namespace, metadata.name)},
				);
				const reservedFor = [...(status.reservedFor ?? []), consumer(pod)];
				yield* client.updateStatus(claims, {...claim, status: {...status, reservedFor}});
			}
		}
	}

	/** @mirrors Controller.syncClaim */
	*syncClaim(key: string): Routine {
		const claim = this.tools.informer(claims).getByKey(key);
		if (!claim) {
			yield* gone(key, 'ResourceClaim');
			return;
		}

		const {namespace, name} = claim.metadata;
		const object = registryKey(claims, namespace, name);
		const users = claim.status?.reservedFor ?? [];
		const inUse = users.length > 0;
		yield* note(
			'controller.resourceclaim.sync',
			{case: 'claim', users: users.map((user) => user.name), isAllocated: claim.status?.allocation !== undefined},
			{object},
		);
		const valid: ResourceClaimConsumerReference[] = [];
		for (const user of users) {
			if (yield* this.#isUsing(namespace, user)) {
				valid.push(user);
			}
		}

		if (valid.length > 0) {
			if (valid.length < users.length) {
				yield* this.#free(claim, valid);
			}

			return;
		}

		if (inUse || (claim.metadata.deletionTimestamp !== undefined && isProtected(claim))) {
			yield* this.#release(claim);
		}

		yield* this.#deleteUnused(claim);
	}

	/** Whether a user of a claim may still need it; `false` only if it certainly does not. */
	*#isUsing(namespace: string | undefined, {name, uid}: ResourceClaimConsumerReference): Routine<boolean> {
		if (this.#deleted.has(uid)) {
			return false;
		}

		const {informer, client} = this.tools;
		const known = informer('pods').get(namespace, name);
		if (known) {
			return known.metadata.uid === uid && !isDone(known);
		}

		try {
			// The cache may not have it yet.
			const pod = yield* client.get('pods', namespace, name);
			return pod.metadata.uid === uid;
		} catch (error) {
			if (isNotFound(error)) {
				return false;
			}

			throw error;
		}
	}

	/** Removes users from a claim, and its devices with the last user. @returns the claim as it is now. */
	*#free(
		claim: ResourceV1ResourceClaim,
		valid: readonly ResourceClaimConsumerReference[],
	): Routine<ResourceV1ResourceClaim> {
		const {reservedFor = [], allocation, ...status} = claim.status ?? {};
		const keeps = valid.length > 0 || !isProtected(claim);
		const {namespace, name} = claim.metadata;
		yield* note(
			'controller.resourceclaim.release',
			{
				before: reservedFor.map((user) => user.name),
				after: valid.map((user) => user.name),
				devices: keeps ? [] : (allocation?.devices?.results ?? []).map((result) => deviceId(result)),
			},
			{object: registryKey(claims, namespace, name)},
		);
		return yield* this.tools.client.updateStatus(claims, {
			...claim,
			status: {
				...status,
				...(keeps && allocation ? {allocation} : {}),
				...(valid.length > 0 ? {reservedFor: valid} : {}),
			},
		});
	}

	/** Releases a claim without users: its devices are free, and it may be deleted. */
	*#release(claim: ResourceV1ResourceClaim): Routine {
		const freed = claim.status?.allocation || claim.status?.reservedFor?.length ? yield* this.#free(claim, []) : claim;
		if (!isProtected(freed) || freed.status?.allocation) {
			return;
		}

		const {namespace, name, finalizers = []} = freed.metadata;
		yield* note(
			'controller.resourceclaim.finalizers',
			{finalizer: claimFinalizer},
			{object: registryKey(claims, namespace, name)},
		);
		yield* this.tools.client.update(claims, {
			...freed,
			metadata: {...freed.metadata, finalizers: finalizers.filter((finalizer) => finalizer !== claimFinalizer)},
		});
	}

	/** Deletes a generated claim once its Pod has ended: the Pod itself may stay for a long time. */
	*#deleteUnused(claim: ResourceV1ResourceClaim): Routine {
		const owner = owningPod(claim);
		const {namespace, name} = claim.metadata;
		const pod = owner && this.tools.informer('pods').get(namespace, owner.name);
		if (
			!owner ||
			!pod ||
			claim.metadata.deletionTimestamp !== undefined ||
			(pod.metadata.uid === owner.uid && !isDone(pod))
		) {
			return;
		}

		yield* note(
			'controller.resourceclaim.delete',
			{pod: owner.name, isReplaced: pod.metadata.uid !== owner.uid, hasEnded: isTerminal(pod)},
			{object: registryKey(claims, namespace, name)},
		);
		try {
			yield* this.tools.client.delete(claims, namespace, name);
		} catch (error) {
			// The garbage collector may have been faster.
			if (!isNotFound(error)) {
				throw error;
			}
		}
	}
}

const isProtected = ({metadata}: ResourceV1ResourceClaim): boolean =>
	metadata.finalizers?.includes(claimFinalizer) ?? false;
