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

/** The parts of the network view, in the order of its keys; a lesson names one of them beside the view. */
export const networkParts = ['endpoints', 'rules', 'dns', 'traffic', 'race'] as const;

/** One of the views. */
export type View = (typeof views)[number];
