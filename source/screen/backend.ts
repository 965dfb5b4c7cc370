import type {Choice} from './home/items.js';
import type {Keymap} from './input/key-table.js';
import type {Start} from './start.js';
import type {State} from './state/state.js';

/** How things are opened. It includes the simulated cluster, which loads more slowly than the home screen. */
export interface Backend {
	/** Makes ready the choice of the home screen. @param language as the user names it: `zh` */
	readonly startOf: (choice: Choice, language?: string) => Start;
	/** The lines that the user asked for, to print when the terminal is as it was. */
	readonly farewell?: () => readonly string[];
	/** Its initial state. @param language as the user names it: `zh` */
	readonly stateOf: (start: Start, keymap: Keymap, language?: string) => State;
}
