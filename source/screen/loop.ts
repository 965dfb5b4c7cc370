import {keepProgress, readProgress} from '../classroom/progress.js';
import {advised} from './actions/advised.js';
import {editorClosed, type ClosedFile} from './actions/editor.js';
import {caughtUp} from './actions/live-steering.js';
import {everyMsOf, tick} from './actions/play.js';
import {hit, point} from './actions/pointer.js';
import {goneOn, pasted, press} from './actions/press.js';
import {stopSearch} from './actions/motions.js';
import {runKubectlNow} from './actions/run-kubectl.js';
import type {MouseReport} from './input/mouse.js';
import type {Target} from './paint/target.js';
import type {Size} from './paint/text.js';
import {liveLine} from './panes/live-line.js';
import {changed, lessonChanged, type EditorState, type State, type SearchState} from './state/state.js';

/** The user's input: a key by its name, a pasted text, the mouse, a click on something drawn, a closed editor, or a kubectl command that runs on to its outcome. */
export type ScreenEvent =
	| string
	| {readonly text: string; readonly keys: readonly string[]}
	| MouseReport
	| {readonly target: Target}
	| {readonly closed: ClosedFile}
	| {readonly kubectl: string};

/** The real time of a screen. Each call returns the function that ends it. */
export interface Timers {
	readonly every: (ms: number, call: () => void) => () => void;
	/** Calls back as soon as keys and the frame are processed. */
	readonly soon: (call: () => void) => () => void;
	readonly nowMs: () => number;
	/** The longest time in milliseconds for which a search may block the screen; 30 by default. */
	readonly partMs?: number;
}

/** The screen that draws, as a loop calls it. */
export interface LoopListener {
	readonly draw: (state: State) => void;
	/** The user has left. */
	readonly leave: () => void;
	/** Opens the file of a kubectl command in an editor, and returns the result. */
	readonly edit?: (file: EditorState, closed: (how: ClosedFile) => void) => void;
	/** The user switches to the shell for a while. */
	readonly suspend?: () => void;
}

const usualPartMs = 30;

/** The interval at which the progress of a search is drawn, in milliseconds; it continues between frames. */
const progressMs = 100;

/** The interval at which a screen that follows real clients checks for new stops. */
const followMs = 100;

/** A lesson's progress, as it is kept. */
interface Kept {
	readonly name: string;
	readonly done: boolean;
	readonly index: number;
	readonly answers: ReadonlyMap<number, boolean>;
}

/** The progress of the lesson on the screen. */
const progressOf = ({run, spent, answers, review}: NonNullable<State['lesson']>): Kept => {
	const {name} = run.lesson;
	// A drill whose repair was shown still counts as open.
	// A returning question does not move the lesson.
	const index = review ? (readProgress()[name]?.index ?? run.index) : run.index;
	return {name, done: run.finished && spent.helped !== true, index, answers};
};

/** Whether two saved states are equal. */
const isSame = (one: Kept | undefined, other: Kept): boolean =>
	one?.name === other.name && one.done === other.done && one.index === other.index && one.answers === other.answers;

/** The state of an exam at this time of the wall clock, and its progress kept. */
const examAt = (state: State, isOver = false): State => {
	const {exam} = state.lesson ?? {};
	if (!exam) {
		return state;
	}

	const {now, keepExam} = state.setup.services;
	keepExam?.(exam, isOver);
	return lessonChanged(state, {nowMs: now?.() ?? 0});
};

/** The state after the user's input. */
const handled = (before: State, event: ScreenEvent): State => {
	if (typeof event === 'string') {
		return press(before, event);
	}

	if ('text' in event) {
		return pasted(before, event.text, event.keys);
	}

	if ('kubectl' in event) {
		return advised(runKubectlNow({...stopSearch(before), mode: 'debug'}, event.kubectl));
	}

	if ('closed' in event) {
		return editorClosed(stopSearch(before), event.closed);
	}

	return 'target' in event ? hit(before, event.target) : point(before, event);
};

/** The interval at which the clock of an exam is drawn. */
const clockMs = 5000;

/**
The main loop of a screen: keys, a playing board, searches that pause so that the screen stays responsive, and followed real clients. The
terminal and the page share it; each provides its timers and draws its output.
*/
export class ScreenLoop {
	#state: State;
	#kept: Kept | undefined;
	#begunMs = 0;
	#drawnMs = 0;
	#playingEveryMs = 0;
	#stopPlaying = (): void => {};
	#search: SearchState | undefined;
	#editor: EditorState | undefined;
	#stopSearch = (): void => {};
	#stopFollowing = (): void => {};
	#stopClock = (): void => {};
	#listener: LoopListener = {draw() {}, leave() {}};

