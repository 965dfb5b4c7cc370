import type {Ledger} from '../../kernel/ledger.js';
import {getOrInsert} from '../../kernel/get-or-insert.js';
import {firstIndex} from '../../kernel/search.js';

type Version = ReturnType<Ledger['versions']>[number];

/** The state of a key when it was last read. */
interface Read {
	readonly count: number;
	readonly last: Version | undefined;
}

const nothing: ReadonlySet<string> = new Set();

/**
The steps at which addresses joined a set and left it.

Each version of the ledger's keys is read once, regardless of the number of frames.
*/
export class Comings {
	/** The set after the step {@link Comings.#upTo}; `undefined` before the first version. */
	#now: ReadonlySet<string> | undefined;
	#upTo = -1;
	#steps = new Map<string, number[]>();
	#firsts = new Map<string, number>();
	#changes: number[] = [];
	/** The number of times that all versions were read again. */
	#readings = 0;
	#read: readonly Read[] = [];

	constructor(
		readonly ledger: Ledger,
		readonly keys: readonly string[],
	) {}

	/** Reads the versions that are new. @param setAt the set after a step */
	follow(setAt: (step: number) => ReadonlySet<string>): this {
		const histories = this.keys.map((key) => this.ledger.versions(key));
		const isKnown = (): boolean =>
			this.#read.every(({count, last}, index) => count === 0 || histories[index]?.[count - 1] === last);
		if (histories.every((history, index) => history.length === this.#read[index]?.count) && isKnown()) {
			return this;
		}

		// A version that was read may differ by now, or a new one may be before it, so all are read again.
		const isOlder = histories.some((history, index) => {
			const next = history[this.#read[index]?.count ?? 0];
			return next !== undefined && next.step <= this.#upTo;
		});
		if (!isKnown() || isOlder) {
			this.#now = undefined;
			this.#upTo = -1;
			this.#steps = new Map();
			this.#firsts = new Map();
			this.#changes = [];
			this.#readings++;
			this.#read = [];
		}

		const steps = histories.flatMap((history, index) =>
			history.slice(this.#read[index]?.count ?? 0).map(({step}) => step),
		);
		for (const step of [...new Set(steps)].toSorted((a, b) => a - b)) {
			this.#take(step, setAt(step));
		}

		this.#read = histories.map((history) => ({count: history.length, last: history.at(-1)}));
		return this;
	}

	/** The last step up to `step` at which an address joined or left; `undefined` if none did. */
	lastChange(address: string, step: number): number | undefined {
		return this.#steps.get(address)?.findLast((at) => at <= step);
	}

	/** Names the history up to a step: two steps with equal names have the same changes behind them. */
	historyAt(step: number): string {
		return `${this.#readings}/${firstIndex(this.#changes, (at) => at <= step)}`;
	}

	/** All addresses up to a step, in the order in which they joined. */
	everUntil(step: number): readonly string[] {
		return [...this.#firsts].flatMap(([address, at]) => (at <= step ? address : []));
	}

	#take(step: number, next: ReadonlySet<string>): void {
		const before = this.#now;
		if (next !== before) {
			this.#changes.push(step);
			for (const address of next) {
				if (!this.#firsts.has(address)) {
					this.#firsts.set(address, step);
				}

				if (before && !before.has(address)) {
					getOrInsert(this.#steps, address, () => []).push(step);
				}
			}

			for (const address of before ?? nothing) {
				if (!next.has(address)) {
					getOrInsert(this.#steps, address, () => []).push(step);
				}
			}
		}

		this.#now = next;
		this.#upTo = step;
	}
}

const known = new WeakMap<Ledger, Map<string, Comings>>();

/**
The additions to and removals from a set that some keys of the ledger show.

@param about the name of the set: equal names and keys are the same set
@param setAt the set after a step
*/
export const comingsOf = (
	ledger: Ledger,
	about: string,
	keys: readonly string[],
	setAt: (step: number) => ReadonlySet<string>,
): Comings =>
	getOrInsert(
		getOrInsert(known, ledger, () => new Map()),
		[about, ...keys].join(' '),
		() => new Comings(ledger, keys),
	).follow(setAt);
