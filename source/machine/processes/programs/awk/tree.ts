/** An expression of awk. */
export type Expression =
	| {readonly kind: 'number'; readonly value: number}
	| {readonly kind: 'text'; readonly value: string}
	| {readonly kind: 'pattern'; readonly value: string}
	| {readonly kind: 'variable'; readonly name: string}
	| {readonly kind: 'field'; readonly index: Expression}
	| {readonly kind: 'element'; readonly name: string; readonly keys: readonly Expression[]}
	| {readonly kind: 'assign'; readonly target: Expression; readonly operator: string; readonly value: Expression}
	| {readonly kind: 'step'; readonly target: Expression; readonly by: number; readonly isPrefix: boolean}
	| {readonly kind: 'unary'; readonly operator: string; readonly operand: Expression}
	| {readonly kind: 'binary'; readonly operator: string; readonly left: Expression; readonly right: Expression}
	| {readonly kind: 'conditional'; readonly test: Expression; readonly yes: Expression; readonly no: Expression}
	| {readonly kind: 'in'; readonly keys: readonly Expression[]; readonly name: string}
	| {readonly kind: 'call'; readonly name: string; readonly args: readonly Expression[]};

export type Statement =
	| {readonly kind: 'expression'; readonly value: Expression}
	| {
			readonly kind: 'print';
			readonly format: boolean;
			readonly args: readonly Expression[];
			readonly to?: Expression;
			readonly append: boolean;
	  }
	| {readonly kind: 'block'; readonly body: readonly Statement[]}
	| {readonly kind: 'if'; readonly test: Expression; readonly yes: Statement; readonly no: Statement | undefined}
	| {readonly kind: 'while'; readonly test: Expression; readonly body: Statement; readonly first: boolean}
	| {
			readonly kind: 'for';
			readonly first: Statement | undefined;
			readonly test: Expression | undefined;
			readonly next: Statement | undefined;
			readonly body: Statement;
	  }
	| {readonly kind: 'each'; readonly variable: string; readonly name: string; readonly body: Statement}
	| {readonly kind: 'next' | 'break' | 'continue'}
	| {readonly kind: 'exit'; readonly value: Expression | undefined}
	| {readonly kind: 'delete'; readonly name: string; readonly keys: readonly Expression[] | undefined};

/** A pattern with its action, for all lines, for lines that match an expression, or from one line to another. */
export interface Rule {
	readonly when: 'BEGIN' | 'END' | readonly Expression[];
	/** Absent: the line is printed. */
	readonly body: Statement | undefined;
}

/** A program that is not simulated, or that is wrong. */
export class AwkError extends Error {
	override name = 'AwkError';
}
