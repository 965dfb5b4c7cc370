import {createCluster} from '../cluster.js';
import {matchesBreakpoint, parseBreakpoint} from '../debugger/breakpoint.js';
import {Recording} from '../debugger/recording.js';
import {keyGlob} from '../lessons/place.js';
import {Mistake, printable} from '../scenario/mistake.js';
import type {Scenario} from '../scenario/scenario.js';
import type {Manifests} from './manifests.js';
import {boot, runUntilSettled, type RunOutcome} from './run-manifests.js';
import {formatTime, stopLine, stopRecord} from './stop-line.js';

export interface TraceOptions {
	readonly output: 'text' | 'json' | 'jsonl';
	/** Ends at the first stop that these breakpoint words mean. */
	readonly until?: string;
	/** Periodic work and the start of the cluster too. */
	readonly all?: boolean;
	readonly write: (text: string) => void;
}

/** Breakpoint words in which `pod/web` means an object. @throws {Mistake} */
export const readBreakpoint = (line: string, id: number) => {
	try {
		const breakpoint = parseBreakpoint(line, id);
		return breakpoint.object === undefined ? breakpoint : {...breakpoint, object: keyGlob(breakpoint.object)};
	} catch (error) {
		throw new Mistake(`breakpoint "${line}": ${(error as Error).message}`);
	}
};

const summary = (outcome: RunOutcome): string[] => {
	const lines = outcome.objects.map(
		({state, name, words}) => `${{done: '✓', waiting: '…', failed: '✗'}[state]} ${name}  ${words}`,
	);
	if (outcome.because) {
		lines.push(`${outcome.verdict} at #${outcome.because.step} ${outcome.because.stage}: ${outcome.because.text}`);
	}

	if (outcome.terminal?.stderr) {
		lines.push(...outcome.terminal.stderr.trimEnd().split('\n'));
	}

	return lines.map(printable);
};

/**
Applies manifests to a fresh cluster and prints every stop on the way.

@returns exit code: 0 when everything is ready or complete, 1 when something was refused, failed or stalled.
*/
export const trace = (scenario: Scenario, manifests: Manifests, options: TraceOptions): number => {
	const recording = new Recording(scenario, createCluster);
	const {write, output} = options;
	const until = options.until === undefined ? undefined : readBreakpoint(options.until, 1);
	boot(recording);
	const shown: unknown[] = [];
	const show = (stop: Parameters<typeof stopLine>[0]) => {
		if (stop.periodic && !options.all) {
			return;
		}

		if (output === 'text') {
			write(`${stopLine(stop)}\n`);
		} else if (output === 'jsonl') {
			write(`${JSON.stringify(stopRecord(stop))}\n`);
		} else {
			shown.push(stopRecord(stop));
		}
	};

	if (options.all) {
		for (const stop of recording.stops) {
			show(stop);
		}
	}

	const from = recording.stops.length - 1;
	const terminalKey = `/terminal/${recording.inputs.length + 1 + (scenario.objects.trim() === '' ? 0 : 1)}`;
	recording.submit({kubectl: manifests.command, files: manifests.files});
	let reached = false;
	let outcome: RunOutcome | undefined;
	if (until) {
		for (let stop = recording.extend(); stop; stop = recording.extend()) {
			show(stop);
			if (matchesBreakpoint(recording, until, stop)) {
				reached = true;
				break;
			}

			if (recording.resting || stop.timeMs > 600_000) {
				break;
			}
		}
	} else {
		outcome = runUntilSettled(recording, manifests, from, terminalKey, show);
	}

	const last = recording.stops.at(-1)!;
	const end = {
		step: last.step,
		timeMs: last.timeMs,
		revision: Number(recording.kernel.ledger.read('/components/etcd/revision') ?? 0),
		fingerprint: recording.fingerprint,
		...(outcome ? {verdict: outcome.verdict, objects: outcome.objects, because: outcome.because?.step} : {reached}),
	};
	if (output === 'text') {
		const lines = outcome
			? summary(outcome)
			: [reached ? `reached ${options.until}` : `the run rests without reaching ${options.until}`];
		write(
			`${lines.join('\n')}\nrests at step ${end.step}, ${end.timeMs} ms (${formatTime(end.timeMs)} s), fingerprint ${end.fingerprint}\n`,
		);
	} else {
		write(`${JSON.stringify(output === 'json' ? {stops: shown, end} : {end})}\n`);
	}

	return (outcome ? outcome.verdict === 'done' : reached) ? 0 : 1;
};
