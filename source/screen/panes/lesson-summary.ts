import type {LessonState} from '../state/parts.js';
import {line, rule, type Line} from '../paint/text.js';
import {placedCommand} from '../../stages/real-place.js';
import {sentenceOf} from '../../stages/sentence.js';
import {reflow, wrap, wrapAtMost, wrapRow} from '../paint/text-layout.js';
import {screenWords} from '../words/words.js';
import {taskPayoff} from './task-payoff.js';
import type {TakenStep} from '../../classroom/lesson.js';

/** The most commands that a lesson proposes at its end. */
const mostCommands = 3;

/** Commands for a live cluster: first those of steps with a question or task, then the others, each once. */
export const commandsToTry = (steps: readonly TakenStep[]): readonly string[] => {
	const decisive = steps.filter(({ask, task}) => ask ?? task);
	const commands = [...decisive, ...steps].flatMap(({look}) => (look?.real === undefined ? [] : [look.real]));
	return [...new Set(commands)].slice(0, mostCommands);
};

/** The first result of each question. */
const answerRows = ({run, answers}: LessonState, columns: number): Line[] =>
	run.lesson.steps.flatMap(({ask}, index) => {
		const right = answers.get(index);
		const given = right ? '✓' : '✗';
		const mark = right === undefined ? '·' : given;
		return ask
			? wrapRow(
					line(` ${mark} ${reflow(run.words(ask.question, run.cameTo(index)))}`, right === false ? 'warn' : 'plain'),
					columns - 1,
					3,
				)
			: [];
	});

/** The texts of the payoff of the lesson's last task: before and after in numbers first. */
const payoffOf = (learning: LessonState): readonly string[] => {
	const task = learning.run.lesson.steps.findLastIndex((step) => step.task !== undefined);
	return task === -1 ? [] : taskPayoff(learning, task);
};

/** The result of the lesson's last task, in a line below the score. */
export const resultOf = (learning: LessonState): string | undefined => payoffOf(learning)[0];

/** The learner's command as the cause of that result, and how to keep a picture. */
const payoffRows = (learning: LessonState, columns: number): Line[] => {
	const texts = payoffOf(learning);
	return texts.length < 2
		? []
		: [
				rule(screenWords(learning.run.language).lesson.yourTask, columns),
				...texts.flatMap((text) => wrapAtMost(text, columns - 2, 2).map((row) => line(` ${row}`))),
			];
};

/** The summary of a finished lesson: the answers to its questions, the result of its task, and a command to try on a real cluster. */
export const lessonSummary = (learning: LessonState, columns: number): Line[] => {
	const {lesson, finished} = learning.run;
	if (!finished || lesson.drill) {
		return [];
	}

	const words = screenWords(learning.run.language).lesson;
	const answers = answerRows(learning, columns);
	const commands = commandsToTry(lesson.steps).flatMap((command) =>
		wrapRow(line(` $ ${placedCommand(command, learning.run.language)}`, 'key'), columns - 1, 3),
	);
	return [
		...(answers.length === 0 ? [] : [rule(words.answers, columns, words.marks), ...answers]),
		...(commands.length === 0 ? [] : [rule(words.tryIt, columns), ...commands]),
		...payoffRows(learning, columns),
	];
};

/** The idea of a lesson. */
export const ideaRows = ({run: {lesson, language}}: LessonState, columns: number): Line[] => [
	rule(screenWords(language).lesson.idea, columns),
	...wrap(reflow(lesson.idea), columns - 2).map((row) => line(` ${row}`, 'dim')),
];

/** The misconception, the learner's first answer to it, and the stop of the run that refutes it; none for a lesson without one. */
export const misconceptionRows = ({run, belief}: LessonState, columns: number): Line[] => {
	const {lesson, language} = run;
	const words = screenWords(language).lesson;
	if (lesson.misconception === undefined) {
		return [];
	}

	const stop = run.refutation;
	const said = belief === undefined || belief === 'unsure' ? '' : ` ${words.youBegan(words.beliefs[belief])}`;
	return [
		rule(words.misconception, columns),
		...wrap(`✗ ${reflow(lesson.misconception)}${said}`, columns - 2).map((row) =>
			line(` ${row}`, belief === 'false' ? 'plain' : 'warn'),
		),
		...(stop === undefined
			? []
			: // The answers and the commands below need their rows at 80×24.
				wrapAtMost(words.refutedBy(lesson.refuted ?? 0, stop.step, sentenceOf(stop, language)), columns - 2, 1).map(
					(row): Line => [{text: ` ${row}`, tone: 'plain', target: {step: stop.step}}],
				)),
	];
};
