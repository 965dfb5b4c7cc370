import type {ClusterRecording, Input} from '../../cluster.js';
import type {Family} from '../../debugger/futures.js';
import type {Place} from '../../debugger/recording.js';
import type {Session} from '../../debugger/session.js';
import type {ChapterPage} from '../../classroom/chapters.js';
import type {ExamSession} from '../../classroom/exams/session.js';
import type {DueQuestion} from '../../classroom/progress.js';
import type {LessonRun} from '../../classroom/player.js';
import type {View} from '../../classroom/views.js';
import type {Scenario} from '../../scenario/scenario.js';
import type {Language} from '../../stages/language.js';
import type {Keymap} from '../input/key-table.js';
import type {PageLink} from '../page-link.js';
import type {Question} from '../../classroom/guess/guess-question.js';
import type {Belief} from './belief.js';
import type {LiveCluster} from './live-cluster.js';
import type {fittingFaults} from '../../scenario/faults/fitting-faults.js';
import type {RaceSubject} from './race-subject.js';

/** The target of typed characters. */
export type Mode =
	'debug' | 'command' | 'find' | 'help' | 'breakpoints' | 'palette' | 'futures' | 'compare' | 'faults' | 'quit';

/** Services of the layers above the screen and of the disk; missing services are left out. */
export interface Services {
	/** Candidates for the last of the words after `kubectl`. */
	readonly complete?: (
		words: readonly string[],
		recording: ClusterRecording,
		step: number,
		files: readonly string[],
	) => readonly string[];
	/** The text of a file that kubectl is to read; `undefined` if there is no such file. */
	readonly read?: (file: string) => string | undefined;
	/** An editor is available for `kubectl edit`. */
	readonly editor?: {
		/** Removes a file that it has left, once no message of kubectl names it. */
		readonly discard: (file: string) => void;
	};
	/** Why a typed command failed; `undefined` without a failure. Possible fixes are tried, stop by stop. */
	readonly advise?: (typed: TypedWork, question: AdviceQuestion) => Generator<Place, WorkAdvice | undefined>;
	/** Whether a recording search must pause for the screen; without it, the search continues to its end. */
	readonly pause?: () => boolean;
	/** Writes a recording to a file, with the other futures. */
	readonly save?: (recording: ClusterRecording, file: string, family: Family<Scenario, Input>) => void;
	/** Saves the progress of an exam. @param isOver whether it is graded or closed, so that it is saved at once */
	readonly keepExam?: (session: ExamSession, isOver: boolean) => void;
	/** Files for other programs. */
	readonly exports?: Exports;
	/** Links of the page to the current screen. */
	readonly links?: Links;
	/** The message of an error in a language, or the message itself if it has no translation. */
	readonly translate?: (language: Language, text: string) => string;
	/** The wall clock, in milliseconds since 1970. */
	readonly now?: () => number;
	/** Makes the lesson that follows the one with this name, in parts, as the learner left it; `undefined` after the last. */
	readonly lessonAfter?: (name: string) => Generator<Place, LessonRun | undefined>;
	/** The page of the chapter that ends with the lesson of this name; `undefined` if none does. */
	readonly pageAfter?: (name: string) => ChapterPage | undefined;
	/** Whether the board plays the way between two steps of a lesson; otherwise, a step opens at once. */
	readonly moves?: boolean;
	/** The lessons of the course. */
	readonly lessons?: () => ReadonlyArray<{readonly name: string; readonly title: string}>;
	/** Makes the lesson with this name, in parts, as the learner left it. */
	readonly lessonNamed?: (name: string) => Generator<Place, LessonRun>;
	/** Makes the lesson with this name, in parts, at a step counted from 0. */
	readonly lessonAt?: (name: string, step: number) => Generator<Place, LessonRun>;
	/** The questions that return before the lesson with this name: none unless it opens a chapter. */
	readonly due?: (name: string) => readonly DueQuestion[];
}

/** A run, with all its futures. */
export interface LinkedRun {
	readonly recording: ClusterRecording;
	readonly family: Family<Scenario, Input>;
	/** The files that the user has applied. */
	readonly files: Files;
}

