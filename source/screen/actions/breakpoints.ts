import {addBreakpoint, removeBreakpoint, toggleBreakpoint} from '../../debugger/session.js';
import {breakpointLine} from '../../classroom/place.js';
import {breakpointWords} from '../state/breakpoint-words.js';
import {openCommandLine} from './open-command-line.js';
import {changed, isFollowing, leave, startMs, undertaken, type State} from '../state/state.js';
import {jump} from './motions.js';
import {wordsOf} from '../words/words.js';

/**
Sets the breakpoint that words describe, or replaces the one in editing by it.

@throws {Error} with the wrong word, without a change.
*/
export const setBreakpoint = (state: State, words: string): State => {
	const added = addBreakpoint(state.session, breakpointLine(words, startMs(state), state.recording), state.start);
	const {editing} = state.commandLine;
	return {
		...undertaken(changed(state, 'commandLine', {editing: undefined})),
		session: editing === undefined ? added : removeBreakpoint(added, editing),
		message: isFollowing(state) ? wordsOf(state).messages.breakpointHolds : wordsOf(state).messages.breakpointSet,
	};
};

/** Changes the breakpoint that a number names. */
export const withBreakpoint = (
	state: State,
	argument: string,
	change: typeof removeBreakpoint,
	done: 'breakpointDeleted' | 'breakpointToggled',
): State =>
	state.session.breakpoints.some(({id}) => id === Number(argument))
		? {...state, session: change(state.session, Number(argument)), message: wordsOf(state).messages[done](argument)}
		: {...state, message: wordsOf(state).messages.noBreakpoint(argument)};

/** A key in the list of breakpoints. */
export const pressBreakpoints = (state: State, key: string): State => {
	const {breakpoints} = state.session;
	const at = Math.min(state.breakpointList.at, breakpoints.length - 1);
	const chosen = breakpoints[at];
	const move = (change: number): State =>
		changed(state, 'breakpointList', {at: Math.max(0, Math.min(breakpoints.length - 1, at + change))});
	switch (key) {
		case 'up':
		case 'k': {
			return move(-1);
		}

		case 'down':
		case 'j': {
			return move(1);
		}

		case 'return':
		case 'space': {
			return chosen ? {...state, session: toggleBreakpoint(state.session, chosen.id)} : {...state, mode: 'debug'};
		}

		case 'd':
		case 'delete':
		case 'backspace': {
			return chosen ? {...state, session: removeBreakpoint(state.session, chosen.id)} : state;
		}

		case 'a': {
			return openCommandLine(state, 'break ', state.message);
		}

		case 'e': {
			return chosen
				? {
						...changed(state, 'commandLine', {typed: `break ${breakpointWords(chosen)}`, editing: chosen.id}),
						mode: 'command',
					}
				: state;
		}

		case 'g': {
			const last = state.session.log.at(-1);
			return last ? {...jump(state, last.step), mode: 'debug'} : state;
		}

		case 'ctrl+c': {
			return leave(state);
		}

		default: {
			return {...state, mode: 'debug'};
		}
	}
};
