import type {StartFacts} from '../../facts/apiserver/start.js';
import {counted} from '../words.js';
import type {Translation} from '../../translation.js';
import type {Sentences} from '../../language-table.js';

/** The start of the apiserver, in Russian. */
export const startSentences: Translation<Sentences<StartFacts>> = {
	'apiserver.start'(facts) {
		if ('chain' in facts) {
			return 'kube-apiserver строит цепочку из трёх серверов: запрос сначала попадает в агрегатор, потом на сервер встроенных видов, потом на сервер пользовательских ресурсов; последний ответ — 404.';
		}

		if ('admission' in facts) {
			return `Каждый сервер цепочки — обычный apiserver: перед любым обработчиком идут одни и те же фильтры (аутентификация, аудит, авторизация). ${facts.authorizers ? `Авторизаторы: ${facts.authorizers.join(', ')}. ` : ''}Включено плагинов admission: ${facts.admission.length}.`;
		}

		if ('serviceCIDR' in facts) {
			const [first = '', second] = facts.serviceCIDR;
			return second === undefined
				? `Service получают cluster IP из ${first}: другого семейства адресов в этом кластере нет.`
				: `Service получают cluster IP из ${first}, а если запрошены оба семейства — ещё и из ${second}: в этом кластере двойной стек.`;
		}

		if ('paths' in facts) {
			return 'Документ OpenAPI строится из схем всех видов; по нему kubectl проверяет манифесты и объясняет поля.';
		}

		if ('group' in facts) {
			return `Подключена версия группы ${facts.group}: ${counted(facts.resources.length, 'ресурс', 'ресурса', 'ресурсов')}, у каждого REST-хранилище, а его действия — маршруты.`;
		}

		if ('dumped' in facts && facts.dumped !== undefined) {
			return `kube-apiserver находит в etcd состояние другого кластера: объектов — ${facts.dumped}, до ревизии ${facts.revision}; ещё ${facts.objects - facts.dumped} есть в любом кластере.`;
		}

		return 'objects' in facts
			? `Хуки post-start сохраняют то, что есть в любом новом кластере: объектов — ${facts.objects}, среди них пространства имён default и kube-system, начальные роли и классы приоритета.`
			: `kube-apiserver запускается снова и находит своё состояние в etcd, в ревизии ${facts.revision}.`;
	},
	'apiserver.apiservice'(facts) {
		const {apiService} = facts;
		if ('url' in facts) {
			return `kube-apiserver запрашивает ${facts.url}, чтобы узнать, отвечает ли сервер APIService ${apiService}.`;
		}

		if (facts.available) {
			return `APIService ${apiService} доступен: его сервер отвечает, и запросы к ${apiService} пересылаются ему.`;
		}

		return `APIService ${apiService} недоступен (${facts.reason}): ${facts.message}. На запросы к нему ответ — 503.`;
	},
	'apiserver.definition'(facts) {
		const {definition} = facts;
		if ('left' in facts) {
			return facts.left === 0
				? `Ни одного ${facts.kind} не осталось: ${definition} может исчезнуть.`
				: `${counted(facts.left, 'объект', 'объекта', 'объектов')} вида ${facts.kind} ещё держат финализаторы: ${definition} ждёт.`;
		}

		return facts.refusal === undefined
			? `Имена ${definition} приняты: теперь ${facts.names?.plural} обслуживаются в ${facts.group}, и discovery их перечисляет.`
			: `${definition} не обслуживается: ${facts.refusal}.`;
	},
};
