import type {CommandWord} from '../input/command-table.js';
import type {KeyGroup, Word} from '../input/key-table.js';
import type {board} from './board/english.js';
import type {lists} from './lists/english.js';
import type {manual} from './manual/english.js';
import type {messages} from './messages/english.js';
import type {panes} from './panes/english.js';
import type {Stop} from '../../kernel/stop.js';
import type {Translation} from '../../stages/translation.js';
import type {FaultName} from '../../scenario/faults/fault-kinds.js';

/** The screen's own words in one language, beside stops and lessons. Typed words are the same in all languages. */
export interface ScreenWords {
	/** Between a head and the text about it. */
	readonly colon: string;
	readonly help: {
		readonly title: string;
		readonly goesBack: string;
		/** The number of rows below. */
		readonly below: (count: number) => string;
		/** The hint that `/` finds a key or a word. */
		readonly finds: string;
		readonly nothing: (text: string) => string;
		/** The heading of the keys that mean most at this moment, and of each group. */
		readonly now: string;
		readonly groups: Readonly<Record<KeyGroup, string>>;
		readonly words: string;
	};
	readonly prompt: {
		readonly findAccepts: string;
		/** The effects of keys on a typed line. */
		readonly run: string;
		readonly complete: string;
		readonly earlier: string;
		readonly close: string;
		/** The question before a number of actions is lost. */
		readonly leave: (unsaved: number) => string;
	};
	/** Keys of the footer that are not in the key table. */
	readonly footer: {
		/** Of the key that has opened the board, while it is open. */
		readonly close: string;
		readonly answer: string;
		readonly check: string;
		readonly goOn: string;
		/** The hint that enter opens the next task of an exam. */
		readonly nextTask: string;
		readonly allTasks: string;
		/** The effect of enter on a selected row, and on a folded one. */
		readonly open: string;
		readonly unfold: string;
		readonly choose: string;
		readonly scroll: string;
		readonly more: string;
		readonly back: string;
		readonly allPanes: string;
		readonly alone: string;
		readonly panes: string;
		readonly words: string;
		readonly text: string;
	};
	/** The words around a stop and an object. */
	readonly stop: {
		readonly start: string;
		/** The words in place of a stage, before the user's first action. */
		readonly calm: string;
		readonly guessNext: string;
		readonly guessAgain: (stage: string) => string;
		readonly changes: string;
		readonly forReal: string;
		readonly means: string;
		readonly read: string;
		/** A place in Kubernetes' own code. */
		readonly upstream: (place: string) => string;
		readonly why: string;
		readonly nothingYet: string;
		/** Of the task of a drill or an exam, before the learner's first command. */
		readonly untouched: string;
		/** The beginning of a chain of causes. */
		readonly you: (command: string) => string;
		readonly client: (request: string) => string;
		readonly nobody: string;
		readonly ledTo: string;
		readonly ledToNothing: string;
		readonly links: (count: number, key: string) => string;
		readonly folded: (lines: number) => string;
		readonly unfold: (key: string) => string;
		readonly isNew: (lines: number) => string;
		readonly gone: (lines: number) => string;
		readonly notStored: (key: string) => string;
		readonly nothing: string;
		/** The first hint about keys. */
		readonly begin: string;
		readonly facts: string;
		/** The outcome of a stop, after a mark. */
		readonly outcomes: Readonly<Record<NonNullable<Stop['outcome']>, string>>;
		readonly unchanged: string;
		readonly inYourFile: string;
		readonly wouldHelp: string;
		/** Rows of a pane that are out of sight: `↑ 3  ↓ 5`. */
		readonly outOfSight: (arrows: string, last: number) => string;
	};
	readonly lesson: {
		/** The words before the title. @param number of the lesson in the course; a pack's may have none */
		readonly heading: (number?: number) => string;
		readonly drill: string;
		/** The note after the title of an untranslated text. */
		readonly inEnglish: string;
		readonly place: (index: number, count: number) => string;
		/** The sentence separator: a space in languages that use one. */
		readonly score: (right: number, count: number) => string;
		/** A wrong answer, and the last action of its component. @param sentence of the run about it */
		readonly youSaid: (answer: string) => string;
		readonly lastDeed: (process: string, step: number, sentence: string) => string;
		/** @param object its name; absent for a stop about none */
		readonly noDeed: (object: string | undefined, from: number, to: number) => string;
		/** @param step of the run's decision; it is on the screen */
		/** The words at a stop other than the requested one. */
		readonly notHere: (sentence: string) => string;
		readonly goThere: string;
		readonly typeValue: string;
		readonly pickOrder: string;
		readonly breakIt: string;
		readonly notBroken: (why: string | undefined) => string;
		readonly noValue: string;
		readonly emptyValue: string;
		readonly itIs: (answers: string, step?: number) => string;
		readonly opensNext: string;
		readonly courseEnds: string;
		readonly addedSomething: string;
		readonly steppedAway: (left: number, at: number) => string;
		readonly task: string;
		readonly hint: string;
		readonly done: string;
		/** The texts after a task: the numbers before and after, the causing command, and what to try next. */
		readonly taskResult: string;
		readonly yourTask: string;
		readonly payoff: {
			readonly answered: (count: number, all: number) => string;
			readonly lost: (counts: ReadonlyArray<readonly [count: number, what: string]>, all: number) => string;
			readonly beforeAfter: (before: string, after: string) => string;
			/** @param after the time from the command to the end, with its unit */
			readonly yours: (command: string, step: number, after: string) => string;
			/** @param old absent for a field that was missing */
			readonly became: (name: string, field: string, old: string | undefined, now: string) => string;
			readonly made: (name: string, field: string, now: string) => string;
			readonly exists: (name: string) => string;
			readonly picture: string;
			readonly keep: string;
			readonly keepRace: string;
		};
		readonly lookAt: (what: string) => string;
		readonly wentOn: string;
		/** The note about further lines, which a key shows. */
		readonly moreByTab: (count: number) => string;
		readonly moreLines: (count: number) => string;
		readonly words: string;
		/** The texts before a lesson: its misconception, and the learner's possible opinions. */
		readonly manySay: (misconception: string) => string;
		readonly beliefs: Readonly<Record<'unsure' | 'true' | 'false', string>>;
		/** The heading of the misconception at a lesson's end. */
		readonly misconception: string;
		readonly youBegan: (belief: string) => string;
		/** @param lessonStep counted from 1 @param step of the stop */
		readonly refutedBy: (lessonStep: number, step: number, sentence: string) => string;
		readonly idea: string;
		readonly answers: string;
		readonly marks: string;
		readonly tryIt: string;
	};
	readonly drill: {
		readonly shown: string;
		readonly repaired: (took: string | undefined, keys: number, clock: string) => string;
		/** A length of time in words, in whole units. */
		readonly spoken: (hours: number, minutes: number, seconds: number) => string;
		readonly shortest: (commands: string) => string;
		readonly andThen: string;
		readonly chain: string;
		readonly notHelping: string;
		readonly opensNext: string;
		readonly solved: string;
		readonly repair: string;
		readonly note: (level: number, keys: number) => string;
	};
	/** The messages with which actions answer, in the message line. */
	readonly messages: typeof messages;
	/** The words of panes, of the board and of the lists that fill the screen. */
	readonly panes: typeof panes;
	readonly board: typeof board;
	readonly lists: typeof lists;
	readonly manual: typeof manual;
	readonly home: {
		readonly introduction: readonly string[];
		readonly done: (done: number, count: number) => string;
		readonly chapters: readonly [string, string, string, string, string, string];
		readonly begin: string;
		readonly continue: string;
		readonly next: string;
		/** A lesson in the list. @param step the last viewed step, from 1 */
		readonly lesson: (
			number: number,
			title: string,
			minutes: number,
			step?: readonly [at: number, count: number],
		) => string;
		readonly doneOf: (done: number, count: number) => string;
		/** The item that unfolds the drills. */
		readonly drills: string;
		readonly drill: (level: number, title: string) => string;
		/** The item that unfolds the exams. */
		readonly exams: string;
		/** A set of exam tasks. @param points the result of a finished attempt, of 100 */
		readonly exam: (title: string, tasks: number, minutes: number, points: number | undefined) => string;
		/** The item for the page of a chapter. */
		readonly learned: string;
		/** The title of that page. @param number of the chapter, from 1 */
		readonly chapterPage: (number: number, title: string) => string;
		readonly pageKeys: string;
		readonly play: string;
		readonly playOn: (file: string) => string;
		readonly replayOf: (file: string) => string;
		readonly openFile: (file: string) => string;
		readonly open: string;
		readonly replay: string;
		readonly language: (name: string, next: string, word: string) => string;
		readonly noFile: string;
		readonly nothing: (key: string) => string;
		readonly path: string;
		readonly pathKeys: string;
		readonly opening: string;
		readonly opens: string;
		readonly unfolds: string;
	};
}

/** The tables of keys and commands in a language other than their original one. */
export interface KeyWords {
	/** The effect of each key. */
	readonly keys: Readonly<Record<Word, string>>;
	/** The short texts of the footer, by the English ones. */
	readonly shorts: Readonly<Record<string, string>>;
	/** The effect of each word of the command line. */
	readonly commands: Readonly<Record<CommandWord, string>>;
	/** The effect of a resource's name on the command line. */
	readonly resources: string;
	/** The effect of each fault. */
	readonly faults: Readonly<Record<FaultName, string>>;
}

/** A language other than the original one of the tables of keys and commands. */
export type TranslatedWords = Translation<ScreenWords & KeyWords>;
