import type {StorageFacts} from '../../facts/apiserver/storage.js';
import {counted} from '../words.js';
import type {Translation} from '../../translation.js';
import type {Sentences} from '../../language-table.js';

const hooks = {
	beginCreate: 'beginCreate оставляет за Service занятые cluster IP и порты узлов',
} as const;

const decorators = {
	defaultOnRead: 'defaultOnRead подставляет то, чего не было в старой версии',
	defaultOnReadPvc: 'defaultOnReadPvc согласует dataSource и dataSourceRef',
} as const;

const storeSentence: Sentences<StorageFacts>['apiserver.store'] = (facts) => {
	const {key} = facts;
	if ('verdict' in facts) {
		return facts.case === 'create'
			? `Пробный запуск: ключ ${key} свободен, но ничего не пишется.`
			: `Пробный запуск: ${key} не пишется.`;
	}

	switch (facts.case) {
		case 'create': {
			return `Хранилище ${facts.resource} просит etcd сохранить новый объект под ключом ${key}, если такого ключа ещё нет.`;
		}

		case 'read-back': {
			const [hook] = facts.hooks;
			const [decorator] = facts.decorators;
			return `Хранилище читает объект обратно из etcd: ревизия ${facts.resourceVersion} становится его resourceVersion. ${
				hook ? `Хук post-create: ${hooks[hook]}` : `У ${facts.resource} нет хука post-create`
			}${decorator ? `; декоратор: ${decorators[decorator]}` : ', декоратора нет'}.`;
		}

		case 'update': {
			return `Хранилище ${facts.resource} просит etcd сохранить изменённый объект под ключом ${key}, если он всё ещё в ревизии ${facts.compare}.`;
		}

		case 'release': {
			return `${key} удаляется, и ни одного финализатора не осталось: хранилище просит etcd удалить его, если он всё ещё в ревизии ${facts.compare}.`;
		}

		case 'delete': {
			return `${key} ничто не держит: хранилище просит etcd удалить его, если он всё ещё в ревизии ${facts.compare}.`;
		}

		case 'unchanged': {
			return `${key} не изменился бы: ничего не пишется, resourceVersion остаётся ${facts.resourceVersion}.`;
		}
	}
};

const watchSentence: Sentences<StorageFacts>['apiserver.watch'] = (facts) => {
	const {resource, revision} = facts;
	if ('watcher' in facts) {
		const {watcher, namespace, request, initial, first, oldest} = facts;
		if (oldest !== undefined) {
			return `${watcher} запрашивает изменения ${resource} с ревизии ${revision}, но кеш подписок помнит только с ${oldest}: нужен новый список.`;
		}

		const fields = request['fieldSelector'];
		return `${watcher} следит за ${resource}${namespace === '' ? '' : ` в ${namespace}`}${fields ? ` с ${fields}` : ''} ${initial ? `и сначала получает существующие: ${first}` : `с ревизии ${revision}; с тех пор ${counted(first, 'изменение', 'изменения', 'изменений')}`}.`;
	}

	const {watchers} = facts;
	if (facts.type === 'BOOKMARK') {
		return `Кеш подписок отправляет закладку (bookmark) ревизии ${revision} ${counted(watchers.length, 'подписчику', 'подписчикам', 'подписчикам')} ${resource}, чтобы они могли продолжить с неё.`;
	}

	const who =
		watchers.length === 0
			? 'никому из подписчиков он не нужен'
			: `отправлено: ${watchers.length <= 4 ? watchers.join(', ') : counted(watchers.length, 'подписчику', 'подписчикам', 'подписчикам')}`;
	const {type, namespace, name} = facts;
	return `Кеш подписок получает ревизию ${revision} ресурса ${resource} (${type} ${namespace ? `${namespace}/` : ''}${name}); ${who}.`;
};

/** The storage of objects, and their watchers, in Russian. */
export const storageSentences: Translation<Sentences<StorageFacts>> = {
	'apiserver.store': storeSentence,
	'apiserver.watch': watchSentence,
};
