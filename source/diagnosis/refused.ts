import type {Reader} from './look.js';
import type {Candidate, FieldPath, FileChange} from './symptom.js';
import type {Saying} from './words/words.js';

/** Advice against a refusal. */
export interface RefusalAdvice {
	readonly field?: FieldPath;
	/** Whether the field belongs to the Pod, or to the template of Pods. */
	readonly ofPod?: boolean;
	/** The field is a part of the one that the server names, and the culprit. */
	readonly isDeeper?: boolean;
	readonly advice: readonly Saying[];
	readonly candidates?: readonly Candidate[];
}

/** A refused object or command. */
export interface Refused {
	readonly namespace: string;
	/** The number of further objects that are wanted. */
	readonly more: number;
	readonly ledger: Reader;
	/** The object, or its document in the file. */
	readonly object?: unknown;
	/** The name in the path of the request, if it identifies the object. */
	readonly name?: string;
}

/** Advice for refusals with matching words. */
export type Adviser = readonly [words: RegExp, advise: (match: RegExpExecArray, refused: Refused) => RefusalAdvice];

/** `spec.containers[0].image` or `data[tls.key]`, as the server names a field, as a path. */
export const fieldOf = (text: string): FieldPath =>
	[...text.matchAll(/\[(\d+)\]|\[([^[\]]+)\]|([^.[\]]+)/g)].map(([, index, key, name = '']) =>
		index === undefined ? (key ?? name) : Number(index),
	);

/** Changes that help only together, as one candidate. */
export const asCandidates = (changes: readonly FileChange[]): Pick<RefusalAdvice, 'candidates'> =>
	changes.length > 1 ? {candidates: [{changes}]} : {candidates: changes};
