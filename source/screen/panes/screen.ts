import {drawBreakpoints} from './breakpoint-list.js';
import {faultMenuScreen} from './fault-menu-screen.js';
import {helpScreen} from './help-screen.js';
import {compareScreen} from './compare-screen.js';
import {futuresScreen} from './futures-screen.js';
import {paletteScreen} from './palette-screen.js';
import {drawDebugger} from './layout.js';
import type {Mode, State} from '../state/state.js';
import {composed, stacked, type Region} from '../paint/region.js';
import {toSize, type Line, type Size} from '../paint/text.js';

/** What fills the screen in a mode of its own; in all others it is the debugger. */
const screens: Readonly<Partial<Record<Mode, (state: State, size: Size) => Line[]>>> = {
	help: helpScreen,
	futures: futuresScreen,
	compare: compareScreen,
	faults: faultMenuScreen,
	palette: paletteScreen,
	breakpoints: drawBreakpoints,
};

/** Whether what is on the screen stays as it is until it is closed, or changes with keys that nobody holds. */
export const isLeisurely = ({mode}: State): boolean => screens[mode] !== undefined && mode !== 'palette';

/** What is on the screen, each part at its place. A pure function: what is drawn is what is tested. */
export const regionsOf = (state: State): readonly Region[] => {
	const {mode, size} = state;
	const rows = screens[mode]?.(state, size);
	return rows ? stacked([{name: mode, rows}], {left: 0, top: 0, ...size}) : drawDebugger(state);
};

/** The whole screen as exactly `rows` rows of exactly `columns` columns. */
export const drawScreen = (state: State, {ascii = false} = {}): Line[] =>
	toSize(composed(regionsOf(state), state.size), state.size, ascii);
