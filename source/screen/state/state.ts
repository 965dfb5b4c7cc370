import type {ClusterRecording, Input} from '../../cluster.js';
import type {Future as AnyFuture, Origin as AnyOrigin} from '../../debugger/futures.js';
import type {Session} from '../../debugger/session.js';
import type {Stop} from '../../kernel/stop.js';
import type {Scenario} from '../../scenario/scenario.js';
import type {Size} from '../paint/text.js';
import type {AlignedStop, DifferentEnd} from './futures-aligned.js';
import type {
	BoardState,
	ClusterState,
	FaultMenuState,
	GuessState,
	HelpState,
	LanesState,
	LeavingState,
	LessonState,
	ListState,
	LiveState,
	Manifests,
	Mode,
	NetworkState,
	ObjectState,
	PaletteState,
	PaneState,
	PointerState,
	Setup,
	ShownState,
	TypedWork,
} from './parts.js';
import type {PastedCommand} from '../input/pasted-commands.js';
import type {Breakpoint} from '../../debugger/breakpoint.js';
import type {Place} from '../../debugger/recording.js';

/** A future that is not the one on the screen. */
export type Future = AnyFuture<Scenario, Input>;

/** The name of a future, and the step at which it left another. */
export type Origin = AnyOrigin<Input>;

/** Two futures side by side. */
export interface Comparison {
	/** Their names. */
	readonly names: readonly [here: string, there: string];
	/** The end of each: on a scratch branch where it was not at rest. */
	readonly runs: readonly [here: ClusterRecording, there: ClusterRecording];
	readonly aligned: readonly AlignedStop[];
	/** The differences at the end. */
	readonly ends: readonly DifferentEnd[];
	/** The selected row … */
	readonly at: number;
	/** … and that of the first difference; −1 if there is none. */
	readonly first: number;
	/** The selected row of how they end, while keys act on that list. */
	readonly endAt?: number;
}

/** The parts of the state, each the concern of one pane or one mode. */
export interface Parts {
	readonly setup: Setup;
	readonly manifests: Manifests;
	readonly pane: PaneState;
	readonly pointer: PointerState;
	readonly object: ObjectState;
	readonly network: NetworkState;
	readonly cluster: ClusterState;
	readonly lanes: LanesState;
	readonly board: BoardState;
	/** The way to a step of a lesson, while it plays. */
	readonly passage?: Passage;
	readonly commandLine: CommandLineState;
	readonly guess: GuessState;
	readonly palette: PaletteState;
	readonly breakpointList: ListState;
	readonly futureList: ListState;
	readonly faultMenu: FaultMenuState;
	readonly help: HelpState;
	readonly shown: ShownState;
	readonly leaving: LeavingState;
}

/** Everything the screen shows follows from this, the tape and the terminal's size. */
export interface State extends Parts {
	readonly recording: ClusterRecording;
	/** The current step. */
	readonly cursor: number;
	/** The beginning of the user's work: after the start of the cluster. */
	readonly start: number;
	/** The name of the future on the screen, and the step at which it left another. */
	readonly future: Origin;
	/** All other futures; the most recently left one is the last. */
	readonly futures: readonly Future[];
	/** Breakpoints, marks, and the output of logpoints. */
	readonly session: Session;
	readonly size: Size;
	readonly mode: Mode;
	/** A line for the user: the effect of the last key, or the reason without one. */
	readonly message: string;
	readonly comparison?: Comparison;
	readonly lesson?: LessonState;
	readonly live?: LiveState;
	/** A search continues, a part at a time. */
	readonly search?: SearchState;
}

/** The state with some fields of one part changed. */
export const changed = <P extends keyof Parts>(state: State, part: P, fields: Partial<Parts[P]>): State => ({
	...state,
	[part]: {...state[part], ...fields},
});

