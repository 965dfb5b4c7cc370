import {Random} from '../../kernel/random.js';
import type {ScenarioFile} from '../../scenario/scenario.js';
import {commandsOf, pick, type Command} from './workloads.js';

/** A process dies at some stop, and starts again later. */
export interface Fault {
	/** Index of the command after whose begin it happens. */
	readonly command: number;
	/** How many stops after the fault before it, or after the command began. */
	readonly afterStops: number;
	readonly process: string;
	/** How long the process is down: so many stops, then so much virtual time. */
	readonly downStops: number;
	readonly downMs: number;
}

/** What is simulated: all of it follows from the seed. */
export interface Plan {
	readonly seed: number;
	readonly scenario: ScenarioFile;
	readonly commands: readonly Command[];
	readonly faults: readonly Fault[];
}

/** What may die at any moment. The shared informers die only with the whole controller manager: alone, they would tell its controllers of each Pod twice, which these count. */
const mortal = [
	'kube-apiserver',
	'kube-apiserver/cacher',
	'controller-manager',
	'controller-manager/deployment',
	'controller-manager/replicaset',
	'controller-manager/statefulset',
	'controller-manager/daemonset',
	'controller-manager/job',
	'controller-manager/endpointslice',
	'controller-manager/garbage-collector',
	'kube-scheduler',
	'kubelet/node-a',
	'kubelet/node-a',
	'kubelet/node-b',
	'kubelet/node-b',
	'kube-proxy/node-a',
	'kube-proxy/node-b',
	'coredns',
	'ingress-controller',
	'mesh',
];

const commandCount = 4;
const faultsPerCommand = 2;

const scenarioOf = (seed: number, random: Random): ScenarioFile => ({
	seed,
	nodes: [{name: 'node-a'}, {name: 'node-b'}],
	...(random.below(2) === 0
		? {
				latencies: {
					'client.request': pick(random, 1, 5, 50),
					'client.watch': pick(random, 1, 10, 200),
					'etcd.txn': pick(random, 1, 10),
					'cri.RunPodSandbox': pick(random, 100, 3000),
				},
			}
		: {}),
});

/** The plan of a seed. */
export const planOf = (seed: number): Plan => {
	const random = new Random(seed, 'faults');
	const faults = Array.from({length: commandCount * faultsPerCommand}, (_, index) => ({
		command: Math.floor(index / faultsPerCommand),
		afterStops: random.below(pick(random, 60, 250, 600)),
		process: mortal[random.below(mortal.length)] ?? 'kube-apiserver',
		downStops: random.below(40),
		downMs: pick(random, 0, 0, 0, 500, 5000, 45_000),
	}));
	return {
		seed,
		scenario: scenarioOf(seed, new Random(seed, 'scenario')),
		commands: commandsOf(new Random(seed, 'commands'), commandCount),
		faults,
	};
};
