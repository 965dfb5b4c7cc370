import {memoised} from '../../../kernel/memoised.js';

import {operators, tokens} from './tokens.js';

/** A command of the small shell. */
export type Command =
	| {readonly kind: 'simple'; readonly words: readonly string[]; readonly to?: string; readonly append?: boolean}
	| {readonly kind: 'loop'; readonly until: boolean; readonly condition: Script; readonly body: Script}
	| {readonly kind: 'for'; readonly variable: string; readonly words: readonly string[]; readonly body: Script}
	| {readonly kind: 'if'; readonly condition: Script; readonly body: Script; readonly otherwise?: Script}
	| {readonly kind: 'group'; readonly body: Script};

/** Commands in order. `joint` says how each one depends on the one before. */
export type Script = ReadonlyArray<{
	readonly joint: ';' | '&&' | '||' | '|';
	readonly command: Command;
	readonly background: boolean;
}>;

const closers = new Set(['done', 'do', 'then', 'else', 'elif', 'fi', ')', '}']);

class Parser {
	#position = 0;

	constructor(readonly tokens: readonly string[]) {}

	script(): Script {
		const commands: Array<Script[number]> = [];
		let joint: Script[number]['joint'] = ';';
		for (;;) {
			while (this.#peek() === ';' || this.#peek() === '\n') {
				this.#position++;
			}

			const token = this.#peek();
			if (token === undefined || closers.has(token)) {
				return commands;
			}

			const command = this.#command(token);
			const operator = this.#peek();
			commands.push({joint, command, background: operator === '&'});
			joint = ';';
			if (operator === '&&' || operator === '||' || operator === '|') {
				joint = operator;
				this.#position++;
				while (this.#peek() === '\n') {
					this.#position++;
				}
			} else if (operator === ';' || operator === '&' || operator === '\n') {
				this.#position++;
			} else if (operator !== undefined && !closers.has(operator)) {
				throw new SyntaxError(`syntax error: unexpected "${operator}"`);
			}
		}
	}

	/** @param first the token that it begins with. */
	#command(first: string): Command {
		switch (first) {
			case 'while':
			case 'until': {
				this.#position++;
				const condition = this.script();
				return {kind: 'loop', until: first === 'until', condition, body: this.#between('do', 'done')};
			}

			case 'for': {
				return this.#for();
			}

			case 'if': {
				return this.#if();
			}

			case '(':
			case '{': {
				this.#position++;
				const body = this.script();
				this.#expect(first === '(' ? ')' : '}');
				return {kind: 'group', body};
			}

			default: {
				return this.#simple();
			}
		}
	}

	#for(): Command {
		const variable = this.tokens[this.#position + 1] ?? '';
		this.#position += 3;
		const words: string[] = [];
		for (let word = this.#peek(); word !== undefined && word !== ';' && word !== '\n'; word = this.#peek()) {
			words.push(word);
			this.#position++;
		}

		this.#position++;
		return {kind: 'for', variable, words, body: this.#between('do', 'done')};
	}

	/** From `if` or `elif` to `fi`. */
	#if(): Command {
		this.#position++;
		const condition = this.script();
		this.#expect('then');
		const body = this.script();
		if (this.#peek() === 'elif') {
			return {kind: 'if', condition, body, otherwise: [{joint: ';', command: this.#if(), background: false}]};
		}

		const otherwise = this.#peek() === 'else' ? (this.#position++, this.script()) : undefined;
		this.#expect('fi');
		return {kind: 'if', condition, body, otherwise};
	}

	#simple(): Command {
		const words: string[] = [];
		let to: string | undefined;
		let append = false;
		for (;;) {
			const token = this.#peek();
			if (token === '>' || token === '>>') {
				append = token === '>>';
				to = this.tokens[this.#position + 1];
				this.#position += 2;
				if (words.at(-1) === '2' || words.at(-1) === '1') {
					const descriptor = words.pop();
					to = descriptor === '2' ? undefined : to;
				}
			} else if (token === '<') {
				this.#position += 2;
			} else if (token === '>&2' || token === '2>&1') {
				this.#position++;
			} else if (token === undefined || operators.includes(token)) {
				return {kind: 'simple', words, to, append};
			} else {
				words.push(token);
				this.#position++;
			}
		}
	}

	#between(open: string, close: string): Script {
		this.#expect(open);
		const body = this.script();
		this.#expect(close);
		return body;
	}

	#expect(token: string): void {
		while (this.#peek() === ';' || this.#peek() === '\n') {
			this.#position++;
		}

		if (this.#peek() !== token) {
			throw new SyntaxError(
				`syntax error: unexpected ${this.#peek() === undefined ? 'end of file' : `"${this.#peek()}"`} (expecting "${token}")`,
			);
		}

		this.#position++;
	}

	#peek(): string | undefined {
		return this.tokens[this.#position];
	}
}

/**
Reads a script of the small shell.

@throws {SyntaxError} in the shell's words.
*/
export const parseScript = memoised((text: string): Script => new Parser(tokens(text)).script(), 500);
