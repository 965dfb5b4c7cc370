import type {Input} from '../../cluster.js';
import {requestFailures} from '../../client/wire.js';
import type {Random} from '../../kernel/random.js';
import {pick} from './manifests.js';

/** A fault without its place. */
export interface FaultKind {
	readonly begin: Input;
	readonly downStops: number;
	readonly downMs: number;
	readonly end?: Input;
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
			begin: {crash: process},
			downStops: random.below(40),
			downMs: aDuration(random),
			end: {restart: process},
		};
	},
	restart: (random) => ({
		begin: {restart: oneOf(random, mortal, 'kube-apiserver')},
		downStops: 0,
		downMs: 0,
	}),
	fail(random) {
		const forMs = pick(random, 100, 1000, 10_000, 45_000);
		return {
			begin: {
				requests: {
					from: oneOf(random, clients, '*'),
					forMs,
					fail: oneOf(random, requestFailures, '503'),
					share: pick(random, 1, 0.5, 0.1),
				},
			},
			downStops: random.below(40),
			downMs: forMs,
		};
	},
	delay(random) {
		const forMs = pick(random, 1000, 10_000);
		return {
			begin: {requests: {from: oneOf(random, clients, '*'), forMs, delayMs: pick(random, 3, 50, 700, 4000)}},
			downStops: random.below(40),
			downMs: forMs,
		};
	},
	close: (random) => ({
		begin: {watches: {of: oneOf(random, clients, '*'), end: 'closed'}},
		downStops: 0,
		downMs: 0,
	}),
	expire: (random) => ({
		begin: {watches: {of: oneOf(random, clients, '*'), end: 'expired'}},
		downStops: 0,
		downMs: 0,
	}),
};

const names = ['crash', 'crash', 'restart', 'fail', 'fail', 'delay', 'close', 'expire'];

/** One of the faults in the table. */
export const faultOf = (random: Random): FaultKind => {
	const make = kinds[oneOf(random, names, 'crash')];
	return make ? make(random) : {begin: {crash: 'kube-apiserver'}, downStops: 0, downMs: 0};
};
