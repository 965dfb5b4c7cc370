import {newHome} from '../../kubectl/discovery.js';
import {secretToken} from '../../apiserver/authentication/token.js';
import {ApiServer} from '../../apiserver/server.js';
import {Client} from '../../client/client.js';
import type {Credentials} from '../../client/request.js';
import {startControllerManager} from '../../controllers/controller-manager.js';
import {Kernel} from '../../kernel/kernel.js';
import type {Routine} from '../../kernel/routine.js';
import type {Stop} from '../../kernel/stop.js';
import {ClusterNodes} from '../../node/node.js';
import {startDNS} from '../../network/dns/dns.js';
import {startKubeProxy} from '../../network/proxy/kube-proxy.js';
import {startScheduler} from '../../scheduler/scheduler.js';
import {recordedImages, recordedSandboxFailure} from './recorded-images.js';
import {getOrInsert} from '../../kernel/get-or-insert.js';

/** Bearer token of the user that plays the scenarios. */
export const adminToken = 'admin';

/** Switched on for scenarios that need `extra-admission`. */
export const extraAdmission = [
	'AlwaysPullImages',
	'EventRateLimit',
	'ExtendedResourceToleration',
	'LimitPodHardAntiAffinityTopology',
	'NamespaceAutoProvision',
	'NamespaceExists',
	'OwnerReferencesPermissionEnforcement',
	'PodNodeSelector',
	'PodTolerationRestriction',
	'DenyServiceExternalIPs',
];

const capacity = {cpu: '4', memory: '8Gi', pods: '110', 'ephemeral-storage': '100Gi'};

const staticWeb = {
	apiVersion: 'v1',
	kind: 'Pod',
	metadata: {name: 'static-web', labels: {app: 'static-web'}},
	spec: {containers: [{name: 'web', image: 'nginx:1.27', resources: {requests: {cpu: '10m'}}}]},
};

// Kubelets as they are without kubeadm.
const kubelet = {cgroupDriver: 'cgroupfs' as const};

// The nodes that kubelet scenarios were recorded on.
const recordedNodes = [
	{name: 'node-a', capacity, taints: [], kubelet},
	{name: 'node-b', capacity, taints: [], kubelet},
	{name: 'node-c', capacity, taints: [], staticPods: [staticWeb], kubelet},
	{
		name: 'node-tiny',
		kubelet,
		capacity: {...capacity, cpu: '1', memory: '1Gi', pods: '3'},
		taints: [{key: 'size', value: 'tiny', effect: 'NoSchedule' as const}],
	},
];

/** The parts of a cluster with which a scenario was recorded. */
export interface Parts {
	readonly extraAdmission?: boolean;
	readonly controllers?: boolean;
	/** Four nodes with a kubelet. */
	readonly kubelets?: boolean;
	/** A DNS server, and a kube-proxy for each node that {@link SimulatedCluster.addProxy} names. */
	readonly network?: boolean;
}

const certificate = (commonName: string, ...organizations: string[]): Credentials => ({
	certificate: {commonName, organizations},
});

/** A call that a kubelet made of its container runtime. */
export interface RuntimeCall {
	readonly call: string;
	readonly request?: unknown;
	readonly answer?: unknown;
	readonly error?: unknown;
}

/**
A cluster like those of the recordings: a control plane, and the parts that {@link Parts} names.

Time passes only in `runUntil` and `run`.
*/
export class SimulatedCluster {
	/** The home directory of its users' kubectl. */
	readonly home = newHome();
	readonly kernel = new Kernel();
	readonly server: ApiServer;
	readonly #calls = new Map<string, RuntimeCall[]>();
	readonly #proxies = new Set<string>();
	#processes = 0;

