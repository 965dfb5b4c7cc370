import {exchange, type Endpoint} from './endpoint.js';
import {pause} from './pause.js';

/** Resources of a namespace that a scenario usually concerns, by group and version. */
const watched: Readonly<Record<string, readonly string[]>> = {
	'/api/v1': ['pods', 'events', 'endpoints', 'persistentvolumeclaims', 'services', 'replicationcontrollers'],
	'/apis/apps/v1': ['deployments', 'replicasets', 'statefulsets', 'daemonsets'],
	'/apis/batch/v1': ['jobs', 'cronjobs'],
	'/apis/discovery.k8s.io/v1': ['endpointslices'],
};

const usualPaths = (namespace: string): readonly string[] =>
	Object.entries(watched).flatMap(([group, resources]) =>
		resources.map((resource) => `${group}/namespaces/${namespace}/${resource}`),
	);

/** The time between two looks, in milliseconds. */
const everyMs = 250;

/** The objects at the paths, without fields that change although nothing happens. */
const looked = async (endpoint: Endpoint, paths: readonly string[]): Promise<string> => {
	const parts = await Promise.all(
		paths.map(async (target) => {
			const {status, text} = await exchange(endpoint, 'GET', target);
			return status === 200
				? text.replaceAll(/"(?:resourceVersion|renewTime|lastHeartbeatTime)":"[^"]*"/g, '')
				: status;
		}),
	);
	return parts.join('\n');
};

/**
 * Waits until nothing at the paths has changed for `quietMs`.
 * @param paths by default, the usual ones of the namespace
 * @returns whether that happened within `limitMs`
 */
export const settled = async (
	endpoint: Endpoint,
	namespace: string,
	{
		quietMs = 2500,
		limitMs = 60_000,
		paths = usualPaths(namespace),
	}: {readonly quietMs?: number; readonly limitMs?: number; readonly paths?: readonly string[]} = {},
): Promise<boolean> => {
	let before = await looked(endpoint, paths);
	let unchangedMs = 0;
	for (let waitedMs = 0; waitedMs < limitMs; waitedMs += everyMs) {
		// eslint-disable-next-line no-await-in-loop
		await pause(everyMs);
		// eslint-disable-next-line no-await-in-loop
		const now = await looked(endpoint, paths);
		unchangedMs = now === before ? unchangedMs + everyMs : 0;
		before = now;
		if (unchangedMs >= quietMs) {
			return true;
		}
	}

	return false;
};
