import {createInterface} from 'node:readline';
import {setTimeout as sleep} from 'node:timers/promises';
import {checkFault, splitWords} from '../cluster.js';
import {matchesBreakpoint, parseBreakpoint} from '../debugger/breakpoint.js';
import type {Motion} from '../debugger/seek.js';
import {breakpointLine} from '../classroom/place.js';
import {printable} from '../scenario/mistake.js';
import type {Language} from '../stages/language.js';
import {openControl} from './control.js';
import type {Said} from './said.js';
import type {Steerable} from './serve.js';
import {stopLine} from '../exports/stop-line.js';
import {errorText} from '../kernel/error-text.js';
import {messageIn} from './mistakes/translate.js';
import {commandWords, type CommandWords} from './words/words.js';

/** The server that the lines steer. */
type Steered = Pick<Steerable, 'recording' | 'pace' | 'hold' | 'keepsHistory' | 'printed'>;

/** The language of the answers, and the texts of `serve` in it. */
interface Speech {
	readonly language: Language;
	readonly texts: CommandWords['serve'];
}

/** Carries out one line. @returns its output. @throws {Error} with a message for the user when it fails. */
type Command = (steered: Steered, words: readonly string[], speech: Speech) => string | Promise<string>;

const commandList = `step [N] · over · out · continue · hold · where · wait [SECONDS] · break WORDS · delete N · breaks · fault WORDS · stops [WORDS] · export · quit`;

/** The most steps that one line can request. */
const mostSteps = 10_000;

/** The number of listed stops, the last ones. */
const mostListed = 50;

const defaultWaitSeconds = 30;

const step =
	(motion: Motion): Command =>
	({pace, hold}, [count], {language, texts}) => {
		if (!pace.held) {
			throw new Error(texts.notHeld);
		}

		const times = Math.min(mostSteps, Math.max(1, Number(count) || 1));
		for (let done = 0; done < times; done++) {
			hold.move(pace, motion);
		}

		return stopLine(pace.held, 0, language);
	};

const goOn: Command = ({pace}, _words, {texts}) => {
	pace.run();
	return texts.running;
};

const addBreakpoint: Command = ({pace: {recording}, hold}, words, {texts}) => {
	hold.add(breakpointLine(words.join(' '), recording.kernel.now, recording));
	return texts.breakpoint(hold.session.breakpoints.at(-1)?.id);
};

const fault: Command = ({pace, recording}, words, {texts}) => {
	const text = words.join(' ');
	checkFault(text, recording, true);
	pace.submit({fault: text});
	return texts.fault(text);
};

/** The last matching stops among the kept ones. */
const listStops: Command = ({recording}, words, {language}) => {
	const breakpoint = words.length === 0 ? undefined : parseBreakpoint(breakpointLine(words.join(' '), 0, recording), 1);
	const found: string[] = [];
	for (let at = recording.stops.length - 1; at >= 0 && found.length < mostListed; at--) {
		const stop = recording.stops.get(at);
		if (!stop) {
			break;
		}

		if (!breakpoint || matchesBreakpoint(recording, breakpoint, stop)) {
			found.unshift(stopLine(stop, 0, language));
		}
	}

	return found.join('\n');
};

/** Waits until a breakpoint holds the cluster. */
const waitForHold: Command = async ({pace}, [seconds], {language, texts}) => {
	const ms = (seconds === undefined ? defaultWaitSeconds : Number(seconds)) * 1000;
	if (!(ms >= 0)) {
		throw new Error(texts.notANumber(seconds ?? ''));
	}

	let leave = () => {};
	const timer = new AbortController();
	if (!pace.held) {
		await Promise.race([
			new Promise<void>((resolve) => {
				leave = pace.whenHeld(resolve);
			}),
			sleep(ms, undefined, {ref: false, signal: timer.signal}).catch(() => undefined),
		]);
	}

	leave();
	timer.abort();
	if (!pace.held) {
		throw new Error(texts.notHeldWithin(ms / 1000));
	}

	return texts.heldAt(stopLine(pace.held, 0, language));
};

