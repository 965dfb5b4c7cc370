/** The annotation in which client-side apply keeps what it applied. */
export const lastApplied = 'kubectl.kubernetes.io/last-applied-configuration';
type Fields = Readonly<Record<string, unknown>>;

/** A value of an API object whose kind is known only at run time. */
// eslint-disable-next-line @typescript-eslint/no-explicit-any
export type Value = any;

/** An API object of any kind: kubectl works on whatever the server serves. */
export interface Unstructured {
	readonly apiVersion?: string;
	readonly kind?: string;
	readonly metadata?: {
		readonly name?: string;
		readonly generateName?: string;
		readonly namespace?: string;
		readonly uid?: string;
		readonly resourceVersion?: string;
		readonly generation?: number;
		readonly creationTimestamp?: string;
		readonly deletionTimestamp?: string;
		readonly deletionGracePeriodSeconds?: number;
		readonly labels?: Readonly<Record<string, string>>;
		readonly annotations?: Readonly<Record<string, string>>;
		readonly finalizers?: readonly string[];
		readonly ownerReferences?: readonly {
			readonly apiVersion: string;
			readonly kind: string;
			readonly name: string;
			readonly uid: string;
			readonly controller?: boolean;
		}[];
		readonly managedFields?: unknown;
	};
	readonly [field: string]: Value;
}

/** A copy with the value at `path` replaced; `undefined` removes the field. Objects on the way are made where missing. */
export const withValue = (object: Unstructured, path: readonly string[], value: unknown): Unstructured => {
	const [head, ...rest] = path;
	const copy: Record<string, unknown> = {...object};
	const next = rest.length === 0 ? value : withValue((copy[head] ?? {}) as Unstructured, rest, value);
	if (next === undefined) {
		delete copy[head];
	} else {
		copy[head] = next;
	}

	return copy as Unstructured;
};

/** What JSON for pages writes as escapes. */
const unsafe = /[<>&\u2028\u2029]/g;

const jsonText = (text: string): string =>
	JSON.stringify(text).replace(unsafe, (character) => `\\u${character.codePointAt(0)!.toString(16).padStart(4, '0')}`);

/**
JSON as Go's encoder writes it: `<`, `>` and `&` as escapes, keys in the order of their bytes.

@param options `indent`: spaces for each level, everything on one line without; `inOrder`: keys stay as they are.
@mirrors encoding/json Marshal and MarshalIndent
*/
export const goJSON = (
	value: unknown,
	{indent = 0, inOrder = false}: {readonly indent?: number; readonly inOrder?: boolean} = {},
): string => {
	const write = (one: unknown, depth: number): string => {
		if (typeof one === 'string') {
			return jsonText(one);
		}

		if (typeof one !== 'object' || one === null) {
			return JSON.stringify(one) ?? 'null';
		}

		const parts = Array.isArray(one)
			? one.map((item) => write(item, depth + 1))
			: (inOrder ? Object.keys(one) : Object.keys(one).sort())
					.filter((key) => (one as Fields)[key] !== undefined)
					.map((key) => `${jsonText(key)}:${indent ? ' ' : ''}${write((one as Fields)[key], depth + 1)}`);
		const [open, close] = Array.isArray(one) ? '[]' : '{}';
		if (indent === 0 || parts.length === 0) {
			return `${open}${parts.join(',')}${close}`;
		}

		const line = `\n${' '.repeat(indent * depth)}`;
		const inner = `${line}${' '.repeat(indent)}`;
		return `${open}${inner}${parts.join(`,${inner}`)}${line}${close}`;
	};

	return write(value, 0);
};

/** JSON as Go's encoder writes a map: keys sorted, no spaces. */
export const sortedJSON = (value: unknown): string => goJSON(value);

/** Whether two JSON values are equal. */
export const sameValue = (a: unknown, b: unknown): boolean => a === b || sortedJSON(a) === sortedJSON(b);
