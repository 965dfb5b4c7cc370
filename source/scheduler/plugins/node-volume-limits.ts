import {refuse, skip, type Plugin, type Prefiltered, type World} from '../framework.js';
import type {PodInfo} from '../pod-info.js';

/** Keeps a node from getting more volumes of a CSI driver than the driver can attach there. */
export const nodeVolumeLimits: Plugin<World> = {
	name: 'NodeVolumeLimits',
	summary: 'keeps nodes below the number of volumes that their CSI drivers can attach',

	prefilter: (info, world): Prefiltered<World> => (info.claimNames.length > 0 ? {kind: 'go', state: world} : skip),

	filter(info, node, world) {
		const drivers = world.csiNode(node.name)?.spec?.drivers ?? [];
		if (drivers.length === 0) {
			return undefined;
		}

		const wanted = volumesOf(info, world);
		const attached = new Map<string, string>();
		for (const other of node.pods) {
			for (const [volume, driver] of volumesOf(other, world)) {
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
const volumesOf = (info: PodInfo, world: World): Map<string, string> => {
	const volumes = new Map<string, string>();
	const namespace = info.pod.metadata?.namespace ?? 'default';
	for (const claimName of info.claimNames) {
		const claim = world.claim(namespace, claimName);
		const volume = claim?.spec?.volumeName ? world.volume(claim.spec.volumeName) : undefined;
		const driver =
			volume?.spec?.csi?.driver ??
			(claim?.spec?.storageClassName ? world.storageClass(claim.spec.storageClassName)?.provisioner : undefined);
		if (driver) {
			volumes.set(volume?.spec?.csi?.volumeHandle ?? `${namespace}/${claimName}`, driver);
		}
	}

	return volumes;
};
