import {compileCondition, wordsAbout, wordsOf} from '../debugger/breakpoint.js';
import {errorLine} from '../kernel/error-text.js';
import type {Stop} from '../kernel/stop.js';
import {keyGlob, keyNow, type LessonRecording} from './place.js';

/** The object with the cluster's setup: `{{ /scenario: object.latencies["client.watch"] }}`. */
export const settings = '/scenario';

/** A value of the run in a lesson's text: `{{ object.spec.nodeName }}`, or of a named object `{{ pod/web: object.status.podIP }}`. */
const slot = /\{\{\s*(?:([\w.*-]*\/[^\s:]+):\s+)?(.*?)\s*\}\}/gs;

/** A slot as it is written: an object, and an expression in CEL. */
interface Slot {
	readonly object: string | undefined;
	readonly expression: string;
}

/** The slots of a text, in order. */
export const slotsOf = (text: string): readonly Slot[] =>
	[...text.matchAll(slot)].map(([, object, expression = '']) => ({object, expression}));

/** The mistakes in the slots of a text before anything is run. */
export const slotMistakes = (text: string): readonly string[] =>
	slotsOf(text).flatMap(({object, expression}) => {
		try {
			compileCondition(expression);
			if (object !== undefined) {
				keyGlob(object);
			}

			return [];
		} catch (error) {
			return [errorLine(error)];
		}
	});

/** A text without its slots, each as one word. */
export const withoutSlots = (text: string): string => text.replaceAll(slot, '#');

/**
A text with the run's values at a stop.

@throws {Error} when an object does not exist there, or has no such field.
*/
export const fillSlots = (recording: LessonRecording, stop: Stop, text: string): string =>
	text.replaceAll(slot, (_, object: string | undefined, expression: string) => {
		if (object === settings) {
			return wordsAbout(recording.scenario, recording, stop, expression);
		}

		const key = object === undefined ? undefined : keyNow(recording, object, stop.step);
		if (object !== undefined && key === undefined) {
			throw new Error(`there is no ${object}`);
		}

		return wordsOf(recording, stop, expression, key);
	});
