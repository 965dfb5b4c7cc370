import type {Stop} from '../../kernel/stop.js';
import type {PluginName} from '../../objects/scheduling.js';
import {firstFew} from '../digest/first-few.js';
import {bestScored, nodesLeft, selection} from '../digest/scores.js';
import type {SchedulerFacts} from '../facts/scheduler.js';
import {withDecision, withStrategy, type PluginWords, type StrategyWords} from '../plugin-words.js';
import {podOf} from '../stop-names.js';
import {listed} from './words.js';
import type {Translation} from '../translation.js';
import type {Sentences} from '../language-table.js';

/** The filter decision of each plug-in, after its name. */
const decides: PluginWords = {
	SchedulingGates: '不允许带有调度门控的 Pod 进入活动队列',
	NodeUnschedulable: '不允许 Pod 调度到不可调度的节点',
	NodeName: '如果 Pod 指定了节点，就只允许该节点',
	TaintToleration: '不允许 Pod 调度到带有它不容忍的污点的节点',
	NodeAffinity: '只允许符合 Pod 的节点选择算符和必需节点亲和性的节点',
	NodePorts: '不允许 Pod 调度到主机端口已被占用的节点',
	NodeResourcesFit: '只允许能容纳 Pod 所请求资源的节点',
	VolumeRestrictions: '不允许两个 Pod 使用只能由一个 Pod 使用的磁盘',
	NodeVolumeLimits: '不允许节点超出其 CSI 驱动程序能挂接的卷数',
	VolumeBinding: '只允许能访问 Pod 的卷的节点',
	VolumeZone: '让 Pod 留在其卷所在的可用区',
	PodTopologySpread: '让匹配的 Pod 按每个约束的拓扑均匀分布',
	InterPodAffinity: '让 Pod 与已有的 Pod 放在一起，或者分开',
	DynamicResources: '只允许拥有或能访问 Pod 所申领设备的节点',
	NodeResourcesBalancedAllocation: '偏好 CPU 与内存使用率将会接近的节点',
	ImageLocality: '偏好已有 Pod 的镜像的节点',
	NodeResourcesMostAllocated: '偏好剩余空间最少的节点',
};

/** The preference of each plug-in when it scores, after its name: some use different rules for scores and filters. */
const prefers: PluginWords = {
	...decides,
	TaintToleration: '偏好 Pod 不容忍的 PreferNoSchedule 污点较少的节点',
	NodeAffinity: '偏好更符合 Pod 首选节点亲和性的节点',
	NodeResourcesFit: '偏好剩余空间最多的节点',
	PodTopologySpread: '偏好所在拓扑里匹配的 Pod 较少的节点',
	InterPodAffinity: '偏好靠近亲和 Pod、远离反亲和 Pod 的节点',
	DynamicResources: '偏好拥有 Pod 的申领所首选设备的节点',
};

/** A plug-in with its decision. */
const deciding = (plugin: PluginName): string => withDecision(decides, plugin);

/** The preference of NodeResourcesFit by other strategies. */
const strategies: StrategyWords = {
	MostAllocated: '优先选剩余空间最少的节点',
	RequestedToCapacityRatio: '优先选占用比例按其 shape 得分最高的节点',
};

/** A plug-in with its preference. */
const preferring = (plugin: PluginName, strategy: string | undefined): string =>
	strategy === undefined ? withDecision(prefers, plugin) : withStrategy(strategies, plugin, strategy);

/** Names of plug-ins. */
const plugins = (names: readonly string[]): string => (names.length === 0 ? '无' : listed(names));

/** Names of nodes; of many, the first three. */
const few = (nodes: readonly string[]): string => {
	const {named, more} = firstFew(nodes, 4);
	return nodes.length === 0 ? '无' : `${listed(named)}${more > 0 ? ` 等 ${nodes.length} 个节点` : ''}`;
};

