import {drawBreakpoints} from './breakpoint-list.js';
import {faultMenuScreen} from './fault-menu-screen.js';
import {helpScreen} from './help-screen.js';
import {compareScreen} from './compare-screen.js';
import {futuresScreen} from './futures-screen.js';
import {paletteScreen} from './palette-screen.js';
import {drawDebugger} from './layout.js';
import type {Mode} from '../state/parts.js';
import type {State} from '../state/state.js';
import {composed, stacked, type Region} from '../paint/region.js';
import {toSize, type Line, type Size} from '../paint/text.js';

/** The screens of modes that fill it; in all other modes it is the debugger. */
const screens: Readonly<Partial<Record<Mode, (state: State, size: Size) => Line[]>>> = {
	help: helpScreen,
	futures: futuresScreen,
	compare: compareScreen,
	faults: faultMenuScreen,
	palette: paletteScreen,
	breakpoints: drawBreakpoints,
};

/** Whether the screen is fixed until it is closed, or changes only with single keys. */
export const isLeisurely = ({mode}: State): boolean => screens[mode] !== undefined && mode !== 'palette';

/** The contents of the screen, each part at its place. A pure function: tests see the same as readers. */
export const regionsOf = (state: State): readonly Region[] => {
	const {mode, size} = state;
	const rows = screens[mode]?.(state, size);
	return rows ? stacked([{name: mode, rows}], {left: 0, top: 0, ...size}) : drawDebugger(state);
};

/** The whole screen as exactly `rows` rows of exactly `columns` columns. */
export const drawScreen = (state: State, {ascii = false} = {}): Line[] =>
	toSize(composed(regionsOf(state), state.size), state.size, ascii);
