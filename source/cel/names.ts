import type {Node} from './syntax.js';
import {
	bool,
	bytes,
	double,
	duration,
	dyn,
	int,
	listOf,
	mapOf,
	nullType,
	opaque,
	string,
	timestamp,
	uint,
	type Type,
} from './type.js';

const typeNames: Readonly<Record<string, Type>> = {
	int,
	uint,
	double,
	bool,
	string,
	bytes,
	null_type: nullType,
	list: listOf(dyn),
	map: mapOf(dyn, dyn),
	dyn,
	'google.protobuf.Timestamp': timestamp,
	'google.protobuf.Duration': duration,
	'net.IP': opaque('net.IP'),
	'net.CIDR': opaque('net.CIDR'),
};

/** `a.b.c` as one name, if it can be one. */
export const nameOf = (node: Node): string | undefined => {
	if (node.op === 'name') {
		return node.name;
	}

	const operand = node.op === 'select' && !node.optional ? nameOf(node.operand) : undefined;
	return operand === undefined || node.op !== 'select' ? undefined : `${operand}.${node.field}`;
};

/** The meanings of an expression's names: in loops, in its environment, and as types. */
export class Names {
	readonly #scopes: Array<ReadonlyMap<string, Type>> = [];

	constructor(readonly variables: Readonly<Record<string, Type>>) {}

	lookUp(name: string): Type | undefined {
		const bare = name.startsWith('.') ? name.slice(1) : name;
		if (bare === name) {
			const scope = this.#scopes.findLast((one) => one.has(name));
			if (scope) {
				return scope.get(name);
			}
		}

		if (Object.hasOwn(this.variables, bare)) {
			return this.variables[bare];
		}

		return Object.hasOwn(typeNames, bare) ? {kind: 'type', of: typeNames[bare]} : undefined;
	}

	/** Runs a function while names have these types. */
	within<T>(scope: ReadonlyMap<string, Type>, inside: () => T): T {
		this.#scopes.push(scope);
		const result = inside();
		this.#scopes.pop();
		return result;
	}
}
