import type {Client, ResourceName} from '../client/client.js';
import {Informer} from '../client/informer.js';

/** The scheduler's knowledge of the cluster: a cache of each resource that it or its plug-ins read. */
export class SchedulerInformers {
	readonly pods: Informer<'pods'>;
	readonly nodes: Informer<'nodes'>;
	readonly namespaces: Informer<'namespaces'>;
	readonly services: Informer<'services'>;
	readonly claims: Informer<'persistentvolumeclaims'>;
	readonly volumes: Informer<'persistentvolumes'>;
	readonly storageClasses: Informer<'storageclasses.storage.k8s.io'>;
	readonly csiNodes: Informer<'csinodes.storage.k8s.io'>;
	readonly disruptionBudgets: Informer<'poddisruptionbudgets.policy'>;
	readonly replicaSets: Informer<'replicasets.apps'>;
	readonly statefulSets: Informer<'statefulsets.apps'>;
	readonly replicationControllers: Informer<'replicationcontrollers'>;
	readonly resourceClaims: Informer<'resourceclaims.resource.k8s.io'>;
	readonly deviceClasses: Informer<'deviceclasses.resource.k8s.io'>;
	readonly resourceSlices: Informer<'resourceslices.resource.k8s.io'>;
	/** Whether the caches of devices are active. Simplified: they start with the first Pod that has claims; upstream, at the beginning. */
	followsDevices = false;

	/** @param owner whose caches they are */
	constructor(client: Client, owner = 'kube-scheduler') {
		const informer = <R extends ResourceName>(resource: R) => new Informer(client, resource, {owner});
		this.pods = new Informer(client, 'pods', {
			fieldSelector: 'status.phase!=Succeeded,status.phase!=Failed',
			owner,
		});
		this.nodes = informer('nodes');
		this.namespaces = informer('namespaces');
		this.services = informer('services');
		this.claims = informer('persistentvolumeclaims');
		this.volumes = informer('persistentvolumes');
		this.storageClasses = informer('storageclasses.storage.k8s.io');
		this.csiNodes = informer('csinodes.storage.k8s.io');
		this.disruptionBudgets = informer('poddisruptionbudgets.policy');
		this.replicaSets = informer('replicasets.apps');
		this.statefulSets = informer('statefulsets.apps');
		this.replicationControllers = informer('replicationcontrollers');
		this.resourceClaims = informer('resourceclaims.resource.k8s.io');
		this.deviceClasses = informer('deviceclasses.resource.k8s.io');
		this.resourceSlices = informer('resourceslices.resource.k8s.io');
	}

	/** Whether the caches of devices have had their first list. */
	get knowsDevices(): boolean {
		return this.resourceClaims.synced && this.deviceClasses.synced && this.resourceSlices.synced;
	}

	/** Whether every cache has had its first list. */
	get synced(): boolean {
		return (
			this.nodes.synced &&
			this.pods.synced &&
			this.namespaces.synced &&
			this.services.synced &&
			this.claims.synced &&
			this.volumes.synced &&
			this.storageClasses.synced &&
			this.csiNodes.synced &&
			this.disruptionBudgets.synced &&
			this.replicaSets.synced &&
			this.statefulSets.synced &&
			this.replicationControllers.synced &&
			(!this.followsDevices || this.knowsDevices)
		);
	}
}
