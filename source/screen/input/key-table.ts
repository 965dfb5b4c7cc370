import {viewTable, type View} from '../../classroom/views.js';
import type {Binding} from './binding.js';

/** A row of the table: the keys are separated by spaces. */
type Row = Omit<Binding, 'keys'> & {readonly keys: string};

const moving = [
	{word: 'step', keys: 's', does: 'step into: the next stop', short: 'step'},
	{word: 'next', keys: 'n', does: 'step over: the next stop at this depth', short: 'over'},
	{word: 'finish', keys: 'f', does: 'step out of this frame', short: 'out'},
	{word: 'continue', keys: 'c', does: 'continue to a breakpoint or rest; while serving: hold', short: 'run'},
	{word: 'change', keys: '.', does: 'next change to the followed object'},
	{word: 'stage', keys: 'e', does: 'next stage'},
	{word: 'back', keys: 'S', does: 'step back', short: 'back'},
	{word: 'back-over', keys: 'N', does: 'step back over', short: 'back'},
	{word: 'back-out', keys: 'F', does: 'back to where this frame was entered', short: 'back'},
	{word: 'back-continue', keys: 'C', does: 'continue backwards', short: 'back'},
	{word: 'back-change', keys: ',', does: 'previous change to the followed object'},
	{word: 'back-stage', keys: 'E', does: 'previous stage'},
	{word: 'next-version', keys: ']', does: 'next change to the object on the screen'},
	{word: 'previous-version', keys: '[', does: 'previous change to the object on the screen'},
	{word: 'process', keys: ')', does: 'next stop of this process'},
	{word: 'back-process', keys: '(', does: 'previous stop of this process'},
	{word: 'cause', keys: '<', does: 'to the stop that caused this one'},
	{word: 'effect', keys: '>', does: 'to the stop that this one led to'},
	{word: 'start', keys: 'g', does: 'to the start of your work'},
	{word: 'end', keys: 'G', does: 'to the end of your work; again: of the recording'},
	{word: 'mark', keys: 'm', does: 'mark this stop'},
	{word: 'jump', keys: "'", does: 'to the mark; the mark moves here'},
	{word: 'restart', keys: 'r', does: 'back to the start, with the panes reset'},
] as const satisfies readonly Row[];

const looking = [
	{word: 'break', keys: 'b', does: 'breakpoint at this stage; again: off', short: 'break'},
	{word: 'breakpoints', keys: 'B', does: 'list and edit breakpoints'},
	{word: 'run-to', keys: 't', does: 'continue to the next stop of this stage'},
	{word: 'why', keys: 'w', does: 'why: causes and effects', short: 'why'},
	{word: 'real', keys: 'x', does: 'see it for real: the command for a live cluster', short: 'real'},
	{word: 'follow', keys: 'o', does: 'follow the object of this stop, or the selected one'},
	{word: 'diff', keys: 'd', does: 'what this stop changed'},
	{word: 'diff-mark', keys: 'D', does: 'what changed since the mark'},
	{word: 'yaml', keys: 'y', does: 'the whole object'},
	{word: 'blame', keys: 'a', does: 'the writer of each line'},
	{word: 'printed', keys: 'K', does: 'what kubectl printed; again: the object'},
	{word: 'faults', keys: 'X', does: 'faults that fit the selected box or object, or this stop'},
	{word: 'predict', keys: 'p', does: 'guess each stop before you see it; again: off'},
	{word: 'periodic', keys: 'P', does: 'show or fold periodic work'},
] as const satisfies readonly Row[];

const panes = [
	{word: 'pane', keys: 'tab', does: 'next pane; in a lesson: its text at full height'},
	{word: 'pane-back', keys: 'backtab', does: 'previous pane'},
	{word: 'zoom', keys: 'z', does: 'this pane alone'},
	{word: 'up', keys: 'up k', does: 'up'},
	{word: 'down', keys: 'down j', does: 'down'},
	{word: 'left', keys: 'left h', does: 'scroll left'},
	{word: 'right', keys: 'right l', does: 'scroll right'},
	{word: 'page-up', keys: 'pageup ctrl+b', does: 'a page up'},
	{word: 'page-down', keys: 'pagedown ctrl+f space', does: 'a page down'},
	{word: 'top', keys: 'home', does: 'to the first row'},
	{word: 'bottom', keys: 'end', does: 'to the last row'},
	{word: 'open', keys: 'return', does: 'open what is selected; unfold; in a lesson: go on'},
	{word: 'close', keys: 'escape', does: 'close what is open'},
] as const satisfies readonly Row[];

/** `why` is a separate word: it also takes the key `w`. */
type ViewWord = Exclude<View, 'why'> | 'causes';

const shows = viewTable.map((view): Row & {readonly word: ViewWord} => ({
	word: view.name === 'why' ? 'causes' : view.name,
	keys: view.key,
	does: view.does,
	...('footer' in view ? {short: view.footer} : {}),
}));

