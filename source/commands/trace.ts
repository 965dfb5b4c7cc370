import {matchesBreakpoint, parseBreakpoint, type Breakpoint} from '../debugger/breakpoint.js';
import {sentenceOf} from '../stages/sentence.js';
import type {Stop} from '../kernel/stop.js';
import {breakpointLine} from '../lessons/place.js';
import {Mistake, printable} from '../scenario/mistake.js';
import type {Scenario} from '../scenario/scenario.js';
import type {Manifests} from './manifests.js';
import {applyManifests, giveCommand, runUntilSettled, type Applied, type SettledRun} from './run-manifests.js';
import {explanationLines, explanationRecord} from './explanation-lines.js';
import {formatTime, stopLine, stopRecord} from './stop-line.js';
import type {Language} from '../stages/language.js';
import {errorText} from '../kernel/error-text.js';

export interface TraceOptions {
	readonly output: 'text' | 'json' | 'jsonl';
	/** Ends at the first stop that matches these breakpoint words. */
	readonly until?: string;
	/** kubectl command lines to run, one after the other, each once everything has settled. */
	readonly then?: readonly string[];
	/** Periodic work and the start of the cluster too. */
	readonly all?: boolean;
	/** The language in which stages are described. */
	readonly language: Language;
	readonly write: (text: string) => void;
}

/** Breakpoint words in which `pod/web` means an object. @throws {Mistake} */
export const readBreakpoint = (line: string, id: number): Breakpoint => {
	try {
		return parseBreakpoint(breakpointLine(line, 0), id);
	} catch (error) {
		throw new Mistake(`breakpoint "${line}": ${errorText(error)}`);
	}
};

/** How a trace ended: everything settled, or the search for a place ended. */
type Ending = {readonly settled: SettledRun} | {readonly until: string; readonly reached: boolean};

/** Where it ended, and the fingerprint of the way there. */
interface End {
	readonly step: number;
	readonly timeMs: number;
	readonly revision: number;
	readonly fingerprint: string;
}

/** Prints a trace in one of its formats. */
interface Printer {
	readonly stop: (stop: Stop) => void;
	readonly end: (end: End, ending: Ending) => void;
}

const summary = (
	{objects, terminal, explanations, because, verdict}: SettledRun,
	fromMs: number,
	language: Language,
): readonly string[] =>
	[
		...objects.map(({state, name, words}) => `${{done: '✓', waiting: '…', failed: '✗'}[state]} ${name}  ${words}`),
		...(terminal?.stderr ? terminal.stderr.trimEnd().split('\n') : []),
		...explanations.flatMap((explanation) => ['', ...explanationLines(explanation, fromMs, language)]),
		...(because && explanations.length === 0
			? ['', `${verdict} at #${because.step} ${because.stage}: ${sentenceOf(because, language)}`]
			: []),
		'',
	].map(printable);

const textPrinter = ({write, language}: TraceOptions, fromMs: number): Printer => ({
	stop(stop) {
		write(`${stopLine(stop, fromMs, language)}\n`);
	},
	end({step, timeMs, fingerprint}, ending) {
		const lines =
			'settled' in ending
				? summary(ending.settled, fromMs, language)
				: [ending.reached ? `reached ${ending.until}` : `the run came to rest without reaching ${ending.until}`];
		const verdict = 'settled' in ending ? `${ending.settled.verdict}: ` : '';
		write(`${lines.join('\n')}\n${verdict}step ${step}, ${formatTime(timeMs)} s, fingerprint ${fingerprint}\n`);
	},
});

const endRecord = (end: End, ending: Ending, language: Language) =>
	'settled' in ending
		? {
				...end,
				verdict: ending.settled.verdict,
				objects: ending.settled.objects,
				because: ending.settled.because?.step,
				explanations: ending.settled.explanations.map((explanation) => explanationRecord(explanation, language)),
			}
		: {...end, reached: ending.reached};

/** One line a stop, or one object for all of them. */
const jsonPrinter = ({write, language, output}: TraceOptions, fromMs: number): Printer => {
	const stops: unknown[] = [];
	return {
		stop(stop) {
			const record = stopRecord(stop, fromMs, language);
			if (output === 'jsonl') {
				write(`${JSON.stringify(record)}\n`);
			} else {
				stops.push(record);
			}
		},
		end(reached, ending) {
			const end = endRecord(reached, ending, language);
			write(`${JSON.stringify(output === 'json' ? {stops, end} : {end})}\n`);
		},
	};
};

/** How long, in virtual time, to search for a place. */
const limitMs = 600_000;

/** Runs on until the n-th stop that matches the words. A time counts from the command, like all times shown. */
const runUntil = ({recording, fromMs}: Applied, words: string, onStop: (stop: Stop) => void): boolean => {
	const {timeMs, hitCount = 1, ...place} = readBreakpoint(words, 1);
	const until = {...place, timeMs: timeMs === undefined ? undefined : timeMs + fromMs};
	let hits = 0;
	for (let stop = recording.extend(); stop && stop.timeMs - fromMs <= limitMs; stop = recording.extend()) {
		onStop(stop);
		if (matchesBreakpoint(recording, until, stop) && ++hits >= hitCount) {
			return true;
		}

		if (recording.resting && until.timeMs === undefined) {
			return false;
		}
	}

	return false;
};

/** Runs one command after the other, each once everything has settled; after the last one, searches for the place, if one is given. */
const runAll = (
	first: Applied,
	manifests: Manifests,
	{until, then = []}: TraceOptions,
	onStop: (stop: Stop) => void,
): Ending => {
	let applied = first;
	for (const command of then) {
		runUntilSettled(applied, onStop);
		applied = giveCommand(first.recording, manifests, command);
	}

	return until === undefined
		? {settled: runUntilSettled(applied, onStop)}
		: {until, reached: runUntil(applied, until, onStop)};
};

const isGood = (ending: Ending): boolean => ('settled' in ending ? ending.settled.verdict === 'done' : ending.reached);

/**
Applies manifests to a fresh cluster, gives what commands follow, and prints every stop on the way. Times count from the first command.

@returns exit code: 0 when everything is ready or complete, 1 when something was refused, failed or stalled.
@throws {Mistake} when the words of a place cannot be read: nothing is simulated then.
*/
export const trace = (scenario: Scenario, manifests: Manifests, options: TraceOptions): number => {
	const {output, until, all} = options;
	if (until !== undefined) {
		readBreakpoint(until, 1);
	}

	const applied = applyManifests(scenario, manifests);
	const {recording, fromMs} = applied;
	const printer = (output === 'text' ? textPrinter : jsonPrinter)(options, fromMs);
	const show = (stop: Stop) => {
		if (!stop.periodic || all) {
			printer.stop(stop);
		}
	};

	for (const stop of all ? recording.stops : []) {
		show(stop);
	}

	const ending = runAll(applied, manifests, options, show);
	const last = recording.stops.at(-1);
	printer.end(
		{
			step: last?.step ?? 0,
			timeMs: (last?.timeMs ?? fromMs) - fromMs,
			revision: Number(recording.kernel.ledger.read('/components/etcd/revision') ?? 0),
			fingerprint: recording.fingerprint,
		},
		ending,
	);
	return isGood(ending) ? 0 : 1;
};
