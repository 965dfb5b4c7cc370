import type {Routine} from '../../kernel/routine.js';
import type {Caller} from './caller.js';

/** The size of a terminal, as its client reports it; 0 before the first report. */
export interface TerminalSize {
	readonly rows: number;
	readonly columns: number;
}

/** Settings that programs change: `stty -echo`, `stty raw`. */
export interface TerminalSettings {
	readonly echo: boolean;
	/** Input is read line by line, and may be erased until then. */
	readonly icanon: boolean;
	/** Ctrl-C, Ctrl-Z and Ctrl-\ send signals. */
	readonly isig: boolean;
}

/** A terminal as the programs in its container use it. */
export interface TerminalDevice {
	/** The path, such as `/dev/pts/0`. */
	readonly path: string;
	readonly size: TerminalSize;
	readonly settings: TerminalSettings;
	/** @returns `undefined` at the end of its input. */
	read(task: Caller, most?: 'line' | number): Routine<string | undefined>;
	/** Echoes for a program that edits its line itself. */
	show(text: string): void;
	resize(size: TerminalSize): void;
	/** Changes settings. Input that waits for the end of its line can be read at once by a program that reads keys. */
	set(settings: Partial<TerminalSettings>): void;
	/** The settings are again those of a new terminal. */
	reset(): void;
	/** Returns keys that a program has read but does not need. */
	unread(text: string): void;
}
