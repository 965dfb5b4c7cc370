/** The mark of a lesson or drill in a list: completed, begun, or not begun. */
export const progressMark = (kept: {readonly done?: boolean} | undefined): string => {
	if (kept?.done) {
		return '✓';
	}

	return kept ? '●' : '·';
};

/** The mark of an exam: with a result, begun, or not begun. */
export const examMark = ({begun, points}: {readonly begun?: boolean; readonly points?: number | undefined}): string =>
	progressMark(begun || points !== undefined ? {done: points !== undefined} : undefined);
