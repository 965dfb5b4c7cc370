import {freeze} from './freeze.js';
import {
	endOf,
	ForgottenWrite,
	grown,
	isForgotten,
	KeyOrder,
	lengthened,
	shortened,
	valueAt,
	Write,
	writesUntil,
	type Change,
	type History,
	type Version,
} from './history.js';
import {firstIndex} from './search.js';

/** The options by which a ledger with a history forgets old values. */
export interface Forgetting {
	/** The number of last steps whose history is never forgotten. */
	readonly steps: number;
	/** Whether the history of a key is never forgotten. */
	readonly keeps: (key: string) => boolean;
	/** Makes the ledger again, with all values. */
	readonly recall: () => Ledger;
}

/** The number of steps after which a ledger forgets again. */
const forgettingSteps = 1024;

/**
All data that a learner may view: key → versions, with values frozen on entry, readable as of any step.

`/registry/…` is etcd, `/nodes/<name>/…` is node-local, `/components/<name>/…` a component's own, `/network/…` DNS, ingress, mesh and traffic.
Histories share structure, so a version costs only its changes. A ledger without history keeps only the present step and the previous one, so a run of days stays small.
*/
export class Ledger {
	readonly #histories = new Map<string, History>();
	readonly #order = new KeyOrder((key) => this.#histories.has(key));
	#changes: Change[] = [];
	#step = 0;
	#writes = 0;
	/** The number of writes that stops have reported. */
	#told = 0;
	#forgetting: Forgetting | undefined;
	/** The step of the next forgetting, and the number of writes that are past it. */
	#forgetsAt = 0;
	#forgotten = 0;

	constructor(readonly keepsHistory = true) {}

	/** The step of the next write; the kernel advances it. */
	get step(): number {
		return this.#step;
	}

	set step(step: number) {
		this.#step = step;
		if (!this.keepsHistory && this.#changes.length > 0) {
			this.#forget(step - 1);
		} else if (this.#forgetting && step >= this.#forgetsAt) {
			this.#forgetsAt = step + forgettingSteps;
			this.#forgetValues(this.#forgetting, step - this.#forgetting.steps);
		}
	}

	/**
	Makes the ledger forget values that were replaced long ago. All keys stay known. The first read of a forgotten value restores all values and ends the forgetting.
	*/
	forgetPast(forgetting: Forgetting): void {
		this.#forgetting = forgetting;
	}

