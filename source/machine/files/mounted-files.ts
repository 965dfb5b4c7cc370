import {FileError, resolvePath, type FileStat, type FileSystem, type MemorySpace} from '../../host/file-system.js';
import type {Attributes} from './attributes.js';
import {allows, type Access, type Credentials} from './credentials.js';
import type {Directory, FileNode, FileTree} from './file-tree.js';
import {ownNode, walkPath, type Mount, type Place, type Step, type View} from './path-walk.js';

/** The files of several trees as one, seen by one user. */
export class MountedFiles implements FileSystem, View {
	/**
	@param root the mount at `/`.
	@param mounts the trees at other paths; they may change.
	@param nowMs the time, in milliseconds since 1970.
	@param changed called with each path that was written.
	*/
	constructor(
		readonly top: Mount,
		readonly mounts: ReadonlyMap<string, Mount>,
		readonly who: Credentials,
		readonly nowMs: () => number,
		readonly changed: (path: string) => void = () => {},
	) {}

	/** The node at a path, to be mounted elsewhere. */
	node(path: string): FileNode {
		const place = this.#find(path, true);
		if (!place.found) {
			throw new FileError('ENOENT', path);
		}

		return ownNode([...place.trail, place.found]);
	}

	/** The path without links. */
	realPath(path: string): string {
		return this.#find(path, true).path;
	}

	stat(path: string, {follow = true} = {}): FileStat | undefined {
		const place = walkPath(path, follow, this);
		const found = typeof place === 'string' ? undefined : place.found?.node;
		return (
			found && {
				kind: found.kind,
				mode: found.attributes.mode,
				uid: found.attributes.uid,
				gid: found.attributes.gid,
				size: found.size,
				modifiedMs: found.attributes.modifiedMs,
				...(found.kind === 'link' ? {target: found.target} : {}),
			}
		);
	}

	read(path: string): string {
		const {node} = this.#existing(path);
		if (node.kind !== 'file') {
			throw new FileError('EISDIR', path);
		}

		this.#require(node, 'read', path);
		return node.text;
	}

	list(path: string): readonly string[] {
		const {node} = this.#existing(path);
		if (node.kind !== 'directory') {
			throw new FileError('ENOTDIR', path);
		}

		this.#require(node, 'read', path);
		return node.names;
	}

	write(path: string, text: string, {append = false, mode = 0o644} = {}): void {
		const place = this.#find(path, true);
		if (!place.found) {
			this.#add(place, (tree) => tree.file(this.#fresh(mode), text, path));
			return;
		}

		const {found} = place;
		if (found.node.kind === 'directory') {
			throw new FileError('EISDIR', path);
		}

		this.#require(found.node, 'write', path);
		this.#writable(found, path);
		const own = ownNode([...place.trail, found]);
		if (own.kind === 'file') {
			own.replace(append ? own.text + text : text, path);
			this.#touch(own, place.path);
		}
	}

	allocate(path: string, bytes: number): void {
		if (!this.stat(path)) {
			this.write(path, '');
		}

		const place = this.#find(path, true);
		const {found} = place;
		if (found?.node.kind !== 'file') {
			throw new FileError('EISDIR', path);
		}

		this.#require(found.node, 'write', path);
		this.#writable(found, path);
		const own = ownNode([...place.trail, found]);
		if (own.kind === 'file') {
			own.allocate(bytes, path);
			this.#touch(own, place.path);
		}
	}

	memoryAt(path: string): MemorySpace | undefined {
		const {tree} = this.#find(path, true).found?.node ?? {};
		return tree?.isMemory ? tree : undefined;
	}

	/** Bytes that were written to its root; without those on mounts. */
	get written(): number {
		return this.top.node().tree.used;
	}

	makeDirectory(path: string, {parents = false, mode = 0o755} = {}): void {
		if (parents) {
			let above = '';
			for (const part of resolvePath('/', path).slice(1).split('/')) {
				above += `/${part}`;
				const existing = this.stat(above);
				if (existing && existing.kind !== 'directory') {
					throw new FileError(above === resolvePath('/', path) ? 'EEXIST' : 'ENOTDIR', path);
				}

				if (!existing && above !== '/') {
					this.makeDirectory(above, {mode});
				}
			}

			return;
		}

		const place = this.#find(path, true);
		if (place.found) {
			throw new FileError('EEXIST', path);
		}

		this.#add(place, (tree) => tree.directory(this.#fresh(mode), path));
	}

	link(target: string, path: string): void {
		const place = this.#find(path, false);
		if (place.found) {
			throw new FileError('EEXIST', path);
		}

		this.#add(place, (tree) => tree.link(this.#fresh(0o777), target, path));
	}

	remove(path: string, {recursive = false} = {}): void {
		const place = this.#find(path, false);
		const {found} = place;
		if (!found) {
			throw new FileError('ENOENT', path);
		}

		this.#removable(place, found, path);
		if (found.node.kind === 'directory' && found.node.names.length > 0 && !recursive) {
			throw new FileError('ENOTEMPTY', path);
		}

		this.#directory(place).set(place.name, undefined);
		found.node.tree.free(found.node);
		this.changed(place.path);
	}

