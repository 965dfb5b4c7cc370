import type {State} from '../state/state.js';

/** The state of the clients, in a row. */
export const liveLine = ({live, recording}: State): string => {
	if (!live) {
		return '';
	}

	const {address, clients, recording: served} = live.cluster;
	const {count, open} = clients;
	const requests = `${count} request${count === 1 ? '' : 's'}, ${open} open`;
	return live.following
		? `${address} · runs · ${requests} · c holds it`
		: recording === served
			? `${address} · held · ${requests} · s steps, c lets it run`
			: `a future without clients: theirs is held (${open} open); :other goes back`;
};
