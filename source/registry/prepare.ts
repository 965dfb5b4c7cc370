import {copyInto, copyOf} from '../objects/copy.js';
import {withoutDisabledFields} from './pod/disabled-fields.js';
import {keep, keepMetadata} from './kept-fields.js';
import type {Incoming} from './incoming.js';
import type {KindDescriptor, Prepared} from './kind.js';
import {semanticEqual} from '../kernel/equality.js';

/**
Prepares an object for storage: resets the status, sets generation 1 and the fields that only the server decides. The name, uid and creation time must already exist.

@param kind `undefined` for a kind without a descriptor.

@param options `emptyStatus`: the status of a new object.
@mirrors k8s.io/apiserver/pkg/registry/rest BeforeCreate and each kind's PrepareForCreate
*/
export const prepareForCreate = <T extends Incoming>(
	object: T,
	kind: KindDescriptor | undefined,
	{namespaced, emptyStatus}: {readonly namespaced: boolean; readonly emptyStatus: () => unknown},
): T => {
	const prepared: Prepared = copyOf<Incoming>(object);
	if (kind?.generation) {
		prepared.metadata = copyOf(prepared.metadata);
		prepared.metadata.generation = 1;
	}

	if (prepared.metadata.namespace !== undefined && !namespaced) {
		const {namespace: _, ...kept} = prepared.metadata;
		prepared.metadata = kept;
	}

	if (prepared.metadata.deletionTimestamp !== undefined || prepared.metadata.deletionGracePeriodSeconds !== undefined) {
		const {deletionTimestamp: _, deletionGracePeriodSeconds: __, ...kept} = prepared.metadata;
		prepared.metadata = kept;
	}

	if (prepared.status !== undefined && !kind?.keepsStatus) {
		prepared.status = emptyStatus();
	}

	kind?.changePodSpec?.(prepared, withoutDisabledFields);
	kind?.prepare?.create?.(prepared);
	return prepared as T;
};

/**
Prepares an update for storage: the part that this endpoint does not change stays, and the generation grows if the desired state changed.

@param subresource empty, `status`, `scale`, `resize`, `ephemeralcontainers`, `finalize`, `approval` …
@param now in RFC 3339, for a status that has the time of its change.
@mirrors k8s.io/apiserver/pkg/registry/rest BeforeUpdate and each kind's PrepareForUpdate
*/
export const prepareForUpdate = <T extends Incoming>(
	object: T,
	old: Incoming,
	kind: KindDescriptor | undefined,
	subresource: string,
	now?: string,
): T => {
	const prepared: Prepared = copyOf<Incoming>(object);
	prepared.metadata = metadataOver(object, old);
	switch (subresource) {
		case 'status': {
			prepareStatus(prepared, old, kind, now);
			break;
		}

		case 'finalize': {
			keep(prepared, 'status', old.status);
			break;
		}

		case 'approval': {
			prepared.spec = old.spec;
			kind?.prepare?.update?.(prepared, old, subresource);
			break;
		}

		default: {
			prepareObject(prepared, old, kind, subresource);
		}
	}

	return prepared as T;
};

/** A copy of the metadata; fields that only the server writes stay unchanged, regardless of the client's values. */
const metadataOver = (object: Incoming, old: Incoming): Prepared['metadata'] => {
	const metadata = copyOf(object.metadata);
	const before = old.metadata;
	keep(metadata, 'generation', before.generation);
	keep(metadata, 'creationTimestamp', before.creationTimestamp);
	metadata.deletionTimestamp = before.deletionTimestamp ?? metadata.deletionTimestamp;
	if (metadata.deletionTimestamp === undefined) {
		delete metadata.deletionTimestamp;
	}

	metadata.uid ||= before.uid;
	if (metadata.deletionGracePeriodSeconds === undefined) {
		keep(metadata, 'deletionGracePeriodSeconds', before.deletionGracePeriodSeconds);
	}

	return metadata;
};

const ownFields = new Set(['metadata', 'status']);

const prepareStatus = (
	prepared: Prepared,
	old: Incoming,
	kind: KindDescriptor | undefined,
	now: string | undefined,
): void => {
	copyInto(prepared, old, ownFields);
	const {keeps = []} = kind?.statusEndpoint ?? {};
	if (keeps === 'all') {
		const {managedFields} = prepared.metadata;
		prepared.metadata = {...old.metadata};
		keep(prepared.metadata, 'managedFields', managedFields);
	} else {
		keepMetadata(prepared, old, keeps);
	}

	kind?.prepare?.status?.(prepared, old, now);
};

const prepareObject = (
	prepared: Prepared,
	old: Incoming,
	kind: KindDescriptor | undefined,
	subresource: string,
): void => {
	if (old.status !== undefined || prepared.status !== undefined) {
		keep(prepared, 'status', old.status);
	}

	kind?.changePodSpec?.(prepared, withoutDisabledFields);
	kind?.prepare?.update?.(prepared, old, subresource);
	if (kind?.generation === 'counts changes' && (kind.countsAlso?.(prepared, old) || hasNewWish(prepared, old))) {
		prepared.metadata.generation = (old.metadata.generation ?? 0) + 1;
	}
};

const notWished = new Set(['apiVersion', 'kind', 'metadata', 'status']);

/** The parts that a generation counts: everything but metadata and status. */
const hasNewWish = (now: Readonly<Record<string, unknown>>, old: Readonly<Record<string, unknown>>): boolean => {
	for (const name of new Set([...Object.keys(now), ...Object.keys(old)])) {
		if (!notWished.has(name) && !semanticEqual(now[name], old[name])) {
			return true;
		}
	}

	return false;
};
