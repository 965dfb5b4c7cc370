import type {SubresourceFacts} from '../../facts/apiserver/subresources.js';
import {listed} from '../words.js';
import type {Translation} from '../../translation.js';
import type {Sentences} from '../../language-table.js';

/** Subresources, and unique allocations, in Chinese. */
export const subresourceSentences: Translation<Sentences<SubresourceFacts>> = {
	'apiserver.allocate'(facts) {
		if ('verdict' in facts) {
			return `Service ${facts.service} 得不到它所请求的地址或端口。请求到此结束。`;
		}

		if ('isAsked' in facts) {
			const {service, range, address, isAsked} = facts;
			return range === ''
				? `Service ${service} 已有 ${address}，却没有对应的 IPAddress：现在创建它。`
				: `Service ${service} ${isAsked ? `要求 ${address}` : `从 ${range} 取 ${address}`}。IPAddress 最先创建成功的 Service 得到这个地址。`;
		}

		if ('because' in facts) {
			const {service, address, because} = facts;
			return because === 'released'
				? `Service ${service} 不再需要 ${address}：删除它的 IPAddress，地址空出。`
				: `IPAddress ${address} 记在 Service ${service} 名下，而它并没有这个地址：这是泄漏，予以删除。`;
		}

		const {service, clusterIP, nodePorts} = facts;
		return `Service ${service} ${clusterIP ? `得到集群 IP ${clusterIP}` : '不要集群 IP'}${nodePorts.length > 0 ? `，以及节点端口 ${listed(nodePorts.map(String))}` : ''}。`;
	},
	'apiserver.bind': ({pod, node}) => `Binding 给 Pod ${pod} 写上 spec.nodeName=${node} 和状况 PodScheduled=True。`,
	'apiserver.scale': ({kind, name, replicas, replicasBefore}) =>
		`Scale 要求 ${kind} ${name} 有 ${replicas} 个副本，现在是 ${replicasBefore} 个。`,
	'apiserver.evict'(facts) {
		const {pod} = facts;
		if (!('verdict' in facts)) {
			return `Pod ${pod} 被设置状况 DisruptionTarget，因为它正被驱逐。`;
		}

		const {budgetName} = facts;
		return facts.verdict === 'refused'
			? `PodDisruptionBudget ${budgetName} 现在不允许干扰：Pod ${pod} 保留。`
			: `PodDisruptionBudget ${budgetName} 允许 ${facts.disruptionsAllowed ?? 0} 次干扰；这次驱逐算一次。`;
	},
	'apiserver.token'({namespace, name, seconds, request: {boundObjectRef}}) {
		const bound = boundObjectRef ? `，且仅在 ${boundObjectRef.kind} ${boundObjectRef.name} 存在期间有效` : '';
		return `apiserver 为服务账号 ${namespace}/${name} 签发一个令牌，有效期 ${seconds} 秒${bound}。`;
	},
};
