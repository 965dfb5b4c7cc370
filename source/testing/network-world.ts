import type {ResourceName} from '../client/client.js';
import {freshCluster} from '../apiserver/storage/initial-objects.js';
import {startDNS} from '../network/dns/dns.js';
import {startIngressController} from '../network/ingress.js';
import {startMesh} from '../network/mesh.js';
import {startKubeProxy} from '../network/proxy/kube-proxy.js';
import {readRules, type NodeRules} from '../network/proxy/node-rules.js';
import {startTraffic, type TrafficCount} from '../network/traffic/traffic.js';
import type {EndpointSlice, Ingress, Resources, Service} from '../objects/kubernetes.generated.js';
import {note} from '../kernel/routine.js';
import {lossInWords} from '../stages/sentence.js';
import {must} from './must.js';
import {TinyServer, type Sketched} from './tiny-server.js';
import type {ProxyMode} from '../objects/simulated-node.js';
import type {TrafficClient} from '../objects/traffic-client.js';

/**
An apiserver, and everything that follows Services: kube-proxy on node-a and node-b, CoreDNS, an ingress controller, a mesh.

Only the test's Services exist, not even kubernetes.
*/
export class NetworkWorld extends TinyServer {
	#changes = 0;

	constructor(mode?: ProxyMode) {
		super({
			admission: {disable: ['ServiceAccount']},
			initialObjects: Object.fromEntries(
				Object.entries(freshCluster()).filter(([path]) => path !== '/api/v1/services'),
			),
		});
		for (const node of ['node-a', 'node-b']) {
			startKubeProxy(this.kernel, this.client(`kube-proxy/${node}`, 'system:kube-proxy'), {node, mode});
		}

		startDNS(this.kernel, this.client('coredns', 'coredns', ['system:masters']));
		startIngressController(this.kernel, this.client('ingress', 'ingress', ['system:masters']));
		startMesh(this.kernel, this.client('mesh', 'mesh', ['system:masters']));
		this.advance(100);
	}

	/** Creates an object, or updates the existing one from the sketch, once time passes. */
	put<R extends ResourceName>(resource: R, object: Sketched<Resources[R]>): void {
		this.kernel.spawn(`user-${++this.#changes}`, 'user', () => this.putting(resource, object));
	}

	/** The runtime's writes when a process starts to listen on port 8080, stops accepting, or has ended (`undefined`). */
	listen(ip: string, accepts: boolean | undefined): void {
		const {kernel} = this;
		kernel.spawn(`runtime/${++this.#changes}`, 'kubelet', function* () {
			const key = `/network/addresses/${ip}`;
			if (accepts === undefined) {
				kernel.ledger.delete(key);
			} else {
				kernel.ledger.write(key, {
					node: 'node-a',
					namespace: 'default',
					pod: `shop-${ip.split('.').at(-1)}`,
					uid: ip,
					listeners: [{port: 8080, container: 'main', accepts}],
				});
			}

			yield* note('test.listen', {ip, accepts});
		});
		this.advance(1);
	}

	/** Starts a client on node-a that calls the Service. */
	traffic(client: Partial<TrafficClient> = {}): void {
		startTraffic(this.kernel, {
			clients: [{name: 'curl', node: 'node-a', target: 'shop.default.svc.cluster.local:80', ...client}],
		});
	}

	/** The outcome of a client's requests. */
	count(client = 'curl'): TrafficCount {
		return must(this.kernel.ledger.read<TrafficCount>(`/network/traffic/${client}`), `traffic of ${client}`);
	}

	/** The reasons of a client's lost requests, in words, with the number for each. */
	reasons(client = 'curl'): Readonly<Record<string, number>> {
		return Object.fromEntries(this.count(client).losses.map(({loss, count}) => [lossInWords(loss), count]));
	}

	/** The rules that kube-proxy has written on a node. */
	rules(node: string): NodeRules {
		return must(readRules(this.kernel.ledger, node), `rules on ${node}`);
	}
}

/** A Service named shop: port 80, which targets 8080 of its Pods. */
export const shopService: Sketched<Service> = {
	metadata: {name: 'shop', namespace: 'default'},
	spec: {clusterIP: '10.96.0.9', ports: [{port: 80, targetPort: 8080, protocol: 'TCP'}]},
};

/** The EndpointSlice of the Service shop, with ready endpoints on node-a. */
export const shopSlice = (...ips: readonly string[]): Sketched<EndpointSlice> => ({
	metadata: {name: 'shop-1', namespace: 'default', labels: {'kubernetes.io/service-name': 'shop'}},
	addressType: 'IPv4',
	ports: [{name: '', port: 8080, protocol: 'TCP'}],
	endpoints: ips.map((ip) => ({addresses: [ip], conditions: {ready: true}, nodeName: 'node-a'})),
});

/** An Ingress that leads from shop.example.com to the Service shop. */
export const shopIngress: Sketched<Ingress> = {
	metadata: {name: 'shop', namespace: 'default'},
	spec: {
		rules: [
			{
				host: 'shop.example.com',
				http: {paths: [{path: '/', pathType: 'Prefix', backend: {service: {name: 'shop', port: {number: 80}}}}]},
			},
		],
	},
};
