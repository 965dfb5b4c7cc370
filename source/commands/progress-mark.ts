/** The mark of a lesson or drill in a list: completed, begun, or not begun. */
export const progressMark = (kept: {readonly done?: boolean} | undefined): string => {
	if (kept?.done) {
		return '✓';
	}

	return kept ? '●' : '·';
};
