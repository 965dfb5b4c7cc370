import type {ClusterRecording} from '../../cluster.js';

/** The number of stops back in which to search for the last transaction; the watch caches have earlier ones. */
const horizon = 400;

/** etcd's revision at a step, from its last transaction or the watch caches; `undefined` before the first. */
export const etcdRevision = ({stops, kernel}: ClusterRecording, at: number): number | undefined => {
	for (let step = at; step >= 0 && step > at - horizon; step--) {
		const stop = stops.get(step);
		const revision = stop?.stage.startsWith('etcd.') ? stop.facts?.revision : undefined;
		if (typeof revision === 'number') {
			return revision;
		}
	}

	const revisions = kernel.ledger
		.entries<{readonly revision?: number}>('/components/kube-apiserver/watch-cache/', at)
		.map(([, {revision = 0}]) => revision);
	return revisions.length === 0 ? undefined : Math.max(...revisions);
};
