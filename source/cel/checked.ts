import type {Overload} from './function.js';
import type {Node} from './syntax.js';
import type {Type} from './type.js';

/** The result of the checker. */
export interface Checked {
	readonly type: Type;
	/** The forms of a function that a call may mean. */
	readonly overloads: ReadonlyMap<Node, readonly Overload[]>;
	/** Names with dots that are one variable: `authorizer.requestResource`. */
	readonly qualified: ReadonlyMap<Node, string>;
	/** Types of the parts. */
	readonly types: ReadonlyMap<Node, Type>;
}
