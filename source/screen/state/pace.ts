import type {BoardState} from './parts.js';

/** The speed of a board, in short form: `3` of nine speeds, `×10`, `20/s`. */
export const paceWords = ({speed, pace}: Pick<BoardState, 'speed' | 'pace'>): string => {
	if (pace === undefined) {
		return String(speed);
	}

	if ('times' in pace) {
		return `×${pace.times}`;
	}

	return `${pace.stopsPerSecond}/s`;
};
