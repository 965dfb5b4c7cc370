import {equal} from '../../kernel/equality.js';
import {withMetadata, type KubernetesObject} from '../../objects/kubernetes-object.js';
import type {ManagedFieldsEntry} from '../../objects/kubernetes.generated.js';
import type {Resource} from '../../objects/resources.js';
import {isReset, readEntries} from './entries.js';
import {ownershipOf, withEntries} from './ownership.js';
import {isSameBesideFields} from './same-object.js';
import {TrackedWrite, writeOf, type Start} from './tracked-write.js';
import type {Writer} from './managed-entry.js';

/** The `managedFields` that a request starts from: those that the client set, if it may, otherwise the stored ones. */
const startOf = (live: KubernetesObject | undefined, next: KubernetesObject, subresource: string): Start => {
	const stored: unknown = live?.metadata.managedFields;
	const given: unknown = next.metadata.managedFields;
	if (subresource !== '' || given === undefined || given === stored) {
		return writeOf(stored) ?? readEntries(stored) ?? [];
	}

	if (isReset(given)) {
		return [];
	}

	const read = readEntries(given);
	return read && read.length > 0 ? read : (writeOf(stored) ?? readEntries(stored) ?? []);
};

/**
The object with `managedFields` as they are after a write that is not an apply: the writer alone owns the fields that it changed.

If it is certain that a field has an owner afterwards, they are computed on first use.

@param live the stored object; `undefined` if it is being created.
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
	const isUntracked = live !== undefined && !(start instanceof TrackedWrite) && start.length === 0;
	if (ownership.type && !isUntracked && ownership.surelySets(live, next)) {
		return withEntries(next, new TrackedWrite(ownership, writer, live, next, start).list);
	}

	const entries = start instanceof TrackedWrite ? start.items : start;
	const unchanged = entries.length === 0 ? undefined : entries;
	const after = ownership.type && !isUntracked ? ownership.entriesAfter(live, next, writer, entries) : unchanged;
	return withEntries(next, start instanceof TrackedWrite && after === entries ? start.list : after);
};

const isSameButTime = (one: ManagedFieldsEntry, other: ManagedFieldsEntry): boolean =>
	one.manager === other.manager &&
	one.operation === other.operation &&
	one.apiVersion === other.apiVersion &&
	one.subresource === other.subresource &&
	one.fieldsType === other.fieldsType &&
	equal(one.fieldsV1, other.fieldsV1);

/**
The object with the stored `managedFields` if only their times differ: such a write would carry no information.

@mirrors k8s.io/apiserver/pkg/endpoints/handlers/fieldmanager IgnoreManagedFieldsTimestampsTransformer
*/
export const keepTimes = (object: KubernetesObject, stored: KubernetesObject): KubernetesObject => {
	const now = object.metadata.managedFields;
	const before = stored.metadata.managedFields;
	// A write that changes anything else has its own times, regardless of the fields it owns.
	if (!now || !before || now === before || !isSameBesideFields(object, stored) || now.length !== before.length) {
		return object;
	}

	return now.every((entry, index) => isSameButTime(entry, before[index] ?? {}))
		? withMetadata(object, {managedFields: before})
		: object;
};
