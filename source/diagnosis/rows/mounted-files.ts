import type {ConfigMap, Pod, Secret, Volume, VolumeMount} from '../../objects/kubernetes.generated.js';
import {closest} from '../../scenario/mistake.js';
import type {PodContainer} from '../container-reference.js';
import type {Scene} from '../symptom.js';
import {renamed} from '../renamed.js';
import {notItsFile} from './image-user.js';
import {placeOf, type Hint} from './output-hint.js';

interface Mounted {
	readonly mount: VolumeMount;
	readonly index: number;
	readonly volume: Volume;
}

/** The innermost volume that holds a file of a container, if any. */
export const mountedAt = (pod: Pod, {spec}: Pick<PodContainer, 'spec'>, path: string): Mounted | undefined =>
	(spec.volumeMounts ?? [])
		.flatMap((mount, index): Mounted[] => {
			const volume = pod.spec.volumes?.find(({name}) => name === mount.name);
			return volume && (path === mount.mountPath || path.startsWith(`${mount.mountPath.replace(/\/$/, '')}/`))
				? [{mount, index, volume}]
				: [];
		})
		.toSorted((one, other) => other.mount.mountPath.length - one.mount.mountPath.length)[0];

interface Source {
	readonly kind: 'ConfigMap' | 'Secret';
	readonly name: string;
	readonly keys: readonly string[];
	/** The names of files in the volume, each with the key that holds its content. */
	readonly files: ReadonlyMap<string, string>;
}

/** The files of a ConfigMap's or Secret's volume; `undefined` for other volumes. */
export const sourceOf = (pod: Pod, {configMap, secret}: Volume, {ledger}: Scene): Source | undefined => {
	const name = configMap?.name ?? secret?.secretName;
	if (name === undefined) {
		return undefined;
	}

	const kind = configMap ? 'ConfigMap' : 'Secret';
	const object = ledger.read<ConfigMap | Secret>(`/registry/${kind.toLowerCase()}s/${pod.metadata.namespace}/${name}`);
	const keys = Object.keys({...object?.data, ...(object && 'binaryData' in object ? object.binaryData : {})});
	const items = (configMap ?? secret)?.items;
	return {
		kind,
		name,
		keys,
		files: new Map(items ? items.map(({path, key}) => [path, key]) : keys.map((key) => [key, key])),
	};
};

/** The file of a ConfigMap or Secret that a program's error names, or the reason why it is missing. */
const ofSource = (container: PodContainer, {mount, index}: Mounted, path: string, source: Source): Hint => {
	const field = [...container.field, 'volumeMounts', index];
	const {subPath, mountPath} = mount;
	const file = subPath ?? path.slice(mountPath.replace(/\/$/, '').length + 1);
	const key = source.files.get(file);
	if (key !== undefined) {
		return {
			field,
			advice: [({pods}) => pods.fileOf(path, key, `${source.kind} ${source.name}`)],
			elsewhere: {kind: source.kind, name: source.name, field: ['data', key]},
		};
	}

	if (subPath !== undefined) {
		const near = closest(subPath, source.keys);
		return {
			field: [...field, 'subPath'],
			advice: [({pods}) => pods.keys(source.name, source.keys, near)],
			candidates: near === undefined ? [] : [{field: [...field, 'subPath'], change: {value: near}}],
		};
	}

	const [only, ...more] = source.keys;
	return {
		field: [...field, 'mountPath'],
		advice: [({pods}) => pods.hides(mountPath, mount.name, file)],
		candidates:
			// A command with a placeholder, such as `--from-literal=KEY=VALUE`, has made the only key.
			only === undefined || more.length > 0 || only === 'KEY'
				? []
				: [
						{
							changes: [
								{field: [...field, 'mountPath'], change: {value: `${mountPath.replace(/\/$/, '')}/${only}`}},
								{field: [...field, 'subPath'], change: {value: only}},
							],
						},
					],
	};
};

