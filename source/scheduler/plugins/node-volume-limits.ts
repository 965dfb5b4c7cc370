import {refuse, skip, type Plugin, type Prefiltered, type ClusterView} from '../framework.js';
import type {PodInfo} from '../pod-info.js';

/** Keeps a node from getting more volumes of a CSI driver than the driver can attach. */
export const nodeVolumeLimits: Plugin<ClusterView> = {
	name: 'NodeVolumeLimits',

	prefilter: (info, view): Prefiltered<ClusterView> => (info.claimNames.length > 0 ? {kind: 'go', state: view} : skip),

	filter(info, node, view) {
		const drivers = view.csiNode(node.name)?.spec?.drivers ?? [];
		if (drivers.length === 0) {
			return undefined;
		}

		const wanted = volumesOf(info, view);
		const attached = new Map<string, string>();
		for (const other of node.pods) {
			for (const [volume, driver] of volumesOf(other, view)) {
				attached.set(volume, driver);
			}
		}

		for (const {name, allocatable} of drivers) {
			if (allocatable?.count === undefined) {
				continue;
			}

			const has = [...attached.values()].filter((driver) => driver === name).length;
			const more = [...wanted].filter(([volume, driver]) => driver === name && !attached.has(volume)).length;
			if (more > 0 && has + more > allocatable.count) {
				return refuse('node(s) exceed max volume count');
			}
		}

		return undefined;
	},

	worthRetrying: (_pod, event) =>
		event.resource === 'csinodes' ||
		event.resource === 'persistentvolumeclaims' ||
		(event.resource === 'pods' && event.action === 'DELETED'),
};

/** Volumes a Pod uses → their CSI driver. */
const volumesOf = (info: PodInfo, view: ClusterView): Map<string, string> => {
	const volumes = new Map<string, string>();
	const namespace = info.pod.metadata?.namespace ?? 'default';
	for (const claimName of info.claimNames) {
		const claim = view.claim(namespace, claimName);
		const volume = claim?.spec?.volumeName ? view.volume(claim.spec.volumeName) : undefined;
		const driver =
			volume?.spec?.csi?.driver ??
			(claim?.spec?.storageClassName ? view.storageClass(claim.spec.storageClassName)?.provisioner : undefined);
		if (driver) {
			volumes.set(volume?.spec?.csi?.volumeHandle ?? `${namespace}/${claimName}`, driver);
		}
	}

	return volumes;
};
