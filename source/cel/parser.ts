import type {Issue} from './issue.js';
import {constantOf} from './literal.js';
import {macroOf} from './macro.js';
import type {MapEntry, Node, StructField} from './syntax.js';
import {Abandoned, GiveUp, TokenStream} from './token-stream.js';
import {tokenize, type TokenKind} from './token.js';

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

/** Tokens that the operand of a sign begins with. */
const operandBeginnings: ReadonlySet<TokenKind> = new Set(
	[...beginnings].filter((kind) => kind !== "'!'" && kind !== "'-'"),
);

const literals = new Set(["'true'", "'false'", "'null'", 'NUM_FLOAT', 'NUM_INT', 'NUM_UINT', 'STRING', 'BYTES']);

/** Functions by their operators. */
type Operators = Readonly<Partial<Record<TokenKind, string>>>;

const disjunction: Operators = {"'||'": '_||_'};
const conjunction: Operators = {"'&&'": '_&&_'};

/** Terms in a row as a tree of calls that is as flat as possible, in the same order. @mirrors cel-go parser balancer */
const balanced = (
	terms: readonly Node[],
	calls: ReadonlyArray<{readonly name: string; readonly offset: number}>,
): Node => {
	const middle = Math.floor(calls.length / 2);
	const call = calls[middle];
	const [first = {op: 'error', offset: 0} as const] = terms;
	return call
		? {
				op: 'call',
				...call,
				parameters: [
					balanced(terms.slice(0, middle + 1), calls.slice(0, middle)),
					balanced(terms.slice(middle + 1), calls.slice(middle + 1)),
				],
			}
		: first;
};

