import {memoised} from '../../kernel/memoised.js';

// Errors of Go's own parsers, which the API passes on as they are.

const timeLayout = '2006-01-02T15:04:05Z07:00';
const microTimeLayout = '2006-01-02T15:04:05.000000Z07:00';

const daysIn = (year: number, month: number): number => {
	if (month === 2) {
		return (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0 ? 29 : 28;
	}

	return [4, 6, 9, 11].includes(month) ? 30 : 31;
};

/** The elements of the layout in order, and what each one requires in the text. */
const elements: ReadonlyArray<readonly [string, RegExp]> = [
	['2006', /^\d{4}/],
	['-', /^-/],
	['01', /^\d\d/],
	['-', /^-/],
	['02', /^\d\d/],
	['T', /^T/],
	['15', /^\d\d/],
	[':', /^:/],
	['04', /^\d\d/],
	[':', /^:/],
	['05', /^\d\d/],
];

const checkTime = (text: string, micro: boolean): string | undefined => {
	const layout = micro ? microTimeLayout : timeLayout;
	const start = `parsing time ${JSON.stringify(text)}`;
	const cannot = (rest: string, element: string): string =>
		`${start} as ${JSON.stringify(layout)}: cannot parse ${JSON.stringify(rest)} as ${JSON.stringify(element)}`;
	let rest = text;
	const numbers: number[] = [];
	for (const [element, expected] of elements) {
		const match = expected.exec(rest);
		if (!match) {
			return cannot(rest, element);
		}

		if (/\d/.test(match[0])) {
			numbers.push(Number(match[0]));
		}

		rest = rest.slice(match[0].length);
	}

	const fraction = /^[.,]\d+/.exec(rest)?.[0];
	if (micro && (fraction === undefined || fraction.length !== 7)) {
		return cannot(rest, '.000000');
	}

	rest = rest.slice(fraction?.length ?? 0);
	const zone = /^(Z|[+-]\d\d:\d\d)/.exec(rest)?.[0];
	if (zone === undefined) {
		return cannot(rest, 'Z07:00');
	}

	rest = rest.slice(zone.length);
	const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = numbers;
	const parts: ReadonlyArray<readonly [part: string, isWrong: boolean]> = [
		['month', month < 1 || month > 12],
		['day', day < 1 || day > daysIn(year, month)],
		['hour', hour > 23],
		['minute', minute > 59],
		['second', second > 59],
	];
	const outOfRange = parts.find(([, isWrong]) => isWrong)?.[0];
	if (outOfRange) {
		return `${start}: ${outOfRange} out of range`;
	}

	return rest === '' ? undefined : `${start}: extra text: ${JSON.stringify(rest)}`;
};

// Thousands of objects contain one of a few times.
const ofTime = memoised((text: string) => checkTime(text, false) ?? null, 1000);
const ofMicroTime = memoised((text: string) => checkTime(text, true) ?? null, 1000);

/** Why Go cannot read a time, or `undefined`. @param micro whether it requires fractions of a second. */
export const timeError = (text: string, micro = false): string | undefined =>
	(micro ? ofMicroTime(text) : ofTime(text)) ?? undefined;

/**
Why Go cannot read base64, or `undefined`.

@mirrors encoding/base64 Encoding.decodeQuantum
*/
export const base64Error = (text: string): string | undefined => {
	const illegal = (offset: number): string => `illegal base64 data at input byte ${offset}`;
	let index = 0;
	const skipBreaks = (): void => {
		while (text[index] === '\n' || text[index] === '\r') {
			index++;
		}
	};

	for (;;) {
		for (let digits = 0; digits < 4; digits++) {
			skipBreaks();
			if (index === text.length) {
				return digits === 0 ? undefined : illegal(index - digits);
			}

			const character = text.charAt(index++);
			if (/[A-Za-z\d+/]/.test(character)) {
				continue;
			}

			if (character !== '=' || digits < 2) {
				return illegal(index - 1);
			}

			skipBreaks();
			if (digits === 2) {
				if (index === text.length) {
					return illegal(text.length);
				}

				if (text[index] !== '=') {
					return illegal(index - 1);
				}

				index++;
				skipBreaks();
			}

			return index < text.length ? illegal(index) : undefined;
		}
	}
};
