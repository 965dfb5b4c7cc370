import type {Routine} from '../../../kernel/routine.js';
import {FileError, resolvePath} from '../../../host/file-system.js';
import {open, readAll} from '../open.js';
import type {Stream} from '../streams.js';
import type {Task} from '../task.js';

/** A program in every image with a shell. @returns its exit code. */
export type Program = (task: Task, args: readonly string[]) => Routine<number>;

/** Programs by name. */
export type Programs = Readonly<Record<string, Program>>;

/** The options of a command line. */
export interface Options {
	/** Options without a value, by letter; long ones by their letter. */
	readonly flags: ReadonlySet<string>;
	/** Options with a value. */
	readonly values: ReadonlyMap<string, string>;
	/** All values of an option that is given more than once. */
	readonly lists: ReadonlyMap<string, readonly string[]>;
	readonly operands: readonly string[];
}

/** The options of a program. */
interface OptionNames {
	/** Letters of options without a value. */
	readonly flags?: string;
	/** Letters of options with a value. */
	readonly values?: string;
	/** Long names, and the letter (or long name) of each: `{lines: 'n'}`. */
	readonly long?: Readonly<Record<string, string>>;
	/** `-5` is a value for this letter. */
	readonly number?: string;
	/** Words after the first operand are not options. */
	readonly stops?: boolean;
	/** A number below zero is an operand. */
	readonly negative?: boolean;
}

/** @returns the parsed words, or the option that the program lacks here. */
export const readOptions = (
	args: readonly string[],
	{flags: known = '', values: valued = '', long = {}, number, stops, negative}: OptionNames,
): Options | {readonly unknown: string} => {
	const flags = new Set<string>();
	const lists = new Map<string, string[]>();
	const add = (letter: string, value: string): void => {
		lists.set(letter, [...(lists.get(letter) ?? []), value]);
	};

	const operands: string[] = [];
	for (let index = 0; index < args.length; index++) {
		const word = args[index] ?? '';
		if (word === '--') {
			operands.push(...args.slice(index + 1));
			break;
		}

		if (word.startsWith('--')) {
			const [, name = '', value] = /^--([^=]*)(?:=(.*))?$/s.exec(word) ?? [];
			const letter = Object.hasOwn(long, name) ? long[name] : undefined;
			if (letter === undefined) {
				return {unknown: word};
			}

			if (value !== undefined) {
				add(letter, value);
			} else if (valued.includes(letter) || letter.length > 1) {
				add(letter, letter.length > 1 && !valued.includes(letter) ? '' : (args[++index] ?? ''));
			}

			flags.add(letter);
		} else if (word.length < 2 || !word.startsWith('-') || (negative && /^-[\d.]+$/.test(word))) {
			operands.push(word);
			if (stops) {
				operands.push(...args.slice(index + 1));
				break;
			}
		} else if (number !== undefined && /^-\d+$/.test(word)) {
			add(number, word.slice(1));
		} else {
			for (let at = 1; at < word.length; at++) {
				const letter = word.charAt(at);
				if (valued.includes(letter)) {
					add(letter, word.slice(at + 1) || (args[++index] ?? ''));
					flags.add(letter);
					break;
				}

				if (!known.includes(letter)) {
					return {unknown: `-${letter}`};
				}

				flags.add(letter);
			}
		}
	}

	const values = new Map([...lists].map(([letter, list]) => [letter, list.at(-1) ?? '']));
	return {flags, values, lists, operands};
};

/** A program with options. An option that is missing here is not simulated: the program is assumed to work. */
export const program = (names: OptionNames, run: (task: Task, options: Options) => Routine<number>): Program =>
	function* (task, args) {
		const options = readOptions(args, names);
		if ('unknown' in options) {
			yield* task.table.machine.assume(task, `${task.words[0] ?? ''} ${options.unknown}`);
			return 0;
		}

		return yield* run(task, options);
	};

