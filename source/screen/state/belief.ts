import type {LessonRun} from '../../classroom/player.js';

/** A learner's opinion of a misconception before the lesson: `unsure` comes first, so that enter alone claims nothing. */
export const beliefs = ['unsure', 'true', 'false'] as const;

export type Belief = (typeof beliefs)[number];

/** Whether a lesson still asks what the learner believes: at its first step, before its text. */
export const asksBelief = ({run, belief}: {readonly run: LessonRun; readonly belief?: Belief}): boolean =>
	run.index === 0 && belief === undefined && run.lesson.misconception !== undefined && run.lesson.drill === undefined;
