import type {State} from '../state/state.js';

/** How many stops back the last transaction is looked for; before that, the watch caches know. */
const horizon = 400;

/** etcd's revision at the cursor, as its last transaction or the watch caches tell it; `undefined` before the first. */
export const etcdRevision = ({recording, cursor}: State): number | undefined => {
	const {stops, kernel} = recording;
	for (let step = cursor; step >= 0 && step > cursor - horizon; step--) {
		const stop = stops.get(step);
		const revision = stop?.stage.startsWith('etcd.') ? stop.facts?.revision : undefined;
		if (typeof revision === 'number') {
			return revision;
		}
	}

	const revisions = kernel.ledger
		.entries<{readonly revision?: number}>('/components/kube-apiserver/watch-cache/', cursor)
		.map(([, {revision = 0}]) => revision);
	return revisions.length === 0 ? undefined : Math.max(...revisions);
};
