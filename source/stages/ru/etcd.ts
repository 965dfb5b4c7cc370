import type {EtcdFacts} from '../facts/etcd.js';
import {counted} from './words.js';
import type {Translation} from '../translation.js';
import type {Sentences} from '../language-table.js';

/** Stops in etcd, in Russian. */
export const etcdSentences: Translation<Sentences<EtcdFacts>> = {
	'etcd.txn'(facts, {object}) {
		const {key = object} = facts;
		if (facts.verdict === 'refused') {
			const {found, seen} = facts;
			if (found === undefined) {
				return `etcd отклоняет транзакцию: ${key} не существует, а клиент прочитал ревизию ${seen}. Ничего не записано.`;
			}

			return `etcd отклоняет транзакцию: ${key} последний раз записан в ревизии ${found}, а клиент ${seen === 0 ? 'считает, что его нет' : `прочитал ревизию ${seen}`}. Ничего не записано.`;
		}

		if (facts.verdict === 'too large') {
			return `etcd не принимает ${facts.bytes} байт для ${key}, не больше ${facts.mostBytes}: ${facts.message}. Ничего не записано.`;
		}

		const {operation, revision, beforeRevision} = facts;
		const more = facts.more > 0 ? ` и ещё ${facts.more}` : '';
		if (operation === 'delete') {
			return `etcd удаляет ${key}${more} в ревизии ${revision} и извещает наблюдателей.`;
		}

		return beforeRevision === undefined
			? `etcd сохраняет новый ключ ${key}${more} в ревизии ${revision}. Только теперь объект существует.`
			: `etcd пишет ${key}${more} в ревизии ${revision} вместо ревизии ${beforeRevision}, которую прочитал клиент.`;
	},
	'etcd.watch'(facts) {
		const {prefix, revision} = facts;
		return 'compactRevision' in facts
			? `etcd не может передать ${prefix} с ревизии ${revision}: всё до ${facts.compactRevision} уже сжато.`
			: `etcd открывает поток: изменения под ${prefix} после ревизии ${revision} идут к ${facts.to} по порядку. С тех пор их было ${facts.missed}.`;
	},
	'etcd.compact': ({after, dropped}) =>
		`etcd отбрасывает историю до ревизии ${after}: ${counted(dropped, 'изменение', 'изменения', 'изменений')}. Клиенту, который следил с более ранней ревизии, нужен новый список.`,
	'etcd.lease': ({lease, ttlSeconds, keys}) =>
		`Lease ${lease.toString(16)} на ${counted(ttlSeconds, 'секунду', 'секунды', 'секунд')} истекает: etcd удаляет ${counted(keys.length, 'связанный с ним ключ', 'связанных с ним ключа', 'связанных с ним ключей')}.`,
};
