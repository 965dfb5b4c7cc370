import type {EmptyDirVolumeSource, Pod, PodSpec, Volume} from '../../objects/kubernetes.generated.js';
import {podLimits} from '../../objects/pod-resources.js';
import {bytes} from '../../objects/quantity.js';
import type {HostFiles} from '../../host/host-files.js';
import type {SetUpVolume} from './volume-plugins.js';

/**
The size of an emptyDir in memory: at most its own limit and the memory of its Pod.

Simplified: without both, it is the node's allocatable memory.

@mirrors k8s.io/kubernetes/pkg/volume/emptydir calculateEmptyDirMemorySize
*/
const memoryOf = (spec: PodSpec, {sizeLimit}: EmptyDirVolumeSource): number | undefined => {
	const limits = [...(spec.initContainers ?? []), ...spec.containers].map(
		({resources}) => resources?.limits?.['memory'],
	);
	const ofPod = limits.every((limit) => limit !== undefined) ? Number(podLimits({spec})['memory'] ?? 0) : 0;
	const known = [sizeLimit ? bytes(sizeLimit) : 0, ofPod].filter((limit) => limit > 0);
	return known.length > 0 ? Math.min(...known) : undefined;
};

/**
Provides a volume that is set up to containers: the contents of API objects, an empty directory, or the data of a persistent volume. Files
of the node itself already exist.
*/
export const provideVolume = (
	files: HostFiles,
	{spec}: Pod,
	{emptyDir}: Volume,
	{mounted: {hostPath, storage}, content, plugin}: SetUpVolume,
): void => {
	const fsGroup = spec.securityContext?.fsGroup;
	if (content) {
		files.publish(hostPath, content, fsGroup);
	} else if (emptyDir) {
		files.provideEmpty(hostPath, fsGroup, emptyDir.medium === 'Memory' ? {limit: memoryOf(spec, emptyDir)} : undefined);
	} else if (storage !== undefined) {
		files.provideDisk(hostPath, storage, fsGroup);
	} else if (!/host-path|local-volume/.test(plugin)) {
		files.provideEmpty(hostPath, fsGroup);
	}
};
