type Fields = Readonly<Record<string, unknown>>;

const numberText = (value: number): string => {
	const size = Math.abs(value);
	return size >= 1e21 || (size !== 0 && size < 1e-4)
		? value.toExponential().replace(/e([+-])(\d)$/, 'e$10$2')
		: String(value);
};

/** A decoded JSON value as Go's `%v` prints it: `map[a:1 b:[x y]]`. */
export const goText = (value: unknown): string => {
	if (value === null || value === undefined) {
		return '<nil>';
	}

	if (typeof value === 'number') {
		return numberText(value);
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

/** A decoded JSON value as Go's `%#v` prints it: `map[string]interface {}{"a":1}`. */
export const goSyntax = (value: unknown): string => {
	if (value === null || value === undefined) {
		return 'interface {}(nil)';
	}

	if (typeof value === 'string') {
		return JSON.stringify(value);
	}

	if (Array.isArray(value)) {
		return `[]interface {}{${value.map((item) => goSyntax(item)).join(', ')}}`;
	}

	if (typeof value === 'object') {
		const items = Object.keys(value)
			.sort()
			.map((key) => `${JSON.stringify(key)}:${goSyntax((value as Fields)[key])}`);
		return `map[string]interface {}{${items.join(', ')}}`;
	}

	return goText(value);
};
