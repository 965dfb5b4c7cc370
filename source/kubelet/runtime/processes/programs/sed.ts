import type {RE2JS} from 're2js';
import type {Routine} from '../../../../kernel/routine.js';
import {FileError} from '../../files/file-system.js';
import type {Task} from '../task.js';
import {attempt, linesOf, Output, pathIn, program, textOf, type Options, type Programs} from './program.js';
import {compileExpression, UnsupportedExpression} from './regular-expression.js';

type Address = {readonly line: number} | {readonly last: true} | {readonly pattern: RE2JS} | {readonly plus: number};

interface Substitution {
	readonly pattern: RE2JS;
	/** Text, and numbers of groups. */
	readonly replacement: ReadonlyArray<string | number>;
	readonly all: boolean;
	readonly number: number;
	readonly prints: boolean;
}

interface Instruction {
	readonly from: Address | undefined;
	readonly to: Address | undefined;
	readonly negated: boolean;
	readonly name: string;
	/** Of `a`, `i`, `c`, `y`, `b`, `t`, `:`, `q`. */
	readonly text: string;
	readonly substitution: Substitution | undefined;
	/** Index of the instruction after a block. */
	end: number;
}

/** A script that is not simulated, or that is wrong. */
class SedError {
	constructor(
		readonly text: string,
		readonly isWrong: boolean,
	) {}
}

/** Reads a script of `sed`. */
class SedParser {
	#at = 0;
	readonly #instructions: Instruction[] = [];
	readonly #blocks: Instruction[] = [];
	#last: RE2JS | undefined;

	constructor(
		readonly text: string,
		readonly extended: boolean,
	) {}

	parse(): readonly Instruction[] {
		for (;;) {
			this.#skip(/[\s;]*/y);
			if (this.#at >= this.text.length) {
				if (this.#blocks.length > 0) {
					throw new SedError("unmatched `{'", true);
				}

				return this.#instructions;
			}

			this.#instruction();
		}
	}

