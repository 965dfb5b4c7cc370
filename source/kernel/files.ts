/** A file or folder as the system lists it. */
export interface FoundFile {
	/** The kind of file; a `stream` is a pipe or a device, whose size is known only at its end. */
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
	/** The folder to which names in messages are relative. */
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
	/** Text of a file of the package, unpacked if its name ends in `.gz`; `undefined` if it does not exist. @param path from the package's folder, with slashes */
	readonly packageText: (path: string) => string | undefined;
}
