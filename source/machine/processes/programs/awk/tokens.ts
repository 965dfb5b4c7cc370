import {unescaped} from '../echo.js';
import {AwkError} from './tree.js';

/** A piece of a program's text. */
export interface Token {
	readonly kind: 'number' | 'text' | 'pattern' | 'name' | 'call' | 'operator' | 'newline' | 'end';
	readonly text: string;
}

const pieces =
	/[ \t\r]+|\\\n|#[^\n]*|(\n)|(\d+\.?\d*(?:[eE][-+]?\d+)?|\.\d+(?:[eE][-+]?\d+)?)|"((?:[^"\\\n]|\\[\s\S])*)"|([A-Za-z_]\w*)(\()?|(&&|\|\||>>|<=|>=|==|!=|!~|\+\+|--|\+=|-=|\*=|\/=|%=|\^=|\*\*|[-+*/%^!<>=?:,;(){}[\]$~|])/y;

/** Words that are not names. */
export const keywords = new Set([
	'BEGIN',
	'END',
	'print',
	'printf',
	'if',
	'else',
	'while',
	'for',
	'do',
	'in',
	'next',
	'exit',
	'break',
	'continue',
	'delete',
	'getline',
	'function',
	'func',
	'return',
]);

/** Whether a slash here divides, as a value precedes it. */
const isValue = (token: Token | undefined): boolean =>
	token !== undefined &&
	(['number', 'text', 'name'].includes(token.kind) ? !keywords.has(token.text) : [')', ']', '$'].includes(token.text));

/** The pieces of a program's text, an `end` last. @throws {AwkError} */
export const tokensOf = (text: string): readonly Token[] => {
	const tokens: Token[] = [];
	let at = 0;
	while (at < text.length) {
		if (text[at] === '/' && !isValue(tokens.at(-1))) {
			const [all, body = ''] = /^\/((?:[^/\\\n[]|\\.|\[(?:[^\]\\]|\\.)+\])*)\//.exec(text.slice(at)) ?? [];
			if (all === undefined) {
				throw new AwkError('unterminated regexp');
			}

			tokens.push({kind: 'pattern', text: body.replaceAll(String.raw`\/`, '/')});
			at += all.length;
			continue;
		}

		pieces.lastIndex = at;
		const found = pieces.exec(text);
		if (!found) {
			throw new AwkError(`syntax error at ${text.slice(at, at + 10)}`);
		}

		at = pieces.lastIndex;
		const [, newline, number, quoted, name, call, operator] = found;
		if (newline !== undefined) {
			tokens.push({kind: 'newline', text: '\n'});
		} else if (number !== undefined) {
			tokens.push({kind: 'number', text: number});
		} else if (quoted !== undefined) {
			tokens.push({kind: 'text', text: unescaped(quoted.replaceAll(String.raw`\/`, '/')).text});
		} else if (name !== undefined) {
			const isCall = call !== undefined && !keywords.has(name);
			at -= call !== undefined && !isCall ? 1 : 0;
			tokens.push({kind: isCall ? 'call' : 'name', text: name});
		} else if (operator !== undefined) {
			tokens.push({kind: 'operator', text: operator});
		}
	}

	return [...tokens, {kind: 'end', text: ''}];
};
