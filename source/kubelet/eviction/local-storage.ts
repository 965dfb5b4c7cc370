import type {Pod} from '../../objects/kubernetes.generated.js';
import {isSidecar, podLimitQuantities, podLimits} from '../../objects/pod-resources.js';
import {bytes, canonicalQuantity} from '../../objects/quantity.js';
import {behaves} from '../../objects/versions/changed-behaviour.js';

/** The local disk usage of a Pod, in bytes. */
export interface LocalUse {
	readonly pod: Pod;
	/** Volumes of the kind emptyDir, those in memory too. */
	readonly emptyDirs: ReadonlyArray<{readonly name: string; readonly used: number}>;
	/** Own files and log of the newest container of each name. */
	readonly containers: ReadonlyArray<{readonly name: string; readonly used: number}>;
}

const ephemeral = 'ephemeral-storage';

const containersOf = ({containers, initContainers = []}: Pod['spec']) => [...containers, ...initContainers];

/** Whether a Pod's writes to its node are limited. */
export const hasLocalLimit = ({spec}: Pod): boolean =>
	(spec.volumes ?? []).some(({emptyDir}) => emptyDir?.sizeLimit !== undefined) ||
	containersOf(spec).some(({resources}) => resources?.limits?.[ephemeral] !== undefined);

const sum = (parts: ReadonlyArray<{readonly used: number}>): number => parts.reduce((total, {used}) => total + used, 0);

/**
Why a Pod is evicted for its writes: a volume beyond its sizeLimit, the total of the Pod, or a container beyond its limit, in this order. No init container has a limit of its own; sidecars have one in later versions.

@param minor of the Kubernetes version; the simulated one where it is left out.
@returns upstream's message, which ends with a space; `undefined` within the limits.
@mirrors k8s.io/kubernetes/pkg/kubelet/eviction localStorageEviction
*/
export const localStorageExcess = ({pod, emptyDirs, containers}: LocalUse, minor?: number): string | undefined => {
	const {volumes = []} = pod.spec;
	for (const {name, emptyDir} of volumes) {
		const limit = emptyDir?.sizeLimit;
		const used = emptyDirs.find((one) => one.name === name)?.used ?? 0;
		if (limit !== undefined && bytes(limit) > 0 && used > bytes(limit)) {
			return `Usage of EmptyDir volume "${name}" exceeds the limit "${canonicalQuantity(limit)}". `;
		}
	}

	const most = podLimits(pod)[ephemeral];
	const onDisk = emptyDirs.filter(({name}) => volumes.find((one) => one.name === name)?.emptyDir?.medium !== 'Memory');
	if (most !== undefined && sum(containers) + sum(onDisk) > most) {
		return `Pod ephemeral local storage usage exceeds the total limit of containers ${podLimitQuantities(pod)[ephemeral]}. `;
	}

	const sidecars = behaves(minor, 'sidecarStorage')
		? (pod.spec.initContainers ?? []).filter((one) => isSidecar(one))
		: [];
	for (const {name, resources} of [...pod.spec.containers, ...sidecars]) {
		const limit = resources?.limits?.[ephemeral];
		const used = containers.find((one) => one.name === name)?.used ?? 0;
		if (limit !== undefined && bytes(limit) > 0 && used > bytes(limit)) {
			return `Container ${name} exceeded its local ephemeral storage limit "${canonicalQuantity(limit)}". `;
		}
	}

	return undefined;
};
