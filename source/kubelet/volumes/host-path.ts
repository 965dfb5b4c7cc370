import type {HostPathVolumeSource} from '../../objects/kubernetes.generated.js';
import {behaves} from '../../objects/versions/changed-behaviour.js';
import type {HostFiles} from '../../host/host-files.js';
import {MountFailure} from '../storage/mount-failure.js';

/** The kind of file at a path of a node's own file system. */
export type HostFile = 'directory' | 'file' | 'socket' | 'character device' | 'block device';

const directories = [
	'/',
	'/bin',
	'/boot',
	'/dev',
	'/dev/shm',
	'/etc',
	'/etc/cni/net.d',
	'/etc/kubernetes',
	'/etc/kubernetes/manifests',
	'/etc/kubernetes/pki',
	'/etc/pki',
	'/etc/ssl',
	'/etc/ssl/certs',
	'/home',
	'/lib',
	'/lib/modules',
	'/mnt',
	'/opt',
	'/opt/cni/bin',
	'/proc',
	'/proc/sys',
	'/root',
	'/run',
	'/run/containerd',
	'/run/udev',
	'/srv',
	'/sys',
	'/sys/fs/bpf',
	'/sys/fs/cgroup',
	'/sys/kernel/debug',
	'/tmp',
	'/usr',
	'/usr/share/ca-certificates',
	'/usr/src',
	'/var',
	'/var/lib',
	'/var/lib/containerd',
	'/var/lib/kubelet',
	'/var/lib/kubelet/pods',
	'/var/lib/kubelet/plugins',
	'/var/lib/kubelet/plugins_registry',
	'/var/lib/kubelet/device-plugins',
	'/var/log',
	'/var/log/containers',
	'/var/log/pods',
	'/var/run',
];

const others: Readonly<Record<Exclude<HostFile, 'directory'>, readonly string[]>> = {
	file: [
		'/etc/group',
		'/etc/hostname',
		'/etc/hosts',
		'/etc/localtime',
		'/etc/machine-id',
		'/etc/os-release',
		'/etc/passwd',
		'/etc/resolv.conf',
		'/run/xtables.lock',
		'/var/lib/kubelet/config.yaml',
	],
	socket: ['/run/containerd/containerd.sock', '/var/run/containerd/containerd.sock'],
	'character device': [
		'/dev/full',
		'/dev/fuse',
		'/dev/kmsg',
		'/dev/net/tun',
		'/dev/null',
		'/dev/random',
		'/dev/tty',
		'/dev/urandom',
		'/dev/zero',
	],
	'block device': ['/dev/loop0', '/dev/sda', '/dev/sda1'],
};

/** The files of every node. */
const everywhere: ReadonlyMap<string, HostFile> = new Map([
	...directories.map((path) => [path, 'directory' as const] as const),
	...others.file.map((path) => [path, 'file' as const] as const),
	...others.socket.map((path) => [path, 'socket' as const] as const),
	...others['character device'].map((path) => [path, 'character device' as const] as const),
	...others['block device'].map((path) => [path, 'block device' as const] as const),
]);

/** A path without a slash at its end. `C:\var\lib\kubelet` of a Windows node is the folder that Linux calls `/var/lib/kubelet`. */
const clean = (path: string): string => {
	const slashed = /^[A-Za-z]:\\/.test(path) ? path.slice(2).replaceAll('\\', '/') : path;
	return slashed.length > 1 ? slashed.replace(/\/+$/, '') : slashed;
};

const parentOf = (path: string): string => path.slice(0, path.lastIndexOf('/')) || '/';

/** The file system of a node, as far as volumes need it. */
export class HostPaths {
	/** @param present existing directories beyond those of every node. */
	constructor(
		readonly files: HostFiles,
		readonly present: readonly string[] = [],
	) {}

	at(path: string): HostFile | undefined {
		const known = everywhere.get(clean(path));
		if (known) {
			return known;
		}

		if (this.present.some((one) => clean(one) === clean(path))) {
			return 'directory';
		}

		const kind = this.files.all.stat(path)?.kind;
		return kind === 'link' ? undefined : kind;
	}

	makeDirectory(path: string): void {
		this.files.all.makeDirectory(path, {parents: true});
	}

	makeFile(path: string): void {
		this.files.all.makeDirectory(parentOf(path), {parents: true});
		this.files.all.write(path, '');
	}
}

const expected: Readonly<Record<string, readonly [kind: HostFile, name: string]>> = {
	Directory: ['directory', 'directory'],
	DirectoryOrCreate: ['directory', 'directory'],
	File: ['file', 'file'],
	FileOrCreate: ['file', 'file'],
	Socket: ['socket', 'socket file'],
	CharDevice: ['character device', 'character device'],
	BlockDevice: ['block device', 'block device'],
};

/** The types as a message of v1.37 names them. */
const typeOf: Readonly<Record<HostFile, string>> = {
	directory: 'Directory',
	file: 'File',
	socket: 'Socket',
	'character device': 'CharDevice',
	'block device': 'BlockDevice',
};

/** @mirrors k8s.io/kubernetes/pkg/volume/hostpath typeMatchedOrError */
const mismatch = (path: string, name: string, found: HostFile | undefined, minor: number | undefined): string => {
	if (!behaves(minor, 'hostPathType')) {
		return `hostPath type check failed: ${path} is not a ${name}`;
	}

	return found === undefined
		? `hostPath type check failed, ${path} is not a ${name}, unable to determine its type: path ${JSON.stringify(path)} does not exist`
		: `hostPath type check failed: ${path} is not a ${name}, it's a ${typeOf[found]}`;
};

/**
Checks that a path of the node has a volume's type, and creates it if the volume requires that. Without a type, the container runtime makes a directory.

@param minor of the Kubernetes version; the simulated one where it is left out
@throws {MountFailure} if it has another type.
@mirrors k8s.io/kubernetes/pkg/volume/hostpath checkType
*/
export const checkHostPath = (
	host: HostPaths,
	{path, type = ''}: Pick<HostPathVolumeSource, 'path' | 'type'>,
	minor?: number,
): void => {
	const [kind, name] = expected[type] ?? [];
	if (type === 'DirectoryOrCreate' && host.at(path) === undefined) {
		host.makeDirectory(path);
	}

	if (type === 'FileOrCreate' && host.at(path) === undefined) {
		if (host.at(parentOf(path)) !== 'directory') {
			throw new MountFailure(`open ${path}: no such file or directory`);
		}

		host.makeFile(path);
	}

	const found = host.at(path);
	if (kind !== undefined && name !== undefined && found !== kind) {
		throw new MountFailure(mismatch(path, name, found, minor));
	}
};
