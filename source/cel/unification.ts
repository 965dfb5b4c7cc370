import {dyn, isDyn, listOf, mapOf, opaque, type Type} from './type.js';

/** The bindings of type variables so far. A trial works on a copy. */
export type Bindings = Map<string, Type>;

/** The type with the values of its variables; unknown ones become dyn, if requested. */
export const substitute = (type: Type, bindings: Bindings, unknownIsDyn = false): Type => {
	switch (type.kind) {
		case 'variable': {
			const bound = bindings.get(type.name);
			if (bound) {
				return substitute(bound, bindings, unknownIsDyn);
			}

			if (unknownIsDyn) {
				return dyn;
			}

			return type;
		}

		case 'list': {
			return listOf(substitute(type.item, bindings, unknownIsDyn));
		}

		case 'map': {
			return mapOf(substitute(type.key, bindings, unknownIsDyn), substitute(type.value, bindings, unknownIsDyn));
		}

		case 'opaque': {
			return type.parameters.length === 0
				? type
				: opaque(type.name, ...type.parameters.map((parameter) => substitute(parameter, bindings, unknownIsDyn)));
		}

		case 'type': {
			return type.of ? {kind: 'type', of: substitute(type.of, bindings, unknownIsDyn)} : type;
		}

		default: {
			return type;
		}
	}
};

/** Whether a variable appears in a type, or in the type of a variable in it. */
const occurs = (name: string, type: Type, bindings: Bindings): boolean => {
	switch (type.kind) {
		case 'variable': {
			const bound = bindings.get(type.name);
			return type.name === name || (bound !== undefined && occurs(name, bound, bindings));
		}

		case 'list': {
			return occurs(name, type.item, bindings);
		}

		case 'map': {
			return occurs(name, type.key, bindings) || occurs(name, type.value, bindings);
		}

		case 'opaque': {
			return type.parameters.some((parameter) => occurs(name, parameter, bindings));
		}

		case 'type': {
			return type.of !== undefined && occurs(name, type.of, bindings);
		}

		default: {
			return false;
		}
	}
};

const sameParts = (a: readonly Type[], b: readonly Type[], same: (a: Type, b: Type) => boolean): boolean =>
	a.length === b.length && a.every((part, index) => same(part, b[index] ?? dyn));

/** The types within a type. */
const partsOf = (type: Type): readonly Type[] => {
	switch (type.kind) {
		case 'list': {
			return [type.item];
		}

		case 'map': {
			return [type.key, type.value];
		}

		case 'opaque': {
			return type.parameters;
		}

		default: {
			return [];
		}
	}
};

const nameOf = (type: Type): string => ('name' in type ? type.name : '');

/** Whether two types are the same: dyn equals only dyn. @mirrors types.Type.IsEquivalentType */
export const equivalent = (a: Type, b: Type): boolean =>
	a.kind === b.kind &&
	(a.kind === 'variable' || nameOf(a) === nameOf(b)) &&
	sameParts(partsOf(a), partsOf(b), equivalent);

/** @mirrors checker.isEqualOrLessSpecific */
const equalOrLessSpecific = (a: Type, b: Type): boolean => {
	if (isDyn(a) || a.kind === 'variable') {
		return true;
	}

	if (isDyn(b) || b.kind === 'variable' || a.kind !== b.kind || nameOf(a) !== nameOf(b)) {
		return false;
	}

	return sameParts(partsOf(a), partsOf(b), equalOrLessSpecific);
};

/** The more general of two types that agree: of `int` and `dyn`, `dyn`. @mirrors checker.mostGeneral */
export const mostGeneral = (a: Type, b: Type): Type => (equalOrLessSpecific(a, b) ? a : b);

/** Whether null is allowed for a type: an object, a time or an opaque value. */
const takesNull = (type: Type): boolean =>
	type.kind === 'object' ||
	type.kind === 'opaque' ||
	(type.kind === 'simple' && (type.name === 'timestamp' || type.name === 'duration' || type.name === 'null'));

const isNull = (type: Type): boolean => type.kind === 'simple' && type.name === 'null';

/**
Tries to bind a variable to a type. One that is bound already agrees if its type does, and keeps the more general of the two.

@returns whether they agree, and whether the variable was bound before.
@mirrors checker.isValidTypeSubstitution
*/
const bind = (
	type: Type,
	variable: Type & {readonly kind: 'variable'},
	bindings: Bindings,
): {readonly fits: boolean; readonly bound: boolean} => {
	if (type.kind === 'variable' && type.name === variable.name) {
		return {fits: true, bound: true};
	}

	const bound = bindings.get(variable.name);
	const agrees = bound !== undefined && (identical(type, bound) || assignable(type, bound, bindings));
	if (bound !== undefined && !agrees) {
		return {fits: false, bound: true};
	}

	const general = bound === undefined ? type : mostGeneral(type, bound);
	if (!occurs(variable.name, general, bindings)) {
		bindings.set(variable.name, general);
		return {fits: true, bound: bound !== undefined};
	}

	return {fits: agrees, bound: bound !== undefined};
};

const identical = (a: Type, b: Type): boolean =>
	a.kind === b.kind && nameOf(a) === nameOf(b) && sameParts(partsOf(a), partsOf(b), identical);

/**
Whether a value of one type can be used where the other is expected. Binds variables, even if it fails.

@mirrors checker.internalIsAssignable
*/
export const assignable = (a: Type, b: Type, bindings: Bindings): boolean => {
	if (b.kind === 'variable') {
		const {fits, bound} = bind(a, b, bindings);
		if (fits || bound) {
			return fits;
		}
	}

	if (a.kind === 'variable') {
		return bind(b, a, bindings).fits;
	}

	if (isDyn(a) || isDyn(b)) {
		return true;
	}

	if (isNull(a) || isNull(b)) {
		return takesNull(isNull(a) ? b : a);
	}

	return (
		a.kind === b.kind &&
		nameOf(a) === nameOf(b) &&
		sameParts(partsOf(a), partsOf(b), (part, other) => assignable(part, other, bindings))
	);
};
