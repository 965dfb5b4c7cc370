import type {StorageFacts} from '../../facts/apiserver/storage.js';
import {listed} from '../words.js';
import type {Translation} from '../../translation.js';
import type {Sentences} from '../../language-table.js';

const hooks = {
	beginCreate: 'beginCreate 留下它预留的集群 IP 和节点端口',
} as const;

const decorators = {
	defaultOnRead: 'defaultOnRead 补上旧版本没写的内容',
	defaultOnReadPvc: 'defaultOnReadPvc 让 dataSource 与 dataSourceRef 一致',
} as const;

const storeSentence: Sentences<StorageFacts>['apiserver.store'] = (facts) => {
	const {key} = facts;
	if ('verdict' in facts) {
		return facts.case === 'create' ? `试运行：${key} 空着，但什么都不写入。` : `试运行：不写入 ${key}。`;
	}

	switch (facts.case) {
		case 'create': {
			return `${facts.resource} 注册表请 etcd 把新对象存入 ${key}，前提是这个键还不存在。`;
		}

		case 'read-back': {
			const [hook] = facts.hooks;
			const [decorator] = facts.decorators;
			return `注册表读回 etcd 里的内容：修订版本 ${facts.resourceVersion} 就是 resourceVersion。${
				hook ? `创建后的钩子 ${hooks[hook]}` : `${facts.resource} 没有创建后的钩子`
			}${decorator ? `；装饰器 ${decorators[decorator]}` : '，也没有装饰器'}。`;
		}

		case 'update': {
			return `${facts.resource} 注册表请 etcd 把修改后的对象存入 ${key}，前提是它仍处于修订版本 ${facts.compare}。`;
		}

		case 'release': {
			return `${key} 正在删除，且已没有 Finalizer：注册表请 etcd 删除它，前提是它仍处于修订版本 ${facts.compare}。`;
		}

		case 'delete': {
			return `没有什么留住 ${key}：注册表请 etcd 删除它，前提是它仍处于修订版本 ${facts.compare}。`;
		}

		case 'unchanged': {
			return `${key} 不会有变化：什么都不写入，resourceVersion 仍是 ${facts.resourceVersion}。`;
		}
	}
};

const watchSentence: Sentences<StorageFacts>['apiserver.watch'] = (facts) => {
	const {resource, revision} = facts;
	if ('watcher' in facts) {
		const {watcher, namespace, request, initial, first, oldest} = facts;
		if (oldest !== undefined) {
			return `${watcher} 请求 ${resource} 自修订版本 ${revision} 以来的变化，但监视缓存最早只到 ${oldest}：它必须重新列出对象。`;
		}

		const fields = request['fieldSelector'];
		return `${watcher} 监视 ${namespace === '' ? '' : `命名空间 ${namespace} 里的 `}${resource}${fields ? `（${fields}）` : ''}，${initial ? `先得到现有的 ${first} 个` : `从修订版本 ${revision} 开始；此后已有 ${first} 次变化`}。`;
	}

	const {watchers} = facts;
	if (facts.type === 'BOOKMARK') {
		return `监视缓存把修订版本 ${revision} 的书签发给 ${resource} 的 ${watchers.length} 个监视方，让它们能从那里继续。`;
	}

	const who =
		watchers.length === 0
			? '没有监视方需要它'
			: `发给 ${watchers.length <= 4 ? listed(watchers) : `${watchers.length} 个监视方`}`;
	const {type, namespace, name} = facts;
	return `监视缓存得到 ${resource} 的修订版本 ${revision}（${type} ${namespace ? `${namespace}/` : ''}${name}）；${who}。`;
};

/** The storage of objects, and their watchers, in Chinese. */
export const storageSentences: Translation<Sentences<StorageFacts>> = {
	'apiserver.store': storeSentence,
	'apiserver.watch': watchSentence,
};
