import type {FileSystem} from './file-system.js';

/** A file of a volume that shows objects of the API. */
export interface PublishedFile {
	readonly text: string;
	/** Permission bits, such as 0o644. */
	readonly mode: number;
	/** The owner; root if absent. */
	readonly uid?: number;
}

/** Files by their path in the volume. */
export type PublishedFiles = Readonly<Record<string, PublishedFile>>;

/** The files of a node, and the volumes of its Pods below `/var/lib/kubelet/pods`. */
export interface HostFiles {
	/** The whole node, as root. */
	readonly all: FileSystem;
	/** A file that a program of the node has written. */
	provideFile(path: string, text: string | (() => string), mode?: number): void;
	/** Sets the content of a volume of API objects. @returns false if it is unchanged. */
	publish(path: string, files: PublishedFiles, fsGroup?: number): boolean;
	/** An empty directory for a Pod. @param memory for a directory in memory: the bytes it may hold. */
	provideEmpty(path: string, fsGroup?: number, memory?: {readonly limit: number | undefined}): void;
	/** The data of a persistent volume. @param disk its name in its storage. */
	provideDisk(path: string, disk: string, fsGroup?: number): void;
	/** A part of a volume or of the node, at its own path; a missing directory is created. @throws {FileError} when its path leaves its volume. */
	provideBind(path: string, of: string): void;
	/** Bytes in all directories that were provided empty. */
	readonly inEmptyDirectories: number;
	/** Bytes in a directory that was provided empty. */
	usedIn(path: string): number;
	/** Removes the volume at a path. */
	remove(path: string): void;
	/** Removes all volumes below a directory. */
	removeBelow(directory: string): void;
	/** The files of a volume as root sees them, each at its path in the volume; `undefined` if none is provided at this path of the node. */
	inside(path: string): FileSystem | undefined;
}
