import type {Kernel} from '../../kernel/kernel.js';
import {sleep, type Routine} from '../../kernel/routine.js';
import type {Node, Pod} from '../../objects/kubernetes.generated.js';
import {registryKey} from '../../objects/resources.js';
import type {NodeUsage, PodUsage, ResourceMetrics, Usage} from '../../objects/resource-metrics.js';
import {note} from '../../stages/note.js';
import type {RuntimeService} from '../../cri/runtime-service.js';
import type {FindKubelet} from '../endpoints/endpoints.js';

const none: Usage = {cpuMillis: 0, memory: 0};

const plus = (a: Usage, b: Usage): Usage => ({cpuMillis: a.cpuMillis + b.cpuMillis, memory: a.memory + b.memory});

/** What a kubelet reports of its Pods at `/metrics/resource`. */
const podsOn = (kernel: Kernel, runtime: RuntimeService, timestamp: string, windowMs: number): readonly PodUsage[] => {
	return runtime.podUIDs().flatMap((uid) => {
		// A rate needs two samples of a container.
		const running = runtime
			.listContainers(uid)
			.filter(({isRunning, startedAtMs}) => isRunning && kernel.now - startedAtMs >= windowMs);
		const [first] = running;
		if (!first) {
			return [];
		}

		const {namespace, pod} = first.sandbox;
		const found = kernel.ledger.read<Pod>(registryKey('pods', namespace, pod));
		const containers = running
			.map((container) => {
				const {cpuMillis, memory} = runtime.containerStats(container.id) ?? none;
				return {name: container.name, usage: {cpuMillis, memory}};
			})
			.sort((a, b) => (a.name < b.name ? -1 : 1));
		return [{namespace, name: pod, labels: found?.metadata.labels ?? {}, timestamp, windowMs, containers}];
	});
};

/**
Starts metrics-server: every so often it asks each kubelet what its containers use.

@see https://kubernetes.io/docs/tasks/debug/debug-cluster/resource-metrics-pipeline/

Simplified: a node uses what its containers use; a usage is that of the moment, and no average.
@returns what it knows.
*/
export const startMetricsServer = (
	kernel: Kernel,
	nodes: readonly string[],
	find: FindKubelet,
	intervalMs: number,
): ResourceMetrics => {
	let pods: readonly PodUsage[] = [];
	let used: readonly NodeUsage[] = [];

	function* run(): Routine {
		pods = [];
		used = [];
		for (;;) {
			yield* sleep(intervalMs, {periodic: true});
			const timestamp = kernel.timestamp();
			const windowMs = intervalMs;
			const perNode = nodes.map((name) => {
				const server = kernel.processes.get(`kubelet/${name}`)?.state === 'crashed' ? undefined : find(name);
				return {name, pods: server && podsOn(kernel, server.runtime, timestamp, windowMs)};
			});
			pods = perNode.flatMap((node) => node.pods ?? []);
			used = perNode.flatMap((node) => {
				const usage = node.pods?.flatMap(({containers}) => containers.map((one) => one.usage)).reduce(plus, none);
				const labels = kernel.ledger.read<Node>(registryKey('nodes', undefined, node.name))?.metadata.labels ?? {};
				return usage ? [{name: node.name, labels, timestamp, windowMs, usage}] : [];
			});
			kernel.ledger.write('/components/metrics-server', {pods, nodes: used});
			yield* note('kubelet.usage', {nodes: used.length, pods: pods.length, silent: nodes.length - used.length});
		}
	}

	kernel.spawn('metrics-server', 'metrics-server', run);
	return {pods: () => pods, nodes: () => used};
};
