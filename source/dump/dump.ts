import {isObject, withMetadata, type KubernetesObject} from '../objects/kubernetes-object.js';
import {sha256} from '../objects/csi.js';
import {formatErrors} from '../objects/field-error.js';
import {registryKey, type Resource} from '../objects/resources.js';
import {nestedString} from '../objects/unstructured.js';
import {resourcesAmong, type ResourceLookup} from '../registry/custom-resources/definition-lookup.js';
import {intakeOf} from '../registry/intake.js';
import {kindOf} from '../registry/kinds.js';
import {Mistake, Mistakes} from '../scenario/mistake.js';
import type {DumpItem} from './dump-item.js';
import {latestTime} from './latest-time.js';
import {listed, standIns} from './stand-ins.js';

/** The state of a cluster, from a dump. */
export interface Dump {
	/** The objects in the order of their last write; invented objects are first. */
	readonly objects: readonly KubernetesObject[];
	/** The time of the dump. */
	readonly time: string;
	/** Missing or odd parts, each reported once. */
	readonly remarks: readonly string[];
}

/** The most mistakes that are reported. */
const mostMistakes = 20;

/** The time of a dump without any time. */
const someTime = '2026-01-01T00:00:00Z';

/** Whether v1.36 stores no objects of this kind: it computes them for each request. */
const isComputed = ({verbs}: Resource): boolean => !verbs.includes('create');

const revisionOf = ({metadata}: KubernetesObject): number => Number(metadata.resourceVersion) || 0;

const nameOf = ({value}: DumpItem): string =>
	[nestedString(value, 'metadata', 'namespace'), nestedString(value, 'metadata', 'name')].filter(Boolean).join('/');

/** An object of a dump with its fields checked, in the API's form. @throws {Mistake} when it is not of its kind */
const decoded = (item: DumpItem, resource: Resource): KubernetesObject => {
	const intake = intakeOf(resource);
	const {object, error} = intake.decode(item.value, 'Ignore');
	if (error !== undefined) {
		const field = /into Go struct field \w*\.([\w.]+)/.exec(error)?.[1]?.split('.') ?? [];
		throw new Mistake(
			`${resource.kind} ${nameOf(item)}: ${error.replace(/^json: /, '')}`,
			item.placeOf(field),
			`no cluster has a ${resource.kind} like this: was the file changed?`,
		);
	}

	if (!isObject(object) || !object.metadata.name) {
		throw new Mistake(
			`a ${resource.kind} without a name`,
			item.placeOf(['metadata']),
			'every object in a cluster has metadata.name',
		);
	}

	const {namespace = ''} = object.metadata;
	return intake.setDefaults(
		withMetadata(object, {
			namespace: resource.namespaced ? namespace || 'default' : undefined,
		}),
	);
};

/** A uid for an object without one, always the same for the same object. */
const uidOf = (key: string): string => sha256(key).replace(/^(.{8})(.{4})(.{4})(.{4})(.{12}).*$/, '$1-$2-$3-$4-$5');

/** Sorts out what v1.36 does not serve. */
const sorted = (
	items: readonly DumpItem[],
	lookup: ResourceLookup,
): {readonly known: ReadonlyArray<readonly [DumpItem, Resource]>; readonly unknown: readonly string[]} => {
	const known: Array<readonly [DumpItem, Resource]> = [];
	const unknown = new Map<string, number>();
	for (const item of items) {
		const {apiVersion, kind} = item.value;
		const resource = lookup(String(apiVersion), String(kind));
		if (!resource) {
			const name = `${String(apiVersion)} ${String(kind)}`;
			unknown.set(name, (unknown.get(name) ?? 0) + 1);
		} else if (!isComputed(resource)) {
			known.push([item, resource]);
		}
	}

	return {known, unknown: [...unknown].map(([name, count]) => `${name} (${count})`)};
};

const definitionsIn = (items: readonly DumpItem[]): readonly KubernetesObject[] =>
	items.flatMap(({value}) => (value['kind'] === 'CustomResourceDefinition' && isObject(value) ? [value] : []));

