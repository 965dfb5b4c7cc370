import type {Issue} from './issue.js';

/** The kind of a token: the text of an operator, or a class of tokens. */
export type TokenKind = string;

export interface Token {
	readonly kind: TokenKind;
	readonly text: string;
	readonly offset: number;
}

/** Kinds of tokens in the order in which cel-go's grammar numbers them: it lists expected tokens in this order. */
export const tokenOrder: readonly TokenKind[] = [
	"'=='",
	"'!='",
	"'in'",
	"'<'",
	"'<='",
	"'>='",
	"'>'",
	"'&&'",
	"'||'",
	"'['",
	"']'",
	"'{'",
	"'}'",
	"'('",
	"')'",
	"'.'",
	"','",
	"'-'",
	"'!'",
	"'?'",
	"':'",
	"'+'",
	"'*'",
	"'/'",
	"'%'",
	"'true'",
	"'false'",
	"'null'",
	'NUM_FLOAT',
	'NUM_INT',
	'NUM_UINT',
	'STRING',
	'BYTES',
	'IDENTIFIER',
	'ESC_IDENTIFIER',
];

const words = new Set(['in', 'true', 'false', 'null']);

const text = String.raw`(?:"""(?:[^\\]|\\[^])*?"""|'''(?:[^\\]|\\[^])*?'''|"(?:[^\\"\n\r]|\\.)*"|'(?:[^\\'\n\r]|\\.)*')`;
const raw = String.raw`(?:"""[^]*?"""|'''[^]*?'''|"[^"\n\r]*"|'[^'\n\r]*')`;

const classes: ReadonlyArray<readonly [TokenKind | undefined, RegExp]> = [
	[undefined, /[\t \r\n\u000C]+|\/\/[^\n]*/y],
	['NUM_FLOAT', /\d+\.\d+(?:[eE][+-]?\d+)?|\d+[eE][+-]?\d+|\.\d+(?:[eE][+-]?\d+)?/y],
	['NUM_UINT', /(?:0x[\da-fA-F]+|\d+)[uU]/y],
	['NUM_INT', /0x[\da-fA-F]+|\d+/y],
	['BYTES', new RegExp(`[bB](?:[rR]${raw}|${text})`, 'y')],
	['STRING', new RegExp(`[rR]${raw}|${text}`, 'y')],
	['IDENTIFIER', /[A-Za-z_]\w*/y],
	['ESC_IDENTIFIER', /`[\w.\-/ ]+`/y],
	['operator', /==|!=|<=|>=|&&|\|\||[<>[\]{}().,\-!?:+*/%]/y],
];

/** Reads an expression into tokens; the last one is `<EOF>`. A character that no token begins with is an issue. @mirrors CELLexer */
export const tokenize = (source: string, issues: Issue[]): readonly Token[] => {
	const tokens: Token[] = [];
	let offset = 0;
	scan: while (offset < source.length) {
		for (const [kind, pattern] of classes) {
			pattern.lastIndex = offset;
			const found = pattern.exec(source)?.[0];
			if (found === undefined) {
				continue;
			}

			if (kind !== undefined) {
				tokens.push({kind: kind === 'operator' || words.has(found) ? `'${found}'` : kind, text: found, offset});
			}

			offset += found.length;
			continue scan;
		}

		// An unfinished string takes the rest of its line with it.
		const left = source.slice(offset);
		const wrong = /^(?:["'][^\n]*|[^])/.exec(left)?.[0] ?? left;
		issues.push({offset, message: `Syntax error: token recognition error at: '${wrong}'`});
		offset += wrong.length;
	}

	tokens.push({kind: '<EOF>', text: '<EOF>', offset: source.length});
	return tokens;
};