	rename(from: string, to: string): void {
		const source = this.#find(from, false);
		const {found} = source;
		if (!found) {
			throw new FileError('ENOENT', from);
		}

		const target = this.#find(to, false);
		const over = target.found?.node;
		const into = target.trail.at(-1);
		this.#removable(source, found, from);
		if (!into || into.mount !== found.mount) {
			throw new FileError('EXDEV', to);
		}

		if (`${target.path}/`.startsWith(`${source.path}/`)) {
			if (target.path === source.path) {
				return;
			}

			throw new FileError('EINVAL', to);
		}

		if (over && (over.kind === 'directory') !== (found.node.kind === 'directory')) {
			throw new FileError(over.kind === 'directory' ? 'EISDIR' : 'ENOTDIR', to);
		}

		if (over?.kind === 'directory' && over.names.length > 0) {
			throw new FileError('ENOTEMPTY', to);
		}

		if (target.found) {
			this.#removable(target, target.found, to);
		} else {
			this.#require(into.node, 'write', to);
		}

		const moved = ownNode([...source.trail, found]);
		this.#directory(source).set(source.name, undefined);
		// Looked up again: the removal may have copied directories.
		this.#directory(this.#find(to, false)).set(target.name, moved);
		over?.tree.free(over);
		this.changed(source.path);
		this.changed(target.path);
	}

	chmod(path: string, mode: number): void {
		this.#change(path, (attributes) => ({...attributes, mode: mode & 0o7777}));
	}

	chown(path: string, uid: number, gid: number): void {
		this.#change(path, (attributes) => {
			if (!this.who.ownsAll && (uid !== attributes.uid || ![this.who.gid, ...this.who.groups].includes(gid))) {
				throw new FileError('EPERM', path);
			}

			return {...attributes, uid, gid};
		});
	}

	#change(path: string, changed: (attributes: Attributes) => Attributes): void {
		const place = this.#find(path, true);
		const {found} = place;
		if (!found) {
			throw new FileError('ENOENT', path);
		}

		this.#writable(found, path);
		if (!this.who.ownsAll && found.node.attributes.uid !== this.who.uid) {
			throw new FileError('EPERM', path);
		}

		const attributes = changed(found.node.attributes);
		ownNode([...place.trail, found]).attributes = attributes;
		this.changed(place.path);
	}

	#fresh(mode: number): Attributes {
		return {mode, uid: this.who.uid, gid: this.who.gid, modifiedMs: this.nowMs()};
	}

	#touch(node: FileNode, path: string): void {
		node.attributes = {...node.attributes, modifiedMs: this.nowMs()};
		this.changed(path);
	}

	#existing(path: string): Step {
		const {found} = this.#find(path, true);
		if (!found) {
			throw new FileError('ENOENT', path);
		}

		return found;
	}

	/** Adds a new entry at a free name. */
	#add(place: Place, make: (tree: FileTree) => FileNode): void {
		const above = place.trail.at(-1);
		if (!above) {
			throw new FileError('EEXIST', place.path);
		}

		this.#writable(above, place.path);
		this.#require(above.node, 'write', place.path);
		const directory = this.#directory(place);
		const made = make(directory.tree);
		// In a directory with the set-group-ID bit everything belongs to the directory's group.
		if (directory.attributes.mode & 0o2000) {
			const {attributes} = made;
			const mode = attributes.mode | (made.kind === 'directory' ? 0o2000 : 0);
			made.attributes = {...attributes, mode, gid: directory.attributes.gid};
		}

		directory.set(place.name, made);
		this.#touch(directory, place.path);
	}

	#require({attributes}: FileNode, wanted: Access, path: string): void {
		if (!allows(attributes, this.who, wanted)) {
			throw new FileError('EACCES', path);
		}
	}

	#writable({mount}: Step, path: string): void {
		if (mount.readonly) {
			throw new FileError('EROFS', path);
		}
	}

	#removable(place: Place, found: Step, path: string): void {
		const above = place.trail.at(-1);
		if (!above || found.mount.path === found.path) {
			throw new FileError('EBUSY', path);
		}

		this.#writable(found, path);
		this.#require(above.node, 'write', path);
		const sticky = (above.node.attributes.mode & 0o1000) !== 0;
		const {uid} = this.who;
		if (sticky && !this.who.ownsAll && uid !== found.node.attributes.uid && uid !== above.node.attributes.uid) {
			throw new FileError('EPERM', path);
		}
	}

	/** The writable directory of a place. */
	#directory(place: Place): Directory {
		const own = ownNode(place.trail);
		if (own.kind !== 'directory') {
			throw new FileError('ENOTDIR', place.path);
		}

		return own;
	}

	/** Walks a path. @throws {FileError} when a directory on the path is missing, is not a directory, or may not be entered. */
	#find(path: string, follow: boolean): Place {
		const place = walkPath(path, follow, this);
		if (typeof place === 'string') {
			throw new FileError(place, path);
		}

		return place;
	}
}
