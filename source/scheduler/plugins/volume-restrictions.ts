import type {Volume} from '../../objects/kubernetes.generated.js';
import {refuse, refuseForGood, skip, type Plugin, type Prefiltered} from '../framework.js';
import {podInfo} from '../pod-info.js';

interface State {
	/** Claims that one Pod alone may use. */
	readonly exclusive: readonly string[];
	readonly disks: readonly Volume[];
	/** Whether another Pod, on any node, uses one of them. */
	readonly inUse: boolean;
}

/** Keeps two Pods from using a disk that only one may use. */
export const volumeRestrictions: Plugin<State> = {
	name: 'VolumeRestrictions',

	prefilter(info, view): Prefiltered<State> {
		const namespace = info.pod.metadata?.namespace ?? 'default';
		const exclusive: string[] = [];
		for (const name of info.claimNames) {
			const claim = view.claim(namespace, name);
			if (!claim) {
				return {kind: 'refused', refusal: refuseForGood(`persistentvolumeclaim "${name}" not found`)};
			}

			if (claim.spec?.accessModes?.includes('ReadWriteOncePod')) {
				exclusive.push(name);
			}
		}

		const disks = (info.pod.spec?.volumes ?? []).filter(({gcePersistentDisk, awsElasticBlockStore, rbd, iscsi}) =>
			Boolean(gcePersistentDisk ?? awsElasticBlockStore ?? rbd ?? iscsi),
		);
		if (exclusive.length === 0 && disks.length === 0) {
			return skip;
		}

		let inUse = false;
		for (const node of view.nodes) {
			for (const other of node.pods) {
				inUse ||=
					(other.pod.metadata?.namespace ?? 'default') === namespace &&
					other.claimNames.some((name) => exclusive.includes(name));
			}
		}

		return {kind: 'go', state: {exclusive, disks, inUse}};
	},

	filter(_info, node, {disks, inUse}) {
		for (const {pod} of node.pods) {
			if (pod.spec?.volumes?.some((used) => disks.some((wanted) => conflicts(wanted, used)))) {
				return refuse('node(s) had no available disk');
			}
		}

		return inUse
			? refuse(
					'node(s) unavailable due to PersistentVolumeClaim with ReadWriteOncePod access mode already in-use by another pod',
				)
			: undefined;
	},

	worthRetrying(pod, event) {
		if (event.resource === 'pods') {
			const claims = podInfo(pod).claimNames;
			return (
				event.action === 'DELETED' &&
				(podInfo(event.object).claimNames.some((name) => claims.includes(name)) || claims.length === 0)
			);
		}

		return event.resource === 'persistentvolumeclaims' || (event.resource === 'nodes' && event.action === 'ADDED');
	},
};

/** @mirrors volumerestrictions.isVolumeConflict */
const conflicts = (a: Volume, b: Volume): boolean => {
	if (a.gcePersistentDisk && b.gcePersistentDisk) {
		return (
			a.gcePersistentDisk.pdName === b.gcePersistentDisk.pdName &&
			!(a.gcePersistentDisk.readOnly && b.gcePersistentDisk.readOnly)
		);
	}

	if (a.awsElasticBlockStore && b.awsElasticBlockStore) {
		return a.awsElasticBlockStore.volumeID === b.awsElasticBlockStore.volumeID;
	}

	if (a.iscsi && b.iscsi) {
		return a.iscsi.iqn === b.iscsi.iqn && !(a.iscsi.readOnly && b.iscsi.readOnly);
	}

	if (a.rbd && b.rbd) {
		const monitors = b.rbd.monitors;
		return (
			a.rbd.monitors.some((monitor) => monitors.includes(monitor)) &&
			(a.rbd.pool ?? 'rbd') === (b.rbd.pool ?? 'rbd') &&
			a.rbd.image === b.rbd.image &&
			!(a.rbd.readOnly && b.rbd.readOnly)
		);
	}

	return false;
};
