import {nextEffect} from '../../debugger/cause.js';
import {seekChange, type Motion} from '../../debugger/seek.js';
import {addBreakpoint, moveWithBreakpoints, proceed} from '../../debugger/session.js';
import {axisOf} from '../panes/timeline-axis.js';
import {asked} from '../state/guess-round.js';
import {doneLater} from '../state/typed-command.js';
import {begin, foundBy, goOn, partsUntilSaid, searching} from './long-work.js';
import {shortName} from '../../objects/object-name.js';
import {
	changed,
	isFollowing,
	seconds,
	setFollowing,
	shownKey,
	sinceStart,
	stopOf,
	undertaken,
	type State,
} from '../state/state.js';
import type {ScreenWords} from '../words/screen-words.js';
import {wordsOf} from '../words/words.js';

/** Goes to a step; panes scroll back to their first position, because their content changes. */
export const jump = (state: State, step: number): State => {
	const cursor = Math.max(0, Math.min(step, state.recording.stops.length - 1));
	const form = state.object.form === 'printed' ? 'diff' : state.object.form;
	return {
		...state,
		cursor,
		...(state.lesson ? {lesson: {...state.lesson, at: cursor}} : {}),
		pane: {...state.pane, scroll: {}, selected: {}, shift: 0, evidence: undefined},
		object: {...state.object, form, lookingAt: undefined},
		message: '',
	};
};

/** The last visible step: periodic work is hidden by default. */
export const lastShown = ({recording: {stops}, shown}: State): number =>
	(shown.periodic ? undefined : stops.findLast((stop) => !stop.periodic)?.step) ?? stops.length - 1;

/** The end of the user's work: automatic work of the cluster follows it, and is shown only on request. */
export const endOfWork = (state: State): number =>
	(state.shown.periodic ? undefined : axisOf(state).lastOwn) ?? lastShown(state);

/**
Whether the cursor is at the end of the user's work: the last stop of the tape, or the last effect of the user's inputs. Later stops are the
cluster's routine work, which is recorded but not shown: an input before them does not count as one in the past.
*/
export const isAtEnd = (state: State): boolean => {
	const {lesson, cursor, recording, shown} = state;
	const {lastOwn} = axisOf(state);
	return (
		cursor >= recording.stops.length - 1 ||
		(!lesson &&
			!shown.periodic &&
			lastOwn !== undefined &&
			cursor >= lastOwn &&
			doneLater(recording, cursor).length === 0)
	);
};

/** Moves to the end of the user's work; from there, to the end of the recording. */
export const toEnd = (state: State): State => {
	const end = endOfWork(state);
	return jump(state, state.cursor < end ? end : state.recording.stops.length - 1);
};

/** Why a search ended, in words. */
const edgeWords = (state: State, edge: keyof ScreenWords['messages']['edges'] = 'rest'): string => {
	const {edges, liveRest} = wordsOf(state).messages;
	return edge === 'rest' && isLive(state) ? liveRest : edges[edge];
};

/** Whether the clock and real clients decide the next stop. */
const isLive = ({live, recording}: State): boolean => live?.cluster.recording === recording;

/** Moves in the run; in the guessing game, the user first answers a question about the next stop. */
export const go = (state: State, motion: Motion, direction: 1 | -1): State => {
	const {recording, cursor, shown, session: begun} = state;
	const search = searching(state, 20_000, (limits) =>
		moveWithBreakpoints(recording, begun, cursor, motion, direction, {...limits, pastRest: shown.periodic}),
	);
	return begin(
		state,
		foundBy(search, (now, {stop, session, edge}) => {
			if (!stop) {
				return {...now, session, message: edgeWords(now, edge)};
			}

			const asks = direction === 1 ? asked(now, stop.step, session) : undefined;
			return asks ?? {...jump(now, stop.step), session};
		}),
	);
};

/** Moves through the recording to a breakpoint; without one, lets the clients continue; holds a running cluster. */
const proceedLive = (state: State): State => {
	if (isFollowing(state)) {
		return {...setFollowing(state, false), message: wordsOf(state).messages.held};
	}

	// No step: after the tape, the clock decides.
	const {stop, session} = proceed(state.recording, state.session, state.cursor, 1, {steps: 0});
	return stop
		? {...jump(state, stop.step), session, message: wordsOf(state).messages.breakpointHit(stop.stage)}
		: {...setFollowing(jump(state, state.recording.stops.length - 1), true), session};
};

/** The default number of stops to record before the debugger asks whether to continue. */
const stopsAtOnceOf = 200_000;
/** The state of a paused search, which shows its progress so that the screen stays responsive. */
const underWay = (state: State, stopsLeft: number): State => {
	const {parts = 0, breakpoints} = state.search ?? {};
	const end = state.recording.stops.length - 1;
	const at = state.recording.stops.get(end);
	return {
		...jump(state, end),
		search: {stopsLeft, parts: parts + 1, breakpoints},
		message:
			parts < partsUntilSaid ? '' : wordsOf(state).messages.runs(end, seconds(sinceStart(state, at?.timeMs ?? 0))),
	};
};

/** Ends the search in progress, and removes its own breakpoints. */
const ended = (state: State): State =>
	state.search?.breakpoints
		? {...state, search: undefined, session: {...state.session, breakpoints: state.search.breakpoints}}
		: {...state, search: undefined};

