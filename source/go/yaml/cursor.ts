/** A place: lines and columns count from 0. */
export interface Mark {
	readonly index: number;
	readonly line: number;
	readonly column: number;
}

/** An error in YAML, with its position. */
export class YamlFault extends Error {
	constructor(
		message: string,
		readonly problem: Mark,
		readonly isScanner: boolean,
	) {
		super(message);
	}
}

export const isBreak = (character: string | undefined): boolean =>
	character !== undefined && /[\n\r\u0085\u2028\u2029]/.test(character);
export const isBlank = (character: string | undefined): boolean => character === ' ' || character === '\t';
export const isBreakOrEnd = (character: string | undefined): boolean => character === undefined || isBreak(character);
export const isBlankOrEnd = (character: string | undefined): boolean => isBlank(character) || isBreakOrEnd(character);
const isWord = (character: string | undefined): boolean => character !== undefined && /[\w-]/.test(character);
export const isDigit = (character: string | undefined): boolean => character !== undefined && /\d/.test(character);

/** Walks through a text, and counts its line and column. */
export class Cursor {
	index = 0;
	line = 0;
	column = 0;

	constructor(readonly text: string) {
		if (text.startsWith('\uFEFF')) {
			this.index = 1;
		}
	}

	mark(): Mark {
		return {index: this.index, line: this.line, column: this.column};
	}

	/** The next character, or one after it; `undefined` at the end. */
	at(offset = 0): string | undefined {
		return this.text[this.index + offset];
	}

	/** @throws YamlFault */
	fail(message: string): never {
		throw new YamlFault(message, this.mark(), true);
	}

	/** Continues by characters of the same line. */
	skip(count = 1): void {
		this.index += count;
		this.column += count;
	}

	/** Continues after a line break. */
	skipLine(): void {
		this.index += this.at() === '\r' && this.at(1) === '\n' ? 2 : 1;
		this.line++;
		this.column = 0;
	}

	/** Whether `---` or `...` is here. */
	isDocumentMark(mark: string): boolean {
		return this.column === 0 && this.text.startsWith(mark, this.index) && isBlankOrEnd(this.at(3));
	}

	comment(): void {
		if (this.at() === '#') {
			while (!isBreakOrEnd(this.at())) {
				this.skip();
			}
		}
	}

	/** Reads a name; `''` without one. */
	word(): string {
		const start = this.index;
		while (isWord(this.at())) {
			this.skip();
		}

		return this.text.slice(start, this.index);
	}

	/** Reads a part of a version. */
	number(): number {
		const from = this.index;
		while (isDigit(this.at())) {
			this.skip();
			if (this.index - from > 9) {
				this.fail('found extremely long version number');
			}
		}

		if (this.index === from) {
			this.fail('did not find expected version number');
		}

		return Number(this.text.slice(from, this.index));
	}

	blanks(): void {
		while (isBlank(this.at())) {
			this.skip();
		}
	}

	/** Continues at the next line; only a comment may precede it. */
	lineEnd(): void {
		this.blanks();
		this.comment();
		if (!isBreakOrEnd(this.at())) {
			this.fail('did not find expected comment or line break');
		}

		if (this.at() !== undefined) {
			this.skipLine();
		}
	}
}
