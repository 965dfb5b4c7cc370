import {nextEffect} from '../debugger/cause.js';
import {seekChange, type Motion} from '../debugger/seek.js';
import {addBreakpoint, moveWithBreakpoints, proceed, removeBreakpoint} from '../debugger/session.js';
import {shownKey, stopOf, type State, type View} from './state.js';
import {rowsOf} from './views/rows.js';

/** Goes to a step; panes scroll back to their tops, since they show something else. */
export const jump = (state: State, step: number): State => {
	const cursor = Math.max(0, Math.min(step, state.recording.stops.length - 1));
	if (state.lesson) {
		state.lesson.cursor = cursor;
	}

	return {...state, cursor, scroll: {}, selected: {}, message: '', real: false, predict: false};
};

const edges = {
	start: 'this is the beginning',
	rest: 'the run rests here: only periodic work would follow. : takes kubectl commands',
	limit: 'nothing of the kind for a long time',
} as const;

export const go = (state: State, motion: Motion, direction: 1 | -1): State => {
	const found = moveWithBreakpoints(
		state.recording,
		state.session,
		state.cursor,
		motion,
		direction,
		state.periodic ? {pastRest: true, steps: 20_000} : {steps: 20_000},
	);
	if (!found.stop) {
		return {...state, message: edges[found.edge ?? 'rest']};
	}

	const moved = jump(state, found.stop.step);
	return state.predict ? {...moved, predict: true, message: 'guess what happens here, then enter'} : moved;
};

export const proceedFrom = (state: State, direction: 1 | -1): State => {
	const found = proceed(state.recording, state.session, state.cursor, direction);
	const session = found.session;
	if (found.stop) {
		return {...jump(state, found.stop.step), session, message: 'breakpoint'};
	}

	const log = session.log.at(-1);
	return {
		...jump(state, direction === 1 ? state.recording.stops.length - 1 : 0),
		session,
		message: log && log !== state.session.log.at(-1) ? `log #${log.step}: ${log.text}` : edges[found.edge ?? 'rest'],
	};
};

export const goToChange = (state: State, direction: 1 | -1): State => {
	const key = state.followed ?? shownKey(state);
	if (key === undefined) {
		return {...state, message: 'no object is followed; o follows the one of this stop'};
	}

	const found = seekChange(state.recording, state.cursor, direction, key, {steps: 50_000});
	return found.stop
		? {...jump(state, found.stop.step), followed: key}
		: {...state, followed: key, message: `${key} does not change ${direction === 1 ? 'after' : 'before'} this`};
};

export const toCause = (state: State): State => {
	const cause = stopOf(state)?.cause ?? -1;
	return cause < 0 ? {...state, message: 'this is where you began it'} : jump(state, cause);
};

export const toEffect = (state: State): State => {
	const effect = nextEffect(state.recording, state.cursor);
	return effect ? jump(state, effect.step) : {...state, message: 'it led to nothing that is recorded; c records on'};
};

export const toggleBreakHere = (state: State): State => {
	const stage = stopOf(state)?.stage;
	if (stage === undefined) {
		return state;
	}

	const existing = state.session.breakpoints.find((breakpoint) => breakpoint.stage === stage);
	return existing
		? {...state, session: removeBreakpoint(state.session, existing.id), message: `breakpoint at ${stage} is off`}
		: {...state, session: addBreakpoint(state.session, stage), message: `breakpoint at ${stage}`};
};

export const runToNextHere = (state: State): State => {
	const stage = stopOf(state)?.stage;
	return stage === undefined
		? state
		: proceedFrom({...state, session: addBreakpoint(state.session, `${stage} once`)}, 1);
};

export const mark = (state: State): State => ({
	...state,
	session: {...state.session, marks: {...state.session.marks, a: state.cursor}},
	message: `#${state.cursor} is marked; ' comes back`,
});

export const toMark = (state: State): State => {
	const {a} = state.session.marks;
	return a === undefined ? {...state, message: 'no stop is marked; m marks one'} : jump(state, a);
};

export const diffAgainstMark = (state: State): State => {
	const {a} = state.session.marks;
	return a === undefined
		? {...state, message: 'no stop is marked; m marks one'}
		: {...form(state, 'diff'), against: a, message: `what changed since #${a}`};
};

export const follow = (state: State): State => {
	const key = stopOf(state)?.object;
	return key === undefined
		? {...state, message: 'this stop is about no object'}
		: {...state, followed: key, message: `following ${key}; . and , go to its changes`};
};

export const form = (state: State, value: State['form']): State => ({
	...state,
	form: value,
	view: 'state',
	scroll: {...state.scroll, state: 0},
});

