import {memoised} from '../../kernel/memoised.js';
import type {Attributes} from './attributes.js';
import {FileTree, type Directory, type FileNode} from './file-tree.js';

/** A file, directory or link of an image or a node. */
type LayerEntry =
	| {readonly file: string; readonly mode?: number; readonly uid?: number}
	| {readonly directory: number; readonly uid?: number}
	| {readonly link: string};

/** The entries that a layer adds, by path; parent directories are created. */
export type LayerEntries = Readonly<Record<string, LayerEntry>>;

const attributes = (mode: number, uid = 0): Attributes => ({mode, uid, gid: uid, modifiedMs: 0});

const nodeOf = (tree: FileTree, entry: LayerEntry, path: string): FileNode => {
	if ('file' in entry) {
		return tree.unlimitedFile(attributes(entry.mode ?? 0o644, entry.uid), entry.file);
	}

	return 'link' in entry
		? tree.link(attributes(0o777), entry.link, path)
		: tree.directory(attributes(entry.directory, entry.uid), path);
};

/** A layer of files below the written ones. It is never changed. @param below the layer under it. */
export const layer = (entries: LayerEntries, below?: Directory): Directory => {
	const tree = new FileTree(attributes(0o755), below, Number.POSITIVE_INFINITY);
	for (const [path, entry] of Object.entries(entries)) {
		const parts = path.split('/').filter(Boolean);
		const name = parts.pop() ?? '';
		let directory = tree.root;
		for (const part of parts) {
			const existing = directory.get(part);
			const made = existing ? () => tree.copy(existing, path) : () => tree.directory(attributes(0o755), path);
			const next = existing?.tree === tree ? existing : made();
			if (next.kind !== 'directory') {
				throw new Error(`${path} goes through a file`);
			}

			directory.set(part, next);
			directory = next;
		}

		directory.set(name, nodeOf(tree, entry, path));
	}

	return tree.root;
};

const directories = (paths: readonly string[], mode = 0o755): LayerEntries =>
	Object.fromEntries(paths.map((path) => [path, {directory: mode}]));

const common: LayerEntries = {
	...directories(['/bin', '/dev', '/etc', '/home', '/lib', '/mnt', '/opt', '/run', '/sbin', '/srv']),
	...directories(['/proc', '/sys'], 0o555),
	...directories(['/usr', '/usr/bin', '/usr/sbin', '/usr/lib', '/usr/share', '/usr/local', '/usr/local/bin']),
	...directories(['/var', '/var/cache', '/var/lib', '/var/log', '/var/spool']),
	...directories(['/tmp', '/var/tmp', '/dev/shm'], 0o1777),
	'/dev/pts': {directory: 0o755},
	'/root': {directory: 0o700},
	'/var/run': {link: '/run'},
	'/dev/null': {file: '', mode: 0o666},
	'/dev/zero': {file: '', mode: 0o666},
	'/dev/random': {file: '', mode: 0o666},
	'/dev/urandom': {file: '', mode: 0o666},
	'/etc/group': {file: 'root:x:0:\nnogroup:x:65534:\n'},
	'/etc/passwd': {file: 'root:x:0:0:root:/root:/bin/sh\nnobody:x:65534:65534:nobody:/nonexistent:/usr/sbin/nologin\n'},
	'/proc/mounts': {file: ''},
};

const once = (make: () => Directory): (() => Directory) => {
	let made: Directory | undefined;
	return () => (made ??= make());
};

/** The files that every image has. */
export const standardFiles = once(() => layer(common));

/** `/dev/pts` of a container: its open terminals by number. */
export const terminalFiles = memoised(
	(numbers: string): Directory =>
		layer({
			'/ptmx': {file: '', mode: 0o666},
			...Object.fromEntries(
				numbers
					.split(' ')
					.filter(Boolean)
					.map((number) => [`/${number}`, {file: '', mode: 0o620}]),
			),
		}),
	100,
);

/** The settings of the kernel below /proc/sys and /sys that containers use most, by the name of their host. */
export const kernelSettings: Readonly<Record<'/proc/sys' | '/sys', (hostname: string) => Directory>> = {
	'/proc/sys': memoised(
		(hostname: string) =>
			layer({
				'/vm/max_map_count': {file: '1048576\n'},
				'/vm/overcommit_memory': {file: '1\n'},
				'/vm/swappiness': {file: '60\n'},
				'/net/core/somaxconn': {file: '4096\n'},
				'/net/ipv4/ip_forward': {file: '1\n'},
				'/net/ipv4/ip_local_port_range': {file: '32768\t60999\n'},
				'/net/ipv4/tcp_syncookies': {file: '1\n'},
				'/fs/file-max': {file: '9223372036854775807\n'},
				'/fs/inotify/max_user_watches': {file: '524288\n'},
				'/fs/inotify/max_user_instances': {file: '128\n'},
				'/kernel/hostname': {file: hostname === '' ? '' : `${hostname}\n`},
			}),
		100,
	),
	'/sys': once(() =>
		layer({
			'/kernel/mm/transparent_hugepage/enabled': {file: 'always [madvise] never\n'},
			'/kernel/mm/transparent_hugepage/defrag': {file: 'always defer defer+madvise [madvise] never\n'},
		}),
	),
};

/** The files that every node has. */
export const nodeLayer = once(() =>
	layer({
		...common,
		...directories(['/boot', '/run/containerd', '/etc/kubernetes', '/etc/kubernetes/manifests', '/etc/cni/net.d']),
		...directories(['/var/lib/kubelet', '/var/lib/kubelet/pods', '/var/lib/containerd', '/var/lib/docker']),
		...directories(['/var/log/pods', '/var/log/containers', '/usr/share/ca-certificates', '/lib/modules']),
		...directories(['/etc/ssl/certs', '/usr/lib/modules', '/var/lib/etcd', '/opt/cni/bin', '/media']),
		'/root/.ssh': {directory: 0o700},
		'/run/containerd/containerd.sock': {file: '', mode: 0o660},
		'/etc/hosts': {file: '127.0.0.1\tlocalhost\n::1\tlocalhost\n'},
		'/etc/localtime': {file: 'TZif2'},
		'/etc/timezone': {file: 'Etc/UTC\n'},
		'/etc/machine-id': {file: '5f1c0a3a9d6c4b5e8a7f6e5d4c3b2a10\n'},
		'/etc/os-release': {file: 'PRETTY_NAME="Debian GNU/Linux 12 (bookworm)"\nID=debian\nVERSION_ID="12"\n'},
		'/run/xtables.lock': {file: '', mode: 0o600},
		'/proc/sys/kernel/hostname': {file: ''},
	}),
);
