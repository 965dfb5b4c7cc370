import {deferralOf, DeferredList} from '../../kernel/deferred-list.js';
import {freeze} from '../../kernel/freeze.js';
import type {KubernetesObject} from '../../objects/kubernetes-object.js';
import type {ManagedEntry, Writer} from './managed-entry.js';

/** The most consecutive writes whose entries are not yet computed: each retains the object before it. */
const mostOpen = 12;

/** The entries before a write: those of an earlier write, or a list. */
export type Start = TrackedWrite | readonly ManagedEntry[];

/** The endpoint that a write passes through, and the resulting entries. */
interface WrittenThrough {
	readonly apiVersion: string;
	readonly subresource: string;
	readonly entriesAfter: (
		live: KubernetesObject | undefined,
		next: KubernetesObject,
		writer: Writer,
		before: readonly ManagedEntry[],
	) => readonly ManagedEntry[] | undefined;
}

/**
A write whose `managedFields` are computed when they are first read. At least one field must have an owner afterwards.

Every write changes them, and they are rarely read. They follow from the write alone, so it does not matter when they are computed.
*/
export class TrackedWrite extends DeferredList<ManagedEntry> {
	readonly #manager: string;
	readonly #now: string;
	#live: KubernetesObject | undefined;
	#next: KubernetesObject | undefined;
	#start: Start;

	/**
	@param writer updates, in the version and through the endpoint of `ownership`.
	@param live the object before; `undefined` if it is being created.
	@param next the object as it was written.
	*/
	constructor(
		readonly ownership: WrittenThrough,
		{manager, now}: Writer,
		live: KubernetesObject | undefined,
		next: KubernetesObject,
		start: Start,
	) {
		super();
		this.#manager = manager;
		this.#now = now;
		this.#live = live;
		this.#next = next;
		this.#start = start;
		if (this.#openInRow() > mostOpen) {
			// Without this, an object that is written repeatedly would keep its whole past.
			void this.items;
		}
	}

	#openInRow(): number {
		let count = 1;
		for (let start = this.#start; start instanceof TrackedWrite && start.isOpen; start = start.#start) {
			count++;
		}

		return count;
	}

	protected make(): readonly ManagedEntry[] {
		const entries = freeze(this.#computed());
		this.#live = undefined;
		this.#next = undefined;
		this.#start = [];
		return entries;
	}

	/** The entries, with those of earlier writes where they are needed. Those are not kept: only the latest entries are read again. */
	#computed(): readonly ManagedEntry[] {
		const next = this.#next;
		if (next === undefined) {
			return this.items;
		}

		const {apiVersion, subresource} = this.ownership;
		const writer: Writer = {manager: this.#manager, operation: 'Update', apiVersion, subresource, now: this.#now};
		const start = this.#start;
		const before = start instanceof TrackedWrite ? start.#computed() : start;
		return this.ownership.entriesAfter(this.#live, next, writer, before) ?? [];
	}
}

/** The write that produced a list of `managedFields`; `undefined` for any other value. */
export const writeOf = (list: unknown): TrackedWrite | undefined => {
	const found = deferralOf(list);
	return found instanceof TrackedWrite ? found : undefined;
};
