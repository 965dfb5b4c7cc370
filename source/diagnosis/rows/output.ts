import type {Pod} from '../../objects/kubernetes.generated.js';
import type {PodContainer} from '../container-reference.js';
import {programLike} from '../program-names.js';
import type {Scene} from '../symptom.js';
import {renamed} from '../renamed.js';
import {mountedAt, ofFile, ofMissingFile} from './mounted-files.js';
import {placeOf, type Hint} from './output-hint.js';
import {ofOwnWords} from './own-words.js';
import {openPorts} from './probes.js';
import {rightsHint} from './rights.js';
import {refusedLink} from './service-links.js';
import {withoutC} from './shell-script.js';
import {noToken} from './token.js';
import {ofMissingVariable, ofOptionalVariable, ofUnreadVariable, ofVariable} from './variables.js';

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

/** A program that starts as root and lacks the capability to switch to another user. */
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
