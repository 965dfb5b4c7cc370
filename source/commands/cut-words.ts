import type {Cut} from '../diagnosis/settle.js';
import type {ToldCut} from '../diagnosis/verdict.js';
import {told} from '../diagnosis/words/words.js';
import type {LanguageName} from '../stages/language-names.js';
import {commandWords} from './words/words.js';

const percent = (share: number): number => Math.round(share * 100);

/** The limit that ended a run before it came to rest, and the flag that raises it. */
export const cutWords = (cut: Cut | ToldCut, language: LanguageName): string => {
	const {outOfStops, outOfTime} = commandWords(language).end;
	if (cut.by === 'time') {
		return outOfTime(cut.seconds, cut.due === undefined ? undefined : told(cut.due, language));
	}

	const {most, busiest} = cut;
	return outOfStops(
		most,
		busiest && {
			last: busiest.stops,
			process: busiest.process.name,
			share: percent(busiest.process.share),
			...(busiest.object && busiest.object.share >= 0.1
				? {object: {name: busiest.object.name, share: percent(busiest.object.share)}}
				: {}),
		},
	);
};
