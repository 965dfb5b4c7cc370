import {changed, type State} from '../state/state.js';

/** The command line with this text, below the current screen; escape returns there. Without a text, it has the next pasted command. */
export const openCommandLine = (state: State, typed?: string, message = ''): State => {
	const [next, ...pasted] = typed === undefined ? (state.commandLine.pasted ?? []) : [];
	const line = typed ?? next?.line ?? '';
	return opened(state, {
		typed: line,
		message,
		pasted,
		stdin: next?.stdin === undefined ? state.commandLine.stdin : {line, text: next.stdin},
	});
};

interface Opening extends Pick<State['commandLine'], 'typed' | 'pasted' | 'stdin'> {
	readonly message: string;
}

const opened = (state: State, {typed, message, pasted, stdin}: Opening): State => ({
	...changed(state, 'commandLine', {
		typed,
		pasted,
		stdin,
		historyAt: state.commandLine.history.length,
		editing: undefined,
		over: state.mode,
		spelled: undefined,
	}),
	mode: 'command',
	message,
});
