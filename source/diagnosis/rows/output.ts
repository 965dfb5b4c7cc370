import type {ConfigMap, Pod, Secret, Volume, VolumeMount} from '../../objects/kubernetes.generated.js';
import {closest} from '../../scenario/mistake.js';
import type {PodContainer} from '../container-reference.js';
import type {Candidate, FieldPath, Finding, Scene} from '../symptom.js';
import {programLike} from '../program-names.js';
import {renamed} from '../unanswered.js';
import {notItsFile} from './image-user.js';
import {openPorts} from './probes.js';
import {ofOwnWords} from './own-words.js';
import {rightsHint} from './rights.js';
import {refusedLink} from './service-links.js';
import {withoutC} from './shell-script.js';
import {noToken} from './token.js';

/** The place of a problem, from the output of a program. */
type Hint = Pick<Finding, 'field' | 'advice' | 'candidates' | 'elsewhere'>;

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
	/** Their names in the volume, and the keys that they have the content of. */
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

/** Another Pod on the network of the same node that listens on a port. */
const otherOnNode = ({metadata, spec}: Pod, port: number, {ledger}: Scene): string | undefined => {
	for (const key of spec.hostNetwork ? ledger.keys('/network/hosts/') : []) {
		const [, , , , namespace, name = ''] = key.split('/');
		const server = ledger.read<{readonly node: string; readonly listeners: ReadonlyArray<{readonly port: number}>}>(
			key,
		);
		const isOther = namespace !== metadata.namespace || name !== metadata.name;
		if (isOther && server?.node === spec.nodeName && server?.listeners.some((listener) => listener.port === port)) {
			return name;
		}
	}

	return undefined;
};

/** The containers of a Pod share its ports, and the Pods on the network of a node share those of the node. */
const portTaken = (pod: Pod, {name, field}: PodContainer, line: string, scene: Scene): Hint | undefined => {
	const {ledger} = scene;
	const [, port] = /:(\d+)\b.*(?:address already in use|in use)/i.exec(line) ?? [];
	const onNode = port === undefined ? undefined : otherOnNode(pod, Number(port), scene);
	if (onNode !== undefined) {
		const {nodeName = ''} = pod.spec;
		return {
			field: ['spec', 'hostNetwork'],
			advice: [({pods}) => pods.portOfNode(Number(port), nodeName, onNode)],
		};
	}

	const others = pod.spec.containers.filter((one) => one.name !== name).map((one) => one.name);
	return port !== undefined && others.length > 0 && openPorts(pod, ledger).includes(Number(port))
		? {field, advice: [({pods}) => pods.portTaken(Number(port), others)]}
		: undefined;
};

const neededCapabilities = ['CHOWN', 'SETGID', 'SETUID'];

/** A program that starts as root, becomes another user, and may not. */
const lacksCapability = ({spec, field}: PodContainer, line: string): Hint | undefined => {
	const {drop = [], add = []} = spec.securityContext?.capabilities ?? {};
	if (drop.length === 0 || !/operation not permitted/i.test(line)) {
		return undefined;
	}

	const capabilities = [...field, 'securityContext', 'capabilities'];
	const value = [...add, ...neededCapabilities.filter((name) => !add.includes(name))];
	return {
		field: [...capabilities, 'drop'],
		advice: [({pods}) => pods.lacksCapability(neededCapabilities)],
		candidates: [{field: [...capabilities, 'add'], change: {value}}],
	};
};

