import type {Draft, ResourceName} from '../client/client.js';
import type {Routine} from '../kernel/routine.js';
import type {NodeOptions} from '../kubelet/kubelet.js';
import {ClusterNodes} from '../node/node.js';
import type {Runtime} from '../containerd/runtime.js';
import {testImages} from './test-images.js';
import type {Container, ObjectMeta, Pod, PodSpec, Resources} from '../objects/kubernetes.generated.js';
import {TinyServer, type Sketched} from './tiny-server.js';

/**
One or more nodes and an apiserver, for tests of kubelets.

Pods need no service account, and so no token from a controller.
*/
export class KubeletWorld extends TinyServer {
	readonly runtimes = new Map<string, Runtime>();
	readonly nodes = new ClusterNodes();
	#deeds = 0;

	constructor(nodes: ReadonlyArray<Partial<NodeOptions>> = [{}]) {
		super({admission: {disable: ['ServiceAccount']}}, {seed: 1});
		for (const [index, node] of nodes.entries()) {
			const name = node.name ?? `node-${'abc'[index]}`;
			const options: NodeOptions = {
				name,
				labels: {},
				taints: [],
				capacity: {cpu: '4', memory: '8Gi', pods: '110', 'ephemeral-storage': '100Gi'},
				images: ['nginx:1.27', 'busybox:1.37', 'crash:1', 'graceful-3s:1', 'stubborn:1'],
				podCIDRs: [`10.244.${index + 1}.0/24`],
				addresses: [`10.0.0.${index + 1}`],
				...node,
			};
			this.runtimes.set(
				name,
				this.nodes.start(this.client(`kubelet/${name}`, `system:node:${name}`, ['system:nodes']), {
					node: options,
					flannel: this.client(`flanneld/${name}`, 'system:kube-proxy'),
					images: testImages(),
					clusterDNS: '10.96.0.10',
					clusterDomain: 'cluster.local',
					csiDrivers: [{name: 'csi.example.test'}],
				}).runtime,
			);
		}

		this.advance(1500);
	}

	/** Starts a user's action; it continues as time passes. */
	act(deed: () => Routine<unknown>): void {
		this.kernel.spawn(`user-${this.#deeds++}`, 'user', deed);
	}

	/** Creates an object, or updates the existing one from the sketch. */
	put<R extends ResourceName>(resource: R, object: Sketched<Resources[R]>): void {
		this.act(() => this.putting(resource, object));
	}

	/** Creates a Pod bound to node-a, unless its spec says otherwise. */
	createPod(spec: Draft<PodSpec>, metadata: Partial<ObjectMeta> = {}, name = 'web'): void {
		this.act(() =>
			this.creating('pods', {
				apiVersion: 'v1',
				kind: 'Pod',
				metadata: {name, namespace: 'default', ...metadata},
				spec: {nodeName: 'node-a', ...spec},
			}),
		);
	}

	deletePod(name = 'web', gracePeriodSeconds?: number): void {
		const options = gracePeriodSeconds === undefined ? undefined : {gracePeriodSeconds};
		this.act(() => this.admin.delete('pods', 'default', name, options));
	}

	/** The Pod in etcd. */
	pod(name = 'web'): Pod | undefined {
		return this.get('pods', 'default', name);
	}

	/** Type, reason and message of all events, in the order of their names. */
	get events(): readonly string[] {
		return this.list('events').map(({type, reason, message}) => `${type} ${reason} ${message}`);
	}

	/** Calls of the CRI that were answered, in order. */
	get calls(): readonly string[] {
		return this.stops
			.filter(({stage, facts}) => stage.startsWith('cri.') && facts?.['answer'] !== undefined)
			.map(({stage}) => stage.slice(4));
	}
}

/** A container with the name main and an image that every node has, unless the test overrides this. */
export const container = (more: Partial<Container> = {}): Container => ({
	name: 'main',
	image: 'nginx:1.27',
	imagePullPolicy: 'IfNotPresent',
	...more,
});
