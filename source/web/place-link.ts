import type {Files} from '../diagnosis/files.js';
import type {PageLink} from '../screen/page-link.js';
import type {State} from '../screen/state/state.js';
import {loadRunner} from './page-backend.js';

/** An opened place: its link, and the state of its run at that time. */
export interface Opened {
	readonly link: PageLink;
	readonly recording: State['recording'];
	/** The numbers of inputs and futures of the run. */
	readonly done: number;
}

const doneIn = ({recording, futures}: State): number => recording.inputs.length + futures.length;

/** The opened place of a state. */
export const openedWith = (link: PageLink, state: State): Opened => ({
	link,
	recording: state.recording,
	done: doneIn(state),
});

/** Whether the link that opened a run still makes it, because the reader has not acted in it since. */
const isAsOpened = ({link, recording, done}: Opened, state: State): boolean =>
	(link.files ?? link.recorded ?? link.recording) !== undefined &&
	state.recording === recording &&
	doneIn(state) === done;

/** Whether a link to the screen must contain its whole run, which takes longer than a frame to make. */
export const carriesRun = (opened: Opened, state: State): boolean => !state.lesson && !isAsOpened(opened, state);

/** The place in a link to the screen, without language and version. A run that is too large for a link has no place. */
export const placeOf = async (opened: Opened, state: State): Promise<PageLink> => {
	const {lesson, cursor} = state;
	const {files, recorded, recording, drill, exam} = opened.link;
	if (exam !== undefined) {
		return {exam};
	}

	if (lesson) {
		return drill === undefined
			? {lesson: String(Number.parseInt(lesson.run.lesson.name, 10)), step: lesson.run.index + 1}
			: {drill};
	}

	if (isAsOpened(opened, state)) {
		return {files, recorded, recording, stop: cursor};
	}

	const text = (await loadRunner()).printedRun(state);
	return text === undefined ? {} : {recorded: text, stop: cursor};
};

/** The manifests that were applied in a run, each file in its last form. */
export const filesOf = ({recording}: State): Files =>
	Object.fromEntries(
		recording.inputs.flatMap(({input}) =>
			'kubectl' in input && typeof input.kubectl === 'string' ? Object.entries(input.files ?? {}) : [],
		),
	);
