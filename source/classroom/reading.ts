import type {LessonStep} from './format.js';
import {withoutSlots} from './slots.js';

type Path = ReadonlyArray<string | number>;

/** The parts of a step that are read. */
type Read = Pick<LessonStep, 'say' | 'debrief' | 'ask'> & {
	readonly task?: {readonly goal: string; readonly hints: readonly string[]};
};

/** The places of a step's texts within it, and the texts. */
export const textsOf = ({say, debrief, ask, task}: Read): ReadonlyArray<readonly [Path, string]> =>
	[
		[['say'], say] as const,
		[['debrief'], debrief] as const,
		[['ask', 'question'], ask?.question] as const,
		[['ask', 'because'], ask?.because] as const,
		...(ask?.options ?? []).map(({text}, index) => [['ask', 'options', index, 'text'], text] as const),
		...(ask?.order ?? []).map(({text}, index) => [['ask', 'order', index, 'text'], text] as const),
		[['task', 'goal'], task?.goal] as const,
		...(task?.hints ?? []).map((hint, index) => [['task', 'hints', index], hint] as const),
	].flatMap(([path, text]) => (text === undefined ? [] : [[path, text] as const]));

/** The number of words of a text; each value from the run counts as one. */
export const wordCount = (text: string): number => withoutSlots(text).trim().split(/\s+/).length;

/** The time of a learner who reads a foreign language slowly and views everything that the text mentions. */
const pace = {wordsPerMinute: 150, stop: 1 / 3, question: 1 / 3, task: 2} as const;

/** The duration of a lesson, in whole minutes: its words, the stops that it shows, its questions and its tasks. */
export const minutesOf = ({
	steps,
	terms = {},
}: {
	readonly steps: readonly Read[];
	readonly terms?: Readonly<Record<string, string>>;
}): number => {
	const words = [...steps.flatMap((step) => textsOf(step).map(([, text]) => text)), ...Object.values(terms)].reduce(
		(sum, text) => sum + wordCount(text),
		0,
	);
	const stops = steps.filter(({debrief}) => debrief === undefined).length;
	const questions = steps.filter(({ask}) => ask).length;
	const tasks = steps.filter(({task}) => task).length;
	return Math.max(
		1,
		Math.round(words / pace.wordsPerMinute + stops * pace.stop + questions * pace.question + tasks * pace.task),
	);
};
