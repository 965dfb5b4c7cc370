import {isBlank, isBlankOrEnd, isBreak, isBreakOrEnd, isDigit, type Cursor} from './cursor.js';

/** Characters of a `\x41`, a `\u0041` and a `\U00000041`. */
const codeLengths: Readonly<Record<string, number>> = {x: 2, u: 4, U: 8};

/** Continues behind text in quotes. @throws YamlFault */
export const skipQuoted = (cursor: Cursor, quote: string): void => {
	cursor.skip();
	for (;;) {
		if (cursor.isDocumentMark('---') || cursor.isDocumentMark('...')) {
			cursor.fail('found unexpected document indicator');
		}

		const character = cursor.at();
		if (character === undefined) {
			cursor.fail('found unexpected end of stream');
		} else if (isBreak(character)) {
			cursor.skipLine();
		} else if (character === quote && !(quote === "'" && cursor.at(1) === "'")) {
			cursor.skip();
			return;
		} else if (character === '\\' && quote === '"') {
			skipEscape(cursor);
		} else {
			cursor.skip(character === quote ? 2 : 1);
		}
	}
};

const skipEscape = (cursor: Cursor): void => {
	const character = cursor.at(1);
	if (isBreak(character)) {
		cursor.skip();
		cursor.skipLine();
		return;
	}

	const length = codeLengths[character ?? ''] ?? 0;
	if (length === 0 && !/[0abt\tnvfre "'\\N_LP]/.test(character ?? '-')) {
		cursor.fail('found unknown escape character');
	}

	cursor.skip(2);
	const code = cursor.text.slice(cursor.index, cursor.index + length);
	if (!/^[\da-fA-F]*$/.test(code) || code.length < length) {
		cursor.fail('did not find expected hexdecimal number');
	}

	const value = Number.parseInt(code || '0', 16);
	if ((value >= 0xd8_00 && value <= 0xdf_ff) || value > 0x10_ff_ff) {
		cursor.fail('found invalid Unicode character escape code');
	}

	cursor.skip(length);
};

/** Continues behind a text that begins with `|` or `>`. @param parentIndent column of its collection; −1 for none. @throws YamlFault */
export const skipBlock = (cursor: Cursor, parentIndent: number): void => {
	cursor.skip();
	let increment = 0;
	const digit = (): void => {
		if (isDigit(cursor.at())) {
			if (cursor.at() === '0') {
				cursor.fail('found an indentation indicator equal to 0');
			}

			increment = Number(cursor.at());
			cursor.skip();
		}
	};
	digit();
	if (/[-+]/.test(cursor.at() ?? '')) {
		cursor.skip();
		if (increment === 0) {
			digit();
		}
	}

	cursor.lineEnd();
	let indent = increment > 0 ? Math.max(parentIndent, 0) + increment : 0;
	indent = skipBreaks(cursor, parentIndent, indent);
	while (cursor.column === indent && cursor.at() !== undefined) {
		while (!isBreakOrEnd(cursor.at())) {
			cursor.skip();
		}

		if (cursor.at() !== undefined) {
			cursor.skipLine();
		}

		indent = skipBreaks(cursor, parentIndent, indent);
	}
};

/** Skips empty lines and the indentation of the next line. */
const skipBreaks = (cursor: Cursor, parentIndent: number, given: number): number => {
	const isBefore = (): boolean => given === 0 || cursor.column < given;
	let widest = 0;
	for (;;) {
		while (cursor.at() === ' ' && isBefore()) {
			cursor.skip();
		}

		widest = Math.max(widest, cursor.column);
		if (cursor.at() === '\t' && isBefore()) {
			cursor.fail('found a tab character where an indentation space is expected');
		}

		if (!isBreak(cursor.at())) {
			return given === 0 ? Math.max(widest, parentIndent + 1, 1) : given;
		}

		cursor.skipLine();
	}
};

/** Continues behind text without quotes. @returns whether a line break ends the space behind it: then a key may follow. @throws YamlFault */
export const skipPlain = (cursor: Cursor, parentIndent: number, isInFlow: boolean): boolean => {
	const indent = parentIndent + 1;
	let leads = false;
	for (;;) {
		if (cursor.isDocumentMark('---') || cursor.isDocumentMark('...') || cursor.at() === '#') {
			break;
		}

		const from = cursor.index;
		while (!isBlankOrEnd(cursor.at()) && !endsPlain(cursor, isInFlow)) {
			cursor.skip();
		}

		if (cursor.index > from) {
			leads = false;
		}

		if (!isBlank(cursor.at()) && !isBreak(cursor.at())) {
			break;
		}

		while (isBlank(cursor.at()) || isBreak(cursor.at())) {
			if (isBreak(cursor.at())) {
				cursor.skipLine();
				leads = true;
			} else {
				if (leads && cursor.column < indent && cursor.at() === '\t') {
					cursor.fail('found a tab character that violates indentation');
				}

				cursor.skip();
			}
		}

		if (!isInFlow && cursor.column < indent) {
			break;
		}
	}

	return leads;
};

const endsPlain = (cursor: Cursor, isInFlow: boolean): boolean => {
	const character = cursor.at() ?? '';
	return (character === ':' && isBlankOrEnd(cursor.at(1))) || (isInFlow && /[,?[\]{}]/.test(character));
};
