import type {Stop} from '../kernel/stop.js';
import type {ManifestObject} from './manifest-object.js';
import type {AppliedProgress} from './progress.js';
import type {Blockage, Candidate, FieldPath} from './symptom.js';
import type {Unanswered} from './unanswered.js';
import type {Said} from './words/words.js';

/** A field in the user's file. */
export interface FieldPlace {
	readonly file: string;
	readonly line: number;
	readonly column: number;
	readonly field?: string;
	/** The server's message about this field, if it names several. */
	readonly message?: string;
}

/** The object in the files that a change edits. */
export interface Site {
	readonly applied: ManifestObject;
	/** Index of that object among all of the files. */
	readonly index: number;
	/** The path in the file for a field. */
	readonly pathOf: (field: FieldPath, ofFile: boolean) => FieldPath;
	/** All objects of the files: a change may be one of another object. */
	readonly others: readonly ManifestObject[];
}

/** The known facts of each reason. */
interface KnownReason {
	/** `pod/default/web`. */
	readonly object: Said;
	readonly message: Said;
	/** Helpful facts, a sentence each. */
	readonly advice: readonly Said[];
	/** Possible fixes, the cheapest first; not yet tried. */
	readonly candidates: readonly Candidate[];
	/** `undefined` where no file has the object. */
	readonly site?: Site;
	/** Further objects with the same reason. */
	readonly others?: readonly string[];
}

/** kubectl or the apiserver refused something. */
export interface Refusal extends KnownReason {
	readonly kind: 'refused';
	readonly stop?: Stop;
	readonly places: readonly FieldPlace[];
}

/** The trouble of a stored object, which is stuck or odd. */
export interface Trouble extends KnownReason {
	readonly kind: 'stuck' | 'remark';
	readonly site: Site;
	readonly blockage: Blockage;
	readonly progress: AppliedProgress;
	/** The container's unanswered request to the network, if that is the cause. */
	readonly unanswered?: Unanswered;
	/** The reason that causes this one: its remedies also help here. */
	readonly follows?: Reason;
	/** The same trouble in other objects, each with its own words. */
	readonly same?: readonly Trouble[];
}

/** Why a run failed: the explanation, and the problem for which fixes are tried. */
export type Reason = Refusal | Trouble;