/** Links of the page, where the screen is in a terminal. */
export interface Links {
	/** The address; only its part after `#` where the user has set no page. @returns `undefined` for a run that is too large for a link */
	readonly address: (place: PageLink, run?: LinkedRun) => string | undefined;
	/** Writes an address to a file; without one, prints it when the user leaves. @throws {Error} when it cannot be written */
	readonly give: (address: string, file?: string) => void;
}

/** The functions that export a part of a run as a file for other programs. */
export interface Exports {
	readonly formats: readonly string[];
	/**
	Writes the stops from one step to another. @param follow an object: only its stops.

	@returns a note about the parts without room. @throws {Error} when it cannot be written.
	*/
	readonly write: (
		stretch: {
			readonly recording: ClusterRecording;
			readonly first: number;
			readonly last: number;
			readonly fromMs: number;
			readonly language: Language;
		},
		format: string,
		file: string,
		follow?: string,
	) => string | undefined;
}

/** The fixed options with which the screen was opened. */
export interface Setup {
	readonly keymap: Keymap;
	readonly services: Services;
	/** The language of the stages' descriptions. */
	readonly language: Language;
	/** The most stops that a search records before the user decides whether to continue; 200,000 by default. */
	readonly stopsAtOnce?: number | undefined;
	/** Whether no manifest was opened, and the user works freely with a cluster. */
	readonly isFree?: boolean;
}

/** A typed kubectl command whose end the user has not seen yet. */
export interface TypedWork {
	readonly recording: ClusterRecording;
	/** The process of the command. */
	readonly process: string;
	/** The typed words without `kubectl`. */
	readonly line: string;
	readonly files: Files;
	/** The last step before it. */
	readonly from: number;
	/** The time of the command, in virtual milliseconds. */
	readonly fromMs: number;
	/** Whether it answers an explained ending: the screen reports its result in any case … */
	readonly isAnswer?: boolean;
	/** … after this: `ran in the present`. */
	readonly said?: string;
}

/** A question about typed work. */
export interface AdviceQuestion {
	/** Whether it and its consequences are over, so that possible remedies are tried. Otherwise, only its last refusal is checked. */
	readonly isOver: boolean;
	/** The beginning of the user's work in this run. */
	readonly start: number;
	/** The step on the screen. */
	readonly cursor: number;
	readonly language: Language;
}

/** The knowledge about typed work. */
export interface WorkAdvice {
	readonly advice: readonly Advice[];
	/** Its result, in a line. */
	readonly message: string;
}

/** Advice about a refusal or a stuck object. */
export interface Advice {
	/** The run that it is about: another future may have something else at this step. */
	readonly recording: ClusterRecording;
	/** The stop that decided it. */
	readonly step: number;
	/** The reason, in Kubernetes' words if they exist. */
	readonly reason?: string;
	/** `web.yaml:9:5  spec.containers[0].imagee`. */
	readonly places: readonly string[];
	readonly remedies: readonly string[];
	/** The user's files with a change that helped in a trial. */
	readonly mended?: Files;
}

/** Path → text. */
export type Files = Readonly<Record<string, string>>;

/** The applied manifests, and the knowledge about them. */
export interface Manifests {
	/** Files that kubectl can read. */
	readonly files: Files;
	readonly advice: readonly Advice[];
	/** The last typed command, until its result is known. */
	readonly typed?: TypedWork | undefined;
	/** The step at which the last successful command ended: earlier advice no longer applies. */
	readonly solvedAt?: number;
}

/** The pane that is open, and the position in it. */
export interface PaneState {
	readonly view: View;
	/** Whether only the view is shown, over the whole height. */
	readonly zoomed: boolean;
	/** First row shown, for each view; without one, a pane opens at its most meaningful row. */
	readonly scroll: Readonly<Partial<Record<View, number>>>;
	/** Selected row, for each view. */
	readonly selected: Readonly<Partial<Record<View, number>>>;
	/** The columns by which the pane is scrolled to the left. */
	readonly shift: number;
	/** The search text in the pane. */
	readonly find: string;
	/** All folded parts of a pane are shown. */
	readonly unfolded?: boolean;
	/** The evidence that is scrolled to and marked, until the cursor moves. */
	readonly evidence?: Evidence;
}

