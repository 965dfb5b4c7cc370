import {drawBreakpoints} from './breakpoint-list.js';
import {faultMenuScreen} from './fault-menu-screen.js';
import {helpScreen} from './help-screen.js';
import {compareScreen} from './compare-screen.js';
import {futuresScreen} from './futures-screen.js';
import {paletteScreen} from './palette-screen.js';
import {drawDebugger} from './layout.js';
import type {Mode, State} from '../state/state.js';
import {toSize, type Line, type Size} from '../paint/text.js';
import {paint} from '../paint/theme.js';

/** What fills the screen in a mode of its own; in all others it is the debugger. */
const screens: Readonly<Partial<Record<Mode, (state: State, size: Size) => Line[]>>> = {
	help: helpScreen,
	futures: futuresScreen,
	compare: compareScreen,
	faults: faultMenuScreen,
	palette: paletteScreen,
	breakpoints: drawBreakpoints,
};

/** The whole screen as exactly `rows` rows of exactly `columns` columns. A pure function: what is drawn is what is tested. */
export const drawScreen = (state: State, {ascii = false} = {}): Line[] =>
	toSize((screens[state.mode] ?? drawDebugger)(state, state.size), state.size, ascii);

/** The whole screen in the escape codes of a terminal, one text a row. */
export const paintScreen = (state: State, options: {readonly ascii?: boolean} = {}): string[] =>
	drawScreen(state, options).map((row) => paint(row));
