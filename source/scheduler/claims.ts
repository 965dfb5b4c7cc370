import type {Client} from '../client/client.js';
import {ApiError, isConflict} from '../client/errors.js';
import type {Routine} from '../kernel/routine.js';
import type {AllocationResult, Pod, ResourceV1ResourceClaim} from '../objects/kubernetes.generated.js';
import {claimFinalizer, consumer, deviceId, isReservedFor} from '../objects/resource-claims.js';
import {registryKey} from '../objects/resources.js';
import {note} from '../stages/note.js';
import type {ClaimTracker} from './devices/claim-tracker.js';
import type {PlannedClaim} from './plugins/dynamic-resources.js';

const resource = 'resourceclaims.resource.k8s.io';
/** The number of tries to write a claim that others change. */
const tries = 5;

/** The devices of an allocation, `driver/pool/device`. */
export const devicesOf = (allocation: AllocationResult | undefined): readonly string[] =>
	(allocation?.devices?.results ?? []).map((result) => deviceId(result));

/**
Writes the allocated devices and the Pod's use into the Pod's claims, before it is bound.

@returns why that failed; `undefined`: it is written.
@throws {ApiError} if the apiserver refuses.
@mirrors DynamicResources.PreBind
*/
export function* bindClaims(
	client: Client,
	tracker: ClaimTracker,
	pod: Pod,
	planned: readonly PlannedClaim[],
): Routine<string | undefined> {
	for (const plan of planned) {
		const failure = yield* bindClaim(client, tracker, pod, plan);
		if (failure !== undefined) {
			return failure;
		}
	}

	return undefined;
}

/** @mirrors DynamicResources.bindClaim */
function* bindClaim(
	client: Client,
	tracker: ClaimTracker,
	pod: Pod,
	{claim: planned, allocation}: PlannedClaim,
): Routine<string | undefined> {
	const {namespace, name, uid} = planned.metadata;
	let claim = planned;
	for (let attempt = 1; ; attempt++) {
		if (claim.metadata.deletionTimestamp !== undefined) {
			return `claim ${namespace}/${name} got deleted in the meantime`;
		}

		if (allocation && claim.status?.allocation) {
			return `claim ${namespace}/${name} got allocated elsewhere in the meantime`;
		}

		try {
			const written = yield* write(client, claim, pod, allocation);
			tracker.wrote(written);
			tracker.settle(uid);
			return undefined;
		} catch (error) {
			if (!isConflict(error) || attempt === tries) {
				throw error;
			}

			claim = yield* client.get(resource, namespace, name);
		}
	}
}

/** Protects the claim, then gives it its devices and its user. */
function* write(
	client: Client,
	claim: ResourceV1ResourceClaim,
	pod: Pod,
	allocation: AllocationResult | undefined,
): Routine<ResourceV1ResourceClaim> {
	const {namespace, name, finalizers = []} = claim.metadata;
	const object = registryKey(resource, namespace, name);
	const told = {plugin: 'DynamicResources', claim: `${namespace}/${name}`} as const;
	let current = claim;
	if (allocation && !finalizers.includes(claimFinalizer)) {
		yield* note('scheduler.prebind', {case: 'protect', ...told, finalizer: claimFinalizer}, {object});
		current = yield* client.update(resource, {
			...claim,
			metadata: {...claim.metadata, finalizers: [...finalizers, claimFinalizer]},
		});
	}

	const reservedFor = [...(current.status?.reservedFor ?? []), consumer(pod)];
	yield* note(
		'scheduler.prebind',
		{case: 'claim', ...told, devices: devicesOf(allocation), reservedFor: reservedFor.map((user) => user.name)},
		{object},
	);
	const given = current.status?.allocation ?? allocation;
	return yield* client.updateStatus(resource, {
		...current,
		status: {
			...current.status,
			...(given ? {allocation: {allocationTimestamp: client.kernel.timestamp(), ...given}} : {}),
			reservedFor,
		},
	});
}

/** Removes the devices from an unused claim, so that it can be allocated others. @throws {ApiError} */
export function* deallocate(client: Client, tracker: ClaimTracker, claim: ResourceV1ResourceClaim): Routine {
	const {namespace, name} = claim.metadata;
	const {allocation, reservedFor: _users, ...status} = claim.status ?? {};
	yield* note(
		'scheduler.postfilter',
		{case: 'deallocate', plugin: 'DynamicResources', claim: `${namespace}/${name}`, devices: devicesOf(allocation)},
		{object: registryKey(resource, namespace, name)},
	);
	tracker.wrote(yield* client.updateStatus(resource, {...claim, status}));
}

/**
Removes a Pod that could not be bound from the claims that name it. They keep their devices for its next attempt.

@mirrors DynamicResources.Unreserve
*/
export function* unreserveClaims(
	client: Client,
	tracker: ClaimTracker,
	pod: Pod,
	planned: readonly PlannedClaim[],
): Routine {
	const {uid} = pod.metadata;
	for (const {claim} of planned) {
		const {namespace = 'default', name} = claim.metadata;
		const current = tracker.get(namespace, name);
		if (!current?.status?.allocation || !isReservedFor(current, pod)) {
			continue;
		}

		yield* note(
			'scheduler.prebind',
			{case: 'unreserve', plugin: 'DynamicResources', claim: `${namespace}/${name}`},
			{object: registryKey(resource, namespace, name), outcome: 'warning'},
		);
		try {
			const patch = {metadata: {uid: claim.metadata.uid}, status: {reservedFor: [{$patch: 'delete', uid}]}};
			tracker.wrote(yield* client.patch(resource, namespace, name, patch, {subresource: 'status'}));
		} catch (error) {
			// The next attempt reaches this point again.
			if (!(error instanceof ApiError)) {
				throw error;
			}
		}
	}
}
