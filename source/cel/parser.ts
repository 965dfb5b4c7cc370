import type {Issue} from './issue.js';
import {constantOf} from './literal.js';
import {macroOf} from './macro.js';
import type {MapEntry, Node, StructField} from './syntax.js';
import {tokenize, tokenOrder, type Token, type TokenKind} from './token.js';

/** Tokens that an expression begins with. */
const beginnings: ReadonlySet<TokenKind> = new Set([
	"'['",
	"'{'",
	"'('",
	"'.'",
	"'-'",
	"'!'",
	"'true'",
	"'false'",
	"'null'",
	'NUM_FLOAT',
	'NUM_INT',
	'NUM_UINT',
	'STRING',
	'BYTES',
	'IDENTIFIER',
]);

const literals = new Set(["'true'", "'false'", "'null'", 'NUM_FLOAT', 'NUM_INT', 'NUM_UINT', 'STRING', 'BYTES']);

/** Binary operators by how strongly they bind, weakest first, with the function each is. */
const levels: ReadonlyArray<Readonly<Record<TokenKind, string>>> = [
	{"'||'": '_||_'},
	{"'&&'": '_&&_'},
	{"'<'": '_<_', "'<='": '_<=_', "'>='": '_>=_', "'>'": '_>_', "'=='": '_==_', "'!='": '_!=_', "'in'": '@in'},
	{"'+'": '_+_', "'-'": '_-_'},
	{"'*'": '_*_', "'/'": '_/_', "'%'": '_%_'},
];

const operators: ReadonlySet<TokenKind> = new Set(levels.flatMap((level) => Object.keys(level)));

const reserved = new Set([
	'as',
	'break',
	'const',
	'continue',
	'else',
	'for',
	'function',
	'if',
	'import',
	'let',
	'loop',
	'package',
	'namespace',
	'return',
	'var',
	'void',
	'while',
]);

/** Thrown to leave a rule that cannot go on; the issue is told. */
class GiveUp extends Error {}

/** An expression nested deeper than this is refused. */
const maxDepth = 250;

/**
Parses an expression. Issues are worded and recovered from as ANTLR does for cel-go's grammar, so that they read the same.

@mirrors github.com/google/cel-go/parser
*/
export const parse = (source: string, issues: Issue[]): Node => new Parser(tokenize(source, issues), issues).start();

class Parser {
	#position = 0;
	#depth = 0;
	/** After an issue none is told until a token has been matched again. */
	#recovering = false;
	/** What the enclosing brackets go on with. */
	readonly #closers: TokenKind[] = ['<EOF>'];

	constructor(
		readonly tokens: readonly Token[],
		readonly issues: Issue[],
	) {}

	start(): Node {
		try {
			const node = this.#expression();
			this.#match('<EOF>');
			return node;
		} catch (error) {
			if (error instanceof GiveUp) {
				return {op: 'error', offset: 0};
			}

			throw error;
		}
	}

	get #token(): Token {
		return this.tokens[this.#position]!;
	}

	get #next(): Token {
		return this.tokens[Math.min(this.#position + 1, this.tokens.length - 1)]!;
	}

	#is(kind: TokenKind): boolean {
		return this.#token.kind === kind;
	}

	#advance(): Token {
		const token = this.#token;
		this.#recovering = false;
		if (token.kind !== '<EOF>') {
			this.#position++;
		}

