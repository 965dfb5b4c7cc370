import {withMetadata, type KubernetesObject} from '../../objects/kubernetes-object.js';
import {toVersion} from '../encoding/conversion.js';
import {badRequest, failure, RequestFailure} from '../request/failure.js';
import {apiVersionOf, groupVersionOf, resourceOfKind, type Resource} from '../../objects/resources.js';
import {compareFields, fieldSetOf, newFields, withNamedFields} from './compare.js';
import {conflictFailure, type Conflict} from './conflict.js';
import {
	capped,
	entryOf,
	isOwn,
	isReset,
	readEntries,
	sortEntries,
	withFields,
	type ManagedEntry,
	type Writer,
} from './entries.js';
import {
	difference,
	differenceOfTrees,
	emptySet,
	hasPath,
	intersection,
	isEmptySet,
	pathsOf,
	union,
	type FieldSet,
} from './field-set.js';
import {fieldTypeOfCustom, fieldTypeOfKind, type FieldType} from './field-type.js';
import {mergeFields, printTypeErrors, removeFields, typeErrors} from './merge.js';
import {resetFieldsOf} from './reset-fields.js';
import {equal} from '../../kernel/equality.js';
import {isRecord} from '../../kernel/record.js';

/** What nobody owns: it is the server's. */
const served = new Set(
	'name namespace creationTimestamp selfLink uid clusterName generation managedFields resourceVersion'
		.split(' ')
		.map((name) => `f:${name}`),
);

/** The set without what is the server's; the very same where nothing is. */
const stripped = (set: FieldSet): FieldSet => {
	if (!set['f:metadata'] && !set['f:apiVersion'] && !set['f:kind']) {
		return set;
	}

	const result: Record<string, FieldSet> = {};
	for (const element in set) {
		if (element === 'f:apiVersion' || element === 'f:kind') {
			continue;
		}

		if (element !== 'f:metadata') {
			result[element] = set[element]!;
			continue;
		}

		const kept: Record<string, FieldSet> = {};
		let isEmpty = true;
		for (const field in set[element]) {
			// Neither the metadata as a whole nor these fields of it.
			if (field !== '.' && !served.has(field)) {
				kept[field] = set[element][field]!;
				isEmpty = false;
			}
		}

		if (!isEmpty) {
			result[element] = kept;
		}
	}

	return result;
};

const lastAppliedAnnotation = 'kubectl.kubernetes.io/last-applied-configuration';

interface Change {
	readonly set: FieldSet;
	readonly removed: FieldSet;
}

/** What a change takes from one manager. */
interface Loss {
	readonly entry: ManagedEntry;
	readonly taken: FieldSet;
}

const conflictsOf = (losses: readonly Loss[]): readonly Conflict[] =>
	losses.flatMap(({entry, taken}) => pathsOf(taken).map((path) => ({entry, path})));

const withoutManaged = (object: KubernetesObject): KubernetesObject =>
	object.metadata?.managedFields === undefined ? object : withMetadata(object, {managedFields: undefined});

/** Who owns which field of objects of one kind, seen through one endpoint. */
class FieldOwnership {
	readonly apiVersion: string;
	readonly type: FieldType | undefined;
	readonly #reset: FieldSet | undefined;

	constructor(
		readonly resource: Resource,
		readonly subresource: string,
	) {
		this.apiVersion = apiVersionOf(resource);
		this.type = resource.custom ? fieldTypeOfCustom(resource.custom) : fieldTypeOfKind(this.apiVersion, resource.kind);
		this.#reset = resetFieldsOf(resource, subresource);
	}

	/** The set without what this endpoint does not let anybody change. */
	kept(set: FieldSet): FieldSet {
		return this.#reset && !isEmptySet(set) ? differenceOfTrees(set, this.#reset) : set;
	}

	/** What lies between two states, in a version. */
	#change(live: KubernetesObject | undefined, next: KubernetesObject, apiVersion: string): Change | undefined {
		// Simplified: the versions of a custom kind are of one form.
		const isOwn = apiVersion === this.apiVersion || this.resource.custom !== undefined;
		const resource = isOwn ? this.resource : resourceOfKind(apiVersion, this.resource.kind);
		const type = isOwn ? this.type : fieldTypeOfKind(apiVersion, this.resource.kind);
		if (!resource || !type) {
			return undefined;
		}

		const after = toVersion(resource, next);
		if (!live) {
			return {set: this.kept(newFields(after, type)), removed: emptySet};
		}

