type Fields = Readonly<Record<string, unknown>>;

const indentation = (depth: number): string => '  '.repeat(depth);

const escapes: Readonly<Record<string, string>> = {
	'"': String.raw`\"`,
	'\\': String.raw`\\`,
	'\0': String.raw`\0`,
	'\u0007': String.raw`\a`,
	'\b': String.raw`\b`,
	'\f': String.raw`\f`,
	'\r': String.raw`\r`,
	'\t': String.raw`\t`,
	'\v': String.raw`\v`,
	'\u001B': String.raw`\e`,
	'\u0085': String.raw`\N`,
	'\u00A0': String.raw`\_`,
	'\u2028': String.raw`\L`,
	'\u2029': String.raw`\P`,
};

const escaped = (character: string): string => {
	if (Object.hasOwn(escapes, character)) {
		return escapes[character]!;
	}

	if (/^[\p{L}\p{M}\p{N}\p{P}\p{S} ]$/u.test(character)) {
		return character;
	}

	const code = (character.codePointAt(0) ?? 0).toString(16);
	if (code.length <= 2 && parseInt(code, 16) < 0x80) {
		return `\\x${code.padStart(2, '0')}`;
	}

	if (code.length <= 4) {
		return `\\u${code.padStart(4, '0')}`;
	}

	return `\\U${code.padStart(8, '0')}`;
};

/** A quoted text: each of its lines is on a separate line, unless the text is a key. */
const quoted = (text: string, depth: number, isKey: boolean): string => {
	if (isKey || !text.includes('\n')) {
		return `"${[...text].map((character) => (character === '\n' ? String.raw`\n` : escaped(character))).join('')}"`;
	}

	const lines = text.split('\n');
	const ended = lines.at(-1) === '';
	const shown = (ended ? lines.slice(0, -1) : lines).map((line, index, all) => {
		// Leading white space of a line counts only after a backslash.
		const start = /^\s/u.test(line) ? '\\' : ' ';
		const end = index < all.length - 1 || ended ? String.raw`\n` : '';
		return `${indentation(depth)}${start}${[...line].map((character) => escaped(character)).join('')}${end}\\\n`;
	});
	return `"\\\n${shown.join('')}${indentation(depth)}"`;
};

/** Whether a reader of YAML would read an unquoted word as a type other than text. */
const misread = (text: string): boolean =>
	/^(?:null|~|true|false|y|yes|on|n|no|off|t|f|[+-]?\.inf|\.nan)$/i.test(text) ||
	/^[+-]?(?:(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?|0x[\da-f]+|0o[0-7]+|0b[01]+|inf|infinity|nan)$/i.test(
		text.replaceAll('_', ''),
	) ||
	/^[+-]?[1-9][\d_]*(?::[0-5]?\d)+(?:\.[\d_]*)?$/.test(text) ||
	/^\d{4}-\d\d?-\d\d?(?:$|[Tt ]\d)/.test(text);

const key = (text: string): string =>
	/^[\p{L}\p{N}_](?:[\p{L}\p{N}_\-./]*[\p{L}\p{N}_])?$/u.test(text) && !misread(text) ? text : quoted(text, 0, true);

const isContainer = (value: unknown): boolean => typeof value === 'object' && value !== null;

const node = (value: unknown, depth: number, inOrder: boolean): string => {
	if (typeof value === 'string') {
		return quoted(value, depth + 1, false);
	}

	if (Array.isArray(value)) {
		if (value.length === 0) {
			return '[]';
		}

		if (value.every((item) => isContainer(item))) {
			return `[${value.map((item) => node(item, depth, inOrder)).join(', ')}]`;
		}

		return `[\n${value.map((item) => `${indentation(depth + 1)}${node(item, depth + 1, inOrder)},\n`).join('')}${indentation(depth)}]`;
	}

	if (typeof value !== 'object' || value === null) {
		return String(value);
	}

	const named = Object.keys(value).filter((one) => (value as Fields)[one] !== undefined);
	const keys = inOrder ? named : named.sort();
	const lines = keys.map(
		(one) => `${indentation(depth + 1)}${key(one)}: ${node((value as Fields)[one], depth + 1, inOrder)},\n`,
	);
	return keys.length === 0 ? '{}' : `{\n${lines.join('')}${indentation(depth)}}`;
};

/**
KYAML as `kubectl … -o kyaml` prints it: YAML with braces and brackets, all texts in quotes.

@param options `inOrder`: keys stay as they are instead of being sorted.

@mirrors sigs.k8s.io/yaml/kyaml Encoder
*/
export const printKYAML = (value: unknown, {inOrder = false}: {readonly inOrder?: boolean} = {}): string =>
	`---\n${node(value, 0, inOrder)}\n`;
