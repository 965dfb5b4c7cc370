import {parseDuration} from '../../go/duration.js';
import type {KubeletConfiguration, ShutdownPeriod} from '../../objects/kubelet-configuration.js';
import type {Pod} from '../../objects/kubernetes.generated.js';
import {lowestSystemCritical} from '../node/pod-source.js';

/** Pods that end together when their node shuts down. */
export interface ShutdownGroup<P> extends ShutdownPeriod {
	readonly pods: readonly P[];
}

const seconds = (duration: string | undefined): number => Math.trunc((parseDuration(duration ?? '0s') ?? 0) / 1000);

/**
The grace periods of groups of Pods when the node shuts down, the least important group first. Without any, the kubelet does not delay a shutdown.

@mirrors k8s.io/kubernetes/pkg/kubelet/nodeshutdown newPodManager, migrateConfig
*/
export const shutdownPeriods = ({
	shutdownGracePeriod,
	shutdownGracePeriodCriticalPods,
	shutdownGracePeriodByPodPriority = [],
}: KubeletConfiguration): readonly ShutdownPeriod[] => {
	if (shutdownGracePeriodByPodPriority.length > 0) {
		return shutdownGracePeriodByPodPriority.toSorted((a, b) => a.priority - b.priority);
	}

	const [all, critical] = [seconds(shutdownGracePeriod), seconds(shutdownGracePeriodCriticalPods)];
	return all === 0 || critical > all
		? []
		: [
				{priority: 0, shutdownGracePeriodSeconds: all - critical},
				{priority: lowestSystemCritical, shutdownGracePeriodSeconds: critical},
			];
};

/**
Each Pod is in the group of the highest priority that is not above its own; those below all are in the lowest.

@param periods in the order of their priorities.
@mirrors k8s.io/kubernetes/pkg/kubelet/nodeshutdown groupByPriority
*/
export const shutdownGroups = <P extends {readonly pod: Pod}>(
	periods: readonly ShutdownPeriod[],
	pods: readonly P[],
): ReadonlyArray<ShutdownGroup<P>> =>
	periods.map((period, index) => ({
		...period,
		pods: pods.filter(({pod}) => {
			const priority = pod.spec.priority ?? 0;
			const own = periods.findLastIndex((other) => other.priority <= priority);
			return Math.max(0, own) === index;
		}),
	}));

/** The grace period of a Pod in a group, in seconds. */
export const shutdownGrace = ({spec}: Pod, {shutdownGracePeriodSeconds}: ShutdownPeriod): number =>
	Math.min(spec.terminationGracePeriodSeconds ?? shutdownGracePeriodSeconds, shutdownGracePeriodSeconds);
