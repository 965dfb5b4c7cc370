import type {Context} from '../input/binding.js';
import type {State} from './state.js';

/** The contexts a state is in, the nearest first. */
export const contextsOf = (state: State): readonly Context[] => [
	...(state.find === '' ? [] : (['find'] as const)),
	...(state.lesson?.step.ask && !state.answered ? (['question'] as const) : []),
	...(state.lesson?.step.task ? (['task'] as const) : []),
	state.view,
	...(state.lesson ? (['lesson'] as const) : []),
];
