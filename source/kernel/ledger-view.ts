import type {Ledger} from './ledger.js';

/** A ledger for code that decides by its contents: now, or after an earlier step. A ledger itself is the view of now. */
export interface LedgerView {
	/** The value of a key, or `undefined`. */
	read<T = unknown>(key: string): T | undefined;
	/** Keys under a prefix that have a value, sorted. */
	keys(prefix: string): string[];
	/** The keys under a prefix, with their values. */
	entries<T = unknown>(prefix: string): Array<readonly [key: string, value: T]>;
}

/** A ledger as it was after a step. */
export const ledgerAt = (ledger: Ledger, step: number): LedgerView => ({
	read: <T>(key: string) => ledger.readAt<T>(key, step),
	keys: (prefix) => ledger.keys(prefix, step),
	entries: <T>(prefix: string) => ledger.entries<T>(prefix, step),
});
