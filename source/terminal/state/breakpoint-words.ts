import type {Breakpoint} from '../../debugger/breakpoint.js';
import {addBreakpoint, removeBreakpoint} from '../../debugger/session.js';
import {breakpointLine} from '../../lessons/place.js';
import type {State} from './state.js';

const quoted = (value: string): string => (/\s/.test(value) ? `"${value}"` : value);

/** A breakpoint in the words that set it. */
export const breakpointWords = (breakpoint: Breakpoint): string =>
	[
		breakpoint.stage,
		breakpoint.object === undefined ? undefined : `object=${breakpoint.object}`,
		breakpoint.component === undefined ? undefined : `component=${breakpoint.component}`,
		breakpoint.path === undefined ? undefined : `path=${breakpoint.path}`,
		breakpoint.verb === undefined ? undefined : `verb=${breakpoint.verb}`,
		breakpoint.reason === undefined ? undefined : `reason=${breakpoint.reason}`,
		breakpoint.timeMs === undefined ? undefined : `time=${breakpoint.timeMs}ms`,
		breakpoint.condition === undefined ? undefined : `if=${quoted(breakpoint.condition)}`,
		breakpoint.hitCount === undefined ? undefined : `hits=${breakpoint.hitCount}`,
		breakpoint.log === undefined ? undefined : `log=${quoted(breakpoint.log)}`,
		breakpoint.name === undefined ? undefined : `name=${breakpoint.name}`,
		breakpoint.failure ? 'failure' : undefined,
		breakpoint.temporary ? 'once' : undefined,
	]
		.filter((word) => word !== undefined)
		.join(' ');

/** Virtual time at which the user's work began. */
export const startMs = (state: State): number => state.recording.stops[state.start]?.timeMs ?? 0;

/**
Sets the breakpoint that words describe, or changes the one that is being edited to it.

@throws {Error} saying which word is wrong; nothing has changed then.
*/
export const setBreakpoint = (state: State, words: string): State => {
	const added = addBreakpoint(state.session, breakpointLine(words, startMs(state), state.recording), state.start);
	return {
		...state,
		unsaved: state.unsaved + 1,
		session: state.editing === undefined ? added : removeBreakpoint(added, state.editing),
		editing: undefined,
		message: state.following
			? 'breakpoint set: it will hold whoever comes there; B lists all'
			: 'breakpoint set; c continues to it, B lists all',
	};
};

/** Changes the breakpoint that a number names. */
export const withBreakpoint = (
	state: State,
	argument: string,
	change: typeof removeBreakpoint,
	message: string,
): State =>
	state.session.breakpoints.some(({id}) => id === Number(argument))
		? {...state, session: change(state.session, Number(argument)), message: `breakpoint ${argument} ${message}`}
		: {...state, message: `there is no breakpoint ${argument}; B lists all`};
