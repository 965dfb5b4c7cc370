import {goDuration} from '../../go/duration.js';
import type {ClientFacts} from '../facts/client.js';
import {controllerNameOf} from '../stop-names.js';
import type {Translation} from '../translation.js';
import type {Sentences} from '../language-table.js';

const happened = {ADDED: '是新的', MODIFIED: '已变化', DELETED: '已不存在'};

const inNamespace = (namespace: string | undefined): string => (namespace ? `命名空间 ${namespace} 里的 ` : ' ');

/** Stops of informers, work queues and event recorders, in Chinese. */
export const clientSentences: Translation<Sentences<ClientFacts>> = {
	'client.throttle'({client, method, path, waitMs, qps, burst, first}) {
		return first
			? `${client} 用完了 ${burst} 个请求的突发额度：从现在起每秒发 ${qps} 个。${method} ${path} 要等 ${waitMs} 毫秒才发出。`
			: `${client} 把 ${method} ${path} 延迟 ${waitMs} 毫秒：它的限额是每秒 ${qps} 个请求。`;
	},
	'informer.list'(facts) {
		const {owner, resource, namespace} = facts;
		return 'pauseMs' in facts
			? `${owner} 无法列出 ${resource}：${facts.message}。它在 ${facts.pauseMs} 毫秒后重试。`
			: `${owner} 列出了${inNamespace(namespace)}${resource}：共 ${facts.count} 个，资源版本 ${facts.resourceVersion}，其中 ${facts.news} 个是新的。`;
	},
	'informer.watch'(facts) {
		const {owner, resource} = facts;
		if ('closed' in facts) {
			return `${owner} 的 ${resource} 连接断了。它从最后看到的版本重新开始监视。`;
		}

		return 'resourceVersion' in facts
			? `${owner} 从资源版本 ${facts.resourceVersion} 开始监视${inNamespace(facts.namespace)}${resource}。`
			: `${owner} 失去了对 ${resource} 的监视：${facts.message ?? '出错'}。它重新列出对象。`;
	},
	'informer.deliver'({type, kind, key, owner, resourceVersion, beforeVersion}) {
		if (type === 'DELETED') {
			return `${kind} ${key} 已不存在：${owner} 把它从缓存中移除。`;
		}

		if (beforeVersion === undefined) {
			return `${owner} 把 ${kind} ${key} 加入缓存，资源版本 ${resourceVersion}。`;
		}

		return `${owner} 更新缓存里的 ${kind} ${key}，资源版本从 ${beforeVersion} 到 ${resourceVersion}。`;
	},
	'leader.election'(facts) {
		const {lease, identity} = facts;
		switch (facts.case) {
			case 'held': {
				return `${identity} 读取 Lease ${lease}：${facts.by} 是领导者，还要再沉默 ${goDuration(facts.heldMs)} 才算失效。`;
			}

			case 'take': {
				return facts.from
					? `${identity} 接手 Lease ${lease}：${facts.from} 已让它过期。`
					: `${identity} 取得 Lease ${lease}，它没有持有者。`;
			}

			case 'renew': {
				return `${identity} 续约 Lease ${lease}：继续领导。`;
			}

			case 'failed': {
				return `${identity} 得不到 Lease ${lease}：${facts.message}。它会重试。`;
			}

			case 'lost': {
				return `leader election lost：${identity} 有 10 秒没能续约 Lease ${lease}；它的进程结束，然后重新启动。`;
			}
		}
	},
	'controller.*.enqueue'({key, event, of, afterMs}, stop) {
		const queues = `${controllerNameOf(stop)} 控制器把 ${key} 放进队列${afterMs === undefined ? '' : `，${afterMs} 毫秒后到期`}。`;
		return event === undefined ? queues : `${of} ${happened[event]}：${queues}`;
	},
	'event.record'(facts) {
		if (facts.case === 'failure') {
			return `事件 ${facts.event} 无法写入：${facts.message}。${facts.again ? '记录器在 10 秒后重试。' : '它丢失了。'}`;
		}

		const {component, reason, message, count} = facts;
		const about = `${facts.involvedObject.kind} ${facts.involvedObject.name}`;
		switch (facts.case) {
			case 'create': {
				return `${component} 就 ${about} 记录事件 ${reason}：${message}`;
			}

			case 'patch': {
				return `${component} 就 ${about} 再次记录事件 ${reason}：至此共 ${count} 次。`;
			}

			case 'drop': {
				return `关于 ${about} 的事件太多：丢弃 ${reason}。`;
			}
		}
	},
};