		const {set, removed} = compareFields(toVersion(resource, live), after, type);
		return {set: this.kept(set), removed: this.kept(removed)};
	}

	/**
	Takes from everybody else what a change sets or removes.

	@param self is left out.
	@returns the change in this endpoint's own version, the entries after it, and what was taken that others had.
	*/
	take(
		live: KubernetesObject | undefined,
		next: KubernetesObject,
		entries: readonly ManagedEntry[],
		self?: ManagedEntry,
	): {readonly change: Change; readonly entries: readonly ManagedEntry[]; readonly losses: readonly Loss[]} {
		const change = this.#change(live, next, this.apiVersion)!;
		let others: Map<string, Change | undefined> | undefined;
		const changeIn = (apiVersion: string): Change | undefined => {
			if (apiVersion === this.apiVersion) {
				return change;
			}

			others ??= new Map();
			if (!others.has(apiVersion)) {
				others.set(apiVersion, this.#change(live, next, apiVersion));
			}

			return others.get(apiVersion);
		};

		const left: ManagedEntry[] = [];
		const losses: Loss[] = [];
		for (const entry of entries) {
			const seen = entry === self ? undefined : changeIn(entry.apiVersion);
			if (entry === self) {
				left.push(entry);
			} else if (seen) {
				const {fieldsV1} = entry;
				const taken = isEmptySet(seen.set) ? emptySet : intersection(fieldsV1, seen.set);
				let rest = fieldsV1;
				if (!isEmptySet(taken)) {
					losses.push({entry, taken});
					rest = difference(rest, taken);
				}

				if (!isEmptySet(seen.removed)) {
					rest = difference(rest, seen.removed);
				}

				if (!isEmptySet(rest)) {
					left.push(equal(rest, fieldsV1) ? entry : withFields(entry, rest));
				}
			}
		}

		return {change, entries: left, losses};
	}
}

const ownerships = new WeakMap<Resource, Map<string, FieldOwnership>>();

const ownershipOf = (resource: Resource, subresource: string): FieldOwnership => {
	let ofResource = ownerships.get(resource);
	if (!ofResource) {
		ofResource = new Map();
		ownerships.set(resource, ofResource);
	}

	let ownership = ofResource.get(subresource);
	if (!ownership) {
		ownership = new FieldOwnership(resource, subresource);
		ofResource.set(subresource, ownership);
	}

	return ownership;
};

/** What `managedFields` a request starts from: the client's, where it may set them and did, else the stored. */
const startOf = (live: KubernetesObject | undefined, next: KubernetesObject, subresource: string) => {
	const stored = readEntries(live?.metadata.managedFields) ?? [];
	const given: unknown = next.metadata.managedFields;
	if (subresource !== '' || given === undefined || given === live?.metadata.managedFields) {
		return stored;
	}

	if (isReset(given)) {
		return [];
	}

	const read = readEntries(given);
	return read && read.length > 0 ? read : stored;
};

/**
The object with `managedFields` as they are after a write that is no apply: the writer owns what it changed, and nobody else does.

@param live the stored object; `undefined`: it is being created.
@mirrors k8s.io/apimachinery/pkg/util/managedfields FieldManager.UpdateNoErrors
*/
export const updateFields = (
	resource: Resource,
	live: KubernetesObject | undefined,
	next: KubernetesObject,
	writer: Writer,
): KubernetesObject => {
	const ownership = ownershipOf(resource, writer.subresource);
	const start = startOf(live, next, writer.subresource);
	if (!ownership.type || (start.length === 0 && live)) {
		return withEntries(next, start.length === 0 ? undefined : start);
	}

	const taken = ownership.take(live, next, start);
	return withEntries(next, owned(taken.entries, taken.change.set, writer, start));
};

const withEntries = (object: KubernetesObject, entries: readonly ManagedEntry[] | undefined): KubernetesObject =>
	(object.metadata.managedFields as unknown) === entries
		? object
		: withMetadata(object, {managedFields: entries as never});

/** The entries with what a writer has set added to its own; the very same where nothing is another. */
const owned = (
	entries: readonly ManagedEntry[],
	set: FieldSet,
	writer: Writer,
	start: readonly ManagedEntry[],
): readonly ManagedEntry[] | undefined => {
	const mine = stripped(set);
	if (isEmptySet(mine)) {
		const isSame = entries.length === start.length && entries.every((entry, index) => entry === start[index]);
		return entries.length === 0 ? undefined : isSame ? start : sortEntries(entries);
	}

	const previous = entries.find((entry) => isOwn(entry, writer));
	const entry = entryOf(writer, previous ? union(previous.fieldsV1, mine) : mine, writer.now);
	return sortEntries(capped([...entries.filter((other) => other !== previous), entry]));
};

