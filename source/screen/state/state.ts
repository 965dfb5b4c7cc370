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

/** The name of a future, and the step at which it branched from another. */
export type Origin = AnyOrigin<Input>;

/** Two futures side by side. */
export interface Comparison {
	/** The names of the futures. */
	readonly names: readonly [here: string, there: string];
	/** The end of each future: on a scratch branch if it was not at rest. */
	readonly runs: readonly [here: ClusterRecording, there: ClusterRecording];
	readonly aligned: readonly AlignedStop[];
	/** The differences at the end. */
	readonly ends: readonly DifferentEnd[];
	/** The selected row … */
	readonly at: number;
	/** … and that of the first difference; −1 without one. */
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

/** The screen is determined by this state, the tape and the terminal's size. */
export interface State extends Parts {
	readonly recording: ClusterRecording;
	/** The current step. */
	readonly cursor: number;
	/** The beginning of the user's work: after the start of the cluster. */
	readonly start: number;
	/** The name of the future on the screen, and the step at which it branched from another. */
	readonly future: Origin;
	/** All other futures, with the most recently viewed one at the end. */
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

/** The state that starts or stops following real clients; unchanged if no clients are served. */
export const setFollowing = (state: State, following: boolean): State =>
	state.live ? {...state, live: {...state.live, following}} : state;

/** The user quits. */
export const leave = (state: State): State => changed(state, 'leaving', {left: true});

/** Counts one more action that quitting would lose. */
export const undertaken = (state: State): State => changed(state, 'leaving', {unsaved: state.leaving.unsaved + 1});

/** The current stop; `undefined` before the first. */
export const stopOf = (state: State): Stop | undefined => state.recording.stops.get(state.cursor);

/** The virtual time at which the user's work began. */
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
	/** The command, if it answers an explained ending: then the run continues to its outcome. */
	readonly answer?: TypedWork | undefined;
}

/** The line where the user types words. */
export interface CommandLineState {
	readonly typed: string;
	readonly history: readonly string[];
	/** The shown entry of the history; after the last entry, the new text. */
	readonly historyAt: number;
	/** The kubectl processes for which the next command does not wait. */
	readonly background: readonly string[];
	/** The commands pasted after the one on the line: the next opening of the line has the next of them. */
	readonly pasted?: readonly PastedCommand[];
	/** The here-document that was pasted with the line. */
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

/** Long work, such as replaying a run: it reports its progress, and finally the next state. */
export type LongWork = Generator<Place, (state: State) => State>;

/** A paused search or other work, so that the screen stays responsive. */
export interface SearchState {
	/** The number of stops that it may still record. */
	readonly stopsLeft: number;
	/** The number of its pauses. */
	readonly parts: number;
	/** The breakpoints that the user has set, if the search has its own. */
	readonly breakpoints?: readonly Breakpoint[];
	/** The work, if it is not a search for a stop. */
	readonly work?: LongWork;
	/** Keys that were pressed before the screen announced the work: they apply after its end. */
	readonly ahead?: readonly string[];
	/** Work that the user did not request: any key takes precedence, with its usual effect. */
	readonly isAside?: boolean;
}
