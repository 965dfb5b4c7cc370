import type {State, View} from './state.js';

/** Where a key has a meaning of its own: in a pane, while something is found, in a lesson, before an unanswered question, at a task. */
export type Context = View | 'find' | 'lesson' | 'question' | 'task';

/** One thing a key does. The footer, `?`, the README and the words of the command line all come from the table of these. */
export interface Binding {
	/** Names of keys as the terminal gives them: `s`, `S`, `tab`, `return`, `escape`, `up`. */
	readonly keys: readonly string[];
	/** The same as a word for the command line, and in the file that remaps keys. */
	readonly word: string;
	readonly does: string;
	/** Shorter, for the footer; bindings of the same short name share a place there. */
	readonly short?: string;
	/** Only here; elsewhere the key may mean something else. */
	readonly in?: Context;
	readonly run: (state: State) => State;
}

/** The contexts a state is in, the nearest first. */
export const contextsOf = (state: State): readonly Context[] => [
	...(state.find === '' ? [] : (['find'] as const)),
	...(state.lesson?.step.ask && !state.answered ? (['question'] as const) : []),
	...(state.lesson?.step.task ? (['task'] as const) : []),
	state.view,
	...(state.lesson ? (['lesson'] as const) : []),
];
