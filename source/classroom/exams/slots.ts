import {Random} from '../../kernel/random.js';

/** A slot in a text of a task: `<namespace>`. */
const slot = /<([a-z][a-z\d]*)>/g;

/** Slot → value, for one seed. */
export type Drawn = Readonly<Record<string, string>>;

/** Slot → the values that it can have. */
type Slots = Readonly<Record<string, readonly string[]>>;

/** The names of the slots in a text. */
export const slotsIn = (text: string): readonly string[] => [...text.matchAll(slot)].map(([, name = '']) => name);

/**
Draws a value for each slot.

@param stream separates the draws of one task from those of another.
*/
export const drawn = (slots: Slots, seed: number, stream: string): Drawn => {
	const random = new Random(seed, stream);
	return Object.fromEntries(
		Object.entries(slots).map(([name, values]) => [name, values[random.below(values.length)] ?? '']),
	);
};

/** How many variations show each value of each slot at least once. */
export const variationCount = (slots: Slots): number =>
	Math.max(1, ...Object.values(slots).map((values) => values.length));

/** The variation with this number, counted from 0: each slot has the value of that place, from the beginning again after its last. */
export const variation = (slots: Slots, number: number): Drawn =>
	Object.fromEntries(
		Object.entries(slots).map(([name, values]) => [name, values[number % Math.max(1, values.length)] ?? '']),
	);

/** A text with its slots filled; a name in angle brackets that is not a slot stays. */
const filledText = (text: string, values: Drawn): string =>
	text.replaceAll(slot, (whole, name: string) => (Object.hasOwn(values, name) ? (values[name] ?? whole) : whole));

/** Every text of a value with its slots filled, keys included. */
export const filled = <T>(value: T, values: Drawn): T => filledAny(value, values) as T;

const filledAny = (value: unknown, values: Drawn): unknown => {
	if (typeof value === 'string') {
		return filledText(value, values);
	}

	if (Array.isArray(value)) {
		return value.map((item) => filledAny(item, values));
	}

	if (typeof value === 'object' && value !== null) {
		return Object.fromEntries(
			Object.entries(value).map(([key, item]) => [filledText(key, values), filledAny(item, values)]),
		);
	}

	return value;
};

/** Every text in a value. */
export const textsIn = (value: unknown): readonly string[] => {
	if (typeof value === 'string') {
		return [value];
	}

	if (typeof value === 'object' && value !== null) {
		return Object.values(value).flatMap((item) => textsIn(item));
	}

	return [];
};