/** Binary operators by precedence, lowest first, each with its function. */
const levels: readonly Operators[] = [
	disjunction,
	conjunction,
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

/** An expression nested deeper than this is refused. */
const maxDepth = 250;

/**
Parses an expression. Messages and error recovery are those of ANTLR for cel-go's grammar, so that issues read the same.

@mirrors github.com/google/cel-go/parser
*/
export const parse = (source: string, issues: Issue[]): Node =>
	new Parser(new TokenStream(tokenize(source, issues), issues, operators), issues).start();

class Parser {
	#depth = 0;

	constructor(
		readonly stream: TokenStream,
		readonly issues: Issue[],
	) {}

	start(): Node {
		try {
			const node = this.#expression();
			this.stream.match('<EOF>');
			return node;
		} catch (error) {
			if (error instanceof GiveUp || error instanceof Abandoned) {
				return {op: 'error', offset: 0};
			}

			throw error;
		}
	}

	#expression(): Node {
		const {stream} = this;
		this.#checkDepth(++this.#depth);
		const condition = this.#binary(levels);
		if (!stream.is("'?'")) {
			this.#depth--;
			return condition;
		}

		const {offset} = stream.advance();
		const yes = stream.before("':'", () => this.#binary(levels));
		stream.match("':'");
		const no = this.#expression();
		this.#depth--;
		return {op: 'call', offset, name: '_?_:_', parameters: [condition, yes, no]};
	}

	/** @throws {Abandoned} for more rules inside each other than are allowed. Each operator in a row is one, except && and ||. */
	#checkDepth(depth: number): void {
		if (depth > maxDepth) {
			this.stream.abandon(`Syntax error: expression recursion limit exceeded: ${maxDepth}`);
		}
	}

	/** Any number of && or ||. */
	#logical(operator: Operators, tighter: readonly Operators[]): Node {
		const terms = [this.#binary(tighter)];
		const calls: Array<{readonly name: string; readonly offset: number}> = [];
		for (;;) {
			const name = operator[this.stream.token.kind];
			if (name === undefined) {
				return balanced(terms, calls);
			}

			calls.push({name, offset: this.stream.advance().offset});
			terms.push(this.#binary(tighter));
		}
	}

	/** Operators of the first level, between operands of the next levels. */
	#binary([level, ...tighter]: readonly Operators[]): Node {
		if (level === undefined) {
			return this.#unary();
		}

		if (level === disjunction || level === conjunction) {
			return this.#logical(level, tighter);
		}

		let left = this.#binary(tighter);
		for (let depth = 2; ; depth++) {
			const name = level[this.stream.token.kind];
			if (name === undefined) {
				return left;
			}

			this.#checkDepth(depth);
			const {offset} = this.stream.advance();
			left = {op: 'call', offset, name, parameters: [left, this.#binary(tighter)]};
		}
	}

	#unary(): Node {
		const {stream} = this;
		const {offset} = stream.token;
		const depth = this.#depth;
		try {
			stream.expect(beginnings);
			const sign = stream.token.kind;
			return sign === "'!'" || sign === "'-'" ? this.#signed(sign) : this.#member();
		} catch (error) {
			if (!(error instanceof GiveUp)) {
				throw error;
			}

			this.#depth = depth;
			stream.recover();
			return {op: 'error', offset};
		}
	}

	/** Any number of one sign before an operand. */
	#signed(sign: "'!'" | "'-'"): Node {
		const {stream} = this;
		const {offset} = stream.token;
		let count = 0;
		while (stream.is(sign)) {
			stream.advance();
			count++;
		}

		if (sign === "'-'" && count === 1 && /^NUM_(?:INT|FLOAT)$/.test(stream.token.kind)) {
			return this.#suffixes(this.#literal('-', offset));
		}

		stream.expect(operandBeginnings);
		const operand = this.#member();
		return count % 2 === 0 ? operand : {op: 'call', offset, name: sign === "'!'" ? '!_' : '-_', parameters: [operand]};
	}

	#member(): Node {
		return this.#suffixes(this.#primary());
	}

	#suffixes(first: Node): Node {
		const {stream} = this;
		let node = first;
		for (let depth = 1; ; depth++) {
			this.#checkDepth(depth);
			if (stream.is("'.'")) {
				node = this.#selection(node);
			} else if (stream.is("'['")) {
				const {offset} = stream.advance();
				const optional = this.#optionalMark();
				const index = stream.bracketed("']'", () => this.#expression());
				node = {op: 'call', offset, name: optional ? '_[?_]' : '_[_]', parameters: [node, index]};
			} else {
				return node;
			}
		}
	}

	#optionalMark(): boolean {
		const isOptional = this.stream.is("'?'");
		if (isOptional) {
			this.stream.advance();
		}

		return isOptional;
	}

	#selection(operand: Node): Node {
		const {stream} = this;
		const dot = stream.advance();
		const optional = this.#optionalMark();
		const {token} = stream;
		if (token.kind !== 'IDENTIFIER' && token.kind !== 'ESC_IDENTIFIER') {
			stream.report(`no viable alternative at input '.${token.kind === '<EOF>' ? '' : token.text}'`);
			throw new GiveUp();
		}

		stream.advance();
		if (!optional && token.kind === 'IDENTIFIER' && stream.is("'('")) {
			const {offset} = stream.advance();
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
		const {stream} = this;
		const parameters: Node[] = [];
		stream.bracketed("')'", () => {
			if (stream.is("')'")) {
				return;
			}

			stream.expect(new Set([...beginnings, "')'"]));
			parameters.push(this.#expression());
			while (stream.is("','")) {
				stream.advance();
				parameters.push(this.#expression());
			}
		});
		return parameters;
	}

	#primary(): Node {
		const {stream} = this;
		const {token} = stream;
		if (literals.has(token.kind)) {
			return this.#literal('', token.offset);
		}

		switch (token.kind) {
			case "'('": {
				stream.advance();
				return stream.bracketed("')'", () => this.#expression());
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
		const token = this.stream.advance();
		const value = constantOf(token.kind, token.text, sign);
		if (typeof value === 'string') {
			this.issues.push({offset: token.offset, message: value});
			return {op: 'error', offset};
		}

		return {op: 'constant', offset, value};
	}

	/** Elements between commas up to a closing token; one trailing comma is allowed, also without elements. */
	#elements<T>(closer: TokenKind, element: (isFirst: boolean) => T): readonly T[] {
		const {stream} = this;
		const elements: T[] = [];
		stream.bracketed(closer, () => {
			while (!stream.is(closer) && !stream.is("','")) {
				elements.push(element(elements.length === 0));
				if (!stream.is("','")) {
					break;
				}

				stream.advance();
			}

			if (elements.length === 0 && stream.is("','")) {
				stream.advance();
			}
		});
		return elements;
	}

	#list(): Node {
		const {stream} = this;
		const {offset} = stream.advance();
		const items = this.#elements("']'", (isFirst) => {
			stream.expect(new Set([...beginnings, ...(isFirst ? ["']'", "','", "'?'"] : ["'?'"])]));
			const optional = this.#optionalMark();
			return {item: this.#expression(), optional};
		});
		return {op: 'list', offset, items};
	}

	#map(): Node {
		const {stream} = this;
		const {offset} = stream.advance();
		const entries = this.#elements("'}'", (isFirst): MapEntry => {
			stream.expect(new Set([...beginnings, ...(isFirst ? ["'}'", "','", "'?'"] : ["'?'"])]));
			const optional = this.#optionalMark();
			const key = stream.before("':'", () => this.#expression());
			stream.match("':'");
			return {key, value: this.#expression(), optional};
		});
		return {op: 'map', offset, entries};
	}

	/** A name, a call of a function, or the fields of a type. */
	#name(): Node {
		const {stream} = this;
		const leading = stream.is("'.'") ? stream.advance().text : '';
		const {token} = stream;
		if (token.kind !== 'IDENTIFIER') {
			stream.report(`no viable alternative at input '.${token.kind === '<EOF>' ? '' : token.text}'`);
			throw new GiveUp();
		}

		stream.advance();
		const name = leading + token.text;
		if (stream.is("'('")) {
			const {offset} = stream.advance();
			const parameters = this.#parameters();
			return macroOf(name, undefined, offset, parameters, this.issues) ?? {op: 'call', offset, name, parameters};
		}

		const fields = this.#struct(name);
		if (fields) {
			return fields;
		}

		if (reserved.has(token.text)) {
			this.issues.push({offset: token.offset, message: `reserved identifier: ${token.text}`});
			return {op: 'error', offset: token.offset};
		}

		return {op: 'name', offset: token.offset, name};
	}

	/** `Name.of.type{field: value}`, where braces follow the name. */
	#struct(first: string): Node | undefined {
		const {stream} = this;
		let ahead = 0;
		let name = first;
		while (stream.at(ahead).kind === "'.'" && stream.at(ahead + 1).kind === 'IDENTIFIER') {
			name += `.${stream.at(ahead + 1).text}`;
			ahead += 2;
		}

		if (stream.at(ahead).kind !== "'{'") {
			return undefined;
		}

		stream.skip(ahead);
		const {offset} = stream.advance();
		const fields = this.#elements("'}'", (): StructField => {
			const optional = this.#optionalMark();
			const {token} = stream;
			if (token.kind === 'ESC_IDENTIFIER') {
				stream.advance();
			} else {
				stream.match('IDENTIFIER');
			}

			const colon = stream.match("':'");
			return {
				name: token.text.replaceAll('`', ''),
				offset: colon.offset,
				value: this.#expression(),
				optional,
			};
		});
		return {op: 'struct', offset, name, fields};
	}
}
