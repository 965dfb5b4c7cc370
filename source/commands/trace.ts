import type {TerminalEntry} from '../cluster.js';
import {breakpointLine} from '../classroom/place.js';
import {matchesBreakpoint, parseBreakpoint, type Breakpoint} from '../debugger/breakpoint.js';
import {assumingStages, assumptionsOf} from '../diagnosis/assumed.js';
import {cutAfter, mostStopsOf} from '../diagnosis/settle.js';
import {told} from '../diagnosis/words/words.js';
import {formatTime} from '../exports/stop-line.js';
import {errorText} from '../kernel/error-text.js';
import type {Stop} from '../kernel/stop.js';
import {Mistake, printable} from '../scenario/mistake.js';
import type {Scenario} from '../scenario/scenario.js';
import {etcdRevision} from '../screen/panes/etcd-revision.js';
import {followUp, isLasting, readFollowUp, runUntilBegun, walkAtEnd, type FollowUp} from './follow-up.js';
import type {BrokenManifests, Manifests} from './manifests.js';
import {
	applyManifests,
	begin,
	concluded,
	runUntilPrinted,
	runUntilSettled,
	type Applied,
	type Following,
} from './run-manifests.js';
import {jsonPrinter} from './trace-json.js';
import type {Ending, Printer, PrintOptions} from './trace-printer.js';
import {textPrinter} from './trace-text.js';
import {commandWords} from './words/words.js';

interface TraceOptions extends PrintOptions {
	readonly output: 'text' | 'json' | 'jsonl';
	/** Ends at the first stop that matches these breakpoint words. */
	readonly until?: string;
	/** kubectl command lines, and debugger words after a colon, in order, each once the cluster has settled. */
	readonly then?: readonly string[];
	/** The longest wait, in virtual milliseconds. */
	readonly forMs?: number;
	/** The most stops of each command. */
	readonly mostStops?: number;
	/** Prints the warnings about the files. */
	readonly warn?: (text: string) => void;
	/** Reports the awaited event on a terminal. */
	readonly tell?: (text: string) => void;
	/** Periodic work and the start of the cluster too. */
	readonly all?: boolean;
}

/** Breakpoint words in which `pod/web` names an object. @throws {Mistake} */
export const readBreakpoint = (line: string, id: number): Breakpoint => {
	try {
		return parseBreakpoint(breakpointLine(line, 0), id);
	} catch (error) {
		throw new Mistake(`breakpoint "${line}": ${errorText(error)}`);
	}
};

/** How long, in virtual time, to search for a place. */
const limitMs = 600_000;

/** How long to search, in virtual time, once only stops that repeat forever are left. */
const atRestMs = 60_000;

/** Runs on until the n-th stop that matches the words. A time counts from the command, like all times shown. */
const runUntil = (
	{recording, fromMs}: Applied,
	words: string,
	{onStop, mostStops = mostStopsOf}: Following,
	printer: Pick<Printer, 'stop'>,
): Extract<Ending, {until: string}> => {
	const {timeMs, hitCount = 1, ...place} = readBreakpoint(words, 1);
	const until = {...place, timeMs: timeMs === undefined ? undefined : timeMs + fromMs};
	const endStep = recording.stops.length + mostStops;
	let restsSinceMs: number | undefined;
	let hits = 0;
	for (let stop = recording.extend(); stop && stop.timeMs - fromMs <= limitMs; stop = recording.extend()) {
		if (matchesBreakpoint(recording, until, stop) && ++hits >= hitCount) {
			printer.stop(stop);
			return {until: words, reached: true};
		}

		onStop?.(stop);
		restsSinceMs = recording.resting ? (restsSinceMs ?? stop.timeMs) : undefined;
		if (restsSinceMs !== undefined && stop.timeMs - restsSinceMs > atRestMs && until.timeMs === undefined) {
			break;
		}

		if (recording.stops.length >= endStep) {
			return {until: words, reached: false, cut: cutAfter(recording, mostStops)};
		}
	}

	return {until: words, reached: false};
};

