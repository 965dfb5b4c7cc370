import {isSidecar, restartsAfter} from '../../objects/pod.js';
import type {Container, Pod} from '../../objects/kubernetes.generated.js';
import type {CRIContainer} from '../../cri/container.js';

/**
Whether the next sync must start a container that has ended or does not exist.

@mirrors k8s.io/kubernetes/pkg/kubelet/container ShouldContainerBeRestarted
*/
export const willRestart = (
	pod: Pod,
	container: Container,
	last: Pick<CRIContainer, 'state' | 'exitCode'> | undefined,
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