/** Continues with a search that has paused. */
export const resume = (state: State): State => {
	if (!state.search) {
		return state;
	}

	if (state.search.work) {
		return goOn(state, state.search.work, state.search.parts);
	}

	const further = proceedFrom(state, 1);
	return further.search === state.search ? ended(further) : further;
};

/** Ends a paused search at its place. */
export const stopSearch = (state: State): State => {
	// Work that has changed something of its own puts it back.
	state.search?.work?.return((now) => now);
	return {...ended(state), message: whyStopped(state)};
};

/** The message where a search, or other work, stopped before its end. */
const whyStopped = (state: State): string => {
	const {undone, edges} = wordsOf(state).messages;
	if (state.search?.isAside) {
		return '';
	}

	if (state.search?.work) {
		return undone;
	}

	return edges.paused;
};

/** Continues to a breakpoint, otherwise to rest, or back to the beginning of the user's work. */
export const proceedFrom = (state: State, direction: 1 | -1): State => {
	if (direction === 1 && isLive(state)) {
		return proceedLive(state);
	}

	const recorded = state.recording.stops.length;
	const patience = state.search?.stopsLeft ?? state.setup.stopsAtOnce ?? stopsAtOnceOf;
	const found = proceed(
		state.recording,
		state.session,
		state.cursor,
		direction,
		direction === 1 ? {steps: patience, pause: state.setup.services.pause} : {},
	);
	const {session} = found;
	if (found.edge === 'paused') {
		return underWay({...state, session}, patience - (state.recording.stops.length - recorded));
	}

	if (found.stop) {
		return {...jump(state, found.stop.step), session, message: wordsOf(state).messages.breakpointHit(found.stop.stage)};
	}

	const log = session.log.at(-1);
	const beginning = state.cursor > state.start ? state.start : 0;
	const end = direction === 1 ? Math.max(state.cursor, endOfWork(state)) : beginning;
	return {
		...jump(state, end),
		session,
		message: log && log !== state.session.log.at(-1) ? `log #${log.step}: ${log.text}` : edgeWords(state, found.edge),
	};
};

const toChangeOf = (state: State, key: string | undefined, direction: 1 | -1): State => {
	if (key === undefined) {
		return {...state, message: wordsOf(state).messages.notFollowed};
	}

	const {recording, cursor} = state;
	const name = shortName(key);
	const search = searching(state, 50_000, (limits) => seekChange(recording, cursor, direction, key, limits));
	return begin(
		state,
		foundBy(search, (now, {stop}) =>
			stop
				? {...jump(now, stop.step), message: wordsOf(now).messages.changesHere(name)}
				: {...now, message: wordsOf(now).messages.noChange[direction === 1 ? 'after' : 'before'](name)},
		),
	);
};

/** Goes to the next or previous change of the followed object. */
export const goToFollowed = (state: State, direction: 1 | -1): State => {
	const key = state.object.followed ?? shownKey(state);
	return toChangeOf(changed(state, 'object', {followed: key}), key, direction);
};

/** Goes to the next or previous change of the object on the screen. */
export const goToShown = (state: State, direction: 1 | -1): State => toChangeOf(state, shownKey(state), direction);

export const toCause = (state: State): State => {
	const cause = stopOf(state)?.cause ?? -1;
	return cause < 0 ? {...state, message: wordsOf(state).messages.began} : jump(state, cause);
};

export const toEffect = (state: State): State => {
	const effect = nextEffect(state.recording, state.cursor);
	return effect ? jump(state, effect.step) : {...state, message: wordsOf(state).messages.noEffect};
};

/** Continues to the next time this stage is reached. */
export const runToNextHere = (state: State): State => {
	const stage = stopOf(state)?.stage;
	if (stage === undefined) {
		return state;
	}

	const moved = proceedFrom({...state, session: addBreakpoint(state.session, `stage=${stage} once`)}, 1);
	if (moved.search) {
		return {...moved, search: {...moved.search, breakpoints: state.session.breakpoints}};
	}

	return isFollowing(moved) ? moved : {...moved, session: {...moved.session, breakpoints: state.session.breakpoints}};
};

export const mark = (state: State): State => ({
	...undertaken(state),
	session: {...state.session, marks: {...state.session.marks, a: state.cursor}},
	message: wordsOf(state).messages.marked(state.cursor),
});

export const toMark = (state: State): State => {
	const {a} = state.session.marks;
	return a === undefined
		? {...state, message: wordsOf(state).messages.noMark}
		: {...jump(state, a), session: {...state.session, marks: {a: state.cursor}}};
};

/** Shows periodic work, or folds it. */
export const togglePeriodic = (state: State): State => ({
	...changed(state, 'shown', {periodic: !state.shown.periodic}),
	message: state.shown.periodic ? wordsOf(state).messages.periodicFolded : wordsOf(state).messages.periodicShown,
});

/** Goes to the beginning of the user's work, with the panes of that time. */
export const restart = (state: State): State => {
	const begun = jump(state, state.start);
	return {
		...begun,
		pane: {...begun.pane, view: state.pane.view === 'board' ? 'board' : 'state', zoomed: false},
		object: {...begun.object, form: 'diff'},
		cluster: {},
	};
};
