import {firstFew} from '../../digest/first-few.js';
import type {AutoscalerFacts} from '../../facts/controllers/autoscaler.js';
import type {Sentences} from '../../language-table.js';
import type {Translation} from '../../translation.js';
import {listed} from '../words.js';

const some = (items: readonly string[]): string => {
	const {named, more} = firstFew(items);
	return `${listed(named)}${more > 0 ? ` 等 ${items.length} 个` : ''}`;
};

const lasting = (ms: number): string =>
	ms >= 120_000 && ms % 60_000 === 0 ? `${ms / 60_000} 分钟` : `${Math.round(ms / 100) / 10} 秒`;

const percent = (share: number): string => `${Math.round(share * 100)}%`;

/** The reasons for keeping a node, by the autoscaler's words. */
const kept: Readonly<Record<string, string>> = {
	CurrentlyBeingDeleted: '它已经在移除中',
	ScaleDownDisabledAnnotation: '它的注解禁止移除',
	NoPlaceToMovePods: '它的 Pod 在别处放不下',
};

/** The reasons why a Pod keeps its node. */
const keepers: Readonly<Record<string, string>> = {
	ControllerNotFound: '它的控制器不存在',
	NotReplicated: '没有控制器会重新创建它',
	LocalStorageRequested: '它有本地存储',
	NotSafeToEvictAnnotation: '它的注解禁止驱逐',
	UnmovableKubeSystemPod: '它是没有中断预算的系统 Pod',
	NotEnoughPdb: '它的中断预算不允许驱逐',
};

const neededWords = ({
	reason,
	pod,
	blocking = '',
	resource,
	share,
}: AutoscalerFacts['cluster-autoscaler.needed']): string => {
	if (pod !== undefined) {
		return `${pod} 需要它：${keepers[blocking] ?? blocking}`;
	}

	return resource !== undefined && share !== undefined && reason === 'NotUnderutilized'
		? `它的 ${resource} 已被请求 ${percent(share)}`
		: (kept[reason] ?? reason);
};

/** Stops of the cluster autoscaler, in Chinese. */
export const autoscalerSentences: Translation<Sentences<AutoscalerFacts>> = {
	'cluster-autoscaler.start': ({groups}) =>
		`Cluster Autoscaler 启动，节点组：${some(groups.map(({name, size, min, max}) => `${name}（${size} 个，范围 ${min} 到 ${max}）`))}。`,
	'cluster-autoscaler.scan'({waiting, soon, isEarly, unneeded}) {
		if (waiting.length > 0) {
			return `Cluster Autoscaler 发现 ${waiting.length} 个放不下的 Pod：${some(waiting)}。${isEarly ? '可能还有更多，先等一轮。' : ''}`;
		}

		const rest = unneeded.length > 0 ? `不需要的节点：${some(unneeded)}。` : '';
		return soon.length > 0
			? `Cluster Autoscaler 看到 ${some(soon)} 将有位置。${rest}`
			: `Cluster Autoscaler 没有发现需要新节点的 Pod。${rest}`;
	},
	'cluster-autoscaler.scale-up'({group, from, to, max, pods, options, expanders}) {
		const others = options.filter((option) => option.group !== group).map((option) => option.group);
		const choice = others.length > 0 ? `（按 ${listed(expanders)} 选它而不是 ${some(others)}）` : '';
		return `Cluster Autoscaler 把 ${group} 从 ${from} 扩到 ${to}，上限 ${max}${choice}：新节点能放下 ${some(pods)}。`;
	},
	'cluster-autoscaler.no-scale-up': ({pod, reasons}) =>
		`Cluster Autoscaler 不为 ${pod} 增加节点：${reasons || '没有节点组给出原因'}。`,
	'cluster-autoscaler.unneeded': ({node, resource, share, pods, unneededMs}) =>
		`集群可以不要 ${node}：它的 ${resource} 只被请求 ${percent(share)}${pods.length > 0 ? `，${some(pods)} 在别处也放得下` : ''}。持续 ${lasting(unneededMs)} 就会移除它。`,
	'cluster-autoscaler.needed': (facts) =>
		facts.reason === 'CurrentlyBeingDeleted'
			? `${facts.node} 的移除已经开始。`
			: `${facts.node} 保留：${neededWords(facts)}。`,
	'cluster-autoscaler.scale-down': ({node, pods, unneededMs}) =>
		`${node} 已经 ${lasting(unneededMs)}不被需要，Cluster Autoscaler ${pods.length > 0 ? `先驱逐 ${some(pods)}，再` : ''}移除它。`,
	'cluster-autoscaler.removed': ({node, drained}) =>
		`Cluster Autoscaler 让云移除${drained ? '已清空的' : ''} ${node}。`,
	'cluster-autoscaler.failed': ({node, message}) => `移除 ${node} 失败，节点保留：${message}。`,
	'cloud.create': ({group, node, delayMs}) =>
		`云为节点组 ${group} 创建 ${node}；它的 kubelet 在 ${lasting(delayMs)}后启动。`,
	'cloud.start': ({node}) => `${node} 的机器就绪，它的 kubelet 启动。`,
	'cloud.remove': ({node}) => `云结束 ${node} 的机器，并删除它的 Node。`,
};