/** All of these nodes, before a verb. */
const all = (nodes: readonly string[]): string => {
	if (nodes.length === 1) {
		return `${nodes[0] ?? ''} `;
	}

	if (nodes.length === 2) {
		return '两个节点都';
	}

	return `${nodes.length} 个节点都`;
};

const events = {ADDED: '出现', MODIFIED: '变化', DELETED: '移除'};

/** The event that woke Pods, before "之后". */
const wakingWords = ({
	action,
	by: {kind, key, node, isAssumed},
}: Extract<SchedulerFacts['scheduler.queue'], {case: 'wake'}>): string =>
	isAssumed
		? `调度器不再假定 ${key} 在 ${node} 上`
		: `${node === undefined ? '' : `${node} 上的 `}${kind === 'Node' ? '节点' : kind} ${key} ${events[action]}`;

/** The queue of a Pod without a node. */
const addSentence = (
	pod: string,
	{place, gatedBy, counts}: Extract<SchedulerFacts['scheduler.queue'], {case: 'add'}>,
): string => {
	if (gatedBy.includes('DynamicResources')) {
		return `${pod} 在等它的 ResourceClaim：在它们都存在之前，DynamicResources 不让它进入活动队列。`;
	}

	return place === 'gated'
		? `${pod} 带有调度门控：${listed(gatedBy)} 不让它进入活动队列。`
		: `${pod} 没有节点：它进入活动队列，那里现在有 ${counts.active} 个在等。`;
};

/** The queue of a Pod after an attempt without a node. */
const failureSentence = (
	pod: string,
	{place, backoffMs}: Extract<SchedulerFacts['scheduler.queue'], {case: 'failure'}>,
): string => {
	if (place === 'active') {
		return `${pod} 的抢占失败：立即回到活动队列。`;
	}

	if (place === 'unschedulable') {
		return `${pod} 归入不可调度的 Pod，直到出现可能有用的变化。`;
	}

	return `${pod} 等待 ${backoffMs} 毫秒，然后再试。`;
};

const queueSentence = (facts: SchedulerFacts['scheduler.queue'], stop: Stop): string => {
	const pod = podOf(stop);
	switch (facts.case) {
		case 'start': {
			const {policy, profiles} = facts;
			if (policy) {
				return `kube-scheduler 启动，队列是空的。它读取一个 Policy 文件：其中的谓词作为 ${plugins(policy.filters)} 过滤，优先级作为 ${plugins(policy.scores)} 打分。（已在 ${policy.removedIn} 中从 Kubernetes 移除。）`;
			}

			return `kube-scheduler 启动，队列是空的。${profiles ? `它的配置里有这些调度配置文件：${profiles.map(({schedulerName}) => schedulerName).join('、')}。` : ''}`;
		}

		case 'add': {
			return addSentence(pod, facts);
		}

		case 'foreign': {
			return `${pod} 指定的调度器是 ${facts.schedulerName}；${facts.own} 不处理它。`;
		}

		case 'next': {
			return `轮到 ${pod}：第 ${facts.attempts} 次尝试，距它进入队列 ${facts.sinceFirstMs} 毫秒。${facts.profile === undefined ? '' : `它的调度配置文件是 ${facts.profile}。`}`;
		}

		case 'deleting': {
			return `${pod} 正在被删除；它不再需要节点。`;
		}

		case 'gone': {
			return `${pod} 还没有得到节点就已不存在；它离开队列。`;
		}

		case 'placed': {
			return `${pod} 已经在 ${facts.node} 上；它离开队列。`;
		}

		case 'obsolete': {
			return `${pod} 不再需要节点；它离开队列。`;
		}

		case 'update': {
			const {from, to} = facts;
			return from === to ? `${pod} 变了，仍留在 ${to}。` : `${pod} 变了，从 ${from} 移到 ${to}。`;
		}

		case 'failure': {
			return failureSentence(pod, facts);
		}

		case 'wake': {
			const {pods} = facts;
			return `${wakingWords(facts)}之后，${pods.length === 1 ? `${pods[0] ?? ''} ` : `${pods.length} 个 Pod `}可能可以调度了：移出不可调度的 Pod 队列。`;
		}

		case 'flush': {
			return `${listed(facts.pods)} 等得够久了，重新进入活动队列。`;
		}

		case 'status-refused': {
			return `${pod} 的状况无法写入：${facts.message}。`;
		}
	}
};

