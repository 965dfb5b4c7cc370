import {goDuration} from '../../go/duration.js';
import type {ClusterFacts} from '../facts/cluster.js';
import type {Sentences} from '../language.js';

const whose = (client: string): string => (client === '*' ? '所有客户端' : ` ${client} `);

/** How long something lasts. */
const lasting = (forMs: number | undefined): string =>
	forMs === undefined ? '直到被修复（heal）' : `持续 ${goDuration(forMs)}`;

/** Stops of what the user does to the cluster, in Chinese. */
export const clusterSentences: Sentences<ClusterFacts> = {
	'fault.*': ({process, isUnknown, root}, {stage}) =>
		isUnknown
			? `没有名为 ${process} 的进程，所以什么都没有发生。`
			: stage === 'fault.crash'
				? `进程 ${process} 被杀死${root ? `；与它共用内存的 ${root} 也一起没了` : ''}。`
				: `进程 ${root ?? process} 从零开始重新启动。`,
	'fault.requests': ({from, forMs, fail, share = 1, delayMs}) =>
		`${lasting(forMs)}，${whose(from)}的${share >= 1 ? '所有请求' : `每 100 个请求中的 ${Math.round(share * 100)} 个`}${
			[
				...(delayMs === undefined ? [] : [`迟到 ${delayMs} ms`]),
				...(fail === undefined ? [] : [fail === 'lost' ? '丢失回答' : `以 ${fail} 失败`]),
			].join('，并且') || '照常'
		}。`.trimStart(),
	'fault.request': ({client, method, path, fail, delayMs}) =>
		`${client} 的 ${method} ${path} ${[
			...(delayMs > 0 ? [`在路上多花 ${delayMs} ms`] : []),
			...(fail === undefined
				? []
				: [fail === 'lost' ? '已被执行，但回答之前连接断了' : `根本没有到达 apiserver：以 ${fail} 失败`]),
		].join('，并且')}。`,
	'fault.watches': ({of, resource, end, count}) =>
		`${whose(of)}的 ${count} 个 ${resource === undefined ? '' : `${resource} `}watch 结束：${end === 'closed' ? '连接关闭' : '410 Gone，版本太旧'}。`.trimStart(),
	'fault.pause': ({target, count, forMs}) =>
		`${target} 停住不动，${lasting(forMs)}${count > 1 ? `，它的 ${count} 个进程都是如此` : ''}：定时器和消息都在等待。`,
	'fault.slow': ({target, factor, forMs}) => `${target} 的一切工作都要花 ${factor} 倍的时间，${lasting(forMs)}。`,
	'fault.end': ({words, why}) => `${why === 'healed' ? '已被修复' : '已经结束'}：${words}。`,
	'fault.heal': ({what, count}) =>
		count === 0
			? `${what === undefined ? '' : `${what} `}没有可以修复的持续故障。`
			: `${what === undefined ? '' : `${what} 的 `}${count} 个故障被修复。`,
	'fault.plan': ({words, afterMs, when}) =>
		`${afterMs === undefined ? `到达“${when}”所指的第一个停点时` : `${goDuration(afterMs)} 之后`}将发生：${words}。`,
	'fault.refused': ({words, message}) => `${words}：${message}，所以什么也没有发生。`,
};