		return token;
	}

	#report(message: string, offset = this.#token.offset): void {
		if (!this.#recovering) {
			this.issues.push({offset, message: `Syntax error: ${message}`});
		}

		this.#recovering = true;
	}

	/** Takes a token of the kind; one too many is skipped, a missing one thought of, as far as the next one fits. */
	#match(kind: TokenKind): Token {
		const token = this.#token;
		if (token.kind === kind) {
			return this.#advance();
		}

		if (this.#next.kind === kind && token.kind !== '<EOF>') {
			this.#report(`extraneous input '${token.text}' expecting ${kind}`);
			this.#position++;
			return this.#advance();
		}

		if (kind !== '<EOF>' && kind !== 'IDENTIFIER' && this.#follows(token.kind)) {
			this.#report(`missing ${kind} at '${token.text}'`);
			return token;
		}

		this.#report(`mismatched input '${token.text}' expecting ${kind}`);
		if (kind === '<EOF>') {
			return token;
		}

		throw new GiveUp();
	}

	/** Could the token come after a closed bracket? */
	#follows(kind: TokenKind): boolean {
		return kind === "'.'" || kind === "'['" || kind === "'?'" || operators.has(kind) || this.#closers.includes(kind);
	}

	#bracketed<T>(closer: TokenKind, inside: () => T): T {
		this.#closers.push(closer, "','");
		try {
			return inside();
		} finally {
			this.#closers.length -= 2;
		}
	}

	#expression(): Node {
		if (++this.#depth > maxDepth) {
			this.issues.push({
				offset: this.#token.offset,
				message: `Syntax error: expression recursion limit exceeded: ${maxDepth}`,
			});
			throw new GiveUp();
		}

		const condition = this.#binary(0);
		this.#depth--;
		if (!this.#is("'?'")) {
			return condition;
		}

		const {offset} = this.#advance();
		this.#closers.push("':'");
		const yes = this.#binary(0);
		this.#closers.pop();
		this.#match("':'");
		const no = this.#expression();
		return {op: 'call', offset, name: '_?_:_', parameters: [condition, yes, no]};
	}

	#binary(level: number): Node {
		if (level === levels.length) {
			return this.#unary();
		}

		let left = this.#binary(level + 1);
		for (;;) {
			const name = levels[level]![this.#token.kind];
			if (name === undefined) {
				return left;
			}

			const {offset} = this.#advance();
			left = {op: 'call', offset, name, parameters: [left, this.#binary(level + 1)]};
		}
	}

	#unary(): Node {
		const {offset} = this.#token;
		const depth = this.#depth;
		try {
			this.#expect(beginnings);
			const sign = this.#token.kind;
			if (sign !== "'!'" && sign !== "'-'") {
				return this.#member();
			}

			const at = this.#token.offset;
			let count = 0;
			while (this.#is(sign)) {
				this.#advance();
				count++;
			}

			if (sign === "'-'" && count === 1 && /^NUM_(?:INT|FLOAT)$/.test(this.#token.kind)) {
				return this.#suffixes(this.#literal('-', at));
			}

			this.#expect(new Set([...beginnings].filter((kind) => kind !== "'!'" && kind !== "'-'")));
			const operand = this.#member();
			return count % 2 === 0
				? operand
				: {op: 'call', offset: at, name: sign === "'!'" ? '!_' : '-_', parameters: [operand]};
		} catch (error) {
			if (!(error instanceof GiveUp)) {
				throw error;
			}

			this.#depth = depth;
			while (!operators.has(this.#token.kind) && !this.#is("'?'") && !this.#closers.includes(this.#token.kind)) {
				this.#position++;
			}

			return {op: 'error', offset};
		}
	}

	/** Goes on only before one of these tokens; one too many before it is skipped. */
	#expect(kinds: ReadonlySet<TokenKind>): void {
		const token = this.#token;
		if (kinds.has(token.kind)) {
			return;
		}

		const expected = `{${tokenOrder.filter((kind) => kinds.has(kind)).join(', ')}}`;
		if (kinds.has(this.#next.kind) && token.kind !== '<EOF>') {
			this.#report(`extraneous input '${token.text}' expecting ${expected}`);
			this.#position++;
			return;
		}

		this.#report(`mismatched input '${token.text}' expecting ${expected}`);
		throw new GiveUp();
	}

	#member(): Node {
		return this.#suffixes(this.#primary());
	}

	#suffixes(first: Node): Node {
		let node = first;
		for (;;) {
			if (this.#is("'.'")) {
				node = this.#selection(node);
			} else if (this.#is("'['")) {
				const {offset} = this.#advance();
				const optional = this.#optionalMark();
				const index = this.#bracketed("']'", () => this.#expression());
				this.#match("']'");
				node = {op: 'call', offset, name: optional ? '_[?_]' : '_[_]', parameters: [node, index]};
			} else {
				return node;
			}
		}
	}

	#optionalMark(): boolean {
		if (this.#is("'?'")) {
			this.#advance();
			return true;
		}

		return false;
	}

	#selection(operand: Node): Node {
		const dot = this.#advance();
		const optional = this.#optionalMark();
		const token = this.#token;
		if (token.kind !== 'IDENTIFIER' && token.kind !== 'ESC_IDENTIFIER') {
			this.#report(`no viable alternative at input '.${token.kind === '<EOF>' ? '' : token.text}'`);
			throw new GiveUp();
		}

		this.#advance();
		if (!optional && token.kind === 'IDENTIFIER' && this.#is("'('")) {
			const {offset} = this.#advance();
			const parameters = this.#parameters();
			return (
				macroOf(token.text, operand, offset, parameters, this.issues) ?? {
					op: 'call',
					offset,
					name: token.text,
					target: operand,
					parameters,
				}
			);
		}

		const field = token.kind === 'ESC_IDENTIFIER' ? token.text.slice(1, -1) : token.text;
		return {op: 'select', offset: dot.offset, operand, field, optional};
	}

	#parameters(): readonly Node[] {
		const parameters: Node[] = [];
		this.#bracketed("')'", () => {
			if (this.#is("')'")) {
				return;
			}

			this.#expect(new Set([...beginnings, "')'"]));
			parameters.push(this.#expression());
			while (this.#is("','")) {
				this.#advance();
				parameters.push(this.#expression());
			}
		});
		this.#match("')'");
		return parameters;
	}

	#primary(): Node {
		const token = this.#token;
		if (literals.has(token.kind)) {
			return this.#literal('', token.offset);
		}

		switch (token.kind) {
			case "'('": {
				this.#advance();
				const inner = this.#bracketed("')'", () => this.#expression());
				this.#match("')'");
				return inner;
			}

			case "'['": {
				return this.#list();
			}

			case "'{'": {
				return this.#map();
			}

			default: {
				return this.#name();
			}
		}
	}

	#literal(sign: '' | '-', offset: number): Node {
		const token = this.#advance();
		const value = constantOf(token.kind, token.text, sign);
		if (typeof value === 'string') {
			this.issues.push({offset: token.offset, message: value});
			return {op: 'error', offset};
		}

		return {op: 'constant', offset, value};
	}

	#list(): Node {
		const {offset} = this.#advance();
		const items: Array<{item: Node; optional: boolean}> = [];
		this.#bracketed("']'", () => {
			while (!this.#is("']'") && !this.#is("','")) {
				this.#expect(new Set([...beginnings, ...(items.length === 0 ? ["']'", "','", "'?'"] : ["'?'"])]));
				const optional = this.#optionalMark();
				items.push({item: this.#expression(), optional});
				if (!this.#is("','")) {
					break;
				}

				this.#advance();
			}

			if (items.length === 0 && this.#is("','")) {
				this.#advance();
			}
		});
		this.#match("']'");
		return {op: 'list', offset, items};
	}

	#map(): Node {
		const {offset} = this.#advance();
		const entries: MapEntry[] = [];
		this.#bracketed("'}'", () => {
			while (!this.#is("'}'") && !this.#is("','")) {
				this.#expect(new Set([...beginnings, ...(entries.length === 0 ? ["'}'", "','", "'?'"] : ["'?'"])]));
				const optional = this.#optionalMark();
				this.#closers.push("':'");
				const key = this.#expression();
				this.#closers.pop();
				this.#match("':'");
				entries.push({key, value: this.#expression(), optional});
				if (!this.#is("','")) {
					break;
				}

				this.#advance();
			}

			if (entries.length === 0 && this.#is("','")) {
				this.#advance();
			}
		});
		this.#match("'}'");
		return {op: 'map', offset, entries};
	}

	/** A name, a call of a function, or the fields of a type. */
	#name(): Node {
		const leading = this.#is("'.'") ? this.#advance().text : '';
		const token = this.#token;
		if (token.kind !== 'IDENTIFIER') {
			this.#report(`no viable alternative at input '.${token.kind === '<EOF>' ? '' : token.text}'`);
			throw new GiveUp();
		}

		this.#advance();
		if (this.#is("'('")) {
			const {offset} = this.#advance();
			const parameters = this.#parameters();
			const name = leading + token.text;
			return macroOf(name, undefined, offset, parameters, this.issues) ?? {op: 'call', offset, name, parameters};
		}

		const fields = this.#struct(leading + token.text);
		if (fields) {
			return fields;
		}

		if (reserved.has(token.text)) {
			this.issues.push({offset: token.offset, message: `reserved identifier: ${token.text}`});
			return {op: 'error', offset: token.offset};
		}

		return {op: 'name', offset: token.offset, name: leading + token.text};
	}

	/** `Name.of.type{field: value}`, where braces follow the name. */
	#struct(first: string): Node | undefined {
		let ahead = this.#position;
		let name = first;
		while (this.tokens[ahead]!.kind === "'.'" && this.tokens[ahead + 1]!.kind === 'IDENTIFIER') {
			name += `.${this.tokens[ahead + 1]!.text}`;
			ahead += 2;
		}

		if (this.tokens[ahead]!.kind !== "'{'") {
			return undefined;
		}

		this.#position = ahead;
		const {offset} = this.#advance();
		const fields: StructField[] = [];
		this.#bracketed("'}'", () => {
			while (!this.#is("'}'") && !this.#is("','")) {
				const optional = this.#optionalMark();
				const token = this.#token;
				if (token.kind !== 'ESC_IDENTIFIER') {
					this.#match('IDENTIFIER');
				} else {
					this.#advance();
				}

				const colon = this.#match("':'");
				fields.push({
					name: token.text.replaceAll('`', ''),
					offset: colon.offset,
					value: this.#expression(),
					optional,
				});
				if (!this.#is("','")) {
					break;
				}

				this.#advance();
			}

			if (fields.length === 0 && this.#is("','")) {
				this.#advance();
			}
		});
		this.#match("'}'");
		return {op: 'struct', offset, name, fields};
	}
}
