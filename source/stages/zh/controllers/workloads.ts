import type {Stop} from '../../../kernel/stop.js';
import {podTemplateHashLabel} from '../../../objects/workload.js';
import type {PodCreation, PodDeletion, WorkloadFacts} from '../../facts/controllers/workloads.js';
import {keyOf, nameOf, ownKind} from '../../stop-names.js';
import {listed} from '../words.js';
import {goneOrGoing} from './every-controller.js';
import type {Translation} from '../../translation.js';
import type {Sentences} from '../../language-table.js';

/** A Pod is made from a template: of a ReplicaSet, a DaemonSet, a Job. */
export const podCreation = (facts: PodCreation, stop: Stop): string => {
	const owner = `${ownKind(stop)} ${facts.owner}`;
	return facts.case === 'refused'
		? `apiserver 拒绝 ${owner} 的 Pod：${facts.message}`
		: `${owner} 创建一个 Pod。起初它只是 etcd 里的一条记录：没有节点，没有容器。`;
};

/** The owner of a Pod deletes it. */
export const podDeletion = ({owner}: PodDeletion, stop: Stop): string =>
	`${ownKind(stop)} ${owner} 删除 Pod ${nameOf(stop)}，它随即开始终止。`;

const missing = (count: number): string => {
	if (count === 0) {
		return '一切正常';
	}

	if (count > 0) {
		return `缺 ${count} 个`;
	}

	return `多 ${-count} 个`;
};

const replicasSync = (facts: WorkloadFacts['controller.replicaset.sync'], stop: Stop): string => {
	const kind = ownKind(stop);
	if (facts.case === 'gone') {
		return `${kind} ${facts.key} 已不存在：无需处理。`;
	}

	const {key, want, have, outstanding, settled} = facts;
	return `${kind} ${key} 要 ${want} 个 Pod，有 ${have} 个：${
		settled
			? missing(want - have)
			: `它等缓存里再出现 ${outstanding.creations} 次创建和 ${outstanding.deletions} 次删除`
	}。`;
};

const batch = ({owner, size, created, count}: WorkloadFacts['controller.replicaset.batch'], stop: Stop): string =>
	`${ownKind(stop)} ${owner} 创建接下来的 ${size} 个 Pod；${count} 个中已有 ${created} 个。一批没有失败，下一批就加倍。`;

const replicasStatus = ({after}: WorkloadFacts['controller.replicaset.status'], stop: Stop): string =>
	`${ownKind(stop)} ${nameOf(stop)} 现在报告：${after.replicas} 个 Pod，${after.readyReplicas ?? 0} 个就绪，${after.availableReplicas ?? 0} 个可用。`;

const revision = (facts: WorkloadFacts['controller.daemonset.revision'], stop: Stop): string =>
	facts.case === 'back'
		? `${ownKind(stop)} ${facts.set} 回到旧模板：修订版本 ${facts.revision}。`
		: `${ownKind(stop)} ${facts.set} 有了新模板：修订版本 ${facts.revision}，保存为 ${nameOf(stop)}。`;

const revisionCleanup = ({limit}: WorkloadFacts['controller.daemonset.cleanup'], stop: Stop): string =>
	`修订版本 ${nameOf(stop)} 超出上限 ${limit}：删除。`;

const deploymentNews = (facts: WorkloadFacts['controller.deployment.status']): string => {
	switch (facts.case) {
		case 'condition': {
			return facts.message;
		}

		case 'revision': {
			return `${facts.message === undefined ? '' : `${facts.message}，`}修订版本 ${facts.revision}`;
		}

		case 'counts': {
			return `${facts.want} 个中 ${facts.updated} 个已更新，${facts.available} 个可用`;
		}

		case 'collision': {
			return `名字 ${facts.name} 已被另一个模板占用，所以换一个哈希`;
		}
	}
};

const reasons = {failed: '它失败了', 'scale-down': '这个集合在缩容', update: '它的修订版本是旧的'};

