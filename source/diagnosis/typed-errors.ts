import {isRecord} from '../kernel/record.js';
import {nestedField} from '../objects/unstructured.js';
import {quotesFor, isQuoted, placeAlong, retyped, type YamlKind} from './retyped.js';
import type {Adviser, Refused} from './refused.js';
import type {FieldPath} from './symptom.js';
import {unknownFields} from './unknown-field.js';

/** The keys of an item in server-side apply: `containerPort=80,protocol="TCP"`. */
const keysOf = (text: string): ReadonlyArray<readonly [name: string, value: unknown]> =>
	[...text.matchAll(/(\w*)=("(?:[^"\\]|\\.)*"|[^,]+)/g)].map(([, name = '', value = '']) => {
		try {
			return [name, JSON.parse(value)];
		} catch {
			return [name, value];
		}
	});

/** The index of the item with these keys; an item may leave out a key that has a default. */
const indexOf = (items: unknown, text: string): number => {
	const keys = keysOf(text);
	return Array.isArray(items)
		? items.findIndex((item) =>
				keys.every(([name, value]) =>
					name === '' ? item === value : isRecord(item) && [undefined, value].includes(item[name]),
				),
			)
		: -1;
};

/** `.spec.containers[name="main"].image`, as server-side apply names a field, as a path in an object. */
export const typedPath = (text: string, object: unknown): FieldPath => {
	const path: Array<string | number> = [];
	for (const [, name, keys = ''] of text.matchAll(/\.([^.[\]]+)|\[((?:[^"\]]|"(?:[^"\\]|\\.)*")*)\]/g)) {
		const index = /^\d+$/.test(keys) ? Number(keys) : indexOf(nestedField(object, ...path), keys);
		if (name === undefined && index === -1) {
			break;
		}

		path.push(name ?? index);
	}

	return path;
};

const pathText = (path: FieldPath): string =>
	path
		.map((part) => (typeof part === 'number' ? `[${part}]` : `.${part}`))
		.join('')
		.slice(1);

/** The paths of the errors that have these words. */
const pathsIn = (message: string, words: RegExp, {object}: Refused): readonly FieldPath[] =>
	[...message.matchAll(new RegExp(String.raw`(?<=[:\s])(\.\S+?(?:\[[^\]]*\]\S*?)*): ${words.source}`, 'g'))].map(
		([, text = '']) => typedPath(text, object),
	);

/** The types of server-side apply in the words of an author of YAML. */
const kinds: Readonly<Record<string, YamlKind>> = {
	string: 'string',
	numeric: 'number',
	boolean: 'boolean',
	list: 'list',
	map: 'mapping',
};

/** The names of types in `quotesFor`, where Go has others. */
const goNames: Partial<Record<YamlKind, string>> = {list: 'array', mapping: 'object'};

const kindOf = (value: unknown): YamlKind => {
	if (Array.isArray(value)) {
		return 'list';
	}

	const type = typeof value;
	return type === 'string' || type === 'number' || type === 'boolean' ? type : 'mapping';
};

/** Advice for objects that server-side apply cannot read. @mirrors sigs.k8s.io/structured-merge-diff typed.ValidationErrors */
export const typedAdvisers: readonly Adviser[] = [
	[
		/field not declared in schema/,
		({input}, refused) => {
			const names = pathsIn(input, /field not declared in schema/, refused).map((path) => pathText(path));
			const message = names.map((name) => `unknown field "${name}"`).join(', ');
			return unknownFields(message, refused);
		},
	],
	[
		/failed to create typed patch object[^]*: expected (string|numeric|boolean|list|map)\b/,
		({input, 1: wanted = ''}, refused) => {
			const kind = kinds[wanted];
			const [path = []] = pathsIn(input, new RegExp(`expected ${wanted}`), refused);
			const field = path.filter((part) => typeof part === 'string');
			const place = placeAlong(field, kind, refused.object);
			const found = kindOf(nestedField(refused.object, ...place));
			return {
				field: place,
				advice: [
					({cluster}) =>
						cluster.wrongType(
							kind === undefined ? wanted : cluster.values[kind],
							cluster.values[found],
							quotesFor(kind, goNames[found] ?? found, isQuoted(field, kind, refused.object)),
						),
				],
				candidates: retyped(field, kind, refused.object),
			};
		},
	],
];
