import type {BoardState} from './parts.js';

/** How fast a board plays, in short: `3` of nine speeds, `×10`, `20/s`. */
export const paceWords = ({speed, pace}: Pick<BoardState, 'speed' | 'pace'>): string => {
	if (pace === undefined) {
		return String(speed);
	}

	if ('times' in pace) {
		return `×${pace.times}`;
	}

	return `${pace.stopsPerSecond}/s`;
};