/** A file that a line of output is about, if it is in a volume. */
const ofFile = (pod: Pod, container: PodContainer, line: string, scene: Scene): Hint | undefined => {
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

/** A variable of the container with nearly the name of one that the program mentions. */
const ofVariable = ({spec, field}: PodContainer, output: readonly string[]): Hint | undefined => {
	const named = [...new Set(output.flatMap((line) => line.match(/\b[A-Z][A-Z\d]*_[A-Z\d_]+\b/g) ?? []))];
	const written = (spec.env ?? []).map(({name}) => name);
	for (const [index, name] of written.entries()) {
		const near = named.includes(name) ? undefined : closest(name, named);
		if (near !== undefined && !written.includes(near)) {
			const place = [...field, 'env', index, 'name'];
			const candidates: readonly Candidate[] = [{field: place, change: {value: near}}];
			return {field: place, advice: [({pods}) => pods.didYouMean(near)], candidates};
		}
	}

	return undefined;
};

/** A variable that a program requires, and that an optional, missing key should provide. */
const ofOptionalVariable = ({spec, field}: PodContainer, output: readonly string[]): Hint | undefined => {
	const text = output.join('\n');
	for (const [index, {name, valueFrom}] of (spec.env ?? []).entries()) {
		const kind = valueFrom?.secretKeyRef ? 'secretKeyRef' : 'configMapKeyRef';
		const reference = valueFrom?.[kind];
		if (reference?.optional === true && text.includes(name)) {
			return {
				field: [...field, 'env', index, 'valueFrom', kind],
				advice: [({pods}) => pods.optionalVariable(name, reference.name ?? '', reference.key)],
				candidates: [],
			};
		}
	}

	return undefined;
};

/** A variable that a program says it has to have, and nothing gives it: `You must specify POSTGRES_PASSWORD`. */
const ofMissingVariable = ({spec, field}: PodContainer, output: readonly string[]): Hint | undefined => {
	const text = output.join('\n');
	const written = new Set((spec.env ?? []).map(({name}) => name));
	const named = [...new Set(text.match(/\b[A-Z][A-Z\d]*(?:_[A-Z\d]+)+\b/g) ?? [])];
	const wanted = named.find((name) => /PASSWORD|SECRET|TOKEN|KEY/.test(name)) ?? named[0];
	if (
		wanted === undefined ||
		written.has(wanted) ||
		!/specif|must (?:be )?set|not set|required|missing|needs? /i.test(text)
	) {
		return undefined;
	}

	const place = [...field, 'env'];
	return {
		field: place,
		advice: [({pods}) => pods.variableNeeded(wanted)],
		candidates: [{field: [...place, spec.env?.length ?? 0], change: {value: {name: wanted, value: 'change-me'}}}],
	};
};

/** A program that writes to its image's files, which are read-only: a volume at the folder accepts its writes. */
const readOnly = (pod: Pod, {spec, field}: PodContainer, line: string): Hint | undefined => {
	const [, path = ''] = /["'\s](\/[\w./-]+)/.exec(line) ?? [];
	const mounted = mountedAt(pod, {spec}, path);
	if (/read-only file system/i.test(line) && mounted?.mount.readOnly) {
		const place = [...field, 'volumeMounts', mounted.index, 'readOnly'];
		return {
			field: place,
			advice: [({pods}) => pods.readOnlyMount(mounted.mount.mountPath)],
			candidates: [{field: place, change: {remove: true}}],
		};
	}

	if (!/read-only file system/i.test(line) || spec.securityContext?.readOnlyRootFilesystem !== true || path === '') {
		return undefined;
	}

	const folder = writtenFolder(path);
	const name = folder
		.replaceAll(/[^a-z\d]+/g, '-')
		.replaceAll(/^-+|-+$/g, '')
		.slice(0, 60);
	return {
		field: [...field, 'securityContext', 'readOnlyRootFilesystem'],
		advice: [({pods}) => pods.readOnlyRoot(folder)],
		candidates: [
			{
				changes: [
					{
						field: [...field, 'volumeMounts', spec.volumeMounts?.length ?? 0],
						change: {value: {name, mountPath: folder}},
					},
					{field: ['spec', 'volumes', pod.spec.volumes?.length ?? 0], change: {value: {name, emptyDir: {}}}},
				],
			},
		],
	};
};

/** The folder to mount for a file: of `/var/cache/nginx/client_temp`, `/var/cache/nginx`; of `/var/run/nginx.pid`, `/var/run`. */
const writtenFolder = (path: string): string => {
	const parts = path.split('/').slice(1);
	return `/${parts.slice(0, parts.length > 2 ? -1 : Math.max(1, parts.length - 1)).join('/')}`;
};

/** A word of a script that is nearly the name of a program. */
const ofMisspeltProgram = (pod: Pod, {field}: PodContainer, output: readonly string[]): Hint | undefined => {
	for (const line of output) {
		const [, word = ''] = /(?:^|[\s:])([\w./-]+): (?:command )?not found$/.exec(line) ?? [];
		const near = programLike(word);
		const candidates = near === undefined ? [] : renamed(pod, field, word, near);
		const place = placeOf(candidates);
		if (near !== undefined && place) {
			return {field: place, advice: [({pods}) => pods.didYouMean(near)], candidates};
		}
	}

	return undefined;
};

/** The field of the first change. */
const placeOf = ([first]: readonly Candidate[]): FieldPath | undefined => {
	if (first === undefined) {
		return undefined;
	}

	if ('field' in first) {
		return first.field;
	}

	if ('changes' in first) {
		return first.changes[0]?.field;
	}

	return undefined;
};

/** A file that the command line of a container names, and that is where it is not looked for: under another name beside it, or in a volume that is mounted elsewhere. */
const ofMissingFile = (pod: Pod, container: PodContainer, line: string, scene: Scene): Hint | undefined => {
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

/** A word of a command line with a variable that only a shell would have replaced, where there is none. @see https://kubernetes.io/docs/tasks/inject-data-application/define-environment-variable-container/ */
const ofUnreadVariable = ({spec, field}: PodContainer): Hint | undefined => {
	const parts = (['command', 'args'] as const).flatMap((part) =>
		(spec[part] ?? []).map((word, index) => ({word, place: [...field, part, index]})),
	);
	if (parts.some(({word}) => /^-\w*c$/.test(word))) {
		return undefined;
	}

	for (const {name} of spec.env ?? []) {
		const found = parts.find(({word}) => word === `$${name}` || word === `\${${name}}`);
		if (found) {
			const candidates: readonly Candidate[] = [{field: found.place, change: {value: `$(${name})`}}];
			return {field: found.place, advice: [({pods}) => pods.noShell(found.word, name)], candidates};
		}
	}

	return undefined;
};

/** The place in the manifest of the trouble that a program's output reports. @param line the most informative one */
export const outputHint = (
	pod: Pod,
	container: PodContainer,
	output: readonly string[],
	line: string | undefined,
	scene: Scene,
): Hint | undefined =>
	rightsHint(pod, [...container.field, 'command'], output, scene) ??
	ofOwnWords(container, output) ??
	withoutC(container) ??
	(line === undefined
		? undefined
		: (readOnly(pod, container, line) ??
			lacksCapability(container, line) ??
			noToken(pod, line, scene) ??
			refusedLink(pod, line, scene) ??
			portTaken(pod, container, line, scene) ??
			ofMissingFile(pod, container, line, scene) ??
			ofFile(pod, container, line, scene))) ??
	ofMisspeltProgram(pod, container, output) ??
	ofVariable(container, output) ??
	ofOptionalVariable(container, output) ??
	ofMissingVariable(container, output) ??
	ofUnreadVariable(container);
