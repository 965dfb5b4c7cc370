import type {View} from '../../classroom/views.js';

/**
The contexts in which a key has its own meaning: in a pane, at a selected row of the cluster, during a search, in a lesson, before an
unanswered question, at a task, before a guess.
*/
export type Context = View | 'race' | 'story' | 'selected' | 'find' | 'lesson' | 'question' | 'task' | 'guess';

/**
The meaning of one or more keys, as plain data. The footer, `?`, the manual and the command line read it; the action of such a key
is a function of the same word (`actions/actions.ts`).
*/
export interface Binding<Word extends string = string> {
	/** Names of keys as the terminal gives them: `s`, `S`, `tab`, `return`, `escape`, `up`. */
	readonly keys: readonly string[];
	/** The word for the command line, for the file that remaps keys, and for the action. */
	readonly word: Word;
	/** Its effect, for the list of keys. */
	readonly does: string;
	/** A shorter text for the footer, where bindings with the same short text share a place. */
	readonly short?: string;
	/** The only context in which it applies; elsewhere, the key may have another meaning. */
	readonly in?: Context;
}
