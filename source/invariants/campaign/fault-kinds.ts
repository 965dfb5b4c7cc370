import type {Input} from '../../cluster.js';
import type {Random} from '../../kernel/random.js';
import {pick} from './manifests.js';

/** A fault at some stop, and its later repair. */
export interface Fault {
	/** The index of the command after whose beginning it happens. */
	readonly command: number;
	/** The number of stops after the previous fault, or after the command's beginning. */
	readonly afterStops: number;
	readonly begin: Input;
	/** Its duration: this number of stops, then this virtual time. */
	readonly downStops: number;
	readonly downMs: number;
	/** The input that repairs it; without it, the fault ends after its time. */
	readonly end?: Input;
}

/** A fault without its place. */
export interface FaultKind {
	readonly begin: {readonly fault: string};
	readonly downStops: number;
	readonly downMs: number;
	readonly end?: {readonly fault: string};
}

/** Processes that can die at any moment. */
const mortal = [
	'kube-apiserver',
	'kube-apiserver/cacher',
	'controller-manager',
	'controller-manager/informers',
	'controller-manager/deployment',
	'controller-manager/replicaset',
	'controller-manager/statefulset',
	'controller-manager/daemonset',
	'controller-manager/job',
	'controller-manager/endpointslice',
	'controller-manager/garbage-collector',
	'controller-manager/namespace',
	'controller-manager/disruption',
	'controller-manager/persistentvolume-binder',
	'kube-scheduler',
	'kubelet/node-a',
	'kubelet/node-a',
	'kubelet/node-b',
	'kubelet/node-b',
	'kube-proxy/node-a',
	'kube-proxy/node-b',
	'coredns',
	'controller-manager/persistentvolume-attach-detach',
	'csi-provisioner/hostpath.csi.k8s.io',
	'csi-attacher/hostpath.csi.k8s.io',
	'csi-resizer/hostpath.csi.k8s.io',
	'ingress-controller',
	'mesh',
];

/** The failures that requests get in place of an answer. */
const failures = ['500', '503', '504', 'lost'] as const;

/** The clients whose requests fail and whose watches end. */
const clients = [
	'*',
	'kube-controller-manager',
	'kube-scheduler',
	'kubelet/node-a',
	'kubelet/node-b',
	'kubelet',
	'kube-proxy/node-a',
	'coredns',
	'ingress-controller',
];

const oneOf = <T>(random: Random, values: readonly T[], first: T): T => values[random.below(values.length)] ?? first;

const aDuration = (random: Random): number => pick(random, 0, 0, 0, 500, 5000, 45_000);

