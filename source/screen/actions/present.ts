import type {Input} from '../../cluster.js';
import {seek} from '../../debugger/seek.js';
import {answersEnding} from '../state/unsolved.js';
import {changed, type LongWork, type State} from '../state/state.js';
import {changesNothing, doneLater, runningCommands} from '../state/typed-command.js';
import {wordsOf} from '../words/words.js';
import {searching} from './long-work.js';
import {endOfWork, isAtEnd, jump, toEnd} from './motions.js';

/** The longest wait for earlier commands, in virtual milliseconds. */
export const patienceMs = 300_000;
/** And in stops. */
export const mostStops = 50_000;

/** kubectl commands that have not ended, except background ones. */
const running = ({recording, commandLine}: State): ReturnType<typeof runningCommands> =>
	runningCommands(recording).filter(({name}) => !commandLine.background.includes(name));

/** Lets the previous command end, as a shell does; a command that does not end is in the background from then on. */
export function* afterRunning(state: State): LongWork {
	const {recording, cursor} = state;
	const {stops, kernel} = recording;
	if (state.live || !isAtEnd(state) || running(state).length === 0) {
		return (now) => now;
	}

	const untilMs = kernel.now + patienceMs;
	yield* searching(state, mostStops, (limits) =>
		seek(recording, cursor, 1, () => running(state).length === 0, {...limits, pastRest: true, untilMs}),
	);
	const left = running(state);
	const end = stops.length - 1;
	return (now) => ({
		...changed(jump(now, end), 'commandLine', {
			background: [...now.commandLine.background, ...left.map(({name}) => name)],
		}),
		message:
			left.length === 0
				? ''
				: wordsOf(now).messages.inBackground(left.map(({line}) => `kubectl ${line}`.trim()).join(', ')),
	});
}

/** Whether an input that is given here answers an ending that the screen explains: it is given in the present, and the screen runs on to its outcome. */
export const isAnswer = (state: State): boolean => answersEnding(state, isAtEnd(state));

/** Whether an input leaves the cluster as it is. */
const isIdle = (input: Input | undefined): boolean =>
	input !== undefined && 'kubectl' in input && changesNothing(input.kubectl);

/** Whether the stops after the cursor belong to a command that changes nothing: a command typed there undoes nothing of the learner's work. */
const isInAnswer = ({recording: {inputs}, cursor}: State): boolean =>
	isIdle(inputs.findLast(({step}) => step <= cursor)?.input);

/** Whether a command that is typed here tries to solve the task on the screen: it then runs to its outcome, as the learner's next command expects. */
export const triesTask = (state: State): boolean => {
	const {recording, cursor, lesson} = state;
	return (
		lesson?.run.step.task !== undefined &&
		!lesson.solved &&
		(cursor >= endOfWork(state) || isInAnswer(state)) &&
		doneLater(recording, cursor).every(({input}) => isIdle(input))
	);
};

/** The state at the last stop of the tape. Routine work after the cursor does not begin another future. */
const toLast = (state: State): State => {
	const last = state.recording.stops.length - 1;
	return state.cursor < last ? jump(state, last) : state;
};

/**
The state for an input: if it answers an explained ending, the present, after the command that runs there. Its effect on a
state can be computed repeatedly.
*/
export function* present(state: State, answers = isAnswer(state)): LongWork {
	const arrive = (now: State): State => {
		if (answers && !isAtEnd(now)) {
			return toEnd(now);
		}

		return triesTask(now) ? toLast(now) : now;
	};

	const waited = yield* afterRunning(arrive(state));
	return (now) => waited(arrive(now));
}
