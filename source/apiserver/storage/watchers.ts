import type {Ignores, WatchEvent} from '../../client/request.js';
import {firstIndex} from '../../kernel/search.js';
import {isKind, type KubernetesObject} from '../../objects/kubernetes-object.js';
import {getOrInsert} from '../../kernel/get-or-insert.js';
import {RecentMap} from '../../kernel/memoised.js';

/** A change as the cache keeps it for later watchers. */
export interface CachedEvent {
	readonly type: 'ADDED' | 'MODIFIED' | 'DELETED';
	readonly revision: number;
	readonly timeMs: number;
	readonly object: KubernetesObject;
	readonly old?: KubernetesObject;
}

/** A watcher, and its selection. */
export interface Watcher {
	readonly id: number;
	/** Its name for learners: the user agent or the user. */
	readonly name: string;
	readonly namespace: string;
	/** The value of `spec.nodeName` if that is the only field it selects by: found through an index. */
	readonly nodeName?: string;
	/** The value of `metadata.name` if that is the only field it selects by: found through an index. */
	readonly objectName?: string;
	readonly matches: (object: KubernetesObject) => boolean;
	/** Changes that it ignores. */
	readonly ignores?: Ignores;
	readonly send: (event: WatchEvent) => void;
	readonly bookmarks: boolean;
	/** The last revision sent to it. */
	sent: number;
}

const nobody: ReadonlySet<Watcher> = new Set();
const nameless: readonly string[] = [];

/** Watchers by the value that they select. */
class WatcherIndex {
	readonly #byValue = new Map<string, Set<Watcher>>();
	size = 0;

	add(value: string, watcher: Watcher): void {
		this.size++;
		getOrInsert(this.#byValue, value, () => new Set()).add(watcher);
	}

	remove(value: string | undefined, watcher: Watcher): void {
		const watchers = value === undefined ? undefined : this.#byValue.get(value);
		if (value === undefined || !watchers?.delete(watcher)) {
			return;
		}

		this.size--;
		if (watchers.size === 0) {
			this.#byValue.delete(value);
		}
	}

	/** The watchers that select this value. */
	of(value: string): ReadonlySet<Watcher> {
		return this.#byValue.get(value) ?? nobody;
	}

	*all(): Generator<Watcher> {
		for (const watchers of this.#byValue.values()) {
			yield* watchers;
		}
	}
}

/** Adjacent watchers with the same selection and exclusions: all of them see the same part of a change. */
interface Run {
	readonly watchers: readonly [Watcher, ...Watcher[]];
	readonly names: readonly string[];
}

/** The subject of a change. */
export interface Dispatch {
	/** Names of the watchers that see it: one list for all changes that the same watchers see. */
	readonly names: readonly string[];
	/** The type of the event, except for watchers that would ignore it. */
	readonly deliveries: Array<{readonly watcher: Watcher; readonly shown: WatchEvent}>;
}

/** A dispatch during its assembly. */
type Collected = Dispatch & {readonly names: string[]};

/**
The watchers of a resource, indexed by the name of the object or by the node of a Pod; all others are in the order of their start.

@mirrors k8s.io/apiserver/pkg/storage/cacher indexedWatchers
*/
export class Watchers {
	readonly #everybody = new Set<Watcher>();
	readonly #byName = new WatcherIndex();
	readonly #byNode = new WatcherIndex();
	/** Names of the watchers that saw a change, by the last of them. */
	readonly #audiences = new RecentMap<string, readonly string[]>(2000);
	/** All watchers in runs; `undefined` after a watcher was added or removed. */
	#runs: readonly Run[] | undefined;

	get size(): number {
		return this.#everybody.size + this.#byName.size + this.#byNode.size;
	}

	add(watcher: Watcher): void {
		if (watcher.nodeName !== undefined) {
			this.#byNode.add(watcher.nodeName, watcher);
		} else if (watcher.objectName === undefined) {
			this.#everybody.add(watcher);
			this.#runs = undefined;
		} else {
			this.#byName.add(watcher.objectName, watcher);
		}
	}

	remove(watcher: Watcher): void {
		if (this.#everybody.delete(watcher)) {
			this.#runs = undefined;
		}

		this.#byName.remove(watcher.objectName, watcher);
		this.#byNode.remove(watcher.nodeName, watcher);
	}

	/** The number of watchers that a change is compared with, or would be compared with without the index of names. */
	audience(change: CachedEvent): number {
		let size = this.#everybody.size + this.#byName.size;
		for (const watchers of this.#atNodesOf(change)) {
			size += watchers.size;
		}

		return size;
	}

