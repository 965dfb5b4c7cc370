import {isRecord} from '../kernel/record.js';

/** Values that JSON lacks, each by a name. */
const beyondJSON = new Map<unknown, string>([
	[undefined, 'undefined'],
	[Number.NaN, 'NaN'],
	[Number.POSITIVE_INFINITY, 'Infinity'],
	[Number.NEGATIVE_INFINITY, '-Infinity'],
]);

const named = new Map([...beyondJSON].map(([value, name]) => [name, value]));

/** The only field of an object that stands for such a value. */
const marker = '$';

function encoded(this: unknown, _: string, value: unknown): unknown {
	const name = value === undefined && !Array.isArray(this) ? undefined : beyondJSON.get(value);
	return name === undefined ? value : {[marker]: name};
}

/** The value that an object represents; `undefined` if the object or its name represents no value. */
const meant = (value: Readonly<Record<string, unknown>>): {readonly value: unknown} | undefined => {
	const name = value[marker];
	return typeof name === 'string' && named.has(name) && Object.keys(value).length === 1
		? {value: named.get(name)}
		: undefined;
};

const decoded = (value: unknown): unknown => {
	if (Array.isArray(value)) {
		return value.map((item) => decoded(item));
	}

	if (!isRecord(value)) {
		return value;
	}

	const found = meant(value);
	return found ? found.value : Object.fromEntries(Object.entries(value).map(([name, item]) => [name, decoded(item)]));
};

/**
Plain data as JSON. Absent items of lists and numbers without digits keep their meaning; an absent field stays absent.
*/
export const printData = (value: unknown): string => JSON.stringify(value, encoded);

/** The data that {@link printData} has printed. @throws {SyntaxError} */
export const readData = (text: string): unknown => decoded(JSON.parse(text));
