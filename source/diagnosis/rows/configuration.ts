import type {ConfigMap, Container, PersistentVolume, Pod, Secret} from '../../objects/kubernetes.generated.js';
import {nestedField, type FieldPath} from '../../objects/unstructured.js';
import {closest} from '../../scenario/mistake.js';
import {containersOf} from '../container-reference.js';
import {all, inNamespace, lastEvent} from '../look.js';
import {row, type Found, type Row} from '../row.js';
import {unprivilegedImage} from './image-user.js';
import {isTooLittle, tooLittleMemory} from './memory.js';
import {fewerReplicas} from './room.js';
import type {Candidate, Scene} from '../symptom.js';
import type {DiagnosisWords, Saying} from '../words/words.js';

/** A ConfigMap or Secret that a Pod refers to. */
interface Reference {
	readonly kind: 'configmap' | 'secret';
	readonly name: string;
	/** The key that is missing, if the object itself is there. */
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

const keysOf = ({kind, name}: Reference, namespace: string, {ledger}: Scene): readonly string[] => {
	const object = ledger.read<ConfigMap | Secret>(`/registry/${kind}s/${namespace}/${name}`);
	return Object.keys({...object?.data, ...(object && 'binaryData' in object ? object.binaryData : {})});
};

/** The keys that the Pod asks for. */
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

/** The one object of the namespace that has all keys which a Pod wants of a missing one. */
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
	return {
		field,
		advice: [({pods}: DiagnosisWords) => pods.keys(name, keys, keys.length === 1 ? undefined : near)],
		candidates: [
			...(near && field ? [{field, change: {value: near}}] : []),
			{
				command: `kubectl patch ${kind} ${name}${inNamespace(namespace)} -p '${JSON.stringify({[data]: {[key]: 'VALUE'}})}'`,
			},
			...(field ? [{field: [...field.slice(0, -1), 'optional'], change: {value: true}}] : []),
		],
	};
};

/** The missing object for a message about a broken reference. */
const missing = (pod: Pod, message: string, below: FieldPath, scene: Scene): Found => {
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

/** The variable that a file of a volume should give: the one without its key, or the first of a file that cannot be read. */
const fromFile = ({env = []}: Container, below: FieldPath, message: string) => {
	const [, missed] = /environment variable key "([^"]+)" not found in file/.exec(message) ?? [];
	if (missed === undefined && message !== "couldn't parse env file") {
		return undefined;
	}

	const index = env.findIndex(
		({valueFrom}) => valueFrom?.fileKeyRef && (missed ?? valueFrom.fileKeyRef.key) === valueFrom.fileKeyRef.key,
	);
	const reference = env[index]?.valueFrom?.fileKeyRef;
	if (!reference) {
		return undefined;
	}

	const {path, volumeName, key} = reference;
	const field = [...below, 'env', index, 'valueFrom', 'fileKeyRef'];
	return missed === undefined
		? {field: [...field, 'path'], advice: [({pods}: DiagnosisWords) => pods.envFile(path, volumeName)]}
		: {
				field: [...field, 'key'],
				advice: [({pods}: DiagnosisWords) => pods.envFileKey(key, path, volumeName)],
				candidates: [{field: [...field, 'optional'], change: {value: true}}],
			};
};

const environment = (pod: Pod, scene: Scene): Found => {
	for (const container of containersOf(pod)) {
		const {status, field, spec} = container;
		const {reason, message = ''} = status.state?.waiting ?? {};
		if (reason !== 'CreateContainerConfigError') {
			continue;
		}

		const said = `${reason}: ${message}`;
		const found = missing(pod, said, field, scene);
		if (found) {
			return found;
		}

		const variable = fromFile(spec, field, message);
		if (variable) {
			return {message: said, ...variable};
		}

		if (/runAsNonRoot/.test(message)) {
			const own = spec.securityContext?.runAsNonRoot !== undefined;
			const user = [...(own ? field : ['spec']), 'securityContext'];
			return {
				message: said,
				field: [...user, 'runAsNonRoot'],
				advice: [({pods}) => pods.runsAsRoot],
				candidates: [
					{field: [...user, 'runAsUser'], change: {value: 1000}},
					unprivilegedImage(container) ?? {field: [...user, 'runAsNonRoot'], change: {remove: true}},
				],
			};
		}

		return {
			message: said,
			field,
			advice: [({pods}) => pods.badReference],
		};
	}

	return undefined;
};

