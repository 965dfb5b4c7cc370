import type {ExperimentWords} from '../../commands/explore/experiment.js';
import type {Report} from '../../commands/check/report.js';
import type {Files} from '../../diagnosis/files.js';
import type {LanguageName} from '../../stages/language-names.js';

/** Long work that a page gives to another thread. */
export type Order = {
	readonly language: LanguageName;
	/** The number of threads; by default, one per core. */
	readonly threads?: number | undefined;
} & (
	| {
			/** Manifests by name, applied to simulated clusters and judged. */
			readonly check: Files;
	  }
	| {
			/** Manifests by name, the number of seeds, and the settings that vary from run to run. */
			readonly explore: Files;
			readonly seeds: number;
			readonly words: ExperimentWords;
	  }
	| {
			/** Files of lessons, each played to its end and compared with its claims. */
			readonly lessons: readonly string[];
	  }
);

/** The end of long work: the report of a check, or text. */
export interface Done {
	readonly report?: Report;
	readonly text?: string;
}

/** Messages of a thread about its work. */
export type Answer =
	{readonly progress: readonly [done: number, all: number]} | {readonly result: Done} | {readonly error: string};

/** The first message of a thread: it listens, or the reason why it cannot. */
export type Beginning = 'ready' | {readonly failed: string};
