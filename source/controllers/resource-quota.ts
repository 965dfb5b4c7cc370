import type {KubernetesObject} from '../objects/kubernetes-object.js';
import {sleep, type Routine} from '../kernel/routine.js';
import type {ResourceName} from '../client/client.js';
import {keyOf} from '../client/informer.js';
import type {ObjectMeta, Pod, ResourceQuota, Service} from '../objects/kubernetes.generated.js';
import {isTerminal} from '../objects/pod.js';
import {addAmounts} from '../registry/quota/charge.js';
import {inScopes} from '../registry/quota/scopes.js';
import type {Amounts} from '../registry/quota/amounts.js';
import {matchingNames, quotaUsage} from '../registry/quota/usage.js';
import {registryKey, resourceName, resourceNamed, type Resource} from '../objects/resources.js';
import {note} from '../stages/note.js';
import type {Controller, Tools} from './controller.js';
import type {Handlers} from './shared-informers.js';
import {equal} from '../kernel/equality.js';
import {allow} from './controller-roles.js';

/** @mirrors --resource-quota-sync-period of the kube-controller-manager */
const resyncMs = 300_000;

/** Resources with all their changes watched. */
const watched: readonly ResourceName[] = [
	'pods',
	'configmaps',
	'secrets',
	'services',
	'persistentvolumeclaims',
	'replicationcontrollers',
	'serviceaccounts',
	'deployments.apps',
	'replicasets.apps',
	'statefulsets.apps',
	'daemonsets.apps',
	'jobs.batch',
	'cronjobs.batch',
];

/** The resources that a quota names: watched ones, and others that it counts by name. */
const counted = (names: readonly string[]): readonly Resource[] => {
	const usual = [...watched, 'resourcequotas'].map((name) => resourceNamed(name)!);
	const named = names
		.filter((name) => name.startsWith('count/'))
		.flatMap((name) => resourceNamed(name.slice('count/'.length)) ?? []);
	return [...new Set([...usual, ...named])].filter((resource) => matchingNames(resource, names).length > 0);
};

/**
Keeps the status of quotas: limits and usage. Admission adds to the usage at once; this controller counts it again.

@see https://kubernetes.io/docs/concepts/policy/resource-quotas/
@mirrors k8s.io/kubernetes/pkg/controller/resourcequota
*/
export const resourceQuota: Controller = {
	name: 'resourcequota',
	reportsAs: 'resourcequota-controller',
	rules: [
		allow('list watch', '*', '*'),
		allow('update', 'resourcequotas/status'),
		allow('create patch update', 'events', 'core events.k8s.io'),
	],
	build(tools) {
		const handlers: Record<
			string,
			(change: {type: string; object: {metadata: ObjectMeta}; old?: {metadata: ObjectMeta}}) => Iterable<string>
		> = {};
		for (const resource of watched) {
			handlers[resource] = ({type, object, old}) => {
				const quotas = tools.informer('resourcequotas');
				const relevant = type === 'DELETED' || (old && changesUsage(resource, old, object));
				return quotas.size > 0 && relevant ? quotas.list(object.metadata.namespace).map((quota) => keyOf(quota)) : [];
			};
		}

		handlers['resourcequotas'] = ({type, object, old}) =>
			type !== 'DELETED' && (!old || (old as ResourceQuota).spec !== (object as ResourceQuota).spec)
				? [keyOf(object)]
				: [];
		return {
			handlers: handlers as Handlers,
			sync: (key) => sync(tools, key),
			beside: {resync: () => resync(tools)},
		};
	},
};

const changesUsage = (resource: ResourceName, old: object, object: object): boolean =>
	resource === 'pods'
		? isTerminal(old as Pod) !== isTerminal(object as Pod)
		: resource === 'services' && (old as Service).spec?.type !== (object as Service).spec?.type;

/** All quotas are counted again from time to time: only this releases the charge of a request that failed later. @mirrors Controller.enqueueAll */
function* resync({informer, queue}: Tools): Routine {
	for (;;) {
		yield* sleep(resyncMs, {periodic: true});
		for (const quota of informer('resourcequotas').list()) {
			yield* queue.add(keyOf(quota), {});
		}
	}
}

function* sync({informer, client}: Tools, key: string): Routine {
	const quota = informer('resourcequotas').getByKey(key);
	if (!quota) {
		yield* note('controller.resourcequota.sync', {case: 'gone', key});
		return;
	}

	const {namespace, name} = quota.metadata;
	const hard = quota.spec?.hard ?? {};
	let totals: Amounts = {};
	for (const resource of counted(Object.keys(hard))) {
		const name = resourceName(resource) as ResourceName;
		const isWatched = watched.includes(name) || name === 'resourcequotas';
		if (!isWatched) {
			yield* note('controller.resourcequota.sync', {case: 'list', key, resource: name, plural: resource.plural});
		}

		// Simplified: resources that are not watched are counted when the quota is written, and not when something is deleted.
		const objects: readonly KubernetesObject[] = isWatched
			? informer(name).list(namespace)
			: (yield* client.list(name, {namespace})).items;
		for (const object of objects) {
			if (inScopes(quota, resource, object)) {
				totals = addAmounts(totals, quotaUsage(resource, object));
			}
		}
	}

	const used = Object.fromEntries(Object.keys(hard).map((resource) => [resource, totals[resource] ?? '0']));
	const object = registryKey('resourcequotas', namespace, name);
	yield* note('controller.resourcequota.sync', {case: 'count', hard, used}, {object});
	const status = {hard, used};
	if (equal(status, quota.status)) {
		return;
	}

	yield* note('controller.resourcequota.status', {before: quota.status, after: status}, {object});
	yield* client.updateStatus('resourcequotas', {...quota, status});
}
