import type {Pod} from '../../objects/kubernetes.generated.js';

/** Annotations that distinguish Pods of files from Pods of the apiserver. */
export const annotation = {
	hash: 'kubernetes.io/config.hash',
	mirror: 'kubernetes.io/config.mirror',
	seen: 'kubernetes.io/config.seen',
	source: 'kubernetes.io/config.source',
} as const;

/** Whether a kubelet's Pod is from a file. @mirrors kubetypes.IsStaticPod */
export const isStaticPod = ({metadata}: Pod): boolean =>
	metadata.annotations?.[annotation.source] === 'file' && metadata.annotations[annotation.hash] === metadata.uid;

/** Whether a Pod of the apiserver mirrors one from a file. @mirrors kubetypes.IsMirrorPod */
export const isMirrorPod = ({metadata}: Pod): boolean => metadata.annotations?.[annotation.mirror] !== undefined;

/** Priorities from here on are critical for the cluster. @mirrors scheduling.SystemCriticalPriority */
export const lowestSystemCritical = 2_000_000_000;

/** Whether the kubelet ends other Pods to make room for this one, and never evicts it. @mirrors kubetypes.IsCriticalPod */
export const isCritical = (pod: Pod): boolean =>
	isStaticPod(pod) || isMirrorPod(pod) || (pod.spec.priority ?? 0) >= lowestSystemCritical;
