import {drawBreakpoints} from './breakpoint-list.js';
import {helpScreen} from './help-screen.js';
import {drawDebugger} from './layout.js';
import type {Size, State} from './state.js';
import {fit, line, toASCII, type Line} from './text.js';
import {paint} from './theme.js';

/** Exactly as many rows and columns as the terminal has, in plain characters where it has no others. */
export const frame = (drawn: readonly Line[], size: Size, ascii: boolean): Line[] => {
	const rows = Array.from({length: size.rows}, (_, index) => fit(drawn[index] ?? line(''), size.columns));
	return ascii ? rows.map((row) => toASCII(row)) : rows;
};

/** The whole screen as exactly `rows` rows of exactly `columns` columns. A pure function: what is drawn is what is tested. */
export const drawScreen = (state: State, {ascii = false} = {}): Line[] =>
	frame(
		state.mode === 'help'
			? helpScreen(state, state.size)
			: state.mode === 'breakpoints'
				? drawBreakpoints(state, state.size)
				: drawDebugger(state),
		state.size,
		ascii,
	);

/** The same as a terminal takes it, one text a row. */
export const paintScreen = (state: State, options: {readonly ascii?: boolean} = {}): string[] =>
	drawScreen(state, options).map((row) => paint(row));
