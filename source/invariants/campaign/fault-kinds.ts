import {requestFailures} from '../../objects/fault.js';
import type {Random} from '../../kernel/random.js';
import {pick} from './manifests.js';

/** A fault without its place. */
export interface FaultKind {
	readonly begin: {readonly fault: string};
	readonly downStops: number;
	readonly downMs: number;
	readonly end?: {readonly fault: string};
}

/** What may die at any moment. */
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

/** Whose requests fail and whose watches end. */
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
		const fail = oneOf(random, requestFailures, '503');
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

const names = ['crash', 'crash', 'restart', 'fail', 'fail', 'delay', 'close', 'expire'];

/** One of the faults in the table. */
export const faultOf = (random: Random): FaultKind => {
	const make = kinds[oneOf(random, names, 'crash')];
	return make ? make(random) : {begin: {fault: 'crash kube-apiserver'}, downStops: 0, downMs: 0};
};
