interface Match {
	readonly before: number;
	readonly after: number;
	readonly size: number;
}

interface Change {
	readonly kind: 'equal' | 'replace' | 'delete' | 'insert';
	readonly from: number;
	readonly to: number;
	readonly newFrom: number;
	readonly newTo: number;
}

/** Where each line stands in the new text. In long texts lines that stand everywhere say nothing about where a match is. */
const indexOf = (lines: readonly string[]): ReadonlyMap<string, readonly number[]> => {
	const places = new Map<string, number[]>();
	for (const [index, line] of lines.entries()) {
		const list = places.get(line);
		if (list) {
			list.push(index);
		} else {
			places.set(line, [index]);
		}
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

/** The longest run of lines that both have within the limits. */
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
		for (const place of places.get(before[index]!) ?? []) {
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

const changesOf = (before: readonly string[], after: readonly string[]): Change[] => {
	const changes: Change[] = [];
	let from = 0;
	let newFrom = 0;
	for (const match of matchesOf(before, after)) {
		const {before: to, after: newTo} = match;
		if (from < to || newFrom < newTo) {
			const kind = from < to ? (newFrom < newTo ? 'replace' : 'delete') : 'insert';
			changes.push({kind, from, to, newFrom, newTo});
		}

		from = to + match.size;
		newFrom = newTo + match.size;
		if (match.size > 0) {
			changes.push({kind: 'equal', from: to, to: from, newFrom: newTo, newTo: newFrom});
		}
	}

	return changes;
};

const context = 3;

/** Changes that are near each other, with the lines around them. */
const groupsOf = (changes: readonly Change[]): Change[][] => {
	const groups: Change[][] = [];
	let group: Change[] = [];
	for (const [index, change] of changes.entries()) {
		let {from, newFrom} = change;
		if (change.kind === 'equal') {
			if (index === 0) {
				from = Math.max(from, change.to - context);
				newFrom = Math.max(newFrom, change.newTo - context);
			}

			const isLast = index === changes.length - 1;
			if (!isLast && index > 0 && change.to - change.from > 2 * context) {
				groups.push([...group, {...change, to: from + context, newTo: newFrom + context}]);
				group = [];
				from = change.to - context;
				newFrom = change.newTo - context;
			}

			if (isLast) {
				group.push({
					...change,
					from,
					newFrom,
					to: Math.min(change.to, from + context),
					newTo: Math.min(change.newTo, newFrom + context),
				});
				continue;
			}
		}

		group.push({...change, from, newFrom});
	}

	return group.some(({kind}) => kind !== 'equal') ? [...groups, group] : groups;
};

const range = (from: number, to: number): string => {
	const length = to - from;
	return length === 1 ? String(from + 1) : `${length === 0 ? from : from + 1},${length}`;
};

/**
Two texts' differences with three lines around each, without the names of files; empty when there are none.

@mirrors github.com/pmezard/go-difflib GetUnifiedDiffString
*/
export const unifiedDiff = (one: string, other: string): string => {
	const before = one.split('\n');
	const after = other.split('\n');
	let text = '';
	for (const group of groupsOf(changesOf(before, after))) {
		const first = group[0]!;
		const last = group.at(-1)!;
		text += `@@ -${range(first.from, last.to)} +${range(first.newFrom, last.newTo)} @@\n`;
		for (const {kind, from, to, newFrom, newTo} of group) {
			const marked = (mark: string, lines: readonly string[]): string =>
				lines.map((line) => `${mark}${line}\n`).join('');
			text +=
				kind === 'equal'
					? marked(' ', before.slice(from, to))
					: marked('-', before.slice(from, to)) + marked('+', after.slice(newFrom, newTo));
		}
	}

	return text;
};
