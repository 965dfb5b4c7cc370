import type {Title} from '../../stage.js';
import type {apiserverStages} from '../../apiserver.js';
import type {Translation} from '../../translation.js';

/** Stages of the apiserver, in Russian. */
export const apiserverTitles: Translation<Readonly<Record<keyof typeof apiserverStages, Title>>> = {
	'apiserver.start': {
		title: 'Запуск apiserver',
		about: 'Три сервера образуют цепочку и подключают свои API-группы как REST-хранилища.',
	},
	'apiserver.route': {
		title: 'Маршрут',
		about: 'Путь выбирает обработчик ресурса, обработчик самого пути или 404.',
	},
	'apiserver.authenticate': {
		title: 'Аутентификация',
		about: 'Аутентификаторы пробуют по очереди, пока один не опознает пользователя.',
	},
	'apiserver.audit': {title: 'Аудит', about: 'Запрос попадает в журнал аудита, при любом исходе.'},
	'apiserver.authorize': {
		title: 'Авторизация',
		about: 'Можно ли это пользователю? Авторизаторы решают по очереди, пока один не даст ответ.',
	},
	'apiserver.authorizer': {
		title: 'Авторизатор',
		about: 'Один из авторизаторов отвечает: «да» и «нет» завершают цепочку, без мнения решает следующий.',
	},
	'apiserver.decode': {title: 'Разбор', about: 'Тело запроса сверяется со схемой его вида и версии.'},
	'apiserver.apply': {
		title: 'Server-side apply',
		about: 'То, что применяет один менеджер, вливается в объект; поле другого менеджера — это конфликт.',
	},
	'apiserver.default': {
		title: 'Значения по умолчанию',
		about: 'Пропущенные поля объекта получают значения по умолчанию.',
	},
	'apiserver.admit.mutate': {
		title: 'Меняющий admission',
		about: 'Плагин admission может изменить объект или отклонить его.',
	},
	'apiserver.validate': {
		title: 'Проверка',
		about: 'Проверяются все правила вида, и все ошибки сообщаются сразу.',
	},
	'apiserver.admit.validate': {
		title: 'Проверяющий admission',
		about: 'Плагин admission может отклонить объект, но менять его уже нельзя.',
	},
	'apiserver.allocate': {title: 'Выделение', about: 'Service получает cluster IP и порты узлов.'},
	'apiserver.bind': {title: 'Привязка', about: 'Binding задаёт узел Pod: другого способа у планировщика нет.'},
	'apiserver.scale': {title: 'Scale', about: 'Субресурс scale меняет только число реплик.'},
	'apiserver.evict': {
		title: 'Вытеснение',
		about: 'Вытеснение — это удаление, в котором может отказать PodDisruptionBudget.',
	},
	'apiserver.token': {
		title: 'Токен',
		about: 'Токен служебной учётной записи подписан; он привязан к Pod и имеет срок действия.',
	},
	'apiserver.delete': {
		title: 'Удаление',
		about: 'Сначала объект лишь помечается; он исчезает после срока на завершение и снятия finalizers.',
	},
	'apiserver.store': {
		title: 'Хранение',
		about: 'Хранилище просит etcd записать объект, если за это время его не записал другой клиент.',
	},
	'apiserver.convert': {
		title: 'Преобразование',
		about: 'Пользовательский ресурс хранится в одной версии; в остальные её переводит webhook.',
	},
	'apiserver.respond': {title: 'Ответ', about: 'Ответ возвращается клиенту.'},
	'apiserver.apiservice': {
		title: 'Агрегация',
		about: 'Часть API обслуживает другой сервер, если с ним есть связь.',
	},
	'apiserver.definition': {
		title: 'Custom resources',
		about: 'apiserver обслуживает вид из CustomResourceDefinition или убирает его вместе с объектами.',
	},
	'apiserver.watch': {
		title: 'Кеш подписок',
		about: 'Одна подписка (watch) в etcd обслуживает всех подписчиков apiserver.',
	},
};
