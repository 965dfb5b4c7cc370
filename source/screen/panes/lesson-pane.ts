import type {DrillFile} from '../../classroom/drills/format.js';
import type {Ask} from '../../classroom/format.js';
import type {LessonState} from '../state/parts.js';
import {partsByTerm} from '../../classroom/terms.js';
import {asksBelief, beliefs} from '../state/belief.js';
import {ideaRows, lessonSummary, misconceptionRows, resultOf} from './lesson-summary.js';
import {chapterRows} from './chapter-page.js';
import {examRule, examTaskRows, tallExam} from './exam-text.js';
import {drillNote, drillText} from './drill-text.js';
import type {ScreenWords} from '../words/screen-words.js';
import {screenWords} from '../words/words.js';
import {taskPayoff} from './task-payoff.js';
import {cut, line, rule, width, type Line, type Segment, type Size} from '../paint/text.js';
import {reflow, wrap} from '../paint/text-layout.js';
import {chapters} from '../../classroom/heads.js';

const optionRows = (options: readonly string[], chosen: number, columns: number): Line[] => {
	const label = (index: number) => `${index === chosen ? '▸' : ' '} ${options[index]}`;
	const together = options.map((_, index) => label(index)).join('    ');
	const segment = (index: number): Segment => ({
		text: label(index),
		tone: index === chosen ? 'here' : 'plain',
		target: {option: index},
	});
	return width(together) + 4 <= columns
		? [options.flatMap((_, index): Segment[] => [{text: index === 0 ? '   ' : '    ', tone: 'plain'}, segment(index)])]
		: options.map((_, index): Line => [{text: '   ', tone: 'plain'}, segment(index)]);
};

/** The pane's own words, in the language of the lesson. */
const saidBy = ({run}: LessonState): ScreenWords['lesson'] => screenWords(run.language).lesson;

/** The results of the questions, as a sentence; empty if none was answered. */
const score = (learning: LessonState): string => {
	const {answers} = learning;
	const right = [...answers.values()].filter(Boolean).length;
	return answers.size === 0 ? '✓ ' : `✓ ${saidBy(learning).score(right, answers.size)}`;
};

const drillRows = (learning: LessonState, drill: DrillFile, columns: number): Line[] =>
	drillText(learning, drill).flatMap(({text, tone}) =>
		tone === 'title'
			? [rule(text, columns)]
			: wrap(reflow(text), columns - 2).map((row): Line => line(` ${row}`, tone)),
	);

/** The note that the text is about a stop other than the current one, and how to return. A task allows any move, and an answer shows its deciding stop. */
const steppedAway = (learning: LessonState): string | undefined => {
	const {run, answered, leftAt, at} = learning;
	const words = saidBy(learning);
	const {step, acted} = run;
	if (step.task || step.debrief !== undefined || answered || step.ask?.stop || step.ask?.break) {
		return undefined;
	}

	if (acted) {
		return words.addedSomething;
	}

	if (at === leftAt) {
		return undefined;
	}

	return words.steppedAway(leftAt, at);
};

/** The commands of a step, as the learner would type them, with faults in one row. Before a task, the crashed process is not named: the learner must find it. */
const deedsOf = ({kubectl, crash, restart, task}: LessonState['run']['step']): readonly string[] => {
	const faults = [
		...(crash === undefined || task ? [] : [`: crash ${crash}`]),
		...(restart === undefined ? [] : [`: revive ${restart}`]),
	];
	return [
		...(kubectl === undefined ? [] : [`$ kubectl ${kubectl}`]),
		...(faults.length === 0 ? [] : [faults.join(' · ')]),
	];
};

/** A row with the terms marked that the lesson explains. */
const markedTerms = (...row: Parameters<typeof partsByTerm>): Segment[] =>
	partsByTerm(...row).map(({text, isTerm}) => ({text, tone: isTerm ? 'term' : 'plain'}));

/** The question about the misconception, before the first text. */
const beliefRows = (learning: LessonState, columns: number): Line[] => {
	const words = saidBy(learning);
	return [
		...wrap(words.manySay(reflow(learning.run.lesson.misconception ?? '')), columns - 2).map((row) =>
			line(` ${row}`, 'key'),
		),
		...optionRows(
			beliefs.map((belief) => words.beliefs[belief]),
			learning.option,
			columns,
		),
	];
};

