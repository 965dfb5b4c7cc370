import {RE2JS, RE2JSException} from 're2js';

/** The syntax of an expression: basic as by default in `grep` and `sed`, extended as with `-E`, or plain text. */
export type Syntax = 'basic' | 'extended' | 'fixed';

/** An expression that is not simulated, such as one with references to its groups. */
export class UnsupportedExpression {
	constructor(readonly expression: string) {}
}

/** Characters that a backslash makes special in basic expressions and literal in extended ones. */
const fromBasic = (expression: string): string => {
	let result = '';
	for (let at = 0; at < expression.length; at++) {
		const character = expression.charAt(at);
		if (character === '[') {
			const end = setEnd(expression, at);
			result += expression.slice(at, end);
			at = end - 1;
		} else if (character === '\\') {
			const next = expression.charAt(++at);
			result += /[(){}|+?]/.test(next) ? next : `\\${next}`;
		} else if (/[(){}|+?]/.test(character)) {
			result += `\\${character}`;
		} else if (character === '*' && /(?:^|\(|\||\^)$/.test(result)) {
			result += String.raw`\*`;
		} else if (character === '^' && result !== '' && !/(?:\(|\|)$/.test(result)) {
			result += String.raw`\^`;
		} else if (character === '$' && at < expression.length - 1 && !/^\$\\[)|]/.test(expression.slice(at))) {
			result += String.raw`\$`;
		} else {
			result += character;
		}
	}

	return result;
};

/** The end of a set that begins at an index. */
const setEnd = (expression: string, from: number): number => {
	let at = from + 1;
	at += expression[at] === '^' ? 1 : 0;
	at += expression[at] === ']' ? 1 : 0;
	while (at < expression.length && expression[at] !== ']') {
		const end = expression.startsWith('[:', at) ? expression.indexOf(':]', at) : -1;
		at = end === -1 ? at + 1 : end + 2;
	}

	return Math.min(at + 1, expression.length);
};

/** Escapes backslashes in sets, where they are ordinary characters. */
const withSets = (expression: string): string => {
	let result = '';
	for (let at = 0; at < expression.length;) {
		if (expression[at] === '\\') {
			const two = expression.slice(at, at + 2);
			const plain = /^\\[-/#%&~"'!@:;,=_ ]$/.test(two) ? two.slice(1) : two;
			result += two === String.raw`\<` || two === String.raw`\>` ? String.raw`\b` : plain;
			at += 2;
		} else if (expression[at] === '[') {
			const end = setEnd(expression, at);
			const set = expression.slice(at + 1, end - 1);
			const negation = set.startsWith('^') ? '^' : '';
			result += `[${negation}${set
				.slice(negation.length)
				.replaceAll(/\[(?!:)/g, String.raw`\[`)
				.replaceAll(/\\(?![nt[])/g, String.raw`\\`)
				.replace(/^\]/, String.raw`\]`)}]`;
			at = end;
		} else if (expression[at] === '{' && !/^\{\d+(?:,\d*)?\}/.test(expression.slice(at))) {
			result += String.raw`\{`;
			at++;
		} else {
			result += expression[at];
			at++;
		}
	}

	return result;
};

/** @throws {UnsupportedExpression} */
export const compileExpression = (expression: string, syntax: Syntax, {ignoresCase = false} = {}): RE2JS => {
	if (syntax !== 'fixed' && /(?<!\\)(?:\\\\)*\\[1-9]/.test(expression)) {
		throw new UnsupportedExpression(expression);
	}

	const text =
		syntax === 'fixed'
			? expression.replaceAll(/[\\^$.|?*+()[\]{}]/g, String.raw`\$&`)
			: withSets(syntax === 'basic' ? fromBasic(expression) : expression);
	try {
		return RE2JS.compile(text, ignoresCase ? RE2JS.CASE_INSENSITIVE : 0);
	} catch (error) {
		if (error instanceof RE2JSException) {
			throw new UnsupportedExpression(expression);
		}

		throw error;
	}
};