/** A program's own name, without its folder. */
export const nameOf = ({words}: Task): string => (words[0] ?? '').replace(/^.*\//, '');

/** A message of a program about itself. */
export function* complain(task: Task, text: string): Routine {
	yield* task.error(`${nameOf(task)}: ${text}\n`);
}

/** The words in which programs of GNU and busybox report a file that they cannot open. */
export const cannotOpen = (task: Task, path: string, {description}: FileError): string =>
	task.isBusybox ? `can't open '${path}': ${description}` : `${path}: ${description}`;

/** Performs work on files. @param message the error if it fails. @returns whether it succeeded. */
export function* attempt(task: Task, action: () => void, message: (error: FileError) => string): Routine<boolean> {
	try {
		action();
		return true;
	} catch (error) {
		if (!(error instanceof FileError)) {
			throw error;
		}

		yield* complain(task, message(error));
		return false;
	}
}

/** A file as a program opens it: `-` and no name at all are standard input. @returns `undefined` if it cannot, after it has printed the error. */
export function* opened(task: Task, path: string | undefined): Routine<Stream | undefined> {
	if (path === undefined || path === '-') {
		return {
			*read(_, most) {
				return yield* task.read(most);
			},
			// oxlint-disable-next-line no-empty-function
			*write() {},
			// oxlint-disable-next-line no-empty-function
			retain() {},
			// oxlint-disable-next-line no-empty-function
			release() {},
		};
	}

	try {
		return yield* open(task, path, '<');
	} catch (error) {
		if (!(error instanceof FileError)) {
			throw error;
		}

		const notRead = task.isBusybox ? 'read error: Is a directory' : `${path}: Is a directory`;
		const isRead = error.code === 'EISDIR' && nameOf(task) === 'cat';
		yield* complain(task, isRead ? notRead : cannotOpen(task, path, error));
		return undefined;
	}
}

/** The whole text of a file, or of standard input. */
export function* textOf(task: Task, path: string | undefined): Routine<string | undefined> {
	const stream = yield* opened(task, path);
	if (!stream) {
		return undefined;
	}

	const text = yield* readAll(task, stream);
	yield* task.spend(text.length / 2000);
	return text;
}

/** The texts of all operands together, or standard input; an unreadable file is skipped, and the exit code is 1. */
export function* textsOf(
	task: Task,
	paths: readonly string[],
): Routine<{readonly text: string; readonly status: number}> {
	let all = '';
	let status = 0;
	for (const path of paths.length === 0 ? [undefined] : paths) {
		const text = yield* textOf(task, path);
		if (text === undefined) {
			status = 1;
		} else {
			all += text;
			if (all.length > longest) {
				task.reserve(Number.POSITIVE_INFINITY);
			}
		}
	}

	return {text: all, status};
}

const longest = 8 * 1024 * 1024;

/** Lines as a text: each with its end. */
export const joined = (lines: readonly string[]): string => (lines.length === 0 ? '' : `${lines.join('\n')}\n`);

/** Lines of a text, without their ends. */
export const linesOf = (text: string): string[] => {
	const lines = text.split('\n');
	if (lines.at(-1) === '') {
		lines.pop();
	}

	return lines;
};

/** Reads a stream line by line. */
class LineReader {
	#text = '';
	#ended = false;

	constructor(
		readonly task: Task,
		readonly stream: Stream,
	) {}

	/** The next line with its end; `undefined` after the last. */
	*next(): Routine<string | undefined> {
		let end = this.#text.indexOf('\n');
		while (end === -1 && !this.#ended) {
			const chunk = yield* this.stream.read(this.task);
			if (chunk === undefined) {
				this.#ended = true;
			} else {
				this.#text += chunk;
				end = this.#text.indexOf('\n');
				if (this.#text.length > longest) {
					this.task.reserve(Number.POSITIVE_INFINITY);
				}
			}
		}

		yield* this.task.spend(0.3);
		const line = end === -1 ? this.#text : this.#text.slice(0, end + 1);
		this.#text = this.#text.slice(line.length);
		return line === '' ? undefined : line;
	}

	/** Whether a complete line is available without waiting. */
	get isReady(): boolean {
		return this.#text.includes('\n');
	}
}

/** The lines of files, or of standard input, on arrival. */
export class FileLines {
	readonly #paths: string[];
	#reader: LineReader | undefined;
	/** The line after the present one, if it has been read. */
	#ahead: {readonly line: string | undefined} | undefined;
	/** The present line is the last one, and has no end. */
	isOpen = false;
	/** A file could not be read. */
	hasFailed = false;

	constructor(
		readonly task: Task,
		paths: readonly string[],
	) {
		this.#paths = paths.length === 0 ? ['-'] : [...paths];
	}

	/** The next line, without its end. */
	*next(): Routine<string | undefined> {
		const {line} = this.#ahead ?? {line: yield* this.#read()};
		this.#ahead = undefined;
		this.isOpen = line !== undefined && !line.endsWith('\n');
		return line?.replace(/\n$/, '');
	}

	*isLast(): Routine<boolean> {
		this.#ahead ??= {line: yield* this.#read()};
		return this.#ahead.line === undefined;
	}

	*#read(): Routine<string | undefined> {
		for (;;) {
			const line = yield* this.#reader ? this.#reader.next() : nothing();
			if (line !== undefined) {
				return line;
			}

			const path = this.#paths.shift();
			if (path === undefined) {
				return undefined;
			}

			const stream = yield* opened(this.task, path);
			this.hasFailed ||= stream === undefined;
			this.#reader = stream && new LineReader(this.task, stream);
		}
	}
}