/** A patch as it was sent to be applied. */
export interface Application {
	readonly patch: KubernetesObject;
	readonly force: boolean;
	readonly writer: Writer;
	/** Makes an object of the API of what the patch and the live object are together. */
	readonly convert: (merged: KubernetesObject) => KubernetesObject;
}

/**
The live object after a patch has been applied, with its `managedFields`.

@param live the stored object; `undefined`: there is none yet.
@throws RequestFailure 409 with each field that somebody else owns; 400 or 500 for a patch that is none.
@mirrors k8s.io/apimachinery/pkg/util/managedfields FieldManager.Apply
*/
export const applyFields = (
	resource: Resource,
	live: KubernetesObject | undefined,
	application: Application,
): KubernetesObject => {
	const {patch, writer} = application;
	checkPatch(resource, patch);
	const applied = tryToApply(resource, live, application);
	let result = applied;
	if ('conflicts' in applied) {
		const open =
			writer.manager === 'kubectl' && live ? unsettled(resource, live, applied.conflicts) : applied.conflicts;
		if (open.length > 0) {
			throw conflictFailure(open);
		}

		result = tryToApply(resource, live, {...application, force: true});
	}

	return withLastApplied(result as KubernetesObject, application);
};

/** A kind as Go prints it: `apps/v1, Kind=Deployment`. */
export const gvkText = ({apiVersion = '', kind = ''}: Partial<KubernetesObject>): string => {
	const {group, version} = groupVersionOf(apiVersion);
	return `${group}/${version}, Kind=${kind}`;
};

/** An object as upstream's errors name it: `default/web; apps/v1, Kind=Deployment`. */
export const describeObject = (object: KubernetesObject): string => {
	const {namespace = '', name = ''} = (object.metadata ?? {}) as Partial<KubernetesObject['metadata']>;
	return `${namespace}/${name}; ${gvkText(object)}`;
};

const checkPatch = (resource: Resource, patch: KubernetesObject): void => {
	if (patch.apiVersion !== apiVersionOf(resource) || patch.kind !== resource.kind) {
		throw new RequestFailure(badRequest(`invalid object type: ${gvkText(patch)}`));
	}

	if ((patch.metadata as {readonly managedFields?: unknown} | undefined)?.managedFields !== undefined) {
		throw new RequestFailure(badRequest('metadata.managedFields must be nil'));
	}
};

const checkTypes = (patch: KubernetesObject, type: FieldType): void => {
	const errors = typeErrors(patch, type);
	if (errors.length > 0) {
		throw new RequestFailure(
			failure(500, '', `failed to create typed patch object (${describeObject(patch)}): ${printTypeErrors(errors)}`),
		);
	}
};

const tryToApply = (
	resource: Resource,
	live: KubernetesObject | undefined,
	{patch, force, writer, convert}: Application,
): KubernetesObject | {readonly conflicts: readonly Conflict[]} => {
	const ownership = ownershipOf(resource, writer.subresource);
	const {type} = ownership;
	const stored = live && toVersion(resource, live);
	let entries = readEntries(live?.metadata.managedFields);
	if (!type || !entries) {
		throw new RequestFailure(failure(500, '', 'failed to decode managed fields'));
	}

	if (entries.length === 0 && stored) {
		// Somebody made it before anybody asked who.
		const before = {...writer, manager: 'before-first-apply', operation: 'Update' as const};
		entries = owned([], ownership.kept(newFields(stored, type)), before, []) ?? [];
	}

	checkTypes(patch, type);
	const clean = stored ? withoutManaged(stored) : undefined;
	const merged = mergeFields(clean ?? {}, patch, type) as KubernetesObject;
	const last = entries.find((entry) => isOwn(entry, writer));
	const self = entryOf(writer, ownership.kept(fieldSetOf(patch, type)), last?.time);
	const claimed = [...entries.filter((entry) => entry !== last), self];
	const pruned = last ? prune(merged, claimed, last.fieldsV1, type) : merged;
	const taken = ownership.take(clean, pruned, claimed, self);
	if (taken.losses.length > 0 && !force) {
		return {conflicts: conflictsOf(taken.losses)};
	}

	const isSame = clean !== undefined && equal(clean, pruned);
	const mine = stripped(self.fieldsV1);
	const others = taken.entries.filter((entry) => entry !== self);
	const final = isEmptySet(mine) ? others : [...others, entryOf(writer, mine, isSame ? last?.time : writer.now)];
	return withEntries(
		isSame ? clean : convert(pruned),
		final.length === 0 ? undefined : settled(sortEntries(final), live),
	);
};

