import type {ClusterRecording, Input} from '../../cluster.js';
import {checkName, nextName} from '../../debugger/futures.js';
import {begin} from './long-work.js';
import {isAtEnd, jump} from './motions.js';
import {present} from './present.js';
import {allFutures, asLeft} from '../state/all-futures.js';
import {differentEnds} from './future-ends.js';
import {atRest} from '../state/at-rest.js';
import {alignFutures, firstDifference} from '../state/futures-aligned.js';
import {changed, type Future, type State, undertaken, type LongWork} from '../state/state.js';
import {doneLater} from '../state/typed-command.js';
import {closest} from '../../scenario/mistake.js';
import {wordsOf} from '../words/words.js';

const namesOf = ({future, futures}: State): readonly string[] => [future.name, ...futures.map(({name}) => name)];

/** Begins another future at the cursor, without further actions. */
const begun = (state: State, recording: ClusterRecording, name = nextName(namesOf(state))): State => {
	const {cursor, future} = state;
	return {
		...state,
		recording,
		future: {
			name,
			from: {name: future.name, step: cursor},
			later: doneLater(state.recording, cursor),
		},
		futures: [...state.futures, asLeft(state)],
	};
};

/**
Submits an input at the cursor: in the past, this begins another future, and the old one is kept. At the end of the user's work, the input
is submitted at the end of the tape, and a message reports this if the tape has further stops. Its effect on a state can be computed
repeatedly.
*/
export function* submitting(state: State, input: Input): LongWork {
	const {lesson, cursor, recording} = state;
	if (lesson) {
		const {run} = lesson;
		run.cursor = cursor;
		yield* run.submitting(input);
		return (now) => ({...undertaken(now), recording: run.recording});
	}

	if (isAtEnd(state)) {
		recording.submit(input);
		const end = recording.stops.length - 1;
		return (now) => ({
			...undertaken(cursor < end ? jump(now, end) : now),
			message: cursor < end ? wordsOf(now).messages.givenAtEnd(end, cursor) : '',
		});
	}

	const branch = yield* recording.branching(cursor);
	branch.submit(input);
	return (now) => {
		const other = begun(undertaken(now), branch);
		return {
			...other,
			message: wordsOf(now).messages.futureBegins(cursor, other.future.name, other.future.later.length),
		};
	};
}

/** Submits an input as a separate action; if it answers an explained ending, in the present. @param then its message or view */
export const submit = (state: State, input: Input, then: (given: State) => State = (given) => given): State =>
	begin(state, submittedWhere(state, input, then));

function* submittedWhere(state: State, input: Input, then: (given: State) => State): LongWork {
	const arrived = yield* present(state);
	const before = arrived(state);
	const made = yield* submitting(before, input);
	const said = before.cursor === state.cursor ? '' : wordsOf(state).messages.ranInPresent;
	return (now) => {
		const given = then(made(arrived(now)));
		return {
			...given,
			message: [said, given.message].filter((text) => text !== '').join(wordsOf(state).messages.between),
		};
	};
}

/** The message that no other future exists. */
const noOther = (state: State): string => {
	const {futureOfLesson, oneFuture} = wordsOf(state).messages;
	return state.lesson ? futureOfLesson : oneFuture;
};

/** Begins another future at the cursor, before its first action. @param name its name; by default, a number */
export const branchHere = (state: State, name: string): State => {
	if (state.lesson) {
		return {...state, message: noOther(state)};
	}

	if (name !== '') {
		checkName(name, namesOf(state));
	}

	return begin(state, branching(state, name === '' ? undefined : name));
};

function* branching({recording, cursor}: State, name: string | undefined): LongWork {
	const branch = yield* recording.branching(cursor);
	return (now) => {
		const other = begun(now, branch, name);
		return {
			...undertaken(jump(other, other.cursor)),
			message: wordsOf(now).messages.futureBegins(undefined, other.future.name, other.future.later.length),
		};
	};
}

/** Calls the future on the screen otherwise. */
export const nameFuture = (state: State, name: string): State => {
	const old = state.future.name;
	checkName(
		name,
		namesOf(state).filter((taken) => taken !== old),
	);
	const renamed = <F extends Pick<Future, 'from'>>(future: F): F =>
		future.from?.name === old ? {...future, from: {...future.from, name}} : future;
	return {
		...undertaken(state),
		future: {...state.future, name},
		futures: state.futures.map((future) => renamed(future)),
		message: wordsOf(state).messages.futureNamed(name),
	};
};

/** The future with a name. @throws {Error} when it does not exist. */
const futureNamed = (state: State, name: string): Future => {
	const found = allFutures(state).find((future) => future.name === name);
	if (!found) {
		const near = closest(name, namesOf(state));
		throw new Error(wordsOf(state).messages.noFuture(name, near));
	}

	return found;
};

/** Switches to a future, at its last viewed step. @throws {Error} when no future has this name. */
export const toFuture = (state: State, name: string): State => {
	if (name === state.future.name) {
		return {...state, message: wordsOf(state).messages.futureShown(name)};
	}

	return begin(state, going(futureNamed(state, name)));
};

function* going({run, cursor, ...future}: Future): LongWork {
	const recording = yield* run.playing();
	return (now) => {
		const futures = [...now.futures.filter((other) => other.name !== future.name), asLeft(now)];
		return {
			...jump({...now, recording, future, futures}, cursor),
			message: wordsOf(now).messages.toFuture(future.name),
		};
	};
}

/** Goes to the previous future, at the same place if it has one; a second time returns. */
export const toOther = (state: State): State => {
	const other = state.futures.at(-1);
	return other ? toFuture(state, other.name) : {...state, message: noOther(state)};
};

/**
Two futures side by side, at the first stop with a different meaning.

@param argument their names; with one, this future and that one; without any, this one and the last one before it
@throws {Error} when a future does not exist.
*/
export const compareFutures = (state: State, argument: string): State => {
	const words = argument.split(/\s+/).filter((word) => word !== '');
	const last = state.futures.at(-1);
	if (!last) {
		return {...state, message: noOther(state)};
	}

	const [here, there] = words.length > 1 ? words : [state.future.name, words[0] ?? last.name];
	const names = [here ?? '', there ?? ''] as const;
	if (words.length > 2 || names[0] === names[1]) {
		return {...state, message: wordsOf(state).messages.compareTakes};
	}

	return begin(state, comparing(state, names));
};

/** Plays both to their ends and compares them. */
function* comparing(state: State, names: readonly [string, string]): LongWork {
	const mine = yield* atRest(yield* futureNamed(state, names[0]).run.playing());
	const other = yield* atRest(yield* futureNamed(state, names[1]).run.playing());
	const step = firstDifference(mine, other);
	if (step === undefined) {
		return (now) => ({...now, message: wordsOf(now).messages.sameFutures(names[0], names[1])});
	}

	const aligned = alignFutures(mine, other, step);
	const first = aligned.findIndex(({alike}) => !alike);
	const ends = differentEnds(mine, other, step, wordsOf(state).lists.compare);
	return (now) => ({
		...changed(now, 'commandLine', {typed: ''}),
		mode: 'compare',
		comparison: {names, runs: [mine, other], aligned, first, at: Math.max(0, first), ends},
		message: '',
	});
}
