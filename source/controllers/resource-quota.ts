import {note, type Routine} from '../kernel/routine.js';
import type {ResourceName} from '../client/client.js';
import {keyOf} from '../client/informer.js';
import type {ObjectMeta, PersistentVolumeClaim, Pod, ResourceQuota, Service} from '../objects/kubernetes.generated.js';
import {isTerminal, qosClass} from '../objects/pod.js';
import {podLimitQuantities, podRequestQuantities} from '../objects/pod-resources.js';
import {addQuantities} from '../objects/quantity.js';
import {registryKey} from '../objects/resources.js';
import type {Controller, Tools} from './controller.js';
import {same} from './deployment/revision.js';
import type {Handlers} from './shared-informers.js';

type Usage = Readonly<Record<string, string>>;

const counted: Readonly<Record<string, ResourceName>> = {
	configmaps: 'configmaps',
	secrets: 'secrets',
	services: 'services',
	persistentvolumeclaims: 'persistentvolumeclaims',
	replicationcontrollers: 'replicationcontrollers',
	'count/pods': 'pods',
	'count/configmaps': 'configmaps',
	'count/secrets': 'secrets',
	'count/services': 'services',
	'count/persistentvolumeclaims': 'persistentvolumeclaims',
	'count/replicationcontrollers': 'replicationcontrollers',
	'count/serviceaccounts': 'serviceaccounts',
	'count/deployments.apps': 'deployments.apps',
	'count/replicasets.apps': 'replicasets.apps',
	'count/statefulsets.apps': 'statefulsets.apps',
	'count/daemonsets.apps': 'daemonsets.apps',
	'count/jobs.batch': 'jobs.batch',
	'count/cronjobs.batch': 'cronjobs.batch',
};

/** What a Pod uses of each resource a quota can name. A terminated one only counts as an object. */
export const podUsage = (pod: Pod): Usage => {
	if (isTerminal(pod)) {
		return {'count/pods': '1'};
	}

	const requests = podRequestQuantities(pod);
	const limits = podLimitQuantities(pod);
	const usage: Record<string, string> = {pods: '1', 'count/pods': '1'};
	for (const [name, quantity] of Object.entries(requests)) {
		usage[`requests.${name}`] = quantity;
		usage[name] ??= quantity;
	}

	for (const [name, quantity] of Object.entries(limits)) {
		usage[`limits.${name}`] = quantity;
	}

	return usage;
};

const serviceUsage = ({spec}: Service): Usage => {
	const nodePorts = (spec?.ports ?? []).filter(({nodePort}) => nodePort).length;
	const loadBalancer = spec?.type === 'LoadBalancer';
	return {
		services: '1',
		'count/services': '1',
		...(spec?.type === 'NodePort' || loadBalancer ? {'services.nodeports': String(nodePorts)} : {}),
		...(loadBalancer ? {'services.loadbalancers': '1'} : {}),
	};
};

const claimUsage = ({spec}: PersistentVolumeClaim): Usage => {
	const storage = spec?.resources?.requests?.['storage'] ?? '0';
	const name = spec?.storageClassName;
	const prefix = `${name}.storageclass.storage.k8s.io`;
	return {
		persistentvolumeclaims: '1',
		'count/persistentvolumeclaims': '1',
		'requests.storage': storage,
		...(name ? {[`${prefix}/requests.storage`]: storage, [`${prefix}/persistentvolumeclaims`]: '1'} : {}),
	};
};

/** Whether the Pod is in all the scopes of the quota. */
export const inScopes = ({spec}: ResourceQuota, pod: Pod): boolean => {
	const scopes = [
		...(spec?.scopes ?? []),
		...(spec?.scopeSelector?.matchExpressions ?? [])
			.filter(({operator}) => operator === 'Exists')
			.map(({scopeName}) => scopeName),
	];
	const bestEffort = qosClass(pod) === 'BestEffort';
	const terminating = (pod.spec?.activeDeadlineSeconds ?? -1) >= 0;
	const selected = (spec?.scopeSelector?.matchExpressions ?? []).every(
		({scopeName, operator, values = []}) =>
			scopeName !== 'PriorityClass' ||
			operator === 'Exists' ||
			(operator === 'DoesNotExist') === !pod.spec?.priorityClassName ||
			(operator === 'In') === values.includes(pod.spec?.priorityClassName ?? ''),
	);
	return (
		selected &&
		scopes.every((scope) =>
			scope === 'BestEffort'
				? bestEffort
				: scope === 'NotBestEffort'
					? !bestEffort
					: scope === 'Terminating'
						? terminating
						: scope === 'NotTerminating'
							? !terminating
							: true,
		)
	);
};

const watched = [...new Set<ResourceName>(['pods', ...Object.values(counted)])];

/**
Keeps the status of quotas: what is allowed and what is used. Admission adds to it at once; this one counts anew.

@see https://kubernetes.io/docs/concepts/policy/resource-quotas/
@mirrors k8s.io/kubernetes/pkg/controller/resourcequota
*/
export const resourceQuota: Controller = {
	name: 'resourcequota',
	reportsAs: 'resourcequota-controller',
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
		return {handlers: handlers as Handlers, sync: (key) => sync(tools, key)};
	},
};

const changesUsage = (resource: ResourceName, old: object, object: object): boolean =>
	resource === 'pods'
		? isTerminal(old as Pod) !== isTerminal(object as Pod)
		: resource === 'services' && (old as Service).spec?.type !== (object as Service).spec?.type;

function* sync({informer, client}: Tools, key: string): Routine {
	const quota = informer('resourcequotas').getByKey(key);
	if (!quota) {
		yield* note('controller.resourcequota.sync', `ResourceQuota ${key} is gone.`, {key});
		return;
	}

	const {namespace, name} = quota.metadata;
	const hard = quota.spec?.hard ?? {};
	const totals: Record<string, string> = {};
	const add = (usage: Usage): void => {
		for (const resource of Object.keys(hard)) {
			if (usage[resource] !== undefined) {
				totals[resource] =
					totals[resource] === undefined ? usage[resource] : addQuantities(totals[resource], usage[resource]);
			}
		}
	};

	for (const pod of informer('pods').list(namespace)) {
		if (inScopes(quota, pod)) {
			add(podUsage(pod));
		}
	}

	for (const service of informer('services').list(namespace)) {
		add(serviceUsage(service));
	}

	for (const claim of informer('persistentvolumeclaims').list(namespace)) {
		add(claimUsage(claim));
	}

	for (const [resource, of] of Object.entries(counted)) {
		if (hard[resource] !== undefined && !['pods', 'services', 'persistentvolumeclaims'].includes(of)) {
			totals[resource] = String(informer(of).list(namespace).length);
		}
	}

	const used = Object.fromEntries(Object.keys(hard).map((resource) => [resource, totals[resource] ?? '0']));
	const object = registryKey('resourcequotas', namespace, name);
	yield* note(
		'controller.resourcequota.sync',
		`ResourceQuota ${key}: ${Object.entries(used)
			.map(([resource, amount]) => `${amount} of ${hard[resource]} ${resource}`)
			.join(', ')}.`,
		{hard, used},
		{object},
	);
	const status = {hard, used};
	if (same(status, quota.status)) {
		return;
	}

	yield* client.updateStatus('resourcequotas', {...quota, status});
	yield* note(
		'controller.resourcequota.status',
		`ResourceQuota ${name} is counted anew.`,
		{before: quota.status, after: status},
		{object},
	);
}
