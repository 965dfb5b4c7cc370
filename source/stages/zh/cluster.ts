import type {ClusterFacts} from '../facts/cluster.js';
import type {Sentences} from '../language.js';

const whose = (client: string): string => (client === '*' ? '所有客户端' : ` ${client} `);

/** Stops of what the user does to the cluster, in Chinese. */
export const clusterSentences: Sentences<ClusterFacts> = {
	'fault.*': ({process, isUnknown, root}, {stage}) =>
		isUnknown
			? `没有名为 ${process} 的进程，所以什么都没有发生。`
			: stage === 'fault.crash'
				? `进程 ${process} 被杀死${root ? `；与它共用内存的 ${root} 也一起没了` : ''}。`
				: `进程 ${root ?? process} 从零开始重新启动。`,
	'fault.requests': ({from, forMs, fail, share = 1, delayMs}) =>
		`在 ${forMs} ms 之内，${whose(from)}的${share >= 1 ? '所有请求' : `每 100 个请求中的 ${Math.round(share * 100)} 个`}${
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
	'fault.watches': ({of, end, count}) =>
		`${whose(of)}的 ${count} 个 watch 结束：${end === 'closed' ? '连接关闭' : '410 Gone，版本太旧'}。`.trimStart(),
};