export const show = (state: State, view: View): State => ({...state, view, message: ''});

export const togglePredict = (state: State): State =>
	state.predict
		? {...state, predict: false, message: ''}
		: {...go(state, 'into', 1), predict: true, message: 'guess what happens here, then enter'};

export const networkPart = (state: State, part: State['networkPart']): State => ({
	...state,
	view: 'network',
	networkPart: state.networkPart === part ? 'endpoints' : part,
	scroll: {...state.scroll, network: 0},
});

const listViews = new Set<View>(['why', 'events', 'cluster', 'ledger']);

export const scroll = (state: State, rows: number): State => {
	const {view} = state;
	const total = rowsOf(state, view, 200).length;
	if (listViews.has(view)) {
		const selected = Math.max(0, Math.min(total - 1, (state.selected[view] ?? 0) + rows));
		return {...state, selected: {...state.selected, [view]: selected}};
	}

	return {
		...state,
		scroll: {...state.scroll, [view]: Math.max(0, Math.min(total - 1, (state.scroll[view] ?? 0) + rows))},
	};
};

/** Enter: opens the selected row; ends a guess; answers a question or goes on in a lesson. */
export const open = (state: State): State => {
	if (state.predict) {
		return {...state, predict: false, message: ''};
	}

	if (listViews.has(state.view)) {
		const row = rowsOf(state, state.view, 200)[state.selected[state.view] ?? 0];
		if (row?.key !== undefined) {
			return {
				...state,
				followed: row.key,
				view: 'state',
				form: 'whole',
				message: `following ${row.key}`,
				cursor: row.step ?? state.cursor,
			};
		}

		if (row?.step !== undefined) {
			return jump(state, row.step);
		}
	}

	return state.lesson ? lessonOn(state) : {...state, zoomed: !state.zoomed};
};

const lessonMoved = (state: State): State => {
	const lesson = state.lesson!;
	return {
		...state,
		recording: lesson.recording,
		cursor: Math.max(0, lesson.cursor),
		option: 0,
		answered: undefined,
		hints: 0,
		solved: false,
		scroll: {},
		selected: {},
		message: lesson.problem ?? '',
		view: lesson.step.look?.view === undefined ? state.view : (lesson.step.look.view as View),
		real: lesson.step.look?.real !== undefined,
	};
};

const lessonOn = (state: State): State => {
	const lesson = state.lesson!;
	const {ask, task} = lesson.step;
	if (ask && !state.answered) {
		const chosen = ask.options[state.option]!;
		const correct = chosen === ask.answer;
		const proven = lesson.prove(ask.proof);
		const shown = proven.stop ? {...jump(state, proven.stop.step)} : state;
		lesson.cursor = state.cursor;
		return {
			...shown,
			option: state.option,
			answered: {
				correct,
				text: correct
					? ask.because
					: `You said ${chosen}; here is the stop that decides (#${proven.stop?.step}). ${ask.because}`,
			},
		};
	}

	if (task && !state.solved) {
		const solved = lesson.runUntil(task.expect);
		return solved
			? {...lessonMoved(state), solved: true, message: 'solved'}
			: {...state, message: 'not yet: try something with : and kubectl …, H for a hint, ! for the solution'};
	}

	if (!lesson.next()) {
		return {...state, message: 'this was the last step; q leaves'};
	}

	return lessonMoved(state);
};

export const chooseOption = (state: State, change: number): State => {
	const count = state.lesson?.step.ask?.options.length ?? 0;
	return count === 0 || state.answered ? state : {...state, option: (state.option + change + count) % count};
};

export const hint = (state: State): State => {
	const hints = state.lesson?.step.task?.hints;
	return hints
		? {...state, hints: Math.min(hints.length, state.hints + 1)}
		: {...state, message: 'there are hints where there is a task'};
};

export const undoLesson = (state: State): State => {
	if (!state.lesson?.undo()) {
		return {...state, message: 'nothing to undo'};
	}

	return lessonMoved(state);
};

export const solution = (state: State): State => {
	const task = state.lesson?.step.task;
	if (!state.lesson || !task) {
		return {...state, message: 'there is a solution where there is a task'};
	}

	for (const action of task.solution) {
		state.lesson.perform(action);
	}

	const solved = state.lesson.runUntil(task.expect);
	return {
		...lessonMoved(state),
		solved,
		message: `solution: ${task.solution.map((action) => (action.kubectl === undefined ? 'run on' : `kubectl ${action.kubectl}`)).join('; ')}`,
	};
};

export const quit = (state: State): State =>
	state.mode === 'quit' ? {...state, left: true} : {...state, mode: 'quit'};
