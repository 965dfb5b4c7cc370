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
	return live.following
		? words.runs(address, requests)
		: recording === served
			? words.held(address, requests)
			: words.withoutClients(open);
};
