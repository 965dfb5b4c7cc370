import {count, list, mapOf, oneOf, record, text, wholeNumber, type Value} from '../../scenario/document.js';
import {actionShape, conditionShape} from '../format.js';
import {scenarioShape} from '../../scenario/scenario-file.js';

/** The exams for which sets of tasks exist. */
export const examKinds = ['cka', 'ckad', 'cks-lite'] as const;

/** A file `exam.yaml`: one set of tasks. */
export const examShape = record(
	{
		title: text,
		exam: oneOf(examKinds),
		set: count,
		/** Its duration by the wall clock. */
		minutes: count,
		/** The points needed to pass. */
		pass: count,
		/** Each domain by its short name: its title and its weight in points. */
		domains: mapOf(record({name: text, weight: count}, ['name', 'weight'])),
		/** The tasks in their order: names of the files beside it, without `.yaml`. */
		tasks: list(text),
	},
	['title', 'exam', 'set', 'minutes', 'pass', 'domains', 'tasks'],
);

/** Actions, and a sentence about them. */
const attempt = {says: text, do: list(actionShape)} as const;

const criterionShape = record(
	{
		/** The requirement, as the result names it. */
		says: text,
		points: count,
		/** Actions before the conditions are checked: a client that sends requests, a command … */
		do: list(actionShape),
		/** … and the last kubectl command prints text that matches this regular expression. */
		prints: text,
		/** All of these hold once the cluster has had time to settle, and after `do`. */
		is: list(conditionShape),
	},
	['says', 'points'],
);

/** A file of one task. `<name>` in its texts is a slot, which the seed of the exam fills. */
export const examTaskShape = record(
	{
		title: text,
		domain: text,
		/** Name → the values that it can have. */
		slots: mapOf(list(text)),
		cluster: scenarioShape,
		/** Files that kubectl finds: each written out, or the name of a file beside this one. */
		files: mapOf(text),
		/** Files that solutions and near misses apply; a learner's kubectl does not find it. */
		answers: mapOf(text),
		/** Actions before the learner starts. */
		start: list(actionShape),
		task: text,
		/** How long the cluster has before it is graded, such as `90s`; 60 s by default. */
		settle: text,
		criteria: list(criterionShape),
		/** Each scores full. */
		solutions: list(record(attempt, ['says', 'do'])),
		/** Tempting answers that miss something, each with the points that it scores. */
		near: list(record({...attempt, points: wholeNumber('a number of points', 0, 100)}, ['says', 'do', 'points'])),
		/** The explanation for afterwards. */
		why: text,
	},
	['title', 'domain', 'start', 'task', 'criteria', 'solutions', 'near', 'why'],
);

export type ExamFile = Value<typeof examShape>;
export type ExamTask = Value<typeof examTaskShape>;
export type Criterion = Value<typeof criterionShape>;
export type ExamKind = (typeof examKinds)[number];
