import {firstIndex} from '../../kernel/search.js';
import {getOrInsert} from '../../kernel/get-or-insert.js';
import {writtenBetween} from '../../debugger/keys-at.js';
import {keyGlob} from '../../classroom/place.js';
import type {State} from './state.js';

type Recording = State['recording'];

interface Stored {
	readonly metadata?: {readonly resourceVersion?: string};
}

/** An object whose version in a cache is not the one in etcd. */
export interface Behind {
	readonly name: string;
	/** The revision in the cache. */
	readonly has: string | undefined;
	/** The revision in etcd; `undefined` for an object that is gone there. */
	readonly is: string | undefined;
}

/** An informer cache of a component, compared with etcd. */
export interface InformerCache {
	/** `scheduler` */
	readonly owner: string;
	/** `pods` */
	readonly resource: string;
	/** The objects that differ, by name. */
	readonly behind: readonly Behind[];
}

/** A cache with the names of its objects, and those among them that differ from etcd. */
class Compared {
	readonly #names = new Set<string>();
	readonly #behind = new Map<string, Behind>();

	constructor(
		readonly owner: string,
		readonly resource: string,
		/** The ledger keys of its objects, up to their names: in the cache, and in etcd. */
		readonly prefix: string,
		readonly stored: string,
	) {}

	/** Whether it has objects. */
	get isFilled(): boolean {
		return this.#names.size > 0;
	}

	/** Compares one object at a step. */
	compare({kernel: {ledger}}: Recording, name: string, step: number): void {
		const cached = ledger.readAt<Stored>(this.prefix + name, step);
		this.#behind.delete(name);
		if (cached === undefined) {
			this.#names.delete(name);
			return;
		}

		this.#names.add(name);

		const has = cached.metadata?.resourceVersion;
		const is = ledger.readAt<Stored>(this.stored + name, step)?.metadata?.resourceVersion;
		if (has !== is) {
			this.#behind.set(name, {name, has, is});
		}
	}

	get behind(): readonly Behind[] {
		return [...this.#behind.values()].toSorted((a, b) => (a.name < b.name ? -1 : 1));
	}
}

const informerKey = /^(\/components\/(.+)\/informers\/([^/]+)\/)(.+)/;

/** All informer caches at a step; the next step compares only the objects that were written in between. */
class Caches {
	readonly #byPrefix = new Map<string, Compared>();
	readonly #ofStored = new Map<string, Compared[]>();
	/** The number of the ledger's changes that are compared; `undefined` before the first comparison. */
	#changes: number | undefined;

	constructor(readonly recording: Recording) {}

	at(step: number): readonly InformerCache[] {
		const {ledger} = this.recording.kernel;
		const changes = firstIndex(ledger.changes, (change) => change.step <= step);
		const written = this.#changes === undefined ? undefined : writtenBetween(ledger, this.#changes, changes);
		if (!written) {
			this.#byPrefix.clear();
			this.#ofStored.clear();
		}

		for (const key of written ?? ledger.keys('/components/', step)) {
			this.#compare(key, step);
		}

		this.#changes = changes;
		return [...this.#byPrefix.values()].filter(({isFilled}) => isFilled);
	}

	#compare(key: string, step: number): void {
		const [, prefix, owner, resource, name] = informerKey.exec(key) ?? [];
		if (prefix !== undefined && owner !== undefined && resource !== undefined && name !== undefined) {
			const cache = getOrInsert(this.#byPrefix, prefix, () => this.#added(owner, resource, prefix));
			cache.compare(this.recording, name, step);
			return;
		}

		for (const [stored, caches] of this.#ofStored) {
			if (key.startsWith(stored)) {
				for (const cache of caches) {
					cache.compare(this.recording, key.slice(stored.length), step);
				}
			}
		}
	}

	#added(owner: string, resource: string, prefix: string): Compared {
		const glob = keyGlob(resource, this.recording);
		const cache = new Compared(owner, resource, prefix, glob.slice(0, glob.indexOf('*')));
		getOrInsert(this.#ofStored, cache.stored, () => []).push(cache);
		return cache;
	}
}

const known = new WeakMap<Recording, Caches>();

/** Each component's informer caches at the current step, compared with etcd. */
export const informerCaches = ({recording, cursor}: Pick<State, 'recording' | 'cursor'>): readonly InformerCache[] =>
	getOrInsert(known, recording, () => new Caches(recording)).at(cursor);
