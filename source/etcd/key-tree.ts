/** A leaf of the tree: whatever the owner keeps under a key. */
interface Directory<T> {
	/** Names of children in the order of their full keys; directories end with `/`. */
	readonly names: string[];
	readonly directories: Map<string, Directory<T>>;
	readonly values: Map<string, T>;
}

const newDirectory = <T>(): Directory<T> => ({names: [], directories: new Map(), values: new Map()});

/** Index of the first name that is not before `name`. */
const position = (names: readonly string[], name: string): number => {
	let low = 0;
	let high = names.length;
	while (low < high) {
		const middle = (low + high) >>> 1;
		if (names[middle]! < name) {
			low = middle + 1;
		} else {
			high = middle;
		}
	}

	return low;
};

/**
Keys in order, split at slashes: all of one prefix are found without looking at any other.

A directory sorts under its name with the slash, as the whole keys do: `/a-b/x` comes before `/a/x`.
*/
export class KeyTree<T> {
	readonly #root = newDirectory<T>();
	#size = 0;

	get size(): number {
		return this.#size;
	}

	get(key: string): T | undefined {
		const slash = key.lastIndexOf('/');
		return this.#directory(key.slice(0, slash + 1), false)?.values.get(key.slice(slash + 1));
	}

	set(key: string, value: T): void {
		const slash = key.lastIndexOf('/');
		const directory = this.#directory(key.slice(0, slash + 1), true)!;
		const name = key.slice(slash + 1);
		if (!directory.values.has(name)) {
			directory.names.splice(position(directory.names, name), 0, name);
			this.#size++;
		}

		directory.values.set(name, value);
	}

	delete(key: string): void {
		const slash = key.lastIndexOf('/');
		const directory = this.#directory(key.slice(0, slash + 1), false);
		const name = key.slice(slash + 1);
		if (directory?.values.delete(name)) {
			directory.names.splice(position(directory.names, name), 1);
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

	/** The same as an array. */
	valuesUnder(prefix: string): T[] {
		const directory = this.#directory(prefix, false);
		const values: T[] = [];
		if (directory) {
			this.#collect(directory, values);
		}

		return values;
	}

	*#walk(directory: Directory<T>): Generator<T> {
		for (const name of directory.names) {
			const child = directory.directories.get(name);
			if (child) {
				yield* this.#walk(child);
			} else {
				yield directory.values.get(name)!;
			}
		}
	}

	#collect(directory: Directory<T>, values: T[]): void {
		for (const name of directory.names) {
			const child = name.endsWith('/') ? directory.directories.get(name) : undefined;
			if (child) {
				this.#collect(child, values);
			} else {
				values.push(directory.values.get(name)!);
			}
		}
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
				directory.names.splice(position(directory.names, name), 0, name);
			}

			directory = child;
		}

		return directory;
	}
}