/** The answer area of a question: its options, its texts to put in order, or a line of instructions. */
const waysToAnswer = (learning: LessonState, {order, stop, value, break: symptom}: Ask, columns: number): Line[] => {
	const {run, option, picked = []} = learning;
	const words = saidBy(learning);
	const texts = order
		? run.toOrder.map(({text}) => `${picked.includes(text) ? picked.indexOf(text) + 1 : '·'} ${run.words(text)}`)
		: run.options.map(({text}) => run.words(text));
	const ways: ReadonlyArray<readonly [way: unknown, how: string]> = [
		[order, words.pickOrder],
		[stop, words.goThere],
		[value, words.typeValue],
		[symptom, words.breakIt],
	];
	const how = ways.find(([way]) => way !== undefined)?.[1];
	return [
		...(texts.length === 0 ? [] : optionRows(texts, option, columns)),
		...(how === undefined ? [] : wrap(how, columns - 2).map((row) => line(` ${row}`, 'dim'))),
	];
};

/** The mark before the answer to a question: neither right nor wrong if the learner did not answer. */
const markOf = ({correct, isShown = false}: NonNullable<LessonState['answered']>): string => {
	const given = correct ? '✓' : '✗';
	return isShown ? '·' : given;
};

/** The text of the lesson at this step. */
export const lessonText = (learning: LessonState, columns: number): Line[] => {
	const {run, answered, hints, solved} = learning;
	const {step, lesson} = run;
	if (lesson.drill) {
		return drillRows(learning, lesson.drill, columns);
	}

	const words = saidBy(learning);
	const rows: Line[] = [];
	const say = (text: string, tone: Segment['tone'] = 'plain') => {
		rows.push(
			...wrap(reflow(text), columns - 2).map((row, at, all): Line =>
				tone === 'plain'
					? [{text: ' ', tone}, ...markedTerms(row, Object.keys(lesson.terms ?? {}), all[at - 1], all[at + 1])]
					: line(` ${row}`, tone),
			),
		);
	};

	if (asksBelief(learning)) {
		return beliefRows(learning, columns);
	}

	const away = steppedAway(learning);
	if (away !== undefined) {
		say(away, 'warn');
	}

	for (const deed of deedsOf(step)) {
		say(deed, 'key');
	}

	if (step.say !== undefined) {
		say(run.words(step.say));
	} else if (step.debrief !== undefined) {
		say(`${score(learning)}${words.opensNext}`, 'good');
		const result = resultOf(learning);
		if (result !== undefined) {
			say(`${words.taskResult}${result}`, 'good');
		}

		say(run.words(step.debrief));
	} else if (step.ask) {
		say(`? ${run.words(step.ask.question)}`, 'key');
		if (answered) {
			say(`${markOf(answered)} ${answered.text}`, answered.correct ? 'good' : 'warn');
		} else {
			rows.push(...waysToAnswer(learning, step.ask, columns));
		}
	} else if (step.task) {
		if (solved) {
			say(`✓ ${words.done}`, 'good');
			for (const text of taskPayoff(learning)) {
				say(text);
			}
		}

		say(`${words.task}${run.words(step.task.goal)}`, solved ? 'dim' : 'key');
		for (const text of step.task.hints.slice(0, hints)) {
			say(`${words.hint}${run.words(text)}`, 'dim');
		}
	} else if (step.look) {
		say(step.look.real ?? words.lookAt(step.look.view ?? step.look.object ?? '…'));
	} else if (step.kubectl === undefined) {
		say(words.wentOn, 'dim');
	}

	return rows;
};

/** Whether a lesson is available in the chosen language. */
const isTold = ({run}: LessonState): boolean => run.language === 'en' || run.lesson.language === run.language;

