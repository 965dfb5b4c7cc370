import type {TerminalEntry, Walk} from '../cluster.js';
import type {Assumption} from '../diagnosis/assumed.js';
import type {Cut} from '../diagnosis/settle.js';
import type {Verdict} from '../diagnosis/verdict.js';
import type {Stop} from '../kernel/stop.js';
import type {Language} from '../stages/language.js';

/** The options of a trace's output. */
export interface PrintOptions {
	/** All links of the chain of causes. */
	readonly verbose?: boolean;
	/** Columns that lines of the ending may have; 80 by default. */
	readonly columns?: number;
	/** The language of the stages' descriptions. */
	readonly language: Language;
	readonly write: (text: string) => void;
}

/** The end of a trace: the cluster settled, or the search for a place ended. */
export type Ending =
	{readonly verdict: Verdict} | {readonly until: string; readonly reached: boolean; readonly cut?: Cut};

/** The end, and the fingerprint of the run up to it. */
export interface End {
	readonly step: number;
	readonly timeMs: number;
	readonly revision: number;
	readonly fingerprint: string;
	/** The assumptions of the run. */
	readonly assumed?: readonly Assumption[];
}

/** Prints a trace in one of its formats. */
export interface Printer {
	readonly stop: (stop: Stop) => void;
	/** The output of a further command. */
	readonly command: (entry: TerminalEntry) => void;
	/** The way of a packet. */
	readonly walk: (words: string, walk: Walk) => void;
	readonly end: (end: End, ending: Ending) => void;
}
