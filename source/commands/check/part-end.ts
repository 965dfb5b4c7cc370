import type {Assumption} from '../../diagnosis/assumed.js';
import type {Explanation} from '../../diagnosis/explanation.js';
import type {Fix} from '../../diagnosis/fix.js';
import type {FieldPlace} from '../../diagnosis/reason.js';
import type {ObjectEnd} from './report.js';
import type {Assumed} from './target-facilities.js';

/** Texts by their names. */
export type Texts = Readonly<Record<string, string>>;

/** The texts that one part gives to a cluster: the text that `kubectl -f` reads, by name. */
export interface PartTexts {
	/** Definitions and namespaces, which exist before. */
	readonly definitions: Texts;
	/** The texts without a file, which are assumed. */
	readonly made?: Texts;
	/** Texts that exist before the check. */
	readonly context: Texts;
	/** The checked texts, in the order of their application. */
	readonly files: Texts;
	/** The file behind each name, where that is another one. */
	readonly fileOf: Texts;
	/** The number of omitted lines of its file before each text. */
	readonly linesBefore?: Readonly<Record<string, number>>;
	/** Its assumptions about the cluster beyond its scenario. */
	readonly assumed?: Assumed;
}

/** A problem or oddity in a run, before it gets its number from the catalogue. */
export interface Observation {
	readonly kind: Explanation['kind'];
	/** Name of the symptom; a refusal has none. */
	readonly symptom?: string;
	/** `service/default/web`. */
	readonly object: string;
	/** The object of the files that does not work because of it, where that is another one. */
	readonly of?: string;
	/** Other objects with the same reason. */
	readonly others?: readonly string[];
	/** The objects with their own words and places. */
	readonly same?: Explanation['same'];
	readonly message: string;
	readonly places: readonly FieldPlace[];
	readonly advice: readonly string[];
	readonly fixes: readonly Fix[];
	/** The stop that decided it. */
	readonly stop?: {readonly step: number; readonly stage: string; readonly timeMs: number; readonly says: string};
	/** The causes, the latest first. */
	readonly causes: readonly string[];
}

/** A place in the files that rests on an assumption. */
export interface AssumedPlace extends FieldPlace {
	/** `deployment/default/web`. */
	readonly object: string;
}

/** An assumption, and all places in the files that rest on it. */
export interface PlacedAssumption extends Pick<Assumption, 'says'> {
	readonly places: readonly AssumedPlace[];
}

/** The final state of a part. */
export interface PartEnd {
	readonly objects: readonly ObjectEnd[];
	readonly observations: readonly Observation[];
	/** The assumptions that made the run work. */
	readonly assumed: readonly PlacedAssumption[];
	/** The limit that ended it before it was at rest, as a sentence. */
	readonly cut?: string;
}
