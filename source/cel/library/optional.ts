import {overload, type Overload} from '../function.js';
import {CelError, elementsOf, entriesOf, isMap, Optional, type Value} from '../value.js';

const isZero = (value: Value): boolean =>
	value === null ||
	value === false ||
	value === '' ||
	value === 0n ||
	value === 0 ||
	elementsOf(value)?.length === 0 ||
	(isMap(value) && entriesOf(value).length === 0);

/** Optional values. @mirrors cel.OptionalTypes */
export const optional: readonly Overload[] = [
	overload('optional.of(V) optional(V)', (value: Value) => new Optional(value)),
	overload('optional.ofNonZeroValue(V) optional(V)', (value: Value) =>
		isZero(value) ? new Optional() : new Optional(value),
	),
	overload('optional.none() optional(V)', () => new Optional()),
	overload('optional(V)::hasValue() bool', ({value}: Optional) => value !== undefined),
	overload('optional(V)::value() V', ({value}: Optional) => {
		if (value === undefined) {
			throw new CelError('optional.none() dereference');
		}

		return value;
	}),
	overload('optional(V)::or(optional(V)) optional(V)', (one: Optional, other: Optional) =>
		one.value === undefined ? other : one,
	),
	overload('optional(V)::orValue(V) V', ({value}: Optional, other: Value) => value ?? (value === null ? value : other)),
];
