const counted = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`;

/** What the board says in its own words, in English; the other languages have the same entries. */
export const board = {
	keys: (speed: string, enters: boolean) => `${enters ? 'enter looks inside  ' : ''}v closes  speed ${speed}`,
	you: 'you',
	noCommand: 'no command',
	lines: (count: number) => counted(count, 'line'),
	andFiles: (count: number) => `and ${counted(count, 'file')}`,
	done: 'done',
	idle: 'idle',
	from: (process: string) => ` from ${process}`,
	noRequest: 'no request yet',
	tells: (watchers: number) => `watch cache tells ${counted(watchers, 'watcher')}`,
	empty: 'empty',
	later: (count: number) => ` +${count} later`,
	idleControllers: (count: number) => `${count} idle`,
	kubeletWaits: 'kubelet waits: ',
	kubeletIdle: 'kubelet idle',
	pods: (count: number) => counted(count, 'Pod'),
	cordoned: 'cordoned',
	ready: (ready: number, endpoints: number) => `${ready} of ${endpoints} ready`,
	noneYet: 'none yet',
	nodes: (count: number) => `+${counted(count, 'node')}`,
	/** What the token stands for before anything has a name. */
	command: 'command',
	making: (kind: string) => `new ${kind}`,
	revision: (revision: string) => `revision ${revision}`,
	refused: 'refused',
	stored: 'stored',
	/** Heads of the rows below the drawing, of one width. */
	heads: {now: 'now    ', next: 'next   ', waits: 'waits  ', wrote: 'wrote  '},
	guessIt: 'guess it; p ends guessing',
	onlyPeriodic: 'nothing: only periodic work follows',
	notRecorded: 'not recorded yet: s goes on, c runs to the end',
	nothingYet: 'nothing has happened yet',
	nobody: 'nobody',
	/** Who waits for what, or does it for whom. */
	for: (process: string, what: string) => `${process} for ${what}`,
	/** A stage of the apiserver on behalf of a process. */
	stageFor: (stage: string, process: string) => `${stage} for ${process}`,
};
