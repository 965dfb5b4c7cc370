import {breakpointWords} from '../state/breakpoint-words.js';
import type {State} from '../state/state.js';
import {line, rule, type Line, type Size} from '../paint/text.js';

/** The list of breakpoints, and what logpoints said. */
export const drawBreakpoints = (state: State, size: Size): Line[] => {
	const {breakpoints, log} = state.session;
	const at = Math.min(state.breakpointList.at, breakpoints.length - 1);
	const list = breakpoints.map((breakpoint, index): Line => {
		const text = ` ${index === at ? '▸' : ' '} ${breakpoint.enabled ? '○' : '·'} ${breakpoint.id}  ${breakpoint.enabled ? '' : 'off  '}${breakpointWords(breakpoint)}`;
		return [{text, tone: index === at ? 'here' : 'plain', target: {item: index}}];
	});
	const room = Math.max(1, size.rows - 4 - list.length);
	return [
		rule('Breakpoints', size.columns, 'esc goes back'),
		...(list.length === 0
			? [
					line(' No breakpoints. b sets one at this stage; a here, or :break WORDS, sets any:', 'dim'),
					line(' :break apiserver.store object=pod/web if="object.spec.nodeName != \'\'" hits=2', 'dim'),
				]
			: list.slice(0, Math.max(1, size.rows - 3))),
		line(''),
		line(' ↑ ↓ choose  enter on or off  e edit  d delete  a add', 'dim'),
		...log.slice(-room).map(({step, text}) => line(`   log #${step}  ${text}`, 'dim')),
	];
};
