import type {SettingValue} from './variation.js';

/** An answer of one run; `undefined` if it has none, such as the time until an event that never happened. */
export type Answer = SettingValue | undefined;

/** The distribution of numbers. Quantiles are numbers that occurred: the nearest rank. */
export interface Spread {
	readonly min: number;
	readonly p5: number;
	readonly median: number;
	readonly p95: number;
	readonly max: number;
}

/** The number of values from `from` to `to`, inclusive. */
export interface Bar {
	readonly from: number;
	readonly to: number;
	readonly count: number;
}

/** The answers of the runs to a question. */
export interface Distribution {
	/** The number of runs without an answer. */
	readonly missing: number;
	/** Statistics of the numbers, if all answers are numbers. */
	readonly spread?: Spread;
	/** The histogram of the numbers. */
	readonly bars: readonly Bar[];
	/** The frequency of each other answer, the most frequent first. */
	readonly tally: ReadonlyArray<readonly [answer: string, count: number]>;
}

const ascending = (a: number, b: number): number => a - b;

/** The smallest of some sorted numbers that at least this share of them does not exceed. */
const quantile = (sorted: readonly number[], part: number): number =>
	sorted[Math.max(0, Math.ceil(part * sorted.length) - 1)] ?? 0;

/** @param numbers at least one. */
export const spreadOf = (numbers: readonly number[]): Spread => {
	const sorted = numbers.toSorted(ascending);
	return {
		min: quantile(sorted, 0),
		p5: quantile(sorted, 0.05),
		median: quantile(sorted, 0.5),
		p95: quantile(sorted, 0.95),
		max: quantile(sorted, 1),
	};
};

/** The next number that is round: 1, 2, 5, 10, 20 … */
const roundUp = (width: number): number => {
	for (let size = 1; ; size *= 10) {
		const found = [1, 2, 5].find((factor) => factor * size >= width);
		if (found !== undefined) {
			return found * size;
		}
	}
};

/** The smallest round width for at most `most` classes, beginning at its multiples, that cover `min` to `max`. */
const widthOf = (min: number, max: number, most: number): number => {
	let width = roundUp((max - min + 1) / most);
	while (Math.floor(max / width) - Math.floor(min / width) >= most) {
		width = roundUp(width + 1);
	}

	return width;
};

/** Numbers in classes of equal and round width, at most `most`, from the class of the smallest to that of the largest. */
export const barsOf = (numbers: readonly number[], most = 10): readonly Bar[] => {
	if (numbers.length === 0) {
		return [];
	}

	const {min, max} = spreadOf(numbers);
	// Numbers with fractions are in hundredths.
	const unit = numbers.every((number) => Number.isInteger(number)) ? 1 : 100;
	const width = widthOf(Math.floor(min * unit), Math.floor(max * unit), most);
	const classOf = (number: number): number => Math.floor((number * unit) / width);
	return Array.from({length: classOf(max) - classOf(min) + 1}, (_, index) => {
		const own = classOf(min) + index;
		return {
			from: (own * width) / unit,
			to: ((own + 1) * width - 1) / unit,
			count: numbers.filter((number) => classOf(number) === own).length,
		};
	});
};

/** The distribution of the answers to one question. */
export const distributionOf = (answers: readonly Answer[]): Distribution => {
	const given = answers.filter((answer) => answer !== undefined);
	const numbers = given.filter((answer) => typeof answer === 'number');
	const missing = answers.length - given.length;
	if (numbers.length === given.length && numbers.length > 0) {
		return {missing, spread: spreadOf(numbers), bars: barsOf(numbers), tally: []};
	}

	const counts = new Map<string, number>();
	for (const answer of given) {
		counts.set(String(answer), (counts.get(String(answer)) ?? 0) + 1);
	}

	return {missing, bars: [], tally: [...counts].sort(([a, m], [b, n]) => n - m || (a < b ? -1 : 1))};
};

/** The runs with one value of a setting, or with one of several adjacent values. */
export interface Slice {
	readonly value: string;
	readonly indexes: readonly number[];
}

/** Values that are shown one by one; more numbers are put into classes. */
const mostValues = 12;

/** The runs by the value that a setting had in them. */
export const slicesOf = (settings: readonly SettingValue[]): readonly Slice[] => {
	const values = [...new Set(settings)];
	const numbers = values.filter((value) => typeof value === 'number');
	const where = (fits: (value: SettingValue) => boolean): readonly number[] =>
		settings.flatMap((value, index) => (fits(value) ? [index] : []));
	if (numbers.length === values.length && values.length > mostValues) {
		return barsOf(settings.filter((value) => typeof value === 'number')).map(({from, to}) => ({
			value: `${from} … ${to}`,
			indexes: where((value) => typeof value === 'number' && value >= from && value <= to),
		}));
	}

	const sorted = numbers.length === values.length ? numbers.toSorted(ascending) : values;
	return sorted.map((one) => ({value: String(one), indexes: where((value) => value === one)}));
};

/**
The smallest value of a setting from which every run answers 0.

@param settings of each run. @param answers of each run.
@returns the value, and the number of runs with at least this value.
`undefined` if even the largest value has other answers, if every value suffices, or if values are not numbers.
`undefined` also if there are so many values that few were tried twice.
*/
export const smallestWithout = (
	settings: readonly SettingValue[],
	answers: readonly Answer[],
): {readonly value: number; readonly runs: number} | undefined => {
	if (!settings.every((value) => typeof value === 'number') || new Set(settings).size > mostValues) {
		return undefined;
	}

	const worst = settings.reduce<number>(
		(most, value, index) => (answers[index] === 0 ? most : Math.max(most, value)),
		Number.NEGATIVE_INFINITY,
	);
	const good = settings.filter((value) => value > worst);
	return good.length === 0 || good.length === settings.length
		? undefined
		: {value: Math.min(...good), runs: good.length};
};
