import type {Binding} from '../state/binding.js';
import {clusterLogs, enterInside} from './cluster-actions.js';
import {chooseOption, hint, lessonOn, solution, undoLesson} from '../state/lesson-actions.js';
import * as paneActions from './pane-actions.js';
import * as motions from '../state/motions.js';
import {views, type State} from '../state/state.js';

const bind = (
	keys: string,
	word: string,
	does: string,
	run: (state: State) => State,
	more: Pick<Binding, 'short' | 'in'> = {},
): Binding => ({keys: keys.split(' '), word, does, run, ...more});

const moving: readonly Binding[] = [
	bind('s', 'step', 'step into: the next stop', (state) => motions.go(state, 'into', 1), {short: 'step'}),
	bind('n', 'next', 'step over: the next stop at this depth', (state) => motions.go(state, 'over', 1), {short: 'over'}),
	bind('f', 'finish', 'step out of this frame', (state) => motions.go(state, 'out', 1), {short: 'out'}),
	bind(
		'c',
		'continue',
		'continue to a breakpoint or rest; while serving: hold',
		(state) => motions.proceedFrom(state, 1),
		{
			short: 'run',
		},
	),
	bind('.', 'change', 'next change of the followed object', (state) => motions.goToFollowed(state, 1)),
	bind('e', 'stage', 'next stage', (state) => motions.go(state, 'stage', 1)),
	bind('S', 'back', 'step back', (state) => motions.go(state, 'into', -1), {short: 'back'}),
	bind('N', 'back-over', 'step back over', (state) => motions.go(state, 'over', -1), {short: 'back'}),
	bind('F', 'back-out', 'back to where this frame was entered', (state) => motions.go(state, 'out', -1), {
		short: 'back',
	}),
	bind('C', 'back-continue', 'continue backwards', (state) => motions.proceedFrom(state, -1), {short: 'back'}),
	bind(',', 'back-change', 'previous change of the followed object', (state) => motions.goToFollowed(state, -1)),
	bind('E', 'back-stage', 'previous stage', (state) => motions.go(state, 'stage', -1)),
	bind(']', 'next-version', 'next change of the object on the screen', (state) => motions.goToShown(state, 1)),
	bind('[', 'previous-version', 'previous change of the object on the screen', (state) => motions.goToShown(state, -1)),
	bind(')', 'process', 'next stop of this process', (state) => motions.go(state, 'process', 1)),
	bind('(', 'back-process', 'previous stop of this process', (state) => motions.go(state, 'process', -1)),
	bind('<', 'cause', 'to the stop that caused this one', motions.toCause),
	bind('>', 'effect', 'to what this led to', motions.toEffect),
	bind('g', 'start', 'to the start of your work', (state) => motions.jump(state, state.start)),
	bind('G', 'end', 'to the end of what is recorded', (state) => motions.jump(state, state.recording.stops.length - 1)),
	bind('m', 'mark', 'mark this stop', motions.mark),
	bind("'", 'jump', 'to the mark, and the mark to here', motions.toMark),
	bind('r', 'restart', 'back to the start, panes as in the beginning', (state) => ({
		...motions.jump(state, state.start),
		view: 'state',
		form: 'diff',
		zoomed: false,
		inside: undefined,
		kind: undefined,
	})),
];

const looking: readonly Binding[] = [
	bind('b', 'break', 'breakpoint at this stage; again: off', paneActions.toggleBreakHere, {short: 'break'}),
	bind('B', 'breakpoints', 'list and edit breakpoints', (state) => ({...state, mode: 'breakpoints', breakpointAt: 0})),
	bind('t', 'run-to', 'continue to the next stop of this stage', motions.runToNextHere),
	bind('w', 'why', 'why: causes and effects', (state) => paneActions.show(state, 'why'), {short: 'why'}),
	bind('x', 'real', 'see it for real: the command for a live cluster', (state) => ({...state, real: !state.real}), {
		short: 'real',
	}),
	bind('o', 'follow', 'follow the object of this stop, or the selected one', paneActions.follow),
	bind('d', 'diff', 'what this stop changed', (state) => paneActions.form(state, 'diff')),
	bind('D', 'diff-mark', 'what changed since the mark', paneActions.diffAgainstMark),
	bind('y', 'yaml', 'the whole object', (state) => paneActions.form(state, 'whole')),
	bind('a', 'blame', 'who wrote each line', (state) => paneActions.form(state, 'blame')),
	bind('K', 'printed', 'what kubectl printed; again: the object', (state) =>
		paneActions.form(state, state.form === 'printed' ? 'diff' : 'printed'),
	),
	bind('p', 'predict', 'guess each stop before it is shown; again: off', motions.togglePredict),
	bind('P', 'periodic', 'show or fold periodic work', (state) => ({
		...state,
		periodic: !state.periodic,
		message: state.periodic ? 'periodic work is folded' : 'periodic work is shown',
	})),
];

