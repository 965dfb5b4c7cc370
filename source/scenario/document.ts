import {isAlias, isMap, isNode, isScalar, isSeq, LineCounter, parseDocument, type Node} from 'yaml';
import {closest, Mistake, Mistakes} from './mistake.js';

/** A JSON Schema (draft 07), for editors: https://json-schema.org/draft-07 */
export type JSONSchema = Readonly<Record<string, unknown>>;

/** The accepted values of a part of a file. `check` returns the value, or adds mistakes and returns `undefined`. */
export interface Shape<T> {
	readonly expects: string;
	/** The shape as a JSON Schema, as far as it can be expressed. */
	readonly schema: () => JSONSchema;
	readonly check: (node: Node | null | undefined, report: Report) => T | undefined;
}

interface Report {
	(node: Node | null | undefined, message: string, remedy?: string): void;
}

/** The values that a shape accepts. */
export type Value<S> = S extends Shape<infer T> ? T : never;

const nodeOf = (value: unknown): Node | undefined => (isNode(value) ? value : undefined);

const keyOf = (key: unknown): string => String(isScalar(key) ? key.value : key);

/** A value as a list with one item; empty for a wrong value, which is already reported. */
const kept = <T>(value: T | undefined): readonly T[] => (value === undefined ? [] : [value]);

const scalar = <T>(expects: string, schema: JSONSchema, accept: (value: unknown) => value is T): Shape<T> => ({
	expects,
	schema: () => schema,
	check(node, report) {
		const value = isScalar(node) ? node.value : undefined;
		if (accept(value)) {
			return value;
		}

		report(node, `expected ${expects}`);
		return undefined;
	},
});

/** Any text. */
export const text = scalar('text', {type: 'string'}, (value): value is string => typeof value === 'string');
const isPattern = (value: unknown): value is string => {
	try {
		return typeof value === 'string' && new RegExp(value) instanceof RegExp;
	} catch {
		return false;
	}
};

/** A regular expression of JavaScript. */
export const pattern = scalar('a regular expression', {type: 'string', format: 'regex'}, isPattern);
/** A number from 0. */
export const number = scalar(
	'a non-negative number',
	{type: 'number', minimum: 0},
	(value): value is number => typeof value === 'number' && value >= 0 && Number.isFinite(value),
);
/** A whole number within limits, both included. @param what its type, with the article: `a port`. */
export const wholeNumber = (what: string, least: number, most: number): Shape<number> =>
	scalar(
		`${what} from ${least} to ${most}`,
		{type: 'integer', minimum: least, maximum: most, description: `${what} from ${least} to ${most}`},
		(value): value is number => Number.isInteger(value) && Number(value) >= least && Number(value) <= most,
	);
/** The number of requests per second; 0 is a default, as in Kubernetes' own files. */
export const rate = scalar(
	'a number of requests per second, or -1 for no limit',
	{type: 'number', minimum: -1, description: 'requests per second, or -1 for no limit'},
	(value): value is number =>
		value === -1 || value === 0 || (typeof value === 'number' && value >= 0.001 && Number.isFinite(value)),
);
/** A whole number from 1. */
export const count = scalar(
	'a whole number of at least 1',
	{type: 'integer', minimum: 1},
	(value): value is number => Number.isSafeInteger(value) && Number(value) >= 1,
);
/** The seed of all randomness. */
export const seed = scalar(
	'a non-negative whole number',
	{type: 'integer', minimum: 0},
	(value): value is number => Number.isSafeInteger(value) && Number(value) >= 0,
);
/** A whole number, which may be negative. */
export const integer = scalar('a whole number', {type: 'integer'}, (value): value is number =>
	Number.isSafeInteger(value),
);
/** `true` or `false`. */
export const boolean = scalar(
	'true or false',
	{type: 'boolean'},
	(value): value is boolean => typeof value === 'boolean',
);

/** Text or a number, read as text: `cpu: 4`. */
export const amount: Shape<string> = {
	expects: 'a quantity, such as 4 or 8Gi',
	schema: () => ({type: ['string', 'number']}),
	check(node, report) {
		if (isScalar(node) && (typeof node.value === 'string' || typeof node.value === 'number')) {
			return String(node.value);
		}

		report(node, 'expected a quantity, such as 4 or 8Gi');
		return undefined;
	},
};

/** One of several words. */
export const oneOf = <const T extends string | boolean>(options: readonly T[]): Shape<T> => ({
	expects: `one of ${options.join(', ')}`,
	schema: () => ({enum: options}),
	check(node, report) {
		const value = isScalar(node) ? node.value : undefined;
		const found = options.find((option) => option === value);
		if (found !== undefined) {
			return found;
		}

		const words = options.filter((option) => typeof option === 'string');
		const near = typeof value === 'string' ? closest(value, words) : undefined;
		report(node, `expected one of ${options.join(', ')}`, near && `did you mean "${near}"?`);
		return undefined;
	},
});

/** A list whose items have one shape. */
export const list = <T>(item: Shape<T>): Shape<readonly T[]> => ({
	expects: `a list, each item ${item.expects}`,
	schema: () => ({type: 'array', items: item.schema()}),
	check(node, report) {
		if (!isSeq(node)) {
			report(node, `expected a list, each item ${item.expects}`);
			return undefined;
		}

		return node.items.flatMap((entry) => kept(item.check(nodeOf(entry), report)));
	},
});

