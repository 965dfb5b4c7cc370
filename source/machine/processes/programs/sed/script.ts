import type {RE2JS} from 're2js';

/** The lines of an instruction. */
export type Address =
	| {readonly line: number}
	| {readonly first: number; readonly step: number}
	| {readonly last: true}
	| {readonly pattern: RE2JS}
	| {readonly plus: number};

/** `s/…/…/`. */
export interface Substitution {
	readonly pattern: RE2JS;
	/** Text, and numbers of groups. */
	readonly replacement: ReadonlyArray<string | number>;
	readonly all: boolean;
	readonly number: number;
	readonly prints: boolean;
}

/** One command of a script. */
export interface Instruction {
	readonly from: Address | undefined;
	readonly to: Address | undefined;
	readonly negated: boolean;
	readonly name: string;
	/** Argument of `a`, `i`, `c`, `y`, `b`, `t`, `:`, `q`. */
	readonly text: string;
	readonly substitution: Substitution | undefined;
	/** Index of the instruction after a block. */
	end: number;
}

/** A script that is not simulated, or that is wrong. */
export class SedError {
	constructor(
		readonly text: string,
		readonly isWrong: boolean,
	) {}
}
