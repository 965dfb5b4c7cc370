/** A word of the command line that takes arguments; the words of the key table take none. */
export interface CommandRow<Word extends string = string> {
	readonly word: Word;
	/** Its argument in the list of words; empty without one. */
	readonly argument: string;
	/** Its effect, for the list of words. */
	readonly does: string;
}

const rows = [
	{
		word: 'kubectl',
		argument: '…',
		does: 'runs kubectl once the running command ends (&: alongside it); in the past, this begins another future',
	},
	{word: 'interrupt', argument: '[LINE]', does: 'Ctrl-C for kubectl commands still running: get -w, logs -f'},
	{
		word: 'break',
		argument: 'WORDS',
		does: 'a breakpoint: stage, pod/web, component=, path=, reason=, verb=, if=CEL, hits=, log=, time=, once, failure',
	},
	{word: 'delete', argument: 'N', does: 'removes breakpoint N'},
	{word: 'toggle', argument: 'N', does: 'switches breakpoint N on or off'},
	{word: 'follow', argument: 'OBJECT', does: 'follows pod/web, deployment/shop/web or a ledger key'},
	{
		word: 'who',
		argument: 'OBJECT FIELD',
		does: 'the writer of a field, and the step of the write: who pod/web spec.nodeName',
	},
	{word: 'goto', argument: 'STEP', does: 'goes to a step, or to a time since you began: goto +2.5s'},
	{
		word: 'until',
		argument: '[OBJECT] CEL',
		does: 'continues until this is true of an object, by default the followed one: until ready, until pod/web ready, until rest',
	},
	{
		word: 'play',
		argument: 'SPEED',
		does: 'plays the board: story; raw, every stop; x10, ten times virtual time (x0.1 to x1000); 20/s, twenty stops a second',
	},
	{word: 'futures', argument: '', does: 'the tree of futures: what was done in each; enter goes there'},
	{word: 'future', argument: 'NAME', does: 'goes to a future'},
	{word: 'branch', argument: '[NAME]', does: 'begins another future here, without a command'},
	{word: 'name', argument: 'NAME', does: 'renames this future'},
	{
		word: 'again',
		argument: '',
		does: 'repeats the later actions of the future from which this one branched, if they still apply',
	},
	{word: 'other', argument: '', does: 'switches to the other future; again: back'},
	{
		word: 'compare',
		argument: '[A] [B]',
		does: 'two futures side by side, at their first difference, and how they end; by default this one and the other',
	},
	{
		word: 'traffic',
		argument: 'HOST:PORT',
		does: 'starts a client that sends requests: traffic web.default.svc.cluster.local:80 50ms',
	},
	{
		word: 'packet',
		argument: 'A B',
		does: 'follows a packet on its way: packet pod/web shop:80, packet outside node-a:30080',
	},
	{
		word: 'fault',
		argument: 'WORDS',
		does: 'breaks something, now or later: crash, pause, slow, fail requests, close watches …; tab lists them',
	},
	{word: 'crash', argument: 'PROCESS', does: 'kills a process, such as kube-scheduler'},
	{word: 'revive', argument: 'PROCESS', does: 'starts a killed process again'},
	{word: 'heal', argument: '[TARGET]', does: 'ends all lasting faults, or those of one target'},
	{word: 'answer', argument: 'VALUE', does: 'lesson: answers a question that asks for a value'},
	{word: 'task', argument: '[N]', does: 'exam: opens a task; without a number, lists all tasks'},
	{word: 'flag', argument: '', does: 'exam: marks this task for later; again: removes the mark'},
	{word: 'clock', argument: '', does: 'exam: stops the clock until you press enter'},
	{word: 'grade', argument: '', does: 'exam: ends the exam and shows the result'},
	{word: 'save', argument: 'FILE', does: 'writes the recording'},
	{word: 'link', argument: '[FILE]', does: 'shows the link that opens this stop in the web page, or writes it to FILE'},
	{
		word: 'export',
		argument: 'FORMAT FILE',
		does: 'exports the run up to here: export html run.html; with pod/web at the end, only its stops',
	},
] as const satisfies readonly CommandRow[];

/** The words of the command table. */
export type CommandWord = (typeof rows)[number]['word'];

/** The words of the command line, besides those of the key table. */
export const commandTable: ReadonlyArray<CommandRow<CommandWord>> = rows;

/** The usage of resource names on the command line. */
export const resourceUsage = 'RESOURCE';

/** The words for `?` and the manual: the usage and effect of each. */
export const commandUsages: ReadonlyArray<readonly [usage: string, does: string]> = [
	...commandTable.map(({word, argument, does}) => [`${word} ${argument}`.trimEnd(), does] as const),
	[resourceUsage, 'lists objects of a kind, as in k9s: pods, deploy, svc …; cluster shows the tree again'],
];
