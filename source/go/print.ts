/*
 * Values as Go's package fmt prints them. Whole numbers of templates are bigints (Go's int); those of objects are numbers (Go's int64, or float64 where that is too small), as are all that have a fraction.
 */

type Fields = Readonly<Record<string, unknown>>;

/** Whether Go reads a number of a JSON text as int64, not as float64. */
const isInt64 = (value: number): boolean => Number.isInteger(value) && value >= -(2 ** 63) && value < 2 ** 63;

// From this power of ten on a float64 is printed with an exponent.
const exponentFrom = 6;

/** A number as `%v` and `%g` print it. */
export const goNumber = (value: number): string => {
	if (!Number.isFinite(value)) {
		if (Number.isNaN(value)) {
			return 'NaN';
		}

		if (value > 0) {
			return '+Inf';
		}

		return '-Inf';
	}

	if (isInt64(value)) {
		return BigInt(value).toString();
	}

	const [mantissa = '', exponent = ''] = value.toExponential().split('e');
	const power = Number(exponent);
	return power < -4 || power >= exponentFrom
		? `${mantissa}e${power < 0 ? '-' : '+'}${String(Math.abs(power)).padStart(2, '0')}`
		: String(value);
};

/** The name of a value's type, as `%T` prints it. */
export const goType = (value: unknown): string => {
	switch (typeof value) {
		case 'string': {
			return 'string';
		}

		case 'boolean': {
			return 'bool';
		}

		case 'bigint': {
			return 'int';
		}

		case 'number': {
			return isInt64(value) ? 'int64' : 'float64';
		}

		default: {
			if (value === null || value === undefined) {
				return '<nil>';
			}

			if (Array.isArray(value)) {
				return '[]interface {}';
			}

			return 'map[string]interface {}';
		}
	}
};

/** A decoded JSON value as `%v` prints it: `map[a:1 b:[x y]]`. */
export const goText = (value: unknown): string => {
	if (value === null || value === undefined) {
		return '<nil>';
	}

	if (typeof value === 'number') {
		return goNumber(value);
	}

	if (Array.isArray(value)) {
		return `[${value.map((item) => goText(item)).join(' ')}]`;
	}

	if (typeof value === 'object') {
		const items = Object.keys(value)
			.sort()
			.map((key) => `${key}:${goText((value as Fields)[key])}`);
		return `map[${items.join(' ')}]`;
	}

	return String(value);
};

/** A decoded JSON value as `%#v` prints it: `map[string]interface {}{"a":1}`. */
export const goSyntax = (value: unknown): string => {
	if (value === null || value === undefined) {
		return 'interface {}(nil)';
	}

	if (typeof value === 'string') {
		return goQuoted(value);
	}

	if (Array.isArray(value)) {
		return `[]interface {}{${value.map((item) => goSyntax(item)).join(', ')}}`;
	}

	if (typeof value === 'object') {
		const items = Object.keys(value)
			.sort()
			.map((key) => `${goQuoted(key)}:${goSyntax((value as Fields)[key])}`);
		return `map[string]interface {}{${items.join(', ')}}`;
	}

	return goText(value);
};

/** A text in quotes as `%q` prints it: printable characters stay, the others are escaped. */
export const goQuoted = (text: string): string => {
	// eslint-disable-next-line no-control-regex
	if (/^[\u0020\u0021\u0023-\u005B\u005D-\u007E\u00A1-\u00AC\u00AE-\u02FF]*$/.test(text)) {
		return `"${text}"`;
	}

	let quoted = '"';
	for (const character of text) {
		const code = character.codePointAt(0) ?? 0;
		const short = shortEscapes[character];
		if (short !== undefined) {
			quoted += short;
		} else if (code < 0x20 || code === 0x7f) {
			quoted += `\\x${code.toString(16).padStart(2, '0')}`;
		} else if (/[\p{L}\p{M}\p{N}\p{P}\p{S} ]/u.test(character)) {
			quoted += character;
		} else {
			quoted += code > 0xffff ? `\\U${code.toString(16).padStart(8, '0')}` : `\\u${code.toString(16).padStart(4, '0')}`;
		}
	}

	return `${quoted}"`;
};

const shortEscapes: Readonly<Record<string, string>> = {
	'"': '\\"',
	'\\': '\\\\',
	'\u0007': '\\a',
	'\b': '\\b',
	'\f': '\\f',
	'\n': '\\n',
	'\r': '\\r',
	'\t': '\\t',
	'\v': '\\v',
};
