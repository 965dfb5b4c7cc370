import type {Streams} from '../command-host.js';

const mostBarColumns = 30;

/** A bar on standard error, if that is a terminal; drawn at most ten times a second. */
export const progressLine = (
	{stderr, watched, columns = 80}: Pick<Streams, 'stderr' | 'watched' | 'columns'>,
	words: (done: number, all: number) => string,
): {readonly draw: (done: number, all: number) => void; readonly clear: () => void} | undefined => {
	if (!watched) {
		return undefined;
	}

	const width = Math.max(0, Math.min(mostBarColumns, columns - 30));
	let drawnMs = Number.NEGATIVE_INFINITY;
	return {
		draw(done, all) {
			const now = performance.now();
			if (now - drawnMs >= 100) {
				drawnMs = now;
				const filled = all === 0 ? 0 : Math.floor((done / all) * width);
				stderr(`\r\u001B[K${'█'.repeat(filled)}${'░'.repeat(width - filled)} ${words(done, all)}`);
			}
		},
		clear() {
			stderr('\r\u001B[K');
		},
	};
};
