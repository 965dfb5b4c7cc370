import {isSidecar, restartsAfter} from '../../objects/pod.js';
import type {Container, Pod} from '../../objects/kubernetes.generated.js';
import type {Container as RuntimeContainer} from '../runtime/container.js';

/**
Whether a container that has ended (or never was) is to be started by the next sync.

@mirrors k8s.io/kubernetes/pkg/kubelet/container ShouldContainerBeRestarted
*/
export const willRestart = (
	pod: Pod,
	container: Container,
	last: Pick<RuntimeContainer, 'state' | 'exitCode'> | undefined,
	init = false,
): boolean => {
	if (pod.metadata.deletionTimestamp) {
		return false;
	}

	if (!last || last.state === 'CREATED') {
		return true;
	}

	if (last.state === 'RUNNING') {
		return false;
	}

	const again = restartsAfter(pod.spec, container, last.exitCode);
	return init && !isSidecar(container) ? again && last.exitCode !== 0 : again;
};

/** Go's way of printing a duration of whole seconds: `10s`, `1m20s`, `5m0s`. */
export const formatDuration = (ms: number): string => {
	const seconds = Math.floor(ms / 1000);
	const minutes = Math.floor(seconds / 60);
	return minutes > 0 ? `${minutes}m${seconds % 60}s` : `${seconds}s`;
};
