import {goDuration} from '../../../go/duration.js';
import type {NodeFacts} from '../../facts/controllers/nodes.js';
import {equal} from '../../../kernel/equality.js';
import {keyOf, nameOf} from '../words.js';
import type {Sentences} from '../../language-table.js';

/** Stops of the controllers of nodes and of their Pods, in English. */
export const nodeSentences: Sentences<NodeFacts> = {
	'controller.node-lifecycle.sync': (facts, stop) =>
		facts.case === 'gone'
			? `Node ${facts.key} is gone.`
			: `Node ${nameOf(stop)}: Ready is ${facts.ready}; its taints ${equal(facts.before ?? [], facts.after) ? 'match its conditions' : 'must change'}.`,
	'controller.node-lifecycle.taint': ({after}, stop) =>
		after.length === 0
			? `Node ${nameOf(stop)} loses its last taint.`
			: `Node ${nameOf(stop)} now has ${after.length === 1 ? 'the taint' : 'the taints'} ${after.map(({key, effect}) => `${key}:${effect}`).join(', ')}.`,
	'controller.node-lifecycle.label': ({labels}, stop) =>
		`Node ${nameOf(stop)} gets ${Object.keys(labels).join(' and ')}: older names of labels that it has.`,
	'controller.node-lifecycle.silent': ({silentMs}, stop) =>
		`Node ${nameOf(stop)} has not reported for ${Math.round(silentMs / 1000)} s: its conditions become Unknown.`,
	'controller.node-lifecycle.pod-not-ready': ({node}, stop) =>
		`Pod ${nameOf(stop)} no longer counts as ready: node ${node} does not report.`,

	'controller.taint-eviction.sync'(facts, stop) {
		if (facts.case === 'gone') {
			return `Pod ${facts.key} is already gone or being deleted.`;
		}

		const {node, taints, seconds, atMs} = facts;
		const key = keyOf(stop);
		if (seconds === undefined || atMs === undefined) {
			return taints.length === 0
				? `Pod ${key} can stay on node ${node}: no taint there evicts Pods.`
				: `Pod ${key} can stay on node ${node}: it tolerates ${taints.map((taint) => taint.key).join(', ')}.`;
		}

		const left = atMs > stop.timeMs ? `${goDuration(atMs - stop.timeMs)} left` : 'its time is up';
		return `Pod ${key} can stay on node ${node} for ${seconds} s after the taint "${taints[0]?.key ?? ''}": ${left}.`;
	},
	'controller.taint-eviction.evict': ({node}, stop) =>
		`Pod ${nameOf(stop)} is evicted from node ${node}: it gets the condition DisruptionTarget and is deleted.`,

	'controller.pod-garbage-collector.delete'({why, node}, stop) {
		const reasons = {
			'out-of-service': `its node ${node} is shut down (not ready, with the taint node.kubernetes.io/out-of-service)`,
			orphaned: `its node ${node} no longer exists`,
			unscheduled: 'it was deleted before it got a node',
			terminated: 'there are too many terminated Pods, and it is among the oldest',
		};
		return `Pod ${nameOf(stop)} is removed by force: ${reasons[why]}.`;
	},

	'controller.node-ipam.sync': (facts, stop) => {
		if (facts.case === 'gone') {
			return `Node ${facts.key} is gone.`;
		}

		if (facts.case === 'settled') {
			return `Node ${facts.name} already has an address range for its Pods.`;
		}

		return `Node ${nameOf(stop)} gets the range ${facts.podCIDR} for its Pods.`;
	},

	'controller.ttl.sync'(facts, stop) {
		switch (facts.case) {
			case 'gone': {
				return `Node ${facts.key} is gone.`;
			}

			case 'settled': {
				return `Node ${facts.name} already has its TTL annotation.`;
			}

			case 'tell': {
				return `In a cluster of size ${facts.nodes}, the kubelet of ${nameOf(stop)} may cache Secrets and ConfigMaps for ${facts.seconds} s.`;
			}
		}
	},
};
