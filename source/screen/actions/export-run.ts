import {closest} from '../../scenario/mistake.js';
import {startMs} from '../state/breakpoint-words.js';
import type {State} from '../state/state.js';
import {wordsOf} from '../words/words.js';

/** The formats in which a run can be written, if files can be written. */
export const exportFormats = ({setup}: State): readonly string[] => setup.services.exports?.formats ?? [];

/**
Writes the run, from the beginning of the user's work up to here, as a file for other programs.

@param argument `html run.html`, and perhaps an object.
@throws {Error} when it cannot be written.
*/
export const exportRun = (state: State, argument: string): State => {
	const {
		language,
		services: {exports},
	} = state.setup;
	const words = wordsOf(state).messages;
	const [, format = '', file = '', follow] = /^(\S+)\s+(\S+)(?:\s+(\S+))?$/.exec(argument) ?? [];
	if (!exports || file === '') {
		return {
			...state,
			message: words.exportTakes(exportFormats(state).join(', ')),
		};
	}

	if (!exports.formats.includes(format)) {
		const near = closest(format, exports.formats);
		return {
			...state,
			message: words.noFormat(format, near, exports.formats.join(', ')),
		};
	}

	const {recording, start, cursor} = state;
	// At the beginning, the export covers the stops that follow.
	const last = cursor > start ? cursor : recording.stops.length - 1;
	const omitted = exports.write(
		{recording, first: start, last, fromMs: startMs(state), language},
		format,
		file,
		follow,
	);
	return {
		...state,
		message: [words.exported(start, last, file), ...(omitted === undefined ? [] : [omitted])].join(words.between),
	};
};