	/** Forgets values that were replaced before the step. */
	#forgetValues({keeps}: Forgetting, step: number): void {
		const end = this.#firstChange(step);
		const remembered = (at: number) => this.#rememberedChange(at);
		for (; this.#forgotten < end; this.#forgotten++) {
			const change = this.#changes[this.#forgotten];
			const history = change && this.#histories.get(change.key);
			if (change && history && !keeps(change.key)) {
				this.#changes[this.#forgotten] = new ForgottenWrite(change.step, change.key, this.#forgotten, remembered);
				this.#histories.set(change.key, shortened(history, step - 1));
			}
		}
	}

	#rememberedChange(index: number): Change | undefined {
		this.#recall();
		return this.#changes[index];
	}

	#recall(): void {
		const whole = this.#forgetting?.recall();
		if (whole) {
			this.remember(whole);
		}
	}

	/** Restores the forgotten values. @param whole the ledger with all values */
	remember(whole: Ledger): void {
		this.#forgetting = undefined;
		for (let index = 0; index < this.#forgotten; index++) {
			const change = whole.#changes[index];
			if (change && this.#changes[index] instanceof ForgottenWrite) {
				this.#changes[index] = change;
			}
		}

		this.#forgotten = 0;
		for (const [key, history] of this.#histories) {
			if (isForgotten(history)) {
				this.#histories.set(key, lengthened(history, whole.#histories.get(key) ?? []));
			}
		}
	}

	/** Drops entries that only concern the time before `step`. */
	#forget(step: number): void {
		let gone = false;
		for (const {key} of this.#changes.splice(0, this.#firstChange(step))) {
			const history = this.#histories.get(key);
			if (!history) {
				continue;
			}

			const past = writesUntil(history, step - 1);
			if (past === history.length && history[past - 1]?.value === undefined) {
				this.#histories.delete(key);
				gone = true;
			} else if (past > 1) {
				history.splice(0, past - 1);
			}
		}

		if (gone) {
			this.#order.forget(this.#histories.size);
		}
	}

	/** The number of writes so far. */
	get writes(): number {
		return this.#writes;
	}

	/** Marks all writes so far as reported by a stop. @param next the step of the following writes. */
	tell(next: number): void {
		this.step = next;
		this.#told = this.#writes;
	}

	/** The key of the last write, while there are writes that no stop has reported. */
	get untold(): string | undefined {
		return this.#writes > this.#told ? this.#changes.at(-1)?.key : undefined;
	}

	/** Writes that need no stop of their own: another one reports them. */
	writeToldBy(write: () => void): void {
		const before = this.#writes;
		write();
		this.#told += this.#writes - before;
	}

	/** Sets a key; the value is frozen, deeply. */
	write(key: string, value: unknown): void {
		this.#put(key, freeze(value));
	}

	/** Deletes a key; its history stays. */
	delete(key: string): void {
		this.#put(key, undefined);
	}

	#put(key: string, value: unknown): void {
		const history = this.#histories.get(key);
		const before = history?.at(-1)?.value;
		if (before === value) {
			return;
		}

		// All writes of a key share one text, in one piece: put together from parts, it would keep each of them as an object of its own.
		const text = history?.[0]?.key ?? [key.slice(0, 1), key.slice(1)].join('');
		const write = new Write(this.#step, text, before, value);
		if (!history) {
			this.#histories.set(text, [write]);
			this.#order.add(text);
		} else {
			const after = grown(history, write);
			if (after !== history) {
				this.#histories.set(write.key, after);
			}
		}

		this.#writes++;
		this.#changes.push(write);
	}

	/** The present value, or `undefined`. */
	read<T = unknown>(key: string): T | undefined {
		return this.#histories.get(key)?.at(-1)?.value as T | undefined;
	}

	/** The value after the step `step`, or `undefined`. */
	readAt<T = unknown>(key: string, step: number): T | undefined {
		let history = this.#histories.get(key);
		if (history && isForgotten(history, step)) {
			this.#recall();
			history = this.#histories.get(key);
		}

		return history && (valueAt(history, step) as T | undefined);
	}

	/** All versions of a key, oldest first. */
	versions(key: string): readonly Version[] {
		const history = this.#histories.get(key);
		if (history && isForgotten(history)) {
			this.#recall();
		}

		return this.#histories.get(key) ?? [];
	}

	/** Keys under a prefix that have a value after `step` (default: now), sorted. */
	keys(prefix: string, step = Number.POSITIVE_INFINITY): string[] {
		const found: string[] = [];
		for (const key of this.#order.under(prefix)) {
			if (this.readAt(key, step) !== undefined) {
				found.push(key);
			}
		}

		return found;
	}

	/** The keys under a prefix, with their values. */
	entries<T = unknown>(prefix: string, step = Number.POSITIVE_INFINITY): Array<readonly [key: string, value: T]> {
		const found: Array<readonly [string, T]> = [];
		for (const key of this.#order.under(prefix)) {
			const value = this.readAt<T>(key, step);
			if (value !== undefined) {
				found.push([key, value]);
			}
		}

		return found;
	}

	/** Keys under a prefix that ever had a value, sorted. */
	everyKey(prefix: string): readonly string[] {
		return this.#order.under(prefix);
	}

	/** The names right below a prefix that ends with a slash, that ever had keys below them: `deployment` of `/components/controller-manager/`. */
	folders(prefix: string): string[] {
		const keys = this.#order.under(prefix);
		const found: string[] = [];
		for (let index = 0; ;) {
			const key = keys[index];
			if (key === undefined) {
				return found;
			}

			const slash = key.indexOf('/', prefix.length);
			if (slash === -1) {
				index++;
			} else {
				found.push(key.slice(prefix.length, slash));
				index = endOf(keys, key.slice(0, slash + 1), index);
			}
		}
	}

	/** Every write so far, oldest first; without history, those of the present and the previous step. */
	get changes(): readonly Change[] {
		return this.#changes;
	}

	/** The writes that belong to the step. */
	changesAt(step: number): readonly Change[] {
		const first = this.#firstChange(step);
		let end = first;
		while (this.#changes[end]?.step === step) {
			end++;
		}

		return this.#changes.slice(first, end);
	}

	#firstChange(step: number): number {
		return firstIndex(this.#changes, (change) => change.step < step);
	}
}
