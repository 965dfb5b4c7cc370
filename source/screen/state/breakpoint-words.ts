import type {Breakpoint} from '../../debugger/breakpoint.js';
import type {State} from './state.js';

/** A value in a line: in quotes that it does not contain. */
const quoted = (value: string): string => {
	if (!/[\s"']/.test(value)) {
		return value;
	}

	return value.includes('"') ? `'${value}'` : `"${value}"`;
};

/** A breakpoint in the words that set it. */
export const breakpointWords = (breakpoint: Breakpoint): string =>
	[
		breakpoint.stage,
		breakpoint.object === undefined ? undefined : `object=${breakpoint.object}`,
		breakpoint.component === undefined ? undefined : `component=${breakpoint.component}`,
		breakpoint.selector === undefined ? undefined : `selector=${quoted(breakpoint.selector)}`,
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

/** The virtual time at which the user's work began. */
export const startMs = (state: State): number => state.recording.stops.get(state.start)?.timeMs ?? 0;
