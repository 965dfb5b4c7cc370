import {equal} from '../../kernel/equality.js';
import {withMetadata, type KubernetesObject} from '../../objects/kubernetes-object.js';
import type {ManagedFieldsEntry} from '../../objects/kubernetes.generated.js';
import type {Resource} from '../../objects/resources.js';
import {isReset, readEntries, type Writer} from './entries.js';
import {owned, ownershipOf, withEntries} from './ownership.js';

/** The `managedFields` that a request starts from: the client's if it may set them and did, else the stored ones. */
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
	if (!ownership.type || (start.length === 0 && live)) {
		return withEntries(next, start.length === 0 ? undefined : start);
	}

	const taken = ownership.take(live, next, start);
	return withEntries(next, owned(taken.entries, taken.change.set, writer, start));
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
	if (!now || !before || now === before || now.length !== before.length) {
		return object;
	}

	const isSame = now.every((entry, index) => isSameButTime(entry, before[index] ?? {}));
	const restored = isSame ? withMetadata(object, {managedFields: before}) : object;
	return isSame && equal(restored, stored) ? restored : object;
};