const inPanes = [
	{word: 'frame-up', keys: 'u', does: 'stack: the outer frame', in: 'stack', short: 'frame'},
	{word: 'frame-down', keys: 'd', does: 'stack: the inner frame', in: 'stack', short: 'frame'},
	{word: 'zoom-in', keys: '+ =', does: 'lanes: fewer stops, wider apart', in: 'lanes', short: 'zoom'},
	{word: 'zoom-out', keys: '-', does: 'lanes: more stops', in: 'lanes', short: 'zoom'},
	{word: 'rules', keys: 'i', does: 'network: rules of the nodes; again: endpoints', in: 'network', short: 'rules'},
	{word: 'dns', keys: 'n', does: 'network: the DNS zone; again: endpoints', in: 'network', short: 'DNS'},
	{
		word: 'traffic',
		keys: 't',
		does: 'network: traffic; again: the race; again: endpoints',
		in: 'network',
		short: 'traffic',
	},
	{
		word: 'race',
		keys: 'T',
		does: 'network: the race of the latest address change',
		in: 'network',
		short: 'race',
	},
	{word: 'scrub-back', keys: 'left h', does: 'race: back in time', in: 'race', short: 'time'},
	{word: 'scrub-on', keys: 'right l', does: 'race: forward in time', in: 'race', short: 'time'},
	{
		word: 'future',
		keys: 'w',
		does: 'race: the same with a preStop sleep of 1 s, on a branch',
		in: 'race',
		short: 'preStop',
	},
	{
		word: 'whole-network',
		keys: 'a',
		does: 'network: rules and hops in full; again: only those that decide',
		in: 'network',
		short: 'full',
	},
	{word: 'inside', keys: 'i', does: 'cluster: what is inside the selected node or Pod', in: 'cluster', short: 'inside'},
	{word: 'logs', keys: 'l', does: 'cluster: what the selected Pod printed', in: 'cluster', short: 'logs'},
	{
		word: 'describe',
		keys: 'd',
		does: 'cluster: the selected row as kubectl describe prints it',
		in: 'selected',
		short: 'describe',
	},
	{
		word: 'shell',
		keys: 's',
		does: 'cluster: a command in the selected Pod, with kubectl exec',
		in: 'selected',
		short: 'shell',
	},
	{
		word: 'play',
		keys: 'space',
		does: 'board: play the story of what you follow; again, or any other key: pause',
		in: 'board',
		short: 'play',
	},
	{word: 'beat-back', keys: 'left h', does: 'story: the previous beat', in: 'story', short: 'beat'},
	{word: 'beat', keys: 'right l', does: 'story: the next beat', in: 'story', short: 'beat'},
	{
		word: 'speed',
		keys: '1 2 3 4 5 6 7 8 9',
		does: 'board: play every stop at this speed',
		in: 'board',
		short: 'to 9 speed',
	},
	{word: 'box-left', keys: 'left h', does: 'board: the box to the left', in: 'board'},
	{word: 'box-right', keys: 'right l', does: 'board: the box to the right', in: 'board'},
	{word: 'box-up', keys: 'up k', does: 'board: the box above', in: 'board'},
	{word: 'box-down', keys: 'down j', does: 'board: the box below; enter looks inside', in: 'board'},
	{word: 'box-next', keys: 'tab', does: 'board: the next box; in a lesson: its text at full height', in: 'board'},
	{word: 'find-next', keys: 'n', does: 'find: next match', in: 'find', short: 'next'},
	{word: 'find-previous', keys: 'N', does: 'find: previous match', in: 'find'},
] as const satisfies readonly Row[];

const inLessons = [
	{word: 'option-next', keys: 'right l', does: 'question: next answer', in: 'question'},
	{word: 'option-previous', keys: 'left h', does: 'question: previous answer', in: 'question'},
	{word: 'skip', keys: '!', does: 'question: skip it and see the answer', in: 'question', short: 'skip'},
	{word: 'hint', keys: 'H', does: 'task: a hint', in: 'task', short: 'hint'},
	{word: 'undo', keys: 'u', does: 'lesson: back; again: undo a step', in: 'lesson'},
	{word: 'solution', keys: '!', does: 'task: show me the solution', in: 'task', short: 'solution'},
] as const satisfies readonly Row[];

const inGuesses = [
	{word: 'answer', keys: '1 2 3 4', does: 'guess: this answer', in: 'guess'},
	{word: 'answer-next', keys: 'down', does: 'guess: the next answer', in: 'guess', short: 'choose'},
	{word: 'answer-previous', keys: 'up', does: 'guess: the previous answer', in: 'guess', short: 'choose'},
	{word: 'answer-chosen', keys: 'return', does: 'guess: the chosen answer', in: 'guess', short: 'answer'},
] as const satisfies readonly Row[];

const always = [
	{word: 'command', keys: ':', does: 'command line: debugger words, and kubectl …'},
	{
		word: 'palette',
		keys: 'ctrl+p',
		does: 'search every word, object, stage, lesson and recent command',
		short: 'search',
	},
	{word: 'find', keys: '/', does: 'find in this pane', short: 'find'},
	{word: 'help', keys: '?', does: 'all keys', short: 'all'},
	{word: 'quit', keys: 'q', does: 'leave; asks first if something would be lost'},
	{word: 'leave', keys: 'ctrl+c', does: 'leave at once'},
	{word: 'suspend', keys: 'ctrl+z', does: 'suspend to the shell; fg returns'},
] as const satisfies readonly Row[];

/** The keys under the headings of `?`. */
const groups = {moving, looking, views: shows, panes, inPanes, inLessons: [...inLessons, ...inGuesses], always};

const rows = [...moving, ...looking, ...shows, ...panes, ...inPanes, ...inLessons, ...inGuesses, ...always];

/** The words of all bindings. */
export type Word = (typeof rows)[number]['word'];

/** The name of a group of keys. */
export type KeyGroup = keyof typeof groups;

/** The words of each group of keys, in the order of `?`. */
export const keyGroups: ReadonlyArray<{readonly name: KeyGroup; readonly words: ReadonlySet<Word>}> = (
	['moving', 'looking', 'views', 'panes', 'inPanes', 'inLessons', 'always'] as const
).map((name) => ({name, words: new Set(groups[name].map(({word}): Word => word))}));

/** The key table. */
export type Keymap = ReadonlyArray<Binding<Word>>;

/** All actions of keys, in the order of `?` and the manual. */
export const keyTable: Keymap = rows.map(({keys, ...rest}) => ({keys: keys.split(' '), ...rest}));
