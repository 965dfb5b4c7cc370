import type {Action, Ask, LessonFile, LessonStep, Task} from './format.js';
import type {DrillFile} from './drills/format.js';
import type {ExamTask} from './exams/format.js';
import type {Goal} from './goal.js';
import type {Checked} from '../scenario/document.js';

/** A step as the learner takes it: the expectation of its task is a goal. */
export interface TakenStep extends Omit<LessonStep, 'task' | 'ask'> {
	readonly ask?: Ask;
	readonly task?: Omit<Task, 'expect'> & {readonly expect: Goal};
}

/** A lesson of the course. */
export interface Lesson extends Omit<LessonFile, 'steps'> {
	readonly steps: readonly TakenStep[];
	/** The actions before its first step, which no text mentions. */
	readonly fault?: readonly Action[];
	/** The source of a drill … */
	readonly drill?: DrillFile;
	/** … or a task of an exam. */
	readonly examTask?: ExamTask;
	/** Name of its folder: `01-a-pod`. */
	readonly name: string;
	readonly file: string;
	/** The language of its texts, if that is not English. */
	readonly language?: string;
	readonly placeOf: Checked<LessonFile>['placeOf'];
}
