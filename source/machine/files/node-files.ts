import {FileError} from '../../host/file-system.js';
import type {Attributes} from './attributes.js';
import {Directory, FileTree, type RegularFile} from './file-tree.js';
import {root as superuser} from './credentials.js';
import {MountedFiles} from './mounted-files.js';
import type {Mount} from './path-walk.js';
import type {HostFiles, PublishedFiles} from '../../host/host-files.js';
import {PublishedVolume} from './published-volume.js';
import {nodeLayer} from './standard-files.js';

/** Drivers whose volumes are block devices, which the kubelet's node formats with ext4 unless `fsType` names another. */
const blockDriver =
	/^\/storage\/(?:driver\.longhorn\.io|ebs\.csi\.(?:aws\.com|eks\.amazonaws\.com)|pd\.csi\.storage\.gke\.io|disk\.csi\.azure\.com|dobs\.csi\.digitalocean\.com|csi\.hetzner\.cloud|linodebs\.csi\.linode\.com|cinder\.csi\.openstack\.org|csi\.vsphere\.vmware\.com|(?:[\w-]+\.)?rbd\.csi\.ceph\.com)\//;

/** The source of a mount: the view of containers at a path of the node. */
type Source = () => Directory | RegularFile;

/** Gives a volume with data to its group, as the kubelet does before containers use it. @mirrors k8s.io/kubernetes/pkg/volume SetVolumeOwnership */
const give = (node: Directory, gid: number): void => {
	node.attributes = {...node.attributes, gid, mode: node.attributes.mode | 0o2770};
	for (const name of node.names) {
		const inside = node.get(name);
		if (inside?.kind === 'directory') {
			give(inside, gid);
		} else if (inside?.kind === 'file') {
			inside.attributes = {...inside.attributes, gid, mode: inside.attributes.mode | 0o660};
		}
	}
};

const once = <T>(make: () => T): (() => T) => {
	let made: T | undefined;
	return () => (made ??= make());
};

/** The node at a path; created if missing. */
const found = (
	files: MountedFiles,
	path: string,
	make?: {readonly file: string; readonly mode: number},
): Directory | RegularFile => {
	if (!files.stat(path) && make) {
		files.makeDirectory(path.slice(0, Math.max(1, path.lastIndexOf('/'))), {parents: true});
		files.write(path, make.file, {mode: make.mode});
	} else if (!files.stat(path)) {
		files.makeDirectory(path, {parents: true});
	}

	const node = files.node(path);
	if (node.kind === 'link') {
		throw new FileError('ELOOP', path);
	}

	return node;
};

/**
The files of a node: its own, and the volumes of its Pods at their paths below `/var/lib/kubelet/pods`. Containers see parts of them at their mounts.

A path without a reader costs only a table entry.
*/
export class NodeFiles implements HostFiles {
	readonly #mounts = new Map<string, Mount>();
	readonly #published = new Map<string, PublishedVolume>();
	/** The trees that were provided empty and have been read since. */
	readonly #empty = new Map<string, FileTree>();
	readonly #files: MountedFiles;

	/**
	@param disks the data of persistent volumes, by their names in their storage: all nodes see the same.
	@param nowMs the time, in milliseconds since 1970.
	*/
	constructor(
		readonly node: string,
		readonly disks: Map<string, FileTree>,
		readonly nowMs: () => number,
	) {
		const tree = once(() => new FileTree(this.#owned(0o755), nodeLayer()));
		this.#files = new MountedFiles(
			{path: '/', readonly: false, node: () => tree().root},
			this.#mounts,
			superuser,
			nowMs,
		);
	}

	/** The whole node, as root. */
	get all(): MountedFiles {
		return this.#files;
	}

	/** A file that the kubelet or the runtime has written. */
	provideFile(path: string, text: string | (() => string), mode = 0o644): void {
		this.#provide(path, () => new FileTree(this.#owned(0o755)).unlimitedFile(this.#owned(mode), text));
	}

	/** Sets the content of a volume of API objects. @returns false if it is unchanged. */
	publish(path: string, files: PublishedFiles, fsGroup?: number): boolean {
		const known = this.#published.get(path);
		if (known) {
			return known.update(files, this.nowMs());
		}

		const volume = new PublishedVolume(path, files, this.nowMs(), fsGroup);
		this.#published.set(path, volume);
		this.#provide(path, () => volume.root);
		return true;
	}

	/** An empty directory for a Pod. @param memory for a directory in memory: the bytes it may hold. */
	provideEmpty(path: string, fsGroup?: number, memory?: {readonly limit: number | undefined}): void {
		if (this.#mounts.has(path)) {
			return;
		}

		this.#provide(path, () => {
			const tree = new FileTree(this.#owned(0o777), undefined, memory?.limit);
			tree.isMemory = memory !== undefined;
			this.#empty.set(path, tree);
			if (fsGroup !== undefined) {
				give(tree.root, fsGroup);
			}

			return tree.root;
		});
	}

