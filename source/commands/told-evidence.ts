import type {Seen} from '../classroom/check.js';
import type {Sight} from '../classroom/format.js';
import type {LessonRun} from '../classroom/player.js';
import {textsOf} from '../classroom/reading.js';
import {aboutOf} from '../classroom/sight-names.js';
import {plainText} from '../screen/paint/text.js';
import {beforeAndAfter} from '../screen/panes/state-view.js';
import {wordsOf as sentenceOf} from '../screen/panes/stop-words.js';
import {rowsInSight} from '../screen/panes/visible-evidence.js';
import {stopOf, type State} from '../screen/state/state.js';

type Found = ReturnType<Seen>[number];

/** The beginning of a word, the same in the plural. */
const stemOf = (word: string): string => word.replace(/s$/, '').slice(0, 5);

/** Words that say nothing about what a row or a sentence is about. */
const common: ReadonlySet<string> = new Set(
	'and any are but for from had has have into its new not one only than that the their them then there they this was were what when where which will with kind metadata name object spec type value true false default'
		.split(' ')
		.map((word) => stemOf(word)),
);

/** Small numbers in letters. */
const numerals = 'zero one two three four five six seven eight nine ten'.split(' ');

const inDigits = (word: string): string => (numerals.includes(word) ? String(numerals.indexOf(word)) : word);

/** The words of a text by their beginnings, with the parts of names: `claimRef` has claim; numbers as they are. */
const stemsOf = (text: string): ReadonlySet<string> =>
	new Set(
		(text.match(/[A-Za-z]{2,}|\d+/g) ?? [])
			.flatMap((word) => [word, ...word.split(/(?=[A-Z][a-z])/)])
			.map((word) => stemOf(inDigits(word.toLowerCase())))
			.filter((word) => word.length > 1 || /\d/.test(word))
			.filter((word) => !common.has(word)),
	);

const shared = (one: string, other: string): number => {
	const words = stemsOf(other);
	return [...stemsOf(one)].filter((word) => words.has(word)).length;
};

const names = ['field', 'row', 'line'] as const;

/** The texts of a step, as a learner reads them, and the places and claims behind them. */
const readIn = (run: LessonRun, at: number | undefined): string =>
	[aboutOf(run), ...textsOf(run.step).map(([, text]) => run.words(text, at))].join('\n');

/** Named evidence without a word in common with the text of its step: the learner reads about another thing. */
export const untoldEvidence = (
	run: LessonRun,
	state: State | undefined,
	sight: Sight | undefined,
	path: Found['path'],
): readonly Found[] => {
	const name = names.find((one) => sight?.[one] !== undefined);
	// Facts of a stop belong to it; only objects have fields that are not of this moment.
	const isFact = sight?.field !== undefined && !/^(?:metadata|spec|status|data)\b/.test(sight.field);
	if (!state || !sight || name === undefined || isFact || run.lesson.language !== undefined) {
		return [];
	}

	const rows = rowsInSight(state, sight);
	// The field itself is in its row; its parent may be above.
	const named = name === 'field' ? (sight.field?.split('.').at(-2)?.replace(/\[.*/, '') ?? '') : sight[name];
	const shown = [named, ...(rows ?? []).map(({row}) => plainText(row))].join('\n');
	return rows === undefined || shared(shown, readIn(run, stopOf(state)?.step)) > 0
		? []
		: [
				{
					path: [...path, name],
					message: `the text of this step says nothing about the ${name} "${sight[name]}"`,
					remedy: 'show what the text is about, or let the text name what is shown',
				},
			];
};

/** A field that a step shows at a write which did not change it: another write of the object is meant. */
export const unwrittenField = (state: State, sight: Sight | undefined, path: Found['path']): readonly Found[] => {
	const rows = sight?.field === undefined || sight.object !== undefined ? undefined : rowsInSight(state, sight);
	const stop = stopOf(state);
	const isNew = beforeAndAfter(state).before === undefined;
	return rows === undefined || stop?.stage !== 'etcd.txn' || isNew || rows.some(({changed}) => changed)
		? []
		: [
				{
					path: [...path, 'field'],
					message: `the write at which this step ends does not change "${sight?.field}"`,
					remedy: 'run to the write that changes it',
				},
			];
};

/** A text that has hardly a word in common with the stop at which its step ends, where it names no other evidence. */
export const untoldStop = (run: LessonRun, state: State): readonly Found[] => {
	const {look, say, runTo} = run.step;
	const stop = stopOf(state);
	const isBare = look !== undefined && names.every((name) => look[name] === undefined) && look.view === 'state';
	if (!stop || say === undefined || runTo === undefined || runTo.rest || !isBare || run.lesson.language !== undefined) {
		return [];
	}

	const said = `${sentenceOf(stop, state.setup.language)} ${stop.stage.replaceAll('.', ' ')}`;
	return shared(said, run.words(say)) > 1
		? []
		: [
				{
					path: ['look'],
					message: `the text of this step says nothing about its stop: ${said}`,
					remedy: 'name what to read there in `field`, or run to the place that the text is about',
				},
			];
};