/** The table of faults: each makes one of its kind. */
const kinds: Readonly<Record<string, (random: Random) => FaultKind>> = {
	crash(random) {
		const process = oneOf(random, mortal, 'kube-apiserver');
		return {
			begin: {fault: `crash ${process}`},
			downStops: random.below(40),
			downMs: aDuration(random),
			end: {fault: `restart ${process}`},
		};
	},
	restart: (random) => ({
		begin: {fault: `restart ${oneOf(random, mortal, 'kube-apiserver')}`},
		downStops: 0,
		downMs: 0,
	}),
	fail(random) {
		const forMs = pick(random, 100, 1000, 10_000, 45_000);
		const client = oneOf(random, clients, '*');
		const fail = oneOf(random, failures, '503');
		return {
			begin: {fault: `fail requests ${client} with=${fail} share=${pick(random, 1, 0.5, 0.1)} for=${forMs}ms`},
			downStops: random.below(40),
			downMs: forMs,
		};
	},
	delay(random) {
		const forMs = pick(random, 1000, 10_000);
		const client = oneOf(random, clients, '*');
		return {
			begin: {fault: `delay requests ${client} by=${pick(random, 3, 50, 700, 4000)}ms for=${forMs}ms`},
			downStops: random.below(40),
			downMs: forMs,
		};
	},
	pause(random) {
		const target = oneOf(random, [...mortal, 'node-a', 'node-b'], 'kube-scheduler');
		return {
			begin: {fault: `pause ${target}`},
			downStops: random.below(40),
			downMs: aDuration(random),
			end: {fault: 'heal'},
		};
	},
	slow(random) {
		const forMs = pick(random, 1000, 10_000);
		const target = oneOf(random, ['kube-apiserver', 'etcd', 'kube-scheduler', 'node-a', 'node-b'], 'etcd');
		return {
			begin: {fault: `slow ${target} by=${pick(random, 2, 10, 100)} for=${forMs}ms`},
			downStops: random.below(40),
			downMs: forMs,
		};
	},
	partition(random) {
		const forMs = pick(random, 100, 5000, 45_000, 70_000);
		const end = oneOf(random, ['node-a', 'node-b', 'kube-controller-manager', 'kube-scheduler', 'coredns'], 'node-a');
		return {
			begin: {fault: `partition ${end} kube-apiserver for=${forMs}ms`},
			downStops: random.below(40),
			downMs: forMs,
		};
	},
	watches(random) {
		const forMs = pick(random, 100, 5000, 60_000);
		const client = oneOf(random, clients, '*');
		const words = pick(
			random,
			`drop watches ${client}`,
			`duplicate watches ${client}`,
			`delay watches ${client} by=700ms`,
			`reorder watches ${client} of=pods behind=nodes`,
			`reorder watches ${client} of=replicasets behind=pods`,
		);
		return {begin: {fault: `${words} for=${forMs}ms`}, downStops: random.below(40), downMs: forMs};
	},
	calls(random) {
		const call = pick(random, 'pull', 'cni', 'csi');
		return {
			begin: {fault: `fail ${call} ${pick(random, '*', 'node-a')} times=${pick(random, 1, 2, 3)} for=60s`},
			downStops: random.below(40),
			downMs: 60_000,
		};
	},
	skew(random) {
		const node = pick(random, 'node-a', 'node-b');
		return {
			begin: {fault: `skew clock ${node} by=${pick(random, '-10m', '-3s', '3s', '10m')}`},
			downStops: random.below(40),
			downMs: aDuration(random),
			end: {fault: 'heal'},
		};
	},
	close: (random) => ({
		begin: {fault: `close watches ${oneOf(random, clients, '*')}`},
		downStops: 0,
		downMs: 0,
	}),
	expire: (random) => ({
		begin: {fault: `expire watches ${oneOf(random, clients, '*')}`},
		downStops: 0,
		downMs: 0,
	}),
};

// Faults that evict Pods or restart containers leave different Pods behind than a calm run: fill disk, take memory, kill, power off and shut down have their own tests.
const names = [
	'crash',
	'crash',
	'restart',
	'fail',
	'fail',
	'delay',
	'close',
	'expire',
	'pause',
	'slow',
	'partition',
	'partition',
	'watches',
	'watches',
	'calls',
	'skew',
];

/** One of the faults in the table. */
export const faultOf = (random: Random): FaultKind => {
	const make = kinds[oneOf(random, names, 'crash')];
	return make ? make(random) : {begin: {fault: 'crash kube-apiserver'}, downStops: 0, downMs: 0};
};

/** Faults that last until nodes are lost, Pods are evicted and volumes are detached by force, in the worlds of stories. */
const longKinds: ReadonlyArray<(random: Random) => FaultKind> = [
	(random) => {
		const forMs = pick(random, 120_000, 400_000, 900_000);
		const end = pick(random, 'node-a', 'node-b', 'kube-controller-manager', 'kube-scheduler');
		return {begin: {fault: `partition ${end} kube-apiserver for=${forMs}ms`}, downStops: 0, downMs: forMs};
	},
	(random) => {
		const target = pick(
			random,
			'kubelet/node-a',
			'kubelet/node-b',
			'kube-scheduler',
			'controller-manager',
			'kube-apiserver',
		);
		return {
			begin: {fault: `crash ${target}`},
			downStops: random.below(40),
			downMs: pick(random, 70_000, 400_000),
			end: {fault: `restart ${target}`},
		};
	},
	(random) => ({
		begin: {fault: `pause ${pick(random, 'node-a', 'node-b')}`},
		downStops: 0,
		downMs: pick(random, 120_000, 450_000),
		end: {fault: 'heal'},
	}),
];

/** A fault of the table, or, one time in four, one that lasts long. */
export const longFaultOf = (random: Random): FaultKind =>
	random.below(4) === 0 ? (longKinds[random.below(longKinds.length)] ?? faultOf)(random) : faultOf(random);
