import type {NodeCondition, PodCondition, Taint, Toleration} from '../../../objects/kubernetes.generated.js';
import type {Gone} from './every-controller.js';

/** Facts of the stops of the controllers of nodes and of their Pods. */
export interface NodeFacts {
	'controller.node-lifecycle.sync':
		| Gone
		| {
				readonly case: 'compare';
				/** Status of the condition Ready. */
				readonly ready: string;
				readonly conditions: readonly NodeCondition[] | undefined;
				/** Its taints before, and those for its conditions. */
				readonly before: readonly Taint[] | undefined;
				readonly after: readonly Taint[];
		  };
	'controller.node-lifecycle.taint': {
		readonly before: readonly Taint[] | undefined;
		readonly after: readonly Taint[];
	};
	/** Older labels with the same meaning as newer ones. */
	'controller.node-lifecycle.label': {readonly labels: Readonly<Record<string, string>>};
	/** A node has not sent a heartbeat for too long. */
	'controller.node-lifecycle.silent': {
		readonly silentMs: number;
		readonly graceMs: number;
		readonly before: readonly NodeCondition[] | undefined;
		readonly after: readonly NodeCondition[];
	};
	/** A Pod on a node that no longer sends heartbeats. */
	'controller.node-lifecycle.pod-not-ready': {readonly node: string};

	'controller.taint-eviction.sync':
		| Gone
		| {
				readonly case: 'tolerate';
				readonly node: string;
				readonly taints: readonly Taint[];
				readonly tolerations: readonly Toleration[] | undefined;
				/** The time that the Pod may stay after the taints were added; `undefined` for no limit. */
				readonly seconds: number | undefined;
				/** The time at which it must leave, in virtual milliseconds. */
				readonly atMs: number | undefined;
		  };
	'controller.taint-eviction.evict': {readonly node: string; readonly condition: PodCondition};

	'controller.pod-garbage-collector.delete': {
		readonly why: 'terminated' | 'out-of-service' | 'orphaned' | 'unscheduled';
		readonly node: string | undefined;
	};

	'controller.node-ipam.sync':
		Gone | {readonly case: 'settled'; readonly name: string} | {readonly case: 'give'; readonly podCIDR: string};

	'controller.ttl.sync':
		| Gone
		| {readonly case: 'settled'; readonly name: string}
		| {
				readonly case: 'tell';
				/** The number of nodes in the cluster. */
				readonly nodes: number;
				readonly annotation: string;
				readonly seconds: string;
		  };
}
