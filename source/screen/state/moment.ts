import type {Binding} from '../input/binding.js';
import type {CommandWord} from '../input/command-table.js';
import {bindingOfKey} from '../input/keymap.js';
import type {Word} from '../input/key-table.js';
import {contextsOf} from './contexts.js';
import type {State} from './state.js';

/** The number of keys at the beginning of the help. */
const most = 12;

/** Keys of a pane or of a question that are among the first; the rest of the twelve are generally useful. */
const mostHere = 7;

const inLesson: readonly Word[] = ['pane', 'step', 'back', 'next', 'continue', 'undo', 'causes', 'board'];
const inRun: readonly Word[] = ['step', 'back', 'next', 'continue', 'board', 'why', 'diff', 'follow', 'break', 'pane'];
const anywhere: readonly Word[] = ['command', 'palette', 'find', 'quit'];

/** Whether a key has help to give: a drill and an exam have no hints, and an exam has its solutions after it. */
export const isOffered = ({lesson}: State, {word}: Binding<Word>): boolean => {
	const sits = lesson?.exam !== undefined && !lesson.exam.grades;
	const isAlone = lesson?.exam !== undefined || lesson?.run.lesson.drill !== undefined;
	return !(isAlone && word === 'hint') && !(sits && word === 'solution');
};

/** The most important keys at this moment, at most twelve: first those of this place, then generally useful ones. */
export const momentKeys = (state: State): ReadonlyArray<Binding<Word>> => {
	const {keymap} = state.setup;
	const contexts = contextsOf(state);
	const works = (binding: Binding<Word>): boolean =>
		isOffered(state, binding) && bindingOfKey(keymap, contexts, binding.keys[0] ?? '') === binding;
	const here = contexts.flatMap((context) => keymap.filter((binding) => binding.in === context && works(binding)));
	const general = [...(state.lesson ? inLesson : inRun), ...anywhere].flatMap((word) =>
		keymap.filter((binding) => binding.word === word && binding.in === undefined && works(binding)),
	);
	const enter = state.lesson ? keymap.filter((binding) => binding.word === 'open' && works(binding)) : [];
	const own = [...enter, ...here].slice(0, mostHere);
	const last = general.filter(({word}) => anywhere.includes(word));
	const between = general.filter(({word}) => !anywhere.includes(word));
	return [...own, ...between.slice(0, Math.max(0, most - own.length - last.length)), ...last].slice(0, most);
};

/** Words of the command line that only an exam, or only a lesson, understands. */
export const onlyInExam: ReadonlySet<CommandWord> = new Set(['task', 'flag', 'clock', 'grade']);
const onlyInLesson: ReadonlySet<CommandWord> = new Set(['answer']);

/** Whether a key has an effect at this moment. */
const keyWorks = (state: State, binding: Binding<Word>): boolean =>
	binding.in === undefined || contextsOf(state).includes(binding.in);

/** Words that need another future besides the shown one. */
const onlyAmongFutures: ReadonlySet<CommandWord> = new Set(['other', 'compare', 'again']);

/** Whether a word of the command line has an effect at this moment. */
export const wordWorks = ({lesson, futures}: State, word: CommandWord): boolean =>
	(!onlyInExam.has(word) || lesson?.exam !== undefined) &&
	(!onlyInLesson.has(word) || lesson?.run.step.ask?.value !== undefined) &&
	(!onlyAmongFutures.has(word) || futures.length > 0);

/** The rank of a key at the moment: 1 for one of the first twelve, −1 for one without effect here. */
export const fitOf = (state: State, binding: Binding<Word>, now: ReadonlyArray<Binding<Word>>): number => {
	if (!keyWorks(state, binding)) {
		return -1;
	}

	return now.includes(binding) ? 1 : 0;
};