/** The state with some fields of its lesson changed; unchanged without a lesson. */
export const lessonChanged = (state: State, fields: Partial<LessonState>): State =>
	state.lesson ? {...state, lesson: {...state.lesson, ...fields}} : state;

/** Whether the newest stop is always shown. */
export const isFollowing = ({live}: State): boolean => live?.following ?? false;

/** The state that follows real clients, or no longer does; unchanged if no clients are served. */
export const setFollowing = (state: State, following: boolean): State =>
	state.live ? {...state, live: {...state.live, following}} : state;

/** The user leaves. */
export const leave = (state: State): State => changed(state, 'leaving', {left: true});

/** One more thing that leaving would lose. */
export const undertaken = (state: State): State => changed(state, 'leaving', {unsaved: state.leaving.unsaved + 1});

/** The current stop; `undefined` before the first. */
export const stopOf = (state: State): Stop | undefined => state.recording.stops.get(state.cursor);

/** Virtual time at which the user's work began. */
export const startMs = (state: State): number => state.recording.stops.get(state.start)?.timeMs ?? 0;

/** Virtual time since the user's work began. */
export const sinceStart = (state: State, timeMs: number): number => timeMs - startMs(state);

/** `+0.031 s`, `-12.000 s`. */
export const seconds = (ms: number, digits = 3): string =>
	`${ms < 0 ? '-' : '+'}${(Math.abs(ms) / 1000).toFixed(digits)} s`;

/** The stops between two steps of a lesson, which its board plays. */
export interface Passage {
	readonly steps: readonly number[];
	/** The one that is shown. */
	readonly at: number;
	/** The state after the step opens. */
	readonly target: State;
}

/** The key of the object that the state pane shows. */
export const shownKey = (state: State): string | undefined =>
	state.object.lookingAt ?? stopOf(state)?.object ?? state.object.followed;

/** A file that a kubectl command shows in the editor until the user closes it. */
export interface EditorState {
	/** Output of the command. */
	readonly process: string;
	readonly line: string;
	readonly text: string;
	/** The files of earlier openings. */
	readonly files: readonly string[];
	/** Where the command answers an ending that the screen explains: the run continues to its outcome. */
	readonly answer?: TypedWork | undefined;
}

/** The line where the user types words. */
export interface CommandLineState {
	readonly typed: string;
	readonly history: readonly string[];
	/** The shown entry of the history; after the last entry, the new text. */
	readonly historyAt: number;
	/** kubectl processes that the next command does not wait for. */
	readonly background: readonly string[];
	/** Commands that were pasted after the one on the line: on its next opening it has the next of them. */
	readonly pasted?: readonly PastedCommand[];
	/** The here-document of the line with which it was pasted. */
	readonly stdin?: {readonly line: string; readonly text: string} | undefined;
	/** The place where it was opened, to which escape returns. */
	readonly over?: State['mode'];
	/** The breakpoint whose words are being edited. */
	readonly editing?: number;
	/** The file that a kubectl command shows in the editor. */
	readonly editor?: EditorState | undefined;
	/** The number of letters of `kubectl` that the last keys spelled, and the state before the first of them. */
	readonly spelled?: {readonly letters: number; readonly before: State};
}

/** Long work, such as playing a run once more: it reports its progress, and in the end the next state. */
export type LongWork = Generator<Place, (state: State) => State>;

/** A search or other work that has paused, so that the screen can answer. */
export interface SearchState {
	/** How many stops it may still record. */
	readonly stopsLeft: number;
	/** How often it has paused. */
	readonly parts: number;
	/** The breakpoints that the user has set, if the search has its own. */
	readonly breakpoints?: readonly Breakpoint[];
	/** The work, if it is not a search for a stop. */
	readonly work?: LongWork;
	/** Keys that were pressed before the screen announced the work: they apply after its end. */
	readonly ahead?: readonly string[];
	/** Work that the user did not request: any key takes precedence and keeps its usual effect. */
	readonly isAside?: boolean;
}
