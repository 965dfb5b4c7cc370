import type {ErrorNumber} from '../../host/file-system.js';
import {allows, type Credentials} from './credentials.js';
import type {Directory, FileNode, RegularFile} from './file-tree.js';

/** The path where a tree, or a part of it, is visible. */
export interface Mount {
	readonly path: string;
	readonly readonly: boolean;
	/** The directory or file, looked up at the first access. */
	readonly node: () => Directory | RegularFile;
}

/** The mounted trees, and the credentials of the process that reads them. */
export interface View {
	/** The mount at `/`. */
	readonly top: Mount;
	/** The mounts at other paths. */
	readonly mounts: ReadonlyMap<string, Mount>;
	readonly who: Credentials;
}

/** The most links on a path; more are an error. @mirrors Linux MAXSYMLINKS */
const mostLinks = 40;

/** One directory on the path to a place, or the place. */
export interface Step {
	readonly name: string;
	readonly path: string;
	readonly mount: Mount;
	readonly node: FileNode;
}

/** The target of a path: an existing file, or a free name in a directory. */
export interface Place {
	/** The directories from the root to its own directory. */
	readonly trail: readonly Step[];
	readonly name: string;
	readonly path: string;
	readonly found?: Step;
}

/** Walks a path. @returns the error, if the end is not reached: most looked-up paths do not exist, and throwing an error costs more than the walk. */
export const walkPath = (path: string, follow: boolean, {top, mounts, who}: View): Place | ErrorNumber => {
	const trail: Step[] = [{name: '', path: '/', mount: top, node: top.node()}];
	const ahead = path.split('/').reverse();
	let links = 0;
	for (;;) {
		const above = trail.at(-1);
		const name = ahead.pop();
		if (!above || name === undefined) {
			// The path ends in a directory: `/`, `.` or `..`.
			return {trail: trail.slice(0, -1), name: above?.name ?? '', path: above?.path ?? '/', found: above};
		}

		if (name === '' || name === '.') {
			continue;
		}

		if (name === '..') {
			trail.length = Math.max(1, trail.length - 1);
			continue;
		}

		if (above.node.kind !== 'directory') {
			return 'ENOTDIR';
		}

		if (!allows(above.node.attributes, who, 'enter')) {
			return 'EACCES';
		}

		const at = `${above.path === '/' ? '' : above.path}/${name}`;
		const mount = mounts.get(at);
		const node = mount?.node() ?? above.node.get(name);
		const isLast = ahead.every((part) => part === '' || part === '.');
		if (!node) {
			if (isLast) {
				return {trail, name, path: at};
			}

			return 'ENOENT';
		}

		if (node.kind === 'link' && (!isLast || follow)) {
			if (++links > mostLinks) {
				return 'ELOOP';
			}

			trail.length = node.target.startsWith('/') ? 1 : trail.length;
			ahead.push(...node.target.split('/').reverse());
		} else {
			trail.push({name, path: at, mount: mount ?? above.mount, node});
		}
	}
};

/** The last node of a trail, copied from a lower layer if it is from there. */
export const ownNode = (trail: readonly Step[]): FileNode => {
	const last = trail.at(-1);
	if (!last) {
		throw new Error('a trail has at least one step');
	}

	const tree = last.mount.node().tree;
	if (last.node.tree === tree) {
		return last.node;
	}

	const above = ownNode(trail.slice(0, -1));
	const current = above.kind === 'directory' ? above.get(last.name) : undefined;
	if (above.kind !== 'directory' || current?.tree === tree) {
		return current ?? last.node;
	}

	const copy = tree.copy(last.node, last.path);
	above.set(last.name, copy);
	return copy;
};
