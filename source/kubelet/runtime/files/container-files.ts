import type {FileSystem} from './file-system.js';
import {FileTree} from './file-tree.js';
import {MountedFiles, root} from './mounted-files.js';
import {standardFiles} from './standard-files.js';

/** The files of a new container. @param nowMs the time, in milliseconds since 1970. */
export const containerFiles = (nowMs: () => number): FileSystem => {
	const tree = new FileTree({mode: 0o755, uid: 0, gid: 0, modifiedMs: nowMs()}, standardFiles());
	return new MountedFiles({path: '/', readonly: false, node: () => tree.root}, [], root, nowMs);
};
