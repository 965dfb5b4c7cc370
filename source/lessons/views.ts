/** The views of the screen, in the order of their number keys; the last one has a letter. The screen shows them, and a lesson names one of them under `look`. */
export const views = [
	'state',
	'stack',
	'why',
	'events',
	'lanes',
	'cluster',
	'scheduler',
	'network',
	'ledger',
	'board',
] as const;

/** One of the views. */
export type View = (typeof views)[number];
