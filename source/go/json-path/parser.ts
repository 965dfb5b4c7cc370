/** One step of an expression. */
export type Step =
	| {readonly kind: 'text'; readonly text: string}
	| {readonly kind: 'field'; readonly name: string}
	/** `range`, `end`, or a word that means nothing. */
	| {readonly kind: 'identifier'; readonly name: string}
	| {readonly kind: 'number'; readonly value: number; readonly whole: boolean}
	| {readonly kind: 'boolean'; readonly value: boolean}
	| {readonly kind: 'wildcard'}
	| {readonly kind: 'recursive'}
	| {
			readonly kind: 'slice';
			readonly from?: number;
			readonly to?: number;
			readonly by?: number;
			readonly single: boolean;
	  }
	| {readonly kind: 'union'; readonly lists: ReadonlyArray<readonly Step[]>}
	| {
			readonly kind: 'filter';
			readonly left: readonly Step[];
			readonly right: readonly Step[];
			readonly operator: string;
	  };

/** A template: text, and expressions in braces. */
export type Piece =
	{readonly kind: 'text'; readonly text: string} | {readonly kind: 'list'; readonly steps: readonly Step[]};

/** An error in a template. */
export class JSONPathError extends Error {
	override name = 'JSONPathError';
}

const ends = new Set([' ', '\t', '\r', '\n', '', '.', ',', '[', ']', '$', '@', '{', '}']);

const isWordStart = (character: string): boolean => /^[\p{L}\p{Nd}_]$/u.test(character);

const escapes: Readonly<Record<string, string>> = {
	a: '\u0007',
	b: '\b',
	f: '\f',
	n: '\n',
	r: '\r',
	t: '\t',
	v: '\v',
	'\\': '\\',
};

/** A quoted text without its quotes, with Go's escapes resolved. */
const unquoted = (text: string): string => {
	const quote = text.slice(0, 1);
	const invalid = (): never => {
		throw new JSONPathError(`unquote string ${text} error invalid syntax`);
	};

	return text
		.slice(1, -1)
		.replace(
			/\\(?:x([\da-fA-F]{2})|u([\da-fA-F]{4})|U([\da-fA-F]{8})|([0-7]{3})|([\s\S]?))/g,
			(_, two?: string, four?: string, eight?: string, octal?: string, one?: string): string => {
				const code = two ?? four ?? eight ?? (octal === undefined ? undefined : parseInt(octal, 8).toString(16));
				if (code !== undefined) {
					const value = parseInt(code, 16);
					return value > 0x10_ff_ff ? invalid() : String.fromCodePoint(value);
				}

				if (one === quote) {
					return quote;
				}

				if (one !== undefined && Object.hasOwn(escapes, one)) {
					return escapes[one]!;
				}

				return invalid();
			},
		);
};

/**
Reads templates as kubectl does, character by character.

@mirrors client-go/util/jsonpath Parser
*/
class Parser {
	#at = 0;

	constructor(readonly text: string) {}

	#next(): string {
		const code = this.text.codePointAt(this.#at);
		if (code === undefined) {
			return '';
		}

		const character = String.fromCodePoint(code);
		this.#at += character.length;
		return character;
	}

	#peek(): string {
		const code = this.text.codePointAt(this.#at);
		return code === undefined ? '' : String.fromCodePoint(code);
	}

