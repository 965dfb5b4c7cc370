import {equal} from '../../kernel/equality.js';
import {isObject, withMetadata, type KubernetesObject} from '../../objects/kubernetes-object.js';
import type {ManagedFieldsEntry} from '../../objects/kubernetes.generated.js';
import {apiVersionOf, resourceOfKind, type Resource} from '../../objects/resources.js';
import {isConverted, toVersion} from '../encoding/conversion.js';
import {compareFields, newFields} from './compare.js';
import {capped, entryOf, isOwn, sortEntries, withFields} from './entries.js';
import {
	difference,
	differenceOfTrees,
	emptySet,
	intersection,
	isEmptySet,
	setOf,
	union,
	type FieldSet,
} from './field-set.js';
import {fieldTypeOfCustom, fieldTypeOfKind, type FieldType} from './field-type.js';
import {resetFieldsOf} from './reset-fields.js';
import {setsAny} from './sets-any.js';
import {getOrInsert} from '../../kernel/get-or-insert.js';
import type {ManagedEntry, Writer} from './managed-entry.js';

/** Fields that no manager owns: they belong to the server. */
const served = new Set(
	'name namespace creationTimestamp selfLink uid clusterName generation managedFields resourceVersion'
		.split(' ')
		.map((name) => `f:${name}`),
);

const serverFields = [...served]
	.map((field) => setOf('f:metadata', field))
	.reduce(union, union(setOf('f:apiVersion'), setOf('f:kind')));

/** The set without the server's fields; the set itself if it has none of them. */
export const stripped = (set: FieldSet): FieldSet => {
	if (!set['f:metadata'] && !set['f:apiVersion'] && !set['f:kind']) {
		return set;
	}

	const result: Record<string, FieldSet> = {};
	for (const [element, below] of Object.entries(set)) {
		if (element === 'f:metadata') {
			const kept = ofClients(below);
			if (!isEmptySet(kept)) {
				result[element] = kept;
			}
		} else if (element !== 'f:apiVersion' && element !== 'f:kind') {
			result[element] = below;
		}
	}

	return result;
};

/** The metadata that clients own: not the metadata as a whole, and not the fields that only the server sets. */
const ofClients = (metadata: FieldSet): FieldSet => {
	const kept: Record<string, FieldSet> = {};
	for (const [field, below] of Object.entries(metadata)) {
		if (field !== '.' && !served.has(field)) {
			kept[field] = below;
		}
	}

	return kept;
};

interface Change {
	readonly set: FieldSet;
	readonly removed: FieldSet;
}

/** The fields that a change takes from one manager. */
export interface Loss {
	readonly entry: ManagedEntry;
	readonly taken: FieldSet;
}

/** A change, the entries after it, and the fields taken from other managers. */
interface Taken {
	readonly change: Change;
	readonly entries: readonly ManagedEntry[];
	readonly losses: readonly Loss[];
}

const noChange: Change = {set: emptySet, removed: emptySet};

/** The object in the version of a resource; a patch that is not yet an object stays as it is. */
const shownIn = (resource: Resource, object: object): object =>
	isObject(object) ? toVersion(resource, object) : object;

/** The owners of the fields of objects of one kind, seen through one endpoint. */
export class FieldOwnership {
	readonly apiVersion: string;
	readonly type: FieldType | undefined;
	readonly #reset: FieldSet | undefined;
	/** The fields of a write through this endpoint that have no owner. */
	readonly #uncounted: FieldSet;

	constructor(
		readonly resource: Resource,
		readonly subresource: string,
	) {
		this.apiVersion = apiVersionOf(resource);
		this.type = resource.custom ? fieldTypeOfCustom(resource.custom) : fieldTypeOfKind(this.apiVersion, resource.kind);
		this.#reset = resetFieldsOf(resource, subresource);
		this.#uncounted = union(serverFields, this.#reset ?? emptySet);
	}

	/** The set without the fields that cannot change through this endpoint. */
	kept(set: FieldSet): FieldSet {
		return this.#reset && !isEmptySet(set) ? differenceOfTrees(set, this.#reset) : set;
	}

	/** The difference between two states, in a version. */
	#change(live: object | undefined, next: object, apiVersion: string): Change | undefined {
		// Simplified: all versions of a custom kind have one schema.
		const isOwn = apiVersion === this.apiVersion || this.resource.custom !== undefined;
		const resource = isOwn ? this.resource : resourceOfKind(apiVersion, this.resource.kind);
		const type = isOwn ? this.type : fieldTypeOfKind(apiVersion, this.resource.kind);
		if (!resource || !type) {
			return undefined;
		}

		const after = shownIn(resource, next);
		if (!live) {
			return {set: this.kept(newFields(after, type)), removed: emptySet};
		}

		const {set, removed} = compareFields(shownIn(resource, live), after, type);
		return {set: this.kept(set), removed: this.kept(removed)};
	}

	/**
	Takes the fields that a change sets or removes from all other managers.

	@param self the writer, which keeps its fields.
	@returns the change in this endpoint's own version, the entries after it, and the fields that other managers lost.
	*/
	take(live: object | undefined, next: object, entries: readonly ManagedEntry[], self?: ManagedEntry): Taken {
		const change = this.#change(live, next, this.apiVersion) ?? noChange;
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

	/** The entries after a write that is not an apply: the writer alone owns the fields that it changed. `undefined` if no field has an owner. */
	entriesAfter(
		live: object | undefined,
		next: object,
		writer: Writer,
		start: readonly ManagedEntry[],
	): readonly ManagedEntry[] | undefined {
		const {change, entries} = this.take(live, next, start);
		return owned(entries, change.set, writer, start);
	}

	/**
	Whether a write is certain to make its writer the owner of a field: the first such field decides.

	@returns false also where only the whole comparison can tell.
	*/
	surelySets(live: KubernetesObject | undefined, next: KubernetesObject): boolean {
		// An object shown in a version other than the stored one would have to be converted for this.
		const isPlain = this.resource.custom !== undefined || !isConverted(this.resource);
		return isPlain && this.type !== undefined && setsAny(live ?? {}, next, this.type, this.#uncounted);
	}
}

const ownerships = new WeakMap<Resource, Map<string, FieldOwnership>>();

export const ownershipOf = (resource: Resource, subresource: string): FieldOwnership => {
	const ofResource = getOrInsert(ownerships, resource, () => new Map());
	return getOrInsert(ofResource, subresource, () => new FieldOwnership(resource, subresource));
};

export const withEntries = (
	object: KubernetesObject,
	entries: readonly ManagedFieldsEntry[] | undefined,
): KubernetesObject =>
	object.metadata.managedFields === entries ? object : withMetadata(object, {managedFields: entries});

/** The entries with a writer's fields added to its own entry; the entries themselves if nothing differs. */
export const owned = (
	entries: readonly ManagedEntry[],
	set: FieldSet,
	writer: Writer,
	start: readonly ManagedEntry[],
): readonly ManagedEntry[] | undefined => {
	const mine = stripped(set);
	if (isEmptySet(mine)) {
		const isSame = entries.length === start.length && entries.every((entry, index) => entry === start[index]);
		if (entries.length === 0) {
			return undefined;
		}

		if (isSame) {
			return start;
		}

		return sortEntries(entries);
	}

	const previous = entries.find((entry) => isOwn(entry, writer));
	const entry = entryOf(writer, previous ? union(previous.fieldsV1, mine) : mine, writer.now);
	return sortEntries(capped([...entries.filter((other) => other !== previous), entry]));
};