const prebindSentence = (facts: SchedulerFacts['scheduler.prebind'], stop: Stop): string => {
	switch (facts.case) {
		case 'plan': {
			const volumes = facts.bind.length + facts.provision.length;
			if (facts.claims) {
				return `${podOf(stop)} 绑定之前，${listed(facts.claims)} 需要先写明 Pod 得到哪些设备${volumes === 0 ? '' : `，还要绑定 ${volumes} 个卷`}。`;
			}

			return volumes === 0
				? `${podOf(stop)} 绑定之前，${facts.node} 上无需任何准备。`
				: `${podOf(stop)} 绑定之前，先要绑定 ${volumes} 个卷。`;
		}

		case 'bind': {
			const {volume, claimRef} = facts;
			return `调度器为申领 ${claimRef?.namespace}/${claimRef?.name} 占下卷 ${volume}；接着由控制器把两者绑定。`;
		}

		case 'provision': {
			const {claim, node, annotation} = facts;
			const [key] = Object.keys(annotation);
			return `调度器在申领 ${claim} 上设置 ${key}=${node}：它的制备器随后会创建一个 ${node} 能访问的卷。`;
		}

		case 'unreserve': {
			return `${podOf(stop)} 没能绑定：把它从申领 ${facts.claim} 里去掉，申领保留其设备。`;
		}

		case 'protect': {
			return `只要有设备分配给申领 ${facts.claim}，Finalizer ${facts.finalizer} 就阻止它被删除。`;
		}

		case 'claim': {
			const {claim, devices} = facts;
			return devices.length === 0
				? `申领 ${claim} 已经有了设备；调度器把它预留给 ${listed(facts.reservedFor)}。`
				: `调度器写入申领 ${claim}：它得到 ${listed(devices)}，供 ${listed(facts.reservedFor)} 使用。`;
		}
	}
};

const bindSentence = (facts: SchedulerFacts['scheduler.bind'], stop: Stop): string => {
	const pod = podOf(stop);
	switch (facts.case) {
		case 'post': {
			return `DefaultBinder POST 一个 Binding，把 ${pod} 绑定到 ${facts.node}。`;
		}

		case 'done': {
			return `${pod} 在 API 里已绑定到 ${facts.node}；接下来那里的 kubelet 会得知。`;
		}

		case 'failure': {
			return `${pod} 未能绑定到 ${facts.node}：${facts.message}。它在那里请求的资源重新可用。`;
		}
	}
};

