import {compileCondition, wordsAbout, wordsOf} from '../debugger/breakpoint.js';
import {errorLine} from '../kernel/error-text.js';
import type {Stop} from '../kernel/stop.js';
import {shortName} from '../objects/object-name.js';
import {keyGlob, keyNow, keysNow, type LessonRecording} from './place.js';

/** The object with the cluster's setup: `{{ /scenario: object.latencies["client.watch"] }}`. */
export const settings = '/scenario';

/** A value of the run in a lesson's text: `{{ object.spec.nodeName }}`, or of a named object `{{ pod/web: object.status.podIP }}`. */
export const slotPattern = /\{\{\s*(?:([\w.*-]*\/[^\s:]+):\s+)?(.*?)\s*\}\}/gs;

/** A slot as it is written: an object, and an expression in CEL. */
interface Slot {
	readonly object: string | undefined;
	readonly expression: string;
}

/** The slots of a text, in order. */
export const slotsOf = (text: string): readonly Slot[] =>
	[...text.matchAll(slotPattern)].map(([, object, expression = '']) => ({object, expression}));

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
export const withoutSlots = (text: string): string => text.replaceAll(slotPattern, '#');

/** The value of an expression about an object, as a text shows it; `undefined` where the object has no such field. */
const saidOf = (recording: LessonRecording, stop: Stop, expression: string, key: string): string | undefined => {
	try {
		return wordsOf(recording, stop, expression, key);
	} catch {
		return undefined;
	}
};

/** The slots of a text that match several objects at a stop, with different values: a reader cannot identify the object. */
export const severalMeant = (recording: LessonRecording, stop: Stop, text: string): readonly string[] =>
	slotsOf(text).flatMap(({object, expression}) => {
		const keys = object === undefined || object === settings ? [] : keysNow(recording, object, stop.step);
		const values = keys.map((key) => saidOf(recording, stop, expression, key)).filter((value) => value !== undefined);
		return new Set(values).size > 1
			? [`${object} matches ${keys.map((key) => shortName(key)).join(' and ')}, but their values differ`]
			: [];
	});

/** A name as a word of its own. */
const nameIn = (name: string): RegExp =>
	new RegExp(`(?<![\\w.-])${name.replaceAll(/[^\w-]/g, String.raw`\$&`)}(?![\\w-])`);

/** The sentence that has a slot of an object, without its slots. */
const sentenceWith = (text: string, object: string): string =>
	text
		.replaceAll(slotPattern, (_, named: string | undefined) => `{{${named ?? ''}}}`)
		.split(/(?<=[.!?:;。！？；：])\s+/)
		.find((sentence) => sentence.includes(`{{${object}}}`))
		?.replaceAll(/\{\{.*?\}\}/g, '#') ?? '';

/** Whether a text speaks of an object by its name: one of the API, or a client. */
const isTold = (key: string | undefined): key is string => /^\/(?:registry|network\/traffic)\//.test(key ?? '');

/**
The slots of a text that read one of several objects of a kind, where neither the text nor its step names the object: the number may be that of another object.

@param names other places that name the object: the view, the place and the command of the step
*/
export const unnamedMeant = (
	recording: LessonRecording,
	{step}: Stop,
	text: string,
	names: string,
): readonly string[] =>
	slotsOf(text).flatMap(({object}) => {
		const key = object === undefined || object === settings ? undefined : keyNow(recording, object, step);
		if (object === undefined || !isTold(key) || object.includes('*')) {
			return [];
		}

		const name = object.split('/').at(-1) ?? '';
		const folder = key.slice(0, key.lastIndexOf('/') + 1);
		const others = recording.kernel.ledger.keys(folder, step).filter((one) => one !== key);
		if (others.length === 0) {
			return [];
		}

		const sentence = sentenceWith(text, object);
		const other = others.map((one) => one.slice(folder.length)).find((one) => nameIn(one).test(sentence));
		if (other !== undefined && !nameIn(name).test(sentence)) {
			return [`the sentence with the slot for ${object} is about ${other}`];
		}

		return nameIn(name).test(`${withoutSlots(text)} ${names}`)
			? []
			: [`${object} is one of ${others.length + 1} objects, but neither the text nor its step names it`];
	});

/**
A text with the run's values at a stop.

@throws {Error} when an object does not exist there, or has no such field.
*/
export const fillSlots = (recording: LessonRecording, stop: Stop, text: string): string =>
	text.replaceAll(slotPattern, (_, object: string | undefined, expression: string) => {
		if (object === settings) {
			return wordsAbout(recording.scenario, recording, stop, expression);
		}

		const key = object === undefined ? undefined : keyNow(recording, object, stop.step);
		if (object !== undefined && key === undefined) {
			throw new Error(`there is no ${object}`);
		}

		return wordsOf(recording, stop, expression, key);
	});
