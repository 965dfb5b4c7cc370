import type {Stop} from '../../../kernel/stop.js';
import type {HousekeepingFacts} from '../../facts/controllers/housekeeping.js';
import {keyOf, nameOf} from '../../stop-names.js';
import {listed} from '../words.js';
import type {Translation} from '../../translation.js';
import type {Sentences} from '../../language-table.js';

const fixtureSync =
	(what: string) =>
	({namespace, active, present}: HousekeepingFacts['controller.serviceaccount.sync'], stop: Stop): string =>
		active
			? `命名空间 ${namespace} ${present ? '有' : '缺'}它的 ${what} ${nameOf(stop)}。`
			: `命名空间 ${namespace} 已不存在或正在被删除：不给它 ${what}。`;

const fixtureCreate =
	(what: string) =>
	({namespace}: HousekeepingFacts['controller.serviceaccount.create'], stop: Stop): string =>
		`命名空间 ${namespace} 得到它的 ${what} ${nameOf(stop)}。`;

const autoscaling = (facts: HousekeepingFacts['controller.horizontal-pod-autoscaler.sync']): string => {
	switch (facts.case) {
		case 'gone': {
			return '已不存在';
		}

		case 'ask': {
			return `询问 ${facts.target.kind} ${facts.target.name} 的规模`;
		}

		case 'failure': {
			return `无法得到 ${facts.target.kind} ${facts.target.name} 的规模：${facts.message}`;
		}

		case 'measured': {
			const {metric, replicas, wanted, after, limits} = facts;
			return `读取 ${facts.target.kind} ${facts.target.name} 的 ${metric}：现有 ${replicas} 个副本，需要 ${wanted} 个${after === wanted ? '' : `，目前允许 ${after} 个（${limits.join('、')}）`}`;
		}

		case 'found': {
			const {target, replicas, minReplicas, maxReplicas} = facts;
			return `看到 ${target.kind} ${target.name} 有 ${replicas} 个副本，允许 ${minReplicas} 到 ${maxReplicas} 个`;
		}
	}
};