	pieces(): Piece[] {
		const pieces: Piece[] = [];
		for (;;) {
			const open = this.text.indexOf('{', this.#at);
			const text = this.text.slice(this.#at, open === -1 ? undefined : open);
			if (text !== '') {
				pieces.push({kind: 'text', text});
			}

			if (open === -1) {
				return pieces;
			}

			this.#at = open + 1;
			pieces.push({kind: 'list', steps: this.#action()});
		}
	}

	#action(): Step[] {
		const steps: Step[] = [];
		for (;;) {
			const step = this.#step(steps.at(-1));
			if (step === 'end') {
				return steps;
			}

			steps.push(...step);
		}
	}

	#step(last: Step | undefined): readonly Step[] | 'end' {
		if (this.text.startsWith('[?(', this.#at)) {
			return [this.#filter()];
		}

		if (this.text.startsWith('..', this.#at)) {
			return this.#recursive(last);
		}

		const character = this.#next();
		switch (character) {
			case '}': {
				return 'end';
			}

			case '':
			case '\n':
			case '\r': {
				throw new JSONPathError('unclosed action');
			}

			// The current object is the target in any case.
			case '@':
			case '$':
			case ' ': {
				return [];
			}

			case '[': {
				return this.#array();
			}

			case '"':
			case "'": {
				return [this.#quote(character)];
			}

			case '.': {
				return [this.#field()];
			}

			default: {
				this.#at -= character.length;
				if (/^[+\-\p{Nd}]$/u.test(character)) {
					return [this.#number()];
				}

				if (isWordStart(character)) {
					return [this.#identifier()];
				}

				const code = (character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0');
				throw new JSONPathError(`unrecognized character in action: U+${code} '${character}'`);
			}
		}
	}

	#recursive(last: Step | undefined): readonly Step[] {
		if (last?.kind === 'recursive') {
			throw new JSONPathError('invalid multiple recursive descent');
		}

		this.#at += 2;
		return [{kind: 'recursive'}, ...(isWordStart(this.#peek()) ? [this.#field()] : [])];
	}

	#word(escaped: boolean): string {
		const start = this.#at;
		while (!ends.has(this.#peek())) {
			if (this.#next() === '\\' && escaped) {
				this.#next();
			}
		}

		return this.text.slice(start, this.#at);
	}

	#field(): Step {
		const name = this.#word(true);
		return name === '*' ? {kind: 'wildcard'} : {kind: 'field', name: name.replaceAll('\\', '')};
	}

	#identifier(): Step {
		const name = this.#word(false);
		return name === 'true' || name === 'false' ? {kind: 'boolean', value: name === 'true'} : {kind: 'identifier', name};
	}

	#number(): Step {
		const [text = ''] = /^[+-]?[.\d]*/.exec(this.text.slice(this.#at)) ?? [];
		this.#at += text.length;
		if (!/^[+-]?(?:\d+\.?\d*|\.\d+)$/.test(text)) {
			throw new JSONPathError(`cannot parse number ${text}`);
		}

		return {kind: 'number', value: Number(text), whole: !text.includes('.')};
	}

	#quote(quote: string): Step {
		const start = this.#at - 1;
		for (;;) {
			const character = this.#next();
			if (character === '' || character === '\n') {
				throw new JSONPathError('unterminated quoted string');
			}

			if (character === quote && this.text[this.#at - 2] !== '\\') {
				return {kind: 'text', text: unquoted(this.text.slice(start, this.#at))};
			}
		}
	}

	#array(): readonly Step[] {
		const close = this.text.indexOf(']', this.#at);
		const text = this.text.slice(this.#at, close === -1 ? undefined : close);
		if (close === -1 || text.includes('\n')) {
			throw new JSONPathError('unterminated array');
		}

		this.#at = close + 1;
		const parts = text.split(',');
		if (parts.length > 1) {
			return [{kind: 'union', lists: parts.map((part) => stepsOf(`[${part.replace(/^ +| +$/g, '')}]`))}];
		}

		const key = /^'([^']*)'$/.exec(text)?.[1];
		return key === undefined ? [slice(text === '*' ? ':' : text)] : stepsOf(`.${key}`);
	}

	#filter(): Step {
		this.#at += 3;
		const start = this.#at;
		let pair = '';
		let closed = false;
		for (;;) {
			const character = this.#next();
			if (character === '' || character === '\n') {
				throw new JSONPathError('unterminated filter');
			}

			if (character === '"' || character === "'") {
				if (pair === '') {
					pair = character;
				} else if (this.text[this.#at - 2] !== '\\' && character === pair) {
					closed = true;
				}
			} else if (character === ')' && (pair !== '') === closed) {
				break;
			}
		}

		const text = this.text.slice(start, this.#at - 1);
		if (this.#next() !== ']') {
			throw new JSONPathError('unclosed array expect ]');
		}

		const [, left, operator, right] = /^([^!<>=]+)([!<>=]+)(.+?)$/.exec(text) ?? [];
		return operator === undefined
			? {kind: 'filter', left: stepsOf(text), right: [], operator: 'exists'}
			: {kind: 'filter', left: stepsOf(left!), right: stepsOf(right!), operator};
	}
}

const slice = (text: string): Step => {
	const match = /^(-?\d*)(:-?\d*)?(:-?\d*)?$/.exec(text);
	if (!match) {
		throw new JSONPathError(`invalid array index ${text}`);
	}

	const [from, to, by] = match.slice(1).map((part, index) => {
		const digits = index > 0 ? part?.slice(1) : part;
		if (digits === '-') {
			throw new JSONPathError('array index - is not a number');
		}

		return digits ? Number(digits) : undefined;
	});
	return match[2] === undefined
		? {kind: 'slice', from, to: (from ?? 0) + 1, by, single: true}
		: {kind: 'slice', from, to, by, single: false};
};

const stepsOf = (expression: string): readonly Step[] => {
	const [first] = new Parser(`{${expression}}`).pieces();
	return first?.kind === 'list' ? first.steps : [];
};

/**
The pieces of a template.

@throws {JSONPathError} for one that cannot be read.
*/
export const parsePieces = (template: string): readonly Piece[] => new Parser(template).pieces();
