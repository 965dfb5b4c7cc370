import type {RE2JS} from 're2js';
import {compileExpression} from '../regular-expression.js';
import {SedError, type Address, type Instruction, type Substitution} from './script.js';

const escapes: ReadonlyMap<string, string> = new Map([
	['n', '\n'],
	['t', '\t'],
]);

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
			const [, step] = /^~(\d+)/.exec(this.text.slice(this.#at, this.#at + 12)) ?? [];
			if (step !== undefined) {
				this.#at += step.length + 1;
				return {first: Number(number ?? plus), step: Number(step)};
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

	/** Text up to a delimiter; inside sets the delimiter means itself. */
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
			if (group !== undefined || plain === '&') {
				parts.push(Number(group ?? 0));
			} else {
				parts.push(escape === undefined ? all : (escapes.get(escape) ?? escape));
			}

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

/**
Reads a script of `sed`.

@param extended whether its expressions are extended ones
@throws {SedError} when it is wrong, or has unsimulated parts
@throws {UnsupportedExpression}
*/
export const parseSed = (text: string, extended: boolean): readonly Instruction[] =>
	new SedParser(text, extended).parse();
