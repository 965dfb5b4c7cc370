import type {Context} from '../input/binding.js';
import type {State} from './state.js';

/** The contexts a state is in, the nearest first. */
export const contextsOf = (state: State): readonly Context[] => [
	...(state.pane.find === '' ? [] : (['find'] as const)),
	...(state.lesson?.run.step.ask && !state.lesson.answered ? (['question'] as const) : []),
	...(state.lesson?.run.step.task ? (['task'] as const) : []),
	...(state.pane.view === 'network' && state.network.part === 'race' ? (['race'] as const) : []),
	state.pane.view,
	...(state.lesson ? (['lesson'] as const) : []),
];
