import type {Edit} from './line-diff.js';

/** The compared lines of one text, and which of them only this text has. */
interface Side {
	readonly lines: readonly string[];
	readonly changed: boolean[];
}

/** The equal lines at both ends that are compared all the same: as many as are shown around a change. */
const horizon = 3;

/** The number of equal lines at the beginning, or at the end, that are not compared. */
const skipped = (edits: readonly Edit[]): number => {
	const first = edits.findIndex(({mark}) => mark !== ' ');
	return Math.max(0, (first === -1 ? edits.length : first) - horizon);
};

const isChanged = ({changed}: Side, index: number): boolean => changed[index] ?? false;

/** Moves a line from one end of a run of changed lines to the other. */
const move = ({changed}: Side, from: number, to: number): void => {
	changed[from] = false;
	changed[to] = true;
};

/**
Moves each run of changed lines to the last place where it means the same, or to the place of a change in the other text.

Long because the three moves share the ends of the run and the place in the other text.

@mirrors GNU diffutils src/analyze.c shift_boundaries
*/
const shift = (side: Side, other: Side): void => {
	const {lines} = side;
	let i = 0;
	let j = 0;
	for (;;) {
		while (i < lines.length && !isChanged(side, i)) {
			while (isChanged(other, j)) {
				j++;
			}

			j++;
			i++;
		}

		if (i >= lines.length) {
			return;
		}

		let start = i;
		while (isChanged(side, i)) {
			i++;
		}

		while (isChanged(other, j)) {
			j++;
		}

		let corresponding = lines.length;
		for (let length = -1; length !== i - start;) {
			length = i - start;
			while (start > 0 && lines[start - 1] === lines[i - 1]) {
				start--;
				i--;
				move(side, i, start);
				while (isChanged(side, start - 1)) {
					start--;
				}

				j--;
				while (isChanged(other, j)) {
					j--;
				}
			}

			corresponding = isChanged(other, j - 1) ? i : lines.length;
			while (i < lines.length && lines[start] === lines[i]) {
				move(side, start, i);
				start++;
				i++;
				while (isChanged(side, i)) {
					i++;
				}

				j++;
				while (isChanged(other, j)) {
					j++;
					corresponding = i;
				}
			}
		}

		while (corresponding < i) {
			start--;
			i--;
			move(side, i, start);
			j--;
			while (isChanged(other, j)) {
				j--;
			}
		}
	}
};

/** Edits whose changes stand where `diff` of GNU shows them: of several equal places, usually the last. */
export const shiftedEdits = (
	edits: readonly Edit[],
	before: readonly string[],
	after: readonly string[],
): readonly Edit[] => {
	const start = skipped(edits);
	const end = skipped(edits.toReversed());
	const sideOf = (lines: readonly string[], only: readonly number[]): Side => {
		const compared = lines.slice(start, lines.length - end);
		const own = new Set(only);
		return {lines: compared, changed: compared.map((_, index) => own.has(start + index))};
	};
	const old = sideOf(
		before,
		edits.filter(({mark}) => mark === '-').map((edit) => edit.before),
	);
	const young = sideOf(
		after,
		edits.filter(({mark}) => mark === '+').map((edit) => edit.after),
	);
	shift(old, young);
	shift(young, old);
	const shifted: Edit[] = [];
	let [i, j] = [0, 0];
	while (i < before.length || j < after.length) {
		const at = {before: i, after: j};
		if (isChanged(old, i - start)) {
			shifted.push({mark: '-', ...at});
			i++;
		} else if (isChanged(young, j - start)) {
			shifted.push({mark: '+', ...at});
			j++;
		} else {
			shifted.push({mark: ' ', ...at});
			i++;
			j++;
		}
	}

	return shifted;
};
