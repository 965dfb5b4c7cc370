import {counted, formOf} from '../../../stages/ru/words.js';
import type {panes as english} from './english.js';

const keysOf = (count: number): string => counted(count, 'ключ', 'ключа', 'ключей');

/** What the panes say in their own words, in Russian. */
export const panes: typeof english = {
	titles: {
		pipeline: 'Конвейер',
		printed: 'Что напечатал kubectl',
		whole: ' · целиком',
		since: (step) => ` · с #${step}`,
		inside: {node: 'внутри', pod: 'внутри', logs: 'логи', describe: 'описание'},
		packet: 'Пакет',
	},
	none: '(нет)',
	noneYet: '(пока нет)',
	components: {
		queue: (length) => `в очереди ${length}`,
		pods: (count) => `${count} Pod`,
		noIP: 'IP ещё нет',
		more: (count) => `ещё ${count}; 6 — все`,
		notCreated: 'не создан',
		restarts: (count) => `, ${counted(count, 'перезапуск', 'перезапуска', 'перезапусков')}`,
	},
	state: {
		removed: 'убрано',
		items: (count) => counted(count, 'элемент', 'элемента', 'элементов'),
		fields: (count) => counted(count, 'поле', 'поля', 'полей'),
		writers: {you: 'вы', defaults: 'умолчания'},
		noObject: 'нет объекта',
		noObjectToBlame: 'у этой остановки нет объекта, так что его ещё никто не писал.',
		notStoredToBlame: (key) => `${key} на этом шаге не хранится, так что его ещё никто не писал.`,
	},
	stack: {noFrame: 'открытых кадров нет', process: 'процесс'},
	printed: {
		noCommand: 'Команд kubectl ещё не было; «:» и kubectl … — запустить.',
		running: '(ещё работает)',
		exitCode: (code) => `код выхода ${code}`,
	},
	lanes: {
		seconds: 'секунды',
		nothing: 'ещё ничего не записано',
		woken: (step, process, stage, ms) => `разбудил #${step} ${process} (${stage}), ${ms} мс назад`,
		byYou: 'начали вы',
		stopsPerColumn: (count) => `${count} в столбце`,
		more: (count, key) => `ещё ${counted(count, 'дорожка', 'дорожки', 'дорожек')}: ${key}`,
	},
	cluster: {
		noNode: 'пока без узла',
		noNodes: 'ни один узел ещё не зарегистрирован',
		namespace: (name) => `namespace ${name}`,
		asItWas: (step) => `так было после #${step}; esc и d опишут, как сейчас`,
		nothingInside: 'у этого Pod ещё нет узла, заглядывать некуда',
		nothingPrinted: 'ещё ничего не напечатано',
		nothing: 'пока ничего',
		noneOfKind: (resource) => `${resource}: на этом шаге ни одного; :cluster показывает дерево`,
	},
	scheduler: {
		noCycle: 'через цикл планирования ещё не прошёл ни один Pod',
		noRequests: 'без запросов ресурсов',
		total: 'итог',
		chosen: 'выбран',
		filter: 'filter',
		scores: 'оценка × вес',
		needs: 'не хватает',
		node: 'узел',
		helps: 'поможет',
		nearest: 'ближе всех',
		fits: (node, amount, resource) =>
			`${node}: NodeResourcesFit пустит Pod, если он запросит не больше ${amount} ${resource}`,
		refuseNone: (plugins) => `фильтры, которые не отклонили ни одного узла: ${plugins}`,
		score: (score, node, on, weight, points, raw, total) =>
			`${score} у ${node}: ${raw === undefined ? `${on} ×` : `${raw} — это ${on} из 100, ×`} вес ${weight} = ${points}${total === undefined ? '' : ` из ${total}`}`,
		free: (resource, asked) => `${resource}: свободно${asked === undefined ? '' : `, ▒ запрос ${asked}`}`,
		of: (part, whole) => `${part} из ${whole}`,
		needsMore: (amount, resource, asked, free, whole) =>
			`ещё ${amount} ${resource}: запрос ${asked}, свободно ${free} из ${whole}`,
		needsLabel: (label, has) => `метка ${label}${has === undefined ? '' : `, есть ${has}`}`,
		needsToleration: (taint) => `toleration для ${taint}`,
	},
	network: {
		parts: {
			endpoints: 'endpoints',
			rules: 'правила',
			dns: 'DNS',
			traffic: 'трафик',
			race: 'гонка',
			walk: 'путь',
		},
		conditions: {ready: 'ready', 'not ready': 'не ready', terminating: 'terminating', removed: 'убран'},
		notYet: 'ещё нет',
		late: (lag) => `опаздывает на ${lag}`,
		noServices: 'ни у одного Service ещё нет endpoints',
		noEndpoints: 'endpoints нет',
		endpoint: 'endpoint',
		client: (name, target) => `клиент ${name} → ${target}`,
		requests: (count) => `запросов ${count}`,
		inFlight: (count) => `в пути ${count}`,
		counts: {
			answered: 'отвечено',
			refused: 'отклонено',
			reset: 'оборвано',
			timedOut: 'без ответа',
			failed: 'не отправлено',
		},
		answeredBy: (count, pod) => `${count} от ${pod}`,
		noClients: 'ни один клиент не шлёт запросов; :traffic HOST:PORT запустит клиента',
		ends: {
			answered: 'отвечен',
			refused: 'отклонён',
			reset: 'оборван',
			timedOut: 'без ответа',
			failed: 'не отправлен',
		},
		underWay: 'в пути',
		by: (pod) => `: ${pod}`,
		lostFirst: 'потерянные, последние первыми; enter — путь запроса',
		othersNext: 'отвеченные или в пути',
		emptyZone: 'зона пуста',
		noRules: 'ни один kube-proxy ещё не писал правил',
		housekeeping: (count) =>
			`… ${count} ${formOf(count, 'служебная строка', 'служебные строки', 'служебных строк')}; a — показать`,
	},
	race: {
		none: 'ни один Pod какого-либо Service ещё не появлялся и не уходил; удалите один или запустите',
		leaves: (pod, ip, service) => `Pod ${pod} удаляют: ${ip}, Service ${service}`,
		joins: (pod, ip, service) => `Pod ${pod} готов: ${ip}, Service ${service}`,
		noSignal: 'сигнала ещё нет',
		exit: 'выход',
		exitGone: 'выход, адреса нет',
		notPublished: 'ещё не опубликовано',
		stillSends: 'ещё шлёт',
		doesNotSend: 'пока не шлёт',
		requests: 'запросы',
		noRequests: 'нет: :traffic HOST:PORT пошлёт их',
		here: 'вы здесь',
		noneLost: (count) =>
			`${count === 1 ? 'единственный запрос не потерян' : `ни один из ${count} ${formOf(count, 'запроса', 'запросов', 'запросов')} не потерян`}`,
		lost: (lost, count) => `, потеряно ${lost} из ${count}`,
		window: 'окно',
		untilAllSend: 'от готовности, пока все не шлют к нему',
		open: 'ещё открыто',
		sleepKey: 'w: то же с preStop sleep 1 s',
		sleepLost: (lost, sent) => `с preStop sleep 1 s: потеряно ${lost} из ${sent}`,
	},
	walk: {
		otherwise: (other) => `иначе ${other}`,
		arrived: (ending) => `дошёл: ${ending}`,
		died: (hop, where, ending) =>
			`погиб ${hop === undefined ? 'сразу' : `на ${hop}`}${where === '' ? '' : `, ${where}`}: ${ending}`,
	},
	ledger: {
		stored: (revision, count, prefix) =>
			`etcd${revision === undefined ? '' : ` на ревизии ${revision}`}: ${keysOf(count)}, как их перечисляет etcdctl get --prefix ${prefix}`,
		watchCaches: 'watch-кэши apiserver',
		informerCaches: 'кэши informer у его клиентов',
		queues: 'рабочие очереди',
		own: (count) => `не в etcd: ${keysOf(count)}, в которых симуляция хранит компоненты и узлы`,
		objects: (count) => `хранит ${String(count).padStart(4)}`,
		watchedBy: (watchers) => counted(watchers, 'наблюдатель', 'наблюдателя', 'наблюдателей'),
		gone: (name) => `${name} уже нет`,
		behind: (count) => `отстаёт на ${count}`,
		upToDate: (others, listed) =>
			others === 1 && listed > 0
				? 'ещё один кэш совпадает с etcd'
				: `${listed === 0 ? 'все' : 'остальные'} ${counted(others, 'кэш', 'кэша', 'кэшей')} совпадают с etcd`,
		empty: (others, listed) =>
			others === 1 && listed > 0
				? 'ещё одна очередь пуста'
				: `${listed === 0 ? 'все' : 'остальные'} ${counted(others, 'очередь', 'очереди', 'очередей')} пусты`,
		waiting: (keys) => `ждёт ${keys}`,
		processing: (keys) => `в работе ${keys}`,
		delayed: (keys) => `отложено ${keys}`,
		failed: (key, times) => `${key}: ${counted(times, 'неудача', 'неудачи', 'неудач')}`,
	},
};
