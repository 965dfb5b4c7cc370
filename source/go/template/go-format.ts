import {goNumber, goQuoted, goSyntax, goText, goType} from '../print.js';

type Fields = Readonly<Record<string, unknown>>;

/** The meaning of a quoted Go string; `undefined` for an invalid one. */
export const unquoteGo = (text: string): string | undefined => {
	const inner = text.slice(1, -1);
	if (text.startsWith('`')) {
		return inner.replaceAll('\r', '');
	}

	let wrong = false;
	const value = inner.replace(
		/\\(?:x([\da-fA-F]{2})|u([\da-fA-F]{4})|U([\da-fA-F]{8})|([0-7]{3})|([^]?))/g,
		(_, two?: string, four?: string, eight?: string, octal?: string, one?: string) => {
			const code = two ?? four ?? eight;
			if (code !== undefined || octal !== undefined) {
				const point = code === undefined ? parseInt(octal!, 8) : parseInt(code, 16);
				wrong ||= point > 0x10_ff_ff;
				return wrong ? '' : String.fromCodePoint(point);
			}

			const known = {a: '\u0007', b: '\b', f: '\f', n: '\n', r: '\r', t: '\t', v: '\v', '\\': '\\', '"': '"', "'": "'"}[
				one ?? ''
			];
			wrong ||= known === undefined || (one !== text[0] && (one === '"' || one === "'"));
			return known ?? '';
		},
	);
	return wrong ? undefined : value;
};

const isWhole = (value: unknown): value is bigint | number =>
	typeof value === 'bigint' || (typeof value === 'number' && Number.isInteger(value));

const characterOf = (value: bigint | number): string =>
	value >= 0 && value <= 0x10_ff_ff ? String.fromCodePoint(Number(value)) : '\uFFFD';

const widest = 10_000;

/** `%s`, `%q`, `%x` and `%X`; `undefined` for a value that they do not print. */
const textVerb = (verb: string, precision: number | undefined, value: unknown): string | undefined => {
	if (isWhole(value) && verb !== 's') {
		return verb === 'q' ? `'${characterOf(value)}'` : cased(verb, value.toString(16));
	}

	if (typeof value !== 'string') {
		return verb === 's' && typeof value === 'object' && value !== null ? withStrings(value) : undefined;
	}

	const text = precision === undefined ? value : [...value].slice(0, precision).join('');
	if (verb === 's') {
		return text;
	}

	return verb === 'q' ? goQuoted(text) : cased(verb, Buffer.from(text).toString('hex'));
};

/** `%c`, and a whole number in a base. */
const wholeVerb = (verb: 'd' | 'b' | 'o' | 'c', signed: (text: string) => string, value: bigint | number): string =>
	verb === 'c' ? characterOf(value) : signed(value.toString({d: 10, b: 2, o: 8}[verb]));

const fractionVerb = (verb: string, precision: number | undefined, value: number): string => {
	const digits = Math.min(precision ?? 6, 100);
	if (verb === 'e') {
		return value.toExponential(digits).replace(/e([+-])(\d)$/, 'e$10$2');
	}

	return verb === 'g' ? goNumber(value) : value.toFixed(digits);
};

const verbText = (verb: string, flags: string, precision: number | undefined, value: unknown): string => {
	const wrong = (): string =>
		`%!${verb}(${value === null || value === undefined ? '<nil>' : `${goType(value)}=${goText(value)}`})`;
	const signed = (text: string): string => (flags.includes('+') && !text.startsWith('-') ? `+${text}` : text);
	switch (verb) {
		case 'v': {
			return flags.includes('#') && value !== null && value !== undefined ? goSyntax(value) : goText(value);
		}

		case 'T': {
			return goType(value);
		}

		case 's':
		case 'q':
		case 'x':
		case 'X': {
			return textVerb(verb, precision, value) ?? wrong();
		}

		case 'd':
		case 'b':
		case 'o':
		case 'c': {
			return isWhole(value) ? wholeVerb(verb, signed, value) : wrong();
		}

		case 'f':
		case 'F':
		case 'e':
		case 'g': {
			return typeof value !== 'number' || Number.isInteger(value)
				? wrong()
				: signed(fractionVerb(verb, precision, value));
		}

		case 't': {
			return typeof value === 'boolean' ? String(value) : wrong();
		}

		default: {
			return wrong();
		}
	}
};

const cased = (verb: string, digits: string): string => (verb === 'X' ? digits.toUpperCase() : digits);

/** `%s` reaches into lists and maps. */
const withStrings = (value: unknown): string =>
	Array.isArray(value)
		? `[${value.map((item) => verbText('s', '', undefined, item)).join(' ')}]`
		: `map[${Object.keys(value as Fields)
				.sort()
				.map((key) => `${key}:${verbText('s', '', undefined, (value as Fields)[key])}`)
				.join(' ')}]`;

/** @mirrors fmt.Sprintf */
export const formatGo = (format: string, values: readonly unknown[]): string => {
	let next = 0;
	const text = format.replace(
		/%([-+# 0]*)(\*|\d+)?(?:\.(\*|\d*))?([^]?)/gu,
		(_, flags: string, width: string | undefined, precision: string | undefined, verb: string) => {
			if (verb === '%') {
				return '%';
			}

			if (verb === '') {
				return '%!(NOVERB)';
			}

			const [wide, exact] = [width, precision].map((one) => {
				if (one === '*') {
					return Number(values[next++]);
				}

				if (one === undefined) {
					return undefined;
				}

				return Number(one);
			});
			if (next >= values.length) {
				return `%!${verb}(MISSING)`;
			}

			const shown = verbText(verb, flags, exact, values[next++]);
			const fill = Math.min(wide ?? 0, widest) - [...shown].length;
			if (fill <= 0) {
				return shown;
			}

			if (flags.includes('-')) {
				return shown + ' '.repeat(fill);
			}

			if (flags.includes('0')) {
				return shown.replace(/^[+-]?/, (sign) => sign + '0'.repeat(fill));
			}

			return ' '.repeat(fill) + shown;
		},
	);
	const extra = values
		.slice(next)
		.map((value) => (value === null || value === undefined ? '<nil>' : `${goType(value)}=${goText(value)}`));
	return extra.length > 0 ? `${text}%!(EXTRA ${extra.join(', ')})` : text;
};
