import type {Input} from '../../cluster.js';
import type {Recording} from '../../debugger/recording.js';
import type {Session} from '../../debugger/session.js';
import type {Stop} from '../../kernel/stop.js';
import type {LessonRun} from '../../lessons/player.js';
import type {Scenario} from '../../scenario/scenario.js';
import type {View} from '../../lessons/views.js';
import type {Keymap} from '../input/key-table.js';
import type {Size} from '../paint/text.js';
import type {LiveCluster} from './live-cluster.js';

/** Where typed characters go. */
export type Mode = 'debug' | 'guess' | 'command' | 'find' | 'help' | 'breakpoints' | 'quit';

/** What would help where something was refused or stays stuck. */
export interface Advice {
	/** The stop at which it was decided. */
	readonly step: number;
	/** `web.yaml:9:5  spec.containers[0].imagee`. */
	readonly places: readonly string[];
	readonly remedies: readonly string[];
}

/** What the screen needs from outside its layers; each is left out where it is not there. */
export interface Services {
	/** Candidates for the last of the words after `kubectl`. */
	readonly complete?: (
		words: readonly string[],
		recording: Recording<Scenario, Input>,
		step: number,
		files: readonly string[],
	) => readonly string[];
	/** The text of a file that kubectl is to read; `undefined` when there is none. */
	readonly read?: (file: string) => string | undefined;
	/** Writes a recording to a file. */
	readonly save?: (recording: Recording<Scenario, Input>, file: string) => void;
}

/** A future that was left when another began in its past. */
export interface Future {
	readonly recording: Recording<Scenario, Input>;
	readonly cursor: number;
}

/** Everything the screen shows comes from this, the tape and the terminal's size. */
export interface State {
	readonly recording: Recording<Scenario, Input>;
	/** The step being looked at. */
	readonly cursor: number;
	/** Where the user's work began: after the start of the cluster. */
	readonly start: number;
	readonly session: Session;
	readonly size: Size;
	readonly keymap: Keymap;
	readonly services: Services;
	readonly advice: readonly Advice[];
	/** Futures that were left when another began in their past, the last one last. */
	readonly futures: readonly Future[];
	/** Files that kubectl can read, by path. */
	readonly files: Readonly<Record<string, string>>;
	readonly view: View;
	/** The view alone, over the whole height. */
	readonly zoomed: boolean;
	readonly mode: Mode;
	/** First row shown, a view; without one a pane opens where it has something to say. */
	readonly scroll: Readonly<Partial<Record<View, number>>>;
	/** Selected row, a view. */
	readonly selected: Readonly<Partial<Record<View, number>>>;
	/** Columns by which the pane is moved to the left. */
	readonly shift: number;
	/** Ledger key of the followed object. */
	readonly followed?: string;
	/** Ledger key of an object that was opened from a list: shown instead of the stop's own, until the cursor moves. */
	readonly lookingAt?: string;
	/** The state pane shows: what changed, the whole, who wrote each line, or what kubectl printed. */
	readonly form: 'diff' | 'whole' | 'blame' | 'printed';
	/** Compare with this mark's step instead of the stop before. */
	readonly against?: number;
	/** What is typed on the command line, or as a guess. */
	readonly typed: string;
	readonly history: readonly string[];
	readonly historyAt: number;
	readonly find: string;
	/** A line for the user: what the last key did, or why it could not. */
	readonly message: string;
	/** Real clients are served meanwhile. */
	readonly live?: LiveCluster;
	/** The newest stop is shown, whatever clients and the clock bring about. */
	readonly following: boolean;
	readonly lesson?: LessonRun;
	/** The stop at which the lesson's last step left the learner. */
	readonly lessonAt?: number;
	/** The lesson's pane has the whole height. */
	readonly tallLesson: boolean;
	/** Chosen option of a question. */
	readonly option: number;
	/** What the learner said to the question of this step. */
	readonly answered?: {readonly correct: boolean; readonly text: string};
	/** How many hints of this task are open. */
	readonly hints: number;
	readonly solved: boolean;
	/** Each stop hides its result until the user has guessed. */
	readonly predict: boolean;
	readonly real: boolean;
	/** The network pane's part. */
	readonly networkPart: 'endpoints' | 'rules' | 'dns' | 'traffic';
	/** The cluster pane lists this kind of object instead of the tree. */
	readonly kind?: string;
	/** The cluster pane shows what is on this node or in this Pod, or what a Pod's containers printed. */
	readonly inside?: {readonly key: string; readonly part: 'node' | 'pod' | 'logs'};
	/** Stops a column of the lanes. */
	readonly lanesStep: number;
	/** Selected row of the list of breakpoints. */
	readonly breakpointAt: number;
	/** The breakpoint whose words are on the command line. */
	readonly editing?: number;
	/** First row of the list of keys. */
	readonly helpAt: number;
	readonly periodic: boolean;
	/** How many things the user did that leaving would lose. */
	readonly unsaved: number;
	readonly left: boolean;
	/** The shell wants to be seen. */
	readonly suspended: boolean;
}

export const stopOf = (state: State): Stop | undefined => state.recording.stops[state.cursor];

/** Virtual time at which the user's work began. */
export const startMs = (state: State): number => state.recording.stops[state.start]?.timeMs ?? 0;

/** Virtual time since the user's work began. */
export const sinceStart = (state: State, timeMs: number): number => timeMs - startMs(state);

/** `+0.031 s`, `-12.000 s`. */
export const seconds = (ms: number, digits = 3): string =>
	`${ms < 0 ? '-' : '+'}${(Math.abs(ms) / 1000).toFixed(digits)} s`;

/** The key of the object that the state pane shows. */
export const shownKey = (state: State): string | undefined =>
	state.lookingAt ?? stopOf(state)?.object ?? state.followed;

/** What was typed as the n-th kubectl command; before it has printed anything, only the input tells. */
export const commandOf = ({recording}: State, number: string): string | undefined => {
	const typed = recording.inputs.flatMap(({input}) => ('kubectl' in input ? [input.kubectl] : []));
	const own = recording.scenario.objects.trim() === '' ? 0 : 1;
	return (
		recording.kernel.ledger.read<{command?: string}>(`/terminal/${number}`)?.command ?? typed[Number(number) - 1 - own]
	);
};
