import {views, type State} from './state.js';
import * as actions from './actions.js';

/** One thing a key does. The footer, `?`, the README and the words of the command line all come from this table. */
export interface Binding {
	/** Names of keys as the terminal gives them: `s`, `S`, `tab`, `return`, `escape`, `up`. */
	readonly keys: readonly string[];
	/** The same as a word for the command line. */
	readonly word: string;
	readonly does: string;
	/** In the footer, when there is room: shorter. */
	readonly short?: string;
	readonly run: (state: State) => State;
}

export const bindings: readonly Binding[] = [
	{
		keys: ['s'],
		word: 'step',
		does: 'step into: the next stop',
		short: 'step',
		run: (state) => actions.go(state, 'into', 1),
	},
	{
		keys: ['n'],
		word: 'next',
		does: 'step over: the next stop at this depth',
		short: 'over',
		run: (state) => actions.go(state, 'over', 1),
	},
	{
		keys: ['f'],
		word: 'finish',
		does: 'step out of this frame',
		short: 'out',
		run: (state) => actions.go(state, 'out', 1),
	},
	{
		keys: ['c'],
		word: 'continue',
		does: 'continue to a breakpoint, or to where the run rests',
		short: 'run',
		run: (state) => actions.proceedFrom(state, 1),
	},
	{
		keys: ['.'],
		word: 'change',
		does: 'next change of the followed object',
		run: (state) => actions.goToChange(state, 1),
	},
	{keys: ['e'], word: 'stage', does: 'next stage', run: (state) => actions.go(state, 'stage', 1)},
	{keys: ['S'], word: 'back', does: 'step back', short: 'back', run: (state) => actions.go(state, 'into', -1)},
	{keys: ['N'], word: 'back-over', does: 'step back over', run: (state) => actions.go(state, 'over', -1)},
	{
		keys: ['F'],
		word: 'back-out',
		does: 'back to where this frame was entered',
		run: (state) => actions.go(state, 'out', -1),
	},
	{keys: ['C'], word: 'back-continue', does: 'continue backwards', run: (state) => actions.proceedFrom(state, -1)},
	{
		keys: [','],
		word: 'back-change',
		does: 'previous change of the followed object',
		run: (state) => actions.goToChange(state, -1),
	},
	{keys: ['E'], word: 'back-stage', does: 'previous stage', run: (state) => actions.go(state, 'stage', -1)},
	{keys: ['<'], word: 'cause', does: 'to the stop that caused this one', run: actions.toCause},
	{keys: ['>'], word: 'effect', does: 'to what this led to', run: actions.toEffect},
	{
		keys: ['b'],
		word: 'break',
		does: 'breakpoint at this stage; again: off',
		short: 'break',
		run: actions.toggleBreakHere,
	},
	{keys: ['B'], word: 'breakpoints', does: 'list breakpoints', run: (state) => ({...state, mode: 'breakpoints'})},
	{keys: ['t'], word: 'run-to', does: 'temporary breakpoint at this stage, and continue', run: actions.runToNextHere},
	{keys: ['g'], word: 'start', does: 'to the start', run: (state) => actions.jump(state, state.start)},
	{
		keys: ['G'],
		word: 'end',
		does: 'to the end of what is recorded',
		run: (state) => actions.jump(state, state.recording.stops.length - 1),
	},
	{keys: ['m'], word: 'mark', does: 'mark this stop', run: actions.mark},
	{keys: ["'"], word: 'jump', does: 'jump to the mark', run: actions.toMark},
	{keys: ['w'], word: 'why', does: 'why: causes and effects', short: 'why', run: (state) => actions.show(state, 'why')},
	{keys: ['o'], word: 'follow', does: 'follow the object of this stop', run: actions.follow},
	{
		keys: ['d'],
		word: 'diff',
		does: 'what this stop changed',
		run: (state) => actions.form({...state, against: undefined}, 'diff'),
	},
	{keys: ['D'], word: 'diff-mark', does: 'what changed since the mark', run: actions.diffAgainstMark},
	{keys: ['y'], word: 'yaml', does: 'the whole object', run: (state) => actions.form(state, 'whole')},
	{keys: ['a'], word: 'blame', does: 'who wrote each line', run: (state) => actions.form(state, 'blame')},
	{
		keys: ['x'],
		word: 'real',
		does: 'see it for real: the command for a live cluster',
		short: 'real',
		run: (state) => ({...state, real: !state.real}),
	},
	{keys: ['p'], word: 'predict', does: 'hide the next stop until you have guessed', run: actions.togglePredict},
	{
		keys: ['i'],
		word: 'iptables',
		does: 'network: iptables of the nodes; again: endpoints',
		run: (state) => actions.networkPart(state, 'iptables'),
	},
	{
		keys: ['T'],
		word: 'traffic',
		does: 'network: traffic; again: endpoints',
		run: (state) => actions.networkPart(state, 'traffic'),
	},
	{
		keys: ['r'],
		word: 'restart',
		does: 'back to the start of your work',
		run: (state) => actions.jump(state, state.start),
	},
	{
		keys: ['P'],
		word: 'periodic',
		does: 'show or fold periodic work',
		run: (state) => ({
			...state,
			periodic: !state.periodic,
			message: state.periodic ? 'periodic work is folded' : 'periodic work is shown',
		}),
	},
	...views.map((view, index): Binding => ({
		keys: [String(index + 1)],
		word: view,
		does: `show ${view}`,
		run: (state) => actions.show(state, view),
	})),
	{
		keys: ['tab'],
		word: 'pane',
		does: 'next pane',
		run: (state) => actions.show(state, views[(views.indexOf(state.view) + 1) % views.length]!),
	},
	{keys: ['z'], word: 'zoom', does: 'this pane alone', run: (state) => ({...state, zoomed: !state.zoomed})},
	{keys: ['up', 'k'], word: 'up', does: 'up', run: (state) => actions.scroll(state, -1)},
	{keys: ['down', 'j'], word: 'down', does: 'down', run: (state) => actions.scroll(state, 1)},
	{keys: ['pageup', 'ctrl+b'], word: 'page-up', does: 'a page up', run: (state) => actions.scroll(state, -10)},
	{keys: ['pagedown', 'ctrl+f'], word: 'page-down', does: 'a page down', run: (state) => actions.scroll(state, 10)},
	{keys: ['return'], word: 'open', does: 'open what is selected; in a lesson: go on', run: actions.open},
	{
		keys: ['right', 'l'],
		word: 'option-next',
		does: 'lesson: next answer',
		run: (state) => actions.chooseOption(state, 1),
	},
	{
		keys: ['left', 'h'],
		word: 'option-previous',
		does: 'lesson: previous answer',
		run: (state) => actions.chooseOption(state, -1),
	},
	{keys: ['H'], word: 'hint', does: 'lesson: a hint', run: actions.hint},
	{keys: ['u'], word: 'undo', does: 'lesson: undo the last step', run: actions.undoLesson},
	{keys: ['!'], word: 'solution', does: 'lesson: show me the solution', run: actions.solution},
	{
		keys: [':'],
		word: 'command',
		does: 'command line: debugger words, and kubectl …',
		run: (state) => ({...state, mode: 'command', typed: '', historyAt: state.history.length}),
	},
	{
		keys: ['/'],
		word: 'find',
		does: 'find in this pane',
		short: 'find',
		run: (state) => ({...state, mode: 'find', find: ''}),
	},
	{keys: ['?'], word: 'help', does: 'all keys', short: 'all', run: (state) => ({...state, mode: 'help'})},
	{keys: ['q', 'ctrl+c'], word: 'quit', does: 'leave', run: actions.quit},
];

const byKey = new Map(bindings.flatMap((binding) => binding.keys.map((key) => [key, binding] as const)));
const byWord = new Map(bindings.map((binding) => [binding.word, binding] as const));

export const bindingOfKey = (key: string): Binding | undefined => byKey.get(key);
export const bindingOfWord = (word: string): Binding | undefined => byWord.get(word);
