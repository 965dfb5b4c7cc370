import type {Sight} from '../classroom/format.js';
import type {LessonRun} from '../classroom/player.js';
import type {Seen} from '../classroom/check.js';
import {earlyAnswers} from './early-answers.js';
import {untoldEvidence, untoldStop, unwrittenField} from './told-evidence.js';
import {lessonOn, lessonOpened} from '../screen/actions/lesson-actions.js';
import {chooseOption, skipQuestion} from '../screen/actions/question-actions.js';
import {lessonText, textLimit} from '../screen/panes/lesson-pane.js';
import {drawScreen} from '../screen/panes/screen.js';
import {wordsOf} from '../screen/panes/stop-words.js';
import {isVisible} from '../screen/panes/visible-evidence.js';
import {plainText} from '../screen/paint/text.js';
import {asksBelief} from '../screen/state/belief.js';
import {isCalm} from '../screen/state/calm.js';
import {stopOf, type State} from '../screen/state/state.js';
import {languageOf, type Language} from '../stages/language.js';

/** The sizes of terminals at which a lesson must show everything that it mentions. */
const sizes = [
	{columns: 80, rows: 24},
	{columns: 160, rows: 50},
] as const;

const names = ['field', 'row', 'line'] as const;

type Found = ReturnType<Seen>[number];

/** The named places that are not shown on screens of the sizes. @param path of what names it, within the step */
const unseen = (states: readonly State[], sight: Sight, path: Found['path']): readonly Found[] => {
	const hidden = states.filter((state) => !isVisible(state, sight)).map(({size}) => `${size.columns}×${size.rows}`);
	const name = names.find((one) => sight[one] !== undefined);
	return hidden.length === 0
		? []
		: [
				{
					path: name === undefined ? path : [...path, name],
					message: `${name === undefined ? `the view "${sight.view}"` : `${name} "${sight[name]}"`} is not on the screen at ${hidden.join(' or ')}`,
					remedy: 'name what the view shows at this step: open it and look',
				},
			];
};

/** A text that does not fit into the lesson's part of the screen. */
const cutText = (states: readonly State[], path: Found['path']): readonly Found[] =>
	states.flatMap(({size, lesson, pane}) => {
		if (!lesson || lesson.tall) {
			return [];
		}

		const left = lessonText(lesson, size.columns).length - textLimit(lesson, size.rows, pane.view === 'board');
		return left > 0
			? [
					{
						path,
						message: `${left} line${left === 1 ? '' : 's'} of this text ${left === 1 ? 'is' : 'are'} not on the screen at ${size.columns}×${size.rows}`,
						remedy: 'shorten it: the learner reads it beside the view that it describes',
					},
				]
			: [];
	});

const bare = (row: string): string => row.replaceAll(/\s/g, '');

/** Sentences of stops that end beyond their part of the screen. */
const cutSentence = (states: readonly State[], path: Found['path']): readonly Found[] =>
	states.flatMap((state) => {
		const stop = stopOf(state);
		if (!stop || !state.lesson || state.lesson.tall || isCalm(state)) {
			return [];
		}

		const said = wordsOf(stop, state.setup.language);
		const {columns, rows} = state.size;
		return bare(drawScreen(state).map(plainText).join('')).includes(bare(said))
			? []
			: [
					{
						path,
						message: `the sentence of the stop is cut off at ${columns}×${rows}: ${said}`,
						remedy: 'shorten the text of the step: the sentence is below it',
					},
				];
	});

/** The state after the question about the misconception, which is before the first text. */
const begun = (state: State): State => (state.lesson && asksBelief(state.lesson) ? lessonOn(state) : state);

/** Draws the current step of a lesson, also after its question, and finds parts of `look` and `show` that the screen lacks, and truncated text. */
export const hiddenEvidence: Seen = (run: LessonRun) => run.aside(() => drawn(run));

/** The screens of a step at all sizes, before and after its question, with the words of the screen in a language. */
const screensOf = (run: LessonRun, language: Language) => {
	const [small, large] = sizes;
	const first = [lessonOpened(run, {size: small, language}), lessonOpened(run, {size: large, language})] as const;
	const opened = [begun(first[0]), begun(first[1])] as const;
	const asked = run.step.ask
		? opened.map((screen) => ({asked: screen, answered: run.aside(() => skipQuestion(screen))}))
		: [];
	return {first, opened, asked, answered: asked.map((screen) => screen.answered)};
};

const drawn: Seen = (run: LessonRun) => {
	const {look, ask} = run.step;
	const {opened, asked, answered, first} = screensOf(run, languageOf(run.lesson.language));
	const wrong = ask?.options.map((_, index) => lessonOn(chooseOption(opened[0], index))) ?? [];
	return [
		...(look ? unseen(opened, look, ['look']) : []),
		...untoldEvidence(run, opened[0], look, ['look']),
		...unwrittenField(opened[0], look, ['look']),
		...untoldEvidence(run, answered[0], ask?.show, ['ask', 'show']),
		...untoldStop(run, opened[0]),
		...(ask?.show ? unseen(answered, ask.show, ['ask', 'show']) : []),
		...earlyAnswers(run, asked),
		...cutText(opened, []),
		...cutText(first, []),
		...cutSentence([opened[0], ...answered.slice(0, 1)], []),
		...cutText(wrong, ['ask', 'because']).slice(0, 1),
		...(ask && ask.options.length === 0 ? cutText(answered, ['ask', 'because']) : []),
	];
};