	constructor({extraAdmission: extra, controllers = true, kubelets, network}: Parts = {}) {
		const {kernel} = this;
		this.server = new ApiServer(kernel, {
			tokens: [{token: adminToken, user: 'admin', groups: ['system:masters']}],
			...(extra ? {admission: {enable: extraAdmission}} : {}),
		});
		this.server.start();
		if (controllers) {
			startControllerManager(
				kernel,
				(userAgent) => this.connect(userAgent, certificate('system:kube-controller-manager')),
				{signToken: (token) => secretToken(token)},
			);
		}

		startScheduler(kernel, this.connect('kube-scheduler', certificate('system:kube-scheduler')));
		if (kubelets) {
			const nodes = new ClusterNodes();
			for (const [index, node] of recordedNodes.entries()) {
				nodes.start(this.connect(`kubelet/${node.name}`, certificate(`system:node:${node.name}`, 'system:nodes')), {
					flannel: this.connect(`flanneld/${node.name}`, certificate('system:kube-proxy')),
					node: {
						...node,
						labels: {},
						images: [],
						podCIDRs: [`10.244.${index}.0/24`],
						addresses: [`10.0.0.${index + 11}`],
					},
					images: recordedImages(),
					sandboxFailure: recordedSandboxFailure,
					clusterDNS: '10.96.0.10',
					clusterDomain: 'cluster.local',
					resolvConf: {servers: ['192.0.2.53'], searches: ['example.test']},
				});
			}
		}

		if (network) {
			startDNS(kernel, this.connect('coredns', {token: adminToken}), {clusterDomain: 'cluster.local'});
		}
	}

	connect(userAgent: string, credentials: Credentials): Client {
		return new Client(this.kernel, this.server.handler, userAgent, credentials);
	}

	/** Starts the kube-proxy of a node, if it has none yet. */
	addProxy(node: string): void {
		if (!this.#proxies.has(node)) {
			this.#proxies.add(node);
			startKubeProxy(this.kernel, this.connect(`kube-proxy/${node}`, certificate('system:kube-proxy')), {node});
		}
	}

	/** Lets virtual time pass up to `timeMs`. */
	runUntil(timeMs: number): void {
		for (let stop = this.kernel.step(timeMs); stop; stop = this.kernel.step(timeMs)) {
			this.#note(stop);
		}
	}

	/** Runs the consequences of the start to rest. */
	start(limitMs = 30_000): void {
		this.runUntil(1000);
		while (!this.kernel.resting && this.kernel.now < limitMs) {
			this.runUntil(this.kernel.now + 250);
		}
	}

	/**
	Runs a routine as a separate process.

	@returns its result; `undefined` when it has none after `limitMs` of virtual time: then it is ended.
	*/
	run<T>(start: () => Routine<T>, limitMs: number): {readonly value: T} | undefined {
		const {kernel} = this;
		const name = `player/${++this.#processes}`;
		const results: Array<{readonly value: T}> = [];
		kernel.spawn(name, 'player', function* () {
			results.push({value: yield* start()});
		});
		const deadlineMs = kernel.now + limitMs;
		while (results.length === 0) {
			const stop = kernel.step(Math.min(deadlineMs, kernel.nextTimeMs ?? deadlineMs));
			if (stop) {
				this.#note(stop);
			} else if (kernel.now >= deadlineMs) {
				kernel.processes.crash(name);
				break;
			}
		}

		return results[0];
	}

	/** The calls that the kubelet of a node made for a Pod, in order. */
	runtimeCalls(node: string, pod: string): readonly RuntimeCall[] {
		return this.#calls.get(`${node} /registry/pods/${pod}`) ?? [];
	}

	#note({stage, object, facts, process}: Stop): void {
		if (!stage.startsWith('cri.') || !facts || !('answer' in facts || 'error' in facts)) {
			return;
		}

		const node = /^kubelet\/([^/]+)/.exec(process)?.[1];
		const key = `${node} ${object}`;
		const {request, answer, error} = facts;
		const call = {call: stage.slice('cri.'.length), request, answer, error};
		getOrInsert(this.#calls, key, () => []).push(call);
	}
}

/** The parts that scenarios of a topic were recorded with. */
export const partsFor = (topic: string, needs?: string): Parts => ({
	extraAdmission: needs === 'extra-admission',
	kubelets: topic === 'kubelet',
	network: topic === 'network',
});