/** The most lines of text in the pane; an answer may be longer than a question. @param rows of the screen */
export const textLimit = ({answered}: LessonState, rows: number, onBoard: boolean): number => {
	if (!onBoard) {
		return Math.min(answered ? 10 : 8, Math.max(3, Math.floor(answered ? (rows * 5) / 12 : rows / 3)));
	}

	const most = answered ? 9 : 5;
	return Math.min(rows >= 40 ? 10 : most, Math.max(2, Math.floor(answered ? (rows * 3) / 8 : rows / 4)));
};

/** The lesson's pane: at most `limit` lines of text under its rule. */
export const lessonPane = (learning: LessonState, columns: number, limit: number): Line[] => {
	const {lesson, index} = learning.run;
	const words = saidBy(learning);
	const {exam, nowMs = 0} = learning;
	const number = /^\d+/.exec(lesson.name)?.[0];
	const rows = exam ? examTaskRows(exam, columns) : lessonText(learning, columns);
	const shown = rows.slice(0, limit);
	if (rows.length > limit) {
		const note = ` ${words.moreByTab(rows.length - limit)}`;
		const text = (shown.at(-1) ?? []).map(({text}) => text).join('');
		const last = cut(text, columns - width(note) - 1);
		shown[limit - 1] = [
			{text: last, tone: 'plain'},
			{text: note, tone: 'dim'},
		];
	}

	if (exam) {
		return [examRule(exam, columns, nowMs), ...shown];
	}

	return [
		rule(
			`${lesson.drill ? words.drill : words.heading(number === undefined ? undefined : Number(number))} · ${lesson.title}${isTold(learning) ? '' : words.inEnglish}`,
			columns,
			lesson.drill ? drillNote(lesson.drill, learning) : words.place(index + 1, lesson.steps.length),
			'key',
		),
		...shown,
	];
};

/** The words that a lesson explains, below a rule; nothing for a lesson without any. */
export const glossaryRows = (learning: LessonState, columns: number): readonly Line[] => {
	const words = Object.entries(learning.run.lesson.terms ?? {}).flatMap(([term, meaning]) =>
		wrap(`${term}${screenWords(learning.run.language).colon}${reflow(meaning)}`, columns - 4).map((row, index) =>
			line(`${index === 0 ? ' ' : '   '}${row}`),
		),
	);
	return words.length === 0 ? [] : [rule(saidBy(learning).words, columns), ...words];
};

/** The lesson over the whole height: its text, its idea and the words it explains. */
const tallRows = (learning: LessonState, columns: number): readonly Line[] => {
	const {lesson} = learning.run;
	if (learning.exam) {
		return tallExam(learning.exam, columns, learning.nowMs ?? 0);
	}

	if (lesson.drill) {
		return lessonPane(learning, columns, 1000);
	}

	if (learning.page) {
		const {language} = learning.run;
		const {courseEnds, opensNext} = saidBy(learning);
		const next = learning.page.chapter === chapters.length - 1 ? courseEnds : opensNext;
		return [...chapterRows(learning.page, language, columns), line(''), line(` ${next}`, 'good')];
	}

	const glossary = glossaryRows(learning, columns);
	const idea = ideaRows(learning, columns);
	const text = lessonPane(learning, columns, 1000);
	// The text of the last step states the idea: with room for only one, the misconception is the new information.
	const opening = lesson.misconception === undefined ? idea : misconceptionRows(learning, columns);
	return learning.run.finished
		? [...text, ...opening, ...lessonSummary(learning, columns), ...(opening === idea ? [] : idea), ...glossary]
		: [...text, line(''), ...glossary, ...idea];
};

/** The scroll offset of the full-height lesson for a first row: never beyond its end. */
export const tallTop = (learning: LessonState, {columns, rows}: Size, wanted: number): number =>
	Math.max(0, Math.min(wanted, tallRows(learning, columns).length - (rows - 2)));

/** The visible rows of the full-height lesson, from its scroll position. */
export const tallLesson = (learning: LessonState, size: Size): Line[] => {
	const height = Math.max(1, size.rows - 2);
	const all = tallRows(learning, size.columns);
	const top = tallTop(learning, size, learning.top);
	const shown = all.slice(top, top + height);
	const more = all.length - top - height;
	return more > 0 ? [...shown.slice(0, -1), line(` ${saidBy(learning).moreLines(more + 1)}`, 'dim')] : shown;
};
