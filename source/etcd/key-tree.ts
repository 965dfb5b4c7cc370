/** A leaf of the tree: the owner's value of a key. */
interface Directory<T> {
	/**
	Names of children in the order of their full keys; directories end with `/`. Names in `added` are not included yet, and removed names
	may still be included.
	*/
	names: readonly string[];
	/** Names added since the last sort. */
	added: string[];
	/** Whether any have been removed since. */
	removed: boolean;
	readonly directories: Map<string, Directory<T>>;
	readonly values: Map<string, T>;
}

const newDirectory = <T>(): Directory<T> => ({
	names: [],
	added: [],
	removed: false,
	directories: new Map(),
	values: new Map(),
});

/** Sorts the names, but only when they are listed: keys are added and removed much more often. */
const inOrder = <T>(directory: Directory<T>): readonly string[] => {
	const {names, added, values, directories} = directory;
	if (added.length === 0 && !directory.removed) {
		return names;
	}

	const late = added.length > 0 ? [...new Set(added)].sort() : added;
	const ordered: string[] = [];
	let next = 0;
	const push = (name: string): void => {
		if (values.has(name) || directories.has(name)) {
			ordered.push(name);
		}
	};

	for (const name of names) {
		for (let other = late[next]; other !== undefined && other <= name; other = late[++next]) {
			// A name that was removed and added again is in both.
			if (other !== name) {
				push(other);
			}
		}

		push(name);
	}

	for (const name of late.slice(next)) {
		push(name);
	}

	directory.names = ordered;
	directory.added = [];
	directory.removed = false;
	return ordered;
};

/**
Keys in order, split at slashes: all keys with a prefix are found without reading any other. A directory sorts under its name with the
slash, like the full keys: `/a-b/x` comes before `/a/x`.
*/
export class KeyTree<T> {
	readonly #root = newDirectory<T>();
	#size = 0;
	/** The place of the last key: one write looks up its key several times, and the following key is often its neighbour. Directories are never removed. */
	#lastPath: string | undefined;
	#lastDirectory: Directory<T> | undefined;

	get size(): number {
		return this.#size;
	}

	get(key: string): T | undefined {
		const slash = key.lastIndexOf('/');
		return this.#directoryOf(key, slash, false)?.values.get(key.slice(slash + 1));
	}

	set(key: string, value: T): void {
		const slash = key.lastIndexOf('/');
		const directory = this.#directoryOf(key, slash, true);
		const name = key.slice(slash + 1);
		if (!directory.values.has(name)) {
			directory.added.push(name);
			this.#size++;
		}

		directory.values.set(name, value);
	}

	delete(key: string): void {
		const slash = key.lastIndexOf('/');
		const directory = this.#directoryOf(key, slash, false);
		const name = key.slice(slash + 1);
		if (directory?.values.delete(name)) {
			directory.removed = true;
			this.#size--;
		}
	}

	/** Every value under a prefix that ends with a slash, in the order of the keys. */
	*under(prefix: string): Generator<T> {
		const directory = this.#directory(prefix, false);
		if (directory) {
			yield* this.#walk(directory);
		}
	}

	/** Every value under a prefix that ends with a slash, as an array. */
	valuesUnder(prefix: string): T[] {
		const directory = this.#directory(prefix, false);
		const values: T[] = [];
		if (directory) {
			this.#collect(directory, values);
		}

		return values;
	}

	*#walk(directory: Directory<T>): Generator<T> {
		for (const name of inOrder(directory)) {
			const child = directory.directories.get(name);
			if (child) {
				yield* this.#walk(child);
			} else {
				const value = directory.values.get(name);
				if (value !== undefined) {
					yield value;
				}
			}
		}
	}

	#collect(directory: Directory<T>, values: T[]): void {
		for (const name of inOrder(directory)) {
			const child = name.endsWith('/') ? directory.directories.get(name) : undefined;
			if (child) {
				this.#collect(child, values);
			} else {
				const value = directory.values.get(name);
				if (value !== undefined) {
					values.push(value);
				}
			}
		}
	}

	#directoryOf(key: string, slash: number, create: true): Directory<T>;
	#directoryOf(key: string, slash: number, create: false): Directory<T> | undefined;
	#directoryOf(key: string, slash: number, create: boolean): Directory<T> | undefined {
		if (this.#lastPath?.length === slash + 1 && key.startsWith(this.#lastPath)) {
			return this.#lastDirectory;
		}

		const path = key.slice(0, slash + 1);
		const directory = this.#directory(path, create);
		if (directory) {
			this.#lastPath = path;
			this.#lastDirectory = directory;
		}

		return directory;
	}

	/** @param path ends with a slash. */
	#directory(path: string, create: boolean): Directory<T> | undefined {
		let directory = this.#root;
		let start = 0;
		for (let end = path.indexOf('/', start); end !== -1; end = path.indexOf('/', start)) {
			const name = path.slice(start, end + 1);
			start = end + 1;
			let child = directory.directories.get(name);
			if (!child) {
				if (!create) {
					return undefined;
				}

				child = newDirectory<T>();
				directory.directories.set(name, child);
				directory.added.push(name);
			}

			directory = child;
		}

		return directory;
	}
}