/** A map with any keys, whose values have one shape. */
export const mapOf = <T>(item: Shape<T>): Shape<Readonly<Record<string, T>>> => ({
	expects: `a map, each value ${item.expects}`,
	schema: () => ({type: 'object', additionalProperties: item.schema()}),
	check(node, report) {
		if (!isMap(node)) {
			report(node, `expected a map, each value ${item.expects}`);
			return undefined;
		}

		return Object.fromEntries(
			node.items.flatMap(({key, value}) =>
				kept(item.check(nodeOf(value), report)).map((checked) => [keyOf(key), checked] as const),
			),
		);
	},
});

type Optional<F> = {readonly [K in keyof F]?: Value<F[K]>};

/** The values of a map with these fields, some of them required. */
type Fields<F, R extends keyof F> = Optional<Omit<F, R>> & {readonly [K in R]: Value<F[K]>};

/** A map with known fields; `required` ones must exist. */
export const record = <F extends Record<string, Shape<unknown>>, R extends keyof F & string = never>(
	fields: F,
	required: readonly R[] = [],
): Shape<Fields<F, R>> => {
	const expects = `a map with ${Object.keys(fields).join(', ')}`;
	/** Each field has been checked by its own shape. */
	const isComplete = (value: object): value is Fields<F, R> => required.every((key) => key in value);
	const check: Shape<Fields<F, R>>['check'] = (node, report) => {
		if (!isMap(node)) {
			report(node, `expected ${expects}`);
			return undefined;
		}

		const result: Record<string, unknown> = {};
		for (const pair of node.items) {
			const key = keyOf(pair.key);
			const shape = Object.hasOwn(fields, key) ? fields[key] : undefined;
			if (shape) {
				result[key] = shape.check(nodeOf(pair.value), report);
			} else {
				const near = closest(key, Object.keys(fields));
				report(
					nodeOf(pair.key),
					`unknown field "${key}"`,
					near ? `did you mean "${near}"?` : `known here: ${Object.keys(fields).join(', ')}`,
				);
			}
		}

		for (const key of required) {
			if (result[key] === undefined && !node.has(key)) {
				report(node, `missing field "${key}"`);
			}
		}

		return isComplete(result) ? result : undefined;
	};

	const schema = (): JSONSchema => ({
		type: 'object',
		properties: Object.fromEntries(Object.entries(fields).map(([key, shape]) => [key, shape.schema()])),
		...(required.length === 0 ? {} : {required}),
		additionalProperties: false,
	});
	return {expects, schema, check};
};

/** Any YAML. */
export const anything: Shape<unknown> = {
	expects: 'anything',
	schema: () => ({}),
	check: (node): unknown => node?.toJSON(),
};

const defaultLimit = 3 * 1024 * 1024;

/** The place of a value in a checked file. */
export interface Checked<T> {
	readonly value: T;
	/** Line and column, from 1, of the value at a path of keys and indexes; of the nearest enclosing value if it is not there. */
	readonly placeOf: (path: ReadonlyArray<string | number>) => {
		readonly file: string;
		readonly line: number;
		readonly column: number;
	};
}

/** The parser's message on one line; an overflow of its stack becomes "nested too deeply". */
const syntaxWords = (message: string): string =>
	message.startsWith('Maximum call stack') ? 'nested too deeply' : message.replaceAll('\n', ' ');

/**
Reads an author's file (scenario, lesson, recording) against its shape.

@param limit number of characters that it may have.
@throws {Mistakes} all that is wrong with it, each with its place.
*/
export const readDocument = <T>(source: string, file: string, shape: Shape<T>, limit = defaultLimit): Checked<T> => {
	if (source.length > limit) {
		throw new Mistakes([new Mistake(`the file has ${source.length} characters, over the limit of ${limit}`, {file})]);
	}

	const lineCounter = new LineCounter();
	const document = parseDocument(source, {
		lineCounter,
		uniqueKeys: true,
		prettyErrors: false,
	});
	const placeAt = (offset: number) => {
		const {line, col} = lineCounter.linePos(offset);
		return {file, line: Math.max(1, line), column: Math.max(1, col)};
	};

	// Errors after the first syntax error seldom say more.
	const mistakes = document.errors
		.slice(0, 1)
		.map((error) => new Mistake(syntaxWords(error.message), placeAt(error.pos[0])));
	if (mistakes.length > 0) {
		throw new Mistakes(mistakes);
	}

	const report: Report = (node, message, remedy) => {
		mistakes.push(
			isAlias(node)
				? new Mistake('YAML aliases are not allowed here', placeAt(node.range?.[0] ?? 0), 'write the value out')
				: new Mistake(message, placeAt(node?.range?.[0] ?? 0), remedy),
		);
	};

	const value = shape.check(document.contents, report);
	if (value === undefined || mistakes.length > 0) {
		throw new Mistakes(mistakes);
	}

	return {
		value,
		placeOf(path) {
			for (let length = path.length; length > 0; length--) {
				const node = document.getIn(path.slice(0, length), true);
				if (isNode(node) && node.range) {
					return placeAt(node.range[0]);
				}
			}

			return placeAt(document.contents?.range?.[0] ?? 0);
		},
	};
};
