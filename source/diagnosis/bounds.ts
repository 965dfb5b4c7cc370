import {fieldOf, type Adviser} from './refused.js';

/** The numbers that a field accepts, both included. */
interface Bounds {
	readonly least: number;
	readonly most: number;
}

const numberIn = (text: string): number => (text === 'zero' ? 0 : Number(text));

/** The bounds that the words of the server name: `must be greater than or equal to 0`, `must be between 1 and 65535, inclusive`. */
const boundsIn = (words: string): Bounds | undefined => {
	const [, from, to] = /(?:between|in the range|\[)\s*(-?\d+)(?:\s*(?:and|[-–,])\s*)(\d+)/.exec(words) ?? [];
	if (from !== undefined && to !== undefined) {
		return {least: Number(from), most: Number(to)};
	}

	const [, orMore] = /greater than or equal to (-?\d+)/.exec(words) ?? [];
	const [, more] = /greater than (zero|-?\d+)/.exec(words) ?? [];
	const [, orLess] = /less than or equal to (-?\d+)/.exec(words) ?? [];
	const [, less] = /less than (-?\d+)/.exec(words) ?? [];
	if ((orMore ?? more ?? orLess ?? less) === undefined) {
		return undefined;
	}

	const above = more === undefined ? Number.NEGATIVE_INFINITY : numberIn(more) + 1;
	const below = less === undefined ? Number.POSITIVE_INFINITY : Number(less) - 1;
	return {
		least: orMore === undefined ? above : Number(orMore),
		most: orLess === undefined ? below : Number(orLess),
	};
};

/** The accepted number that is nearest to a refused one: without its sign where that alone is wrong. A port has no near one. */
const nearest = (value: number, {least, most}: Bounds, isPort: boolean): number | undefined => {
	const positive = Math.abs(value);
	if (positive >= least && positive <= most) {
		return positive;
	}

	return isPort ? undefined : Math.min(most, Math.max(least, value));
};

/** Advice for numbers that the bounds of their field exclude. */
export const boundAdvisers: readonly Adviser[] = [
	[
		/([\w.[\]]{1,300})(?: in body)?(?:: Invalid value: (-?\d+):)? (?:must|should) be ((?:greater|less|between|in the range)[^]{1,60})/,
		([, path = '', value = '', words = '']) => {
			const bounds = boundsIn(words);
			const field = fieldOf(path);
			const better =
				bounds && value !== '' ? nearest(Number(value), bounds, /port$/i.test(String(field.at(-1)))) : undefined;
			return {
				advice: better === undefined ? [] : [({cluster}) => cluster.didYouMean(String(better))],
				candidates: [
					...(better === undefined ? [] : [{field, change: {value: better}, ofFile: true}]),
					{field, change: {remove: true}, ofFile: true},
				],
			};
		},
	],
];
