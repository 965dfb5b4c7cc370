import {byteLengthOf} from '../../kernel/byte-text.js';
import {FileError} from '../../host/file-system.js';
import {sharedAttributes, type Attributes} from './attributes.js';

/** A file, a directory or a link. It is written only through its tree. */
export type FileNode = RegularFile | Directory | SymbolicLink;

abstract class Node {
	/** Its attributes, which are replaced as a whole and not changed, because many nodes share them. */
	attributes: Attributes;

	constructor(
		/** The tree that made it; only this tree may change it. */
		readonly tree: FileTree,
		attributes: Attributes,
	) {
		this.attributes = sharedAttributes(attributes);
	}

	abstract readonly kind: 'file' | 'directory' | 'link';
	/** Bytes. */
	abstract readonly size: number;
}

/** A file with a text. */
export class RegularFile extends Node {
	readonly kind = 'file';
	#text: string | (() => string);
	/** The number of zero bytes after the text, which are not kept in memory. */
	#blank = 0;

	/** @param text or a function that computes it at the first read. */
	constructor(tree: FileTree, attributes: Attributes, text: string | (() => string)) {
		super(tree, attributes);
		this.#text = text;
	}

	/** Simplified: of allocated zero bytes, a reader receives at most one MiB. */
	get text(): string {
		const text = typeof this.#text === 'string' ? this.#text : this.#text();
		return this.#blank === 0 ? text : text + '\0'.repeat(Math.min(this.#blank, mostBlank));
	}

	get size(): number {
		const text = typeof this.#text === 'string' ? this.#text : this.#text();
		return byteLengthOf(text) + this.#blank;
	}

	get blank(): number {
		return this.#blank;
	}

	/** Adds zero bytes at the end. @throws {FileError} ENOSPC when the tree is full. */
	allocate(bytes: number, path: string): void {
		this.tree.allocate(bytes, path);
		this.#blank += bytes;
	}

