import type {Report} from '../../commands/check/report.js';
import type {Files} from '../../diagnosis/files.js';
import type {LanguageName} from '../../stages/language-names.js';

/** Long work that a page gives to another thread. */
export interface Order {
	/** Manifests by name, applied to simulated clusters and judged. */
	readonly check: Files;
	readonly language: LanguageName;
	/** How many threads share the work; by default one per core. */
	readonly threads?: number | undefined;
}

/** Messages of a thread about its work. */
export type Answer =
	{readonly progress: readonly [done: number, all: number]} | {readonly result: Report} | {readonly error: string};
