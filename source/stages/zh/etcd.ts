import type {EtcdFacts} from '../facts/etcd.js';
import type {Translation} from '../translation.js';
import type {Sentences} from '../language-table.js';

/** Stops in etcd, in Chinese. */
export const etcdSentences: Translation<Sentences<EtcdFacts>> = {
	'etcd.txn'(facts, {object}) {
		const {key = object} = facts;
		if (facts.verdict === 'refused') {
			const {found, seen} = facts;
			if (found === undefined) {
				return `etcd 拒绝这个事务：${key} 不存在，而调用方读到的是修订版本 ${seen}。什么都没有写入。`;
			}

			return `etcd 拒绝这个事务：${key} 最后写于修订版本 ${found}，而调用方${seen === 0 ? '预期它不存在' : `读到的是修订版本 ${seen}`}。什么都没有写入。`;
		}

		if (facts.verdict === 'too large') {
			return `etcd 不接受 ${key} 的 ${facts.bytes} 字节，最多 ${facts.mostBytes} 字节：${facts.message}。什么都没有写入。`;
		}

		const {operation, revision, beforeRevision} = facts;
		const more = facts.more > 0 ? `等 ${facts.more + 1} 个键` : '';
		if (operation === 'delete') {
			return `etcd 在修订版本 ${revision} 删除 ${key}${more && ` ${more}`}，并通知监视它的组件。`;
		}

		return beforeRevision === undefined
			? `etcd 在修订版本 ${revision} 存入新键 ${key}${more && ` ${more}`}。直到此刻，这个对象才真正存在。`
			: `etcd 在修订版本 ${revision} 写入 ${key}${more && ` ${more}`}，取代调用方读到的修订版本 ${beforeRevision}。`;
	},
	'etcd.watch'(facts) {
		const {prefix, revision} = facts;
		return 'compactRevision' in facts
			? `etcd 无法从修订版本 ${revision} 开始推送 ${prefix}：直到 ${facts.compactRevision} 的历史都已压缩掉。`
			: `etcd 打开一个监视流：${prefix} 之下、修订版本 ${revision} 之后的变化，按顺序发给 ${facts.to}。此后已发生 ${facts.missed} 次。`;
	},
	'etcd.compact': ({after, dropped}) =>
		`etcd 丢弃直到修订版本 ${after} 的历史：共 ${dropped} 次变化。从那之前开始的监视必须重新列出对象。`,
	'etcd.lease': ({lease, ttlSeconds, keys}) =>
		`${ttlSeconds} 秒的租约 ${lease.toString(16)} 到期：etcd 删除挂在它上面的 ${keys.length} 个键。`,
};
