import {drillFile, lessonFile, numberOf} from '../../classroom/heads.js';
import type {PageLink} from '../page-link.js';
import type {LinkedRun} from '../state/parts.js';
import type {State} from '../state/state.js';
import {wordsOf} from '../words/words.js';

/** A longer address is not shown, only handed over. */
const mostShown = 160;

/** The reason why the page cannot show the current screen. */
type Hindrance = 'linkExam' | 'linkForeign' | 'linkDump';

/** The place in the page that corresponds to this state, and the run in the link. */
const placeOf = (state: State): Hindrance | {readonly place: PageLink; readonly run?: LinkedRun} => {
	const {lesson, recording, cursor, manifests, future, futures} = state;
	if (lesson) {
		const {name, file} = lesson.run.lesson;
		if (lesson.exam) {
			return 'linkExam';
		}

		const drill = name.replace(/^drill\//, '');
		if (file === drillFile(drill)) {
			return {place: {drill}};
		}

		return file === lessonFile(name)
			? {place: {lesson: String(numberOf(name)), step: lesson.run.index + 1}}
			: 'linkForeign';
	}

	// A dump has the Secrets of a real cluster.
	return recording.scenario.dump
		? 'linkDump'
		: {place: {stop: cursor}, run: {recording, family: {future, futures}, files: manifests.files}};
};

/**
Makes the link that opens this stop in the page.

@param file the file to write it to; without one, it is printed when the user quits.
@throws {Error} when it cannot be written
*/
export const linkHere = (state: State, file: string): State => {
	const words = wordsOf(state).messages;
	const {links} = state.setup.services;
	if (!links) {
		return {...state, message: words.linkByButton};
	}

	const found = placeOf(state);
	if (typeof found === 'string') {
		return {...state, message: words[found]};
	}

	const address = links.address({...found.place, language: state.setup.language}, found.run);
	if (address === undefined) {
		return {...state, message: words.linkTooLarge};
	}

	links.give(address, file === '' ? undefined : file);
	const shown = address.length <= mostShown ? address : words.linkLong(address.length);
	const given = file === '' ? words.linkOnLeaving : words.saved(file);
	return {
		...state,
		message: [shown, given, ...(address.startsWith('#') ? [words.linkNeedsPage] : [])].join(words.between),
	};
};