/** The subject of a text, by one of three names. */
export interface Evidence {
	/** The view that shows it; without one, the open view. */
	readonly view?: View;
	/** A field of the object or the facts that the state pane shows: `status.conditions[Ready].status`. */
	readonly field?: string;
	/** Words of a row of a list or a table, however it is wrapped. */
	readonly row?: string;
	/** Words of a line of text, however it is wrapped. */
	readonly line?: string;
}

/** The object of the state pane, and its form. */
export interface ObjectState {
	/** Ledger key of the followed object. */
	readonly followed?: string;
	/** The ledger key of an object opened from a list: it is shown instead of the stop's own until the cursor moves. */
	readonly lookingAt?: string;
	/** The view with that list: closing the object returns to it. */
	readonly lookedFrom?: View;
	/** The contents of the pane: the changes, the whole object, the writer of each line, or the output of kubectl. */
	readonly form: 'diff' | 'whole' | 'blame' | 'printed';
	/** Compare with this mark's step instead of the stop before. */
	readonly against?: number;
}

/** The position of the mouse. */
export interface PointerState {
	/** The timeline in dragging: its beginning on the screen, and its width. */
	readonly scrubbing?: {readonly from: number; readonly columns: number};
}

/** The learner's keys and time in a drill. */
export interface Spent {
	readonly keys: number;
	/** The start, in milliseconds since 1970; unknown without a clock. */
	readonly beganMs?: number;
	/** The time that it took, in real and in virtual milliseconds; set once it is repaired. */
	readonly realMs?: number;
	readonly virtualMs?: number;
	/** The learner requested the solution. */
	readonly helped?: boolean;
}

/** The search over everything. */
export interface PaletteState {
	readonly typed: string;
	/** The selected item among the matches. */
	readonly at: number;
}

/** A lesson in progress. */
export interface LessonState {
	readonly run: LessonRun;
	/** The learner's stop after the last step. */
	readonly leftAt: number;
	/** The learner's current stop, if it differs from `leftAt`; `leftAt` otherwise. */
	readonly at: number;
	/** Whether its text has the whole height … */
	readonly tall: boolean;
	/** … and begins with this row. */
	readonly top: number;
	/** The page of the chapter, after its last lesson: it replaces the text. */
	readonly page?: ChapterPage;
	/** Chosen option of a question. */
	readonly option: number;
	/** The texts chosen so far, for a question about their order. */
	readonly picked?: readonly string[] | undefined;
	/** The learner's answer to the question of this step. */
	readonly answered?: {
		readonly correct: boolean;
		readonly text: string;
		/** Whether the learner gave up. */ readonly isShown?: boolean;
	};
	/** For each answered question, its step and whether the answer was right. */
	readonly answers: ReadonlyMap<number, boolean>;
	/** The number of open hints of this task. */
	readonly hints: number;
	readonly solved: boolean;
	/** A returning question before a chapter: the following ones, and the lesson after them. */
	readonly review?: {readonly opens: string; readonly left: readonly DueQuestion[]};
	/** The learner's opinion of the lesson's misconception at the beginning. */
	readonly belief?: Belief;
	/** The keys and time used in a drill so far. */
	readonly spent: Spent;
	/** The exam that this task belongs to … */
	readonly exam?: ExamSession;
	/** … and the wall clock, in milliseconds. */
	readonly nowMs?: number;
}

/** A question that waits for its answer; it is the user's only as long as the cursor stays. */
export interface OpenGuess {
	readonly question: Question;
	readonly recording: ClusterRecording;
	/** The cursor at the time of the question. */
	readonly cursor: number;
	/** The chosen option. */
	readonly at: number;
	/** Whether the question was answered wrong before: answering it does not move the cursor. */
	readonly again: boolean;
	/** The session before the hidden stop was found, and after. */
	readonly sessions: readonly [before: Session, after: Session];
}

