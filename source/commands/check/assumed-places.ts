import type {ClusterRecording} from '../../cluster.js';
import {assumedIn, assumptionName, type AssumedIn, type Assumption} from '../../diagnosis/assumed.js';
import type {ManifestObject} from '../../diagnosis/manifest-object.js';
import {keyOfManifest} from '../../diagnosis/resource-of-kind.js';
import {dotted, pathInFile, writtenPart} from '../../diagnosis/template.js';
import {nestedField, nestedSlice, nestedString, type FieldPath} from '../../objects/unstructured.js';
import type {AssumedPlace, PlacedAssumption} from './part-end.js';

/** The objects of the files by their ledger keys. */
type Written = ReadonlyMap<string, ManifestObject>;

/** The present state of an object, or its last one. */
const lastOf = ({kernel: {ledger}}: ClusterRecording, key: string): unknown =>
	ledger.read(key) ?? ledger.versions(key).findLast(({value}) => value !== undefined)?.value;

/** The ledger key of the controller of an object. */
const controllerOf = (recording: ClusterRecording, object: unknown): string | undefined => {
	const owner = nestedSlice(object, 'metadata', 'ownerReferences').find((one) => nestedField(one, 'controller'));
	const [apiVersion, kind, name] = ['apiVersion', 'kind', 'name'].map((field) => nestedString(owner, field) ?? '');
	const namespace = nestedString(object, 'metadata', 'namespace') ?? 'default';
	return owner === undefined
		? undefined
		: keyOfManifest(recording, {apiVersion: apiVersion ?? '', kind: kind ?? '', name: name ?? '', namespace});
};

/** The ledger key of the object of the files that a Pod was made for: the Pod itself, or one of its controllers. */
const writtenFor = (recording: ClusterRecording, written: Written, pod: string): string | undefined => {
	let key: string | undefined = pod;
	while (key !== undefined && !written.has(key)) {
		key = controllerOf(recording, lastOf(recording, key));
	}

	return key;
};

/** The first text at or below a path that contains some words. */
const pathOfText = (value: unknown, words: string, path: FieldPath): FieldPath | undefined => {
	if (typeof value === 'string') {
		return value.includes(words) ? path : undefined;
	}

	for (const [name, inner] of typeof value === 'object' && value !== null ? Object.entries(value) : []) {
		const found = pathOfText(inner, words, [...path, Array.isArray(value) ? Number(name) : name]);
		if (found) {
			return found;
		}
	}

	return undefined;
};

const lists = ['containers', 'initContainers', 'ephemeralContainers'] as const;

/** The path of the field on which an assumption about a Pod rests: the text that names a host, repository or Secret; otherwise the image. */
const pathInPod = (pod: unknown, {kind, what}: Assumption, container: string): FieldPath => {
	const list = lists.find((one) =>
		nestedSlice(pod, 'spec', one).some((own) => nestedString(own, 'name') === container),
	);
	const path =
		list === undefined
			? ['spec']
			: ['spec', list, nestedSlice(pod, 'spec', list).findIndex((own) => nestedString(own, 'name') === container)];
	const image = list === undefined ? path : [...path, 'image'];
	if (!['host', 'repository', 'secret'].includes(kind)) {
		return image;
	}

	const [words = ''] = what.split(' ');
	const name = kind === 'secret' ? words.slice(words.indexOf('/') + 1) : words;
	return (
		pathOfText(nestedField(pod, ...path), name, path) ?? pathOfText(nestedField(pod, 'spec'), name, ['spec']) ?? image
	);
};

/** The place in the files that rests on an assumption of a Pod. */
const placeOf = (
	recording: ClusterRecording,
	written: Written,
	nameOf: (object: ManifestObject) => string,
	assumption: Assumption,
	{key, container}: AssumedIn,
): readonly AssumedPlace[] => {
	const owner = writtenFor(recording, written, key);
	const applied = owner === undefined ? undefined : written.get(owner);
	if (!applied) {
		return [];
	}

	const inPod = pathInPod(lastOf(recording, key), assumption, container);
	const path = writtenPart(applied, pathInFile(applied, owner, {key}, inPod));
	return [{object: nameOf(applied), file: applied.file, ...applied.positionOf(path), field: dotted(path)}];
};

/** A webhook is named in its configuration. */
const placesOfWebhook = (
	objects: readonly ManifestObject[],
	nameOf: (object: ManifestObject) => string,
	what: string,
): readonly AssumedPlace[] =>
	objects
		.filter(({kind}) => kind.endsWith('WebhookConfiguration'))
		.flatMap((applied) => {
			const path = pathOfText(nestedField(applied.written, 'webhooks'), what, ['webhooks']);
			return path
				? [{object: nameOf(applied), file: applied.file, ...applied.positionOf(path), field: dotted(path)}]
				: [];
		});

const distinct = (places: readonly AssumedPlace[]): readonly AssumedPlace[] => [
	...new Map(places.map((place) => [`${place.file} ${place.object} ${place.field}`, place])).values(),
];

/**
The assumptions of a run, each with all fields of the files that rest on it.

@param names of the objects, in their order: `deployment/default/web`.
@param hasContext whether the cluster also has documents that are judged elsewhere: an assumption about their Pods is reported there
*/
export const placedAssumptions = (
	assumed: readonly Assumption[],
	recording: ClusterRecording,
	objects: readonly ManifestObject[],
	names: readonly string[],
	hasContext = false,
): readonly PlacedAssumption[] => {
	if (assumed.length === 0) {
		return [];
	}

	const written = new Map(
		objects.flatMap((object) => {
			const key = keyOfManifest(recording, object);
			return key === undefined ? [] : [[key, object] as const];
		}),
	);
	const nameOf = (object: ManifestObject): string => names[objects.indexOf(object)] ?? '';
	const users = assumedIn(recording.stops);
	return assumed.flatMap((assumption) => {
		const usedBy = users.get(assumptionName(assumption)) ?? [];
		const places =
			assumption.kind === 'webhook'
				? placesOfWebhook(objects, nameOf, assumption.what)
				: distinct(usedBy.flatMap((user) => placeOf(recording, written, nameOf, assumption, user)));
		return hasContext && usedBy.length > 0 && places.length === 0 ? [] : [{says: assumption.says, places}];
	});
};
