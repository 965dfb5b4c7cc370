import {complement, otherCase, perl, posix, printed} from './character-class.js';

/** A text that is no regular expression; the message is Go's. */
export class PatternError extends Error {
	override name = 'PatternError';

	constructor(code: string, expression: string) {
		super(`error parsing regexp: ${code}: \`${expression}\``);
	}
}

interface Flags {
	readonly i: boolean;
	readonly m: boolean;
	readonly s: boolean;
	readonly u: boolean;
}

const controls: Readonly<Record<string, number>> = {a: 7, f: 12, n: 10, r: 13, t: 9, v: 11};
const maxRepeat = 1000;

/** Reads an expression of RE2 and writes it as one of JavaScript. @mirrors regexp/syntax.Parse */
class Translator {
	#at = 0;
	#flags: Flags = {i: false, m: false, s: false, u: false};
	readonly #open: Flags[] = [];
	/** Where the last repetition operator began, if nothing has come since. */
	#repeat: number | undefined;
	/** Whether there is something to repeat. */
	#hasAtom = false;

	constructor(readonly source: string) {}

	run(): string {
		let out = '';
		while (this.#at < this.source.length) {
			out += this.#next();
		}

		if (this.#open.length > 0) {
			throw new PatternError('missing closing )', this.source);
		}

		return out;
	}

	get #rest(): string {
		return this.source.slice(this.#at);
	}

