/** The minimum and maximum of a cost or a length. */
export interface Range {
	readonly min: number;
	readonly max: number;
}

/** The limit up to which costs are counted. */
const most = 2 ** 64;

export const capped = (value: number): number => (Number.isNaN(value) ? 0 : Math.min(value, most));

export const fixed = (value: number): Range => ({min: value, max: value});

export const unknownSize: Range = {min: 0, max: most};

export const add = (...ranges: readonly Range[]): Range => ({
	min: capped(ranges.reduce((sum, {min}) => sum + min, 0)),
	max: capped(ranges.reduce((sum, {max}) => sum + max, 0)),
});

export const multiply = (a: Range, b: Range): Range => ({min: capped(a.min * b.min), max: capped(a.max * b.max)});

/** A range multiplied by a factor, rounded up. */
export const scaled = ({min, max}: Range, factor: number): Range => ({
	min: capped(Math.ceil(min * factor)),
	max: capped(Math.ceil(max * factor)),
});

export const join = (a: Range, b: Range): Range => ({min: Math.min(a.min, b.min), max: Math.max(a.max, b.max)});

/** The cost of reading one character, as a fraction of a unit. */
export const perCharacter = 0.1;
export const perPatternCharacter = 0.25;

/** Two values are compared to the end of the shorter one. */
export const comparison = (a: Range, b: Range): Range => {
	const max = Math.min(a.max, b.max);
	return scaled({min: max > 0 ? 1 : 0, max}, perCharacter);
};
