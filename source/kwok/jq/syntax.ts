/** A parsed expression of jq. */
export type Expression =
	| {readonly kind: 'identity' | 'iterate' | 'recurse'}
	| {readonly kind: 'literal'; readonly value: unknown}
	| {readonly kind: 'variable'; readonly name: string}
	| {readonly kind: 'array'; readonly of: Expression | undefined}
	| {readonly kind: 'object'; readonly fields: ReadonlyArray<readonly [key: Expression, value: Expression]>}
	/** The value in the target for a key, which is an expression over the same input. */
	| {readonly kind: 'index'; readonly target: Expression; readonly key: Expression}
	| {
			readonly kind: 'slice';
			readonly target: Expression;
			readonly from: Expression | undefined;
			readonly to: Expression | undefined;
	  }
	/** `try f`, or `f?`: the values before the first error. */
	| {readonly kind: 'try'; readonly of: Expression}
	| {readonly kind: 'binary'; readonly operator: Operator; readonly left: Expression; readonly right: Expression}
	| {readonly kind: 'negate'; readonly of: Expression}
	| {readonly kind: 'call'; readonly name: string; readonly parameters: readonly Expression[]}
	| {readonly kind: 'bind'; readonly source: Expression; readonly name: string; readonly body: Expression}
	| {
			readonly kind: 'if';
			readonly condition: Expression;
			readonly yes: Expression;
			readonly otherwise: Expression | undefined;
	  };

export type Operator =
	'|' | ',' | '//' | 'or' | 'and' | '==' | '!=' | '<' | '<=' | '>' | '>=' | '+' | '-' | '*' | '/' | '%';

/** An expression that cannot be read, or an error while it runs. */
export class JqError extends Error {
	override name = 'JqError';
}

/** A word of an expression; `at` is its place, from 0. */
export interface Token {
	readonly kind: 'sign' | 'word' | 'field' | 'variable' | 'number' | 'text' | 'end';
	readonly text: string;
	readonly at: number;
}

const pattern =
	/\s+|#[^\n]*|(?<field>\.[A-Za-z_]\w*)|(?<variable>\$[A-Za-z_]\w*)|(?<word>[A-Za-z_]\w*)|(?<number>\d+(?:\.\d+)?(?:[eE][+-]?\d+)?)|(?<text>"(?:[^"\\]|\\.)*")|(?<sign>\.\.|\/\/|==|!=|<=|>=|[.[\]{}()|,:?<>+\-*/%;])/gsuy;

/** @throws {JqError} */
export const tokensOf = (source: string): readonly Token[] => {
	const tokens: Token[] = [];
	pattern.lastIndex = 0;
	for (let at = 0; at < source.length; at = pattern.lastIndex) {
		const match = pattern.exec(source);
		if (!match) {
			throw new JqError(
				`unexpected token ${JSON.stringify(source[at])} at place ${at + 1} of ${JSON.stringify(source)}`,
			);
		}

		for (const kind of ['field', 'variable', 'word', 'number', 'text', 'sign'] as const) {
			const text = match.groups?.[kind];
			if (text !== undefined) {
				tokens.push({kind, text, at});
			}
		}
	}

	return [...tokens, {kind: 'end', text: '', at: source.length}];
};
