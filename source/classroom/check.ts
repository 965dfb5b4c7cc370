import type {TerminalEntry} from '../cluster.js';
import {Mistake, mistakesIn} from '../scenario/mistake.js';
import {otherLanguages} from '../stages/language-names.js';
import {claims} from './claims.js';
import {loadLesson} from './course.js';
import {literalNumbers} from './literal-numbers.js';
import {LessonRun} from './player.js';
import {errorLine} from '../kernel/error-text.js';
import {readGlossary} from './glossary.js';
import {checkQuestion, type Path, type Reporter} from './question-check.js';
import {textsOf} from './reading.js';
import {untoldNames} from './sight-names.js';
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
		report(['cluster', 'objects'], `the cluster refuses these objects: ${given?.stderr.trimEnd()}`, 'fix the objects');
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
			report([...path, 'runTo'], run.problem, 'name one of the places that this run reaches: `trace` shows them all');
		}

		if (run.step.look?.object !== undefined && run.lookedAt === undefined) {
			report(
				[...path, 'look', 'object'],
				`there is no ${run.step.look.object} at this step`,
				'look at what exists there',
			);
		}

		checkShownNames(run, path, report);
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

/** Checks that the stop that refutes the misconception belongs to its step: after the previous step's stop, and at most at its own. */
const checkRefutation = (run: LessonRun, report: Reporter): void => {
	const {refuted = 0, refutedAt} = run.lesson;
	const stop = run.refutation;
	if (refutedAt && !stop) {
		report(['refutedAt'], 'the run does not reach this place by the `refuted` step', 'name an earlier place');
	}

	const before = run.cameTo(refuted - 2) ?? -1;
	const own = run.cameTo(refuted - 1) ?? -1;
	if (refutedAt && stop && before < own && stop.step <= before) {
		report(
			['refutedAt'],
			`the last stop at this place is #${stop.step}, which step ${refuted - 1} has already passed`,
			'set `refuted` to the step that reaches it, or name another place',
		);
	}
};

/** Every value that a text takes from the run must exist. A reason is read at the stop that decides. */
const checkWords = (run: LessonRun, path: Path, report: Reporter): void => {
	for (const [at, text] of textsOf(run.step)) {
		const decided = at.includes('because') && run.step.ask ? run.decide(run.step.ask).stop?.step : undefined;
		try {
			run.fill(text, decided);
			for (const unclear of run.unclearSlots(text, decided)) {
				report([...path, ...at], unclear, 'name the object in the slot, as {{ pod/web: … }}, and in the text');
			}
		} catch (error) {
			report(
				[...path, ...at],
				`the run does not have this value: ${errorLine(error)}`,
				'name what exists at this step',
			);
		}
	}
};

/** Objects and rows that a view shows must be those of the step. */
const checkShownNames = (run: LessonRun, path: Path, report: Reporter): void => {
	const {look, ask} = run.step;
	const decided = ask?.show ? run.decide(ask).stop?.step : undefined;
	for (const [at, message] of untoldNames(run, [
		[['look'], look, run.cursor],
		[['ask', 'show'], ask?.show, decided],
	])) {
		report([...path, ...at], message, 'show what the text is about, or let the text name what is shown');
	}
};

/** Texts about the present state of this run, not about its future or about every run. */
const telling = new Set(['say', 'question', 'because']);

/** Checks that numbers of the run are not written out. */
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
				`write ${slot}, or spell out the number if it is true of every run`,
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
			report([...path, 'task', 'solution', number], run.problem ?? 'the action fails', 'name a later place');
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

/** The lessons that cover each claim. */
export const coverage = (
	lessons: ReadonlyArray<Pick<Lesson, 'name' | 'claims'>>,
): ReadonlyArray<{readonly claim: string; readonly lessons: readonly string[]}> =>
	claims.map((claim) => ({
		claim,
		lessons: lessons.filter((lesson) => lesson.claims.includes(claim)).map(({name}) => name),
	}));