const panes: readonly Binding[] = [
	...views.map((view, index) =>
		bind(String(index + 1), view === 'why' ? 'causes' : view, `show ${view}`, (state) => paneActions.show(state, view)),
	),
	bind('tab', 'pane', 'next pane; in a lesson: its text over the whole height', (state) =>
		paneActions.nextPane(state, 1),
	),
	bind('backtab', 'pane-back', 'previous pane', (state) => paneActions.nextPane(state, -1)),
	bind('z', 'zoom', 'this pane alone', (state) => ({...state, zoomed: !state.zoomed})),
	bind('up k', 'up', 'up', (state) => paneActions.scroll(state, -1)),
	bind('down j', 'down', 'down', (state) => paneActions.scroll(state, 1)),
	bind('left h', 'left', 'what is cut off: back', (state) => paneActions.shiftPane(state, -16)),
	bind('right l', 'right', 'what is cut off at the right', (state) => paneActions.shiftPane(state, 16)),
	bind('pageup ctrl+b', 'page-up', 'a page up', (state) => paneActions.scrollPages(state, -1)),
	bind('pagedown ctrl+f space', 'page-down', 'a page down', (state) => paneActions.scrollPages(state, 1)),
	bind('return', 'open', 'open what is selected; unfold; in a lesson: go on', (state) => {
		const opened = paneActions.openRow(state);
		return (
			opened ?? (state.lesson ? lessonOn(state) : paneActions.form(state, state.form === 'diff' ? 'whole' : 'diff'))
		);
	}),
	bind('escape', 'close', 'close what is open', paneActions.back),
];

const inPanes: readonly Binding[] = [
	bind('u', 'frame-up', 'stack: the frame around', (state) => paneActions.moveFrame(state, 1), {
		in: 'stack',
		short: 'frame',
	}),
	bind('d', 'frame-down', 'stack: the frame inside', (state) => paneActions.moveFrame(state, -1), {
		in: 'stack',
		short: 'frame',
	}),
	bind('+ =', 'zoom-in', 'lanes: fewer stops, wider apart', (state) => paneActions.zoomLanes(state, true), {
		in: 'lanes',
		short: 'zoom',
	}),
	bind('-', 'zoom-out', 'lanes: more stops', (state) => paneActions.zoomLanes(state, false), {
		in: 'lanes',
		short: 'zoom',
	}),
	bind(
		'i',
		'rules',
		'network: rules of the nodes; again: endpoints',
		(state) => paneActions.networkPart(state, 'rules'),
		{
			in: 'network',
			short: 'rules',
		},
	),
	bind('n', 'dns', 'network: the DNS zone; again: endpoints', (state) => paneActions.networkPart(state, 'dns'), {
		in: 'network',
		short: 'DNS',
	}),
	bind('t', 'traffic', 'network: traffic; again: endpoints', (state) => paneActions.networkPart(state, 'traffic'), {
		in: 'network',
		short: 'traffic',
	}),
	bind('i', 'inside', 'cluster: what is inside the selected node or Pod', enterInside, {
		in: 'cluster',
		short: 'inside',
	}),
	bind('l', 'logs', 'cluster: what the selected Pod printed', clusterLogs, {in: 'cluster', short: 'logs'}),
	bind('n', 'find-next', 'found: the next place', (state) => paneActions.findNext(state, 1), {
		in: 'find',
		short: 'next',
	}),
	bind('N', 'find-previous', 'found: the previous place', (state) => paneActions.findNext(state, -1), {in: 'find'}),
];

const inLessons: readonly Binding[] = [
	bind('right l', 'option-next', 'question: next answer', (state) => chooseOption(state, 1), {in: 'question'}),
	bind('left h', 'option-previous', 'question: previous answer', (state) => chooseOption(state, -1), {in: 'question'}),
	bind('H', 'hint', 'task: a hint', hint, {in: 'task', short: 'hint'}),
	bind('u', 'undo', 'lesson: undo the last step', undoLesson, {in: 'lesson'}),
	bind('!', 'solution', 'task: show me the solution', solution, {in: 'task', short: 'solution'}),
];

const always: readonly Binding[] = [
	bind(':', 'command', 'command line: debugger words, and kubectl …', (state) => ({
		...state,
		mode: 'command',
		typed: '',
		historyAt: state.history.length,
		message: '',
	})),
	bind('/', 'find', 'find in this pane', (state) => ({...state, mode: 'find', find: ''}), {short: 'find'}),
	bind('?', 'help', 'all keys', (state) => ({...state, mode: 'help'}), {short: 'all'}),
	bind('q', 'quit', 'leave; asks when something would be lost', (state) =>
		state.unsaved > 0 ? {...state, mode: 'quit'} : {...state, left: true},
	),
	bind('ctrl+c', 'leave', 'leave at once', (state) => ({...state, left: true})),
	bind('ctrl+z', 'suspend', 'to the shell; fg comes back', (state) => ({...state, suspended: true})),
];

/** Everything that a key can do, in the order in which `?` and the README show it. */
export const bindings: readonly Binding[] = [...moving, ...looking, ...panes, ...inPanes, ...inLessons, ...always];
