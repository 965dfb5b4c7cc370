import type {Context} from '../input/binding.js';
import {asksBelief} from './belief.js';
import {openGuess} from './guess-round.js';
import type {State} from './state.js';

/** Whether a digit is not among the options of a guess. */
const isNoOption = (state: State, key: string): boolean =>
	/^\d$/.test(key) && Number(key) > (openGuess(state)?.question.options.length ?? 0);

/**
The contexts of a state, the nearest first.

@param key the key to check: a digit beyond the options of a guess has its usual effect.
*/
export const contextsOf = (state: State, key = ''): readonly Context[] => [
	...(state.pane.find === '' ? [] : (['find'] as const)),
	...(openGuess(state) && !isNoOption(state, key) ? (['guess'] as const) : []),
	...(state.lesson && (asksBelief(state.lesson) || (state.lesson.run.step.ask && !state.lesson.answered))
		? (['question'] as const)
		: []),
	...(state.lesson?.run.step.task ? (['task'] as const) : []),
	...(state.pane.view === 'network' && state.network.part === 'race' ? (['race'] as const) : []),
	...(state.pane.view === 'board' && state.board.story ? (['story'] as const) : []),
	...(state.pane.view === 'cluster' && state.pane.selected.cluster !== undefined && !state.cluster.inside
		? (['selected'] as const)
		: []),
	state.pane.view,
	...(state.lesson ? (['lesson'] as const) : []),
];

/** Whether enter belongs to a question or a lesson, unless something is selected. */
export const hasEnter = (state: State): boolean => state.lesson !== undefined || openGuess(state) !== undefined;