/** The stored list itself where only its times would be others. */
const settled = (entries: readonly ManagedEntry[], live: KubernetesObject | undefined): readonly ManagedEntry[] => {
	const stored = live?.metadata.managedFields as unknown as readonly ManagedEntry[] | undefined;
	return stored && equal(stored, entries) ? stored : entries;
};

/**
What this applier applied last time and not this time goes, unless somebody else owns it.

@mirrors sigs.k8s.io/structured-merge-diff merge.Updater.prune
*/
const prune = (
	merged: KubernetesObject,
	entries: readonly ManagedEntry[],
	last: FieldSet,
	type: FieldType,
): KubernetesObject => {
	const named = (set: FieldSet) => withNamedFields(set, type);
	const remove = (set: FieldSet) => (removeFields(merged, set, type) ?? {}) as KubernetesObject;
	const lastNamed = named(last);
	const mergedSet = named(fieldSetOf(merged, type));
	const managed = entries.map(({fieldsV1}) => fieldsV1).reduce(union, emptySet);
	let pruned = remove(lastNamed);
	pruned = remove(difference(mergedSet, union(named(fieldSetOf(pruned, type)), named(managed))));
	return remove(intersection(difference(mergedSet, named(fieldSetOf(pruned, type))), lastNamed));
};

/** Conflicts that are none: client-side apply of kubectl set these values, and they are still as it set them. */
const unsettled = (resource: Resource, live: KubernetesObject, conflicts: readonly Conflict[]): readonly Conflict[] => {
	const annotation = live.metadata.annotations?.[lastAppliedAnnotation];
	const type = ownershipOf(resource, '').type!;
	let last: KubernetesObject;
	try {
		last = JSON.parse(annotation ?? '') as KubernetesObject;
	} catch {
		return conflicts;
	}

	const stored = toVersion(resource, live);
	if (typeof last !== 'object' || last === null || last.apiVersion !== stored.apiVersion) {
		return conflicts;
	}

	const {set, removed} = compareFields(last, stored, type);
	const allowed = difference(difference(fieldSetOf(last, type), set), removed);
	return conflicts.filter(({path}) => !hasPath(allowed, path));
};

/** Keeps the note of client-side apply up to date for who goes back to it. */
const withLastApplied = (object: KubernetesObject, {patch, writer}: Application): KubernetesObject => {
	const {annotations} = object.metadata;
	if (writer.manager !== 'kubectl' || !annotations?.[lastAppliedAnnotation]) {
		return object;
	}

	const {[lastAppliedAnnotation]: _, ...others} = patch.metadata.annotations ?? {};
	const {annotations: had, ...metadata} = patch.metadata;
	const last = {...patch, metadata: had === undefined ? metadata : {...metadata, annotations: others}};
	return withMetadata(object, {annotations: {...annotations, [lastAppliedAnnotation]: `${sortedJSON(last)}\n`}});
};

const sortedJSON = (value: unknown): string =>
	JSON.stringify(value, (_key, item: unknown) =>
		isRecord(item) ? Object.fromEntries(Object.entries(item).sort(([a], [b]) => (a < b ? -1 : 1))) : item,
	);

const isSameButTime = (one: object, other: object): boolean => {
	const [left, right] = [one, other] as ReadonlyArray<Readonly<Record<string, unknown>>>;
	for (const name in left) {
		if (name !== 'time' && !equal(left![name], right![name])) {
			return false;
		}
	}

	for (const name in right) {
		if (name !== 'time' && right![name] !== undefined && left![name] === undefined) {
			return false;
		}
	}

	return true;
};

/**
The object with the stored `managedFields` where nothing but their times is another: writing that would tell nobody anything.

@mirrors k8s.io/apiserver/pkg/endpoints/handlers/fieldmanager IgnoreManagedFieldsTimestampsTransformer
*/
export const keepTimes = (object: KubernetesObject, stored: KubernetesObject): KubernetesObject => {
	const now = object.metadata.managedFields;
	const before = stored.metadata.managedFields;
	if (!now || !before || now === before || now.length !== before.length) {
		return object;
	}

	const isSame = now.every((entry, index) => isSameButTime(entry, before[index]!));
	const restored = isSame ? withMetadata(object, {managedFields: before}) : object;
	return isSame && equal(restored, stored) ? restored : object;
};
