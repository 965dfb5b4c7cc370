/** The shells that images have: Debian's `sh`, busybox's `sh`, and bash. */
export type Dialect = 'dash' | 'ash' | 'bash';

/** A word of a script, in the order of its parts: `a"$b"c` has three. Quotes are removed; parts record whether they were quoted. */
export type Word = readonly Part[];

export type Part =
	| {readonly kind: 'text'; readonly text: string; readonly quoted: boolean}
	| ParameterPart
	| {readonly kind: 'command'; readonly script: Script; readonly quoted: boolean}
	/** `$((…))`: the expression is a word, which is expanded before it is read. */
	| {readonly kind: 'arithmetic'; readonly expression: Word; readonly quoted: boolean}
	/** `<(…)` and `>(…)`. */
	| {readonly kind: 'process'; readonly script: Script; readonly operator: '<' | '>'; readonly quoted: false}
	/** `${…}` that the shell refuses on execution. */
	| {readonly kind: 'bad'; readonly text: string; readonly quoted: boolean};

export interface ParameterPart {
	readonly kind: 'parameter';
	readonly quoted: boolean;
	readonly name: string;
	/** `${#name}`: the length of the value; `${!name}`: the parameter that the value names. */
	readonly prefix?: '#' | '!';
	/** Index of an array; `@` and `*` are all its elements. */
	readonly index?: Word;
	readonly operation?: Operation;
}

/** An operation on the value of a parameter. */
export type Operation =
	/** With a colon, an empty value counts as unset. */
	| {readonly kind: 'default'; readonly operator: '-' | '=' | '?' | '+'; readonly colon: boolean; readonly word: Word}
	| {readonly kind: 'remove'; readonly operator: '#' | '##' | '%' | '%%'; readonly pattern: Word}
	| {
			readonly kind: 'replace';
			readonly all: boolean;
			readonly at: '#' | '%' | undefined;
			readonly pattern: Word;
			readonly replacement: Word;
	  }
	| {readonly kind: 'slice'; readonly offset: Word; readonly length: Word | undefined}
	| {readonly kind: 'case'; readonly operator: '^' | '^^' | ',' | ',,'; readonly pattern: Word}
	| {readonly kind: 'names'};

export interface Assignment {
	readonly name: string;
	readonly index: Word | undefined;
	/** `+=`. */
	readonly append: boolean;
	readonly value: Word | {readonly elements: readonly Word[]};
}

export interface Redirect {
	readonly operator: '>' | '>>' | '>|' | '<' | '<>' | '>&' | '<&' | '&>' | '&>>' | '<<' | '<<<';
	/** File descriptor; absent: the usual one of the operator. */
	readonly descriptor: number | undefined;
	/** File or descriptor; the text itself of a heredoc or here-string. */
	readonly target: Word;
}

export interface SimpleCommand {
	readonly kind: 'simple';
	readonly assignments: readonly Assignment[];
	readonly words: readonly Word[];
	readonly redirects: readonly Redirect[];
	/** The line, from 1. */
	readonly line: number;
}

export interface Branch {
	readonly condition: Script;
	readonly body: Script;
}

/** A condition of `[[ … ]]`. */
export type Condition =
	| {readonly kind: 'not'; readonly operand: Condition}
	| {readonly kind: 'and' | 'or'; readonly left: Condition; readonly right: Condition}
	| {readonly kind: 'unary'; readonly operator: string; readonly operand: Word}
	| {readonly kind: 'binary'; readonly operator: string; readonly left: Word; readonly right: Word};

/** A command with its own form. */
export type Compound =
	| {readonly kind: 'group' | 'subshell'; readonly body: Script}
	| {readonly kind: 'if'; readonly branches: readonly Branch[]; readonly otherwise: Script | undefined}
	| {readonly kind: 'loop'; readonly until: boolean; readonly condition: Script; readonly body: Script}
	/** A `for` loop; without words, it iterates over the script's arguments. */
	| {readonly kind: 'for'; readonly name: string; readonly words: readonly Word[] | undefined; readonly body: Script}
	| {readonly kind: 'count'; readonly first: Word; readonly test: Word; readonly next: Word; readonly body: Script}
	| {
			readonly kind: 'case';
			readonly word: Word;
			readonly items: ReadonlyArray<{
				readonly patterns: readonly Word[];
				readonly body: Script;
				readonly end: ';;' | ';&' | ';;&';
			}>;
	  }
	| {readonly kind: 'condition'; readonly condition: Condition}
	| {readonly kind: 'arithmetic'; readonly expression: Word};

export type Command =
	| SimpleCommand
	| {
			readonly kind: 'compound';
			readonly command: Compound;
			readonly redirects: readonly Redirect[];
			readonly line: number;
	  }
	| {readonly kind: 'function'; readonly name: string; readonly body: Command};

export interface Pipeline {
	readonly negated: boolean;
	readonly commands: readonly Command[];
}

/** A list of pipelines joined by `&&` and `||`. */
export interface Statement {
	readonly first: Pipeline;
	readonly rest: ReadonlyArray<{readonly operator: '&&' | '||'; readonly pipeline: Pipeline}>;
	readonly background: boolean;
	/** The source text, for the process table. */
	readonly text: string;
}

export type Script = readonly Statement[];
