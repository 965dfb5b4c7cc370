import type {State} from '../state/state.js';

const workloads = /^\/registry\/(?:pods|deployments|replicasets|statefulsets|daemonsets|jobs|cronjobs)\//;

const firstApplied = new WeakMap<object, Map<number, string | undefined>>();

/** The workload that the user's commands are about first, else the first object at all. */
const applied = ({recording, start}: State): string | undefined => {
	const known = firstApplied.get(recording) ?? new Map<number, string | undefined>();
	firstApplied.set(recording, known);
	const before = known.get(start);
	if (before !== undefined) {
		return before;
	}

	let first: string | undefined;
	for (let step = start; step < recording.stops.length; step++) {
		const stop = recording.stops.get(step);
		if (stop?.object?.startsWith('/registry/') && stop.process.startsWith('kubectl/')) {
			first ??= stop.object;
			if (workloads.test(stop.object)) {
				first = stop.object;
				break;
			}
		}
	}

	if (first !== undefined) {
		known.set(start, first);
	}

	return first;
};

/** The object on the map: the followed one, else the applied one. */
export const wayKey = (state: State): string | undefined => state.object.followed ?? applied(state);

/** Whether a key belongs to the story of an object: it is the object, or one created for it and named after it. */
export const isOnWay = (way: string, object: string | undefined): boolean => {
	if (object === undefined || object === way) {
		return object !== undefined;
	}

	const own = way.slice(way.lastIndexOf('/', way.lastIndexOf('/') - 1));
	return !way.startsWith('/registry/pods/') && (object.endsWith(own) || object.includes(`${own}-`));
};