	#atom(text: string, repeatable = true): string {
		this.#repeat = undefined;
		this.#hasAtom = repeatable;
		return text;
	}

	#take(): string {
		const character = String.fromCodePoint(this.source.codePointAt(this.#at)!);
		this.#at += character.length;
		return character;
	}

	#next(): string {
		const character = this.source[this.#at]!;
		switch (character) {
			case '(': {
				return this.#group();
			}

			case ')': {
				if (this.#open.length === 0) {
					throw new PatternError('unexpected )', this.source);
				}

				this.#flags = this.#open.pop()!;
				this.#at++;
				return this.#atom(')');
			}

			case '|': {
				this.#at++;
				return this.#atom('|', false);
			}

			case '^': {
				this.#at++;
				return this.#atom(this.#flags.m ? '(?:(?<![^\\n]))' : '(?:^)');
			}

			case '$': {
				this.#at++;
				return this.#atom(this.#flags.m ? '(?:(?![^\\n]))' : '(?:$)');
			}

			case '.': {
				this.#at++;
				return this.#atom(this.#flags.s ? '[\\s\\S]' : '[^\\n]');
			}

			case '[': {
				return this.#atom(this.#class());
			}

			case '*':
			case '+':
			case '?': {
				const start = this.#at++;
				return this.#repetition(start, character);
			}

			case '{': {
				return this.#counted();
			}

			case '\\': {
				return this.#escaped();
			}

			default: {
				return this.#atom(this.#literal(this.#take().codePointAt(0)!));
			}
		}
	}

	#literal(code: number): string {
		const other = this.#flags.i ? otherCase(code, code) : '';
		return other === '' ? printed(code) : `[${printed(code)}${other}]`;
	}

	#group(): string {
		const start = this.#at;
		if (this.source[start + 1] !== '?') {
			this.#at++;
			this.#open.push(this.#flags);
			return this.#atom('(', false);
		}

		const rest = this.#rest;
		if (/^\(\?P?</.test(rest)) {
			const end = rest.indexOf('>');
			const name = /^\(\?P?<(\w+)>/.exec(rest)?.[1];
			if (name === undefined) {
				throw new PatternError('invalid named capture', end === -1 ? rest : rest.slice(0, end + 1));
			}

			this.#at += end + 1;
			this.#open.push(this.#flags);
			return this.#atom('(', false);
		}

		const match = /^\(\?([imsU]*)(?:-([imsU]+))?([:)])/.exec(rest);
		if (!match) {
			const valid = /^\(\?[imsU-]*/.exec(rest)![0];
			throw valid.length === rest.length
				? new PatternError('missing closing )', this.source)
				: new PatternError('invalid or unsupported Perl syntax', rest.slice(0, valid.length + 1));
		}

		const [whole, on = '', off = '', end] = match;
		const before = this.#flags;
		const value = (letter: string, key: keyof Flags): boolean =>
			off.includes(letter) ? false : on.includes(letter) || before[key];
		this.#at += whole.length;
		if (end === ':') {
			this.#open.push(before);
		}

		this.#flags = {i: value('i', 'i'), m: value('m', 'm'), s: value('s', 's'), u: value('U', 'u')};
		return end === ':' ? this.#atom('(?:', false) : this.#atom('', false);
	}

	/** What follows an operator that begins at `start`. */
	#repetition(start: number, operator: string): string {
		const isLazy = this.source[this.#at] === '?';
		if (isLazy) {
			this.#at++;
		}

		if (this.#repeat !== undefined) {
			throw new PatternError('invalid nested repetition operator', this.source.slice(this.#repeat, this.#at));
		}

		if (!this.#hasAtom) {
			throw new PatternError('missing argument to repetition operator', this.source.slice(start, this.#at));
		}

		this.#repeat = start;
		return `${operator}${isLazy === this.#flags.u ? '' : '?'}`;
	}

	#counted(): string {
		const start = this.#at;
		const match = /^\{(\d+)(?:(,)(\d*))?\}/.exec(this.#rest);
		if (!match) {
			this.#at++;
			return this.#atom('\\{');
		}

		const [whole, low, comma, high] = match;
		const least = Number(low);
		const most = comma === undefined ? least : high === '' ? undefined : Number(high);
		if (least > maxRepeat || (most !== undefined && (most > maxRepeat || least > most))) {
			throw new PatternError('invalid repeat count', whole);
		}

		this.#at += whole.length;
		return this.#repetition(start, whole);
	}

	#escaped(): string {
		const letter = this.source[this.#at + 1];
		switch (letter) {
			case 'A': {
				this.#at += 2;
				return this.#atom('(?:^)');
			}

			case 'z': {
				this.#at += 2;
				return this.#atom('(?:$)');
			}

			case 'b':
			case 'B': {
				this.#at += 2;
				return this.#atom(`(?:\\${letter})`);
			}

			case 'Q': {
				const end = this.source.indexOf('\\E', this.#at);
				const text = this.source.slice(this.#at + 2, end === -1 ? undefined : end);
				this.#at = end === -1 ? this.source.length : end + 2;
				return this.#atom([...text].map((character) => this.#literal(character.codePointAt(0)!)).join(''));
			}

			default: {
				const group = this.#predefined();
				return this.#atom(group === undefined ? this.#literal(this.#escape()) : `[${group}]`);
			}
		}
	}

	/** `\d`, `\PL` and so on as the inside of a class; `undefined` for what stands for one character. */
	#predefined(): string | undefined {
		const letter = this.source[this.#at + 1] ?? '';
		const lower = letter.toLowerCase();
		if (Object.hasOwn(perl, lower)) {
			this.#at += 2;
			return perl[lower]![letter === lower ? 0 : 1];
		}

		if (lower !== 'p') {
			return undefined;
		}

		const whole = /^\\[pP](?:\{[^}]*\}|[^{])/.exec(this.#rest)?.[0];
		const [, caret, name] = /^\\[pP]\{?(\^?)(\w+)/.exec(whole ?? '') ?? [];
		const property = [name, `Script=${name}`].find((one) => {
			try {
				return new RegExp(`\\p{${one}}`, 'u');
			} catch {
				return false;
			}
		});
		if (whole === undefined || property === undefined) {
			throw new PatternError('invalid character class range', whole ?? this.#rest);
		}

		this.#at += whole.length;
		return `\\${(letter === 'P') === (caret === '^') ? 'p' : 'P'}{${property}}`;
	}

	/** The code of the character that an escape stands for. */
	#escape(): number {
		const start = this.#at;
		this.#at++;
		if (this.#at >= this.source.length) {
			throw new PatternError('trailing backslash at end of expression', '');
		}

		const number = /^\\(?:(0[0-7]{0,2}|[1-7][0-7]{1,2})|x([\da-fA-F]{2})|x\{([\da-fA-F]+)\})/.exec(
			this.source.slice(start),
		);
		const [whole, octal, short, long] = number ?? [];
		const code = octal === undefined ? Number.parseInt(short ?? long ?? '', 16) : Number.parseInt(octal, 8);
		if (whole !== undefined && code <= 0x10_ff_ff) {
			this.#at = start + whole.length;
			return code;
		}

		const letter = this.#take();
		if (Object.hasOwn(controls, letter)) {
			return controls[letter]!;
		}

		if (letter.charCodeAt(0) >= 0x80 || /[\da-zA-Z]/.test(letter)) {
			throw new PatternError('invalid escape sequence', this.source.slice(start, this.#at));
		}

		return letter.codePointAt(0)!;
	}

	#class(): string {
		const start = this.#at++;
		const isNegated = this.source[this.#at] === '^';
		if (isNegated) {
			this.#at++;
		}

		let inside = '';
		for (let isFirst = true; isFirst || this.source[this.#at] !== ']'; isFirst = false) {
			if (this.#at >= this.source.length) {
				throw new PatternError('missing closing ]', this.source.slice(start));
			}

			inside += this.#classItem(start);
		}

		this.#at++;
		return `[${isNegated ? '^' : ''}${inside}]`;
	}

	#classItem(start: number): string {
		const named = /^\[:(\^?)([^:\]]*):\]/.exec(this.#rest);
		if (named) {
			const [whole, caret, name] = named;
			if (!Object.hasOwn(posix, name!)) {
				throw new PatternError('invalid character class range', whole);
			}

			this.#at += whole.length;
			return caret === '^' ? complement(posix[name!]!) : posix[name!]!;
		}

		if (this.source[this.#at] === '\\') {
			const group = this.#predefined();
			if (group !== undefined) {
				return group;
			}
		}

		const from = this.#at;
		const low = this.#classCharacter(start);
		let high = low;
		if (this.source[this.#at] === '-' && this.#at + 1 < this.source.length && this.source[this.#at + 1] !== ']') {
			this.#at++;
			high = this.#classCharacter(start);
			if (high < low) {
				throw new PatternError('invalid character class range', this.source.slice(from, this.#at));
			}
		}

		const range = low === high ? printed(low) : `${printed(low)}-${printed(high)}`;
		return this.#flags.i ? range + otherCase(low, high) : range;
	}

	#classCharacter(start: number): number {
		if (this.#at >= this.source.length) {
			throw new PatternError('missing closing ]', this.source.slice(start));
		}

		return this.source[this.#at] === '\\' ? this.#escape() : this.#take().codePointAt(0)!;
	}
}

const known = new Map<string, RegExp>();

/**
A regular expression in the syntax of RE2, which Go and CEL use: no looking around, no references back.

@throws {PatternError}
@see https://github.com/google/re2/wiki/Syntax
*/
export const readPattern = (source: string): RegExp => {
	let pattern = known.get(source);
	if (!pattern) {
		pattern = new RegExp(new Translator(source).run(), 'u');
		known.set(source, pattern);
	}

	return pattern;
};
