import {matchesBreakpoint, parseBreakpoint} from '../debugger/breakpoint.js';
import {sentenceOf} from '../stages/sentence.js';
import type {Stop} from '../kernel/stop.js';
import {breakpointLine} from '../lessons/place.js';
import {Mistake, printable} from '../scenario/mistake.js';
import type {Scenario} from '../scenario/scenario.js';
import type {Manifests} from './manifests.js';
import {applyManifests, giveCommand, runUntilSettled, type Applied, type SettledRun} from './run-manifests.js';
import {explanationLines, explanationRecord} from './explanation-lines.js';
import {formatTime, stopLine, stopRecord} from './stop-line.js';

export interface TraceOptions {
	readonly output: 'text' | 'json' | 'jsonl';
	/** Ends at the first stop that these breakpoint words mean. */
	readonly until?: string;
	/** kubectl command lines to give, one after the other, each when all has settled. */
	readonly then?: readonly string[];
	/** Periodic work and the start of the cluster too. */
	readonly all?: boolean;
	readonly write: (text: string) => void;
}

/** Breakpoint words in which `pod/web` means an object. @throws {Mistake} */
export const readBreakpoint = (line: string, id: number) => {
	try {
		return parseBreakpoint(breakpointLine(line, 0), id);
	} catch (error) {
		throw new Mistake(`breakpoint "${line}": ${(error as Error).message}`);
	}
};

const summary = (settled: SettledRun, fromMs: number): readonly string[] =>
	[
		...settled.objects.map(
			({state, name, words}) => `${{done: '✓', waiting: '…', failed: '✗'}[state]} ${name}  ${words}`,
		),
		...(settled.terminal?.stderr ? settled.terminal.stderr.trimEnd().split('\n') : []),
		...settled.explanations.flatMap((explanation) => ['', ...explanationLines(explanation, fromMs)]),
		...(settled.because && settled.explanations.length === 0
			? ['', `${settled.verdict} at #${settled.because.step} ${settled.because.stage}: ${sentenceOf(settled.because)}`]
			: []),
		'',
	].map(printable);

/** How long, in virtual time, a place is looked for. */
const limitMs = 600_000;

/** Runs on until the n-th stop that the words mean. A time counts from the command, as all that is shown. */
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

/**
Applies manifests to a fresh cluster, gives what commands follow, and prints every stop on the way. Times count from the first command.

@returns exit code: 0 when everything is ready or complete, 1 when something was refused, failed or stalled.
*/
export const trace = (scenario: Scenario, manifests: Manifests, options: TraceOptions): number => {
	const {write, output, until, then = []} = options;
	if (until !== undefined) {
		readBreakpoint(until, 1);
	}

	let applied = applyManifests(scenario, manifests);
	const {recording, fromMs} = applied;
	const shown: unknown[] = [];
	const show = (stop: Stop) => {
		if (stop.periodic && !options.all) {
			return;
		}

		if (output === 'text') {
			write(`${stopLine(stop, fromMs)}\n`);
		} else if (output === 'jsonl') {
			write(`${JSON.stringify(stopRecord(stop, fromMs))}\n`);
		} else {
			shown.push(stopRecord(stop, fromMs));
		}
	};

	if (options.all) {
		for (const stop of recording.stops) {
			show(stop);
		}
	}

	let reached = false;
	let settled: SettledRun | undefined;
	if (until === undefined || then.length > 0) {
		settled = runUntilSettled(applied, show);
	}

	for (const [index, command] of then.entries()) {
		applied = giveCommand(recording, manifests, command);
		if (until === undefined || index < then.length - 1) {
			settled = runUntilSettled(applied, show);
		}
	}

	if (until !== undefined) {
		settled = undefined;
		reached = runUntil(applied, until, show);
	}

	const last = recording.stops.at(-1)!;
	const end = {
		step: last.step,
		timeMs: last.timeMs - fromMs,
		revision: Number(recording.kernel.ledger.read('/components/etcd/revision') ?? 0),
		fingerprint: recording.fingerprint,
		...(settled
			? {
					verdict: settled.verdict,
					objects: settled.objects,
					because: settled.because?.step,
					explanations: settled.explanations.map(explanationRecord),
				}
			: {reached}),
	};
	if (output === 'text') {
		const lines = settled
			? summary(settled, fromMs)
			: [reached ? `reached ${until}` : `the run rests without reaching ${until}`];
		write(
			`${lines.join('\n')}\n${settled ? `${settled.verdict}: ` : ''}step ${end.step}, ${formatTime(end.timeMs)} s, fingerprint ${end.fingerprint}\n`,
		);
	} else {
		write(`${JSON.stringify(output === 'json' ? {stops: shown, end} : {end})}\n`);
	}

	return (settled ? settled.verdict === 'done' : reached) ? 0 : 1;
};
