import type {Busiest} from '../diagnosis/busiest.js';
import {mostStopsOf} from '../diagnosis/settle.js';
import type {LanguageName} from '../stages/language-names.js';
import {commandWords} from './words/words.js';

const percent = (share: number): number => Math.round(share * 100);

/** Why a run ended though something was still due, and what to do. */
export const outOfStopsWords = (
	{stops, process, object}: Busiest,
	language: LanguageName,
	mostStops = mostStopsOf,
): string =>
	commandWords(language).end.outOfStops(
		mostStops,
		stops,
		process.name,
		percent(process.share),
		object && object.share >= 0.1 ? {name: object.name, share: percent(object.share)} : undefined,
	);