const exported: Command = ({keepsHistory, printed}, _words, {texts}) => {
	if (!keepsHistory) {
		throw new Error(texts.noHistory);
	}

	return printed();
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
		({pace}, _words, {language, texts}) => {
			pace.hold();
			return pace.held ? stopLine(pace.held, 0, language) : texts.nothingYet;
		},
	],
	[
		'where',
		({pace}, _words, {language, texts}) => {
			const at = pace.held ?? pace.recording.stops.at(-1);
			const stop = at ? stopLine(at, 0, language) : texts.noStop;
			return pace.held ? texts.heldAt(stop) : texts.lastStop(stop);
		},
	],
	['break', addBreakpoint],
	[
		'delete',
		({hold}, [id = ''], {texts}) => {
			if (!hold.remove(Number(id))) {
				throw new Error(texts.noBreakpoint(id));
			}

			return texts.deleted(id);
		},
	],
	['fault', fault],
	['stops', listStops],
	['wait', waitForHold],
	['export', exported],
	['help', (_steered, _words, {texts}) => texts.commands(commandList)],
	[
		'breaks',
		({hold}, _words, {texts}) =>
			hold.session.breakpoints
				.map(({id, stage = '**', object}) => `${id}  ${stage}${object ? ` object=${object}` : ''}`)
				.join('\n') || texts.noBreakpoints,
	],
	['quit', () => 'quit'],
	['q', () => 'quit'],
]);

/** A word of a command line, quoted if it has spaces, `if='object.spec.replicas > 3'`. */
const quoted = (word: string): string => {
	const [, name = '', value = ''] = /^(\w+=)?(.*)$/s.exec(word) ?? [];
	const quote = value.includes("'") ? '"' : "'";
	return /\s/.test(value) ? `${name}${quote}${value}${quote}` : word;
};

/** The words of a line in one argument, `break 'apiserver.store object=deploy/web'`, are several words; the value of `if` or `log` is one. */
const wordsOf = (rest: readonly string[]): readonly string[] =>
	rest.length === 1 && !/^(?:if|log|selector)=/.test(rest[0] ?? '') ? rest : rest.map(quoted);

/** Carries out a command. `quit` is for the caller. */
export const say = async (words: readonly string[], steered: Steered, language: Language): Promise<Said> => {
	const [word = '', ...rest] = words;
	const command = commands.get(word);
	const texts = commandWords(language).serve;
	if (!command) {
		return {text: `${texts.unknown(printable(word))}\n${texts.commands(commandList)}`, failed: true};
	}

	try {
		return {text: printable(await command(steered, wordsOf(rest), {language, texts}))};
	} catch (error) {
		return {text: printable(messageIn(language, errorText(error))), failed: true};
	}
};

/**
Controls a server by lines, until one of them or a signal ends it.

@param ended resolves when the user ends it with a signal.
@param control the control socket; `undefined`: none.
*/
export const steerByLines = async (
	served: Steered,
	input: NodeJS.ReadableStream,
	{write, language}: {readonly write: (text: string) => void; readonly language: Language},
	ended: Promise<string>,
	control?: string,
): Promise<string> => {
	const texts = commandWords(language).serve;
	let end = (_why: string): void => {};
	const quit = new Promise<string>((resolve) => {
		end = resolve;
	});
	const leaveControl =
		control === undefined
			? () => {}
			: await openControl(control, async (words) => {
					if (words[0] === 'quit') {
						setTimeout(end, lastAnswerMs, 'quit');
						return {text: 'quit'};
					}

					return say(words, served, language);
				});
	if (control !== undefined) {
		write(`${texts.control(control)}\n`);
	}

	write(`${texts.ctrlC}\n`);
	const lines = createInterface({input, terminal: false});
	lines.on('line', async (line) => {
		const words = splitWords(line);
		const {text} = words.length === 0 ? {text: ''} : await say(words, served, language);
		if (text === 'quit') {
			end('quit');
		} else if (text !== '') {
			write(`${text}\n`);
		}
	});
	const why = await Promise.race([ended, quit]);
	lines.close();
	leaveControl();
	return why;
};

/** How long the last answer may take before the server ends. */
const lastAnswerMs = 50;
