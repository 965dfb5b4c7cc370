import {ownInputs, treeOf} from '../../debugger/futures.js';
import {keyRows, wrap} from '../paint/text-layout.js';
import {line, rule, type Line, type Size} from '../paint/text.js';
import {allFutures} from '../state/all-futures.js';
import {firstShown} from './first-shown.js';
import {inputWords} from '../state/input-words.js';
import {seconds, sinceStart, type State} from '../state/state.js';
import {wordsOf} from '../words/words.js';

/** The most listed actions of a future; for the selected one, as many as fit. */
const most = 5;

/** The tree of futures: the actions of each, and the place where it left another. */
export const futuresScreen = (state: State, {columns, rows}: Size): Line[] => {
	const words = wordsOf(state).lists.futures;
	const tree = treeOf(allFutures(state));
	const at = Math.min(state.futureList.at, tree.length - 1);
	const foot = [
		...wrap(words.here, columns - 2),
		...wrap(words.again(state.future.later.length), columns - 2),
		...keyRows(words.keys, columns - 2),
	];
	const height = Math.max(1, rows - 1 - foot.length);
	const shownOf = (here: boolean): number => (here ? Math.max(most, Math.floor((height * 2) / 3) - 2) : most);
	const listed = tree.flatMap(({future, lead}, item): Array<{readonly item: number; readonly row: Line}> => {
		const {name, from, run} = future;
		const own = ownInputs({from, inputs: run.inputs});
		const here = item === at;
		const target = {item};
		const below = lead.replace('├─', '│ ').replace('└─', '  ');
		const done = own.slice(0, shownOf(here)).map(({input, timeMs}): Line => [
			{text: `   ${below}  ${seconds(sinceStart(state, timeMs))}  `, tone: 'dim', target},
			{text: inputWords(input, words), tone: here ? 'here' : 'plain', target},
		]);
		const more =
			own.length > shownOf(here) ? [line(`   ${below}  ${words.more(own.length - shownOf(here))}`, 'dim')] : [];
		const head: Line = [
			{text: ` ${here ? '▸' : ' '} ${lead}`, tone: here ? 'here' : 'dim', target},
			{text: `${name === state.future.name ? '● ' : ''}${name}`, tone: here ? 'here' : 'key', target},
			{
				text: `${from ? `  ${words.from(from.step)}` : ''}${own.length === 0 ? `  ${words.nothingDone}` : ''}`,
				tone: 'dim',
				target,
			},
		];
		return [head, ...done, ...more].map((row) => ({item, row}));
	});
	const first = listed.findIndex(({item}) => item === at);
	const top = firstShown(first, listed.length, height, Math.floor(height / 3));
	const shown = listed.slice(top, top + height).map(({row}) => row);
	return [
		rule(words.title, columns, words.inAll(tree.length)),
		...shown,
		...Array.from({length: height - shown.length}, () => line('')),
		...foot.map((row) => line(` ${row}`, 'dim')),
	];
};