	/** All watchers, for bookmarks and the end. */
	all(): Watcher[] {
		return [...[...this.#everybody, ...this.#byName.all()].sort((a, b) => a.id - b.id), ...this.#byNode.all()];
	}

	/** The watchers that see a change, in the order of their arrival; those of a node's Pods are last. */
	dispatch(change: CachedEvent): Dispatch {
		const result: Collected = {names: [], deliveries: []};
		const view = new View(change);
		const named = [...this.#byName.of(change.object.metadata.name)];
		this.#runs ??= runsOf(this.#everybody);
		for (const run of this.#runs) {
			const {watchers, names} = run;
			const [first] = watchers;
			const shown = view.of(first);
			const isIgnored = isUseless(first, change, shown);
			let from = 0;
			while (from < watchers.length) {
				const [next] = named;
				const to = next ? firstIndex(watchers, ({id}) => id < next.id) : watchers.length;
				if (shown && to > from) {
					add(result, watchers.slice(from, to), names.slice(from, to), isIgnored ? undefined : shown);
				}

				from = Math.max(from, to);
				if (next && from < watchers.length) {
					named.shift();
					addOne(result, next, view);
				}
			}
		}

		for (const watcher of named) {
			addOne(result, watcher, view);
		}

		for (const watchers of this.#atNodesOf(change)) {
			for (const watcher of watchers) {
				addOne(result, watcher, view);
			}
		}

		return {names: this.#shared(result.names), deliveries: result.deliveries};
	}

	/** The list of an earlier change, if it is the same. Changes of different nodes' Pods alternate, and differ in the last name. */
	#shared(names: readonly string[]): readonly string[] {
		const last = names.at(-1);
		if (last === undefined) {
			return nameless;
		}

		const known = this.#audiences.get(last);
		if (known?.length === names.length && known.every((name, index) => name === names[index])) {
			return known;
		}

		// A list that grew name by name has room for more.
		const exact = names.slice();
		this.#audiences.set(last, exact);
		return exact;
	}

	/** The watchers of the Pods on this Pod's node, and on its former node. */
	#atNodesOf({object, old}: CachedEvent): ReadonlyArray<ReadonlySet<Watcher>> {
		if (this.#byNode.size === 0) {
			return [];
		}

		const node = nodeNameOf(object);
		const oldNode = old ? nodeNameOf(old) : node;
		return oldNode === node ? [this.#byNode.of(node)] : [this.#byNode.of(node), this.#byNode.of(oldNode)];
	}
}

/** Adds watchers that see the same; `undefined`: they ignore it. */
const add = (
	{names, deliveries}: Collected,
	watchers: readonly Watcher[],
	own: readonly string[],
	shown: WatchEvent | undefined,
): void => {
	for (const name of own) {
		names.push(name);
	}

	if (shown) {
		for (const watcher of watchers) {
			deliveries.push({watcher, shown});
		}
	}
};

const addOne = (result: Collected, watcher: Watcher, view: View): void => {
	const shown = view.of(watcher);
	if (shown) {
		add(result, [watcher], [watcher.name], isUseless(watcher, view.change, shown) ? undefined : shown);
	}
};

const isUseless = ({ignores}: Watcher, {old, object}: CachedEvent, shown: WatchEvent | undefined): boolean =>
	ignores !== undefined && old !== undefined && shown?.type === 'MODIFIED' && ignores(old, object);

const runsOf = (everybody: Iterable<Watcher>): readonly Run[] => {
	const runs: Array<{readonly watchers: [Watcher, ...Watcher[]]; readonly names: string[]}> = [];
	for (const watcher of everybody) {
		const run = runs.at(-1);
		const [first] = run?.watchers ?? [];
		if (
			run &&
			first?.matches === watcher.matches &&
			first.namespace === watcher.namespace &&
			first.ignores === watcher.ignores
		) {
			run.watchers.push(watcher);
			run.names.push(watcher.name);
		} else {
			runs.push({watchers: [watcher], names: [watcher.name]});
		}
	}

	return runs;
};

const nodeNameOf = (object: KubernetesObject): string => (isKind(object, 'v1 Pod') ? (object.spec.nodeName ?? '') : '');

const isElsewhere = ({namespace}: Watcher, {object}: CachedEvent): boolean =>
	namespace !== '' && object.metadata.namespace !== namespace;

/** A change as watchers see it: the result of a selection is computed once for all watchers that share it. */
class View {
	#matches: Watcher['matches'] | undefined;
	#shown: WatchEvent | undefined;

	constructor(readonly change: CachedEvent) {}

	of(watcher: Watcher): WatchEvent | undefined {
		if (isElsewhere(watcher, this.change)) {
			return undefined;
		}

		if (this.#matches !== watcher.matches) {
			this.#matches = watcher.matches;
			this.#shown = selected(watcher.matches, this.change);
		}

		return this.#shown;
	}
}

/**
The event of a change for one watcher: an object that begins to match is added, one that no longer matches is deleted.

@returns `undefined` if the change does not concern the watcher.
*/
export const eventFor = (watcher: Watcher, change: CachedEvent): WatchEvent | undefined =>
	isElsewhere(watcher, change) ? undefined : selected(watcher.matches, change);

const selected = (matches: Watcher['matches'], {type, object, old}: CachedEvent): WatchEvent | undefined => {
	const now = type !== 'DELETED' && matches(object);
	const before = old !== undefined && matches(old);
	if (now) {
		return before ? {type: 'MODIFIED', object} : {type: 'ADDED', object};
	}

	if (!before) {
		return undefined;
	}

	// An object that left the selection is shown as it last matched, at the revision at which it left.
	return {
		type: 'DELETED',
		object:
			type === 'DELETED'
				? object
				: {...old, metadata: {...old.metadata, resourceVersion: object.metadata.resourceVersion}},
	};
};
