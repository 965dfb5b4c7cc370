import {changed, type State} from '../state/state.js';

/** The command line with this on it, below what the screen shows; escape goes back there. */
export const openCommandLine = (state: State, typed = '', message = ''): State => ({
	...changed(state, 'commandLine', {
		typed,
		historyAt: state.commandLine.history.length,
		editing: undefined,
		over: state.mode,
		spelled: undefined,
	}),
	mode: 'command',
	message,
});
