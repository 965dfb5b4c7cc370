import {checkFault, type TerminalEntry} from '../cluster.js';
import {Mistake, mistakesIn} from '../scenario/mistake.js';
import {otherLanguages} from '../stages/language-names.js';
import {claims} from './claims.js';
import {loadLesson} from './course.js';
import {literalNumbers} from './literal-numbers.js';
import {LessonRun} from './player.js';
import type {Ask, Break} from './format.js';
import {sentenceOf} from '../stages/sentence.js';
import {errorLine} from '../kernel/error-text.js';
import {readGlossary} from './glossary.js';
import {isBeside} from './option-claims.js';
import {keyNow} from './place.js';
import {lastStopOf} from './question.js';
import type {Stop} from '../kernel/stop.js';
import {textsOf} from './reading.js';
import {belowStandard, translationBelowStandard} from './standards.js';
import {lessonPairs, translatedLesson} from './translation.js';
import {compareWords} from './wording.js';
import type {Lesson, TakenStep} from './lesson.js';

/** The result of checking a lesson. */
export interface Report {
	readonly lesson?: Lesson;
	readonly mistakes: readonly Mistake[];
	/** Stops recorded while playing it. */
	readonly stops: number;
	/** The run, with the solutions as its inputs. */
	readonly recording?: LessonRun['recording'];
}

type Path = ReadonlyArray<string | number>;
type Reporter = (path: Path, message: string, remedy?: string) => void;

/** A drawn step's mistakes, at a path within the step. */
export type Seen = (
	run: LessonRun,
) => ReadonlyArray<{readonly path: Path; readonly message: string; readonly remedy: string}>;

/**
Plays a lesson from end to end with its solutions; the run must decide every question as the lesson states.

@param seen draws each step as it is entered; without it, nothing is drawn.
@param translations of the lesson: they are not played again, but their texts are read and drawn at each step.
*/
export const playLesson = (lesson: Lesson, seen: Seen = () => [], translations: readonly Lesson[] = []): Report => {
	const mistakes: Mistake[] = [];
	const run = new LessonRun(lesson);
	const report: Reporter = (path, message, remedy) => {
		mistakes.push(new Mistake(message, run.lesson.placeOf(path), remedy));
	};

	const given = run.recording.kernel.ledger.read<TerminalEntry>('/terminal/1');
	if (lesson.cluster?.objects !== undefined && given?.code !== 0) {
		report(['cluster', 'objects'], `the cluster refuses them: ${given?.stderr.trimEnd()}`, 'fix the objects');
	}

	for (let more = true; more; more = run.next()) {
		const path = ['steps', run.index];
		const {ask, task, expect} = run.step;
		for (const told of [...translations, lesson]) {
			run.lesson = told;
			checkWords(run, path, report);
			if (told === lesson) {
				checkNumbers(run, path, report);
			}

			for (const found of seen(run)) {
				report([...path, ...found.path], found.message, found.remedy);
			}
		}

		if (run.problem !== undefined) {
			report([...path, 'runTo'], run.problem, 'name a place that this run reaches: `trace` shows them all');
		}

		if (run.step.look?.object !== undefined && run.lookedAt === undefined) {
			report(
				[...path, 'look', 'object'],
				`there is no ${run.step.look.object} at this step`,
				'look at what exists there',
			);
		}

		if (expect && !run.satisfied(expect)) {
			report([...path, 'expect'], `${expect.object} does not satisfy ${expect.cel} here`, 'look at it with `trace`');
		}

		if (ask) {
			checkQuestion(run, ask, [...path, 'ask'], report);
		}

		if (task) {
			playTask(run, task, path, report);
		}
	}

	checkRefutation(run, report);

	const {recording} = run;
	return {lesson, mistakes, stops: recording.stops.length, recording};
};

/** The stop that refutes the misconception belongs to its step: after the stop of the step before, and no later than its own. */
const checkRefutation = (run: LessonRun, report: Reporter): void => {
	const {refuted = 0, refutedAt} = run.lesson;
	const stop = run.refutation;
	if (refutedAt && !stop) {
		report(['refutedAt'], 'the run does not reach this place before that step', 'name a place that comes earlier');
	}

	const before = run.cameTo(refuted - 2) ?? -1;
	const own = run.cameTo(refuted - 1) ?? -1;
	if (refutedAt && stop && before < own && stop.step <= before) {
		report(
			['refutedAt'],
			`the last stop at this place is #${stop.step}, which step ${refuted - 1} has passed already`,
			'name the step that comes to it as `refuted`, or another place',
		);
	}
};

