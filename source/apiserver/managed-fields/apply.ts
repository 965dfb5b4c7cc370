import {equal} from '../../kernel/equality.js';
import {isRecord, type Fields} from '../../kernel/record.js';
import {withMetadata, type KubernetesObject} from '../../objects/kubernetes-object.js';
import type {ManagedFieldsEntry} from '../../objects/kubernetes.generated.js';
import {apiVersionOf, groupVersionOf, type Resource} from '../../objects/resources.js';
import {nestedField, nestedMap, nestedString} from '../../objects/unstructured.js';
import {lastApplied} from '../../objects/last-applied.js';
import {toVersion} from '../encoding/conversion.js';
import {badRequest, failure, RequestFailure} from '../request/failure.js';
import {compareFields, fieldSetOf, newFields, withNamedFields, type KnownItems} from './compare.js';
import {conflictFailure, type Conflict} from './conflict.js';
import {entryOf, isOwn, readEntries, sortEntries} from './entries.js';
import {difference, emptySet, hasPath, intersection, isEmptySet, pathsOf, union, type FieldSet} from './field-set.js';
import type {FieldType} from './field-type.js';
import {mergeFields, printTypeErrors, removeFields, typeErrors} from './merge.js';
import {owned, ownershipOf, stripped, withEntries, type FieldOwnership, type Loss} from './ownership.js';
import type {ManagedEntry, Writer} from './managed-entry.js';

const conflictsOf = (losses: readonly Loss[]): readonly Conflict[] =>
	losses.flatMap(({entry, taken}) => pathsOf(taken).map((path) => ({entry, path})));

const withoutManaged = (object: KubernetesObject): KubernetesObject =>
	object.metadata?.managedFields === undefined ? object : withMetadata(object, {managedFields: undefined});

/** A patch as it was sent to be applied. */
export interface Application {
	readonly patch: Fields;
	readonly force: boolean;
	readonly writer: Writer;
	/** Converts the merged fields of patch and live object to an API object. */
	readonly convert: (merged: Fields) => KubernetesObject;
}

/**
The live object after a patch has been applied, with its `managedFields`.

@param live the stored object; `undefined` if it does not exist yet.
@throws RequestFailure 409 with each field that another manager owns; 400 or 500 for a patch that is not valid.
@mirrors k8s.io/apimachinery/pkg/util/managedfields FieldManager.Apply
*/
export const applyFields = (
	resource: Resource,
	live: KubernetesObject | undefined,
	application: Application,
): KubernetesObject => {
	const {patch, writer} = application;
	checkPatch(resource, patch);
	const found = mergedWith(resource, live, application);
	if (found.conflicts.length > 0 && !application.force) {
		const open = writer.manager === 'kubectl' && live ? unsettled(resource, live, found.conflicts) : found.conflicts;
		if (open.length > 0) {
			throw conflictFailure(open);
		}
	}

	return withLastApplied(found.result(), application);
};

/** A kind as Go prints it: `apps/v1, Kind=Deployment`. */
export const gvkText = (object: object): string => {
	const {group, version} = groupVersionOf(nestedString(object, 'apiVersion') ?? '');
	return `${group}/${version}, Kind=${nestedString(object, 'kind') ?? ''}`;
};

/** An object as upstream's errors name it: `default/web; apps/v1, Kind=Deployment`. */
export const describeObject = (object: object): string =>
	`${nestedString(object, 'metadata', 'namespace') ?? ''}/${nestedString(object, 'metadata', 'name') ?? ''}; ${gvkText(object)}`;

const checkPatch = (resource: Resource, patch: Fields): void => {
	if (patch['apiVersion'] !== apiVersionOf(resource) || patch['kind'] !== resource.kind) {
		throw new RequestFailure(badRequest(`invalid object type: ${gvkText(patch)}`));
	}

	if (nestedField(patch, 'metadata', 'managedFields') !== undefined) {
		throw new RequestFailure(badRequest('metadata.managedFields must be nil'));
	}
};

/** Refuses a patch whose fields are not of its type. @throws RequestFailure 500, where there are errors */
export const refuseUntyped = (patch: Fields, errors: readonly string[]): void => {
	if (errors.length > 0) {
		throw new RequestFailure(
			failure(500, '', `failed to create typed patch object (${describeObject(patch)}): ${printTypeErrors(errors)}`),
		);
	}
};

/** The live object with a patch applied, and the fields that the patch takes over from other managers. */
interface Merged {
	readonly conflicts: readonly Conflict[];
	/** The object to be stored, regardless of conflicts. */
	result(): KubernetesObject;
}

