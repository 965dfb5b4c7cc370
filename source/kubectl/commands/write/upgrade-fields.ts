import type {Fields} from '../../../kernel/record.js';
import type {ManagedFieldsEntry as Entry} from '../../../objects/kubernetes.generated.js';
import {nestedField, nestedMap, withValue, type Unstructured} from '../../../objects/unstructured.js';
import {lastApplied} from '../../../objects/last-applied.js';

const entriesOf = ({metadata}: Unstructured): readonly Entry[] => metadata?.managedFields ?? [];

/** Managers who have written the annotation of client-side apply. @mirrors csaupgrade.FindFieldsOwners */
export const ownersOfLastApplied = (object: Unstructured, operation: 'Apply' | 'Update'): readonly string[] =>
	entriesOf(object)
		.filter((entry) => entry.operation === operation)
		.filter(({fieldsV1}) => nestedField(fieldsV1, 'f:metadata', 'f:annotations', `f:${lastApplied}`) !== undefined)
		.map(({manager = ''}) => manager);

/** The union of two sets of fields; a node that is a field and has others below it is marked with a dot. */
const union = (a: Fields, b: Fields): Fields => {
	const isLeaf = (tree: Fields) => Object.keys(tree).length === 0;
	if (isLeaf(a) && isLeaf(b)) {
		return a;
	}

	const merged: Record<string, unknown> = {...(isLeaf(a) || isLeaf(b) ? {'.': {}} : {}), ...a};
	for (const [element, below] of Object.entries(b)) {
		merged[element] = Object.hasOwn(merged, element)
			? union(nestedMap(merged, element) ?? {}, nestedMap(b, element) ?? {})
			: below;
	}

	return merged;
};

const isUpdateOf = ({manager, operation, subresource = ''}: Entry, name: string): boolean =>
	manager === name && operation === 'Update' && subresource === '';

const upgrade = (entries: readonly Entry[], from: string, to: string): readonly Entry[] => {
	const applied = entries.find(
		({manager, operation, subresource = ''}) => manager === to && operation === 'Apply' && subresource === '',
	);
	const first = entries.find((entry) => isUpdateOf(entry, from));
	const target = applied ?? first;
	if (!target) {
		return entries;
	}

	const same = entries.find((entry) => isUpdateOf(entry, from) && entry.apiVersion === target.apiVersion);
	const whole: Entry = {
		...target,
		manager: to,
		operation: 'Apply',
		...(same ? {fieldsV1: union(target.fieldsV1 ?? {}, same.fieldsV1 ?? {})} : {}),
	};
	return entries.map((entry) => (entry === target ? whole : entry)).filter((entry) => !isUpdateOf(entry, from));
};

/**
The JSON patch that transfers the fields of client-side apply to the server-side applier; `undefined` if client-side apply owns nothing.

@mirrors k8s.io/client-go/util/csaupgrade UpgradeManagedFieldsPatch
*/
export const upgradePatch = (object: Unstructured, manager: string): unknown => {
	const owners = ownersOfLastApplied(object, 'Update');
	if (owners.length === 0) {
		return undefined;
	}

	const value = [...new Set(owners)].reduce((entries, owner) => upgrade(entries, owner, manager), entriesOf(object));
	return [
		{op: 'replace', path: '/metadata/managedFields', value},
		{op: 'replace', path: '/metadata/resourceVersion', value: object.metadata?.resourceVersion},
	];
};

/** The object with only the annotation of client-side apply. */
export const justLastApplied = ({apiVersion, kind, metadata}: Unstructured): Unstructured => {
	const {name, namespace, annotations} = metadata ?? {};
	const bare = {apiVersion, kind, metadata: {name, ...(namespace === undefined ? {} : {namespace})}};
	return withValue(bare, ['metadata', 'annotations', lastApplied], annotations?.[lastApplied]);
};
