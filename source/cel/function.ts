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
	optionalOf,
	string,
	timestamp,
	uint,
	variable,
	type Type,
} from './type.js';
import type {Value} from './value.js';
import {getOrInsert} from '../kernel/get-or-insert.js';

/** One form of a function. */
export interface Overload {
	readonly name: string;
	/** Whether it is called as a method of its first parameter: `text.size()`. */
	readonly member: boolean;
	readonly parameters: readonly Type[];
	readonly result: Type;
	/** Receives values that match the types of the parameters. Throws a CelError. */
	call(...values: ReadonlyArray<Value | undefined>): Value;
	/** The units that a call costs; one if there is no such function. */
	cost?(...values: ReadonlyArray<Value | undefined>): number;
}

/** Types by the names that signatures use. */
type Types = Readonly<Record<string, Type>>;

const simple: Types = {
	bool,
	bytes,
	double,
	duration,
	dyn,
	int,
	null: nullType,
	string,
	timestamp,
	uint,
	type: {kind: 'type'},
};

/** Splits at commas outside parentheses. */
const split = (text: string): string[] => {
	const parts: string[] = [];
	let depth = 0;
	let start = 0;
	for (let index = 0; index <= text.length; index++) {
		const character = text[index];
		if (character === '(') {
			depth++;
		} else if (character === ')') {
			depth--;
		} else if ((character === ',' || character === undefined) && depth === 0) {
			parts.push(text.slice(start, index).trim());
			start = index + 1;
		}
	}

	return parts.filter((part) => part !== '');
};

const readType = (text: string, types: Types): Type => {
	const open = text.indexOf('(');
	if (open < 0) {
		return types[text] ?? variable(text);
	}

	const [first = dyn, second = dyn] = split(text.slice(open + 1, -1)).map((part) => readType(part, types));
	switch (text.slice(0, open)) {
		case 'list': {
			return listOf(first);
		}

		case 'map': {
			return mapOf(first, second);
		}

		case 'optional': {
			return optionalOf(first);
		}

		default: {
			return {kind: 'type', of: first};
		}
	}
};

/** The parenthesis that closes the one at `open`. */
const closing = (text: string, open: number): number => {
	let depth = 0;
	for (let index = open; ; index++) {
		if (text[index] === '(') {
			depth++;
		} else if (text[index] === ')') {
			depth--;
		}

		if (depth === 0) {
			return index;
		}
	}
};

/**
Declares one form of a function as its signature reads: `size(list(A)) int`, and with a receiver `string::contains(string) bool`.
A single capital letter is a type variable.
*/
export type Declare = (signature: string, call: Overload['call'], cost?: Overload['cost']) => Overload;

/** Declares the functions of a library with its own types, by the names that its signatures use. */
export const declareWith = (own: Types): Declare => {
	const types = {...simple, ...own};
	const typeNamed = (text: string): Type => readType(text.trim(), types);
	return (signature, call, cost) => {
		const [left = '', right] = signature.split('::');
		const receiver = right === undefined ? undefined : left;
		const form = right ?? left;
		const open = form.indexOf('(');
		const name = form.slice(0, open);
		const close = closing(form, open);
		const parameters = split(form.slice(open + 1, close)).map((part) => typeNamed(part));
		return {
			name,
			member: receiver !== undefined,
			parameters: receiver === undefined ? parameters : [typeNamed(receiver), ...parameters],
			result: typeNamed(form.slice(close + 1)),
			call,
			...(cost ? {cost} : {}),
		};
	};
};

/** Declares a function of the language itself. */
export const overload: Declare = declareWith({});

/** All forms of each function by its name. */
export type Functions = ReadonlyMap<string, readonly Overload[]>;

export const functionsOf = (...libraries: ReadonlyArray<readonly Overload[]>): Functions => {
	const functions = new Map<string, Overload[]>();
	for (const one of libraries.flat()) {
		getOrInsert(functions, one.name, () => []).push(one);
	}

	return functions;
};
