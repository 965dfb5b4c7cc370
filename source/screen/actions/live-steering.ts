import type {LiveCluster} from '../state/live-cluster.js';
import {isFollowing, setFollowing, type State} from '../state/state.js';
import {jump, lastShown} from './motions.js';
import {wordsOf} from '../words/words.js';

/** The state after new stops by clients and the clock: it follows the newest stop, until a breakpoint holds. */
export const caughtUp = (state: State): State => {
	if (!state.live?.following) {
		return state;
	}

	const {held, session} = state.live.cluster;
	if (held) {
		return {
			...setFollowing(jump({...state, session}, held.step), false),
			message: wordsOf(state).messages.heldAt(held.stage),
		};
	}

	const cursor = Math.max(state.cursor, lastShown(state));
	return cursor === state.cursor && session === state.session
		? state
		: {...jump({...state, session}, cursor), message: state.message};
};

/** The state after a key while clients are served: viewing a place holds the simulation; only following lets it run. */
export const steered = (state: State, cluster: LiveCluster, act: (state: State) => State): State => {
	const following = isFollowing(state);
	const caught = caughtUp(state);
	// A command always applies at the present, regardless of the shown step.
	const end = cluster.recording.stops.length - 1;
	const before = isFollowing(caught) ? {...caught, cursor: end} : caught;
	const inputs = cluster.recording.inputs.length;
	const acted = cluster.during(() => act(before));
	const moved =
		acted.recording !== before.recording ||
		acted.cursor !== before.cursor ||
		cluster.recording.stops.length - 1 !== end ||
		cluster.recording.inputs.length !== inputs;
	const steered = moved ? setFollowing(acted, false) : {...acted, cursor: caught.cursor};
	const after = isFollowing(acted) && following ? steered : acted;
	if (after.session !== before.session) {
		cluster.use(after.session);
	}

	if (isFollowing(after) && !isFollowing(before)) {
		cluster.run();
	} else if (!isFollowing(after) && !cluster.held) {
		cluster.hold();
	}

	return after;
};
