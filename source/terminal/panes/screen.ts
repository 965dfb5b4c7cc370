import {drawBreakpoints} from './breakpoint-list.js';
import {helpScreen} from './help-screen.js';
import {futuresScreen} from './futures-screen.js';
import {paletteScreen} from './palette-screen.js';
import {drawDebugger} from './layout.js';
import type {State} from '../state/state.js';
import {toSize, type Line} from '../paint/text.js';
import {paint} from '../paint/theme.js';

/** The whole screen as exactly `rows` rows of exactly `columns` columns. A pure function: what is drawn is what is tested. */
export const drawScreen = (state: State, {ascii = false} = {}): Line[] =>
	toSize(
		state.mode === 'help'
			? helpScreen(state, state.size)
			: state.mode === 'futures'
				? futuresScreen(state, state.size)
				: state.mode === 'palette'
					? paletteScreen(state, state.size)
					: state.mode === 'breakpoints'
						? drawBreakpoints(state, state.size)
						: drawDebugger(state),
		state.size,
		ascii,
	);

/** The whole screen in the escape codes of a terminal, one text a row. */
export const paintScreen = (state: State, options: {readonly ascii?: boolean} = {}): string[] =>
	drawScreen(state, options).map((row) => paint(row));
