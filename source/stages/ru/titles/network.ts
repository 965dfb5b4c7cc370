import type {Title} from '../../stage.js';
import type {networkStages} from '../../network.js';
import type {Translation} from '../../translation.js';

/** Stages of endpoints and of the components that use them, and of your faults, in Russian. */
export const networkTitles: Translation<Readonly<Record<keyof typeof networkStages, Title>>> = {
	'endpoints.publish': {title: 'Endpoints', about: 'Публикуются адреса Pod, которые стоят за Service.'},
	'kube-proxy.sync': {
		title: 'kube-proxy',
		about: 'Каждый узел обновляет свои правила по Service и эндпоинтам, в своём темпе.',
	},
	'dns.serve': {
		title: 'DNS отвечает',
		about: 'CoreDNS ждёт первых списков Services и EndpointSlices, а потом отвечает на вопросы.',
	},
	'dns.update': {
		title: 'DNS кластера',
		about: 'Имена Service в DNS следуют за объектами; клиенты хранят ответы в кеше в течение TTL.',
	},
	'ingress.update': {title: 'Контроллер ingress', about: 'Прокси перед кластером узнаёт, куда отправлять запросы.'},
	'external-dns.sync': {
		title: 'Внешний DNS',
		about: 'Контроллер ведёт вне кластера записи DNS для Service, которые просят имя хоста.',
	},
	'mesh.push': {title: 'Service mesh', about: 'Управляющий слой mesh рассылает эндпоинты по sidecar.'},
	traffic: {
		title: 'Трафик',
		about: 'Запрос клиента идёт по именам и правилам к Pod и получает ответ или теряется.',
	},
	fault: {title: 'Сбой', about: 'Сбой, который вы вызвали или устранили.'},
};
