/** The first visible row of a list, so that the selected one is visible. @param above the rows to show before the selected one, if they exist */
export const firstShown = (at: number, count: number, height: number, above = Math.floor(height / 2)): number =>
	Math.max(0, Math.min(at - above, count - height));
