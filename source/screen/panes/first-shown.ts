/** The first row that a list shows, so that the selected one is in sight. @param above rows that are shown before the selected one, where there are as many */
export const firstShown = (at: number, count: number, height: number, above = Math.floor(height / 2)): number =>
	Math.max(0, Math.min(at - above, count - height));
