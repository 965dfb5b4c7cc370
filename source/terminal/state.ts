import type {Input} from '../cluster.js';
import type {Recording} from '../debugger/recording.js';
import {emptySession, type Session} from '../debugger/session.js';
import type {Stop} from '../kernel/stop.js';
import type {LessonRun} from '../lessons/player.js';
import type {Scenario} from '../scenario/scenario.js';

/** The panes, in the order of their number keys. */
export const views = ['state', 'stack', 'why', 'events', 'lanes', 'cluster', 'scheduler', 'network', 'ledger'] as const;
export type View = (typeof views)[number];

/** Where typed characters go. */
export type Mode = 'debug' | 'command' | 'find' | 'help' | 'breakpoints' | 'quit';

/** Everything the screen shows comes from this, the tape and the terminal's size. */
export interface State {
	readonly recording: Recording<Scenario, Input>;
	/** The step being looked at. */
	readonly cursor: number;
	/** Where the user's work began: after the start of the cluster. */
	readonly start: number;
	readonly session: Session;
	readonly view: View;
	/** The view alone, over the whole height. */
	readonly zoomed: boolean;
	readonly mode: Mode;
	/** First row shown, a view. */
	readonly scroll: Readonly<Partial<Record<View, number>>>;
	/** Selected row, a view. */
	readonly selected: Readonly<Partial<Record<View, number>>>;
	/** Ledger key of the followed object. */
	readonly followed?: string;
	/** The state pane shows: what changed, the whole, or who wrote each line. */
	readonly form: 'diff' | 'whole' | 'blame';
	/** Compare with this mark's step instead of the stop before. */
	readonly against?: number;
	/** Open frame that the stack pane has selected; 0: the innermost. */
	readonly typed: string;
	readonly history: readonly string[];
	readonly historyAt: number;
	readonly find: string;
	/** A line for the user: what the last key did, or why it could not. */
	readonly message: string;
	readonly lesson?: LessonRun;
	/** Chosen option of a question. */
	readonly option: number;
	/** What the learner said to the question of this step. */
	readonly answered?: {readonly correct: boolean; readonly text: string};
	/** How many hints of this task are open. */
	readonly hints: number;
	readonly solved: boolean;
	/** Hides a stop's result until the user has guessed. */
	readonly predict: boolean;
	readonly real: boolean;
	/** The network pane's part. */
	readonly networkPart: 'endpoints' | 'iptables' | 'dns' | 'traffic';
	readonly periodic: boolean;
	readonly left: boolean;
}

/** The state in which a recording opens. */
export const openState = (
	recording: Recording<Scenario, Input>,
	options: {
		readonly cursor?: number;
		readonly start?: number;
		readonly session?: Session;
		readonly lesson?: LessonRun;
	} = {},
): State => ({
	recording,
	cursor: options.cursor ?? recording.stops.length - 1,
	start: options.start ?? 0,
	session: options.session ?? emptySession,
	view: 'state',
	zoomed: false,
	mode: 'debug',
	scroll: {},
	selected: {},
	form: 'diff',
	typed: '',
	history: [],
	historyAt: 0,
	find: '',
	message: '',
	lesson: options.lesson,
	option: 0,
	hints: 0,
	solved: false,
	predict: false,
	real: false,
	networkPart: 'endpoints',
	periodic: false,
	left: false,
});

export const stopOf = (state: State): Stop | undefined => state.recording.stops[state.cursor];

/** The key of the object that the state pane shows. */
export const shownKey = (state: State): string | undefined => stopOf(state)?.object ?? state.followed;

/** `pod default/web` for `/registry/pods/default/web`. */
export const objectTitle = (key: string | undefined): string => {
	if (key === undefined) {
		return 'no object';
	}

	const parts = key.split('/').filter(Boolean);
	return parts[0] === 'registry'
		? `${parts.slice(1, -2).join('/') || parts[1]} ${parts.slice(-2).join('/')}`.replace(/^(\w+) \1\//, '$1 ')
		: key;
};
