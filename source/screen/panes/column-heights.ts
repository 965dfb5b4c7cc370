/** The fewest rows of a pane in a column, without its rule. */
const leastRows = 3;

/**
Divides a column among its panes by their needs: panes that need more share unneeded rows equally, and the last pane gets the rest.

@param needs the rows that each pane would fill, from the top

@param room the rows for all of them, without their rules
*/
export const columnHeights = (needs: readonly number[], room: number): readonly number[] => {
	const heights = needs.map(() => 0);
	const open = new Set(needs.keys());
	let left = room;
	while (open.size > 0) {
		const share = Math.floor(left / open.size);
		const modest = [...open].filter((index) => Math.max(leastRows, needs[index] ?? 0) <= share);
		if (modest.length === 0) {
			// All that are left need more than their part; the first get the odd rows.
			for (const [place, index] of [...open].entries()) {
				heights[index] = share + (place < left - share * open.size ? 1 : 0);
			}

			return heights;
		}

		for (const index of modest) {
			heights[index] = Math.max(leastRows, needs[index] ?? 0);
			left -= heights[index];
			open.delete(index);
		}
	}

	const last = heights.length - 1;
	return heights.map((height, index) => (index === last ? height + left : height));
};
