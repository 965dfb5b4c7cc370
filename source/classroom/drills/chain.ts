import {seek} from '../../debugger/seek.js';
import type {Stop} from '../../kernel/stop.js';
import type {Language} from '../../stages/language.js';
import {sentenceOf} from '../../stages/sentence.js';
import {isPlace, type LessonRecording} from '../place.js';
import {fillSlots} from '../slots.js';
import type {DrillFile} from './format.js';

/** A link of the chain from the cause to the symptom: its place in the run, and its text. */
export interface Link {
	readonly stop?: Stop;
	readonly says: string;
}

/** The chain from the cause to the symptom in the run, without links that have no stop. */
export const chainOf = (
	{
		recording,
		start,
		language,
	}: {readonly recording: LessonRecording; readonly start: number; readonly language: Language},
	{chain}: DrillFile,
): readonly Link[] => {
	const untilMs = recording.stops.get(start)?.timeMs ?? 0;
	let from = -1;
	return chain.map(({at, says}) => {
		const {stop} = seek(recording, from, 1, (one) => isPlace(recording, at, one), {untilMs, pastRest: true});
		if (!stop || stop.step > start) {
			return {says: says ?? ''};
		}

		from = stop.step;
		return {stop, says: says === undefined ? sentenceOf(stop, language) : filled(recording, stop, says)};
	});
};

const filled = (recording: LessonRecording, stop: Stop, text: string): string => {
	try {
		return fillSlots(recording, stop, text);
	} catch {
		return text.replaceAll(/\{\{.*?\}\}/gs, '…');
	}
};
