import {changed, seconds, sinceStart, stopOf, type Passage, type State} from '../state/state.js';
import {beatsOf} from '../panes/board/story.js';
import {wordsOf} from '../words/words.js';
import {jump} from './motions.js';

/** The duration of each stop of a passage, in milliseconds. */
export const passageMs = 380;

/** The most stops of a passage: with {@link passageMs}, it takes up to 2.7 s. */
const mostShown = 7;

/** Selects a number of these steps, including the first and the last. */
const spread = (steps: readonly number[], most: number): readonly number[] =>
	steps.length <= most
		? steps
		: Array.from({length: most}, (_, index) => steps[Math.round((index * (steps.length - 1)) / (most - 1))] ?? 0);

/** The stops between two steps of a lesson that its board plays: the beats of the story, or stops spread over the way where it has fewer than two. */
export const stepsBetween = (state: State, from: number, to: number): readonly number[] => {
	const beats = beatsOf(state, to)
		.map(({step}) => step)
		.filter((step) => step > from && step < to);
	if (beats.length > 1) {
		return spread(beats, mostShown);
	}

	const ownWork = state.recording.stops
		.slice(from + 1, to)
		.filter(({periodic}) => !periodic)
		.map(({step}) => step);
	return spread(ownWork, mostShown);
};

/** The state at a stop of a passage. The learner has not moved away: the text waits for the passage's end. */
const shownAt = (passage: Passage, size: State['size']): State => {
	const {target, steps, at} = passage;
	const there = jump(target, steps[at] ?? target.cursor);
	return {
		...changed(changed(there, 'pane', {view: 'board'}), 'board', {playing: true, story: false}),
		...(target.lesson ? {lesson: {...target.lesson, leftAt: there.cursor, at: there.cursor}} : {}),
		passage,
		message: wordsOf(target).messages.passes,
		size,
	};
};

/** The state at the end of a passage that plays; without one, the state is unchanged. */
export const passageEnded = (state: State): State =>
	state.passage ? {...state.passage.target, size: state.size} : state;

/** The next stop of a passage, or its end. */
export const passOn = (state: State): State => {
	const {passage} = state;
	return passage && passage.at + 1 < passage.steps.length
		? shownAt({...passage, at: passage.at + 1}, state.size)
		: passageEnded(state);
};

/** The time of the stop at the cursor, as in its head and the timeline. */
const shownTime = (state: State): number => {
	const stop = stopOf(state);
	return stop ? sinceStart(state, stop.timeMs) : 0;
};

/**
The passage to a step of a lesson: its board plays the stops in between, then the step opens. An earlier step is marked.

@param before the state in which the learner continued
@param target the state in which the step opens
*/
export const passing = (before: State, target: State): State => {
	const {leftAt = before.cursor, answered} = before.lesson ?? {};
	// An answer has shown its stop: the way to that stop is behind the learner.
	const from = answered ? Math.max(leftAt, before.cursor) : leftAt;
	const [then, now] = [shownTime(before), shownTime(target)];
	if (now < then) {
		const said = wordsOf(target).messages.backInTime(seconds(then, 3), seconds(now, 3));
		return target.message === '' ? {...target, message: said} : target;
	}

	const steps = before.setup.services.moves === true ? stepsBetween(target, from, target.cursor) : [];
	return steps.length < 2 ? target : shownAt({steps, at: 0, target}, target.size);
};
