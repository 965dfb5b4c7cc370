import type {Redirect, Word} from './tree.js';
import {WordReader} from './word-reader.js';

/** A pending heredoc: its text begins after the end of the line. */
interface Pending {
	readonly index: number;
	readonly delimiter: string;
	readonly quoted: boolean;
	readonly tabs: boolean;
	readonly list: Redirect[];
}

/** Reads tokens, the blanks between them, and at the end of each line its heredocs. */
export abstract class TokenReader extends WordReader {
	readonly #pending: Pending[] = [];

	/** A text with expansions that is not a word: of a heredoc, an index, an expression. */
	abstract textWord(text: string): Word;

	/** Skips blanks, comments and joined lines; with `lines` also the ends of lines. */
	blank(lines: boolean): void {
		for (;;) {
			if (/[ \t]/.test(this.source.charAt(this.position))) {
				this.position++;
			} else if (this.startsWith('#')) {
				const end = this.source.indexOf('\n', this.position);
				this.position = end === -1 ? this.source.length : end;
			} else if (lines && this.startsWith('\n')) {
				this.readHeredocs();
				this.position += this.startsWith('\n') ? 1 : 0;
			} else if (!this.continuation()) {
				return;
			}
		}
	}

	/** The next token, as an error names it: an operator, a reserved word, or any other word. */
	token(): string {
		const [token = ''] =
			this.matched(/\n|&&|\|\||;;&?|;&|&>>?|<<<|<<-?|[<>]&|>>|>\||<>|[;&|()<>]|(?:[^\s;&|()<>'"\\$`]|\\.)+/sy) ?? [];
		return token === '' ? this.source.charAt(this.position) : token;
	}

	/** Whether a separate reserved word is here. */
	isReserved(word: string): boolean {
		return this.token() === word && !/['"\\$`]/.test(this.source.charAt(this.position + word.length));
	}

	/** Refuses the token at this place. @param atEnd the missing part if the script ends here @param elsewhere the expected part here */
	refuse(atEnd?: string, elsewhere?: string): never {
		const token = this.token();
		return this.fail(
			token === ''
				? {kind: 'end', ...(atEnd !== undefined && {expecting: atEnd})}
				: {kind: 'unexpected', token, ...(elsewhere !== undefined && {expecting: elsewhere})},
		);
	}

	/** Skips a required token. */
	expect(token: string): void {
		this.blank(true);
		if (!this.take(token)) {
			this.refuse(token, token);
		}
	}

	/** Skips a token. @returns whether the token is here. */
	take(token: string): boolean {
		if (!this.isReserved(token) && !(token === ')' && this.startsWith(')'))) {
			return false;
		}

		this.position += token.length;
		return true;
	}

	/** Reads the word after `<<`: the text follows the end of the line. */
	beginHeredoc(list: Redirect[], descriptor: number | undefined, tabs: boolean): void {
		const from = this.position;
		const word = this.word();
		if (!word) {
			this.fail({kind: 'unexpected', token: this.token()});
		}

		const quoted = /['"\\]/.test(this.source.slice(from, this.position));
		const delimiter = word.map((part) => (part.kind === 'text' ? part.text : '')).join('');
		this.#pending.push({index: list.length, delimiter, quoted, tabs, list});
		list.push({operator: '<<', descriptor, target: []});
	}

	/** Reads the texts of a line's heredocs at its end. */
	readHeredocs(): void {
		if (this.#pending.length === 0 || !this.startsWith('\n')) {
			this.#withoutText();
			return;
		}

		for (const {index, delimiter, quoted, tabs, list} of this.#pending.splice(0)) {
			let text = '';
			while (this.position < this.source.length) {
				const end = this.source.indexOf('\n', this.position + 1);
				const line = this.source.slice(this.position + 1, end === -1 ? undefined : end);
				this.position = end === -1 ? this.source.length : end;
				const shown = tabs ? line.replace(/^\t+/, '') : line;
				if (shown === delimiter) {
					break;
				}

				text += end === -1 && shown === '' ? '' : `${shown}\n`;
			}

			const known = list[index];
			if (known) {
				list[index] = {
					...known,
					target: quoted ? [{kind: 'text', text, quoted: true}] : this.textWord(text),
				};
			}
		}
	}

	/** Makes a heredoc empty at the end of the script. */
	#withoutText(): void {
		if (this.position >= this.source.length) {
			this.#pending.length = 0;
		}
	}
}
