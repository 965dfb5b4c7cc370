import {count, list, mapOf, record, text, type Value} from '../../scenario/document.js';
import {actionShape, conditionShape} from '../format.js';
import {placeShape} from '../place.js';
import {scenarioShape} from '../../scenario/scenario-file.js';

/** An attempt at a repair: it repairs the fault, or only seems to. */
const attemptShape = record({says: text, do: list(actionShape)}, ['says', 'do']);

/** A file `drill.yaml`. */
export const drillShape = record(
	{
		title: text,
		/** The difficulty. 1: one view shows the cause. 2: two observations must be combined. 3: the first finding is not the cause. */
		level: count,
		/** The symptom, in the words of a user of the cluster. */
		symptom: text,
		cluster: scenarioShape,
		files: mapOf(text),
		/** The actions before the learner starts. */
		fault: list(actionShape),
		/** All of these hold at once, and for half a minute, when it is repaired. */
		expect: list(conditionShape),
		/** Actions after the repair, and the conditions that hold then: a client that sends requests, a second release. */
		trial: record({do: list(actionShape), expect: list(conditionShape)}, ['do', 'expect']),
		/** Repairs, each of which must pass. */
		solutions: list(attemptShape),
		/** Tempting changes that do not help: each has to fail. */
		not: list(attemptShape),
		/** From the cause to the symptom: places that the run reaches, in this order, before the learner does. */
		chain: list(record({at: placeShape, says: text}, ['at'])),
		debrief: text,
	},
	['title', 'level', 'symptom', 'fault', 'expect', 'solutions', 'not', 'chain', 'debrief'],
);

export type DrillFile = Value<typeof drillShape>;
export type Attempt = Value<typeof attemptShape>;
