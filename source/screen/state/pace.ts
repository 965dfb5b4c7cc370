import type {BoardState} from './parts.js';

/** How fast a board plays, in short: `3` of nine speeds, `×10`, `20/s`. */
export const paceWords = ({speed, pace}: Pick<BoardState, 'speed' | 'pace'>): string =>
	pace === undefined ? String(speed) : 'times' in pace ? `×${pace.times}` : `${pace.stopsPerSecond}/s`;
