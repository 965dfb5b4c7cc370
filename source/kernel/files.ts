/** A file or folder as the system lists it. */
export interface FoundFile {
	/** A pipe or a device says its size at its end only: `stream`. */
	readonly kind: 'file' | 'folder' | 'pipe' | 'stream';
	readonly sizeBytes: number;
}

/**
The program's files: on disk, or, in a page, among those loaded with it.

Errors have a `code` as in Node: `ENOENT` and others.
*/
export interface Platform {
	/** The folder of package.json, with a slash at its end. */
	readonly packageFolder: string;
	/** The folder that names in messages are relative to. */
	readonly workingFolder: () => string;
	/** @returns `undefined` when there is no such file or folder */
	readonly find: (path: string) => FoundFile | undefined;
	/** The bytes of a file; of a pipe or a device at most one byte above the limit. @throws an error with a `code` */
	readonly read: (path: string, limitBytes: number) => Uint8Array;
	/** Writes a file as a whole, and the folders above it: an interrupted write leaves the old one. @throws an error with a `code` */
	readonly write: (path: string, text: string) => void;
	/** The folders for the user's data: progress (`data`), keys (`config`). */
	readonly userFolder: (kind: 'config' | 'data') => string;
	/** Names of files and folders in a folder, in any order. @throws an error with a `code` */
	readonly names: (folder: string) => readonly string[];
	/** Text of a file of the package, unpacked where its name ends in `.gz`; `undefined` when there is no such file. @param path from the package's folder, with slashes */
	readonly packageText: (path: string) => string | undefined;
}
