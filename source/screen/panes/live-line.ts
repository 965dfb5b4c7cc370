import type {State} from '../state/state.js';
import {wordsOf} from '../words/words.js';

/** The state of the clients, in a row. */
export const liveLine = (state: State): string => {
	const {live, recording} = state;
	if (!live) {
		return '';
	}

	const {address, clients, recording: served} = live.cluster;
	const {count, open} = clients;
	const words = wordsOf(state).lists.live;
	const requests = words.requests(count, open);
	if (live.following) {
		return words.runs(address, requests);
	}

	if (recording === served) {
		return words.held(address, requests);
	}

	return words.withoutClients(open);
};
