import {timestamp} from '../../kernel/clock.js';
import {Random} from '../../kernel/random.js';
import type {PublishedFiles} from '../../host/host-files.js';
import type {Attributes} from './attributes.js';
import {FileTree, type Directory} from './file-tree.js';

const same = (a: PublishedFiles, b: PublishedFiles): boolean => {
	const names = Object.keys(a);
	return (
		names.length === Object.keys(b).length &&
		names.every((name) => a[name]?.text === b[name]?.text && a[name]?.mode === b[name]?.mode)
	);
};

/** The kubelet's name for the directory of one version: `..2026_01_02_03_04_05.123456789`. */
const versionName = (nowMs: number, path: string): string => {
	const time = timestamp(nowMs).slice(0, 19).replaceAll(/[-T:]/g, '_');
	return `..${time}.${new Random(0, `${path} ${nowMs}`).below(4_294_967_296)}`;
};

/** The attributes of a volume: with a group, the volume belongs to it, the group may read, and directories pass it on. */
const forGroup = (attributes: Attributes, fsGroup: number | undefined, isDirectory: boolean): Attributes =>
	fsGroup === undefined
		? attributes
		: {...attributes, gid: fsGroup, mode: attributes.mode | (isDirectory ? 0o2550 : 0o440)};

/**
A volume that shows objects of the API: each version has its files in a directory, and the link `..data` selects one, so that all change at
once. It is built at the first access.

@mirrors k8s.io/kubernetes/pkg/volume/util AtomicWriter
*/
export class PublishedVolume {
	#tree: FileTree | undefined;
	#files: PublishedFiles;
	#atMs: number;

	/**
	@param path of the volume on the node.
	@param nowMs milliseconds since 1970.
	@param fsGroup group that owns it.
	*/
	constructor(
		readonly path: string,
		files: PublishedFiles,
		nowMs: number,
		readonly fsGroup?: number,
	) {
		this.#files = files;
		this.#atMs = nowMs;
	}

	get root(): Directory {
		if (!this.#tree) {
			this.#tree = new FileTree(this.#owned(0o777, true));
			this.#publish(this.#tree);
		}

		return this.#tree.root;
	}

	/** Replaces the shown files. @returns false if they are equal. */
	update(files: PublishedFiles, nowMs: number): boolean {
		if (same(this.#files, files)) {
			return false;
		}

		this.#files = files;
		this.#atMs = nowMs;
		if (this.#tree) {
			this.#publish(this.#tree);
		}

		return true;
	}

	#owned(mode: number, isDirectory: boolean, uid = 0): Attributes {
		return forGroup({mode, uid, gid: 0, modifiedMs: this.#atMs}, this.fsGroup, isDirectory);
	}

	#publish(tree: FileTree): void {
		const {root} = tree;
		for (const name of root.names) {
			root.set(name, undefined);
		}

		const name = versionName(this.#atMs, this.path);
		const version = tree.directory(this.#owned(0o755, true), this.path);
		root.set(name, version);
		root.set('..data', tree.link(this.#owned(0o777, false), name, this.path));
		for (const [path, {text, mode, uid}] of Object.entries(this.#files)) {
			const parts = path.split('/').filter((part) => part !== '' && part !== '.' && part !== '..');
			const last = parts.pop();
			const [first = last] = parts;
			if (last === undefined || first === undefined) {
				continue;
			}

			let directory = version;
			for (const part of parts) {
				const existing = directory.get(part);
				const next = existing?.kind === 'directory' ? existing : tree.directory(this.#owned(0o755, true), this.path);
				directory.set(part, next);
				directory = next;
			}

			directory.set(last, tree.unlimitedFile(this.#owned(mode, false, uid), text));
			root.set(first, tree.link(this.#owned(0o777, false), `..data/${first}`, this.path));
		}
	}
}
