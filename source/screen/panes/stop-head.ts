import {screenWords} from '../words/words.js';
import {rule, width, type Line} from '../paint/text.js';
import {shorten, wrapRow} from '../paint/text-layout.js';
import {seconds, shownKey, sinceStart, stopOf, type State} from '../state/state.js';
import {isCalm} from '../state/calm.js';
import {openGuess, scoreWords} from '../state/guess-round.js';
import {changeInWords, mainChange} from '../../classroom/changed-fields.js';
import {beforeAndAfter} from './state-view.js';

const outcomeMark: Readonly<Record<string, string>> = {passed: '✓', refused: '✗', failed: '✗', warning: '!'};

/** The field that this stop changes, with its value, of several the one that means most: `spec.nodeName: node-b`. */
const headline = (state: State): string => {
	if (!(shownKey(state) ?? '').startsWith('/registry/')) {
		return '';
	}

	const {before, after} = beforeAndAfter(state);
	const change = mainChange(before, after);
	return change ? changeInWords(change, before, after, screenWords(state.setup.language).panes.state) : '';
};

/** The rule of a stop: its stage, its change, step and time. The change has separate rows if the rule has no room for it. */
export const stopHead = (state: State, columns: number): readonly [rule: Line, ...change: Line[]] => {
	const words = screenWords(state.setup.language).stop;
	const stop = stopOf(state);
	const asked = openGuess(state);
	if (asked) {
		const {stage} = asked.question;
		return [rule(asked.again ? words.guessAgain(stage) : words.guessNext, columns, scoreWords(state))];
	}

	if (!stop) {
		return [rule(words.start, columns)];
	}

	if (isCalm(state)) {
		return [rule(words.calm, columns)];
	}

	const {stage, outcome, step, timeMs} = stop;
	// With several futures, the user has to know which one this is.
	const inFuture = state.futures.length > 0 ? `${state.future.name}  ` : '';
	const note = `${inFuture}#${step}  ${seconds(sinceStart(state, timeMs))}`;
	const ending = outcome === undefined ? '' : ` ${outcomeMark[outcome]} ${words.outcomes[outcome]}`;
	const title = `${shorten(stage, columns - width(note) - width(ending) - 8)}${ending}`;
	const change = headline(state);
	const both = `${title} · ${change}`;
	if (change === '' || width(both) + width(note) + 9 <= columns) {
		return [rule(change === '' ? title : both, columns, note)];
	}

	const row: Line = [
		{text: ` ${words.changes}  `, tone: 'dim'},
		{text: change, tone: 'plain'},
	];
	return [rule(title, columns, note), ...wrapRow(row, columns, width(words.changes) + 3).slice(0, 3)];
};
