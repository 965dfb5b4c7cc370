import {goDuration} from '../../go/duration.js';
import type {ClusterFacts} from '../facts/cluster.js';
import type {Translation} from '../translation.js';
import type {Sentences} from '../language-table.js';

const whose = (client: string): string => (client === '*' ? '所有客户端' : ` ${client} `);

/** The words for a duration. */
const lasting = (forMs: number | undefined): string =>
	forMs === undefined ? '直到被修复（heal）' : `持续 ${goDuration(forMs)}`;

/** The words for the requests of a fault. */
const requestsWords = (share: number, number: number | undefined): string => {
	if (number !== undefined) {
		return `第 ${number} 个`;
	}

	return share >= 1 ? '所有' : `每 100 个中的 ${Math.round(share * 100)} 个`;
};

const failWords = (fail: number | string): string => {
	switch (fail) {
		case 'lost': {
			return '丢失响应';
		}

		case 'held': {
			return '等待响应';
		}

		default: {
			return `以 ${fail} 失败`;
		}
	}
};

const failedWords = (fail: number | string): string => {
	switch (fail) {
		case 'lost': {
			return '已执行，但在返回响应之前连接断开';
		}

		case 'held': {
			return '已执行，响应等到故障结束';
		}

		default: {
			return `根本没有到达 apiserver：以 ${fail} 失败`;
		}
	}
};

/** Stops of the user's actions on the cluster, in Chinese. */
export const clusterSentences: Translation<Sentences<ClusterFacts>> = {
	'fault.*': ({process, isUnknown, root}, {stage}) => {
		if (isUnknown) {
			return `没有名为 ${process} 的进程，所以什么都没有发生。`;
		}

		if (stage === 'fault.crash') {
			return `进程 ${process} 被杀死${root ? `；与它共用内存的 ${root} 也一起终止` : ''}。`;
		}

		return `进程 ${root ?? process} 从零开始重新启动。`;
	},
	'fault.requests': ({from, forMs, fail, share = 1, delayMs, verb = '', resource = '', number}) =>
		`${lasting(forMs)}，${whose(from)}的${requestsWords(share, number)}${[verb, resource]
			.filter(Boolean)
			.map((word) => ` ${word} `)
			.join('')}请求${
			[
				...(delayMs === undefined ? [] : [`延迟 ${delayMs} 毫秒`]),
				...(fail === undefined ? [] : [failWords(fail)]),
			].join('，并且') || '照常'
		}。`.trimStart(),
	'fault.request': ({client, method, path, fail, delayMs}) =>
		`${client} 的 ${method} ${path} ${[
			...(delayMs > 0 ? [`在路上多花 ${delayMs} 毫秒`] : []),
			...(fail === undefined ? [] : [failedWords(fail)]),
		].join('，并且')}。`,
	'fault.watches': ({of, resource, end, count}) =>
		`${whose(of)}的 ${count} 个 ${resource === undefined ? '' : `${resource} 的`}监视结束：${end === 'closed' ? '连接关闭' : '410 Gone，版本太旧'}。`.trimStart(),
	'fault.pause': ({target, count, forMs}) =>
		`${target} 停住不动，${lasting(forMs)}${count > 1 ? `，它的 ${count} 个进程都是如此` : ''}：定时器和消息都在等待。`,
	'fault.slow': ({target, factor, forMs}) => `${target} 的一切工作都要花 ${factor} 倍的时间，${lasting(forMs)}。`,
	'fault.partition': ({a, b, clients, forMs}) =>
		clients.length > 0
			? `${a} 与 ${b} 互不可达，${lasting(forMs)}：${clients.map((client) => whose(client).trim()).join('、')} 的请求等到超时，它们的监视收不到事件。`
			: `${a} 与 ${b} 之间的路由没有了，${lasting(forMs)}：它们的 Pod 互不可达。`,
	'fault.deliveries': ({of, resource, change, delayMs = 0, behind = '', forMs}) =>
		`发往${whose(of)}的${resource === undefined ? '' : ` ${resource} `}事件${
			{
				delay: `延迟 ${goDuration(delayMs)}`,
				drop: '随连接一起丢失',
				duplicate: '都到达两次',
				hold: '都在等待',
				miss: '永不到达：监视过期，客户端重新列出',
				reorder: `都排在 ${behind} 的事件之后`,
			}[change]
		}，${lasting(forMs)}。`,
	'fault.clock': ({node, byMs, forMs}) =>
		`${node} 的时钟${byMs < 0 ? '慢' : '快'}了 ${goDuration(Math.abs(byMs))}，${lasting(forMs)}。`,
	'fault.shortage': ({node, of, free, forMs}) =>
		`${node} 的${of === 'disk' ? '磁盘' : '内存'}最多只剩 ${free}，${lasting(forMs)}。`,
	'fault.kill': ({pod, container, pid, signal}) => `${pod} 里容器 ${container} 的进程 ${pid} 收到 ${signal}。`,
	'fault.calls': ({node, call, times, forMs}) =>
		`${times === undefined ? lasting(forMs) : `接下来 ${times} 次`}，${node === '*' ? '所有节点' : node} 上的${
			{pull: '镜像拉取', cni: '网络插件调用（CNI ADD）', csi: ' CSI 驱动调用'}[call]
		}都会失败。`,
	'fault.power': ({node, isOn, forMs, isOrderly}) => {
		if (isOn) {
			return `${node} 重新通电：系统启动容器运行时、kubelet 和 kube-proxy。`;
		}

		if (isOrderly) {
			return `${node} 已关机，${lasting(forMs)}：上面剩余的进程全部终止。`;
		}

		return `${node} 断电，${lasting(forMs)}：它的所有进程立即终止。`;
	},
	'fault.shutdown': ({node, delayMs}) =>
		delayMs === 0
			? `${node} 的系统关机，它的 kubelet 没有阻止关机：没有配置 shutdownGracePeriod。`
			: `${node} 的系统即将关机：logind 通知 kubelet，关机最多可以推迟 ${goDuration(delayMs)}。`,
	'fault.end': ({words, why}) => `${why === 'healed' ? '已被修复' : '已经结束'}：${words}。`,
	'fault.heal': ({what, count}) =>
		count === 0
			? `${what === undefined ? '' : `${what} `}没有可以修复的持续故障。`
			: `${what === undefined ? '' : `${what} 的 `}${count} 个故障被修复。`,
	'fault.plan': ({words, afterMs, when}) =>
		`${afterMs === undefined ? `到达“${when}”所指的第一个停点时` : `${goDuration(afterMs)} 之后`}将发生：${words}。`,
	'fault.refused': ({words, message}) => `${words}：${message}，所以没有任何效果。`,
};
