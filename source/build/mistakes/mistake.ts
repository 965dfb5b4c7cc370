/** A text with a mistake in it. */
export interface Planted {
	readonly text: string;
	/** The first and last wrong line of the text, counted from 1. */
	readonly from: number;
	readonly to: number;
}

/** Draws a whole number from 0 up to, not including, a limit. */
export type Draw = (limit: number) => number;

/** A typical mistake in a manifest: a pure function of the text and of random draws. */
export interface Mistake {
	readonly name: string;
	/** Mistakes of one class have one cause, and are counted together. */
	readonly class: string;
	/** @returns `undefined` where the text has no place for it. */
	readonly plant: (text: string, draw: Draw) => Planted | undefined;
}

const lineAt = (text: string, offset: number): number => text.slice(0, offset).split('\n').length;

/** One of all places that match a pattern. */
const drawn = (text: string, pattern: RegExp, draw: Draw): RegExpExecArray | undefined => {
	const places = [...text.matchAll(new RegExp(pattern.source, `${pattern.flags.replace('g', '')}g`))];
	return places.length > 0 ? places[draw(places.length)] : undefined;
};

/**
Replaces the last group of a pattern.

@param around the number of lines above and below that also count, because the YAML parser may report the error there.
*/
export const changed = (
	name: string,
	ofClass: string,
	pattern: RegExp,
	change: string | ((found: string) => string),
	around: readonly [above: number, below: number] = [0, 0],
): Mistake => ({
	name,
	class: ofClass,
	plant(text, draw) {
		const match = drawn(text, pattern, draw);
		const found = match?.at(-1);
		if (!match || found === undefined) {
			return undefined;
		}

		const at = match.index + match[0].lastIndexOf(found);
		const other = typeof change === 'string' ? change : change(found);
		const line = lineAt(text, at);
		return other === found
			? undefined
			: {
					text: text.slice(0, at) + other + text.slice(at + found.length),
					from: line - around[0],
					to: line + other.split('\n').length - 1 + around[1],
				};
	},
});

/** Deletes the lines that a pattern matches completely; the trouble is then about the lines around them. */
export const removed = (name: string, ofClass: string, pattern: RegExp, above = 1): Mistake => ({
	name,
	class: ofClass,
	plant(text, draw) {
		const match = drawn(text, pattern, draw);
		if (!match) {
			return undefined;
		}

		const line = lineAt(text, match.index);
		return {
			text: text.slice(0, match.index) + text.slice(match.index + match[0].length),
			from: line - above,
			to: line,
		};
	},
});

/** Inserts lines after or before the line that a pattern matches, with its indentation. */
export const added = (
	name: string,
	ofClass: string,
	where: 'after' | 'before',
	pattern: RegExp,
	lines: readonly string[],
): Mistake => ({
	name,
	class: ofClass,
	plant(text, draw) {
		const match = drawn(text, pattern, draw);
		if (!match) {
			return undefined;
		}

		const own = match.index + match[0].search(/\S/);
		const start = text.lastIndexOf('\n', own) + 1;
		const end = text.indexOf('\n', own) + 1;
		const depth = own - start;
		const at = where === 'after' ? end : start;
		const line = lineAt(text, at);
		const written = lines.map((one) => `${' '.repeat(depth)}${one}\n`).join('');
		return {text: text.slice(0, at) + written + text.slice(at), from: line, to: line + lines.length - 1};
	},
});

/** Two letters in the wrong order: of `nginx`, `ngnix`. */
export const swapped = (word: string): string => {
	const at = Math.max(1, Math.floor(word.length / 2) - 1);
	const [one = '', other = ''] = [word[at], word[at + 1]];
	return one === other ? `${word}${word.at(-1) ?? ''}` : word.slice(0, at) + other + one + word.slice(at + 2);
};

/** A letter too few: of `replicas`, `replcas`. */
export const shortened = (word: string): string => {
	const at = Math.ceil(word.length / 2);
	return word.slice(0, at) + word.slice(at + 1);
};

/** A name with one more letter at its end. */
export const prolonged = (word: string): string => `${word}s`;