/** Runs one command after the other, each once the cluster has settled; after the last one, searches for the place, if one is given. */
const runAll = (
	first: Applied,
	followUps: readonly FollowUp[],
	{until, language}: TraceOptions,
	following: Following,
	printer: Pick<Printer, 'stop' | 'command' | 'walk'>,
): Ending => {
	const {ledger} = first.recording.kernel;
	const show = ({terminalKey}: Applied) => {
		const entry = terminalKey === undefined ? undefined : ledger.read<TerminalEntry>(terminalKey);
		if (entry) {
			printer.command(entry);
		}
	};

	let applied = first;
	let unseen: Applied | undefined;
	/** The stops of a cluster that is only inspected are not printed. */
	const followed = (one: Applied): Following =>
		one === first && one.isLook ? {...following, onStop: undefined} : following;
	for (const [index, given] of followUps.entries()) {
		const before = followUps[index - 1];
		if (before && isLasting(before)) {
			runUntilBegun(applied, following.onStop);
		} else {
			runUntilSettled(applied, followed(applied));
		}

		if (unseen) {
			show(unseen);
			unseen = undefined;
		}

		if ('packet' in given) {
			printer.walk(given.packet, walkAtEnd(applied, given.packet, language));
		} else {
			applied = followUp(applied, given);
			unseen = applied;
		}
	}

	if (until !== undefined) {
		return runUntil(applied, until, following, printer);
	}

	const settled = runUntilSettled(applied, followed(applied));
	if (unseen) {
		show(unseen);
	}

	return {verdict: concluded(applied, settled, language)};
};

/** The printer of a trace in its format. */
const printerOf = (options: Pick<TraceOptions, 'output' | 'then' | keyof PrintOptions>, fromMs: number): Printer =>
	options.output === 'text'
		? textPrinter({...options, isFollowed: (options.then ?? []).length > 0}, fromMs)
		: jsonPrinter(options, options.output, fromMs);

const exitCodeOf = (ending: Ending): number => {
	if ('verdict' in ending) {
		return ending.verdict.exitCode;
	}

	if (ending.reached) {
		return 0;
	}

	return 1;
};

/**
Applies manifests to a fresh cluster, runs the commands that follow, and prints every stop. Times count from the first command.

@returns exit code: 0 when everything is ready or complete, 1 when an object was refused or is stuck, or a limit ended the run.
@throws {Mistake} before the simulation, when the words of a place cannot be read.
*/
export const trace = (scenario: Scenario, manifests: Manifests | undefined, options: TraceOptions): number => {
	const {until, all, forMs, mostStops, tell} = options;
	const followUps = (options.then ?? []).map((command) => readFollowUp(command));
	const words = commandWords(options.language).end;
	if (until !== undefined) {
		readBreakpoint(until, 1);
	}

	const applied = begin(scenario, manifests);
	const {recording, fromMs} = applied;
	recording.forgetPast({stages: assumingStages, keeps: (key) => key.startsWith('/terminal/')});
	const printer = printerOf(options, fromMs);
	const show = (stop: Stop) => {
		if (!stop.periodic || all) {
			printer.stop(stop);
		}
	};

	for (const stop of all ? recording.stops : []) {
		show(stop);
	}

	for (const warning of applied.manifests.warnings) {
		options.warn?.(`${words.warning(printable(warning))}\n`);
	}

	const ending = runAll(
		applied,
		followUps,
		options,
		{
			forMs,
			mostStops,
			onStop: show,
			...(tell
				? {
						onWait: (wait, untilMs, limitMs) =>
							tell(
								printable(
									words.waiting(
										told(wait.words, options.language),
										formatTime(untilMs - fromMs),
										formatTime(limitMs - fromMs),
									),
								) + '\n',
							),
					}
				: {}),
		},
		printer,
	);
	const last = recording.stops.at(-1);
	const assumed =
		'verdict' in ending
			? ending.verdict.assumed
			: assumptionsOf(recording.stops.ofStages(assumingStages), options.language);
	printer.end(
		{
			step: last?.step ?? 0,
			timeMs: (last?.timeMs ?? fromMs) - fromMs,
			revision: etcdRevision(recording, recording.stops.length - 1) ?? 0,
			fingerprint: recording.fingerprint,
			...(assumed.length > 0 ? {assumed} : {}),
		},
		ending,
	);
	return exitCodeOf(ending);
};

/** Prints the stops of kubectl on manifests that it cannot read; the caller reports the mistakes. */
export const traceBroken = (
	scenario: Scenario,
	{files, command}: BrokenManifests,
	options: Pick<TraceOptions, 'output' | 'language' | 'write'>,
): void => {
	const {recording, from, fromMs} = applyManifests(scenario, {files, command, objects: [], warnings: []});
	const printer = printerOf(options, fromMs);
	runUntilPrinted(recording);
	for (const stop of recording.stops.slice(from + 1)) {
		if (!stop.periodic) {
			printer.stop(stop);
		}
	}
};
