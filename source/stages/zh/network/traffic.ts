import {joinHostPort} from '../../../objects/host-port.js';
import type {Hop, Loss, LossResult, Sender, TrafficFacts} from '../../facts/network/traffic.js';
import {listed} from '../words.js';
import type {Translation} from '../../translation.js';
import type {Sentences} from '../../language-table.js';

/**
The fate of a request at a hop.

Long because it is a table: one case per hop.
*/
export const hopWords = (hop: Hop): string => {
	switch (hop.case) {
		case 'name': {
			return `${hop.host} 是 ${hop.ip}`;
		}

		case 'unresolved': {
			return `${hop.host}：${hop.rcode}`;
		}

		case 'unanswered': {
			return `${hop.server} 不应答对 ${hop.host} 的查询`;
		}

		case 'address': {
			return hop.ip;
		}

		case 'balancer': {
			return `${hop.ip} 的负载均衡器把它发往 ${hop.node}`;
		}

		case 'checked': {
			return `${hop.node} 上的 cluster-ips-check：reject`;
		}

		case 'no-rule': {
			return `${hop.node} 上没有规则${hop.ip === undefined ? '' : `：直接发往 ${hop.ip}`}`;
		}

		case 'verdict': {
			return `${hop.node} 上的 ${hop.service}：${hop.mode === 'nftables' ? hop.verdict : hop.verdict.toUpperCase()}`;
		}

		case 'endpoint': {
			const {service, node, endpoint, remembers} = hop;
			return `${node} 上的 ${service} ${remembers === undefined ? '挑选' : `记得 ${remembers}，仍用`} ${endpoint}`;
		}

		case 'ingress': {
			return hop.service === undefined
				? `${hop.host}${hop.path}：404`
				: `Ingress 控制器把 ${hop.host}${hop.path} 送往 ${hop.service}`;
		}

		case 'policy': {
			const {policies, pod, allowed, isEnforced} = hop;
			const refusal = isEnforced ? '不允许' : '本不允许';
			const verdict = allowed ? '允许' : refusal;
			return `NetworkPolicy ${listed(policies)} ${verdict}它${hop.direction === 'ingress' ? '进入' : '离开'} ${pod}${isEnforced ? '' : '，但网络插件并不执行它'}`;
		}

		case 'upstream': {
			return `它挑选 ${hop.endpoint}`;
		}

		case 'sidecar-out': {
			return `${hop.pod} 的边车接下它，${hop.endpoint === undefined ? `而它没有 ${hop.service} 的端点` : `挑选 ${hop.service} 的 ${hop.endpoint}`}`;
		}

		case 'sidecar-in': {
			return `${hop.pod} 的边车先接下它`;
		}

		case 'pod': {
			return `${hop.node} 上的 ${hop.pod}`;
		}

		case 'container': {
			return `到达 ${hop.node} 上 ${hop.pod} 的容器 ${hop.container}`;
		}
	}
};

const senderWords = (sender: Sender): string => {
	if (sender.case === 'sidecar') {
		return `${sender.pod} 的边车 `;
	}

	if (sender.case === 'kube-proxy') {
		return `${sender.node} 上的 kube-proxy `;
	}

	if (sender.case === 'client') {
		return '客户端';
	}

	return 'Ingress 控制器';
};

/**
Why a request is lost.

Long because it is a table: one case per reason.
*/
export const lossWords = (loss: Loss): string => {
	switch (loss.case) {
		case 'unknown-name': {
			return `DNS 不知道名字 ${loss.host}`;
		}

		case 'unknown-port': {
			return `没有 Service 使用端口 ${joinHostPort(loss.ip, loss.port)}`;
		}

		case 'closed-node-port': {
			return `${loss.node} 的端口 ${loss.port} 上没有进程在监听`;
		}

		case 'late-rules': {
			return `${loss.node} 上的 kube-proxy 还没有 ${joinHostPort(loss.ip, loss.port)} 的规则`;
		}

		case 'no-route': {
			return loss.node === undefined ? `从集群外面没有路通往 ${loss.ip}` : `${loss.node} 没有到 ${loss.ip} 的路由`;
		}

		case 'source-ranges': {
			return `${loss.service} 的 loadBalancerSourceRanges 里没有 ${loss.ip}`;
		}

		case 'policy': {
			const {direction, pod, to, policies} = loss;
			return direction === 'ingress'
				? `NetworkPolicy ${listed(policies)} 隔离 ${pod}，没有规则允许这个客户端访问`
				: `NetworkPolicy ${listed(policies)} 隔离 ${pod}，没有规则允许它访问 ${to}`;
		}

		case 'no-client': {
			return `${loss.pod} 没有在运行，所以没有发送请求`;
		}

		case 'no-endpoints': {
			return `${loss.service} 没有端点`;
		}

		case 'no-local-endpoints': {
			return `${loss.service} 在 ${loss.node} 上没有本地端点`;
		}

		case 'no-ingress': {
			return `没有 Ingress 提供 ${loss.host}${loss.path}`;
		}

		case 'no-upstream': {
			return `503：Ingress 控制器里没有 ${loss.service} 的上游`;
		}

		case 'no-healthy-upstream': {
			return `503 UH：${loss.pod} 的边车没有 ${loss.service} 的健康上游`;
		}

		case 'gone': {
			return `${senderWords(loss.sender)}仍发往 ${loss.ip}，而那里的 Pod 已不存在`;
		}

		case 'shutting-down': {
			return `${loss.pod} 正在关闭，不接受新连接，而${loss.sender.case === 'kube-proxy' ? ' ' : ''}${senderWords(loss.sender)}仍发给它`;
		}

		case 'closed-port': {
			return `${loss.pod} 的端口 ${loss.port} 上没有进程在监听`;
		}

		case 'cut-off': {
			return `${loss.pod} 在应答之前已经结束`;
		}
	}
};

/** How a client notices a lost request. */
export const lossResultWords: Readonly<Record<LossResult, string>> = {
	refused: '被拒绝',
	reset: '被切断',
	timedOut: '得不到应答',
	failed: '无法发出',
};

/** The end of the client's request before. */
const sinceWords = (last: TrafficFacts['traffic.answered']['last']): string => {
	if (last === undefined) {
		return '，这是第一次得到应答';
	}

	return last === 'answered' ? '' : '；前一个丢失了';
};

/** Stops of the requests that clients send, in Chinese. */
export const trafficSentences: Translation<Sentences<TrafficFacts>> = {
	'traffic.start': ({client, target, everyMs}) => `客户端 ${client} 每 ${everyMs} 毫秒向 ${target} 发送一个请求。`,
	'traffic.request': ({client, number, node, hops}) =>
		`${client} ${node === undefined ? '' : `从 ${node} `}发送第 ${number} 个请求：${hops.map((hop) => hopWords(hop)).join('；')}。`,
	'traffic.answered': ({client, number, pod, last}) =>
		`${pod} 应答 ${client} 的第 ${number} 个请求${sinceWords(last)}。`,
	'traffic.lost': ({client, number, result, loss}) =>
		`${client} 的第 ${number} 个请求${lossResultWords[result]}：${lossWords(loss)}。`,
};
