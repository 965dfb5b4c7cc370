import {createInterface} from 'node:readline';
import type {Motion} from '../debugger/seek.js';
import {breakpointLine} from '../lessons/place.js';
import {printable} from '../scenario/mistake.js';
import type {Language} from '../stages/language.js';
import type {Served} from './serve.js';
import {stopLine} from '../exports/stop-line.js';
import {errorText} from '../kernel/error-text.js';

/** What lines typed to a server act on. */
type Steered = Pick<Served, 'pace' | 'hold'>;

/** What one line does. @returns what to print. */
type Command = (steered: Steered, words: readonly string[], language: Language) => string;

const help = `commands: step [N] · over · out · continue · hold · where · break WORDS · delete N · breaks · quit`;

/** How many steps one line can ask for. */
const mostSteps = 10_000;

const step =
	(motion: Motion): Command =>
	({pace, hold}, [count], language) => {
		if (!pace.held) {
			return 'the cluster is not held: type hold, or wait for a breakpoint';
		}

		const times = Math.min(mostSteps, Math.max(1, Number(count) || 1));
		for (let done = 0; done < times; done++) {
			hold.move(pace, motion);
		}

		return stopLine(pace.held, 0, language);
	};

const goOn: Command = ({pace}) => {
	pace.run();
	return 'running';
};

const addBreakpoint: Command = ({pace: {recording}, hold}, words) => {
	try {
		hold.add(breakpointLine(words.join(' '), recording.kernel.now, recording));
		return `breakpoint ${hold.session.breakpoints.at(-1)?.id}`;
	} catch (error) {
		return printable(errorText(error));
	}
};

const commands: ReadonlyMap<string, Command> = new Map<string, Command>([
	['step', step('into')],
	['s', step('into')],
	['over', step('over')],
	['o', step('over')],
	['out', step('out')],
	['continue', goOn],
	['c', goOn],
	[
		'hold',
		({pace}, _words, language) => {
			pace.hold();
			return pace.held ? stopLine(pace.held, 0, language) : 'nothing has happened yet';
		},
	],
	[
		'where',
		({pace}, _words, language) => {
			const at = pace.held ?? pace.recording.stops.at(-1);
			return `${pace.held ? 'held at' : 'running; last stop:'} ${at ? stopLine(at, 0, language) : 'none yet'}`;
		},
	],
	['break', addBreakpoint],
	[
		'delete',
		({hold}, [id = '']) => (hold.remove(Number(id)) ? `breakpoint ${id} deleted` : `there is no breakpoint ${id}`),
	],
	[
		'breaks',
		({hold}) =>
			hold.session.breakpoints
				.map(({id, stage = '**', object}) => `${id}  ${stage}${object ? ` object=${object}` : ''}`)
				.join('\n') || 'no breakpoints',
	],
	['quit', () => 'quit'],
	['q', () => 'quit'],
]);

/** What one line typed to a server does. @returns what to print; `'quit'` ends the server. */
const consoleLine = (line: string, steered: Steered, language: Language): string => {
	const [word = '', ...rest] = line.trim().split(/\s+/);
	return word === ''
		? ''
		: (commands.get(word)?.(steered, rest, language) ?? `unknown command ${printable(word)}\n${help}`);
};

/**
Steers what is served by lines, until one of them or a signal ends it.

@param ended resolves when the user wants it to end: a signal.
*/
export const steerByLines = async (
	served: Steered,
	input: NodeJS.ReadableStream,
	{write, language}: {readonly write: (text: string) => void; readonly language: Language},
	ended: Promise<string>,
): Promise<string> => {
	write('Press Ctrl-C to end.\n');
	const lines = createInterface({input, terminal: false});
	const quit = new Promise<string>((resolve) => {
		lines.on('line', (line) => {
			const answer = consoleLine(line, served, language);
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
