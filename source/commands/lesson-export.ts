import {escapeMarkup} from '../exports/markup.js';
import {reflow} from '../screen/paint/text-layout.js';
import {rightWords} from '../screen/actions/question-actions.js';
import {LessonRun} from '../classroom/player.js';
import {screenWords} from '../screen/words/words.js';
import {defaultLanguage, type Language} from '../stages/language.js';
import {commandWords, type CommandWords} from './words/words.js';
import type {Lesson, TakenStep} from '../classroom/lesson.js';

/** A part of a lesson on paper. */
type Block =
	| {readonly kind: 'title' | 'heading' | 'text' | 'code' | 'aside'; readonly text: string}
	| {readonly kind: 'list'; readonly items: readonly string[]};

const oneLine = (text: string): string => reflow(text).replaceAll(/\s*\n\s*/g, ' ');

/** The commands of the step; the learner finds out which process has died before a task. */
const commandsOf = ({kubectl, crash, restart, task}: TakenStep): readonly Block[] =>
	[
		kubectl === undefined ? '' : `kubectl ${kubectl}`,
		crash === undefined || task ? '' : `:crash ${crash}`,
		restart === undefined ? '' : `:revive ${restart}`,
	].flatMap((text): Block[] => (text === '' ? [] : [{kind: 'code', text}]));

/** A list; `undefined` if it is empty. */
const listOf = (items: readonly string[]): readonly Block[] => (items.length === 0 ? [] : [{kind: 'list', items}]);

/** The text of a run's current step, with the run's names and numbers. */
const stepBlocks = (run: LessonRun, words: CommandWords['paper']): readonly Block[] => {
	const {step} = run;
	const said = (text: string | undefined): readonly Block[] =>
		text === undefined ? [] : [{kind: 'text', text: oneLine(run.words(text))}];
	const {ask, task} = step;
	return [
		...commandsOf(step),
		...said(step.say),
		...said(step.debrief),
		...(ask
			? [
					{kind: 'text' as const, text: oneLine(run.words(ask.question))},
					...listOf([...ask.options, ...(ask.order ?? [])].map(({text}) => run.words(text))),
				]
			: []),
		...(task ? [{kind: 'text' as const, text: words.task(oneLine(run.words(task.goal)))}] : []),
		...(step.look?.real === undefined ? [] : [{kind: 'aside' as const, text: words.forReal(step.look.real)}]),
	];
};

/** The right answer, and its reason; a task's solution. */
const answerOf = (run: LessonRun, words: CommandWords['paper']): readonly string[] => {
	const {ask, task} = run.step;
	if (ask) {
		const {stop} = run.decide(ask);
		return [words.answer(run.index + 1, rightWords(run, ask), oneLine(run.words(ask.because, stop?.step)))];
	}

	const lines = task?.solution.flatMap(({kubectl}) => (kubectl === undefined ? [] : [`kubectl ${kubectl}`])) ?? [];
	return task ? [words.answer(run.index + 1, lines.join('; '))] : [];
};

/** A lesson for print: it is played with its solutions, so its names and numbers are those of the run; the answers are at the end. */
const blocksOf = (lesson: Lesson, language: Language): readonly Block[] => {
	const words = commandWords(language).paper;
	const run = new LessonRun(lesson, 0, language);
	const steps: Block[] = [];
	const answers: string[] = [];
	for (let more = true; more; more = run.next()) {
		steps.push({kind: 'heading', text: words.step(run.index + 1)}, ...stepBlocks(run, words));
		answers.push(...answerOf(run, words));
		if (run.step.task) {
			run.solve();
		}
	}

	const terms = Object.entries(lesson.terms ?? {}).map(
		([term, meaning]) => `${term}${screenWords(language).colon}${oneLine(meaning)}`,
	);
	return [
		{kind: 'title', text: lesson.title},
		{kind: 'aside', text: words.minutes(lesson.idea, lesson.minutes)},
		...Object.entries(lesson.files ?? {}).flatMap(([name, text]): Block[] => [
			{kind: 'text', text: `${name}:`},
			{kind: 'code', text: text.trimEnd()},
		]),
		...steps,
		...(terms.length === 0
			? []
			: ([
					{kind: 'heading', text: words.words},
					{kind: 'list', items: terms},
				] as const)),
		{kind: 'heading', text: words.answers},
		{kind: 'list', items: answers},
	];
};

const markdownOf = (block: Block): string => {
	switch (block.kind) {
		case 'title': {
			return `# ${block.text}`;
		}

		case 'heading': {
			return `## ${block.text}`;
		}

		case 'code': {
			const fence = '`'.repeat(
				Math.max(3, ...[...block.text.matchAll(/^ *(`{3,})/gm)].map(([, marks = '']) => marks.length + 1)),
			);
			return `${fence}\n${block.text}\n${fence}`;
		}

		case 'aside': {
			return `> ${block.text}`;
		}

		case 'list': {
			return block.items.map((item) => `- ${item}`).join('\n');
		}

		case 'text': {
			return block.text;
		}
	}
};

const tags = {title: 'h1', heading: 'h2', code: 'pre', aside: 'blockquote', text: 'p'} as const;

const htmlOf = (block: Block): string =>
	block.kind === 'list'
		? `<ul>\n${block.items.map((item) => `<li>${escapeMarkup(item)}</li>`).join('\n')}\n</ul>`
		: `<${tags[block.kind]}>${escapeMarkup(block.text)}</${tags[block.kind]}>`;

const style =
	'body{max-width:42rem;margin:2rem auto;padding:0 1rem;font:1rem/1.5 system-ui,sans-serif}pre{background:#f3f3f3;padding:.6rem;overflow-x:auto}blockquote{margin-left:0;color:#555}';

/** A lesson as Markdown. */
export const lessonMarkdown = (lesson: Lesson, language: Language = defaultLanguage): string =>
	`${blocksOf(lesson, language)
		.map((block) => markdownOf(block))
		.join('\n\n')}\n`;

/** A lesson as one HTML file that needs no other. @param language of the texts */
export const lessonHTML = (lesson: Lesson, language: Language = defaultLanguage): string =>
	`<!doctype html>\n<html lang="${language}">\n<meta charset="utf-8">\n<title>${escapeMarkup(lesson.title)}</title>\n<style>${style}</style>\n${blocksOf(
		lesson,
		language,
	)
		.map((block) => htmlOf(block))
		.join('\n')}\n</html>\n`;
