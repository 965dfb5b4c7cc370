import {getOrInsert} from '../kernel/get-or-insert.js';

/** Objects that are alike in everything that defines their group. */
export interface Group<T> {
	/** One object of the group; its properties are those of all. */
	readonly example: T;
	readonly size: number;
}

interface Bucket<T> {
	readonly objects: Map<string, T>;
	/** Group's name → its members by key. */
	readonly groups: Map<string, Map<string, T>>;
}

const none: readonly string[] = [];

/**
Objects of a cache by the values that a function finds in them.

With `groupOf`, the objects of a value are also grouped by their properties: a controller with thousands of Pods then checks a few groups instead of each Pod.
*/
export class ObjectIndex<T> {
	readonly #buckets = new Map<string, Bucket<T>>();

	constructor(
		readonly valuesOf: (object: T) => readonly string[],
		readonly groupOf?: (object: T) => string,
	) {}

	/** Records that the object of a key changed from `before` to `after`; `undefined` is an object that does not exist. */
	put(key: string, before: T | undefined, after: T | undefined): void {
		const left = before === undefined ? none : this.valuesOf(before);
		const entered = after === undefined ? none : this.valuesOf(after);
		const oldGroup = before === undefined ? undefined : this.groupOf?.(before);
		const group = after === undefined ? undefined : this.groupOf?.(after);
		for (const value of left) {
			const bucket = this.#buckets.get(value);
			if (bucket && !entered.includes(value)) {
				bucket.objects.delete(key);
				leave(bucket, key, oldGroup);
				if (bucket.objects.size === 0) {
					this.#buckets.delete(value);
				}
			}
		}

		for (const value of entered) {
			const bucket = getOrInsert(this.#buckets, value, () => ({objects: new Map(), groups: new Map()}));
			bucket.objects.set(key, after!);
			if (group !== undefined) {
				if (oldGroup !== group) {
					leave(bucket, key, oldGroup);
				}

				enter(bucket, key, group, after!);
			}
		}
	}

	/** The objects under a value, in the order of arrival. */
	list(value: string): readonly T[] {
		return [...(this.#buckets.get(value)?.objects.values() ?? [])];
	}

	/** The objects under a value, grouped by their properties. Only with `groupOf`. */
	groups(value: string): ReadonlyArray<Group<T>> {
		const bucket = this.#buckets.get(value);
		const groups: Array<Group<T>> = [];
		for (const members of bucket?.groups.values() ?? []) {
			for (const example of members.values()) {
				groups.push({example, size: members.size});
				break;
			}
		}

		return groups;
	}
}

const enter = <T>({groups}: Bucket<T>, key: string, name: string, object: T): void => {
	getOrInsert(groups, name, () => new Map()).set(key, object);
};

const leave = <T>({groups}: Bucket<T>, key: string, name: string | undefined): void => {
	const members = name === undefined ? undefined : groups.get(name);
	members?.delete(key);
	if (name !== undefined && members?.size === 0) {
		groups.delete(name);
	}
};
