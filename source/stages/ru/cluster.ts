import {goDuration} from '../../go/duration.js';
import type {ClusterFacts} from '../facts/cluster.js';
import {counted} from './words.js';
import type {Translation} from '../translation.js';
import type {Sentences} from '../language-table.js';

const whose = (client: string): string => (client === '*' ? 'всех клиентов' : client);

/** The words for a duration. */
const lasting = (forMs: number | undefined): string =>
	forMs === undefined ? 'До команды heal' : `В течение ${goDuration(forMs)}`;

/** The words for the requests of a fault. */
const requestsWords = (share: number, number: number | undefined): string => {
	if (number !== undefined) {
		return `запрос № ${number}`;
	}

	return share >= 1 ? 'все запросы' : `${Math.round(share * 100)} из 100 запросов`;
};

/** The end of one request or of several. */
const failWords = (fail: number | string, several: boolean): string => {
	switch (fail) {
		case 'lost': {
			return several ? 'теряют ответы' : 'теряет ответ';
		}

		case 'held': {
			return several ? 'ждут ответов' : 'ждёт ответа';
		}

		default: {
			return `${several ? 'завершаются' : 'завершается'} с ${fail}`;
		}
	}
};

const failedWords = (fail: number | string): string => {
	switch (fail) {
		case 'lost': {
			return 'выполняется, но соединение обрывается раньше ответа';
		}

		case 'held': {
			return 'выполняется, а ответ ждёт конца сбоя';
		}

		default: {
			return `не доходит до apiserver: ошибка ${fail}`;
		}
	}
};

/** Stops of the user's actions on the cluster, in Russian. */
export const clusterSentences: Translation<Sentences<ClusterFacts>> = {
	'fault.*': ({process, isUnknown, root}, {stage}) => {
		if (isUnknown) {
			return `Процесса с именем ${process} нет, поэтому ничего не происходит.`;
		}

		if (stage === 'fault.crash') {
			return `Процесс ${process} убит${root ? `, а с ним ${root}, с которым у него общая память` : ''}.`;
		}

		return `Процесс ${root ?? process} запускается заново, без прежнего состояния.`;
	},
	'fault.requests': ({from, forMs, fail, share = 1, delayMs, verb, resource, number}) => {
		const are = number === undefined;
		const kind = [verb, resource].filter(Boolean).join(' ');
		const end = [
			...(delayMs === undefined ? [] : [`${are ? 'опаздывают' : 'опаздывает'} на ${delayMs} мс`]),
			...(fail === undefined ? [] : [failWords(fail, are)]),
		];
		return `${lasting(forMs)} ${requestsWords(share, number)}${kind === '' ? '' : ` (${kind})`} ${whose(from)} ${end.join(' и ') || 'остаются как есть'}.`;
	},
	'fault.request': ({client, method, path, fail, delayMs}) =>
		`${method} ${path} от ${client} ${[
			...(delayMs > 0 ? [`в пути на ${delayMs} мс дольше`] : []),
			...(fail === undefined ? [] : [failedWords(fail)]),
		].join(' и ')}.`,
	'fault.watches': ({of, resource, end, count}) =>
		`У ${whose(of)}${resource === undefined ? '' : ` (${resource})`} ${counted(count, 'подписка обрывается', 'подписки обрываются', 'подписок обрываются')}: ${
			end === 'closed' ? 'соединение закрыто' : '410 Gone, версия слишком старая'
		}.`,
	'fault.pause': ({target, count, forMs}) =>
		`${lasting(forMs)} ${target} на паузе${count > 1 ? ` (${counted(count, 'процесс', 'процесса', 'процессов')})` : ''}: таймеры и сообщения ждут.`,
	'fault.slow': ({target, factor, forMs}) => `${lasting(forMs)} ${target} работает в ${factor} раз медленнее.`,
	'fault.partition': ({a, b, clients, forMs}) =>
		clients.length > 0
			? `${lasting(forMs)} ${a} и ${b} недоступны друг другу: запросы ${clients.map((client) => whose(client)).join(', ')} ждут до тайм-аута, а их подписки молчат.`
			: `${lasting(forMs)} между ${a} и ${b} нет маршрутов: их Pod недоступны друг другу.`,
	'fault.deliveries': ({of, resource, change, delayMs = 0, behind = '', forMs}) =>
		`${lasting(forMs)} события${resource === undefined ? '' : ` ${resource}`} для ${whose(of)} ${
			{
				delay: `задерживаются на ${goDuration(delayMs)}`,
				drop: 'теряются вместе с соединением',
				duplicate: 'приходят дважды',
				hold: 'ждут',
				miss: 'не приходят никогда: подписка истекает, и клиент читает список заново',
				reorder: `приходят позже событий ${behind}`,
			}[change]
		}.`,
	'fault.clock': ({node, byMs, forMs}) =>
		`${lasting(forMs)} часы ${node} ${byMs < 0 ? 'отстают' : 'спешат'} на ${goDuration(Math.abs(byMs))}.`,
	'fault.shortage': ({node, of, free, forMs}) =>
		`${lasting(forMs)} на ${node} свободно не больше ${free} ${of === 'disk' ? 'диска' : 'памяти'}.`,
	'fault.kill': ({pod, container, pid, signal}) =>
		`Процесс ${pid} контейнера ${container} в ${pod} получает ${signal}.`,
	'fault.calls': ({node, call, times, forMs}) =>
		`${times === undefined ? lasting(forMs) : `Число неудач впереди: ${times};`} ${
			{pull: 'загрузка образов', cni: 'вызов сетевого плагина (CNI ADD)', csi: 'вызов драйвера CSI'}[call]
		} завершается ошибкой ${node === '*' ? 'на всех узлах' : `на ${node}`}.`,
	'fault.power': ({node, isOn, forMs, isOrderly}) => {
		if (isOn) {
			return `На ${node} снова есть питание: система запускает среду выполнения контейнеров, kubelet и kube-proxy.`;
		}

		if (isOrderly) {
			return `${lasting(forMs)} ${node} выключен: всё, что там ещё работало, завершается.`;
		}

		return `${lasting(forMs)} ${node} без питания: все его процессы сразу завершаются.`;
	},
	'fault.shutdown': ({node, delayMs}) =>
		delayMs === 0
			? `Система ${node} выключается, и kubelet её не задерживает: shutdownGracePeriod не задан.`
			: `Система ${node} скоро выключится: logind сообщает об этом kubelet, и тот может её задержать не больше чем на ${goDuration(delayMs)}.`,
	'fault.end': ({words, why}) => `Закончилось${why === 'healed' ? ' по команде heal' : ''}: ${words}.`,
	'fault.heal': ({what, count}) =>
		count === 0
			? `Прекращать нечего${what === undefined ? '' : ` у ${what}`}.`
			: `Прекращается: ${counted(count, 'сбой', 'сбоя', 'сбоев')}${what === undefined ? '' : ` у ${what}`}.`,
	'fault.plan': ({words, afterMs, when}) =>
		`${afterMs === undefined ? `На первой остановке, которую означает «${when}»,` : `Через ${goDuration(afterMs)}`} случится: ${words}.`,
	'fault.refused': ({words, message}) => `${words}: ${message}, поэтому ничего не происходит.`,
};