/** The volume that cannot be mounted, as long as its Pod still waits for it. */
const unmounted = (pod: Pod, scene: Scene): Found => {
	const isPreparing =
		pod.spec.nodeName !== undefined &&
		pod.status.phase === 'Pending' &&
		containersOf(pod).every(({status}) => status.state?.running === undefined && status.containerID === undefined);
	const warning = isPreparing
		? lastEvent(scene.ledger, pod, ['FailedMount', 'FailedAttachVolume', 'FailedMapVolume'])
		: undefined;
	if (!warning) {
		return undefined;
	}

	const message = `${warning.reason}: ${warning.message}`;
	const [, quoted, first] = /volume "([^"]+)"|failed to process volumes=\[([^\]\s]+)/.exec(message) ?? [];
	const volume = quoted ?? first;
	const {claimRef} = scene.ledger.read<PersistentVolume>(`/registry/persistentvolumes/${volume}`)?.spec ?? {};
	const index = (pod.spec.volumes ?? []).findIndex(
		({name, persistentVolumeClaim: claim}) =>
			name === volume || (claim !== undefined && claim.claimName === claimRef?.name),
	);
	const field: FieldPath = index === -1 ? ['spec', 'volumes'] : ['spec', 'volumes', index];
	const found =
		missing(pod, message, field, scene) ?? missingItem(pod, message, field, scene) ?? wrongMedium(message, field);
	const [, attacher] = /external-attacher of (\S+) CSI driver/.exec(message) ?? [];
	const [, kind] = /hostPath type check failed: .* is not a (directory|file)$/.exec(message) ?? [];
	const isMultiAttach = message.startsWith('FailedAttachVolume: Multi-Attach');
	const unattached: Saying =
		attacher === undefined ? ({pods}) => pods.mountFirst : ({cluster}) => cluster.noProvisioner(attacher);
	return {
		...(found ?? {
			message,
			advice: [isMultiAttach ? ({pods}) => pods.oneNode : unattached],
			// The node does not have it: it is made there when it is needed.
			candidates: [
				...(kind
					? [
							{
								field: [...field, 'hostPath', 'type'],
								change: {value: `${kind === 'file' ? 'File' : 'Directory'}OrCreate`},
							},
						]
					: []),
				...(isMultiAttach ? fewerReplicas(pod, scene) : []),
			],
		}),
		field: found?.field ?? (kind ? [...field, 'hostPath', 'path'] : field),
		...(warning.reason === 'FailedAttachVolume' ? {} : {stage: 'kubelet.volumes'}),
	};
};

/** A medium that the kubelet does not know: the server takes any word. */
const wrongMedium = (message: string, field: FieldPath): Found => {
	const [, medium] = /unknown storage medium "([^"]*)"/.exec(message) ?? [];
	const place = [...field, 'emptyDir', 'medium'];
	return medium === undefined
		? undefined
		: {
				message,
				field: place,
				advice: [({cluster}) => cluster.didYouMean('Memory')],
				candidates: [{field: place, change: {value: 'Memory'}}],
			};
};

/** An item of a volume that its ConfigMap or Secret does not have. */
const missingItem = (pod: Pod, message: string, field: FieldPath, scene: Scene): Found => {
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

const noSandbox = (pod: Pod, {ledger}: Scene): Found => {
	const isPreparing =
		pod.spec.nodeName !== undefined &&
		pod.status.phase === 'Pending' &&
		containersOf(pod).every(({status}) => status.containerID === undefined);
	const warning = isPreparing ? lastEvent(ledger, pod, ['FailedCreatePodSandBox']) : undefined;
	if (!warning) {
		return undefined;
	}

	if (isTooLittle(warning.message ?? '')) {
		return {message: `${warning.reason}: ${warning.message}`, ...tooLittleMemory(pod)};
	}

	const isHandler = /runtime handler|RuntimeHandler|no runtime for/.test(warning.message ?? '');
	return {
		message: `${warning.reason}: ${warning.message}`,
		field: isHandler ? ['spec', 'runtimeClassName'] : undefined,
		advice: [({pods}) => (isHandler ? pods.noHandler : pods.noSandbox)],
		candidates: isHandler ? [{field: ['spec', 'runtimeClassName'], change: {remove: true}}] : [],
	};
};

/** Missing objects to which a Pod refers. */
export const configurationRows: readonly Row[] = [
	row('volume not mounted', 'v1 Pod', unmounted),
	row('no sandbox', 'v1 Pod', noSandbox),
	row('configuration missing', 'v1 Pod', environment),
];
