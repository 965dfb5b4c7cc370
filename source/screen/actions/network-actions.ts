import {packetWalk} from '../../cluster.js';
import type {NetworkState} from '../state/parts.js';
import {subjectAt} from '../state/race.js';
import {setsOut} from '../state/packet.js';
import {changed, lessonChanged, stopOf, type State} from '../state/state.js';

/** Opens a part of the network, from its beginning. */
const open = (state: State, network: Partial<NetworkState>): State => {
	const scroll = {...state.pane.scroll, network: undefined};
	const selected = {...state.pane.selected, network: undefined};
	const shown = lessonChanged(changed(state, 'pane', {view: 'network', shift: 0, scroll, selected}), {tall: false});
	return {...changed(shown, 'network', {walk: undefined, ...network}), message: ''};
};

/** Shows a part of the network; repeated, shows the endpoints. */
export const networkPart = (state: State, part: Exclude<NetworkState['part'], 'walk'>): State => {
	const again = state.pane.view === 'network' && state.network.part === part;
	return open(state, {part: again ? 'endpoints' : part});
};

/** Shows the traffic of all clients; repeated, the race of the last added or removed address, and then the endpoints. */
export const trafficPart = (state: State): State => {
	const {part} = state.network;
	if (state.pane.view !== 'network' || part !== 'traffic') {
		return state.pane.view === 'network' && part === 'race'
			? open(state, {part: 'endpoints'})
			: open(state, {part: 'traffic'});
	}

	return openRace(state);
};

/** Shows the race at the cursor. */
export const openRace = (state: State): State =>
	open(state, {part: 'race', subject: subjectAt(state.recording, state.cursor), future: undefined});

/** Shows every rule and hop in full, or only the deciding ones. */
export const wholeNetwork = (state: State): State => changed(state, 'network', {whole: !state.network.whole});

/** Walks the way of a request that a client sent, or of a connection that a program opened. @param step of its start */
export const walkRequest = (state: State, step: number): State => open(state, {part: 'walk', walk: {request: step}});

/**
Walks the path of a packet at the cursor's step; without words, of the packet that starts there.

@throws {RangeError} with the error of the words.
*/
export const walkPacket = (state: State, words: string): State => {
	if (words === '' && setsOut(stopOf(state))) {
		return walkRequest(state, state.cursor);
	}

	// Words that cannot be read are refused before the pane changes.
	packetWalk(state.recording, state.cursor, words);
	return open(state, {part: 'walk', walk: {words}});
};
