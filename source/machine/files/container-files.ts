import type {ContainerConfig} from '../../cri/messages.js';
import {FileError} from '../../host/file-system.js';
import {FileTree, type Directory, type RegularFile} from './file-tree.js';
import {root as superuser, type Credentials} from './credentials.js';
import {MountedFiles} from './mounted-files.js';
import type {Mount} from './path-walk.js';
import {kernelSettings, standardFiles, terminalFiles} from './standard-files.js';

/** A mount of a container: its content, and its path. */
interface ContainerMount extends Mount {
	readonly node: () => Directory | RegularFile;
}

const number = (value: unknown): number | undefined => {
	const text = typeof value === 'object' && value !== null && 'value' in value ? Number(value.value) : Number.NaN;
	return Number.isNaN(text) ? undefined : text;
};

const names = (value: unknown, key: string): readonly string[] => {
	const found: unknown =
		typeof value === 'object' && value !== null ? Object.entries(value).find(([name]) => name === key)?.[1] : [];
	return Array.isArray(found) ? found.map(String) : [];
};

/** Whether root of a container has a capability, such as `CHOWN`. */
export const hasCapability = (
	{linux: {securityContext}}: Pick<ContainerConfig, 'linux'>,
	capability: string,
): boolean => {
	const {capabilities, privileged} = securityContext;
	const added = names(capabilities, 'addCapabilities').map((name) => name.replace(/^CAP_/, ''));
	const dropped = names(capabilities, 'dropCapabilities').map((name) => name.replace(/^CAP_/, ''));
	return (
		privileged === true ||
		added.includes(capability) ||
		added.includes('ALL') ||
		!(dropped.includes(capability) || dropped.includes('ALL'))
	);
};

/** The user of a container's processes, and its capabilities. @param uidOf the uid of a user of the image, by name. */
export const credentialsOf = (config: Pick<ContainerConfig, 'linux'>, uidOf: (name: string) => number): Credentials => {
	const {runAsUser, runAsUsername, runAsGroup, supplementalGroups} = config.linux.securityContext;
	const uid = number(runAsUser) ?? (typeof runAsUsername === 'string' ? uidOf(runAsUsername) : 0);
	const has = (capability: string) => uid === 0 && hasCapability(config, capability);
	return {
		uid,
		gid: number(runAsGroup) ?? 0,
		groups: Array.isArray(supplementalGroups) ? supplementalGroups.map(Number) : [],
		overrides: has('DAC_OVERRIDE'),
		ownsAll: has('CHOWN') && has('FOWNER'),
	};
};

/** The parts that make up a container's files. */
interface ContainerFilesInput {
	/** The files of its image. */
	readonly image?: Directory;
	readonly mounts?: readonly ContainerMount[];
	readonly who?: Credentials;
	/** The name of its host, for `/proc/sys/kernel/hostname`. */
	readonly hostname?: string;
	/** Whether it may change kernel settings. */
	readonly privileged?: boolean;
	/** Whether its own files are read-only. */
	readonly readonlyRoot?: boolean;
	/** The time, in milliseconds since 1970. */
	readonly nowMs: () => number;
	/** Whether the disk of the node has no room left. */
	readonly isFull?: () => boolean;
	/** The numbers of its open terminals. */
	readonly terminals?: () => readonly number[];
	/** Receives the path of each written file. */
	readonly changed?: (path: string) => void;
}

/** Makes the directory or file for a mount, if it does not exist. @returns its path without links. */
const mountPoint = (files: MountedFiles, {path, node}: Mount): string => {
	const above = path.slice(0, Math.max(1, path.lastIndexOf('/')));
	try {
		if (!files.stat(path)) {
			const isDirectory = node().kind === 'directory';
			files.makeDirectory(isDirectory ? path : above, {parents: true});
			if (!isDirectory) {
				files.write(path, '');
			}
		}

		return files.realPath(path);
	} catch (error) {
		// A file is in the way: no process reaches the mount behind it.
		if (error instanceof FileError) {
			return path;
		}

		throw error;
	}
};

/** The files of a new container. The runtime makes a directory or file at each mount point. */
export const containerFiles = ({
	image = standardFiles(),
	mounts = [],
	who = superuser,
	hostname = '',
	readonlyRoot = false,
	privileged = false,
	nowMs,
	isFull,
	terminals = () => [],
	changed,
}: ContainerFilesInput): MountedFiles => {
	const tree = new FileTree({mode: 0o755, uid: 0, gid: 0, modifiedMs: nowMs()}, image, undefined, isFull);
	const root = {path: '/', readonly: false, node: () => tree.root};
	const table = new Map<string, Mount>();
	const runtime = new MountedFiles(root, table, superuser, nowMs);
	for (const [path, settings] of Object.entries(kernelSettings)) {
		const own = new FileTree({mode: 0o555, uid: 0, gid: 0, modifiedMs: nowMs()}, settings(hostname));
		table.set(path, {path, readonly: !privileged, node: () => own.root});
	}

	table.set('/dev/pts', {path: '/dev/pts', readonly: true, node: () => terminalFiles(terminals().join(' '))});
	// Parents first, as the runtime sorts them: a mount may lie inside another.
	for (const mount of mounts.toSorted((a, b) => a.path.split('/').length - b.path.split('/').length)) {
		table.set(mountPoint(runtime, mount), mount);
	}

	return new MountedFiles({...root, readonly: readonlyRoot}, table, who, nowMs, changed);
};