/** Stops in the scheduler, in Chinese. */
export const schedulerSentences: Translation<Sentences<SchedulerFacts>> = {
	'scheduler.queue': queueSentence,
	'scheduler.prefilter'({plugin, reasons = [], active, skipped, nodes, nodeNames}, stop) {
		if (plugin !== undefined) {
			return `${plugin} 在检查任何节点之前就拒绝了 ${podOf(stop)}：${reasons.join('；')}。`;
		}

		const silent = skipped.length === 0 ? '' : `；${listed(skipped)} 没有要检查的`;
		return `${active.length} 个插件将为 ${podOf(stop)} 查看 ${nodeNames ? listed(nodeNames) : `${nodes} 个节点`}${silent}。`;
	},
	'scheduler.filter.*'({plugin, nodes, verdicts, refused, reasons}, stop) {
		const left = nodesLeft({nodes, verdicts});
		if (refused.length === 0) {
			return `${deciding(plugin)}：${all(left)}可以运行 ${podOf(stop)}。`;
		}

		return `${deciding(plugin)}：${few(refused)} 不能运行 ${podOf(stop)}（${reasons.join('；')}）。${left.length === 0 ? '一个节点都不剩。' : `还剩：${few(left)}。`}`;
	},
	'scheduler.extender'(facts, stop) {
		switch (facts.case) {
			case 'asks': {
				return `调度器向扩展器 ${facts.url} 询问 ${podOf(stop)} 和节点 ${few(facts.nodes)}。`;
			}

			case 'filters': {
				return facts.refused.length === 0
					? `扩展器 ${facts.url} 为 ${podOf(stop)} 保留${all(facts.left)}。`
					: `扩展器 ${facts.url} 不让 ${podOf(stop)} 用 ${few(facts.refused)}（${facts.reasons.join('；')}）。还剩：${few(facts.left)}。`;
			}

			case 'scores': {
				return `扩展器 ${facts.url} 为 ${podOf(stop)} 给节点打分：${facts.nodes.map((node, index) => `${node} ${facts.points[index]} 分`).join('、')}；每一分加 ${10 * facts.weight}。`;
			}

			case 'fails': {
				return `扩展器 ${facts.url} 出错：${facts.message}。${facts.ignored ? '它可以忽略，所以周期继续。' : '除非询问的是打分，这次尝试到此结束。'}`;
			}
		}
	},
	'scheduler.postfilter'(facts, stop) {
		if (facts.case === 'evict') {
			return `DefaultPreemption 驱逐 ${facts.victim}：优先级为 ${facts.priority} 的 ${facts.preemptor} 需要它在 ${facts.node} 上的位置。`;
		}

		if (facts.case === 'deallocate') {
			return `申领 ${facts.claim} 没有人在用，而它的设备（${listed(facts.devices)}）在 ${podOf(stop)} 不能调度到的节点上：DynamicResources 把它们收回，以便为它分配其他设备。`;
		}

		const {victims = [], nominated, message} = facts;
		return nominated === undefined
			? `没有节点容得下 ${podOf(stop)}，抢占也帮不上忙：${message}`
			: `没有节点有空位给 ${podOf(stop)}，但 ${nominated} 上若移除优先级更低的 ${listed(victims)}，就有空位：DefaultPreemption 将其驱逐。`;
	},
	'scheduler.prescore'({nodes, scoring, skipped}, stop) {
		const silent = skipped.length === 0 ? '' : `；${listed(skipped)} 没有要打的分`;
		return `${nodes.length} 个节点可以运行 ${podOf(stop)}：${few(nodes)}。${scoring.length} 个插件将给它们打分${silent}。`;
	},
	'scheduler.score.*'({plugin, weight, strategy, nodes, normalised}, stop) {
		const {top, lowest, best, isEven} = bestScored({nodes, normalised});
		return isEven
			? `${plugin} 就 ${podOf(stop)} 打分：${all(best)}得 ${top} 分${weight === 1 ? '' : `，再乘以权重 ${weight}`}。`
			: `${preferring(plugin, strategy)}：${few(best)} 得 ${top} 分，最低分是 ${lowest}${weight === 1 ? '' : `，都再乘以权重 ${weight}`}。`;
	},
	'scheduler.select'(facts, stop) {
		if (facts.case === 'only') {
			return `${facts.node} 是唯一可以运行 ${podOf(stop)} 的节点，所以不用打分。`;
		}

		const {node, ties} = facts;
		const {top, others} = selection(facts);
		return `${node} 最适合 ${podOf(stop)}，得 ${top} 分${others.length === 0 ? '' : `，与 ${few(others)} 同分；${ties === 'random' ? '由调度器随机选择' : '取第一个'}`}。`;
	},
	'scheduler.reserve': ({node, devices}, stop) =>
		`从现在起 ${podOf(stop)} 算在 ${node} 上，尽管其他组件还不知道：下一个 Pod 会发现它请求的资源${devices ? `和 ${listed(devices)} ` : ''}已被占用。`,
	'scheduler.permit': (_facts, stop) => `没有插件推迟 ${podOf(stop)}：开始绑定。`,
	'scheduler.prebind': prebindSentence,
	'scheduler.bind': bindSentence,
};
