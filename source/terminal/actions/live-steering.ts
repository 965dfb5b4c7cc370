import type {LiveCluster} from '../state/live-cluster.js';
import type {State} from '../state/state.js';
import {jump} from './motions.js';

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
