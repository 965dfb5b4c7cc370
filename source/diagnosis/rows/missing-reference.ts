import type {ConfigMap, Container, Pod, Secret} from '../../objects/kubernetes.generated.js';
import {nestedField, type FieldPath} from '../../objects/unstructured.js';
import {closest} from '../../scenario/mistake.js';
import {all, inNamespace, type Reader} from '../look.js';
import type {Found} from '../row.js';
import type {Candidate, Scene} from '../symptom.js';
import type {DiagnosisWords} from '../words/words.js';

/** A ConfigMap or Secret that a Pod refers to. */
interface Reference {
	readonly kind: 'configmap' | 'secret';
	readonly name: string;
	/** The missing key, if the object itself exists. */
	readonly key?: string;
}

/** The missing object, by the kubelet's words. */
const missingIn = (message: string): Reference | undefined => {
	const [, kind = '', name] = /(configmap|secret) "([^"]+)" not found/i.exec(message) ?? [];
	if (name !== undefined) {
		return {kind: kind.toLowerCase() === 'secret' ? 'secret' : 'configmap', name};
	}

	const [, key, of = '', map = ''] = /couldn't find key (\S+) in (ConfigMap|Secret) (\S+)/.exec(message) ?? [];
	if (key !== undefined) {
		return {kind: of === 'Secret' ? 'secret' : 'configmap', name: map.slice(map.indexOf('/') + 1), key};
	}

	return undefined;
};

/** Every place below a path with this name in one of these fields. */
const placesOf = (
	value: unknown,
	wanted: string,
	fields: ReadonlySet<string>,
	path: FieldPath,
): readonly FieldPath[] =>
	typeof value === 'object' && value !== null
		? Object.entries(value).flatMap(([name, item]) =>
				item === wanted && fields.has(name)
					? [[...path, name]]
					: placesOf(item, wanted, fields, [...path, Array.isArray(value) ? Number(name) : name]),
			)
		: [];

const isReference = (path: FieldPath, kind: Reference['kind']): boolean =>
	path.some((part) => typeof part === 'string' && part.toLowerCase().startsWith(kind));

/** A Pod's place with the reference. */
const referenceField = (pod: Pod, {kind, name}: Reference, below: FieldPath): FieldPath | undefined =>
	placesOf(nestedField(pod, ...below), name, new Set(['name', 'secretName']), below).find((path) =>
		isReference(path, kind),
	);

const keysOf = ({kind, name}: Reference, namespace: string, {ledger}: Pick<Scene, 'ledger'>): readonly string[] => {
	const object = ledger.read<ConfigMap | Secret>(`/registry/${kind}s/${namespace}/${name}`);
	return Object.keys({...object?.data, ...(object && 'binaryData' in object ? object.binaryData : {})});
};

/** The keys that the Pod requires. */
const wantedKeys = (pod: Pod, reference: Reference): readonly string[] => {
	const below: FieldPath = ['spec'];
	return placesOf(nestedField(pod, ...below), reference.name, new Set(['name', 'secretName']), below)
		.filter((path) => isReference(path, reference.kind))
		.flatMap((path) => {
			const owner = nestedField(pod, ...path.slice(0, -1));
			const key = nestedField(owner, 'key');
			const items = nestedField(owner, 'items');
			return [
				...(typeof key === 'string' ? [key] : []),
				...(Array.isArray(items) ? items.map((item) => String(nestedField(item, 'key'))) : []),
			];
		});
};

/** The files of a mounted volume that a container names: by its sub-path, or in its command, arguments and variables. */
const namedFiles = (
	{command = [], args = [], env = [], volumeMounts = []}: Container,
	volume: string,
): readonly string[] => {
	const words = [...command, ...args, ...env.flatMap(({value}) => value ?? [])];
	return volumeMounts
		.filter(({name}) => name === volume)
		.flatMap(({mountPath, subPath}) => {
			const folder = `${mountPath.replace(/\/$/, '')}/`;
			return subPath === undefined
				? words.flatMap((text) =>
						text
							.split(folder)
							.slice(1)
							.flatMap((rest) => /^[\w.-]+/.exec(rest)?.[0] ?? []),
					)
				: [subPath];
		});
};

/** The keys that the containers of a Pod use as files, where a volume has all keys. */
const fileKeys = ({spec}: Pod, {kind, name}: Reference): readonly string[] =>
	(spec.volumes ?? [])
		.filter(({configMap, secret}) =>
			kind === 'secret'
				? secret?.secretName === name && secret.items === undefined
				: configMap?.name === name && configMap.items === undefined,
		)
		.flatMap((volume) =>
			[...spec.containers, ...(spec.initContainers ?? [])].flatMap((container) => namedFiles(container, volume.name)),
		);

const word = (text: string): string => (/^[\w.-]+$/.test(text) ? text : JSON.stringify(text));

