import {removeBreakpoint, toggleBreakpoint} from '../../debugger/session.js';
import {breakpointWords} from '../state/breakpoint-words.js';
import {jump} from '../state/motions.js';
import type {Size, State} from '../state/state.js';
import {line, rule, type Line} from '../paint/text.js';

/** A key in the list of breakpoints. */
export const pressBreakpoints = (state: State, key: string): State => {
	const {breakpoints} = state.session;
	const at = Math.min(state.breakpointAt, breakpoints.length - 1);
	const chosen = breakpoints[at];
	const move = (change: number): State => ({
		...state,
		breakpointAt: Math.max(0, Math.min(breakpoints.length - 1, at + change)),
	});
	switch (key) {
		case 'up':
		case 'k': {
			return move(-1);
		}

		case 'down':
		case 'j': {
			return move(1);
		}

		case 'return':
		case 'space': {
			return chosen ? {...state, session: toggleBreakpoint(state.session, chosen.id)} : {...state, mode: 'debug'};
		}

		case 'd':
		case 'delete':
		case 'backspace': {
			return chosen ? {...state, session: removeBreakpoint(state.session, chosen.id)} : state;
		}

		case 'a': {
			return {...state, mode: 'command', typed: 'break '};
		}

		case 'e': {
			return chosen
				? {
						...state,
						mode: 'command',
						typed: `break ${breakpointWords(chosen)}`,
						editing: chosen.id,
					}
				: state;
		}

		case 'g': {
			const last = state.session.log.at(-1);
			return last ? {...jump(state, last.step), mode: 'debug'} : state;
		}

		case 'ctrl+c': {
			return {...state, left: true};
		}

		default: {
			return {...state, mode: 'debug'};
		}
	}
};

/** The list of breakpoints, and what logpoints said. */
export const drawBreakpoints = (state: State, size: Size): Line[] => {
	const {breakpoints, log} = state.session;
	const at = Math.min(state.breakpointAt, breakpoints.length - 1);
	const list = breakpoints.map((breakpoint, index): Line => {
		const text = ` ${index === at ? '▸' : ' '} ${breakpoint.enabled ? '○' : '·'} ${breakpoint.id}  ${breakpoint.enabled ? '' : 'off  '}${breakpointWords(breakpoint)}`;
		return line(text, index === at ? 'here' : 'plain');
	});
	const room = Math.max(1, size.rows - 4 - list.length);
	return [
		rule('Breakpoints', size.columns, 'esc goes back'),
		...(list.length === 0
			? [
					line(' None. b sets one at the stage where you are; a here, or :break WORDS, sets any:', 'dim'),
					line(' :break apiserver.store object=pod/web if="object.spec.nodeName != \'\'" hits=2', 'dim'),
				]
			: list.slice(0, Math.max(1, size.rows - 3))),
		line(''),
		line(' ↑ ↓ choose  enter on or off  e edit  d delete  a add', 'dim'),
		...log.slice(-room).map(({step, text}) => line(`   log #${step}  ${text}`, 'dim')),
	];
};
