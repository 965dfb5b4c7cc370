import type {Input} from '../../cluster.js';
import type {Recording} from '../../debugger/recording.js';
import type {Session} from '../../debugger/session.js';
import type {Stop} from '../../kernel/stop.js';
import type {Scenario} from '../../scenario/scenario.js';
import {jump} from './motions.js';
import type {State} from './state.js';

/** A simulation that real clients talk to: it goes on by the wall clock, but for the time that it is held. Meanwhile their requests hang. */
export interface LiveCluster {
	/** The one that clients talk to; other futures are the user's alone. */
	readonly recording: Recording<Scenario, Input>;
	/** `https://127.0.0.1:6443` */
	readonly address: string;
	/** Where it is held; `undefined`: it runs. */
	readonly held: Stop | undefined;
	/** Its breakpoints, and what its logpoints said, as they are after what has happened so far. */
	readonly session: Session;
	/** How many requests clients have made so far, and how many of them have no end yet. */
	readonly clients: {readonly count: number; readonly open: number};
	readonly hold: () => void;
	readonly run: () => void;
	/** Does what may record more stops; what clients send meanwhile waits for its end. */
	readonly during: <T>(act: () => T) => T;
	/** Takes the breakpoints that hold from now on. */
	readonly use: (session: Session) => void;
}

/** The last stop that is shown: periodic work is not, unless the user wants it. */
const lastShown = ({recording, periodic, cursor}: State): number =>
	periodic
		? recording.stops.length - 1
		: Math.max(
				cursor,
				recording.stops.findLastIndex((stop) => !stop.periodic),
			);

/** The state after what clients and the clock have brought about since: it follows the newest stop, and ends where a breakpoint holds. */
export const caughtUp = (state: State): State => {
	const {live, following} = state;
	if (!live || !following) {
		return state;
	}

	const {held, session} = live;
	if (held) {
		return {
			...jump({...state, session}, held.step),
			following: false,
			message: `held at ${held.stage}; s steps, c lets it run`,
		};
	}

	const cursor = lastShown(state);
	return cursor === state.cursor && session === state.session
		? state
		: {...jump({...state, session}, cursor), message: state.message};
};

/** What a key makes of the state while clients are served: whatever looks at a place holds the simulation; only following lets it run. */
export const steered = (state: State, live: LiveCluster, act: (state: State) => State): State => {
	const {following} = state;
	const caught = caughtUp(state);
	// A command is given at the present, whatever is shown of it.
	const end = live.recording.stops.length - 1;
	const before = caught.following ? {...caught, cursor: end} : caught;
	const inputs = live.recording.inputs.length;
	const acted = live.during(() => act(before));
	const moved =
		acted.recording !== before.recording ||
		acted.cursor !== before.cursor ||
		live.recording.stops.length - 1 !== end ||
		live.recording.inputs.length !== inputs;
	const after =
		acted.following && following ? (moved ? {...acted, following: false} : {...acted, cursor: caught.cursor}) : acted;
	if (after.session !== before.session) {
		live.use(after.session);
	}

	if (after.following && !before.following) {
		live.run();
	} else if (!after.following && !live.held) {
		live.hold();
	}

	return after;
};

/** How it stands with the clients, in a row. */
export const liveLine = ({live, following, recording}: State): string => {
	if (!live) {
		return '';
	}

	const {address, clients} = live;
	const {count, open} = clients;
	const requests = `${count} request${count === 1 ? '' : 's'}, ${open} open`;
	return following
		? `${address} · runs · ${requests} · c holds it`
		: recording === live.recording
			? `${address} · held · ${requests} · s steps, c lets it run`
			: `a future without clients: theirs is held (${open} open); :other goes back`;
};