const quoted = (texts: readonly string[]): string => texts.map((text) => `"${text}"`).join(' and ');

/** Every value that a text takes from the run must exist. A reason is read at the stop that decides. */
const checkWords = (run: LessonRun, path: Path, report: Reporter): void => {
	for (const [at, text] of textsOf(run.step)) {
		const decided = at.includes('because') && run.step.ask ? run.decide(run.step.ask).stop?.step : undefined;
		try {
			run.fill(text, decided);
			for (const unclear of run.unclearSlots(text, decided)) {
				report([...path, ...at], unclear, 'name the object, in the slot as {{ pod/web: … }} and in the text');
			}
		} catch (error) {
			report([...path, ...at], `the run does not say this: ${errorLine(error)}`, 'name what exists at this step');
		}
	}
};

/** Texts about the present state of this run, not about its future or about every run. */
const telling = new Set(['say', 'question', 'because']);

/** Numbers that the run knows are not written out. */
const checkNumbers = (run: LessonRun, path: Path, report: Reporter): void => {
	const {recording, step, lesson} = run;
	for (const [at, text] of textsOf(step).filter(([at]) => telling.has(String(at.at(-1))))) {
		const stop =
			at.includes('because') && step.ask ? run.decide(step.ask).stop : recording.stops.get(Math.max(0, run.cursor));
		const shown = [step.look?.object, step.ask?.show?.object];
		for (const [written, slot] of stop ? literalNumbers(recording, stop, text, {cluster: lesson.cluster, shown}) : []) {
			report(
				[...path, ...at],
				`the number in "${written}" comes from the run`,
				`write ${slot}, or spell the number out if it is true of every run`,
			);
		}
	}
};

/** Whether a stop changes an object that an option is about. */
const writesAskedObject = ({recording}: LessonRun, {options}: Ask, {step}: Stop): boolean => {
	const changed = new Set(recording.kernel.ledger.changesAt(step).map(({key}) => key));
	return options.some(({if: {object}}) => object !== undefined && changed.has(keyNow(recording, object, step) ?? ''));
};

/** Lets the run decide each option: exactly as many as `right` says must hold. */
const checkQuestion = (run: LessonRun, ask: Ask, path: Path, report: Reporter): void => {
	const {stop, verdicts, value, steps = []} = run.decide(ask);
	if (!stop) {
		report([...path, 'at'], 'the run never reaches the place that decides this', 'name a place that comes later');
		return;
	}

	if (stop.periodic && !ask.show && !writesAskedObject(run, ask, stop)) {
		report(
			[...path, 'at'],
			'the stop that decides is routine, and shows nothing of the answer',
			'decide at another stop, or name what shows it: `show`',
		);
	}

	if (ask.value && value === undefined) {
		report([...path, 'value'], 'the run does not have this value where it is decided', 'name what exists there');
	}

	if (new Set(steps).size < steps.length) {
		report([...path, 'order'], 'the run reaches two of these at the same stop', 'name places that differ');
	}

	if (ask.break) {
		checkBreak(run, ask.break, [...path, 'break'], report);
	}

	if (ask.options.length === 0) {
		return;
	}

	for (const [index, {problem}] of verdicts.entries()) {
		if (problem !== undefined) {
			report(
				[...path, 'options', index, 'if'],
				`the run cannot decide this claim: ${problem}`,
				'read only fields that exist there: has(…) tests for a field',
			);
		}
	}

	const end = run.recording.stops.length - 1;
	for (const [index, {if: claim}] of ask.options.entries()) {
		if (claim.by !== undefined && !lastStopOf(run.recording, claim.by, end)) {
			report(
				[...path, 'options', index, 'if', 'by'],
				`nothing in this run is named "${claim.by}"`,
				'name a process or component that is active: `trace` shows them all',
			);
		}
	}

	const {show} = ask;
	for (const [index, {if: claim}] of ask.options.entries()) {
		const isOfShown = claim.object === (show?.object ?? claim.object);
		if (verdicts[index]?.holds && isOfShown && show?.field !== undefined && isBeside(show.field, claim.cel ?? '')) {
			report(
				[...path, 'show', 'field'],
				`option ${index + 1} is right by another field than this`,
				'show the field that its claim reads',
			);
		}
	}

	const {right = 1} = ask;
	const found = ask.options.filter((_, index) => verdicts[index]?.holds).map(({text}) => text);
	if (found.length !== right) {
		const several = found.length === 1 ? `only ${quoted(found)} is` : `${quoted(found)} are`;
		report(
			[...path, 'options'],
			`${right === 1 ? 'exactly one option' : `${right} options`} must be right, but in this run ${found.length === 0 ? 'none is' : several}`,
			`it is decided at #${stop.step}, by ${stop.process} at ${stop.stage}: ${sentenceOf(stop, run.language)}`,
		);
	}
};

