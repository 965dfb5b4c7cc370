/** The file, folder or link at a path. */
export interface FileStat {
	readonly kind: 'file' | 'directory' | 'link';
	/** Permission bits, such as 0o644. */
	readonly mode: number;
	readonly uid: number;
	readonly gid: number;
	/** Bytes. */
	readonly size: number;
	/** Time of the simulation, in milliseconds since 1970. */
	readonly modifiedMs: number;
	/** The target of a symbolic link. */
	readonly target?: string;
}

/** A directory in memory: a tmpfs. */
export interface MemorySpace {
	/** Bytes. */
	readonly used: number;
	/** Bytes that it may hold at most; `undefined` without a limit. */
	readonly limit?: number | undefined;
}

/**
A file system as the processes of one container see it: its image, its writes, and its mounts.

All paths are absolute; links are followed, as the kernel does. All methods are immediate and deterministic.

@throws {FileError} from each method except `stat`.
*/
export interface FileSystem {
	/** @returns `undefined` if the path does not exist or cannot be reached. @param options with `follow: false` a link at the end is not followed. */
	stat(path: string, options?: {readonly follow?: boolean}): FileStat | undefined;
	read(path: string): string;
	/** Creates, replaces or extends a file. @param options `mode` is for a new file, 0o644 by default. */
	write(path: string, text: string, options?: {readonly append?: boolean; readonly mode?: number}): void;
	/** Adds zero bytes to the end of a file, and creates a missing file: they use simulated disk space, but no real memory. */
	allocate(path: string, bytes: number): void;
	/** The space of the directory in memory that holds a path; `undefined` for a path on a disk. */
	memoryAt(path: string): MemorySpace | undefined;
	/** Names in a directory, sorted; without `.` and `..`. */
	list(path: string): readonly string[];
	/** Makes a directory. @param options with `parents`, parent directories are also created, and an existing directory is accepted; `mode` is 0o755 by default. */
	makeDirectory(path: string, options?: {readonly parents?: boolean; readonly mode?: number}): void;
	/** Makes a symbolic link. */
	link(target: string, path: string): void;
	rename(from: string, to: string): void;
	/** Removes a file, a link, or an empty directory; with `recursive` a directory and all in it. */
	remove(path: string, options?: {readonly recursive?: boolean}): void;
	chmod(path: string, mode: number): void;
	chown(path: string, uid: number, gid: number): void;
}

const descriptions = {
	EACCES: 'Permission denied',
	ECONNREFUSED: 'Connection refused',
	EBUSY: 'Device or resource busy',
	EEXIST: 'File exists',
	EINVAL: 'Invalid argument',
	EISDIR: 'Is a directory',
	ELOOP: 'Too many levels of symbolic links',
	ENOENT: 'No such file or directory',
	ENOSPC: 'No space left on device',
	ENOTDIR: 'Not a directory',
	ENOTEMPTY: 'Directory not empty',
	EPERM: 'Operation not permitted',
	EROFS: 'Read-only file system',
	EXDEV: 'Invalid cross-device link',
} as const;

/** Name of an error of the operating system. */
export type ErrorNumber = keyof typeof descriptions;

/** A call of the file system failed. */
export class FileError extends Error {
	override name = 'FileError';

	constructor(
		readonly code: ErrorNumber,
		readonly path: string,
	) {
		super(`${descriptions[code]}: ${path}`);
	}

	/** The description that programs print: `No such file or directory`. */
	get description(): string {
		return descriptions[this.code];
	}
}

const numbers: Readonly<Partial<Record<ErrorNumber, number>>> = {
	EPERM: 1,
	ENOENT: 2,
	EACCES: 13,
	EEXIST: 17,
	ENOTDIR: 20,
	EISDIR: 21,
	ENOSPC: 28,
	EROFS: 30,
};

/** Number of an error, as programs print it next to its description: 13 for `Permission denied`. */
export const numberOf = ({code}: FileError): number => numbers[code] ?? 1;

/** A path without `.`, `..` and doubled slashes, seen from a directory: `resolvePath('/a/b', '../c')` is `/a/c`. Links are not followed. */
export const resolvePath = (from: string, path: string): string => {
	const parts: string[] = [];
	for (const part of `${path.startsWith('/') ? '' : `${from}/`}${path}`.split('/')) {
		if (part === '..') {
			parts.pop();
		} else if (part !== '' && part !== '.') {
			parts.push(part);
		}
	}

	return `/${parts.join('/')}`;
};
