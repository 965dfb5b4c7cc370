import {goDuration} from '../../go/duration.js';
import type {ClientFacts} from '../facts/client.js';
import {controllerNameOf, counted} from './words.js';
import type {Translation} from '../translation.js';
import type {Sentences} from '../language-table.js';

const happened = {ADDED: 'появился', MODIFIED: 'изменился', DELETED: 'исчез'};

const inNamespace = (namespace: string | undefined): string => (namespace ? ` в пространстве имён ${namespace}` : '');

/** Stops of informers, work queues and event recorders, in Russian. */
export const clientSentences: Translation<Sentences<ClientFacts>> = {
	'client.throttle'({client, method, path, waitMs, qps, burst, first}) {
		return first
			? `${client} исчерпал запас в ${counted(burst, 'запрос', 'запроса', 'запросов')}: теперь он отправляет ${qps} в секунду. ${method} ${path} ждёт отправки ${waitMs} мс.`
			: `${client} задерживает ${method} ${path} на ${waitMs} мс: его предел — ${counted(qps, 'запрос', 'запроса', 'запросов')} в секунду.`;
	},
	'informer.list'(facts) {
		const {owner, resource, namespace} = facts;
		return 'pauseMs' in facts
			? `${owner} не может получить список ${resource}: ${facts.message}. Повтор через ${facts.pauseMs} мс.`
			: `${owner} получил список ${resource}${inNamespace(namespace)}: ${facts.count} при resourceVersion ${facts.resourceVersion}, из них новых — ${facts.news}.`;
	},
	'informer.watch'(facts) {
		const {owner, resource} = facts;
		if ('closed' in facts) {
			return `${owner} теряет соединение для ${resource}. Он снова открывает подписку с версии, которую видел последней.`;
		}

		return 'resourceVersion' in facts
			? `${owner} следит (watch) за ${resource}${inNamespace(facts.namespace)} с resourceVersion ${facts.resourceVersion}.`
			: `${owner} теряет подписку (watch) на ${resource}: ${facts.message ?? 'ошибка'}. Он снова запрашивает список.`;
	},
	'informer.deliver'({type, kind, key, owner, resourceVersion, beforeVersion}) {
		if (type === 'DELETED') {
			return `${kind} ${key} больше нет: ${owner} убирает его из кеша.`;
		}

		if (beforeVersion === undefined) {
			return `${owner} добавляет ${kind} ${key} в свой кеш, resourceVersion ${resourceVersion}.`;
		}

		return `${owner} обновляет ${kind} ${key} в своём кеше: resourceVersion ${beforeVersion} → ${resourceVersion}.`;
	},
	'leader.election'(facts) {
		const {lease, identity} = facts;
		switch (facts.case) {
			case 'held': {
				return `${identity} читает Lease ${lease}: лидер — ${facts.by}, и Lease истечёт, если он будет молчать ещё ${goDuration(facts.heldMs)}.`;
			}

			case 'take': {
				return facts.from
					? `${identity} забирает Lease ${lease}: ${facts.from} дал ему истечь.`
					: `${identity} берёт Lease ${lease}, у которого нет владельца.`;
			}

			case 'renew': {
				return `${identity} продлевает Lease ${lease}: он остаётся лидером.`;
			}

			case 'failed': {
				return `${identity} не получает Lease ${lease}: ${facts.message}. Попытка повторится.`;
			}

			case 'lost': {
				return `leader election lost: ${identity} не мог продлить Lease ${lease} 10 с; его процесс завершается и запускается заново.`;
			}
		}
	},
	'controller.*.enqueue'({key, event, of, afterMs}, stop) {
		const queues = `${key} встаёт в очередь контроллера ${controllerNameOf(stop)}${afterMs === undefined ? '' : `, срок — через ${afterMs} мс`}.`;
		return event === undefined ? queues : `${of} ${happened[event]}: ${queues}`;
	},
	'event.record'(facts) {
		if (facts.case === 'failure') {
			return `Событие ${facts.event} не удаётся записать: ${facts.message}. ${facts.again ? 'Повтор через 10 с.' : 'Оно потеряно.'}`;
		}

		const {component, reason, message, count} = facts;
		const about = `${facts.involvedObject.kind} ${facts.involvedObject.name}`;
		switch (facts.case) {
			case 'create': {
				return `${component} записывает событие ${reason} для ${about}: ${message}`;
			}

			case 'patch': {
				return `${component} снова записывает событие ${reason} для ${about}: уже ${counted(count, 'раз', 'раза', 'раз')}.`;
			}

			case 'drop': {
				return `Слишком много событий о ${about}: ${reason} отброшено.`;
			}
		}
	},
};
