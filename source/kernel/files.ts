/** A file or folder as the system lists it. */
export interface FoundFile {
	/** A pipe or a device says its size at its end only: `stream`. */
	readonly kind: 'file' | 'folder' | 'pipe' | 'stream';
	readonly sizeBytes: number;
}

/**
Files, as the program asks for them: on disk, or, in a page, among those that were loaded with it.

Errors have a `code` as those of Node: `ENOENT` and its neighbours.
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
	/** Writes a file as a whole, and the folders above it: what is cut short leaves the old one. @throws an error with a `code` */
	readonly write: (path: string, text: string) => void;
	/** Where the program keeps what the user has: progress (`data`), keys (`config`). */
	readonly userFolder: (kind: 'config' | 'data') => string;
	/** Names of files and folders in a folder, in any order. @throws an error with a `code` */
	readonly names: (folder: string) => readonly string[];
	/** Text of a file of the package, unpacked where its name ends in `.gz`; `undefined` when there is no such file. @param path from the package's folder, with slashes */
	readonly packageText: (path: string) => string | undefined;
}
