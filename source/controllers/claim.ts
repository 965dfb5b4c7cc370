import type {Routine} from '../kernel/routine.js';
import type {ResourceName} from '../client/client.js';
import {ApiError, ignoreNotFound} from '../client/errors.js';
import type {LabelSelector, ObjectMeta, Resources} from '../objects/kubernetes.generated.js';
import {matchesLabelSelector} from '../objects/labels.js';
import {controllerOf} from '../objects/owner.js';
import {registryKey} from '../objects/resources.js';
import type {ControllerName} from '../stages/facts/controllers.js';
import {note} from '../stages/note.js';
import type {Tools} from './controller.js';

interface Named {
	readonly apiVersion: string;
	readonly kind: string;
	readonly metadata: ObjectMeta;
}

/** The action of an owner on an existing object. */
export type Claim = 'own' | 'adopt' | 'release' | 'ignore';

/**
Decides whether `owner` keeps, adopts, releases or ignores an object. It compares labels and owner reference; an object with another owner is never adopted.

@mirrors k8s.io/kubernetes/pkg/controller.BaseControllerRefManager ClaimObject
*/
export const claimOf = (
	owner: {readonly metadata: ObjectMeta},
	selector: LabelSelector,
	object: {readonly metadata: ObjectMeta},
): Claim => {
	const holder = controllerOf(object);
	const matches = matchesLabelSelector(selector, object.metadata.labels);
	const leaving = owner.metadata.deletionTimestamp !== undefined;
	if (holder) {
		if (holder.uid !== owner.metadata.uid) {
			return 'ignore';
		}

		if (matches) {
			return 'own';
		}

		if (leaving) {
			return 'ignore';
		}

		return 'release';
	}

	return matches && !leaving && object.metadata.deletionTimestamp === undefined ? 'adopt' : 'ignore';
};

/**
Claims the candidates: adopts orphans that match, releases objects that no longer match.

@param ownerResource for reading the owner from the apiserver before the first adoption: a cache could be stale.
@param finalizer added to adopted objects.
@returns the owner's objects now.
*/
export function* claim<O extends ResourceName, R extends ResourceName>(
	{client}: Tools,
	controller: ControllerName,
	ownerResource: O,
	owner: Named,
	selector: LabelSelector,
	resource: R,
	candidates: ReadonlyArray<Resources[R]>,
	finalizer?: string,
): Routine<Array<Resources[R]>> {
	const owned: Array<Resources[R]> = [];
	let confirmed = false;
	for (const candidate of candidates) {
		const {namespace, name, uid}: ObjectMeta = candidate.metadata;
		const verdict = claimOf(owner, selector, candidate);
		if (verdict === 'own') {
			owned.push(candidate);
		} else if (verdict === 'adopt') {
			if (!confirmed) {
				yield* confirm(client.get(ownerResource, owner.metadata.namespace, owner.metadata.name), owner);
				confirmed = true;
			}

			const reference = {
				apiVersion: owner.apiVersion,
				kind: owner.kind,
				name: owner.metadata.name,
				uid: owner.metadata.uid,
				controller: true,
				blockOwnerDeletion: true,
			};
			const finalizers = finalizer ? {finalizers: [finalizer]} : {};
			const patch = {metadata: {ownerReferences: [reference], uid, ...finalizers}};
			yield* note(
				`controller.${controller}.adopt`,
				{owner: owner.metadata.name, kind: candidate.kind, before: candidate},
				{object: registryKey(resource, namespace, name)},
			);
			const adopted = yield* ignoreNotFound(client.patch(resource, namespace, name, patch));
			if (adopted) {
				owned.push(adopted);
			}
		} else if (verdict === 'release') {
			const patch = {metadata: {ownerReferences: [{$patch: 'delete', uid: owner.metadata.uid}], uid}};
			yield* note(
				`controller.${controller}.release`,
				{owner: owner.metadata.name, kind: candidate.kind, before: candidate},
				{object: registryKey(resource, namespace, name)},
			);
			yield* ignoreNotFound(client.patch(resource, namespace, name, patch));
		}
	}

	return owned;
}

/**
Why an owner may adopt nothing: it was deleted, or was replaced by another with the same name.

@param fresh the owner as the apiserver stores it now.
*/
export const adoptionRefusal = (fresh: Named, owner: Named): string | undefined => {
	const {namespace, name, uid} = owner.metadata;
	if (fresh.metadata.uid !== uid) {
		return `original ${owner.kind} ${namespace}/${name} is gone: got uid ${fresh.metadata.uid}, wanted ${uid}`;
	}

	return fresh.metadata.deletionTimestamp === undefined
		? undefined
		: `${namespace}/${name} has just been deleted at ${fresh.metadata.deletionTimestamp}`;
};

function* confirm(read: Routine<Named>, owner: Named): Routine {
	const trouble = adoptionRefusal(yield* read, owner);
	if (trouble) {
		throw new ApiError({
			kind: 'Status',
			apiVersion: 'v1',
			metadata: {},
			status: 'Failure',
			message: `can't adopt: ${trouble}`,
			code: 409,
		});
	}
}