	/** @throws {FileError} ENOSPC when the tree is full. */
	replace(text: string, path: string): void {
		this.tree.reserve(byteLengthOf(text), this.size - this.#blank, path);
		this.tree.allocate(-this.#blank, path);
		this.#blank = 0;
		this.#text = text;
	}
}

/** A link that names a path, which need not exist. */
class SymbolicLink extends Node {
	readonly kind = 'link';

	constructor(
		tree: FileTree,
		attributes: Attributes,
		readonly target: string,
	) {
		super(tree, attributes);
	}

	get size(): number {
		return byteLengthOf(this.target);
	}
}

/** A directory: its own entries over those of a lower layer. */
export class Directory extends Node {
	readonly kind = 'directory';
	readonly size = 4096;
	/**
	The differences from `below`; `undefined` for an entry that was removed. Created with the first difference: most directories of a
	container are mount points and stay empty.
	*/
	#entries: Map<string, FileNode | undefined> | undefined;

	/** @param below the visible directory of a lower layer. */
	constructor(
		tree: FileTree,
		attributes: Attributes,
		readonly below?: Directory,
	) {
		super(tree, attributes);
	}

	get(name: string): FileNode | undefined {
		return this.#entries?.has(name) ? this.#entries.get(name) : this.below?.get(name);
	}

	set(name: string, node: FileNode | undefined): void {
		if (node || this.below?.get(name)) {
			this.#entries ??= new Map();
			this.#entries.set(name, node);
		} else {
			this.#entries?.delete(name);
		}
	}

	/** Sorted. */
	get names(): readonly string[] {
		const names = new Set([...(this.below?.names ?? []), ...(this.#entries?.keys() ?? [])]);
		return [...names].filter((name) => this.get(name) !== undefined).sort();
	}
}

const largestFile = 8_388_608;
/** The most allocated zero bytes that a reader receives. */
const mostBlank = 1_048_576;
const defaultLimit = 16_777_216;
const mostNodes = 10_000;

/** Files with one root: a container's writes, a volume, a node. Its size is limited. */
export class FileTree {
	readonly root: Directory;
	/** Whether it is in memory, a tmpfs: its bytes count as memory of the container that writes them. */
	isMemory = false;
	#used = 0;
	#blank = 0;
	#nodes = 0;

	/**
	@param attributes of its root.
	@param below the files of a lower layer, which are never changed: a file is copied before its first write.
	@param limit the most bytes; without it, only the bytes of texts are limited, because the simulation keeps them.
	@param isFull whether its disk is full.
	*/
	constructor(
		attributes: Attributes,
		below?: Directory,
		readonly limit?: number,
		readonly isFull: () => boolean = () => false,
	) {
		this.root = new Directory(this, attributes, below);
	}

	/** Bytes written to it. */
	get used(): number {
		return this.#used + this.#blank;
	}

	/** Allocates or frees space for zero bytes. @throws {FileError} ENOSPC without enough space. */
	allocate(bytes: number, path: string): void {
		if (bytes > 0 && (this.isFull() || this.used + bytes > (this.limit ?? Number.POSITIVE_INFINITY))) {
			throw new FileError('ENOSPC', path);
		}

		this.#blank = Math.max(0, this.#blank + bytes);
	}

	/** Allocates or frees space for a file that grows or shrinks. @throws {FileError} ENOSPC without enough space. */
	reserve(bytes: number, before: number, path: string): void {
		if (
			bytes > before &&
			(this.isFull() || bytes > largestFile || this.#used + bytes - before > (this.limit ?? defaultLimit))
		) {
			throw new FileError('ENOSPC', path);
		}

		this.#used += bytes - before;
	}

	/** A new file. @throws {FileError} ENOSPC. */
	file(attributes: Attributes, text: string, path: string): RegularFile {
		this.#count(path);
		this.reserve(byteLengthOf(text), 0, path);
		return new RegularFile(this, attributes, text);
	}

	/** A new file without using space: its writer accounts for its size. */
	unlimitedFile(attributes: Attributes, text: string | (() => string)): RegularFile {
		return new RegularFile(this, attributes, text);
	}

	/** A new directory. @throws {FileError} ENOSPC. */
	directory(attributes: Attributes, path: string): Directory {
		this.#count(path);
		return new Directory(this, attributes);
	}

	/** A new symbolic link. @throws {FileError} ENOSPC. */
	link(attributes: Attributes, target: string, path: string): SymbolicLink {
		this.#count(path);
		return new SymbolicLink(this, attributes, target);
	}

	/** A node of a lower layer, as one of this tree that may be changed. @throws {FileError} ENOSPC. */
	copy(node: FileNode, path: string): FileNode {
		const {attributes} = node;
		switch (node.kind) {
			case 'file': {
				const {blank} = node;
				const copied = this.file(
					attributes,
					blank === 0 ? node.text : node.text.slice(0, -Math.min(blank, mostBlank)),
					path,
				);
				copied.allocate(blank, path);
				return copied;
			}

			case 'link': {
				return this.link(attributes, node.target, path);
			}

			case 'directory': {
				this.#count(path);
				return new Directory(this, attributes, node);
			}
		}
	}

	/** Frees the space of a node and its children. */
	free(node: FileNode): void {
		if (node.tree !== this) {
			return;
		}

		this.#nodes = Math.max(0, this.#nodes - 1);
		if (node.kind === 'file') {
			this.#used = Math.max(0, this.#used - (node.size - node.blank));
			this.#blank = Math.max(0, this.#blank - node.blank);
		} else if (node.kind === 'directory') {
			for (const name of node.names) {
				const inside = node.get(name);
				if (inside) {
					this.free(inside);
				}
			}
		}
	}

	#count(path: string): void {
		if (this.#nodes >= mostNodes) {
			throw new FileError('ENOSPC', path);
		}

		this.#nodes++;
	}
}
