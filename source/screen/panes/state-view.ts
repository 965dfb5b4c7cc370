import {adviceAt} from '../state/advice-at.js';
import {changeAt, type ObjectChange} from '../state/object-change.js';
import {stopOf, shownKey, type State} from '../state/state.js';
import {keyFor} from '../input/keymap.js';
import {hasEnter} from '../state/contexts.js';
import {line} from '../paint/text.js';
import {screenWords} from '../words/words.js';
import {yamlLines} from '../paint/yaml-lines.js';
import {diffRows, mainRow, wholeRows} from './diff-rows.js';
import type {Row} from './row.js';
import {wordsOf} from './stop-words.js';
import {equal} from '../../kernel/equality.js';

/** The object of the stop before and after it; for a request in progress, from its facts. */
export const beforeAndAfter = (state: State): ObjectChange => {
	const stop = stopOf(state);
	const {ledger} = state.recording.kernel;
	const key = shownKey(state);
	const own = state.object.against === undefined && state.object.lookingAt === undefined;
	const change = own && stop ? changeAt(state.recording, stop) : undefined;
	if (change && (change.before !== undefined || change.after !== undefined)) {
		return change;
	}

	if (key === undefined) {
		return {before: undefined, after: undefined};
	}

	return {
		before: ledger.readAt(key, state.object.against ?? state.cursor - 1),
		after: ledger.readAt(key, state.cursor),
	};
};

/** The data of the stop: its facts, without the object itself. */
const factRows = (state: State): Row[] => {
	const facts = stopOf(state)?.facts;
	const shown = Object.fromEntries(
		Object.entries(facts ?? {}).filter(
			([name, value]) => !['before', 'after', 'matrix', 'case'].includes(name) && value !== undefined,
		),
	);
	return Object.keys(shown).length === 0
		? []
		: yamlLines(shown, 400).map(({text, path}): Row => ({row: line(`   ${text}`), path, of: 'facts'}));
};

/** The reason of the failure, if the stop's own words lack it, its place in the user's file, and the remedy. */
export const adviceRows = (state: State): Row[] => {
	const words = screenWords(state.setup.language).stop;
	return (state.object.lookingAt === undefined ? adviceAt(state, state.cursor) : []).flatMap(
		({reason, places, remedies}) => {
			const {text, isCondition} = unsaid(state, reason);
			const said = text === '' ? [] : [{row: line(` ${text}`, 'bad')}];
			return [
				...(isCondition ? [] : said),
				...(places.length === 0
					? []
					: [heading(words.inYourFile), ...places.map((place): Row => ({row: line(`   ${place}`, 'key')}))]),
				...(remedies.length === 0
					? []
					: [heading(words.wouldHelp), ...remedies.map((remedy): Row => ({row: line(`   ${remedy}`)}))]),
				// The remedy needs the room more than the condition's name.
				...(isCondition ? said : []),
			];
		},
	);
};

const heading = (text: string): Row => ({row: line(` · ${text}`, 'dim')});

/**
The part of a reason that is not in the stop's sentence, to leave room for advice. For `Unhealthy: Readiness probe failed: …`, whose last
part is in the sentence, only the condition remains.
*/
const unsaid = (state: State, reason = ''): {readonly text: string; readonly isCondition: boolean} => {
	const stop = stopOf(state);
	const words = stop ? wordsOf(stop, state.setup.language) : '';
	const parts = reason.split(': ');
	const end = parts.findIndex((_, at) => words.includes(parts.slice(at).join(': ')));
	const left = parts.slice(0, Math.max(0, end)).join(': ');
	return end === -1 ? {text: reason, isCondition: false} : {text: words.includes(left) ? '' : left, isCondition: true};
};

/** Rows of the state pane: this stop's changes, or the whole object. */
export const stateView = (state: State): Row[] => {
	if (!stopOf(state)) {
		return [{row: line(` ${screenWords(state.setup.language).stop.begin}`, 'dim')}];
	}

	const key = shownKey(state);
	const words = screenWords(state.setup.language).stop;
	const {before, after} = beforeAndAfter(state);
	const stored = key === undefined ? undefined : state.recording.kernel.ledger.readAt(key, state.cursor);
	const advice = adviceRows(state);
	if (state.object.form === 'diff' && !equal(before, after)) {
		return [
			...advice,
			...diffRows(before, after, words, keyFor(state.setup.keymap, hasEnter(state) ? 'yaml' : 'open')),
		];
	}

	const facts = state.object.lookingAt === undefined ? factRows(state) : [];
	const object = after ?? before ?? stored;
	if (state.object.form === 'whole' && object !== undefined) {
		return wholeRows(object);
	}

	return [
		...advice,
		...(facts.length === 0 || key === undefined ? facts : [heading(words.facts), ...facts]),
		...(object === undefined ? [] : [heading(words.unchanged), ...wholeRows(object)]),
		...(key !== undefined && object === undefined ? [heading(words.notStored(key))] : []),
		...(key === undefined && facts.length === 0 ? [heading(words.nothing)] : []),
	];
};

/** The first visible row of the state pane: the beginning of the most important change, or the remedy, which takes precedence. */
export const openingRow = (state: State, rows: readonly Row[]): number => {
	if (state.object.form !== 'diff' || adviceRows(state).length > 0) {
		return 0;
	}

	const {before, after} = beforeAndAfter(state);
	return Math.max(0, mainRow(rows, before, after));
};

/** Whether the state pane shows the writer of each line. */
export const showsBlame = ({object}: State): boolean => object.form === 'blame';
