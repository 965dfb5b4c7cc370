import {breakpointWords} from '../state/breakpoint-words.js';
import {firstShown} from './first-shown.js';
import type {State} from '../state/state.js';
import {keyRows, wrap} from '../paint/text-layout.js';
import {line, rule, type Line, type Size} from '../paint/text.js';
import {wordsOf} from '../words/words.js';

/** The rows reserved for the output of logpoints; more if there are few breakpoints. */
const mostLog = 5;

/** The list of breakpoints, and the output of logpoints. */
export const drawBreakpoints = (state: State, size: Size): Line[] => {
	const words = wordsOf(state).lists.breakpoints;
	const {breakpoints, log} = state.session;
	const at = Math.min(state.breakpointList.at, breakpoints.length - 1);
	const list = breakpoints.map((breakpoint, index): Line => {
		const text = ` ${index === at ? '▸' : ' '} ${breakpoint.enabled ? '○' : '·'} ${breakpoint.id}  ${breakpoint.enabled ? '' : `${words.off}  `}${breakpointWords(breakpoint)}`;
		return [{text, tone: index === at ? 'here' : 'plain', target: {item: index}}];
	});
	const keys = keyRows(words.keys, size.columns - 2);
	const fixed = 2 + keys.length;
	const height = Math.max(1, size.rows - fixed - Math.min(log.length, mostLog));
	const top = firstShown(at, list.length, height);
	const room = Math.max(1, size.rows - fixed - Math.min(list.length, height));
	return [
		rule(words.title, size.columns, words.goesBack),
		...(list.length === 0
			? [
					...wrap(words.none, size.columns - 2).map((row) => line(` ${row}`, 'dim')),
					line(' :break apiserver.store object=pod/web if="object.spec.nodeName != \'\'" hits=2', 'dim'),
				]
			: list.slice(top, top + height)),
		line(''),
		...keys.map((row) => line(` ${row}`, 'dim')),
		...log.slice(-room).map(({step, text}) => line(`   ${words.log(step, text)}`, 'dim')),
	];
};