	constructor(
		initial: State,
		readonly timers: Timers,
	) {
		// Services with their own `pause` replace this one.
		const services = {
			pause: () => timers.nowMs() - this.#begunMs > (timers.partMs ?? usualPartMs),
			...initial.setup.services,
		};
		this.#state = changed(initial, 'setup', {services});
	}

	/** The latest state, in the size of the screen. */
	get state(): State {
		return this.#state;
	}

	/** Names the screen that draws. */
	listen(listener: LoopListener): void {
		this.#listener = listener;
	}

	/** Starts the self-running work. */
	start(): void {
		if (this.#state.live) {
			this.#follow();
		}

		if (this.#state.lesson?.exam) {
			this.#stopClock = this.timers.every(clockMs, () => {
				this.#changed();
			});
		}

		this.#arm();
	}

	/** Ends the self-running work. */
	close(): void {
		this.#stopPlaying();
		this.#stopSearch();
		this.#stopFollowing();
		this.#stopClock();
		this.#stopPlaying = this.#stopSearch = this.#stopFollowing = () => {};
	}

	/** The screen has another size. The next key acts on it. */
	resize(size: Size): void {
		const {columns, rows} = this.#state.size;
		if (size.columns !== columns || size.rows !== rows) {
			this.#state = {...this.#state, size};
		}
	}

	/** Handles the user's input: several keys may arrive before the next frame. */
	handle(events: readonly ScreenEvent[]): void {
		for (const event of events) {
			this.#begunMs = this.timers.nowMs();
			const before = this.state;
			this.#state = handled(before, event);
			if (this.#state.leaving.left) {
				this.#keepLesson();
				examAt(this.#state, true);
				this.#listener.leave();
				return;
			}

			if (this.#state.leaving.suspended) {
				this.#state = changed(this.#state, 'leaving', {suspended: false});
				this.#listener.suspend?.();
			}
		}

		this.#changed();
	}

	/** Saves changed progress of the lesson on the screen. */
	#keepLesson(): void {
		const {lesson} = this.#state;
		const progress = lesson && !lesson.exam ? progressOf(lesson) : undefined;
		if (progress && !isSame(this.#kept, progress)) {
			this.#kept = progress;
			const {name, done, index, answers} = progress;
			keepProgress(name, {done, index}, undefined, answers);
		}
	}

	#changed(): void {
		this.#keepLesson();
		this.#state = examAt(this.#state);
		this.#arm();
		this.#drawnMs = this.timers.nowMs();
		this.#listener.draw(this.#state);
	}

	/** Handles the end of a part of a search: if another part follows, drawing each would take longer than the search. */
	#wentOn(): void {
		if (this.#state.search && this.timers.nowMs() - this.#drawnMs < progressMs) {
			this.#arm();
		} else {
			this.#changed();
		}
	}

	#follow(): void {
		let shown = '';
		this.#stopFollowing = this.timers.every(followMs, () => {
			const now = caughtUp(this.#state);
			const words = liveLine(now);
			if (now !== this.#state || words !== shown) {
				shown = words;
				// Its own copy: the state of the clients is drawn again even if nothing else has changed.
				this.#state = {...now};
				this.#arm();
				this.#listener.draw(this.#state);
			}
		});
	}

	/** Sets the timers that the state needs: a board that plays, a search that has paused. */
	#arm(): void {
		const {search} = this.#state;
		const everyMs = everyMsOf(this.#state);
		if (everyMs !== this.#playingEveryMs) {
			this.#stopPlaying();
			this.#playingEveryMs = everyMs;
			this.#stopPlaying =
				everyMs === 0
					? () => {}
					: this.timers.every(everyMs, () => {
							this.#state = advised(tick(this.state));
							this.#changed();
						});
		}

		const {editor} = this.#state.commandLine;
		if (editor !== this.#editor) {
			this.#editor = editor;
			// The frame that shows the file as opened is first.
			if (editor) {
				this.timers.soon(() => {
					this.#listener.edit?.(editor, (closed) => {
						this.handle([{closed}]);
					});
				});
			}
		}

		// Each part of a search has a state of its own.
		if (search !== this.#search) {
			this.#stopSearch();
			this.#search = search;
			this.#stopSearch = search
				? this.timers.soon(() => {
						this.#begunMs = this.timers.nowMs();
						this.#state = advised(goneOn(this.state));
						this.#wentOn();
					})
				: () => {};
		}
	}
}
