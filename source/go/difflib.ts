import {unifiedDiff, type Edit} from '../kernel/line-diff.js';
import {getOrInsert} from '../kernel/get-or-insert.js';

interface Match {
	readonly before: number;
	readonly after: number;
	readonly size: number;
}

/** The place of each line in the new text. In long texts, very common lines do not count, since they do not identify a match. */
const indexOf = (lines: readonly string[]): ReadonlyMap<string, readonly number[]> => {
	const places = new Map<string, number[]>();
	for (const [index, line] of lines.entries()) {
		getOrInsert(places, line, () => []).push(index);
	}

	if (lines.length >= 200) {
		const most = Math.floor(lines.length / 100) + 1;
		for (const [line, list] of places) {
			if (list.length > most) {
				places.delete(line);
			}
		}
	}

	return places;
};

/** The longest run of lines that both texts have within the limits. */
const longest = (
	before: readonly string[],
	after: readonly string[],
	places: ReadonlyMap<string, readonly number[]>,
	[low, high, newLow, newHigh]: readonly [number, number, number, number],
): Match => {
	let best: Match = {before: low, after: newLow, size: 0};
	let lengths = new Map<number, number>();
	for (let index = low; index < high; index++) {
		const next = new Map<number, number>();
		for (const place of places.get(before[index] ?? '') ?? []) {
			if (place >= newLow && place < newHigh) {
				const size = (lengths.get(place - 1) ?? 0) + 1;
				next.set(place, size);
				if (size > best.size) {
					best = {before: index - size + 1, after: place - size + 1, size};
				}
			}
		}

		lengths = next;
	}

	let {before: start, after: newStart, size} = best;
	while (start > low && newStart > newLow && before[start - 1] === after[newStart - 1]) {
		start--;
		newStart--;
		size++;
	}

	while (start + size < high && newStart + size < newHigh && before[start + size] === after[newStart + size]) {
		size++;
	}

	return {before: start, after: newStart, size};
};

const matchesOf = (before: readonly string[], after: readonly string[]): Match[] => {
	const places = indexOf(after);
	const found: Match[] = [];
	const search = (low: number, high: number, newLow: number, newHigh: number): void => {
		const match = longest(before, after, places, [low, high, newLow, newHigh]);
		if (match.size === 0) {
			return;
		}

		if (low < match.before && newLow < match.after) {
			search(low, match.before, newLow, match.after);
		}

		const last = found.at(-1);
		if (last && last.before + last.size === match.before && last.after + last.size === match.after) {
			found[found.length - 1] = {...last, size: last.size + match.size};
		} else {
			found.push(match);
		}

		if (match.before + match.size < high && match.after + match.size < newHigh) {
			search(match.before + match.size, high, match.after + match.size, newHigh);
		}
	};

	search(0, before.length, 0, after.length);
	return [...found, {before: before.length, after: after.length, size: 0}];
};

const editsOf = (before: readonly string[], after: readonly string[]): readonly Edit[] => {
	const edits: Edit[] = [];
	let [from, newFrom] = [0, 0];
	for (const match of matchesOf(before, after)) {
		for (; from < match.before; from++) {
			edits.push({mark: '-', before: from, after: newFrom});
		}

		for (; newFrom < match.after; newFrom++) {
			edits.push({mark: '+', before: from, after: newFrom});
		}

		for (let index = 0; index < match.size; index++) {
			edits.push({mark: ' ', before: from++, after: newFrom++});
		}
	}

	return edits;
};

/**
The differences between two texts with three lines of context, without file names; empty if the texts are equal. For texts with several
longest common parts, the result differs from that of `diff`.

@mirrors github.com/pmezard/go-difflib GetUnifiedDiffString
*/
export const difflibDiff = (one: string, other: string): string => {
	const before = one.split('\n');
	const after = other.split('\n');
	return unifiedDiff(editsOf(before, after), before, after)
		.map((line) => `${line}\n`)
		.join('');
};
