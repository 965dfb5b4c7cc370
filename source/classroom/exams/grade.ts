import type {TerminalEntry} from '../../cluster.js';
import type {Place as Passed} from '../../debugger/recording.js';
import {seek, seeking} from '../../debugger/seek.js';
import type {Stop} from '../../kernel/stop.js';
import type {Language} from '../../stages/language.js';
import type {Condition} from '../format.js';
import {conditionHolds, namedIn, shortfall} from '../goal.js';
import {OperatedRun} from '../operated-run.js';
import {keyGlob, matchesKey, readTime, type LessonRecording} from '../place.js';
import type {Criterion, ExamTask} from './format.js';

/** How long a cluster has before it is graded, in virtual milliseconds. */
const usualSettleMs = 60_000;

/** The result of one criterion. */
export interface Score {
	readonly earned: boolean;
	readonly points: number;
	readonly says: string;
	/** The stop that decided it: the end of its trial, if only the trial shows it; `undefined` where nothing has changed since the task began. */
	readonly step?: number;
	/** The missing part, in words. */
	readonly problem?: string;
}

/** The result of a task. */
export interface Grade {
	readonly scores: readonly Score[];
	readonly points: number;
	/** The run on which it was graded; the stops of the scores are in it. */
	readonly recording: LessonRecording;
}

/** A run to grade, and the step at which the learner's work began. */
export interface Graded {
	readonly recording: LessonRecording;
	readonly start: number;
	readonly language: Language;
}

/** The stop, after `begin`, at which a condition got its value of `end`; `undefined` if it has not changed. */
const turningPoint = (recording: LessonRecording, condition: Condition, begin: number, end: Stop): Stop | undefined => {
	const glob = keyGlob(namedIn(condition), recording);
	const holdsAt = (stop: Stop): boolean => conditionHolds(recording, stop, condition, begin);
	const now = holdsAt(end);
	const turns = (stop: Stop): boolean => {
		const before = recording.stops.get(stop.step - 1);
		return (
			before !== undefined &&
			recording.kernel.ledger.changesAt(stop.step).some(({key}) => matchesKey(glob, key)) &&
			holdsAt(stop) === now &&
			holdsAt(before) !== now
		);
	};

	const {stop} = seek(recording, end.step + 1, -1, (one) => one.step <= begin || turns(one));
	return stop && stop.step > begin ? stop : undefined;
};

/** The last change of an object that a condition mentions, after `begin`. */
const lastChange = (recording: LessonRecording, condition: Condition, begin: number, end: Stop): Stop | undefined => {
	const glob = keyGlob(namedIn(condition), recording);
	const {stop} = seek(
		recording,
		end.step + 1,
		-1,
		({step}) => step <= begin || recording.kernel.ledger.changesAt(step).some(({key}) => matchesKey(glob, key)),
	);
	return stop && stop.step > begin ? stop : undefined;
};

/** The stop that decided conditions: the first one that fails, otherwise the last one that became true. */
const decidedAt = (
	recording: LessonRecording,
	conditions: readonly Condition[],
	begin: number,
	end: Stop,
): Stop | undefined => {
	const failing = conditions.find((condition) => !conditionHolds(recording, end, condition, begin));
	const stopOf = (condition: Condition): Stop | undefined =>
		turningPoint(recording, condition, begin, end) ?? lastChange(recording, condition, begin, end);
	return failing
		? stopOf(failing)
		: conditions
				.map((condition) => stopOf(condition))
				.reduce((last, stop) => (stop && stop.step > (last?.step ?? -1) ? stop : last), undefined);
};

/** Whether a stop is a refusal or a request without an answer: there, the run shows the reason. */
const isTrouble = (stop: Stop): boolean =>
	(stop.outcome === 'failed' || stop.outcome === 'refused') && !stop.periodic && !stop.stage.startsWith('kubectl.');

/** The output of the last kubectl command. */
const lastPrinted = ({kernel}: LessonRecording): TerminalEntry | undefined => {
	const numbers = kernel.ledger.keys('/terminal/').map((key) => Number(key.replace('/terminal/', '')));
	return kernel.ledger.read<TerminalEntry>(`/terminal/${Math.max(0, ...numbers)}`);
};

/** Whether the last command printed the expected output. */
const printedAs = ({prints}: Criterion, recording: LessonRecording): boolean => {
	if (prints === undefined) {
		return true;
	}

	const {stdout = '', stderr = ''} = lastPrinted(recording) ?? {};
	return new RegExp(prints, 'm').test(`${stdout}${stderr}`);
};

/** The line that says most of what the last command printed: the last line of its errors, otherwise the first line of its answer. */
const tellingLine = (recording: LessonRecording): string => {
	const {stdout = '', stderr = ''} = lastPrinted(recording) ?? {};
	const [answer = ''] = stdout.trim().split('\n');
	return stderr.trim().split('\n').at(-1) || answer;
};

/** Grades one criterion at the end of a run, after its actions. */
function* gradeOne(run: OperatedRun, criterion: Criterion, begin: number): Generator<Passed, Score> {
	const {says, points, is = [], do: actions = []} = criterion;
	const before = run.cursor;
	for (const action of actions) {
		yield* run.performing(action);
	}

	const {recording} = run;
	const end = recording.stops.at(-1);
	run.cursor = recording.stops.length - 1;
	const missing = end && shortfall(recording, end, is, begin, run.language);
	const isPrinted = printedAs(criterion, recording);
	const earned = missing === undefined && isPrinted;
	const trouble =
		earned || actions.length === 0 ? undefined : seek(recording, run.cursor + 1, -1, (stop) => isTrouble(stop)).stop;
	const decided =
		(trouble && trouble.step > before ? trouble : undefined) ??
		(isPrinted ? end && decidedAt(recording, is, begin, end) : end) ??
		(actions.length > 0 ? end : undefined);
	return {
		earned,
		points,
		says,
		...(decided ? {step: decided.step} : {}),
		...(earned ? {} : {problem: missing ?? tellingLine(recording)}),
	};
}

/** Grades a task on its run, which continues for that: the learner's commands end, the cluster settles, then each criterion is checked and tried. */
export function* gradingInPlace({recording, start, language}: Graded, task: ExamTask): Generator<Passed, Grade> {
	const run = new OperatedRun({files: {...task.files, ...task.answers}}, language, recording);
	yield* run.finishingCommands();
	const settleMs = task.settle === undefined ? usualSettleMs : (readTime(task.settle) ?? usualSettleMs);
	const untilMs = recording.kernel.now + settleMs;
	yield* seeking(recording, run.cursor, 1, () => false, {pastRest: true, untilMs});
	run.cursor = recording.stops.length - 1;
	const scores: Score[] = [];
	// Criteria on the state are checked first: other actors leave traces.
	const order = [...task.criteria.entries()].toSorted(
		([, a], [, b]) => Number(a.do !== undefined) - Number(b.do !== undefined),
	);
	for (const [index, criterion] of order) {
		scores[index] = yield* gradeOne(run, criterion, start);
	}

	return {
		scores,
		points: scores.reduce((sum, {earned, points}) => sum + (earned ? points : 0), 0),
		recording: run.recording,
	};
}

/** Grades a task on a copy of its run, which itself is not changed. */
export function* grading(graded: Graded, task: ExamTask): Generator<Passed, Grade> {
	const {recording} = graded;
	const copy = yield* recording.branching(recording.stops.length - 1);
	for (const {input} of recording.inputs.filter(({step}) => step >= recording.stops.length)) {
		copy.submit(input);
	}

	return yield* gradingInPlace({...graded, recording: copy}, task);
}