/** The last written copy of an object; without versions, the last in the files. */
const newest = (
	found: ReadonlyMap<string, KubernetesObject>,
	key: string,
	object: KubernetesObject,
): KubernetesObject => {
	const other = found.get(key);
	return other && revisionOf(other) > revisionOf(object) ? other : object;
};

/** Checks every object, and finds existing objects that v1.36 would refuse. @throws {Mistakes} */
const checked = (known: ReadonlyArray<readonly [DumpItem, Resource]>) => {
	const found = new Map<string, KubernetesObject>();
	const refused: string[] = [];
	const twice = new Set<string>();
	const mistakes: Mistake[] = [];
	for (const [item, resource] of known) {
		try {
			const object = decoded(item, resource);
			const {namespace, name} = object.metadata;
			const key = registryKey(resource, namespace, name);
			// An object stored in another version is checked in that version when it changes.
			const errors = kindOf(resource)?.conversion ? [] : intakeOf(resource).validateCreate(object);
			// Controllers rely on what every cluster requires: a Pod without containers was never in one.
			const isIncomplete = errors.some(({type}) => type === 'FieldValueRequired');
			if (!isIncomplete) {
				const other = found.get(key);
				// The same version may well have been listed twice, under two groups or in two files.
				if (other && (revisionOf(other) !== revisionOf(object) || revisionOf(object) === 0)) {
					twice.add(`${resource.kind} ${nameOf(item)}`);
				}

				found.set(key, newest(found, key, object));
			}

			if (errors.length > 0) {
				const what = `${resource.kind} ${nameOf(item)}`;
				refused.push(
					isIncomplete
						? `left out ${what}, which is incomplete: ${formatErrors(errors)}`
						: `v1.36 would not accept ${what} again: ${formatErrors(errors)}`,
				);
			}
		} catch (error) {
			if (!(error instanceof Mistake)) {
				throw error;
			}

			mistakes.push(error);
			if (mistakes.length === mostMistakes) {
				break;
			}
		}
	}

	if (mistakes.length > 0) {
		throw new Mistakes(mistakes);
	}

	return {found, refused, twice};
};

/** The object with its lost server-set fields restored. */
const complete = (key: string, object: KubernetesObject, time: string): KubernetesObject => {
	const {uid, creationTimestamp} = object.metadata;
	return uid && creationTimestamp
		? object
		: withMetadata(object, {uid: uid || uidOf(key), creationTimestamp: creationTimestamp || time});
};

/**
The state of a cluster, from the objects of a dump.

@param change converts each object as it is read.
@throws {Mistakes} when an object does not fit its kind.
*/
export const dumpOf = (
	items: readonly DumpItem[],
	change: (object: KubernetesObject) => KubernetesObject = (object) => object,
): Dump => {
	const lookup = resourcesAmong(definitionsIn(items));
	const {known, unknown} = sorted(items, lookup);
	const {found, refused, twice} = checked(known);
	const time = latestTime(found.values()) ?? someTime;
	const objects = [...found].map(([key, object]) => change(complete(key, object, time)));
	objects.sort((one, other) => revisionOf(one) - revisionOf(other));
	const made = standIns(objects);
	return {
		objects: [
			...made.objects.map((object) => {
				const resource = lookup(object.apiVersion, object.kind);
				const {namespace, name} = object.metadata;
				return complete(registryKey(resource ?? object.kind, namespace, name), object, time);
			}),
			...objects,
		],
		time,
		remarks: [
			...(unknown.length > 0 ? [`left out kinds that v1.36 does not have: ${listed(unknown)}`] : []),
			...(twice.size > 0 ? [`present more than once; the latest copy counts: ${listed([...twice])}`] : []),
			...made.remarks,
			...refused.slice(0, mostMistakes),
			...(refused.length > mostMistakes
				? [`and ${refused.length - mostMistakes} more that v1.36 would not accept or that are incomplete`]
				: []),
		],
	};
};
