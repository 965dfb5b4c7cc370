import type {Choice} from './home/items.js';
import type {Keymap} from './input/key-table.js';
import type {Start} from './start.js';
import type {State} from './state/state.js';

/** The functions that open runs. They include the simulated cluster, which loads more slowly than the home screen. */
export interface Backend {
	/** Prepares the choice of the home screen. @param language the user's name of it: `zh` */
	readonly startOf: (choice: Choice, language?: string) => Start;
	/** The lines that the user requested, to print after the terminal is restored. */
	readonly farewell?: () => readonly string[];
	/** Its initial state. @param language the user's name of it: `zh` */
	readonly stateOf: (start: Start, keymap: Keymap, language?: string) => State;
}