/** A missed question, and the number of answers before it returns. */
export interface MissedGuess {
	readonly question: Question;
	readonly recording: ClusterRecording;
	readonly due: number;
}

/** The guessing game: it asks about each stop before showing it. */
export interface GuessState {
	readonly on: boolean;
	readonly answered: number;
	readonly right: number;
	/** Right answers since the last wrong one. */
	readonly streak: number;
	/** The oldest missed question is first. */
	readonly missed: readonly MissedGuess[];
	readonly open?: OpenGuess | undefined;
}

/** The result of a race replayed with a preStop hook that sleeps for a second. */
export type RaceFuture =
	| {readonly case: 'counted'; readonly sent: number; readonly lost: number}
	/** It cannot be replayed. */
	| {readonly case: 'none'; readonly why: string};

/** The contents of the network pane. */
export interface NetworkState {
	readonly part: 'endpoints' | 'rules' | 'dns' | 'traffic' | 'race' | 'walk';
	/** Whether all rules and hops are shown in full, including housekeeping. */
	readonly whole: boolean;
	/** The race that is shown. */
	readonly subject?: RaceSubject;
	/** The result of the race, replayed with a preStop hook. */
	readonly future?: RaceFuture;
	/** The packet whose path is shown: its sender and destination, at the step of the cursor; or a request of a client or a connection of a program, at the step of its departure. */
	readonly walk?: {readonly words: string} | {readonly request: number};
}

/** An object as kubectl describe printed it. */
export interface Description {
	readonly key: string;
	readonly part: 'describe';
	/** The step after which kubectl was called. */
	readonly at: number;
	/** The command, without `kubectl`. */
	readonly command: string;
	readonly printed: string;
}

/** The contents of the cluster pane in place of the tree. */
export interface ClusterState {
	/** All objects of this kind. */
	readonly kind?: string;
	/** The contents of this node or Pod, the output of a Pod's containers, or the output of kubectl describe. */
	readonly inside?: {readonly key: string; readonly part: 'node' | 'pod' | 'logs'} | Description;
}

/** The state of the lanes. */
export interface LanesState {
	readonly stopsPerColumn: number;
}

/** The state of the board. */
export interface BoardState {
	readonly playing: boolean;
	/** Whether the story of the followed object plays: beat by beat, not stop by stop. */
	readonly story: boolean;
	/** 1 to 9. */
	readonly speed: number;
	/** A pace in place of the speed: a multiple of virtual time, or a number of stops per second. */
	readonly pace?: {readonly times: number} | {readonly stopsPerSecond: number} | undefined;
	/** The virtual time that it has reached, in milliseconds: the next stop may be later. */
	readonly playedMs?: number | undefined;
	/** The view to return to when the board closes. */
	readonly behind: View;
}

/** The faults for the selection. */
export interface FaultMenuState {
	/** The subject of the faults. */
	readonly about: string;
	readonly faults: ReturnType<typeof fittingFaults>;
	/** The chosen one. */
	readonly at: number;
}

/** A row of a list that fills the screen: of breakpoints and futures the selected one, of keys the first. */
export interface ListState {
	readonly at: number;
}

/** The list of keys and words, or a page of the manual. */
export interface HelpState extends ListState {
	/** The page of the manual: `faults`; absent: all keys and words. */
	readonly page?: string | undefined;
	/** The list over which it was opened, and to which it returns. */
	readonly over?: Mode | undefined;
	/** The text that is looked for in the page. */
	readonly find?: string;
	/** Whether typed characters belong to that text. */
	readonly isTyping?: boolean;
}

/** Real clients are served at the same time. */
export interface LiveState {
	readonly cluster: LiveCluster;
	/** The newest stop is always shown. */
	readonly following: boolean;
}

/** The parts that are shown in addition. */
export interface ShownState {
	/** The way to see this on a live cluster. */
	readonly real: boolean;
	readonly periodic: boolean;
}

/** The state of quitting. */
export interface LeavingState {
	/** The number of the user's actions that quitting would lose. */
	readonly unsaved: number;
	readonly left: boolean;
	/** The user looks at the shell. */
	readonly suspended: boolean;
}
