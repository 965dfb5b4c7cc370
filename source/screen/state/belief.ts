import type {LessonRun} from '../../classroom/player.js';

/** A learner's opinion of a misconception before the lesson: `unsure` is first, so that pressing enter makes no claim. */
export const beliefs = ['unsure', 'true', 'false'] as const;

export type Belief = (typeof beliefs)[number];

/** Whether a lesson still has to ask for the learner's belief: at its first step, before its text. */
export const asksBelief = ({run, belief}: {readonly run: LessonRun; readonly belief?: Belief}): boolean =>
	run.index === 0 && belief === undefined && run.lesson.misconception !== undefined && run.lesson.drill === undefined;
