/** Signals by number, without `SIG`; those of container programs. */
const numbers = {
	HUP: 1,
	INT: 2,
	QUIT: 3,
	ABRT: 6,
	KILL: 9,
	USR1: 10,
	SEGV: 11,
	USR2: 12,
	PIPE: 13,
	ALRM: 14,
	TERM: 15,
	CHLD: 17,
	CONT: 18,
	STOP: 19,
	TSTP: 20,
	WINCH: 28,
} as const;

export type Signal = keyof typeof numbers;

const names: readonly Signal[] = [
	'HUP',
	'INT',
	'QUIT',
	'ABRT',
	'KILL',
	'USR1',
	'SEGV',
	'USR2',
	'PIPE',
	'ALRM',
	'TERM',
	'CHLD',
	'CONT',
	'STOP',
	'TSTP',
	'WINCH',
];

const descriptions: ReadonlyMap<Signal, string> = new Map([
	['HUP', 'Hangup'],
	['QUIT', 'Quit'],
	['ABRT', 'Aborted'],
	['KILL', 'Killed'],
	['SEGV', 'Segmentation fault'],
	['TERM', 'Terminated'],
]);

/** The message of a shell about a program that a signal has ended; some signals have none. */
export const signalDescription = (signal: Signal): string | undefined => descriptions.get(signal);

/** The number of a signal on Linux: 15 for `TERM`. */
export const signalNumber = (signal: Signal): number => numbers[signal];

/** A signal by name (`TERM`, `SIGTERM`, `term`) or number. */
export const signalNamed = (text: string): Signal | undefined => {
	const name = text.toUpperCase().replace(/^SIG/, '');
	return names.find((signal) => signal === name || String(numbers[signal]) === text);
};

/** Whether a signal by default ends a process. */
export const isFatal = (signal: Signal): boolean => !['CHLD', 'CONT', 'STOP', 'TSTP', 'WINCH'].includes(signal);
