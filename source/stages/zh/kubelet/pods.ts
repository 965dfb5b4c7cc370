import {goDuration} from '../../../go/duration.js';
import type {Stop} from '../../../kernel/stop.js';
import type {ContainerState, PodStatus} from '../../../objects/kubernetes.generated.js';
import {statusNews} from '../../digest/pod-status.js';
import type {EndReason, PodFacts, WakeReason} from '../../facts/kubelet/pods.js';
import {podOf} from '../../stop-names.js';
import {listed} from '../words.js';
import type {Translation} from '../../translation.js';
import type {Sentences} from '../../language-table.js';

/** The resource in short supply on a node. */
const shortOf: Readonly<Record<string, string>> = {pids: '进程数', memory: '内存'};

const mirrorWords = {
	new: '它的镜像 Pod 是新的',
	changed: '它的镜像 Pod 变了',
	deleted: '有人在删除它的镜像 Pod',
	gone: '它的镜像 Pod 已不存在',
};

/** The reason of a worker's sync, after a colon. */
const wakeWords = (because: WakeReason): string => {
	switch (because.case) {
		case 'new': {
			return `它刚分配到 ${because.node}`;
		}

		case 'found-running': {
			return 'kubelet 重新启动，发现它在运行';
		}

		case 'changed': {
			return '它的对象变了';
		}

		case 'deleted': {
			return `它正在被删除，宽限期 ${because.graceSeconds} 秒`;
		}

		case 'gone': {
			return '它的对象已不存在';
		}

		case 'condition': {
			return '它等待的一个状况变了';
		}

		case 'pleg': {
			return 'PLEG 发现它的某个容器启动或结束';
		}

		case 'probe': {
			return `${because.container} 的 ${because.probe} 探针${because.passed ? '成功' : '失败了'}`;
		}

		case 'mirror': {
			return mirrorWords[because.mirror];
		}

		case 'room': {
			return `${because.pod} 已不存在，空间可能足够了`;
		}

		case 'volumes': {
			return '它的 Node 有了关于卷的新消息';
		}

		case 'evicted': {
			return `它被驱逐，因为节点上${shortOf[because.resource] ?? '磁盘空间'}不足`;
		}

		case 'preempted': {
			return `它为关键的 ${because.by} 让出资源`;
		}

		case 'shutdown': {
			return `${because.node} 正在关机`;
		}

		case 'time': {
			return '到了定期检查的时间';
		}
	}
};

const endWords = (because: EndReason): string => {
	if (because.case === 'ended') {
		return '它的容器彻底结束了';
	}

	if (because.case === 'ending') {
		return because.message;
	}

	if (because.case === 'orphan') {
		return '它在 kubelet 停机期间被删除了';
	}

	return wakeWords(because);
};

const planWords = ({
	killPod,
	kill,
	reset = [],
	update,
	createSandbox,
	startInit,
	start,
	startEphemeral,
}: Extract<PodFacts['kubelet.sync'], {case: 'plan'}>): string =>
	[
		...(killPod ? ['其中一切都停止'] : []),
		...kill.map(({message}) => message),
		...(reset.length > 0 ? [`一条规则要重启所有容器：移除 ${listed(reset)}`] : []),
		...update.map((name) => `${name} 得到新的限制`),
		...(createSandbox ? ['它需要一个沙箱'] : []),
		...(startInit === undefined ? [] : [`启动 Init 容器 ${startInit}`]),
		...(start.length > 0 ? [`启动 ${listed(start)}`] : []),
		...(startEphemeral.length > 0 ? [`启动临时容器 ${listed(startEphemeral)}`] : []),
	].join('；');

const syncSentence = (facts: PodFacts['kubelet.sync'], stop: Stop): string => {
	const pod = podOf(stop);
	switch (facts.case) {
		case 'start': {
			return `Pod worker 同步 ${pod}：${wakeWords(facts.because)}。`;
		}

		case 'plan': {
			return `kubelet 比较 ${pod} 与正在运行的容器：${planWords(facts)}。`;
		}

		case 'init': {
			return `轮到 ${pod} 的 Init 容器 ${facts.container}；后面的要等它结束。`;
		}

		case 'start-failure': {
			return `${pod} 的 ${facts.container} 无法启动：${facts.reason}。${facts.log === undefined ? '' : `kubelet 的日志里有详情：${facts.log}。`}`;
		}

		case 'devices-failure': {
			return `${pod} 的设备还没就绪，因此它得不到沙箱；kubelet 重试：${facts.message}。`;
		}

		case 'sandbox-failure': {
			return `${pod} 没有沙箱；kubelet 重试。`;
		}
	}
};

const stateWords = (state: ContainerState | undefined): string => {
	if (state?.running) {
		return '在运行';
	}

	if (state?.terminated) {
		return `以退出码 ${state.terminated.exitCode} 结束`;
	}

	return `在等：${state?.waiting?.reason}`;
};

/** The changes in a status. */
const changes = (before: PodStatus, after: PodStatus): string =>
	statusNews(before, after, {phase: '阶段', address: '地址', state: stateWords}).join('，') ||
	'已看到最新的 generation';

