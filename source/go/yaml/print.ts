import {isPlainText} from './scalar.js';

type Fields = Readonly<Record<string, unknown>>;

// The width of lines, and the longest key that is written before its colon.
const width = 80;
const longestKey = 128;

const isLetter = (character: string): boolean => /\p{L}/u.test(character);
const isDigit = (character: string): boolean => /\p{Nd}/u.test(character);

/** Order of keys as go-yaml sorts them: numbers inside words by their value, letters last. */
export const compareKeys = (a: string, b: string): number => {
	if (/^[A-Za-z]+$/.test(a) && /^[A-Za-z]+$/.test(b)) {
		if (a < b) {
			return -1;
		}

		if (a > b) {
			return 1;
		}

		return 0;
	}

	const left = [...a];
	const right = [...b];
	for (let index = 0; index < left.length && index < right.length; index++) {
		const [l = '', r = ''] = [left[index], right[index]];
		if (l === r) {
			continue;
		}

		if (isLetter(l) || isLetter(r)) {
			if (isLetter(l) && isLetter(r)) {
				return l < r ? -1 : 1;
			}

			return isLetter(r) ? -1 : 1;
		}

		const digits = (characters: readonly string[]): string => {
			let end = index;
			while (end < characters.length && isDigit(characters[end] ?? '')) {
				end++;
			}

			return characters.slice(index, end).join('');
		};

		const [m, n] = [digits(left), digits(right)];
		if (Number(m) !== Number(n)) {
			return Number(m) - Number(n);
		}

		if (m.length !== n.length) {
			return m.length - n.length;
		}

		return l < r ? -1 : 1;
	}

	return left.length - right.length;
};

const escapes: Readonly<Record<string, string>> = {
	'\0': '0',
	'\u0007': 'a',
	'\b': 'b',
	'\t': 't',
	'\n': 'n',
	'\v': 'v',
	'\f': 'f',
	'\r': 'r',
	'\u001B': 'e',
	'"': '"',
	'\\': '\\',
	'\u0085': 'N',
	'\u00A0': '_',
	'\u2028': 'L',
	'\u2029': 'P',
};

const isPrintable = (character: string): boolean => {
	const code = character.codePointAt(0) ?? 0;
	return (
		code === 0x0a ||
		(code >= 0x20 && code <= 0x7e) ||
		(code >= 0xa0 && code <= 0xd7_ff) ||
		(code >= 0xe0_00 && code <= 0xff_fd && code !== 0xfe_ff)
	);
};

const isBlank = (character: string | undefined): boolean =>
	character === undefined || /[ \t\n\r\u0085\u2028\u2029]/.test(character);

interface Analysis {
	readonly plain: boolean;
	readonly single: boolean;
	readonly literal: boolean;
}

const starts = new Set('#,[]{}&*!|>\'"%@`');

/** The styles in which a text can be written. @mirrors yaml_emitter_analyze_scalar */
const analyze = (text: string): Analysis => {
	if (text === '') {
		return {plain: true, single: true, literal: false};
	}

	const characters = [...text];
	if (characters.some((character) => !isPrintable(character)) || / [\n\u0085\u2028\u2029]/.test(text)) {
		return {plain: false, single: false, literal: false};
	}

	const [first = '', second] = characters;
	const reserved =
		text.startsWith('---') ||
		text.startsWith('...') ||
		starts.has(first) ||
		(/[-?:]/.test(first) && isBlank(second)) ||
		/:(?:\s|$)/.test(text) ||
		/\s#/.test(text);
	return {
		plain: !reserved && !/^\s|\s$|\n/.test(text),
		single: !/\n /.test(text),
		literal: !text.endsWith(' '),
	};
};

class Printer {
	#text = '';
	#column = 0;

	get text(): string {
		return this.#text;
	}

	put(text: string): void {
		this.#text += text;
		const lineEnd = text.lastIndexOf('\n');
		this.#column = lineEnd === -1 ? this.#column + text.length : text.length - lineEnd - 1;
	}

	line(indent: number): void {
		this.put(`\n${' '.repeat(indent)}`);
	}

	/** @param indent of the node; @param afterKey: it is the value of a key, so a list needs no further indentation. */
	node(value: unknown, indent: number, afterKey: boolean): void {
		if (Array.isArray(value)) {
			this.#list(value, indent, afterKey);
		} else if (typeof value === 'object' && value !== null) {
			this.#fields(value as Fields, indent, afterKey);
		} else {
			this.put(afterKey ? ' ' : '');
			this.#scalar(value, indent + 2, false);
		}
	}

	#list(items: readonly unknown[], indent: number, afterKey: boolean): void {
		if (items.length === 0) {
			this.put(afterKey ? ' []' : '[]');
			return;
		}

