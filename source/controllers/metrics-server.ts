import {Client, type TypedEvent} from '../client/client.js';
import {ApiError} from '../client/errors.js';
import {Informer} from '../client/informer.js';
import type {KubeletEndpoints, PodSample} from '../client/kubelet.js';
import type {Kernel} from '../kernel/kernel.js';
import {Mailbox} from '../kernel/mailbox.js';
import {take, type Routine} from '../kernel/routine.js';
import type {Node, Pod} from '../objects/kubernetes.generated.js';
import type {NodeUsage, PodUsage, ResourceMetrics, Usage} from '../objects/resource-metrics.js';
import {note} from '../stages/note.js';

const none: Usage = {cpuMillis: 0, memory: 0};

const plus = (a: Usage, b: Usage): Usage => ({cpuMillis: a.cpuMillis + b.cpuMillis, memory: a.memory + b.memory});

/** The moment of a round of requests, and the time since the round before it. */
interface Window {
	readonly timestamp: string;
	readonly wallClockMs: number;
	readonly windowMs: number;
}

/**
The part of one kubelet's samples that metrics-server keeps: Pods that were measured twice.

@param labelsOf the labels of a Pod, from a cache.
@mirrors sigs.k8s.io/metrics-server/pkg/storage podStorage
*/
export const measured = (
	samples: readonly PodSample[],
	{timestamp, wallClockMs, windowMs}: Window,
	labelsOf: (namespace: string, name: string) => Readonly<Record<string, string>>,
): readonly PodUsage[] =>
	samples.flatMap(({namespace, name, containers}) => {
		// A rate needs two samples of a container.
		const twice = containers.filter(({startedAtMs}) => wallClockMs - startedAtMs >= windowMs);
		return twice.length === 0
			? []
			: [
					{
						namespace,
						name,
						labels: labelsOf(namespace, name),
						timestamp,
						windowMs,
						containers: twice
							.map(({name: container, usage}) => ({name: container, usage}))
							.sort((a, b) => (a.name < b.name ? -1 : 1)),
					},
				];
	});

/** The answers of a kubelet that refuses, as Go names them. */
const refusals: Readonly<Record<number, string>> = {
	401: '401 Unauthorized',
	403: '403 Forbidden',
	500: '500 Internal Server Error',
};

type Message = (() => Routine<unknown>) | undefined;

/**
metrics-server: it periodically requests the usage of containers from the kubelet of each node, with the token of its service account. The
apiserver forwards requests for the group `metrics.k8s.io` to it.

Simplified: it asks one kubelet after the other. The usage of a node is the sum of its containers; usage is a momentary value, not an average.

@see https://kubernetes.io/docs/tasks/debug/debug-cluster/resource-metrics-pipeline/
*/
export class MetricsServer implements ResourceMetrics {
	#pods: readonly PodUsage[] = [];
	#used: readonly NodeUsage[] = [];

	/** @param intervalMs time between two rounds of requests: the flag `--metric-resolution`. */
	constructor(
		readonly kernel: Kernel,
		readonly kubelets: KubeletEndpoints,
		readonly intervalMs: number,
	) {}

	pods(): readonly PodUsage[] {
		return this.#pods;
	}

	nodes(): readonly NodeUsage[] {
		return this.#used;
	}

	/** @param client of its service account. */
	start(client: Client): void {
		this.kernel.spawn('metrics-server', 'metrics-server', () => this.#run(client));
	}

	*#run(client: Client): Routine {
		const {kernel, intervalMs} = this;
		this.#pods = [];
		this.#used = [];
		const mailbox = new Mailbox<Message>('metrics-server');
		const nodes = new Informer(client, 'nodes');
		const pods = new Informer(client, 'pods');
		yield* nodes.start(mailbox, (event: TypedEvent<Node>) => () => nodes.deliver(event));
		yield* pods.start(mailbox, (event: TypedEvent<Pod>) => () => pods.deliver(event));
		let dueMs = kernel.now + intervalMs;
		for (;;) {
			const work: Message = yield* take(mailbox, {timeoutMs: Math.max(0, dueMs - kernel.now), periodic: true});
			if (work) {
				yield* work();
			} else {
				dueMs += intervalMs;
				yield* this.#scrape(client, nodes, pods);
			}
		}
	}

	/** Requests samples from the kubelet of each node. @mirrors sigs.k8s.io/metrics-server/pkg/scraper Scrape */
	*#scrape(client: Client, nodes: Informer<'nodes'>, pods: Informer<'pods'>): Routine {
		const {kernel, intervalMs: windowMs} = this;
		const measuredPods: PodUsage[] = [];
		const used: NodeUsage[] = [];
		const failures: Array<{readonly node: string; readonly error: string}> = [];
		for (const node of nodes.list()) {
			const {metadata} = node;
			const samples = yield* this.#samples(client, node);
			if (typeof samples === 'string') {
				failures.push({node: metadata.name, error: samples});
				continue;
			}

			const window = {timestamp: kernel.timestamp(), wallClockMs: kernel.wallClockMs, windowMs};
			const own = measured(samples, window, (namespace, name) => pods.get(namespace, name)?.metadata.labels ?? {});
			const usage = own.flatMap(({containers}) => containers.map((one) => one.usage)).reduce(plus, none);
			measuredPods.push(...own);
			used.push({name: metadata.name, labels: metadata.labels ?? {}, timestamp: window.timestamp, windowMs, usage});
		}

		this.#pods = measuredPods;
		this.#used = used;
		kernel.ledger.write('/components/metrics-server', {pods: measuredPods, nodes: used});
		yield* note('kubelet.usage', {nodes: used.length, pods: measuredPods.length, failures});
	}

	/** The answer of a kubelet, or the error that metrics-server logs. @mirrors sigs.k8s.io/metrics-server/pkg/scraper/client/resource */
	*#samples(
		{kernel, userAgent, credentials}: Client,
		{metadata, status: of}: Node,
	): Routine<readonly PodSample[] | string> {
		const address = of?.addresses?.find(({type}) => type === 'InternalIP')?.address ?? metadata.name;
		const kubelet = new Client(kernel, this.kubelets.server(metadata.name, address), userAgent, credentials);
		try {
			return yield* kubelet.send<readonly PodSample[]>('GET', '/metrics/resource');
		} catch (error) {
			if (!(error instanceof ApiError)) {
				throw error;
			}

			const refusal = refusals[error.code];
			return refusal === undefined
				? `Get "https://${address}:10250/metrics/resource": ${error.message}`
				: `request failed, status: "${refusal}"`;
		}
	}
}
