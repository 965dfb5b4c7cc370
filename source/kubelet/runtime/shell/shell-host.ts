import type {Routine} from '../../../kernel/routine.js';

/** What a script runs in: a container as its first process, or an exec. */
export interface ShellHost {
	/** Files that were made inside the container. */
	readonly files: Map<string, string>;
	readonly environment: Readonly<Record<string, string>>;
	/** Lets time pass. With `interruptible` a SIGTERM ends it early. */
	pause(ms: number, options: {readonly interruptible: boolean; readonly periodic: boolean}): Routine;
	/** Takes a SIGTERM that came since the last call. */
	takeTerm(): boolean;
	/** Standard output and error. */
	print(text: string): Routine;
	/** Standard input to its end; absent: there is none. */
	read?(): Routine<string>;
	/** A program of the image's own, or the network; `undefined`: no such program. */
	program(words: readonly string[]): Routine<number | undefined>;
	now(): string;
}

/** `exit`: ends the script. */
export class Exit {
	constructor(
		readonly code: number,
		readonly reason?: 'OOMKilled',
	) {}
}