const mergedWith = (
	resource: Resource,
	live: KubernetesObject | undefined,
	{patch, writer, convert}: Application,
): Merged => {
	const ownership = ownershipOf(resource, writer.subresource);
	const {type} = ownership;
	const stored = live && toVersion(resource, live);
	const entries = entriesBefore(ownership, live, stored, writer);
	if (!type || !entries) {
		throw new RequestFailure(failure(500, '', 'failed to decode managed fields'));
	}

	refuseUntyped(patch, typeErrors(patch, type));
	const clean = stored ? withoutManaged(stored) : undefined;
	const merged = fieldsOf(mergeFields(clean ?? {}, patch, type));
	const last = entries.find((entry) => isOwn(entry, writer));
	const self = entryOf(writer, ownership.kept(fieldSetOf(patch, type)), last?.time);
	const claimed = [...entries.filter((entry) => entry !== last), self];
	const dropsAny = last !== undefined && !isEmptySet(difference(last.fieldsV1, self.fieldsV1));
	const pruned = dropsAny ? prune(merged, claimed, last.fieldsV1, type) : merged;
	const taken = ownership.take(clean, pruned, claimed, self);
	return {
		conflicts: conflictsOf(taken.losses),
		result() {
			const isSame = clean !== undefined && equal(clean, pruned);
			const mine = stripped(self.fieldsV1);
			const others = taken.entries.filter((entry) => entry !== self);
			const time = isSame ? last?.time : writer.now;
			const final = isEmptySet(mine) ? others : [...others, entryOf(writer, mine, time)];
			return withEntries(
				isSame ? clean : convert(pruned),
				final.length === 0 ? undefined : settled(sortEntries(final), live),
			);
		},
	};
};

/** The owners before the patch; `undefined` if they are unknown. */
const entriesBefore = (
	ownership: FieldOwnership,
	live: KubernetesObject | undefined,
	stored: KubernetesObject | undefined,
	writer: Writer,
): readonly ManagedEntry[] | undefined => {
	const entries = readEntries(live?.metadata.managedFields);
	if (entries?.length !== 0 || !stored || !ownership.type) {
		return entries;
	}

	// The object was created before its owners were tracked.
	const before: Writer = {...writer, manager: 'before-first-apply', operation: 'Update'};
	return owned([], ownership.kept(newFields(stored, ownership.type)), before, []) ?? [];
};

const fieldsOf = (value: unknown): Fields => (isRecord(value) ? value : {});

/** The stored list itself if the new one differs only in times. */
const settled = (
	entries: readonly ManagedEntry[],
	live: KubernetesObject | undefined,
): readonly ManagedFieldsEntry[] => {
	const stored = live?.metadata.managedFields;
	return stored && equal(stored, entries) ? stored : entries;
};

/**
Removes fields that this applier applied last time but not this time, unless another manager owns them. An applier that drops no field has nothing to remove.

@mirrors sigs.k8s.io/structured-merge-diff merge.Updater.prune
*/
const prune = (merged: Fields, entries: readonly ManagedEntry[], last: FieldSet, type: FieldType): Fields => {
	const known: KnownItems = new Map();
	const named = (set: FieldSet) => withNamedFields(set, type);
	const setOf = (fields: Fields) => named(fieldSetOf(fields, type, known));
	const remove = (set: FieldSet) => fieldsOf(removeFields(merged, set, type));
	const lastNamed = named(last);
	const mergedSet = setOf(merged);
	const managed = entries.map(({fieldsV1}) => fieldsV1).reduce(union, emptySet);
	let pruned = remove(lastNamed);
	pruned = remove(difference(mergedSet, union(setOf(pruned), named(managed))));
	return remove(intersection(difference(mergedSet, setOf(pruned)), lastNamed));
};

/** Conflicts that do not count: kubectl's client-side apply set these values, and they have not changed since. */
const unsettled = (resource: Resource, live: KubernetesObject, conflicts: readonly Conflict[]): readonly Conflict[] => {
	const annotation = live.metadata.annotations?.[lastApplied];
	const {type} = ownershipOf(resource, '');
	let last: unknown;
	try {
		last = JSON.parse(annotation ?? '');
	} catch {
		return conflicts;
	}

	const stored = toVersion(resource, live);
	if (!type || !isRecord(last) || last['apiVersion'] !== stored.apiVersion) {
		return conflicts;
	}

	const {set, removed} = compareFields(last, stored, type);
	const allowed = difference(difference(fieldSetOf(last, type), set), removed);
	return conflicts.filter(({path}) => !hasPath(allowed, path));
};

/** Keeps the annotation of client-side apply up to date for users who return to it. */
const withLastApplied = (object: KubernetesObject, {patch, writer}: Application): KubernetesObject => {
	const {annotations} = object.metadata;
	if (writer.manager !== 'kubectl' || !annotations?.[lastApplied]) {
		return object;
	}

	const {annotations: had, ...metadata} = nestedMap(patch, 'metadata') ?? {};
	const {[lastApplied]: _, ...others} = fieldsOf(had);
	const last = {...patch, metadata: had === undefined ? metadata : {...metadata, annotations: others}};
	return withMetadata(object, {annotations: {...annotations, [lastApplied]: `${sortedJSON(last)}\n`}});
};

const sortedJSON = (value: unknown): string =>
	JSON.stringify(value, (_key, item: unknown) =>
		isRecord(item) ? Object.fromEntries(Object.entries(item).sort(([a], [b]) => (a < b ? -1 : 1))) : item,
	);
