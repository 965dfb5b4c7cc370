/** The part of a view that all rooms share. Its rows are in the file with its name in `screen/panes/views/`. */
interface ViewEntry {
	readonly name: string;
	readonly key: string;
	/** Its name in the tabs, and a shorter one for narrow screens. */
	readonly tab: string;
	readonly short?: string;
	/** The title of its pane. */
	readonly title: string;
	/** The effect of its key, in the list of keys and in the footer. */
	readonly does: string;
	readonly footer?: string;
	/** The lesson of the course that teaches it: earlier lessons do not name it. Without it, all lessons may name it. */
	readonly lesson?: number;
}

/** The views of the screen, in the order of `tab`. All but the board have tabs. The screen shows them, and a lesson selects one under `look`. */
export const viewTable = [
	{name: 'state', key: '1', tab: 'state', title: 'State', does: 'show state', lesson: 1},
	{name: 'stack', key: '2', tab: 'stack', title: 'Stack', does: 'show stack', lesson: 4},
	{name: 'why', key: '3', tab: 'why', title: 'Why', does: 'show why', lesson: 1},
	{name: 'events', key: '4', tab: 'events', title: 'Events', does: 'show events', lesson: 11},
	{name: 'lanes', key: '5', tab: 'lanes', title: 'Lanes', does: 'show lanes', lesson: 7},
	{name: 'cluster', key: '6', tab: 'cluster', title: 'Cluster', does: 'show cluster', lesson: 1},
	{
		name: 'scheduler',
		key: '7',
		tab: 'scheduler',
		short: 'sched',
		title: 'Scheduler',
		does: 'show scheduler',
		lesson: 1,
	},
	{name: 'network', key: '8', tab: 'network', title: 'Network', does: 'show network', lesson: 18},
	{name: 'ledger', key: '9', tab: 'ledger', title: 'Ledger', does: 'show ledger', lesson: 5},
	{
		name: 'board',
		key: 'v',
		tab: 'board',
		title: 'Board',
		does: 'show the board (a drawing of the cluster); again: close it',
		footer: 'board',
		lesson: 1,
	},
] as const satisfies readonly ViewEntry[];

/** One of the views. */
export type View = (typeof viewTable)[number]['name'];

/** The names of the views. */
export const views: readonly View[] = viewTable.map(({name}) => name);

const entryOf = (view: View): ViewEntry => viewTable.find(({name}) => name === view) ?? viewTable[0];

/** The key of a view. */
export const viewKey = (view: View): string => entryOf(view).key;

/** The number of the lesson of the course that teaches a view. @returns undefined where none does */
export const viewLesson = (view: View): number | undefined => entryOf(view).lesson;

/** Its name in the tabs, a shorter one for narrow screens, and the title of its pane. */
export type ViewNames = Pick<ViewEntry, 'tab' | 'short' | 'title'>;

/** The names of a view in English. */
export const viewNames = (view: View): ViewNames => {
	const {tab, title, short} = entryOf(view);
	return {tab, title, ...(short === undefined ? {} : {short})};
};

/** The parts of the network view, in the order of its keys; a lesson selects one beside the view. */
export const networkParts = ['endpoints', 'rules', 'dns', 'traffic', 'race'] as const;
