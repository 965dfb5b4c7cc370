import type {TerminalEntry} from '../../cluster.js';
import {errorLine} from '../../kernel/error-text.js';
import {Mistake, Mistakes} from '../../scenario/mistake.js';
import {keyNow} from '../place.js';
import {pursue} from '../goal.js';
import {LessonRun} from '../player.js';
import type {Reporter} from '../lint.js';
import {chainOf} from './chain.js';
import {loadDrill, type Drill} from './drills.js';
import type {Attempt} from './format.js';

/** What checking a drill found. */
export interface DrillReport {
	readonly drill?: Drill;
	readonly mistakes: readonly Mistake[];
	/** Stops recorded in all its runs. */
	readonly stops: number;
}

/** What kubectl said when a command of the learner failed; `undefined` when none did. */
const complaint = ({recording, start}: LessonRun): string | undefined => {
	const {ledger} = recording.kernel;
	const entries = ledger
		.keys('/terminal/')
		.filter((key) => ledger.readAt<TerminalEntry>(key, start)?.code === undefined)
		.map((key) => ledger.read<TerminalEntry>(key));
	const failed = entries.find((entry) => entry?.code !== undefined && entry.code > 0);
	return failed && `kubectl ${failed.command}: ${failed.stderr.trimEnd().split('\n').at(-1)}`;
};

const checkFault = (run: LessonRun, drill: Drill, report: Reporter): void => {
	if (run.failedFault !== undefined) {
		report(['fault', run.failedFault], 'the run does not come there', 'name a place that comes later');
	}

	for (const [index, {kept}] of drill.drill.expect.entries()) {
		if (kept !== undefined && keyNow(run.recording, kept, run.start) === undefined) {
			report(['expect', index, 'kept'], `there is no ${kept} that could be kept`, 'name what exists at the start');
		}
	}

	for (const [index, {stop, says}] of chainOf(run, drill.drill).entries()) {
		if (!stop) {
			report(['chain', index], 'the run does not come here after the link before', '`trace` shows where it comes to');
		} else if (says.includes('…')) {
			report(['chain', index, 'says'], 'the run does not say this at that stop', 'name what exists there');
		}
	}

	const texts = [
		['symptom', drill.drill.symptom],
		['debrief', drill.drill.debrief],
	] as const;
	for (const [field, text] of texts) {
		try {
			run.fill(text, run.start);
		} catch (error) {
			report([field], `the run does not say this: ${errorLine(error)}`, 'name what exists when the learner comes');
		}
	}
};

/** Whether an attempt repairs the drill. */
const tried = (
	drill: Drill,
	{do: actions}: Attempt,
): {
	readonly run: LessonRun;
	readonly repaired: boolean;
	/** What could not be done of it. */
	readonly failed?: {readonly index: number; readonly why: string};
} => {
	const run = new LessonRun(drill);
	let failed: {readonly index: number; readonly why: string} | undefined;
	for (const [index, action] of actions.entries()) {
		const why = run.perform(action) ? complaint(run) : (run.problem ?? 'this cannot be done');
		failed ??= why === undefined ? undefined : {index, why};
	}

	const [{task} = {}] = drill.steps;
	run.problem = task && pursue(run, task.expect, run.start);
	return {run, repaired: run.problem === undefined, ...(failed ? {failed} : {})};
};

/** Plays a drill: it is broken, stays so when nothing is done, every repair passes, and nothing that only seems to help does. */
export const playDrill = (drill: Drill): DrillReport => {
	const mistakes: Mistake[] = [];
	const report: Reporter = (path, message, remedy) => {
		mistakes.push(new Mistake(message, drill.placeOf(path), remedy));
	};

	checkFault(new LessonRun(drill), drill, report);
	const idle = tried(drill, {says: '', do: []});
	let stops = idle.run.recording.stops.length;
	if (idle.repaired) {
		report(['expect'], 'the drill is repaired before anybody does anything', 'expect what only a repair brings about');
	}

	for (const [index, attempt] of drill.drill.solutions.entries()) {
		const {run, repaired, failed} = tried(drill, attempt);
		stops += run.recording.stops.length;
		if (failed) {
			report(['solutions', index, 'do', failed.index], failed.why);
		} else if (!repaired) {
			report(['solutions', index], 'this does not repair the drill', run.problem);
		}
	}

	for (const [index, attempt] of drill.drill.not.entries()) {
		const {run, repaired} = tried(drill, attempt);
		stops += run.recording.stops.length;
		if (repaired) {
			report(['not', index], 'this repairs the drill', 'move it to `solutions`, or expect more');
		}
	}

	return {drill, mistakes, stops};
};

/** Lints and plays a drill file. @throws errors that are not an author's mistake. */
export const checkDrill = (file: string): DrillReport => {
	try {
		return playDrill(loadDrill(file));
	} catch (error) {
		if (error instanceof Mistakes || error instanceof Mistake) {
			return {mistakes: error instanceof Mistakes ? error.all : [error], stops: 0};
		}

		throw error;
	}
};