/** A symptom appears with its fault, and not without one or with those of `not`. */
const checkBreak = (run: LessonRun, given: Break, path: Path, report: Reporter): void => {
	const known = [given.fault, ...given.not].map((fault) => {
		try {
			checkFault(fault, run.recording);
			return undefined;
		} catch (error) {
			return errorLine(error);
		}
	});
	for (const [index, problem] of known.entries()) {
		if (problem !== undefined) {
			report([...path, ...(index === 0 ? ['fault'] : ['not', index - 1])], problem, 'name what this cluster has');
		}
	}

	if (known.some((problem) => problem !== undefined)) {
		return;
	}

	if (run.tries(given, undefined)) {
		report(path, 'the symptom shows before anything is broken', 'name a condition that only a fault causes');
		return;
	}

	if (!run.tries(given, given.fault)) {
		report([...path, 'fault'], 'this fault does not cause the symptom', 'look at the run after it with `trace`');
	}

	for (const [index, fault] of given.not.entries()) {
		if (run.tries(given, fault)) {
			report(
				[...path, 'not', index],
				'this fault causes the symptom too',
				'narrow the condition, or take it out of `not`',
			);
		}
	}
};

const playTask = (run: LessonRun, task: NonNullable<TakenStep['task']>, path: Path, report: Reporter): void => {
	if (run.attempt(task.expect)) {
		report(
			[...path, 'task', 'expect'],
			'the task is solved before the learner does anything',
			'expect a state that only the solution reaches',
		);
	}

	for (const [number, action] of task.solution.entries()) {
		if (!run.perform(action)) {
			report([...path, 'task', 'solution', number], run.problem ?? 'the action fails', 'name a place that comes later');
		}
	}

	if (!run.attempt(task.expect)) {
		report([...path, 'task', 'solution'], 'the solution does not solve the task', run.problem);
	}
};

/** The translations beside a lesson, and the errors of their files. */
const translationsOf = (lesson: Lesson): {readonly told: readonly Lesson[]; readonly mistakes: readonly Mistake[]} => {
	const told: Lesson[] = [];
	const mistakes: Mistake[] = [];
	for (const language of otherLanguages) {
		try {
			const translation = translatedLesson(lesson, language);
			if (translation) {
				told.push(translation);
				mistakes.push(
					...compareWords(lessonPairs(lesson, translation), readGlossary(language), translation.placeOf),
					...translationBelowStandard(translation),
				);
			}
		} catch (error) {
			mistakes.push(...mistakesIn(error));
		}
	}

	return {told, mistakes};
};

/** Lints and plays a lesson file, and reads its translations beside it. @param seen as in {@link playLesson} */
export const checkLesson = (file: string, seen?: Seen): Report => {
	try {
		const lesson = loadLesson(file);
		const {told, mistakes} = translationsOf(lesson);
		const report = playLesson(lesson, seen, told);
		return {...report, mistakes: [...belowStandard(lesson), ...report.mistakes, ...mistakes]};
	} catch (error) {
		return {mistakes: mistakesIn(error), stops: 0};
	}
};

/** Which lessons cover each claim. */
export const coverage = (
	lessons: ReadonlyArray<Pick<Lesson, 'name' | 'claims'>>,
): ReadonlyArray<{readonly claim: string; readonly lessons: readonly string[]}> =>
	claims.map((claim) => ({
		claim,
		lessons: lessons.filter((lesson) => lesson.claims.includes(claim)).map(({name}) => name),
	}));