/** The command that creates the missing object, with all keys that this Pod and its neighbours need: otherwise the next Pod would lack a key. */
const creating = (pod: Pod, reference: Reference, {ledger}: Scene): Candidate => {
	const neighbours = all<Pod>(ledger, `/registry/pods/${pod.metadata.namespace}/`).map(({object}) => object);
	const keys = [pod, ...neighbours].flatMap((one) => [...wantedKeys(one, reference), ...fileKeys(one, reference)]);
	const literals = (keys.length > 0 ? keys : ['KEY']).map((key) => ` --from-literal=${word(key)}=VALUE`);
	return {
		command: `kubectl create ${reference.kind}${reference.kind === 'secret' ? ' generic' : ''} ${reference.name}${inNamespace(pod.metadata.namespace)}${[...new Set(literals)].join('')}`,
	};
};

/** The only object of the namespace that has all keys that a Pod requires of a missing object. */
const onlyHolder = (pod: Pod, reference: Reference, names: readonly string[], scene: Scene): string | undefined => {
	const wanted = wantedKeys(pod, reference);
	const holders = names.filter((name) => {
		const keys = keysOf({...reference, name}, pod.metadata.namespace ?? 'default', scene);
		return wanted.every((key) => keys.includes(key));
	});
	return wanted.length > 0 && holders.length === 1 ? holders[0] : undefined;
};

const missingObject = (pod: Pod, reference: Reference, field: FieldPath | undefined, scene: Scene) => {
	const {ledger} = scene;
	const prefix = `/registry/${reference.kind}s/${pod.metadata.namespace}/`;
	const names = ledger.keys(prefix).map((key) => key.slice(prefix.length));
	const near = closest(reference.name, names) ?? onlyHolder(pod, reference, names, scene);
	const [, , , elsewhere] =
		ledger
			.keys(`/registry/${reference.kind}s/`)
			.find((key) => key.endsWith(`/${reference.name}`))
			?.split('/') ?? [];
	const otherwise =
		elsewhere === undefined ? [] : [({pods}: DiagnosisWords) => pods.inOtherNamespace(reference.name, elsewhere)];
	return {
		field,
		advice: near ? [({pods}: DiagnosisWords) => pods.didYouMean(near)] : otherwise,
		candidates: [...(near && field ? [{field, change: {value: near}}] : []), creating(pod, reference, scene)],
	};
};

const missingKey = (pod: Pod, reference: Reference & {readonly key: string}, below: FieldPath, scene: Scene) => {
	const {kind, name, key} = reference;
	const namespace = pod.metadata.namespace ?? 'default';
	const keys = keysOf(reference, namespace, scene);
	const near = keys.length === 1 ? keys[0] : closest(key, keys);
	const places = placesOf(nestedField(pod, ...below), key, new Set(['key']), below);
	const field = places.find((path) => isReference(path, kind));
	const data = kind === 'secret' ? 'stringData' : 'data';
	const of = {kind: kind === 'secret' ? 'Secret' : 'ConfigMap', name};
	const lists = kind === 'secret' ? ['stringData', 'data'] : ['data'];
	return {
		field,
		beside: {...of, field: near === undefined ? ['data'] : ['data', near]},
		advice: [({pods}: DiagnosisWords) => pods.keys(name, keys, keys.length === 1 ? undefined : near)],
		candidates: [
			...(near && field ? [{field, change: {value: near}}] : []),
			...(near ? lists.map((list) => ({field: [list, near], change: {rename: key}, of})) : []),
			{
				command: `kubectl patch ${kind} ${name}${inNamespace(namespace)} -p '${JSON.stringify({[data]: {[key]: 'VALUE'}})}'`,
			},
			...(field ? [{field: [...field.slice(0, -1), 'optional'], change: {value: true}}] : []),
		],
	};
};

/** The missing object for a message about a broken reference. */
export const missing = (pod: Pod, message: string, below: FieldPath, scene: Scene): Found => {
	const reference = missingIn(message);
	if (!reference) {
		return undefined;
	}

	const {key} = reference;
	return {
		message,
		...(key === undefined
			? missingObject(pod, reference, referenceField(pod, reference, below), scene)
			: missingKey(pod, {...reference, key}, below, scene)),
	};
};

/** The present state of the object, or of its key, that a message of the kubelet calls missing; `undefined` for other messages. */
export const stateOfMissing = (
	{metadata: {namespace = 'default'}}: Pick<Pod, 'metadata'>,
	message: string,
	ledger: Reader,
): 'missing' | 'there' | undefined => {
	const reference = missingIn(message);
	if (!reference) {
		return undefined;
	}

	const {kind, name, key} = reference;
	const isThere =
		key === undefined
			? ledger.read(`/registry/${kind}s/${namespace}/${name}`) !== undefined
			: keysOf(reference, namespace, {ledger}).includes(key);
	return isThere ? 'there' : 'missing';
};

/** An item of a volume that its ConfigMap or Secret does not have. */
export const missingItem = (pod: Pod, message: string, field: FieldPath, scene: Scene): Found => {
	if (!/references non-existent (?:config|secret) key/.test(message)) {
		return undefined;
	}

	const [, key = ''] = /non-existent (?:config|secret) key: (\S+)/.exec(message) ?? [];
	const volume = nestedField(pod, ...field);
	const map = nestedField(volume, 'configMap', 'name');
	const name = map ?? nestedField(volume, 'secret', 'secretName');
	return typeof name === 'string'
		? {
				message,
				...missingKey(pod, {kind: map === undefined ? 'secret' : 'configmap', name, key}, field, scene),
			}
		: undefined;
};
