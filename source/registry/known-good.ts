import {AlikeLists} from './alike-lists.js';
import type {Errors} from './validation/checks.js';

/** The further inputs of a check besides the value; compared by `===`. */
export type Scope = boolean | number | string | void;

/** Adds the errors or warnings of a value to `errors`; `path` is the place of the value in the object, for the texts of the errors. */
export type Check<T, S extends Scope = void, E = Errors[number]> = (
	errors: E[],
	path: string,
	value: T,
	scope: S,
) => void;

const anyScope = Symbol('any scope');

/**
The values that one rule has found right, by identity. A frozen value cannot change, so a valid one stays valid: an endpoint of an
EndpointSlice is checked once, not with each later endpoint.

Each rule has its own object of this class. The rule's outcome must depend only on the value and the given `scope`; the path
may differ, as it shows only in errors. Only frozen values are remembered. So a new value of a client is checked twice: when it first
arrives, and when it arrives again from the store, deeply frozen. Values are held weakly.

Checks use {@link onceGood} and {@link eachOnceGood}, which put this around a function.
*/
export class KnownGood<T extends object = object, S extends Scope = void> {
	readonly #scopes = new WeakMap<T, S | typeof anyScope>();

	/** Whether the rule has found this value right in this scope. */
	has(value: T, scope: S): boolean {
		const known = this.#scopes.get(value);
		return known !== undefined && known === (scope === undefined ? anyScope : scope);
	}

	/** The rule has found this value right in this scope. */
	add(value: T, scope: S): void {
		if (Object.isFrozen(value)) {
			this.#scopes.set(value, scope === undefined ? anyScope : scope);
		}
	}
}

/**
A check that skips frozen values that it has found valid in the same scope.

@example
export const checkTemplate = onceGood((errors, path, template: PodTemplateSpec) => {
	checkPodSpec(errors, `${path}.spec`, template.spec);
});
*/
export const onceGood = <T extends object, S extends Scope = void>(check: Check<T, S>): Check<T, S> => {
	const good = new KnownGood<T, S>();
	return (errors, path, value, scope) => {
		if (good.has(value, scope)) {
			return;
		}

		const before = errors.length;
		check(errors, path, value, scope);
		if (errors.length === before) {
			good.add(value, scope);
		}
	};
};

/**
Makes the check of a list from the check of one item. Known items are skipped, even without building their path; a frozen valid list is
known as a whole. Items must not depend on each other: a rule about the whole list, such as that names are unique, is separate.

@example
const checkAddresses = eachOnceGood((errors, path, {ip}: EndpointAddress) => {
	checkIP(errors, `${path}.ip`, ip);
});
checkAddresses(errors, 'subsets[0].addresses', subset.addresses);
*/
export const eachOnceGood = <T extends object, S extends Scope = void, E = Errors[number]>(
	check: Check<T, S, E>,
): Check<readonly T[] | undefined, S, E> => {
	const goodItems = new KnownGood<T, S>();
	const goodLists = new KnownGood<readonly unknown[], S>();
	const alike = new AlikeLists();
	return (errors, path, list, scope) => {
		if (!list || goodLists.has(list, scope)) {
			return;
		}

		const first = errors.length;
		const part = alike.unknownPart(list, (before) => goodLists.has(before, scope));
		for (let index = part.start; index < part.end; index++) {
			const item = list[index];
			if (item === undefined || goodItems.has(item, scope)) {
				continue;
			}

			const found = errors.length;
			check(errors, `${path}[${index}]`, item, scope);
			if (errors.length === found) {
				goodItems.add(item, scope);
			}
		}

		if (errors.length === first) {
			goodLists.add(list, scope);
			alike.add(list, part);
		}
	};
};
