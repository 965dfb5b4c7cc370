import {stopOf, shownKey, type State} from '../state/state.js';
import {line, type Line} from '../paint/text.js';
import {wrap} from '../paint/text-layout.js';
import {diffLines, foldDiff, yamlLines, type DiffLine} from '../paint/yaml-lines.js';
import {equal} from '../../kernel/equality.js';

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;

/** The object of the stop before and after it; for a request under way, from its facts. */
export const beforeAndAfter = (state: State): {readonly before: unknown; readonly after: unknown} => {
	const stop = stopOf(state);
	const {ledger} = state.recording.kernel;
	const key = shownKey(state);
	const own = state.object.against === undefined && state.object.lookingAt === undefined;
	if (own && isObject(stop?.facts?.after)) {
		return {before: stop.facts.before, after: stop.facts.after};
	}

	if (key === undefined) {
		return {before: undefined, after: undefined};
	}

	return {
		before: ledger.readAt(key, state.object.against ?? state.cursor - 1),
		after: ledger.readAt(key, state.cursor),
	};
};

const toneOf = {' ': 'plain', '+': 'add', '-': 'remove'} as const;

/** What the stop says in data: its facts, but for the object itself. */
const factRows = (state: State): Line[] => {
	const facts = stopOf(state)?.facts;
	const shown = Object.fromEntries(
		Object.entries(facts ?? {}).filter(
			([name, value]) => !['before', 'after', 'matrix', 'case'].includes(name) && value !== undefined,
		),
	);
	return Object.keys(shown).length === 0
		? []
		: yamlLines(shown, 400).map(({text}): Line => [
				{text: '   ', tone: 'plain'},
				{text, tone: 'plain'},
			]);
};

const wholeRows = (value: unknown): Line[] => yamlLines(value).map(({text}) => line(`   ${text}`));

const diffRows = (before: unknown, after: unknown): Line[] => {
	const lines: readonly DiffLine[] = diffLines(
		before === undefined ? [] : yamlLines(before),
		after === undefined ? [] : yamlLines(after),
	);
	const rows = before === undefined || after === undefined ? lines : foldDiff(lines);
	let told = false;
	return rows.map((item): Line => {
		if ('folded' in item) {
			const hint = told ? '' : '   enter: unfold';
			told = true;
			return line(`     … ${item.folded} line${item.folded === 1 ? '' : 's'}${hint}`, 'dim');
		}

		return [{text: ` ${item.mark} ${item.text}`, tone: toneOf[item.mark]}];
	});
};

/** Where in the user's file the reason of a refusal stands, and what would help. */
const adviceRows = (state: State, columns: number): Line[] =>
	state.manifests.advice
		.filter(({step}) => step === state.cursor && state.object.lookingAt === undefined)
		.flatMap(({places, remedies}) => [
			...(places.length === 0
				? []
				: [line(' · in your file', 'dim'), ...places.map((place) => line(`   ${place}`, 'key'))]),
			...(remedies.length === 0
				? []
				: [
						line(' · what would help', 'dim'),
						...remedies.flatMap((remedy) => wrap(remedy, columns - 4)).map((row) => line(`   ${row}`)),
					]),
		]);

/** Rows of the state pane: what this stop changed, the whole object, or the whole with the step that wrote each line. */
export const stateView = (state: State, columns: number): Line[] => {
	if (!stopOf(state)) {
		return [line(' Nothing has happened yet. Press s to step, or type : and a kubectl command.', 'dim')];
	}

	const key = shownKey(state);
	const {before, after} = beforeAndAfter(state);
	const stored = key === undefined ? undefined : state.recording.kernel.ledger.readAt(key, state.cursor);
	const advice = adviceRows(state, columns);
	if (state.object.form === 'diff' && !equal(before, after)) {
		return [...advice, ...diffRows(before, after)];
	}

	const facts = state.object.lookingAt === undefined ? factRows(state) : [];
	const object = after ?? before ?? stored;
	if (state.object.form === 'whole' && object !== undefined) {
		return wholeRows(object);
	}

	return [
		...advice,
		...(facts.length === 0 || key === undefined ? facts : [line(' · facts of this stop', 'dim'), ...facts]),
		...(object === undefined ? [] : [line(' · unchanged here', 'dim'), ...wholeRows(object)]),
		...(key !== undefined && object === undefined ? [line(` · ${key} is not stored at this step`, 'dim')] : []),
		...(key === undefined && facts.length === 0 ? [line(' · this stop has no object and no facts', 'dim')] : []),
	];
};

/** While the user guesses: the object as it was before the stop. */
export const guessView = (state: State): Line[] => {
	const {before} = beforeAndAfter(state);
	return before === undefined
		? [line(' · hidden until you guess; nothing existed before this stop', 'dim')]
		: [line(' · before this stop; the rest is hidden until you guess', 'dim'), ...wholeRows(before)];
};
