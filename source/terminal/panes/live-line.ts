import type {State} from '../state/state.js';

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
