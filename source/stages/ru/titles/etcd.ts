import type {Title} from '../../stage.js';
import type {etcdStages} from '../../etcd.js';
import type {Translation} from '../../translation.js';

/** Stages of etcd, in Russian. */
export const etcdTitles: Translation<Readonly<Record<keyof typeof etcdStages, Title>>> = {
	'etcd.txn': {
		title: 'Транзакция',
		about: 'Сравнить и записать: запись происходит, только если ключ всё ещё в ревизии, которую прочитал клиент.',
	},
	'etcd.watch': {title: 'Подписка (watch)', about: 'etcd отправляет каждое изменение после ревизии, по порядку.'},
	'etcd.lease': {
		title: 'Lease',
		about: 'Ключи с Lease удаляются, когда он истекает: события (Event) живут час.',
	},
	'etcd.compact': {
		title: 'Сжатие',
		about: 'Старые ревизии отбрасываются; подписка (watch) с более ранней получает 410 и запрашивает список снова.',
	},
};