const statusSentence = (facts: PodFacts['kubelet.status'], stop: Stop): string => {
	const pod = podOf(stop);
	switch (facts.case) {
		case 'set': {
			return `状态管理器为 ${pod} 记下：${changes(facts.before, facts.after)}。`;
		}

		case 'send': {
			return `状态管理器把 ${pod} 的状态发给 apiserver：阶段 ${facts.phase}。`;
		}

		case 'reconcile': {
			return `API 里 ${pod} 的状态不是 kubelet 写入的：它读取 Pod，并加以纠正。`;
		}

		case 'read-refused': {
			return `${pod} 的对象无法读取：${facts.message}。`;
		}

		case 'send-refused': {
			return `${pod} 的状态无法写入：${facts.message}。`;
		}

		case 'delete': {
			return `${facts.node} 上 ${pod} 已经没有任何内容：kubelet 以宽限期 0 彻底删除对象。`;
		}

		case 'delete-refused': {
			return `${pod} 无法删除：${facts.message}。`;
		}
	}
};

const admitSentence = (facts: PodFacts['kubelet.admit'], stop: Stop): string => {
	const pod = podOf(stop);
	switch (facts.case) {
		case 'verdict': {
			return facts.message === undefined
				? `${facts.node} 的 kubelet 接纳 ${pod}：${facts.verdicts.length} 个处理程序全部同意。`
				: `${facts.node} 的 kubelet 拒绝 ${pod}：${facts.message}。`;
		}

		case 'preempt': {
			return facts.victims
				? `${pod} 是关键 Pod：kubelet 结束 ${listed(facts.victims)} 以腾出资源。`
				: `${pod} 是关键 Pod，但 kubelet 不能为它结束任何 Pod。`;
		}
	}
};

/** Stops of pod workers and their helpers, in Chinese. */
export const podSentences: Translation<Sentences<PodFacts>> = {
	'kubelet.sync': syncSentence,
	'kubelet.admit': admitSentence,
	'kubelet.kill'(facts, stop) {
		const pod = podOf(stop);
		switch (facts.case) {
			case 'terminate': {
				return `Pod worker 终止 ${pod}：${endWords(facts.because)}。`;
			}

			case 'clean-up': {
				return `${pod} 在 kubelet 启动之前就已结束（${facts.phase}）；kubelet 现在清理它的残留。`;
			}

			case 'devices': {
				return `${pod} 还不能结束：驱动程序要先清理它的设备（${facts.message}）。kubelet 重试。`;
			}

			case 'kill': {
				return facts.containers.length > 0
					? `Pod worker 停止 ${pod} 的 ${listed(facts.containers)}，宽限期 ${facts.graceSeconds} 秒。`
					: `Pod worker 停止 ${pod}：它没有容器在运行。`;
			}

			case 'finished': {
				return `${pod} 在 ${facts.node} 上结束了${facts.isDeleted ? '；它的对象可以移除' : ''}。`;
			}
		}
	},
	'kubelet.status': statusSentence,
	'kubelet.cgroup'(facts, stop) {
		const pod = podOf(stop);
		switch (facts.case) {
			case 'make': {
				return `kubelet 创建控制组 ${facts.cgroup}：${pod} 是 ${facts.qosClass ?? 'BestEffort'}，由此决定它的上级和限制。`;
			}

			case 'resize': {
				return `${pod} 的控制组 ${facts.cgroup} 得到新的限制。`;
			}

			case 'remove': {
				return `kubelet 移除 ${pod} 的控制组。`;
			}
		}
	},
	'kubelet.directories': ({directory}, stop) =>
		`kubelet 在 ${directory} 下创建 ${podOf(stop)} 的目录：给 Pod、它的卷和它的插件。`,
	'kubelet.metrics': ({podStartTotalDurationMs, pulledMs, initMs}, stop) =>
		`${podOf(stop)} 在创建 ${podStartTotalDurationMs} 毫秒之后被观察到在运行，其中拉取镜像 ${pulledMs} 毫秒${initMs === 0 ? '' : `，Init 容器 ${initMs} 毫秒`}。`,
	'kubelet.resize': (facts, stop) =>
		facts.case === 'start'
			? `节点有 ${podOf(stop)} 所请求的资源：分配给它，并调整其运行中的容器。`
			: `${podOf(stop)} ${facts.reason === 'Infeasible' ? '得不到' : '要等'}它所请求的资源：${facts.message}。`,
	'kubelet.restart'(facts, stop) {
		const container = `${podOf(stop)} 的 ${facts.container}`;
		return facts.case === 'restart'
			? `${container} 以退出码 ${facts.exitCode} 结束：${facts.byRule ? `无论重启策略 ${facts.policy} 如何规定，它自己的一条规则让它重启` : `重启策略 ${facts.policy} 让它重启`}。`
			: `${container} 已结束 ${facts.ends} 次：它在上次结束 ${goDuration(facts.backoffMs)} 之后重启，即 ${Math.ceil(facts.leftMs / 1000)} 秒后。`;
	},
};
