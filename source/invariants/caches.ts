import type {KubernetesObject} from '../objects/kubernetes-object.js';
import {parseFieldSelector} from '../objects/field-selector.js';
import {matchesFields} from '../registry/field-selection.js';
import {parseLabelSelector} from '../objects/label-selector.js';
import {matchesRequirements} from '../objects/labels.js';
import {registryPrefix, resourceName, resourceNamed, type Resource} from '../objects/resources.js';
import type {AnyRecording} from '../debugger/recording.js';
import type {Rules} from './report.js';

/** One informer, as described by the stop that reported its list. */
interface Follower {
	readonly process: string;
	readonly owner: string;
	readonly resource: Resource;
	/** Whether the cache has lost its watch. */
	readonly lost: boolean;
	readonly namespace?: string;
	readonly labelSelector?: string;
	readonly fieldSelector?: string;
}

/**
Rules about the deliveries of watches: each revision once and in order, and at rest equal to the store.

Long because its rules share their memory of the run.
*/
export const cacheRules = ({kernel}: AnyRecording): Rules => {
	const {ledger} = kernel;
	const newest = new Map<string, number>();
	const followers = new Map<string, Follower>();

	/** Keys whose newest version is from housekeeping, for which rest does not wait. */
	const fresh = new Set<string>();

	return {
		onStop({stage, facts, process, outcome}) {
			if (stage === 'fault.crash' || stage === 'fault.restart') {
				// Memory ends with its process; a new one begins with new lists.
				for (const [name, follower] of followers) {
					if (`${follower.process}/`.startsWith(`${String(facts?.['root'] ?? facts?.['process'])}/`)) {
						followers.delete(name);
					}
				}
			} else if ((stage === 'informer.list' || stage === 'informer.watch') && facts?.owner !== undefined) {
				const {owner, resource, ...selectors} = facts as unknown as Omit<Follower, 'resource'> & {
					readonly resource: string;
				};
				const described = resourceNamed(resource);
				if (described) {
					// Without its watch it lists again, and everything else waits until then.
					followers.set(`${owner}/${resource}`, {
						...selectors,
						process,
						owner,
						resource: described,
						lost: outcome === 'failed',
					});
				}
			}
		},

		onChange({key, before, after}, stop, report) {
			if (key.startsWith('/registry/')) {
				if (stop?.periodic) {
					fresh.add(key);
				} else {
					fresh.delete(key);
				}
			}

			if (!after || !key.startsWith('/components/') || !key.includes('/informers/')) {
				return;
			}

			const revision = Number((after as KubernetesObject).metadata.resourceVersion);
			const last = newest.get(key) ?? 0;
			if (before ? revision <= last : revision < last) {
				report(key, 'a watcher sees each revision once and in order', `revision ${revision} follows ${last}`);
			}

			newest.set(key, revision);
		},

		atRest(report) {
			const behind = new Set([...followers.values()].filter(({lost}) => lost).map(({process}) => process));
			for (const follower of followers.values()) {
				const process = kernel.processes.get(follower.process);
				const isStill = !process || process.state === 'crashed' || process.state === 'ended' || process.pausedBy;
				if (isStill || behind.has(follower.process)) {
					continue;
				}

				compare(follower, report);
			}
		},
	};

	function compare(
		{owner, resource, namespace, labelSelector, fieldSelector}: Follower,
		report: Parameters<NonNullable<Rules['atRest']>>[0],
	): void {
		const cachePrefix = `/components/${owner}/informers/${resourceName(resource)}/`;
		const storePrefix = `${registryPrefix(resource)}/`;
		const labels = labelSelector ? parseLabelSelector(labelSelector) : [];
		const fields = fieldSelector ? parseFieldSelector(fieldSelector) : [];
		const cached = new Set(ledger.keys(cachePrefix).map((key) => key.slice(cachePrefix.length)));
		for (const key of ledger.keys(storePrefix)) {
			const object = ledger.read<KubernetesObject>(key)!;
			const rest = key.slice(storePrefix.length);
			const wanted =
				(!namespace || object.metadata.namespace === namespace) &&
				matchesRequirements(labels, object.metadata.labels) &&
				(fields.length === 0 || matchesFields(fields, resource, object));
			if (!wanted) {
				continue;
			}

			cached.delete(rest);
			const seen = ledger.read<KubernetesObject>(cachePrefix + rest);
			if (seen?.metadata.resourceVersion !== object.metadata.resourceVersion && !fresh.has(key)) {
				report(
					cachePrefix + rest,
					'at rest, a cache equals the store',
					`it has revision ${seen?.metadata.resourceVersion ?? 'none'} of ${object.metadata.resourceVersion}`,
				);
			}
		}

		for (const rest of cached) {
			const key = storePrefix + rest;
			if (!fresh.has(key)) {
				report(cachePrefix + rest, 'at rest, a cache equals the store', 'the store has no such object');
			}
		}
	}
};
