import {entryOf} from './entries.js';
import {difference, hasPath, isEmptySet, setOf} from './field-set.js';
import type {ManagedEntry} from './managed-entry.js';

const scaleVersion = 'autoscaling/v1';

const replicasOfScale = setOf('f:spec', 'f:replicas');

/** The place of the number of replicas in each version of a kind. */
export type ReplicasPaths = (apiVersion: string) => readonly string[] | undefined;

const ownsReplicas = (entry: ManagedEntry, paths: ReplicasPaths): boolean => {
	const path = paths(entry.apiVersion);
	return path !== undefined && hasPath(entry.fieldsV1, path);
};

/**
An applier is one writer in all versions. An update through the Scale, which has another version, counts as another writer: its replicas
become a separate entry.
*/
const isSameWriter = (a: ManagedEntry, b: ManagedEntry): boolean =>
	a.operation === 'Apply' &&
	b.operation === 'Apply' &&
	a.manager === b.manager &&
	(a.subresource ?? '') === (b.subresource ?? '');

/**
The owners of the number of replicas, as the Scale of the object shows them.

@mirrors k8s.io/apimachinery/pkg/util/managedfields ScaleHandler.ToSubresource
*/
export const entriesOfScale = (entries: readonly ManagedEntry[], paths: ReplicasPaths): readonly ManagedEntry[] =>
	entries
		.filter((entry) => ownsReplicas(entry, paths))
		.map((entry) => ({...entry, apiVersion: scaleVersion, fieldsV1: replicasOfScale}));

/**
The entries of the object after its Scale was written: managers that lost the replicas there lose them here, and managers that gained them there gain them here, without the time of the change.

@param apiVersion in the request for the object.
@mirrors k8s.io/apimachinery/pkg/util/managedfields ScaleHandler.ToParent
*/
export const entriesOfParent = (
	entries: readonly ManagedEntry[],
	scaled: readonly ManagedEntry[],
	apiVersion: string,
	paths: ReplicasPaths,
): readonly ManagedEntry[] => {
	const left: ManagedEntry[] = [];
	const gained = new Set(scaled);
	for (const entry of entries) {
		if (!ownsReplicas(entry, paths)) {
			left.push(entry);
			continue;
		}

		const same = scaled.find((other) => isSameWriter(entry, other));
		const kept = same ? entry.fieldsV1 : difference(entry.fieldsV1, setOf(...(paths(entry.apiVersion) ?? [])));
		if (same) {
			gained.delete(same);
		}

		if (!isEmptySet(kept)) {
			left.push({...entry, fieldsV1: kept});
		}
	}

	const fieldsV1 = setOf(...(paths(apiVersion) ?? []));
	return [
		...left,
		...[...gained]
			.filter((entry) => hasPath(entry.fieldsV1, ['f:spec', 'f:replicas']))
			.map(({manager = '', operation, subresource = ''}) =>
				entryOf({manager, operation, apiVersion, subresource}, fieldsV1, undefined),
			),
	];
};
