const words = new Map<string, boolean | number | null>([
	...['y', 'Y', 'yes', 'Yes', 'YES', 'true', 'True', 'TRUE', 'on', 'On', 'ON'].map((word) => [word, true] as const),
	...['n', 'N', 'no', 'No', 'NO', 'false', 'False', 'FALSE', 'off', 'Off', 'OFF'].map((word) => [word, false] as const),
	...['', '~', 'null', 'Null', 'NULL'].map((word) => [word, null] as const),
	...['.inf', '.Inf', '.INF', '+.inf', '+.Inf', '+.INF'].map((word) => [word, Number.POSITIVE_INFINITY] as const),
	...['-.inf', '-.Inf', '-.INF'].map((word) => [word, Number.NEGATIVE_INFINITY] as const),
	...['.nan', '.NaN', '.NAN'].map((word) => [word, Number.NaN] as const),
]);

const decimal = /^[-+]?(0|[1-9]\d*)$/;
const octal = /^([-+]?)0o?([0-7]+)$/;
const hexadecimal = /^([-+]?)0[xX]([\da-fA-F]+)$/;
const binary = /^([-+]?)0[bB]([01]+)$/;
const float = /^[-+]?(\.\d+|\d+(\.\d*)?)([eE][-+]?\d+)?$/;

const based = (match: RegExpExecArray, base: number): number =>
	Number.parseInt(match[2] ?? '', base) * (match[1] === '-' ? -1 : 1);

/**
The value of a plain YAML scalar: Kubernetes reads YAML 1.1 as go-yaml v2 does, where `yes` and `on` are true, `0755` is 493 and `1:30` is text.

@mirrors gopkg.in/yaml.v2 resolve
*/
export const resolveScalar = (text: string): boolean | number | string | null => {
	const word = words.get(text);
	if (word !== undefined) {
		return word;
	}

	if (!/^[-+.\d]/.test(text)) {
		return text;
	}

	const plain = text.replaceAll('_', '');
	if (decimal.test(plain)) {
		return Number(plain);
	}

	const bases: ReadonlyArray<readonly [RegExp, number]> = [
		[octal, 8],
		[hexadecimal, 16],
		[binary, 2],
	];
	for (const [pattern, base] of bases) {
		const match = pattern.exec(plain);
		if (match) {
			return based(match, base);
		}
	}

	// A number that no float can hold is text.
	return float.test(plain) && Number.isFinite(Number(plain)) ? Number(plain) : text;
};

const typeTag = (value: boolean | number | string | null): string => {
	switch (typeof value) {
		case 'boolean': {
			return '!!bool';
		}

		case 'number': {
			return Number.isInteger(value) ? '!!int' : '!!float';
		}

		case 'string': {
			return '!!str';
		}

		default: {
			return '!!null';
		}
	}
};

const typeTags = new Set(['!!bool', '!!int', '!!float', '!!null']);

/**
The value of a scalar with a tag; `undefined` if its tag does not determine it.

@throws TypeError in Go's words for text that is not of the type.
*/
export const resolveTagged = (tag: string, text: string): boolean | number | string | null | undefined => {
	const wanted = tag.replace('tag:yaml.org,2002:', '!!');
	if (!typeTags.has(wanted)) {
		return undefined;
	}

	const value = resolveScalar(text);
	const is = typeTag(value);
	if (is !== wanted && !(is === '!!int' && wanted === '!!float')) {
		throw new TypeError(`cannot decode ${is} \`${text}\` as a ${wanted}`);
	}

	return value;
};

/** Matches a date with or without a time, which other readers read as a timestamp. @mirrors gopkg.in/yaml.v2 parseTimestamp */
const moment =
	/^\d{4}-\d{1,2}-\d{1,2}(?:(?:[Tt]\d{1,2}:\d{1,2}:\d{1,2}(?:\.\d+)?(?:Z|[+-]\d\d:\d\d))| \d{1,2}:\d{1,2}:\d{1,2}(?:\.\d+)?)?$/;

/** Whether an unquoted text would be read as the same text. */
export const isPlainText = (text: string): boolean =>
	typeof resolveScalar(text) === 'string' &&
	// Sexagesimal numbers of YAML 1.1, which other readers know.
	!/^[-+]?\d[\d_]*(?::[0-5]?\d)+(?:\.[\d_]*)?$/.test(text) &&
	!moment.test(text) &&
	text !== '<<' &&
	text !== '=';