/** Stops of controllers that run Pods, in Chinese. */
export const workloadSentences: Translation<Sentences<WorkloadFacts>> = {
	'controller.deployment.sync'(facts, stop) {
		if (facts.case === 'gone') {
			return `Deployment ${facts.key} 已不存在：无需处理。`;
		}

		const sizes = facts.replicaSets
			.filter(({replicas = 1}) => replicas > 0)
			.map(({name, replicas}) => `${name} 要 ${replicas} 个`);
		return `Deployment ${keyOf(stop)} 要 ${facts.want} 个按其模板的 Pod；它的 ReplicaSet：${listed(sizes) || '没有一个带 Pod'}。`;
	},
	'controller.deployment.create'({deployment, input, revision: number}, stop) {
		const hash = input.metadata.labels[podTemplateHashLabel];
		return `Deployment ${deployment} 没有这个模板的 ReplicaSet：它为 ${input.spec.replicas} 个 Pod 创建 ${nameOf(stop)}，选择算符是它自己的再加 ${podTemplateHashLabel}=${hash}，修订版本 ${number}。`;
	},
	'controller.deployment.revision': ({revision: number}, stop) =>
		`ReplicaSet ${nameOf(stop)} 与 Deployment 的模板相同：它成为修订版本 ${number}。`,
	'controller.deployment.scale': ({deployment, from, to}, stop) =>
		`Deployment ${deployment} 把 ReplicaSet ${nameOf(stop)} 从 ${from} 个 Pod ${to > from ? '扩容' : '缩容'}到 ${to} 个。`,
	'controller.deployment.cleanup': ({limit}, stop) =>
		`ReplicaSet ${nameOf(stop)} 超出 ${limit} 个旧修订版本的上限：删除，此后无法再回滚到它。`,
	'controller.deployment.status': (facts, stop) => `写入 Deployment ${nameOf(stop)} 的状态：${deploymentNews(facts)}。`,

	'controller.replicaset.sync': replicasSync,
	'controller.replicationcontroller.sync': replicasSync,
	'controller.replicaset.batch': batch,
	'controller.replicationcontroller.batch': batch,
	'controller.replicaset.create': podCreation,
	'controller.replicationcontroller.create': podCreation,
	'controller.replicaset.delete': podDeletion,
	'controller.replicationcontroller.delete': podDeletion,
	'controller.replicaset.status': replicasStatus,
	'controller.replicationcontroller.status': replicasStatus,

	'controller.statefulset.sync': (facts, stop) =>
		facts.case === 'gone'
			? goneOrGoing('StatefulSet')(facts)
			: `StatefulSet ${keyOf(stop)} 需要 ${facts.want ?? 1} 个 Pod，有 ${facts.have.length} 个，其中 ${facts.ready} 个就绪。`,
	'controller.statefulset.wait': ({set, for: what}, stop) =>
		`StatefulSet ${set} 等待 Pod ${nameOf(stop)} ${what === 'ready' ? '就绪' : '消失'}。`,
	'controller.statefulset.create': (facts, stop) =>
		facts.case === 'claim'
			? `StatefulSet ${facts.set} 为 Pod ${facts.pod} 创建申领 ${nameOf(stop)}；Pod 移除时它会保留。`
			: `StatefulSet ${facts.set} 创建 Pod ${nameOf(stop)}，修订版本 ${facts.revision}。替换者会得到同样的名字、主机名和申领。`,
	'controller.statefulset.delete': ({set, why}, stop) =>
		`StatefulSet ${set} 删除 Pod ${nameOf(stop)}：${reasons[why]}。`,
	'controller.statefulset.claim'({set, after}, stop) {
		const kinds = after.map(({kind}) => kind);
		return kinds.length === 0
			? `无论 StatefulSet ${set} 如何变化，申领 ${nameOf(stop)} 都会保留。`
			: `申领 ${nameOf(stop)} 随它的 ${listed(kinds)} 一起移除。`;
	},
	'controller.statefulset.revision': revision,
	'controller.statefulset.cleanup': revisionCleanup,
	'controller.statefulset.status': ({after}, stop) =>
		`StatefulSet ${nameOf(stop)} 现在报告：${after.replicas} 个 Pod，${after.readyReplicas ?? 0} 个就绪，${after.updatedReplicas ?? 0} 个属于最新的修订版本。`,

	'controller.daemonset.sync': (facts, stop) =>
		facts.case === 'gone'
			? goneOrGoing('DaemonSet')(facts)
			: `DaemonSet ${keyOf(stop)} 要在 ${facts.nodes} 个节点中的 ${facts.want} 个上各有一个 Pod，现有 ${facts.have} 个。`,
	'controller.daemonset.create': podCreation,
	'controller.daemonset.delete': podDeletion,
	'controller.daemonset.revision': revision,
	'controller.daemonset.cleanup': revisionCleanup,
	'controller.daemonset.status': ({after}, stop) =>
		`DaemonSet ${nameOf(stop)} 现在报告：${after.desiredNumberScheduled} 个 Pod 中有 ${after.currentNumberScheduled} 个，${after.numberReady} 个就绪。`,
};
