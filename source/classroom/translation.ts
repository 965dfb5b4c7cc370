import path from 'node:path';
import {platform} from '../kernel/platform.js';
import {list, mapOf, readDocument, record, text, type Checked, type Shape, type Value} from '../scenario/document.js';
import {Mistake, Mistakes} from '../scenario/mistake.js';
import {readTextFile} from '../scenario/read-text-file.js';
import {translationFile} from './heads.js';
import type {Lesson, TakenStep} from './lesson.js';

const stepShape = record({
	say: text,
	// The options are those of the question, or its texts to be put in order.
	ask: record({question: text, options: list(text), because: text}, ['question', 'because']),
	task: record({goal: text, hints: list(text)}, ['goal', 'hints']),
	debrief: text,
});

/** The texts of a lesson; all other parts are those of the original. The keys of its terms are their names in that language. */
const lessonTextsShape = record(
	{title: text, idea: text, misconception: text, terms: mapOf(text), steps: list(stepShape)},
	['title', 'idea', 'steps'],
);

type LessonTexts = Value<typeof lessonTextsShape>;

/** A text and its translation, and where the translation is in its file. */
export interface TextPair {
	readonly path: ReadonlyArray<string | number>;
	readonly from: string;
	readonly to: string;
}

type Reporter = (path: TextPair['path'], message: string) => void;

/** Reads the texts of a lesson or drill in a language. @throws {Mistakes} the errors of the file */
export const readTexts = <T>(
	shape: Shape<T>,
	file: string,
	compare: (texts: T, report: Reporter) => void,
): Checked<T> => {
	const relative = path.relative(platform().workingFolder(), file);
	const shown = relative.startsWith('..') ? file : relative;
	const checked = readDocument(readTextFile(shown), shown, shape);
	const mistakes: Mistake[] = [];
	compare(checked.value, (at, message) => {
		const original = path.basename(file).replace(/\.\w+\.yaml$/, '.yaml');
		mistakes.push(
			new Mistake(
				message,
				checked.placeOf(at),
				`the translation must have the texts of ${original}, in the same order`,
			),
		);
	});
	if (mistakes.length > 0) {
		throw new Mistakes(mistakes);
	}

	return checked;
};

/** Reports that a translation has more or fewer items. */
export const compareCounts = (
	report: Reporter,
	at: TextPair['path'],
	what: string,
	[there, here]: readonly [there: number, here: number],
): void => {
	if (there !== here) {
		report(at, `the number of ${what} is ${here}, but ${there} in English`);
	}
};

const kindsOf = ({say, ask, task, debrief}: Partial<Record<'say' | 'ask' | 'task' | 'debrief', unknown>>): string =>
	Object.entries({say, ask, task, debrief})
		.flatMap(([kind, value]) => (value === undefined ? [] : [kind]))
		.join(' and ');

const compareShape = (lesson: Lesson, texts: LessonTexts, report: Reporter): void => {
	compareCounts(report, ['steps'], 'steps', [lesson.steps.length, texts.steps.length]);
	const termsIn = ({terms = {}}: Pick<LessonTexts, 'terms'>): number => Object.keys(terms).length;
	compareCounts(report, ['terms'], 'terms', [termsIn(lesson), termsIn(texts)]);
	if ((lesson.misconception === undefined) !== (texts.misconception === undefined)) {
		report(
			['misconception'],
			`the misconception is ${texts.misconception === undefined ? 'missing' : 'missing in English'}`,
		);
	}

	for (const [index, step] of texts.steps.slice(0, lesson.steps.length).entries()) {
		const original = lesson.steps[index] ?? {};
		const [there, here] = [kindsOf(original), kindsOf(step)];
		if (there !== here) {
			report(['steps', index], `step ${index + 1} has ${here || 'no text'}, but in English it has ${there}`);
		}

		const {ask, task} = step;
		if (ask && original.ask) {
			compareCounts(report, ['steps', index, 'ask', 'options'], 'options', [
				original.ask.options.length + (original.ask.order?.length ?? 0),
				ask.options?.length ?? 0,
			]);
		}

		if (task && original.task) {
			compareCounts(report, ['steps', index, 'task', 'hints'], 'hints', [
				original.task.hints.length,
				task.hints.length,
			]);
		}
	}
};

/** Items with their texts in another language. */
const inWords = <T extends {readonly text: string}>(items: readonly T[], texts: readonly string[] = []): readonly T[] =>
	items.map((item, index) => ({...item, text: texts[index] ?? item.text}));

const toldStep = (step: TakenStep, {say, ask, task, debrief}: LessonTexts['steps'][number]): TakenStep => ({
	...step,
	...(say === undefined ? {} : {say}),
	...(debrief === undefined ? {} : {debrief}),
	...(ask && step.ask
		? {
				ask: {
					...step.ask,
					...ask,
					options: inWords(step.ask.options, ask.options),
					...(step.ask.order ? {order: inWords(step.ask.order, ask.options)} : {}),
				},
			}
		: {}),
	...(task && step.task ? {task: {...step.task, ...task}} : {}),
});

/**
A lesson in another language: its run, with the texts of the file beside it; `undefined` when there is none.

@throws {Mistakes} the errors of that file.
*/
export const translatedLesson = (lesson: Lesson, language: string): Lesson | undefined => {
	const file = translationFile(lesson.file, language);
	if (!platform().find(file)) {
		return undefined;
	}

	const {value, placeOf} = readTexts(lessonTextsShape, file, (texts, report) => {
		compareShape(lesson, texts, report);
	});
	return {
		...lesson,
		...value,
		steps: lesson.steps.map((step, index) => toldStep(step, value.steps[index] ?? {})),
		language,
		file,
		placeOf,
	};
};

const stepPairs = (from: TakenStep, to: TakenStep, at: TextPair['path']): ReadonlyArray<Partial<TextPair>> => [
	{path: [...at, 'say'], from: from.say, to: to.say},
	{path: [...at, 'debrief'], from: from.debrief, to: to.debrief},
	{path: [...at, 'ask', 'question'], from: from.ask?.question, to: to.ask?.question},
	{path: [...at, 'ask', 'because'], from: from.ask?.because, to: to.ask?.because},
	...(from.ask?.options ?? []).map((option, index) => ({
		path: [...at, 'ask', 'options', index],
		from: option.text,
		to: to.ask?.options[index]?.text,
	})),
	{path: [...at, 'task', 'goal'], from: from.task?.goal, to: to.task?.goal},
	...(from.ask?.order ?? []).map(({text: said}, index) => ({
		path: [...at, 'ask', 'options', index],
		from: said,
		to: to.ask?.order?.[index]?.text,
	})),
	...(from.task?.hints ?? []).map((hint, index) => ({
		path: [...at, 'task', 'hints', index],
		from: hint,
		to: to.task?.hints[index],
	})),
];

/** The texts of a lesson beside their translations, step by step: each group is read together. */
export const lessonPairs = (from: Lesson, to: Lesson): ReadonlyArray<readonly TextPair[]> =>
	[
		(['title', 'idea', 'misconception'] as const).map((field) => ({path: [field], from: from[field], to: to[field]})),
		...from.steps.map((step, index) => stepPairs(step, to.steps[index] ?? {}, ['steps', index])),
	].map((pairs) =>
		pairs.flatMap(({path: at, from: there, to: here}) =>
			at === undefined || there === undefined || here === undefined ? [] : [{path: at, from: there, to: here}],
		),
	);
