import {etcdRevision} from '../screen/panes/etcd-revision.js';
import {matchesBreakpoint, parseBreakpoint, type Breakpoint} from '../debugger/breakpoint.js';
import {sentenceOf} from '../stages/sentence.js';
import type {Stop} from '../kernel/stop.js';
import {breakpointLine} from '../classroom/place.js';
import {Mistake, printable} from '../scenario/mistake.js';
import type {Scenario} from '../scenario/scenario.js';
import {assumingStages, assumptionsOf, type Assumption} from '../diagnosis/assumed.js';
import {cutAfter, mostStopsOf, type Cut} from '../diagnosis/settle.js';
import type {Verdict} from '../diagnosis/verdict.js';
import {told} from '../diagnosis/words/words.js';
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
import {followUp, isLasting, readFollowUp, runUntilBegun, walkAtEnd, type FollowUp} from './follow-up.js';
import type {TerminalEntry, Walk} from '../cluster.js';
import {plainText} from '../screen/paint/text.js';
import {walkRows} from '../screen/panes/walk-rows.js';
import {wrapWords} from './wrap-words.js';
import {explanationLines, type Look, explanationRecord} from './explanation-lines.js';
import {cutWords} from './cut-words.js';
import {commandWords} from './words/words.js';
import {formatTime, stopLine, stopRecord} from '../exports/stop-line.js';
import type {Language} from '../stages/language.js';
import {errorText} from '../kernel/error-text.js';
import {screenWords} from '../screen/words/words.js';

interface TraceOptions {
	readonly output: 'text' | 'json' | 'jsonl';
	/** Ends at the first stop that matches these breakpoint words. */
	readonly until?: string;
	/** kubectl command lines, and debugger words after a colon, in order, each once the cluster has settled. */
	readonly then?: readonly string[];
	/** The longest wait, in virtual milliseconds. */
	readonly forMs?: number;
	/** The most stops of each command. */
	readonly mostStops?: number;
	/** All links of the chain of causes. */
	readonly verbose?: boolean;
	/** Columns that lines of the ending may have; 80 by default. */
	readonly columns?: number;
	/** Prints the warnings about the files. */
	readonly warn?: (text: string) => void;
	/** Reports the awaited event on a terminal. */
	readonly tell?: (text: string) => void;
	/** Periodic work and the start of the cluster too. */
	readonly all?: boolean;
	/** The language of the stages' descriptions. */
	readonly language: Language;
	readonly write: (text: string) => void;
}

/** Breakpoint words in which `pod/web` names an object. @throws {Mistake} */
export const readBreakpoint = (line: string, id: number): Breakpoint => {
	try {
		return parseBreakpoint(breakpointLine(line, 0), id);
	} catch (error) {
		throw new Mistake(`breakpoint "${line}": ${errorText(error)}`);
	}
};

/** The end of a trace: the cluster settled, or the search for a place ended. */
type Ending = {readonly verdict: Verdict} | {readonly until: string; readonly reached: boolean; readonly cut?: Cut};

/** The end, and the fingerprint of the run up to it. */
interface End {
	readonly step: number;
	readonly timeMs: number;
	readonly revision: number;
	readonly fingerprint: string;
	/** The assumptions of the run. */
	readonly assumed?: readonly Assumption[];
}

/** Prints a trace in one of its formats. */
interface Printer {
	readonly stop: (stop: Stop) => void;
	/** The output of a further command. */
	readonly command: (entry: TerminalEntry) => void;
	/** The way of a packet. */
	readonly walk: (words: string, walk: Walk) => void;
	readonly end: (end: End, ending: Ending) => void;
}

const marks = {done: '✓', waiting: '…', failed: '✗'} as const;

/** The output of kubectl, without a blank line at its end. */
const output = ({stdout, stderr}: Pick<TerminalEntry, 'stdout' | 'stderr'>): readonly string[] =>
	[stdout, stderr].flatMap((text) => (text.trimEnd() === '' ? [] : text.trimEnd().split('\n')));

/** The most finished objects that are named. */
const mostDone = 20;

/** The most lines of an ending without -v. */
const mostLines = 100;

/** The state of each object; of very many finished ones, only the number. */
const objectLines = (
	objects: Verdict['objects'],
	language: Language,
	verbose: boolean | undefined,
): readonly string[] => {
	const done = objects.filter(({state}) => state === 'done');
	const left = new Set(verbose || done.length <= mostDone + 1 ? [] : done.slice(mostDone));
	return [
		...objects.filter((one) => !left.has(one)).map((one) => `${marks[one.state]} ${one.name}  ${one.words}`),
		...(left.size > 0 ? [`${marks.done} ${commandWords(language).explanation.moreDone(left.size)}`] : []),
	];
};

/** The lines of an ending, or the first of them: with the line of its state, a hundred. */
const shortened = (lines: readonly string[], language: Language, verbose: boolean | undefined): readonly string[] =>
	verbose || lines.length < mostLines
		? lines
		: [
				...lines.slice(0, mostLines - 3),
				commandWords(language).explanation.moreInAll(lines.length - mostLines + 3),
				'',
			];