	/** Bytes in all directories that were provided empty. */
	get inEmptyDirectories(): number {
		return [...this.#empty.values()].reduce((total, {used}) => total + used, 0);
	}

	/** Bytes in a directory that was provided empty. */
	usedIn(path: string): number {
		return this.#empty.get(path)?.used ?? 0;
	}

	/** The data of a persistent volume. @param disk its name in its storage. */
	provideDisk(path: string, disk: string, fsGroup?: number): void {
		this.#provide(path, () => {
			const tree = this.disks.get(disk) ?? this.#formatted(disk);
			this.disks.set(disk, tree);
			if (fsGroup !== undefined) {
				give(tree.root, fsGroup);
			}

			return tree.root;
		});
	}

	/** A part of a volume or of the node, at its own path. @throws {FileError} */
	provideBind(path: string, of: string): void {
		const part = this.bind(of)();
		this.#provide(path, () => part);
	}

	/** Removes the volume at a path. */
	remove(path: string): void {
		this.#mounts.delete(path);
		this.#published.delete(path);
		this.#empty.delete(path);
	}

	/** Removes all volumes below a directory. */
	removeBelow(directory: string): void {
		for (const path of this.#mounts.keys()) {
			if (path.startsWith(`${directory}/`)) {
				this.remove(path);
			}
		}
	}

	/**
	The view of a container that mounts a path of the node. A part of a volume is looked up now, so that it stays fixed; a whole volume at the first access.

	@param make the text for a missing file; without it, a missing directory is made.
	*/
	bind(path: string, make?: {readonly file: string; readonly mode: number}): Source {
		const whole = this.#mounts.get(path);
		if (whole) {
			return whole.node;
		}

		const volume = this.#volumeOf(path);
		if (!volume) {
			return once(() => found(this.#files, path, make));
		}

		const node = found(this.#inside(volume), path.slice(volume.path.length));
		return () => node;
	}

	/** The files of a volume as root sees them, each at its path in the volume; `undefined` if none is provided at this path of the node. */
	inside(path: string): MountedFiles | undefined {
		const volume = this.#mounts.get(path);
		return volume && this.#inside(volume);
	}

	/** A link in a volume never leaves it. */
	#inside(volume: Mount): MountedFiles {
		return new MountedFiles({...volume, path: '/'}, new Map(), superuser, this.nowMs);
	}

	/** The volume that contains a path. */
	#volumeOf(path: string): Mount | undefined {
		for (let slash = path.lastIndexOf('/'); slash > 0; slash = path.lastIndexOf('/', slash - 1)) {
			const mount = this.#mounts.get(path.slice(0, slash));
			if (mount) {
				return mount;
			}
		}

		return undefined;
	}

	#provide(path: string, node: Source): void {
		this.#mounts.set(path, {path, readonly: false, node: once(node)});
	}

	/** An empty file system. ext4 has a folder for the results of its check. */
	#formatted(disk: string): FileTree {
		const tree = new FileTree(this.#owned(0o755));
		if (blockDriver.test(disk)) {
			tree.root.set('lost+found', new Directory(tree, this.#owned(0o700)));
		}

		return tree;
	}

	#owned(mode: number): Attributes {
		return {mode, uid: 0, gid: 0, modifiedMs: this.nowMs()};
	}
}
