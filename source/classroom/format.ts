import {count, list, mapOf, number, oneOf, record, text, type Value} from '../scenario/document.js';
import {placeShape} from './place.js';
import {networkParts, views} from './views.js';
import {scenarioShape, trafficClient} from '../scenario/scenario-file.js';

/** The claim of an option about the run. All given conditions must hold at the stop that decides. */
const claimShape = record({
	/** The process or component that is active there. */
	by: text,
	/** Glob over the stage. */
	stage: text,
	/** The meaning of `object` in `cel`; if it does not exist, the claim does not hold. */
	object: text,
	cel: text,
	/** Between the question and that stop, something happened at this place … */
	saw: placeShape,
	/** … and nothing at this one. */
	never: placeShape,
});

const optionShape = record({text, if: claimShape}, ['text', 'if']);

/** The view on the screen, with one thing to read. */
const sight = {
	view: oneOf(views),
	/** For the network view: the part that it shows; endpoints by default. */
	part: oneOf(networkParts),
	object: text,
	/** One of three: a name in the text, to which the screen scrolls and which it marks; a field in the state pane; … */
	field: text,
	/** … words of a row of a list or table, … */
	row: text,
	/** … or words of a line of text. */
	line: text,
} as const;

const sightShape = record(sight);

/** The actions, in this order. */
const deeds = {
	kubectl: text,
	traffic: trafficClient,
	/** The name of a process that dies, as `:crash` takes it … */
	crash: text,
	/** … and of one that starts again. */
	restart: text,
	runTo: placeShape,
} as const;

/** An action of a lesson or a drill. */
export const actionShape = record(deeds);

/** Objects of a name with `*` that satisfy a condition. */
const manyShape = record({object: text, cel: text}, ['object', 'cel']);

/** A symptom that the learner causes by a fault. */
const breakShape = record(
	{
		/** The actions before the symptom, … */
		after: list(actionShape),
		/** … and the condition that is the symptom. */
		object: text,
		cel: text,
		/** A fault that causes it, in the words of `:`; other faults may also cause it. */
		fault: text,
		/** Faults that do not cause it. */
		not: list(text),
	},
	['object', 'cel', 'fault', 'not'],
);

const askShape = record(
	{
		question: text,
		/** The stop at which the run decides: the next one at a place, or the end of a run to a place; by default, the current one. */
		at: record({next: placeShape, runTo: placeShape}),
		/** In place of options: the learner goes to a stop at this place, … */
		stop: placeShape,
		/** … types a value of the run: an expression, the number of stops at a place until the run decides, or the fewest or most objects that satisfy a condition until then, … */
		value: record({
			object: text,
			cel: text,
			count: placeShape,
			lowest: manyShape,
			highest: manyShape,
		}),
		/** … breaks something, so that a symptom shows, … */
		break: breakShape,
		/** … or puts these in the order in which the run reaches them. */
		order: list(record({text, at: placeShape}, ['text', 'at'])),
		/** The view of the answer, where the stop that decides does not show it: when it is about rest, a count or an output. */
		show: sightShape,
		/** How many options are right: 1 if absent. */
		right: count,
		options: list(optionShape),
		because: text,
	},
	['question', 'because'],
);

const expectation = {
	object: text,
	cel: text,
	/** The actions before it must hold, to test the learner's result. */
	after: list(actionShape),
} as const;

const expectShape = record(expectation, ['object', 'cel']);

/** A condition about objects, of one of four kinds. */
export const conditionShape = record({
	/** An object with this name satisfies `cel` … */
	object: text,
	/** … or every object that matches a name with `*` does, and at least one exists. */
	every: text,
	cel: text,
	/** No object with this name exists. */
	gone: text,
	/** The object from the beginning still exists: not deleted, and not created again. */
	kept: text,
});

const taskShape = record({goal: text, expect: expectShape, hints: list(text), solution: list(actionShape)}, [
	'goal',
	'expect',
	'hints',
	'solution',
]);

/** The actions on entering a step, in this order; then the view, with one thing to read. */
const stepShape = record({
	...deeds,
	expect: record({object: text, cel: text}, ['object', 'cel']),
	look: record({...sight, real: text}),
	say: text,
	ask: askShape,
	task: taskShape,
	debrief: text,
});

/** A file `lesson.yaml`. */
export const lessonShape = record(
	{
		title: text,
		minutes: number,
		claims: list(text),
		idea: text,
		misconception: text,
		/** The number of the step, counted from 1, whose stop refutes the misconception. */
		refuted: number,
		/** The stop itself, if that step ends at another: the last one at this place before it. */
		refutedAt: placeShape,
		cluster: scenarioShape,
		files: mapOf(text),
		terms: mapOf(text),
		steps: list(stepShape),
	},
	['title', 'minutes', 'claims', 'idea', 'steps'],
);

export type LessonFile = Value<typeof lessonShape>;
export type LessonStep = Value<typeof stepShape>;
/** A question as the learner sees it: without options, it has none. */
export type Ask = Value<typeof askShape> & {readonly options: readonly Option[]};
export type Sight = Value<typeof sightShape>;
export type Task = Value<typeof taskShape>;
export type Option = Value<typeof optionShape>;
export type Claim = Value<typeof claimShape>;
export type Action = Value<typeof actionShape>;
export type Break = Value<typeof breakShape>;
export type Expectation = Value<typeof expectShape>;
export type Condition = Value<typeof conditionShape>;