/** The reasons of an ending. Where all of them are too long, only the first has its chain of causes: the others keep their place and their fixes. */
const findingLines = (findings: Verdict['findings'], look: Look): readonly string[] => {
	const linesOf = (short: boolean): readonly string[] =>
		findings.flatMap((finding, index) => ['', ...explanationLines(finding, {...look, short: short && index > 0})]);
	const whole = linesOf(false);
	return look.verbose || whole.length < mostLines - mostDone ? whole : linesOf(true);
};

const summary = (
	{objects, terminal, findings, because, state, cut, endless}: Verdict,
	fromMs: number,
	{language, columns = 80, verbose, then = []}: TraceOptions,
): readonly string[] =>
	shortened(
		[
			...(cut ? [...wrapWords(cutWords(cut, language), columns), ''] : []),
			...(endless
				? [...wrapWords(commandWords(language).end.endless(endless.line, endless.seconds, endless.says), columns), '']
				: []),
			...objectLines(objects, language, verbose),
			...(terminal && then.length === 0
				? output({...terminal, stdout: ''}).flatMap((line) => wrapWords(line, columns))
				: []),
			...findingLines(findings, {fromMs, language, columns, verbose}),
			...(because && findings.length === 0
				? [
						'',
						...wrapWords(
							commandWords(language).end.verdictAt(
								commandWords(language).end.states[state],
								`#${because.step} ${because.stage}`,
								sentenceOf(because, language),
							),
							columns,
						),
					]
				: []),
			'',
		],
		language,
		verbose,
	).map(printable);

const textPrinter = (options: TraceOptions, fromMs: number): Printer => ({
	stop(stop) {
		options.write(`${stopLine(stop, fromMs, options.language)}\n`);
	},
	command(entry) {
		const lines = output(entry);
		options.write(`${[`$ kubectl ${entry.command}`, ...lines].map(printable).join('\n')}\n`);
	},
	walk(words, walk) {
		const rows = walkRows(
			walk,
			options.columns ?? 80,
			options.verbose ?? false,
			screenWords(options.language).panes.walk,
		);
		options.write(
			`${[`:packet ${words}`, ...rows.map((row) => plainText(row).trimEnd())].map(printable).join('\n')}\n`,
		);
	},
	end({step, timeMs, fingerprint, assumed = []}, ending) {
		const {language} = options;
		const words = commandWords(language).end;
		let lines: readonly string[];
		if ('verdict' in ending) {
			lines = summary(ending.verdict, fromMs, options);
		} else if (ending.cut) {
			lines = wrapWords(cutWords(ending.cut, language), options.columns ?? 80);
		} else {
			lines = [(ending.reached ? words.reached : words.notReached)(ending.until)];
		}

		const remarks = assumed
			.flatMap(({says}) => wrapWords(printable(says), options.columns ?? 80))
			.map((line) => `${line}\n`)
			.join('');
		const state = 'verdict' in ending ? words.states[ending.verdict.state] : undefined;
		options.write(`${lines.join('\n')}\n${remarks}${words.last(state, step, formatTime(timeMs), fingerprint)}\n`);
	},
});

const endRecord = (end: End, ending: Ending, language: Language) =>
	'verdict' in ending
		? {
				...end,
				verdict: ending.verdict.state,
				objects: ending.verdict.objects,
				cut: ending.verdict.cut,
				endless: ending.verdict.endless,
				because: ending.verdict.because?.step,
				explanations: ending.verdict.findings.map((finding) => explanationRecord(finding, language)),
			}
		: {...end, reached: ending.reached, cut: ending.cut};

/** Prints one JSON line per stop, or one object for all stops. */
const jsonPrinter = ({write, language, output}: TraceOptions, fromMs: number): Printer => {
	const stops: unknown[] = [];
	const commands: TerminalEntry[] = [];
	const walks: unknown[] = [];
	return {
		stop(stop) {
			const record = stopRecord(stop, fromMs, language);
			if (output === 'jsonl') {
				write(`${JSON.stringify(record)}\n`);
			} else {
				stops.push(record);
			}
		},
		command(entry) {
			if (output === 'jsonl') {
				write(`${JSON.stringify({terminal: entry})}\n`);
			} else {
				commands.push(entry);
			}
		},
		walk(words, walk) {
			if (output === 'jsonl') {
				write(`${JSON.stringify({packet: words, walk})}\n`);
			} else {
				walks.push({packet: words, walk});
			}
		},
		end(reached, ending) {
			const end = endRecord(reached, ending, language);
			write(
				`${JSON.stringify(output === 'json' ? {stops, ...(commands.length > 0 ? {commands} : {}), ...(walks.length > 0 ? {walks} : {}), end} : {end})}\n`,
			);
		},
	};
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
	const printer = (options.output === 'text' ? textPrinter : jsonPrinter)(options, fromMs);
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
	const printer = (options.output === 'text' ? textPrinter : jsonPrinter)(options, fromMs);
	runUntilPrinted(recording);
	for (const stop of recording.stops.slice(from + 1)) {
		if (!stop.periodic) {
			printer.stop(stop);
		}
	}
};
