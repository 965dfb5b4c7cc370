import {changed, stopOf, type State} from '../state/state.js';
import type {TypedWork} from '../state/parts.js';
import {lastShown} from './motions.js';

/** So long after a command, in virtual milliseconds, it counts as stuck although something is still tried again and again. */
const patienceMs = 60_000;

/** The user is where all that was recorded ends, and nothing better is to come. */
const isOver = (state: State, {process, fromMs}: TypedWork): boolean => {
	const {resting, kernel} = state.recording;
	const isEnded = ['ended', 'crashed'].includes(kernel.processes.get(process)?.state ?? 'ended');
	return state.cursor >= lastShown(state) && ((isEnded && resting) || kernel.now - fromMs >= patienceMs);
};

/**
The state in which reason and remedy of what was typed last are known: when it has ended and the user is at the end, or at a stop that refuses it. A drill and a lesson give no such help, and with real clients nothing ends.
*/
export const advised = (state: State): State => {
	const {typed} = state.manifests;
	const {advise} = state.setup.services;
	const stop = stopOf(state);
	if (!typed || !advise || !stop || state.search || state.lesson || state.live || typed.recording !== state.recording) {
		return state;
	}

	const over = isOver(state, typed);
	if (!over && !(stop.process === typed.process && stop.outcome === 'refused' && stop.step > typed.from)) {
		return state;
	}

	const {language} = state.setup;
	const found = advise(typed, {isOver: over, start: state.start, language});
	const {advice = [], message = ''} = found ?? {};
	const steps = new Set(advice.map(({step}) => step));
	const known = state.manifests.advice.filter((one) => !(one.recording === state.recording && steps.has(one.step)));
	const told = changed(state, 'manifests', {advice: [...known, ...advice], typed: over ? undefined : typed});
	if (message === '') {
		return told;
	}

	// The board has no room for words: what went wrong opens on them, as it does where a run begins with it.
	const view = state.pane.view === 'board' ? 'state' : state.pane.view;
	return {...changed(told, 'pane', {view}), message};
};