	#skip(pattern: RegExp): string {
		pattern.lastIndex = this.#at;
		const [text = ''] = pattern.exec(this.text) ?? [];
		this.#at += text.length;
		return text;
	}

	#instruction(): void {
		const from = this.#address();
		let to: Address | undefined;
		if (from && this.#skip(/\s*,\s*/y) !== '') {
			to = this.#address();
		}

		this.#skip(/\s*/y);
		const negated = this.#skip(/!\s*/y) !== '';
		const name = this.text.charAt(this.#at++);
		if (name === '#') {
			this.#skip(/[^\n]*/y);
			return;
		}

		const instruction: Instruction = {
			from,
			to,
			negated,
			name,
			text: this.#textOf(name),
			substitution: name === 's' ? this.#substitution() : undefined,
			end: 0,
		};
		if (name === '}') {
			const block = this.#blocks.pop();
			if (!block) {
				throw new SedError("unexpected `}'", true);
			}

			block.end = this.#instructions.length;
			return;
		}

		this.#instructions.push(instruction);
		if (name === '{') {
			this.#blocks.push(instruction);
		}
	}

	#address(): Address | undefined {
		const [, number, plus] = /^(?:(\d+)|\+(\d+))/.exec(this.text.slice(this.#at, this.#at + 12)) ?? [];
		if (number !== undefined || plus !== undefined) {
			this.#at += (number ?? `+${plus}`).length;
			if (this.text[this.#at] === '~') {
				throw new SedError('first~step', false);
			}

			return number === undefined ? {plus: Number(plus)} : {line: Number(number)};
		}

		const character = this.text.charAt(this.#at);
		if (character === '$') {
			this.#at++;
			return {last: true};
		}

		if (character === '/' || character === '\\') {
			this.#at += character === '/' ? 1 : 2;
			const pattern = this.#until(this.text.charAt(this.#at - 1));
			const ignoresCase = this.#skip(/I/y) !== '';
			return {pattern: this.#compiled(pattern, ignoresCase)};
		}

		return undefined;
	}

	#compiled(pattern: string, ignoresCase: boolean): RE2JS {
		if (pattern === '' && this.#last) {
			return this.#last;
		}

		this.#last = compileExpression(pattern.replaceAll(String.raw`\n`, '\n'), this.extended ? 'extended' : 'basic', {
			ignoresCase,
		});
		return this.#last;
	}

	/** Text up to a delimiter; inside of sets the delimiter means itself. */
	#until(delimiter: string): string {
		let text = '';
		for (; this.#at < this.text.length; this.#at++) {
			const character = this.text.charAt(this.#at);
			if (character === '\\') {
				const next = this.text.charAt(++this.#at);
				text += next === delimiter ? next : `\\${next}`;
			} else if (character === delimiter) {
				this.#at++;
				return text;
			} else {
				text += character;
			}
		}

		throw new SedError("unterminated `s' command", true);
	}

	#textOf(name: string): string {
		switch (name) {
			case 'a':
			case 'i':
			case 'c': {
				this.#skip(/[ \t]*(?:\\\n?)?[ \t]*/y);
				return this.#skip(/(?:\\\n|[^\n])*/y).replaceAll(/\\(.)/gs, '$1');
			}

			case ':':
			case 'b':
			case 't':
			case 'T': {
				return this.#skip(/[ \t]*[^\s;}]*/y).trim();
			}

			case 'q':
			case 'Q': {
				return this.#skip(/[ \t]*\d*/y).trim();
			}

			case 'y': {
				const delimiter = this.text.charAt(this.#at++);
				return `${this.#until(delimiter)}\0${this.#until(delimiter)}`;
			}

			case 'd':
			case 'D':
			case 'p':
			case 'P':
			case 'n':
			case 'N':
			case 'h':
			case 'H':
			case 'g':
			case 'G':
			case 'x':
			case '=':
			case '{':
			case '}':
			case 's': {
				return '';
			}

			case '': {
				throw new SedError('missing command', true);
			}

			case 'r':
			case 'w':
			case 'l':
			case 'e': {
				throw new SedError(name, false);
			}

			default: {
				throw new SedError(`unknown command: \`${name}'`, true);
			}
		}
	}

	#substitution(): Substitution {
		const delimiter = this.text.charAt(this.#at++);
		const pattern = this.#until(delimiter);
		const replacement = this.#until(delimiter);
		const flags = this.#skip(/[gpIiM\d]*/y);
		if (/^[we]/.test(this.text.slice(this.#at, this.#at + 1))) {
			throw new SedError('s///w', false);
		}

		const parts: Array<string | number> = [];
		for (const [all, group, escape, plain] of replacement.matchAll(/\\(\d)|\\([\s\S])|(&)|[^\\&]+/g)) {
			parts.push(
				group !== undefined
					? Number(group)
					: plain === '&'
						? 0
						: escape === undefined
							? all
							: escape === 'n'
								? '\n'
								: escape === 't'
									? '\t'
									: escape,
			);
			if (escape !== undefined && /[ULlEu]/.test(escape)) {
				throw new SedError(`\\${escape}`, false);
			}
		}

		return {
			pattern: this.#compiled(pattern, /[Ii]/.test(flags)),
			replacement: parts,
			all: flags.includes('g'),
			number: Number(/\d+/.exec(flags)?.[0] ?? 1),
			prints: flags.includes('p'),
		};
	}
}

const substituted = (line: string, {pattern, replacement, all, number}: Substitution): string | undefined => {
	const matcher = pattern.matcher(line);
	let result = '';
	let from = 0;
	let count = 0;
	while (matcher.find()) {
		count++;
		if (count < number) {
			continue;
		}

		result +=
			line.slice(from, matcher.start()) +
			replacement
				.map((part) =>
					typeof part === 'number' ? (part > matcher.groupCount() ? '' : (matcher.group(part) ?? '')) : part,
				)
				.join('');
		from = matcher.end();
		if (!all) {
			break;
		}
	}

	return count < number ? undefined : result + line.slice(from);
};

/** Runs a script over lines. */
class Sed {
	#pattern = '';
	#hold = '';
	#number = 0;
	#substituted = false;
	#appended: string[] = [];
	readonly #active = new Map<Instruction, number>();
	quits: number | undefined;

	constructor(
		readonly task: Task,
		readonly lines: readonly string[],
		readonly script: readonly Instruction[],
		readonly quiet: boolean,
		readonly output: {add(text: string): Routine},
	) {}

	*run(): Routine {
		while (this.#number < this.lines.length && this.quits === undefined) {
			this.#pattern = this.lines[this.#number++] ?? '';
			yield* this.#cycle();
		}
	}

	#holds(address: Address): boolean {
		return 'line' in address
			? this.#number === address.line
			: 'last' in address
				? this.#number === this.lines.length
				: 'pattern' in address
					? address.pattern.matcher(this.#pattern).find()
					: false;
	}

	#applies(instruction: Instruction): boolean {
		const {from, to} = instruction;
		if (!from) {
			return true;
		}

		if (!to) {
			return this.#holds(from);
		}

		const until = this.#active.get(instruction);
		if (until === undefined) {
			if (!this.#holds(from)) {
				return false;
			}

			const end = 'line' in to ? to.line : 'plus' in to ? this.#number + to.plus : Number.POSITIVE_INFINITY;
			if (end > this.#number) {
				this.#active.set(instruction, end);
			}

			return true;
		}

		if (this.#number >= until || this.#holds(to)) {
			this.#active.delete(instruction);
		}

		return true;
	}

	/**
	One round of the script over a line.

	Long because each command is a case.
	*/
	*#cycle(): Routine {
		let deleted = false;
		const {script} = this;
		let steps = 0;
		for (let at = 0; at < script.length; at++) {
			const instruction = script[at];
			if (!instruction) {
				break;
			}

			if (++steps > 100) {
				yield* this.task.spend(10);
				steps = 0;
			}

			if (this.#applies(instruction) === instruction.negated) {
				at = instruction.name === '{' ? instruction.end - 1 : at;
				continue;
			}

			const {name, text} = instruction;
			switch (name) {
				case 's': {
					const result = instruction.substitution && substituted(this.#pattern, instruction.substitution);
					if (result !== undefined) {
						this.#pattern = result;
						this.#substituted = true;
						if (instruction.substitution?.prints) {
							yield* this.output.add(`${result}\n`);
						}
					}

					break;
				}

				case 'd': {
					deleted = true;
					at = script.length;
					break;
				}

				case 'p': {
					yield* this.output.add(`${this.#pattern}\n`);
					break;
				}

				case 'P': {
					yield* this.output.add(`${this.#pattern.replace(/\n.*$/s, '')}\n`);
					break;
				}

				case 'a': {
					this.#appended.push(text);
					break;
				}

				case 'i': {
					yield* this.output.add(`${text}\n`);
					break;
				}

				case 'c': {
					if (!instruction.to || !this.#active.has(instruction)) {
						yield* this.output.add(`${text}\n`);
					}

					deleted = true;
					at = script.length;
					break;
				}

				case '=': {
					yield* this.output.add(`${this.#number}\n`);
					break;
				}

				case 'q':
				case 'Q': {
					this.quits = Number(text || 0);
					deleted ||= name === 'Q';
					at = script.length;
					break;
				}

				case 'n': {
					if (!this.quiet) {
						yield* this.output.add(`${this.#pattern}\n`);
					}

					if (this.#number >= this.lines.length) {
						deleted = true;
						at = script.length;
					} else {
						this.#pattern = this.lines[this.#number++] ?? '';
					}

					break;
				}

				case 'N': {
					if (this.#number >= this.lines.length) {
						at = script.length;
					} else {
						this.#pattern += `\n${this.lines[this.#number++] ?? ''}`;
					}

					break;
				}

				case 'D': {
					deleted = true;
					at = script.length;
					break;
				}

				case 'h': {
					this.#hold = this.#pattern;
					break;
				}

				case 'H': {
					this.#hold += `\n${this.#pattern}`;
					break;
				}

				case 'g': {
					this.#pattern = this.#hold;
					break;
				}

				case 'G': {
					this.#pattern += `\n${this.#hold}`;
					break;
				}

				case 'x': {
					[this.#pattern, this.#hold] = [this.#hold, this.#pattern];
					break;
				}

				case 'y': {
					const [from = '', to = ''] = text.split('\0');
					this.#pattern = this.#pattern.replaceAll(/./gs, (character) =>
						from.includes(character) ? (to[from.indexOf(character)] ?? character) : character,
					);
					break;
				}

				case 'b':
				case 't':
				case 'T': {
					if (name === 'b' || this.#substituted === (name === 't')) {
						const label = script.findIndex((one) => one.name === ':' && one.text === text);
						at = text === '' || label === -1 ? script.length : label;
						yield* this.task.spend(1);
					}

					this.#substituted = name === 'b' ? this.#substituted : false;
					break;
				}

				default: {
					break;
				}
			}

			if (this.#pattern.length > longest || this.#hold.length > longest) {
				this.task.reserve(Number.POSITIVE_INFINITY);
			}
		}

		if (!deleted && !this.quiet) {
			yield* this.output.add(`${this.#pattern}\n`);
		}

		for (const text of this.#appended.splice(0)) {
			yield* this.output.add(`${text}\n`);
		}

		yield* this.task.spend(0.3);
	}
}

const longest = 2 * 1024 * 1024;

function* sed(task: Task, {flags, values, lists, operands}: Options): Routine<number> {
	const given = lists.get('e')?.join('\n') ?? values.get('f');
	const isFile = values.has('f') && !values.has('e');
	const text = isFile ? ((yield* textOf(task, given)) ?? '') : (given ?? operands[0]);
	const paths = given === undefined ? operands.slice(1) : operands;
	if (text === undefined) {
		yield* task.error('Usage: sed [OPTION]... {script-only-if-no-other-script} [input-file]...\n');
		return 1;
	}

	let script: readonly Instruction[];
	try {
		script = new SedParser(text, flags.has('E') || flags.has('r')).parse();
	} catch (error) {
		if (error instanceof UnsupportedExpression || (error instanceof SedError && !error.isWrong)) {
			yield* task.table.machine.assume(task, `sed '${text}'`);
			return 0;
		}

		if (!(error instanceof SedError)) {
			throw error;
		}

		yield* task.error(
			task.isBusybox ? `sed: ${error.text}\n` : `sed: -e expression #1, char ${text.length}: ${error.text}\n`,
		);
		return 1;
	}

	const quiet = flags.has('n');
	if (!flags.has('i')) {
		return yield* sedStream(task, script, paths, quiet);
	}

	let status = 0;
	for (const path of paths) {
		const before = yield* textOf(task, path);
		if (before === undefined) {
			status = task.isBusybox ? 1 : 2;
			continue;
		}

		let after = '';
		const run = new Sed(task, linesOf(before), script, quiet, {
			*add(part) {
				after += part;
			},
		});
		yield* run.run();
		const worked = yield* attempt(
			task,
			() =>
				task.files.write(pathIn(task, path), before.endsWith('\n') || before === '' ? after : after.replace(/\n$/, '')),
			(error: FileError) => `couldn't open temporary file ${path}: ${error.description}`,
		);
		status = worked ? status : 4;
	}

	return status;
}

function* sedStream(
	task: Task,
	script: readonly Instruction[],
	paths: readonly string[],
	quiet: boolean,
): Routine<number> {
	let all = '';
	let status = 0;
	for (const path of paths.length === 0 ? ['-'] : paths) {
		const text = yield* textOf(task, path);
		status = text === undefined ? (task.isBusybox ? 1 : 2) : status;
		all += text ?? '';
	}

	const output = new Output(task);
	let isOpen = all !== '' && !all.endsWith('\n');
	let held = '';
	const run = new Sed(task, linesOf(all), script, quiet, {
		*add(part) {
			// The last line ends as its input does.
			yield* output.add(held);
			held = part;
		},
	});
	yield* run.run();
	isOpen &&= run.quits === undefined;
	yield* output.add(isOpen ? held.replace(/\n$/, '') : held);
	yield* output.flush();
	return run.quits ?? status;
}

/** `sed`. */
export const sedPrograms: Programs = {
	sed: program(
		{
			flags: 'nrEiszu',
			values: 'ef',
			long: {quiet: 'n', silent: 'n', expression: 'e', 'regexp-extended': 'E', 'in-place': 'i'},
		},
		sed,
	),
};
