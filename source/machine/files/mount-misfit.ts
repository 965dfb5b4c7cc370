import {FileError} from '../../host/file-system.js';
import {containerFiles} from './container-files.js';
import type {Directory} from './file-tree.js';
import type {Mount} from './path-walk.js';

/** The paths where the kubelet mounts its own files; images have no files there. */
const own =
	/^\/(?:var\/run\/secrets\/kubernetes\.io\/serviceaccount|etc\/(?:hosts|hostname|resolv\.conf)|dev\/termination-log)$/;

/** A mount that the kernel refuses. */
export interface MountMisfit {
	readonly path: string;
	/** The mounted file or folder. */
	readonly mounted: 'file' | 'directory';
}

const kindOf = ({node}: Mount): 'file' | 'directory' | undefined => {
	try {
		return node().kind;
	} catch (error) {
		if (error instanceof FileError) {
			return undefined;
		}

		throw error;
	}
};

/** The first mount that puts a file over a directory of the image, or a directory over a file of it; `undefined` if all fit. @see https://man7.org/linux/man-pages/man2/mount.2.html ENOTDIR */
export const mountMisfit = (image: Directory, mounts: readonly Mount[]): MountMisfit | undefined => {
	const asked = mounts.filter(({path}) => !own.test(path));
	if (asked.length === 0) {
		return undefined;
	}

	const files = containerFiles({image, nowMs: () => 0});
	for (const mount of asked) {
		const found = files.stat(mount.path)?.kind;
		const mounted = found === undefined ? undefined : kindOf(mount);
		if (mounted !== undefined && mounted !== found) {
			return {path: mount.path, mounted};
		}
	}

	return undefined;
};
