import type {PodSample} from '../../client/kubelet.js';
import type {RuntimeService} from '../../cri/runtime-service.js';
import type {Kernel} from '../../kernel/kernel.js';

/**
The answer of a kubelet at `/metrics/resource`: the usage of its running containers at this moment.

@mirrors k8s.io/kubernetes/pkg/kubelet/metrics/collectors resourceMetricsCollector
*/
export const resourceSamples = (kernel: Kernel, runtime: RuntimeService): readonly PodSample[] =>
	runtime.podUIDs().flatMap((uid) => {
		const running = runtime.listContainers(uid).filter(({isRunning}) => isRunning);
		const [first] = running;
		if (!first) {
			return [];
		}

		const containers = running.map(({id, name, startedAtMs}) => {
			const {cpuMillis = 0, memory = 0} = runtime.containerStats(id) ?? {};
			return {name, startedAtMs: kernel.wallClockMs - (kernel.now - startedAtMs), usage: {cpuMillis, memory}};
		});
		return [{namespace: first.sandbox.namespace, name: first.sandbox.pod, containers}];
	});
