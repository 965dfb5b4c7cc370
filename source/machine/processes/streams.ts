import type {Routine} from '../../kernel/routine.js';
import {FileError, type FileSystem} from '../../host/file-system.js';
import type {Caller} from './caller.js';
import type {TerminalDevice} from './terminal-device.js';

/** The stream of a file descriptor. Several descriptors may share one. */
export interface Stream {
	/** @returns the available text, at most a line or this many characters on request; `undefined` at its end. */
	read(task: Caller, most?: 'line' | number): Routine<string | undefined>;
	write(task: Caller, text: string): Routine;
	/** Adds or removes a reference by a descriptor. */
	retain(): void;
	release(): void;
	/** The stream as a terminal, if it is one. */
	readonly terminal?: (TerminalDevice & Stream) | undefined;
}

/** The beginning of a text: a line, so many characters, or all. */
export const firstOf = (text: string, most: 'line' | number | undefined): string => {
	if (most === undefined) {
		return text;
	}

	if (most === 'line') {
		return text.slice(0, text.indexOf('\n') + 1 || undefined);
	}

	return text.slice(0, Math.max(1, most));
};

/** A stream with a single holder. */
abstract class OwnStream implements Stream {
	*read(_task: Caller, _most?: 'line' | number): Routine<string | undefined> {
		return undefined;
	}

	// oxlint-disable-next-line no-empty-function
	*write(_task: Caller, _text: string): Routine {}

	// oxlint-disable-next-line no-empty-function
	retain(): void {}

	// oxlint-disable-next-line no-empty-function
	release(): void {}
}

/** `/dev/null`, and the standard input of a container without `stdin`. */
export class Nothing extends OwnStream {}

/** Zeros or noise without an end. */
export class Endless extends OwnStream {
	constructor(readonly make: (length: number) => string) {
		super();
	}

	override *read(task: Caller, most?: 'line' | number): Routine<string> {
		yield* task.spend(20);
		return this.make(Math.min(typeof most === 'number' ? most : 65_536, 65_536));
	}
}

/** `/dev/full`. */
export class Full extends OwnStream {
	override *write(): Routine {
		throw new FileError('ENOSPC', '/dev/full');
	}
}

/** A heredoc. */
export class TextSource extends OwnStream {
	#rest: string;

	constructor(text: string) {
		super();
		this.#rest = text;
	}

	override *read(_task: Caller, most?: 'line' | number): Routine<string | undefined> {
		if (this.#rest === '') {
			return undefined;
		}

		const text = firstOf(this.#rest, most);
		this.#rest = this.#rest.slice(text.length);
		return text;
	}
}

/** The target of output that leaves the container's processes: its log, or the client of an exec. */
export class Sink extends OwnStream {
	constructor(readonly print: (text: string) => Routine) {
		super();
	}

	override *write(task: Caller, text: string): Routine {
		yield* task.spend(1 + text.length / 500);
		yield* this.print(text);
	}
}

/** Standard input from outside. */
export class Source extends OwnStream {
	constructor(readonly next: (most?: 'line' | number) => Routine<string | undefined>) {
		super();
	}

	override *read(_task: Caller, most?: 'line' | number): Routine<string | undefined> {
		return yield* this.next(most);
	}
}

/** An open file. */
export class OpenFile extends OwnStream {
	#position = 0;

	constructor(
		readonly files: FileSystem,
		readonly path: string,
	) {
		super();
	}

	#endOf(text: string, most: 'line' | number | undefined): number {
		if (most === 'line') {
			return text.indexOf('\n', this.#position) + 1 || text.length;
		}

		return most === undefined ? text.length : this.#position + Math.max(1, most);
	}

	override *read(task: Caller, most?: 'line' | number): Routine<string | undefined> {
		const text = this.files.read(this.path);
		if (this.#position >= text.length) {
			return undefined;
		}

		const chunk = text.slice(this.#position, this.#endOf(text, most));
		this.#position += chunk.length;
		yield* task.spend(chunk.length / 1000);
		return chunk;
	}

	override *write(task: Caller, text: string): Routine {
		this.files.write(this.path, text, {append: true});
		// A file is copied when it grows.
		yield* task.spend(1 + (text.length + (this.files.stat(this.path)?.size ?? 0)) / 20_000);
	}
}

const pipeCapacity = 65_536;

/** A pipe between two processes. */
export class Pipe {
	#text = '';
	#readers = 0;
	#writers = 0;
	readonly #waiting = new Set<Caller>();

	/** The reading end. */
	readonly output: Stream = {
		read: (task, most) => this.#read(task, most),
		// oxlint-disable-next-line no-empty-function
		*write() {},
		retain: () => {
			this.#readers++;
		},
		release: () => {
			this.#readers--;
			this.#tell();
		},
	};

	/** The writing end. */
	readonly input: Stream = {
		*read() {
			return undefined;
		},
		write: (task, text) => this.#write(task, text),
		retain: () => {
			this.#writers++;
		},
		release: () => {
			this.#writers--;
			this.#tell();
		},
	};

	*#read(task: Caller, most: 'line' | number | undefined): Routine<string | undefined> {
		yield* this.#until(task, () => this.#text !== '' || this.#writers === 0);
		if (most === 'line') {
			// The writer may not have finished the line yet.
			yield* this.#until(
				task,
				() => this.#text.includes('\n') || this.#writers === 0 || this.#text.length >= pipeCapacity,
			);
		}

		const text = firstOf(this.#text, most);
		if (text === '') {
			return undefined;
		}

		this.#text = this.#text.slice(text.length);
		this.#tell();
		yield* task.spend(1);
		return text;
	}

	*#write(task: Caller, text: string): Routine {
		for (let at = 0; at < text.length; at += pipeCapacity) {
			yield* this.#until(task, () => this.#text.length < pipeCapacity || this.#readers === 0);
			if (this.#readers === 0) {
				yield* task.raise('PIPE');
				return;
			}

			this.#text += text.slice(at, at + pipeCapacity);
			this.#tell();
			yield* task.spend(1 + text.length / 1000);
		}
	}

	*#until(task: Caller, ready: () => boolean): Routine {
		if (ready()) {
			return;
		}

		this.#waiting.add(task);
		try {
			yield* task.wait(Number.POSITIVE_INFINITY, ready);
		} finally {
			this.#waiting.delete(task);
		}
	}

	#tell(): void {
		for (const task of this.#waiting) {
			task.thread.wake();
		}
	}
}
