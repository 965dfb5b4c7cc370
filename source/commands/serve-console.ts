import {createInterface} from 'node:readline';
import type {Motion} from '../debugger/seek.js';
import type {Hold} from '../serve/hold.js';
import type {Pace} from '../serve/pace.js';
import {breakpointLine} from '../lessons/place.js';
import {printable} from '../scenario/mistake.js';
import type {Served} from './serve.js';
import {stopLine} from './stop-line.js';

const help = `commands: step [N] · over · out · continue · hold · where · break WORDS · delete N · breaks · quit`;

const motionsByWord: Readonly<Record<string, Motion>> = {step: 'into', s: 'into', over: 'over', o: 'over', out: 'out'};

/** What one line typed to a server does. @returns what to print; `'quit'` ends the server. */
export const consoleLine = (line: string, pace: Pace, hold: Hold): string => {
	const [word = '', ...rest] = line.trim().split(/\s+/);
	switch (word) {
		case '': {
			return '';
		}

		case 'step':
		case 's':
		case 'over':
		case 'o':
		case 'out': {
			if (!pace.held) {
				return 'it is not held: hold, or wait for a breakpoint';
			}

			const times = Math.min(10_000, Math.max(1, Number(rest[0]) || 1));
			for (let count = 0; count < times; count++) {
				hold.move(pace, motionsByWord[word]!);
			}

			return stopLine(pace.held, 0);
		}

		case 'continue':
		case 'c': {
			pace.run();
			return 'it runs';
		}

		case 'hold': {
			pace.hold();
			return pace.held ? stopLine(pace.held, 0) : 'nothing has happened yet';
		}

		case 'where': {
			const at = pace.held ?? pace.recording.stops.at(-1);
			return `${pace.held ? 'held at' : 'runs, last'} ${at ? stopLine(at, 0) : 'nothing yet'}`;
		}

		case 'break': {
			try {
				hold.add(breakpointLine(rest.join(' '), pace.recording.kernel.now, pace.recording));
				return `breakpoint ${hold.session.breakpoints.at(-1)!.id}`;
			} catch (error) {
				return printable((error as Error).message);
			}
		}

		case 'delete': {
			return hold.remove(Number(rest[0])) ? `breakpoint ${rest[0]} is gone` : `there is no breakpoint ${rest[0] ?? ''}`;
		}

		case 'breaks': {
			return (
				hold.session.breakpoints
					.map(({id, stage = '**', object}) => `${id}  ${stage}${object ? ` object=${object}` : ''}`)
					.join('\n') || 'no breakpoints'
			);
		}

		case 'quit':
		case 'q': {
			return 'quit';
		}

		default: {
			return `${printable(word)} is no command here\n${help}`;
		}
	}
};

/**
Steers what is served by lines, until one of them or a signal ends it.

@param ended resolves when the user wants it to end: a signal.
*/
export const steerByLines = async (
	{pace, hold}: Served,
	input: NodeJS.ReadableStream,
	write: (text: string) => void,
	ended: Promise<string>,
): Promise<string> => {
	write('Ctrl-C ends it.\n');
	const lines = createInterface({input, terminal: false});
	const quit = new Promise<string>((resolve) => {
		lines.on('line', (line) => {
			const answer = consoleLine(line, pace, hold);
			if (answer === 'quit') {
				resolve('quit');
			} else if (answer !== '') {
				write(`${answer}\n`);
			}
		});
	});
	const why = await Promise.race([ended, quit]);
	lines.close();
	return why;
};
