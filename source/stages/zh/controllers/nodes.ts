import {equal} from '../../../kernel/equality.js';
import type {NodeFacts} from '../../facts/controllers/nodes.js';
import {keyOf, nameOf} from '../../stop-names.js';
import {listed} from '../words.js';
import type {Translation} from '../../translation.js';
import type {Sentences} from '../../language-table.js';

/** Stops of the controllers of nodes and of their Pods, in Chinese. */
export const nodeSentences: Translation<Sentences<NodeFacts>> = {
	'controller.node-lifecycle.sync': (facts, stop) =>
		facts.case === 'gone'
			? `节点 ${facts.key} 已不存在。`
			: `节点 ${nameOf(stop)}：Ready 为 ${facts.ready}；它的污点${equal(facts.before ?? [], facts.after) ? '与状况相符' : '需要修改'}。`,
	'controller.node-lifecycle.taint': ({after}, stop) =>
		after.length === 0
			? `节点 ${nameOf(stop)} 去掉了最后一个污点。`
			: `节点 ${nameOf(stop)} 现在有污点 ${listed(after.map(({key, effect}) => `${key}:${effect}`))}。`,
	'controller.node-lifecycle.label': ({labels}, stop) =>
		`节点 ${nameOf(stop)} 得到 ${listed(Object.keys(labels))}：意思相同的旧标签。`,
	'controller.node-lifecycle.silent': ({silentMs}, stop) =>
		`节点 ${nameOf(stop)} 已有 ${Math.round(silentMs / 1000)} 秒没有上报状态：它的状况变为 Unknown。`,
	'controller.node-lifecycle.pod-not-ready': ({node}, stop) =>
		`Pod ${nameOf(stop)} 不再算就绪：节点 ${node} 不报告它的情况。`,

	'controller.taint-eviction.sync'(facts, stop) {
		if (facts.case === 'gone') {
			return `Pod ${facts.key} 已不存在或正在被删除。`;
		}

		const {node, taints, seconds, atMs} = facts;
		const key = keyOf(stop);
		if (seconds === undefined || atMs === undefined) {
			return taints.length === 0
				? `Pod ${key} 可以留在节点 ${node}：那里没有赶走 Pod 的污点。`
				: `Pod ${key} 可以留在节点 ${node}：它容忍 ${listed(taints.map((taint) => taint.key))}。`;
		}

		const left = atMs > stop.timeMs ? `还剩 ${atMs - stop.timeMs} 毫秒` : '时间到了';
		return `出现污点 ${taints[0]?.key ?? ''} 之后，Pod ${key} 还可以在节点 ${node} 上留 ${seconds} 秒：${left}。`;
	},
	'controller.taint-eviction.evict': ({node}, stop) =>
		`Pod ${nameOf(stop)} 从节点 ${node} 被驱逐：它被设置状况 DisruptionTarget，并被删除。`,

	'controller.pod-garbage-collector.delete'({why, node}, stop) {
		const reasons = {
			'out-of-service': `它的节点 ${node} 已关机：节点未就绪，并带有污点 node.kubernetes.io/out-of-service`,
			orphaned: `它的节点 ${node} 已不存在`,
			unscheduled: '它还没有节点就被删除了',
			terminated: '已终止的 Pod 太多，而它是最老的之一',
		};
		return `Pod ${nameOf(stop)} 被强制移除：${reasons[why]}。`;
	},

	'controller.node-ipam.sync': (facts, stop) => {
		if (facts.case === 'gone') {
			return `节点 ${facts.key} 已不存在。`;
		}

		if (facts.case === 'settled') {
			return `节点 ${facts.name} 已有 Pod 的地址段。`;
		}

		return `节点 ${nameOf(stop)} 得到 Pod 的地址段 ${facts.podCIDR}。`;
	},

	'controller.ttl.sync'(facts, stop) {
		switch (facts.case) {
			case 'gone': {
				return `节点 ${facts.key} 已不存在。`;
			}

			case 'settled': {
				return `节点 ${facts.name} 已有 TTL 注解。`;
			}

			case 'tell': {
				return `在有 ${facts.nodes} 个节点的集群里，${nameOf(stop)} 的 kubelet 可以把 Secret 和 ConfigMap 缓存 ${facts.seconds} 秒。`;
			}
		}
	},
};
