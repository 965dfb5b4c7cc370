import type {Routine} from '../../kernel/routine.js';
import type {Caller} from './caller.js';
import type {Signal} from './signals.js';
import {firstOf, type Stream} from './streams.js';
import type {Task} from './task.js';
import type {TerminalDevice, TerminalSettings, TerminalSize} from './terminal-device.js';

/** The ends of a terminal outside its container. */
export interface TerminalEnds {
	/** Sends text to its clients. */
	readonly show: (text: string) => void;
	/** Receives the output of its programs. */
	readonly print: (task: Task, text: string) => Routine;
	/** The processes that its keys end, the outermost first. */
	readonly foreground: () => readonly Task[];
}

const sane: TerminalSettings = {echo: true, icanon: true, isig: true};

const signals: ReadonlyMap<string, Signal> = new Map([
	['\u0003', 'INT'],
	['\u001A', 'TSTP'],
	['\u001C', 'QUIT'],
]);

/** A control character as a terminal echoes it: `^C`. */
const shown = (character: string): string =>
	character < ' ' && character !== '\t' ? `^${String.fromCharCode(character.charCodeAt(0) + 64)}` : character;

/**
A pseudo-terminal of a container, with the line discipline of Linux: it echoes, erases (backspace, Ctrl-W, Ctrl-U), sends signals, ends input at Ctrl-D, and ends lines of output with both characters.

@see https://man7.org/linux/man-pages/man3/termios.3.html
*/
export class Terminal implements Stream, TerminalDevice {
	size: TerminalSize = {rows: 0, columns: 0};
	settings: TerminalSettings = sane;
	/** The line that has not ended. */
	#line = '';
	/** Input that a program may read. */
	#ready = '';
	#isAtEnd = false;
	#isHungUp = false;
	readonly #waiting = new Set<Caller>();

	/** @param path such as `/dev/pts/0`. */
	constructor(
		readonly path: string,
		readonly ends: TerminalEnds,
	) {}

	get terminal(): Terminal {
		return this;
	}

	show(text: string): void {
		this.ends.show(text.replaceAll(/\r?\n/g, '\r\n'));
	}

	resize(size: TerminalSize): void {
		this.size = size;
		this.#signal('WINCH');
	}

	set(settings: Partial<TerminalSettings>): void {
		this.settings = {...this.settings, ...settings};
		if (!this.settings.icanon) {
			this.#ready += this.#line;
			this.#line = '';
		}
	}

	reset(): void {
		this.set(sane);
	}

	unread(text: string): void {
		this.#ready = text + this.#ready;
	}

	/** Types a text as its client. */
	type(text: string): void {
		for (const character of text) {
			this.#typed(character);
		}

		if (text !== '') {
			this.#wake();
		}
	}

	/** Closes its client's input: programs read the arrived data, and then the end. */
	hangUp(): void {
		this.#isHungUp = true;
		this.#wake();
	}

	#typed(character: string): void {
		const {echo, icanon, isig} = this.settings;
		const signal = signals.get(character);
		if (isig && signal) {
			this.#line = '';
			this.#ready = '';
			this.#echo(shown(character));
			this.#signal(signal);
		} else if (icanon) {
			this.#toLine(character);
		} else {
			this.#ready += character === '\r' ? '\n' : character;
			if (echo) {
				this.#echo(shown(character));
			}
		}
	}

	#toLine(character: string): void {
		switch (character) {
			case '\r':
			case '\n': {
				this.#ready += `${this.#line}\n`;
				this.#line = '';
				this.#echo('\r\n');
				break;
			}

			case '\u007F':
			case '\b': {
				this.#erase(1);
				break;
			}

			case '\u0015': {
				this.#erase([...this.#line].length);
				break;
			}

			case '\u0017': {
				this.#erase([...(/\S*\s*$/.exec(this.#line)?.[0] ?? '')].length);
				break;
			}

			case '\u0004': {
				this.#isAtEnd = this.#line === '';
				this.#ready += this.#line;
				this.#line = '';
				break;
			}

			default: {
				this.#line += character;
				this.#echo(shown(character));
			}
		}
	}

	#erase(count: number): void {
		const characters = [...this.#line];
		const erased = characters.splice(Math.max(0, characters.length - count));
		this.#line = characters.join('');
		this.#echo('\b \b'.repeat(erased.map(shown).join('').length));
	}

	#echo(text: string): void {
		if (this.settings.echo) {
			this.ends.show(text);
		}
	}

	#signal(signal: Signal): void {
		for (const task of this.ends.foreground()) {
			task.signal(signal);
		}
	}

	*read(task: Caller, most?: 'line' | number): Routine<string | undefined> {
		const isReady = (): boolean => this.#ready !== '' || this.#isAtEnd || this.#isHungUp;
		if (!isReady()) {
			this.#waiting.add(task);
			try {
				yield* task.wait(Number.POSITIVE_INFINITY, isReady);
			} finally {
				this.#waiting.delete(task);
			}
		}

		const text = firstOf(this.#ready, most);
		this.#ready = this.#ready.slice(text.length);
		if (text !== '') {
			return text;
		}

		this.#isAtEnd = false;
		return undefined;
	}

	*write(task: Task, text: string): Routine {
		yield* this.ends.print(task, text);
	}

	// oxlint-disable-next-line no-empty-function
	retain(): void {}

	// oxlint-disable-next-line no-empty-function
	release(): void {}

	#wake(): void {
		for (const task of this.#waiting) {
			task.thread.wake();
		}
	}
}

/** The processes that the keys of a terminal end: those that its innermost shell has started. @param tasks of one thread, the outermost first. */
export const foregroundOf = (tasks: readonly Task[]): readonly Task[] =>
	tasks.slice(tasks.findLastIndex(({shell}) => shell?.isInteractive === true) + 1);
