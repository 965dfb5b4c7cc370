type Fields = Readonly<Record<string, unknown>>;

/** Characters that JSON for pages writes as escapes. */
const unsafe = /[<>&\u2028\u2029]/g;

const jsonText = (text: string): string =>
	JSON.stringify(text).replace(
		unsafe,
		(character) => `\\u${(character.codePointAt(0) ?? 0).toString(16).padStart(4, '0')}`,
	);

/**
JSON as Go's encoder writes it: `<`, `>` and `&` as escapes, keys in the order of their bytes.

@param options `indent`: spaces for each level; without it, one line; `inOrder`: keys keep their order.
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
