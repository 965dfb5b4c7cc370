import type {Title} from '../../stage.js';
import type {controllersStages} from '../../controllers.js';
import type {Translation} from '../../translation.js';

/** Stages of clients, informers, controllers and their events, in Russian. */
export const controllersTitles: Translation<Readonly<Record<keyof typeof controllersStages, Title>>> = {
	'client.throttle': {
		title: 'Ограничение',
		about: 'Клиент отправил столько запросов, сколько можно: этот ждёт своей очереди.',
	},
	'informer.list': {
		title: 'List',
		about: 'Informer наполняет кеш списком и запоминает его resourceVersion.',
	},
	'informer.watch': {title: 'Подписка (watch)', about: 'Informer следит за всеми изменениями после списка.'},
	'informer.deliver': {
		title: 'Доставка',
		about: 'Изменение доходит до кеша компонента чуть позже, чем произошло.',
	},
	'leader.election': {
		title: 'Выбор лидера',
		about: 'Из нескольких экземпляров программы работает лишь держатель Lease.',
	},
	'controller.*.enqueue': {
		title: 'В очередь',
		about: 'Событие кладёт ключ в рабочую очередь; само событие забыто.',
	},
	'controller.*.sync': {title: 'Sync', about: 'Контроллер сравнивает желаемое состояние с текущим.'},
	'controller.*.retry': {
		title: 'Повтор',
		about: 'После ошибки ключ снова в очереди, каждый раз с большей паузой.',
	},
	'controller.*.done': {
		title: 'Готово',
		about: 'Ключ покидает очередь, если его объект за это время не изменился.',
	},
	controller: {title: 'Контроллер', about: 'Цикл приближает текущее состояние к желаемому.'},
	'cluster-autoscaler': {
		title: 'Автомасштабирование узлов',
		about: 'Cluster Autoscaler добавляет узлы для Pod, которым нет места, и удаляет ненужные узлы.',
	},
	cloud: {title: 'Облако', about: 'Облако создаёт и удаляет машины групп узлов.'},
	kwok: {
		title: 'KWOK',
		about: 'KWOK оживляет узлы, за которыми нет машин, и их Pod: он меняет их статус, Stage за Stage.',
	},
	'event.record': {
		title: 'Событие',
		about: 'Компонент сообщает, что он сделал. Это для людей: от событий ничего не зависит.',
	},
};