		for (const [index, item] of items.entries()) {
			if (index > 0 || afterKey) {
				this.line(indent);
			}

			this.put('- ');
			this.node(item, typeof item === 'object' && item !== null ? indent + 2 : indent, false);
		}
	}

	#fields(fields: Fields, indent: number, afterKey: boolean): void {
		const keys = Object.keys(fields)
			.filter((key) => fields[key] !== undefined)
			.sort(compareKeys);
		if (keys.length === 0) {
			this.put(afterKey ? ' {}' : '{}');
			return;
		}

		const own = afterKey ? indent + 2 : indent;
		for (const [index, key] of keys.entries()) {
			if (index > 0 || afterKey) {
				this.line(own);
			}

			if (key.length > longestKey || key.includes('\n')) {
				this.put('? ');
				this.#scalar(key, own + 2, false);
				this.line(own);
			} else {
				this.#scalar(key, own, true);
			}

			this.put(':');
			this.node(fields[key], own, true);
		}
	}

	#scalar(value: unknown, indent: number, isKey: boolean): void {
		if (typeof value !== 'string') {
			this.put(numberText(value));
			return;
		}

		const can = analyze(value);
		if (value.includes('\n') && can.literal && !isKey) {
			this.#literal(value, indent);
		} else if (!value.includes('\n') && isPlainText(value) && can.plain) {
			this.#folded(value, indent, isKey, false);
		} else if (!value.includes('\n') && isPlainText(value) && can.single) {
			this.put("'");
			this.#folded(value.replaceAll("'", "''"), indent, isKey, true);
			this.put("'");
		} else {
			this.#doubleQuoted(value, indent, isKey);
		}
	}

	/** Breaks a line at the first single space after the width. */
	#folded(text: string, indent: number, isKey: boolean, quoted: boolean): void {
		if (isKey || this.#column + text.length <= width) {
			this.put(text);
			return;
		}

		let afterSpace = false;
		const characters = [...text];
		for (const [index, character] of characters.entries()) {
			const inside = !quoted || (index > 0 && index < characters.length - 1);
			if (character === ' ' && !afterSpace && this.#column > width && inside && characters[index + 1] !== ' ') {
				this.line(indent);
			} else {
				this.#one(character);
			}

			afterSpace = character === ' ';
		}
	}

	#one(character: string): void {
		this.#text += character;
		this.#column++;
	}

	#doubleQuoted(text: string, indent: number, isKey: boolean): void {
		this.put('"');
		let afterSpace = false;
		const characters = [...text];
		for (const [index, character] of characters.entries()) {
			if (!isPrintable(character) || character === '\n' || Object.hasOwn(escapes, character)) {
				this.put(`\\${escapes[character] ?? hexadecimal(character)}`);
				afterSpace = false;
			} else if (
				character === ' ' &&
				!isKey &&
				!afterSpace &&
				this.#column > width &&
				index > 0 &&
				index < characters.length - 1
			) {
				this.line(indent);
				if (characters[index + 1] === ' ') {
					this.put('\\');
				}

				afterSpace = true;
			} else {
				this.#one(character);
				afterSpace = character === ' ';
			}
		}

		this.put('"');
	}

	#literal(text: string, indent: number): void {
		const hint = /^[ \n]/.test(text) ? '2' : '';
		const kept = text === '\n' || text.endsWith('\n\n') ? '+' : '';
		const chomping = text.endsWith('\n') ? kept : '-';
		this.put(`|${hint}${chomping}`);
		const lines = (text.endsWith('\n') ? text.slice(0, -1) : text).split('\n');
		for (const line of lines) {
			this.put(line === '' ? '\n' : `\n${' '.repeat(indent)}${line}`);
		}
	}
}

const hexadecimal = (character: string): string => {
	const code = character.codePointAt(0) ?? 0;
	const digits = code.toString(16).toUpperCase();
	if (code < 256) {
		return `x${digits.padStart(2, '0')}`;
	}

	if (code < 65_536) {
		return `u${digits.padStart(4, '0')}`;
	}

	return `U${digits.padStart(8, '0')}`;
};

const numberText = (value: unknown): string => {
	if (typeof value !== 'number') {
		return String(value as boolean | null);
	}

	if (!Number.isFinite(value)) {
		if (Number.isNaN(value)) {
			return '.nan';
		}

		if (value > 0) {
			return '.inf';
		}

		return '-.inf';
	}

	// Go writes an exponent with two digits at least.
	return String(value).replace(/e([-+])(\d)$/, 'e$10$2');
};

/**
YAML as `kubectl … -o yaml` prints it, with a line break at its end: keys sorted, lists not indented, long lines folded.

@mirrors sigs.k8s.io/yaml Marshal
*/
export const printYaml = (value: unknown): string => {
	const printer = new Printer();
	printer.node(value, 0, false);
	return `${printer.text}\n`;
};
