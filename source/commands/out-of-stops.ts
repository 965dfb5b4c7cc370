import type {Busiest, Share} from '../diagnosis/busiest.js';
import {mostStopsOf} from '../diagnosis/settle.js';

const percent = ({name, share}: Share): string => `${name} (${Math.round(share * 100)} %)`;

/** Why a run ended though something was still due, and what to do. */
export const outOfStopsWords = ({stops, process, object}: Busiest, mostStops = mostStopsOf): string => {
	const about = object && object.share >= 0.1 ? `, about ${percent(object)}` : '';
	return `ended after ${mostStops} stops, before it came to rest: of the last ${stops}, most were made by ${percent(process)}${about}; --stops lets it go on for longer`;
};