/** Stops of controllers that keep the cluster in order, in Chinese. */
export const housekeepingSentences: Translation<Sentences<HousekeepingFacts>> = {
	'controller.serviceaccount.sync': fixtureSync('ServiceAccount'),
	'controller.serviceaccount.create': fixtureCreate('ServiceAccount'),
	'controller.root-ca-certificate-publisher.sync': fixtureSync('ConfigMap'),
	'controller.root-ca-certificate-publisher.create': fixtureCreate('ConfigMap'),

	'controller.serviceaccount-token.sync'(facts, stop) {
		if (facts.case === 'account') {
			const {namespace, name, isThere, secrets} = facts;
			return `服务账号 ${namespace}/${name} ${isThere ? '在' : '已不存在'}；${secrets} 个 Secret 请求它的令牌。`;
		}

		const {account, state} = facts;
		const what = {
			gone: '已不存在',
			orphan: `请求服务账号 ${account} 的令牌，但该账号不存在`,
			empty: `请求服务账号 ${account} 的令牌，尚未得到`,
			complete: `有服务账号 ${account} 的令牌`,
		};
		return `Secret ${nameOf(stop)} ${what[state]}。`;
	},
	'controller.serviceaccount-token.write': ({account}, stop) =>
		`Secret ${nameOf(stop)} 得到 ${account} 的一个不过期的令牌、根证书和命名空间。`,
	'controller.serviceaccount-token.delete': ({account}, stop) =>
		`Secret ${nameOf(stop)} 被删除：它的服务账号 ${account} 已不存在。`,

	'controller.garbage-collector.sync': (facts, stop) =>
		facts.case === 'gone'
			? `${facts.key} 已不存在或正在被删除。`
			: `${nameOf(stop)}（${facts.resource}）有 ${facts.owners.length} 个属主、${facts.count} 个附属${facts.virtual ? '；只通过一条引用得知它' : ''}：它可以保留吗？`,
	'controller.garbage-collector.monitors': (facts) =>
		facts.case === 'start'
			? `垃圾收集器关注所有可以删除的资源：${facts.shared} 种用共享缓存，${facts.own} 种用自己的缓存。`
			: `垃圾收集器${facts.case === 'add' ? '开始' : '不再'}关注定制资源 ${facts.resource}。`,
	'controller.garbage-collector.absent': ({resource, uid}, stop) =>
		`${nameOf(stop)}（${resource}，uid ${uid}）不存在，所以它的附属失去了这个属主。`,
	'controller.garbage-collector.drop-references': ({owners: {dangling, waiting}}, stop) =>
		`${nameOf(stop)} 还有一个属主；去掉对 ${listed([...dangling, ...waiting].map(({name}) => name))} 的引用。`,
	'controller.garbage-collector.delete': ({resource, propagationPolicy}, stop) =>
		`${nameOf(stop)}（${resource}）不再有属主：以传播策略 ${propagationPolicy} 删除它。`,
	'controller.garbage-collector.finalize': ({finalizer}, stop) =>
		finalizer === 'orphan'
			? `${nameOf(stop)} 的所有附属都成了孤儿：去掉它的 Finalizer orphan，对象随之移除。`
			: `${nameOf(stop)} 已经没有附属：去掉它的 Finalizer foregroundDeletion，对象随之移除。`,
	'controller.garbage-collector.orphan': ({ownerName}, stop) =>
		`${nameOf(stop)} 失去属主 ${ownerName}，但予以保留：成了孤儿，可以被收养。`,

	'controller.namespace.sync': ({going}, stop) =>
		going ? `命名空间 ${nameOf(stop)} 正在删除：先移除其中的所有对象。` : `命名空间 ${nameOf(stop)} 没有在删除。`,
	'controller.namespace.delete': ({resource, count}, stop) =>
		`删除命名空间 ${nameOf(stop)} 里的所有 ${resource}：${count} 个。`,
	'controller.namespace.wait'({rest, afterMs}, stop) {
		const left = rest.map(({resource, group, count}) => `${count} 个 ${resource}${group ? `.${group}` : ''}`);
		return `命名空间 ${nameOf(stop)} 里还有 ${listed(left)}。控制器在 ${afterMs / 1000} 秒后再次检查。`;
	},
	'controller.namespace.finalize': (_facts, stop) =>
		`命名空间 ${nameOf(stop)} 空了：去掉它的 Finalizer kubernetes，命名空间随之消失。`,

	'controller.resourcequota.sync'(facts, stop) {
		switch (facts.case) {
			case 'gone': {
				return `ResourceQuota ${facts.key} 已不存在。`;
			}

			case 'list': {
				return `ResourceQuota ${facts.key} 限制 ${facts.plural}：控制器列出并清点它们。`;
			}

			case 'count': {
				const amounts = Object.entries(facts.used).map(
					([resource, amount]) => `${resource} 用了 ${amount}，上限 ${facts.hard[resource]}`,
				);
				return `ResourceQuota ${keyOf(stop)}：${amounts.join('；')}。`;
			}
		}
	},
	'controller.resourcequota.status': (_facts, stop) => `ResourceQuota ${nameOf(stop)} 得到新的计数。`,

	'controller.disruption.sync': (facts, stop) => {
		if (facts.case === 'gone') {
			return `PodDisruptionBudget ${facts.key} 已不存在。`;
		}

		if (facts.case === 'ask') {
			return `PodDisruptionBudget ${keyOf(stop)}：缓存里没有它的 Pod 所属的 ${facts.kind} ${facts.name}，控制器请求它的 scale。`;
		}

		if (facts.case === 'fail') {
			return `PodDisruptionBudget ${keyOf(stop)} 不允许任何干扰。${facts.message}`;
		}

		return `PodDisruptionBudget ${keyOf(stop)}：${facts.expectedPods} 个 Pod 中 ${facts.currentHealthy} 个健康，至少要有 ${facts.desiredHealthy} 个，所以可以驱逐 ${facts.disruptionsAllowed} 个。`;
	},
	'controller.disruption.status': ({after}, stop) =>
		`PodDisruptionBudget ${nameOf(stop)} 现在允许 ${after.disruptionsAllowed ?? 0} 次干扰。`,

	'controller.clusterrole-aggregation.sync'(facts, stop) {
		switch (facts.case) {
			case 'gone': {
				return `ClusterRole ${facts.key} 已不存在。`;
			}

			case 'settled': {
				return `ClusterRole ${facts.name} 已有它所聚合的规则。`;
			}

			case 'gather': {
				return `ClusterRole ${nameOf(stop)} 从它选择的角色聚合 ${facts.after.length} 条规则。`;
			}
		}
	},

	'controller.csrsigning.sync': (facts, stop) => {
		if (facts.case === 'gone') {
			return `${facts.key} 已经不在。`;
		}

		if (facts.case === 'leave') {
			return `CertificateSigningRequest ${nameOf(stop)}（${facts.signer}）${facts.isApproved ? '已有结果，或不归这个控制器处理' : '还没有被批准'}。`;
		}

		return `CertificateSigningRequest ${nameOf(stop)} 已被批准；${facts.signer} ${facts.problem === undefined ? '签发证书' : `不签发：${facts.problem}`}（CN=${facts.subject.commonName}）。`;
	},
	'controller.validatingadmissionpolicy-status.sync'(facts, stop) {
		if (facts.case === 'gone') {
			return `ValidatingAdmissionPolicy ${facts.key} 已不存在。`;
		}

		const {length} = facts.warnings;
		return `ValidatingAdmissionPolicy ${nameOf(stop)} 的表达式${length === 0 ? '与它适用的类别相符' : `与它适用的类别不符：${length} 条警告`}。`;
	},

	'controller.horizontal-pod-autoscaler.sync': (facts, stop) =>
		`HorizontalPodAutoscaler ${facts.case === 'gone' ? facts.key : nameOf(stop)} ${autoscaling(facts)}。`,
};
