import {Client} from '../client/client.js';
import {Kernel} from '../kernel/kernel.js';
import {note} from '../kernel/routine.js';
import type {Stop} from '../kernel/stop.js';
import type {Event, Pod} from '../objects/kubernetes.generated.js';
import {startKubelet, type NodeOptions} from '../kubelet/kubelet.js';
import type {Runtime} from '../kubelet/runtime/runtime.js';
import {testImages} from './test-images.js';
import {TinyApiServer} from './tiny-apiserver.js';

/** For tests: one or more nodes before a tiny apiserver. */
export class KubeletWorld {
	readonly kernel = new Kernel({seed: 1});
	readonly server = new TinyApiServer(this.kernel);
	readonly stops: Stop[] = [];
	readonly runtimes = new Map<string, Runtime>();
	#deeds = 0;

	constructor(nodes: ReadonlyArray<Partial<NodeOptions>> = [{}]) {
		for (const [index, node] of nodes.entries()) {
			const name = node.name ?? `node-${'abc'[index]}`;
			const options: NodeOptions = {
				name,
				labels: {},
				taints: [],
				capacity: {cpu: '4', memory: '8Gi', pods: '110', 'ephemeral-storage': '100Gi'},
				images: ['nginx:1.27', 'busybox:1.37', 'crash:1', 'graceful-3s:1', 'stubborn:1'],
				podCIDR: `10.244.${index + 1}.0/24`,
				address: `10.0.0.${index + 1}`,
				...node,
			};
			this.runtimes.set(
				name,
				startKubelet(this.kernel, new Client(this.kernel, this.server.handler, `kubelet/${name}`), {
					node: options,
					images: testImages(),
					clusterDNS: '10.96.0.10',
					clusterDomain: 'cluster.local',
				}),
			);
		}

		this.run(1500);
	}

	/** Runs for `ms`, or until a stop is what is wanted. */
	run(ms: number, until?: (stop: Stop) => boolean): Stop | undefined {
		const end = this.kernel.now + ms;
		for (;;) {
			const stop = this.kernel.step(end);
			if (!stop) {
				return undefined;
			}

			this.stops.push(stop);
			if (until?.(stop)) {
				return stop;
			}
		}
	}

	/** Does something to the apiserver's store, as a user would. */
	act(deed: (server: TinyApiServer) => void): void {
		const {kernel, server} = this;
		kernel.spawn(`user-${this.#deeds++}`, 'user', function* () {
			deed(server);
			yield* note('apiserver.store', 'A user changes an object.');
		});
	}

	put(plural: string, object: object): void {
		this.act((server) => server.put(object as Parameters<TinyApiServer['put']>[0], {group: '', plural}));
	}

	/** Creates a Pod bound to node-a, unless its spec says otherwise. */
	createPod(spec: object, metadata: object = {}, name = 'web'): void {
		this.put('pods', {
			apiVersion: 'v1',
			kind: 'Pod',
			metadata: {name, namespace: 'default', ...metadata},
			spec: {nodeName: 'node-a', restartPolicy: 'Always', terminationGracePeriodSeconds: 30, ...spec},
			status: {phase: 'Pending', qosClass: 'BestEffort'},
		});
	}

	deletePod(name = 'web', graceSeconds?: number): void {
		this.act((server) => server.remove({group: '', plural: 'pods', namespace: 'default', name}, graceSeconds));
	}

	pod(name = 'web'): Pod | undefined {
		return this.kernel.ledger.read(`/registry/pods/default/${name}`);
	}

	get events(): readonly string[] {
		return this.kernel.ledger.keys('/registry/events/').map((key) => {
			const {type, reason, message} = this.kernel.ledger.read<Event>(key)!;
			return `${type} ${reason} ${message}`;
		});
	}

	/** Stops of a stage, in order. */
	at(stage: string): readonly Stop[] {
		return this.stops.filter((stop) => stop.stage === stage);
	}

	/** Calls of the CRI that were answered, in order. */
	get calls(): readonly string[] {
		return this.stops
			.filter(({stage, facts}) => stage.startsWith('cri.') && facts?.['answer'] !== undefined)
			.map(({stage}) => stage.slice(4));
	}
}

export const container = (more: object = {}): object => ({
	name: 'main',
	image: 'nginx:1.27',
	imagePullPolicy: 'IfNotPresent',
	...more,
});
