import type {Container, ContainerRestartRule, Pod, PodCondition, PodSpec} from './kubernetes.generated.js';
import {compareQuantities} from './quantity.js';

export {isSidecar, podLimits, podRequests} from './pod-resources.js';

/**
Whether a container restarts after its end: its own rules decide first, then its policy, then the Pod's.

@mirrors k8s.io/kubernetes/pkg/api/v1/pod ContainerShouldRestart
*/
export const restartsAfter = (spec: PodSpec, container: Container, exitCode: number): boolean => {
	const policy = container.restartPolicy ?? spec.restartPolicy ?? 'Always';
	return (
		restartRule(container, exitCode) !== undefined || policy === 'Always' || (policy === 'OnFailure' && exitCode !== 0)
	);
};

/** The rule of a container that its exit code meets: the first one counts. @mirrors k8s.io/kubernetes/pkg/api/v1/pod FindMatchingContainerRestartRule */
export const restartRule = (container: Container, exitCode: number): ContainerRestartRule | undefined =>
	container.restartPolicyRules?.find(
		({exitCodes}) =>
			exitCodes !== undefined && (exitCodes.operator === 'In') === (exitCodes.values ?? []).includes(exitCode),
	);

/** A condition of a Pod by its type: `Ready`, `PodScheduled` … */
export const podCondition = (pod: Pick<Pod, 'status'>, type: string): PodCondition | undefined =>
	pod.status?.conditions?.find((condition) => condition.type === type);

/** Whether the Pod's `Ready` condition is true. */
export const isPodReady = (pod: Pick<Pod, 'status'>): boolean => podCondition(pod, 'Ready')?.status === 'True';

/** Whether the Pod has ended for good: Succeeded or Failed. */
export const isTerminal = (pod: Pick<Pod, 'status'>): boolean =>
	pod.status?.phase === 'Succeeded' || pod.status?.phase === 'Failed';

/** Whether the Pod counts for its controller: neither ended nor being deleted. @mirrors controller.IsPodActive */
export const isPodActive = (pod: Pick<Pod, 'status' | 'metadata'>): boolean =>
	!isTerminal(pod) && pod.metadata?.deletionTimestamp === undefined;

const scored = ['cpu', 'memory'];

/**
The quality of service class that decides which Pod is killed first when a node runs out of memory.

@mirrors k8s.io/kubernetes/pkg/apis/core/v1/helper/qos ComputePodQOS
*/
export const qosClass = (pod: {readonly spec?: PodSpec}): 'Guaranteed' | 'Burstable' | 'BestEffort' => {
	const spec = pod.spec;
	const holders = spec?.resources ? [spec] : [...(spec?.containers ?? []), ...(spec?.initContainers ?? [])];
	let any = false;
	let guaranteed = holders.length > 0;
	for (const {resources} of holders) {
		for (const name of scored) {
			const request = positive(resources?.requests?.[name]);
			const limit = positive(resources?.limits?.[name]);
			any ||= request !== undefined || limit !== undefined;
			guaranteed &&= request !== undefined && limit !== undefined && compareQuantities(request, limit) === 0;
		}
	}

	if (!any) {
		return 'BestEffort';
	}

	return guaranteed ? 'Guaranteed' : 'Burstable';
};

const positive = (quantity: string | undefined): string | undefined =>
	quantity !== undefined && compareQuantities(quantity, 0) > 0 ? quantity : undefined;

/** The uid that a Pod has on its node: the Pod behind a mirror Pod runs under another uid. @mirrors podManager.TranslatePodUID */
export const uidOnNode = ({
	metadata: {annotations, uid},
}: {
	readonly metadata: {readonly uid: string; readonly annotations?: Readonly<Record<string, string>>};
}): string => annotations?.['kubernetes.io/config.mirror'] ?? uid;

/** The addresses of a Pod, that of the first family first; none before it has a network. */
export const podIPsOf = ({status}: Pick<Pod, 'status'>): readonly string[] =>
	status?.podIPs?.map(({ip}) => ip) ?? (status?.podIP ? [status.podIP] : []);
