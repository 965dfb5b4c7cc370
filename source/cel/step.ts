import type {Node} from './syntax.js';
import {CelError, type Value} from './value.js';
import type {Checked} from './checked.js';

/** How many characters an evaluation may make; an element of a list counts as ten. */
const mostMade = 30_000_000;

/** Counts what an evaluation costs. */
export class Meter {
	spent = 0;
	#made = 0;

	constructor(readonly limit = Number.POSITIVE_INFINITY) {}

	/**
	Counts the size of a text or list that a call has made. cel-go charges a call by its arguments: a cheap call can produce a large result.

	Simplified: upstream continues until the request's time is over.
	*/
	make(characters: number): void {
		this.#made += characters;
		if (this.#made > mostMade) {
			throw new OutOfBudget('operation cancelled: actual cost limit exceeded');
		}
	}

	spend(units: number): void {
		this.spent += units;
		if (this.spent > this.limit) {
			throw new OutOfBudget('operation cancelled: actual cost limit exceeded');
		}
	}
}

/** Thrown when the evaluation exceeds its cost limit; no operator can absorb it. */
export class OutOfBudget extends CelError {}

/** Values of the variables: plain, or computed at first use. */
export interface Activation {
	get(name: string): Value | undefined;
}

/** One evaluation of an expression: the values its steps read and the cost they spend. */
export interface Evaluation {
	readonly activation: Activation;
	readonly meter: Meter;
	/** Values of the names of loops, by their depth. */
	readonly locals: Value[];
}

/** A part of an expression as a function. */
export type Step = (evaluation: Evaluation) => Value;

/** Names of loops, innermost last. */
export type Scope = readonly string[];

/** Turns a part of a checked expression into a step. Loops take it as an argument: it plans them in turn. */
export type Plan = (node: Node, checked: Checked, scope: Scope) => Step;