// oxlint-disable-next-line no-empty-function
function* nothing(): Routine<undefined> {}

/** Visits the lines of files one by one, on arrival. @param each receives a line without its ending; returns true to stop. @returns 1 if a file cannot be read. */
export function* eachLine(
	task: Task,
	paths: readonly string[],
	each: (line: string, path: string) => Routine<boolean | void>,
): Routine<number> {
	let status = 0;
	for (const path of paths.length === 0 ? ['-'] : paths) {
		const stream = yield* opened(task, path);
		if (!stream) {
			status = 1;
			continue;
		}

		const reader = new LineReader(task, stream);
		for (let line = yield* reader.next(); line !== undefined; line = yield* reader.next()) {
			if (yield* each(line.endsWith('\n') ? line.slice(0, -1) : line, path)) {
				return status;
			}
		}
	}

	return status;
}

/** Collects output, and writes it in blocks. */
export class Output {
	#text = '';

	constructor(readonly task: Task) {}

	*add(text: string): Routine {
		this.#text += text;
		if (this.#text.length > 4096) {
			yield* this.flush();
		}
	}

	*flush(): Routine {
		const text = this.#text;
		this.#text = '';
		yield* this.task.out(text);
	}
}

/** A program that turns the text of its files into another. */
export const filter = (
	names: OptionNames,
	change: (text: string, options: Options, task: Task) => string,
	operandsOf: (options: Options) => readonly string[] = ({operands}) => operands,
): Program =>
	program(names, function* (task, options) {
		const {text, status} = yield* textsOf(task, operandsOf(options));
		const changed = change(text, options, task);
		yield* task.spend(changed.length / 1000);
		yield* task.out(changed);
		return status;
	});

/** A path for the file system. */
export const pathIn = (task: Task, path: string): string => resolvePath(task.directory, path);

/** Runs another program with its arguments. @returns its exit code; 127 if it does not exist. */
export function* runOther(task: Task, words: readonly string[]): Routine<number> {
	const [name = ''] = words;
	const {machine} = task.table;
	if (!machine.hasProgram(name)) {
		const ofStarter = ['timeout', 'nice', 'nohup'].includes(nameOf(task))
			? `failed to run command '${name}'`
			: `${name.includes('/') ? name : `'${name}'`}`;
		yield* complain(task, `${task.isBusybox ? `can't execute '${name}'` : ofStarter}: No such file or directory`);
		return 127;
	}

	return (yield* machine.program(task, words)) ?? 127;
}
