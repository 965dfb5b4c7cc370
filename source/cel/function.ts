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
	optionalOf,
	string,
	timestamp,
	uint,
	variable,
	type Type,
} from './type.js';
import type {Value} from './value.js';

/** One form of a function. */
export interface Overload {
	readonly name: string;
	/** Called on its first parameter: `text.size()`. */
	readonly member: boolean;
	readonly parameters: readonly Type[];
	readonly result: Type;
	/** Throws a CelError. */
	readonly call: (...values: any[]) => Value;
	/** What a call costs beside one unit. */
	readonly cost?: (...values: any[]) => number;
}

const simple: Readonly<Record<string, Type>> = {
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
	URL: opaque('kubernetes.URL'),
	IP: opaque('net.IP'),
	CIDR: opaque('net.CIDR'),
	Quantity: opaque('kubernetes.Quantity'),
	Semver: opaque('kubernetes.Semver'),
	NamedFormat: opaque('kubernetes.NamedFormat'),
	Authorizer: opaque('kubernetes.authorization.Authorizer'),
	PathCheck: opaque('kubernetes.authorization.PathCheck'),
	GroupCheck: opaque('kubernetes.authorization.GroupCheck'),
	ResourceCheck: opaque('kubernetes.authorization.ResourceCheck'),
	Decision: opaque('kubernetes.authorization.Decision'),
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

const readType = (text: string): Type => {
	const open = text.indexOf('(');
	if (open < 0) {
		return simple[text] ?? variable(text);
	}

	const [first, second] = split(text.slice(open + 1, -1)).map((part) => readType(part)) as [Type, Type];
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

const typeNamed = (text: string): Type => readType(text.trim());

/** The parenthesis that closes the one at `open`. */
const closing = (text: string, open: number): number => {
	let depth = 0;
	for (let index = open; ; index++) {
		depth += text[index] === '(' ? 1 : text[index] === ')' ? -1 : 0;
		if (depth === 0) {
			return index;
		}
	}
};

/**
Declares one form of a function as its signature reads: `size(list(A)) int`, and with a receiver `string::contains(string) bool`.
A single capital letter is a variable of types.
*/
export const overload = (signature: string, call: Overload['call'], cost?: (...values: any[]) => number): Overload => {
	const [left, right] = signature.split('::') as [string, string?];
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

/** All forms of each function by its name. */
export type Functions = ReadonlyMap<string, readonly Overload[]>;

export const functionsOf = (...libraries: ReadonlyArray<readonly Overload[]>): Functions => {
	const functions = new Map<string, Overload[]>();
	for (const one of libraries.flat()) {
		const forms = functions.get(one.name);
		if (forms) {
			forms.push(one);
		} else {
			functions.set(one.name, [one]);
		}
	}

	return functions;
};
