import type {Edit} from '../../../kernel/line-diff.js';

/** One text of a comparison, and which of its lines the other text lacks. */
interface Side {
	readonly lines: readonly string[];
	readonly changed: boolean[];
}

/** Changed lines that follow each other. */
interface Run {
	readonly from: number;
	/** After its last line. */
	readonly to: number;
	/** The number of unchanged lines above it, which is its place in the other text. */
	readonly above: number;
}

/** The equal lines at both ends that take part in a comparison: as many as are shown around a change. */
const horizon = 3;

/** The numbers of unchanged lines above the changes of a text. */
const placesOf = ({changed}: Side): ReadonlySet<number> => {
	const places = new Set<number>();
	let above = 0;
	for (const isChanged of changed) {
		if (isChanged) {
			places.add(above);
		} else {
			above++;
		}
	}

	return places;
};

/** The first run at or below a line; `undefined` if there is none. */
const runBelow = ({changed}: Side, line: number, above: number): Run | undefined => {
	const from = changed.indexOf(true, line);
	if (from === -1) {
		return undefined;
	}

	const end = changed.indexOf(false, from);
	return {from, to: end === -1 ? changed.length : end, above: above + from - line};
};

/**
Moves a run by one line, and joins it with the run that it meets.

@returns `undefined` where the text with the moved run would mean something else
*/
const moved = ({lines, changed}: Side, {from, to, above}: Run, way: 'up' | 'down'): Run | undefined => {
	const [left, entered] = way === 'up' ? [to - 1, from - 1] : [from, to];
	if (entered < 0 || entered >= lines.length || lines[left] !== lines[entered]) {
		return undefined;
	}

	changed[left] = false;
	changed[entered] = true;
	if (way === 'down') {
		const end = changed.indexOf(false, to + 1);
		return {from: from + 1, to: end === -1 ? changed.length : end, above: above + 1};
	}

	return {from: changed.lastIndexOf(false, entered) + 1, to: to - 1, above: above - 1};
};

/** Moves a run as far as it goes. @param passed is called with each run on the way, the first and the last included */
const movedFar = (side: Side, run: Run, way: 'up' | 'down', passed: (run: Run) => void = () => {}): Run => {
	let last = run;
	for (let next: Run | undefined = run; next; next = moved(side, last, way)) {
		last = next;
		passed(last);
	}

	return last;
};

/** Moves a run to the last place that means the same, or to the last one beside a change of the other text. */
const settled = (side: Side, run: Run, others: ReadonlySet<number>): Run => {
	let last = run;
	let beside: number | undefined;
	// A run that has met another one is longer, and may go further up.
	for (let length = -1; length !== last.to - last.from;) {
		length = last.to - last.from;
		beside = undefined;
		last = movedFar(side, movedFar(side, last, 'up'), 'down', ({above}) => {
			beside = others.has(above) ? above : beside;
		});
	}

	for (let back = last.above - (beside ?? last.above); back > 0; back--) {
		last = moved(side, last, 'up') ?? last;
	}

	return last;
};

/** Moves all runs of a text, the first one first. */
const settle = (side: Side, other: Side): void => {
	const others = placesOf(other);
	for (let run = runBelow(side, 0, 0); run;) {
		const {to, above} = settled(side, run, others);
		run = runBelow(side, to, above);
	}
};

/** The number of equal lines at the beginning that are not compared. */
const skipped = (edits: readonly Edit[]): number => {
	const first = edits.findIndex(({mark}) => mark !== ' ');
	return Math.max(0, (first === -1 ? edits.length : first) - horizon);
};

/** The edits between two texts whose changed lines are known. */
const editsBetween = (old: Side, young: Side, start: number): readonly Edit[] => {
	const edits: Edit[] = [];
	let [before, after] = [0, 0];
	while (before < old.lines.length || after < young.lines.length) {
		const at = {before: start + before, after: start + after};
		if (old.changed[before]) {
			edits.push({mark: '-', ...at});
			before++;
		} else if (young.changed[after]) {
			edits.push({mark: '+', ...at});
			after++;
		} else {
			edits.push({mark: ' ', ...at});
			before++;
			after++;
		}
	}

	return edits;
};

/**
Edits with their changes where `diff -u` of GNU shows them: an inserted or removed block that can stand in several equal places stands in
the last one, or beside a change of the other text.

@param before the lines of the first text; @param after those of the second
@see https://www.gnu.org/software/diffutils/manual/html_node/Hunks.html
*/
export const placedEdits = (
	edits: readonly Edit[],
	before: readonly string[],
	after: readonly string[],
): readonly Edit[] => {
	const start = skipped(edits);
	const end = skipped(edits.toReversed());
	if (start + end >= edits.length) {
		return edits;
	}

	const sideOf = (lines: readonly string[], mark: '-' | '+', index: 'before' | 'after'): Side => {
		const changed = lines.map(() => false);
		for (const edit of edits.filter((one) => one.mark === mark)) {
			changed[edit[index]] = true;
		}

		return {lines: lines.slice(start, lines.length - end), changed: changed.slice(start, lines.length - end)};
	};
	const old = sideOf(before, '-', 'before');
	const young = sideOf(after, '+', 'after');
	settle(old, young);
	settle(young, old);
	return [...edits.slice(0, start), ...editsBetween(old, young, start), ...edits.slice(edits.length - end)];
};