/** A volume belongs to root, unless its group is set. @see https://kubernetes.io/docs/tasks/configure-pod-container/security-context/#set-the-security-context-for-a-pod */
const notWritable = (pod: Pod, {spec}: PodContainer): Hint | undefined => {
	const user = spec.securityContext?.runAsUser ?? pod.spec.securityContext?.runAsUser;
	const field = ['spec', 'securityContext', 'fsGroup'];
	return user === undefined || user === 0 || pod.spec.securityContext?.fsGroup !== undefined
		? undefined
		: {field, advice: [({pods}) => pods.notItsVolume], candidates: [{field, change: {value: user}}]};
};

/** A script in a volume can be run only with a mode that allows it. @see https://kubernetes.io/docs/concepts/storage/volumes/#configmap */
export const executable = (pod: Pod, container: PodContainer, path: string): Pick<Hint, 'advice' | 'candidates'> => {
	const {volume} = mountedAt(pod, container, path) ?? {};
	const index = (pod.spec.volumes ?? []).findIndex(({name}) => name === volume?.name);
	const kind = (['configMap', 'secret'] as const).find((source) => volume?.[source]);
	return {
		advice: [({pods}) => pods.cannotBeExecuted],
		candidates:
			kind === undefined ? [] : [{field: ['spec', 'volumes', index, kind, 'defaultMode'], change: {value: 0o755}}],
	};
};

/** A file that a line of output is about, if it is in a volume. */
export const ofFile = (pod: Pod, container: PodContainer, line: string, scene: Scene): Hint | undefined => {
	for (const [path] of line.matchAll(/(?<![\w.])\/[\w./-]*[\w-]/g)) {
		const mounted = mountedAt(pod, container, path);
		const source = mounted && sourceOf(pod, mounted.volume, scene);
		if (mounted && source) {
			return ofSource(container, mounted, path, source);
		}

		if (/permission denied/i.test(line)) {
			return mounted ? notWritable(pod, container) : notItsFile(pod, container, path);
		}
	}

	return undefined;
};

/** A file that the command line of a container names, and that is elsewhere: under another name beside it, or in a volume with another mount path. */
export const ofMissingFile = (pod: Pod, container: PodContainer, line: string, scene: Scene): Hint | undefined => {
	// nginx names the file that has the host which it does not find.
	if (!/no such file|can't open|cannot open|not found/i.test(line) || /host not found/.test(line)) {
		return undefined;
	}

	for (const [path] of line.matchAll(/(?<![\w.])\/[\w./-]*[\w-]/g)) {
		const folder = path.slice(0, path.lastIndexOf('/'));
		const file = path.slice(folder.length + 1);
		const sources = (container.spec.volumeMounts ?? []).flatMap((mount, index) => {
			const volume = pod.spec.volumes?.find(({name}) => name === mount.name);
			const source = volume && sourceOf(pod, volume, scene);
			return source ? [{mount, index, source}] : [];
		});
		const here = sources.find(({mount}) => mount.mountPath.replace(/\/$/, '') === folder && !mount.subPath);
		const keys = here ? [...here.source.files.keys()] : [];
		const other = keys.includes(file) ? undefined : (closest(file, keys) ?? (keys.length === 1 ? keys[0] : undefined));
		const candidates = other === undefined ? [] : renamed(pod, container.field, path, `${folder}/${other}`);
		const place = placeOf(candidates);
		if (here && other !== undefined && place) {
			return {field: place, advice: [({pods}) => pods.keys(here.source.name, keys, other)], candidates};
		}

		const elsewhere = sources.find(({mount, source}) => mount.mountPath !== folder && source.files.has(file));
		if (!here && elsewhere) {
			const mountPath = [...container.field, 'volumeMounts', elsewhere.index, 'mountPath'];
			return {
				field: mountPath,
				advice: [({pods}) => pods.mountedElsewhere(file, elsewhere.mount.mountPath)],
				candidates: [
					{field: mountPath, change: {value: folder}},
					...renamed(pod, container.field, path, `${elsewhere.mount.mountPath.replace(/\/$/, '')}/${file}`),
				],
			};
		}
	}

	return undefined;
};
