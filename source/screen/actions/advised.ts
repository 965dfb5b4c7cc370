import {changed, stopOf, type State, type LongWork} from '../state/state.js';
import type {Services, TypedWork, WorkAdvice} from '../state/parts.js';
import {begin} from './long-work.js';
import {lastShown} from './motions.js';
import {wordsOf} from '../words/words.js';

/** The time after a command, in virtual milliseconds, after which it counts as stuck despite repeated attempts. */
const patienceMs = 60_000;

/** The user is at the end of the recording, and no further progress will follow. */
const isOver = (state: State, {process, fromMs}: TypedWork): boolean => {
	const {resting, kernel} = state.recording;
	const isEnded = ['ended', 'crashed'].includes(kernel.processes.get(process)?.state ?? 'ended');
	return state.cursor >= lastShown(state) && ((isEnded && resting) || kernel.now - fromMs >= patienceMs);
};

/** The state without advice about the last typed command. */
export const unadvised = (state: State): State => changed(state, 'manifests', {typed: undefined});

/** The state with the findings about typed work. */
const told = (
	state: State,
	{recording, said = ''}: TypedWork,
	{advice = [], message = ''}: Partial<WorkAdvice> = {},
	over: boolean,
): State => {
	const steps = new Set(advice.map(({step}) => step));
	const known = state.manifests.advice.filter((one) => !(one.recording === recording && steps.has(one.step)));
	const isSolved = over && advice.length === 0 && message !== '';
	const all = changed(state, 'manifests', {
		advice: [...known, ...advice],
		...(isSolved ? {solvedAt: state.cursor} : {}),
	});
	const now = over ? unadvised(all) : all;
	if (message === '') {
		return now;
	}

	// The board has no room for words: a failure opens on its words, as a run does that begins with one.
	const view = state.pane.view === 'board' && advice.length > 0 ? 'state' : state.pane.view;
	return {
		...changed(now, 'pane', {view}),
		message: [said, message].filter((text) => text !== '').join(wordsOf(state).messages.between),
	};
};

/** Searches for remedies on copies of the run; earlier advice stays if there is none. */
function* advising(state: State, typed: TypedWork, isOver: boolean, advise: NonNullable<Services['advise']>): LongWork {
	const found = yield* advise(typed, {
		isOver,
		start: state.start,
		cursor: state.cursor,
		language: state.setup.language,
	});
	return (now) => told({...now, message: state.message}, typed, found, isOver);
}

/**
The state with the reason and remedy of the last typed command, or with the search for them: when the command has ended and the user is at
the end, or at a stop that refuses it. Drills and lessons give no such help, and with real clients a run has no end.
*/
export const advised = (state: State): State => {
	const {typed} = state.manifests;
	const {advise} = state.setup.services;
	const stop = stopOf(state);
	if (!typed || !advise || !stop || state.search || state.lesson || state.live || typed.recording !== state.recording) {
		return state;
	}

	// The end of an earlier run does not interrupt a user who is typing.
	const over = state.mode === 'debug' && isOver(state, typed);
	if (!over && !(stop.process === typed.process && stop.outcome === 'refused' && stop.step > typed.from)) {
		return state;
	}

	return begin(state, advising(state, typed, over, advise), {isAside: over});
};
