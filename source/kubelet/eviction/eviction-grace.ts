import type {KubeletConfiguration} from '../../objects/kubelet-configuration.js';
import type {Pod} from '../../objects/kubernetes.generated.js';
import type {Threshold} from '../node/thresholds.js';

/**
The grace period of a Pod that is evicted, in seconds. A soft threshold leaves the Pod its own, up to the configured maximum.

@mirrors k8s.io/kubernetes/pkg/kubelet/eviction managerImpl.synchronize
*/
export const evictionGrace = (
	{graceMs}: Pick<Threshold, 'graceMs'>,
	{spec}: {readonly spec: Pick<Pod['spec'], 'terminationGracePeriodSeconds'>},
	{evictionMaxPodGracePeriod = 0}: Pick<KubeletConfiguration, 'evictionMaxPodGracePeriod'>,
): number =>
	graceMs === 0
		? 1
		: Math.min(evictionMaxPodGracePeriod, spec.terminationGracePeriodSeconds ?? evictionMaxPodGracePeriod);
