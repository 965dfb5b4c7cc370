import {registryKey, resourceAt} from '../../objects/resources.js';
import type {SimulatedCluster} from './cluster.js';

const defaultPaths = (namespace: string): string[] =>
	[
		...['pods', 'events', 'endpoints', 'persistentvolumeclaims', 'services', 'replicationcontrollers'].map((plural) => [
			'api/v1',
			plural,
		]),
		...['deployments', 'replicasets', 'statefulsets', 'daemonsets'].map((plural) => ['apis/apps/v1', plural]),
		...['jobs', 'cronjobs'].map((plural) => ['apis/batch/v1', plural]),
		['apis/discovery.k8s.io/v1', 'endpointslices'],
	].map(([group, plural]) => `/${group}/namespaces/${namespace}/${plural}`);

/** Everything except heartbeats, for a path that does not name its objects. */
const everything = '/registry/';
const heartbeats = ['/registry/leases/', '/registry/minions/'];

/** The prefix of the keys of objects at a path. */
export const prefixOf = (target: string): string => {
	const [root, ...rest] = target.replace(/\?.*/, '').split('/').filter(Boolean);
	const [group, version, ...path] = root === 'api' ? ['', ...rest] : rest;
	const namespace = path[0] === 'namespaces' && path.length > 2 ? path[1] : undefined;
	const [plural, name] = namespace === undefined ? path : path.slice(2);
	const resource = resourceAt(group ?? '', version ?? '', plural ?? '');
	return resource ? registryKey(resource, namespace, name ?? '') : everything;
};

// These change without an action.
const quiet = new Set(['resourceVersion', 'renewTime', 'lastHeartbeatTime']);

const content = (value: unknown): string =>
	JSON.stringify(value, (key, item: unknown) => (quiet.has(key) ? undefined : item)) ?? '';

/**
Lets time pass until nothing at the paths has changed for `quietMs`.

@param paths the observed objects; by default the usual ones of the namespace.
@returns whether that happened within `limitMs`.
*/
export const settle = (
	cluster: SimulatedCluster,
	namespace: string,
	{quietMs = 2500, limitMs = 60_000, paths = defaultPaths(namespace)} = {},
): boolean => {
	const {kernel} = cluster;
	const prefixes = [...new Set(paths.map((target) => prefixOf(target)))];
	const concerns = (key: string) =>
		prefixes.some(
			(prefix) =>
				key.startsWith(prefix) && (prefix !== everything || !heartbeats.some((heartbeat) => key.startsWith(heartbeat))),
		);
	const deadlineMs = kernel.now + limitMs;
	let sinceMs = kernel.now;
	let seen = kernel.ledger.changes.length;
	while (kernel.now < deadlineMs) {
		cluster.runUntil(Math.min(deadlineMs, sinceMs + quietMs, kernel.now + 250));
		const {changes} = kernel.ledger;
		const news = changes.slice(seen);
		seen = changes.length;
		for (const {key, before, after} of news) {
			if (concerns(key) && content(before) !== content(after)) {
				sinceMs = kernel.now;
			}
		}

		if (kernel.now - sinceMs >= quietMs) {
			return true;
		}
	}

	return false;
};
