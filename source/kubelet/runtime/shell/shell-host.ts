import type {FileSystem} from '../files/file-system.js';
import type {Routine} from '../../../kernel/routine.js';

/** What a script runs in: a container as its first process, or an exec. */
export interface ShellHost {
	/** Files as the container sees them. */
	readonly files: FileSystem;
	readonly environment: Readonly<Record<string, string>>;
	/** Lets time pass. With `interruptible` a SIGTERM ends it early. */
	pause(ms: number, options: {readonly interruptible: boolean; readonly periodic: boolean}): Routine;
	/** Takes a SIGTERM that came since the last call. */
	takeTerm(): boolean;
	/** Standard output and error. */
	print(text: string): Routine;
	/** Reads standard input to its end; absent if there is no standard input. */
	read?(): Routine<string>;
	/** A program of the image, or one that uses the network; `undefined` if there is no such program. */
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
