import {joinHostPort} from '../../../objects/host-port.js';
import type {Hop, Loss, LossResult, Sender, TrafficFacts} from '../../facts/network/traffic.js';
import type {Translation} from '../../translation.js';
import type {Sentences} from '../../language-table.js';

/**
The fate of a request at a hop.

Long because it is a table: one case per hop.
*/
export const hopWords = (hop: Hop): string => {
	switch (hop.case) {
		case 'name': {
			return `${hop.host} — это ${hop.ip}`;
		}

		case 'unresolved': {
			return `${hop.host}: ${hop.rcode}`;
		}

		case 'unanswered': {
			return `${hop.server} не отвечает на вопрос о ${hop.host}`;
		}

		case 'address': {
			return hop.ip;
		}

		case 'balancer': {
			return `балансировщик ${hop.ip} отправляет его на ${hop.node}`;
		}

		case 'checked': {
			return `cluster-ips-check на ${hop.node}: reject`;
		}

		case 'no-rule': {
			return `на ${hop.node} нет правила${hop.ip === undefined ? '' : `: прямо к ${hop.ip}`}`;
		}

		case 'verdict': {
			return `${hop.service} на ${hop.node}: ${hop.mode === 'nftables' ? hop.verdict : hop.verdict.toUpperCase()}`;
		}

		case 'endpoint': {
			const {service, node, endpoint, remembers} = hop;
			return `${service} на ${node} ${remembers === undefined ? 'выбирает' : `помнит ${remembers} и оставляет`} ${endpoint}`;
		}

		case 'ingress': {
			return hop.service === undefined
				? `${hop.host}${hop.path}: 404`
				: `контроллер ingress ведёт ${hop.host}${hop.path} к ${hop.service}`;
		}

		case 'policy': {
			const {policies, pod, allowed, isEnforced} = hop;
			const refusal = isEnforced ? 'не пускает его' : 'не пустила бы его';
			return `NetworkPolicy ${policies.join(', ')} ${allowed ? 'пускает его' : refusal} ${hop.direction === 'ingress' ? 'в' : 'из'} ${pod}${isEnforced ? '' : ', но сетевой плагин её не применяет'}`;
		}

		case 'upstream': {
			return `он выбирает ${hop.endpoint}`;
		}

		case 'sidecar-out': {
			return `sidecar ${hop.pod} перехватывает его и ${hop.endpoint === undefined ? `не знает ни одного эндпоинта ${hop.service}` : `выбирает ${hop.endpoint} из ${hop.service}`}`;
		}

		case 'sidecar-in': {
			return `сначала его берёт sidecar ${hop.pod}`;
		}

		case 'pod': {
			return `${hop.pod} на ${hop.node}`;
		}

		case 'container': {
			return `${hop.container} в ${hop.pod} на ${hop.node}`;
		}
	}
};

const senderWords = (sender: Sender): string => {
	if (sender.case === 'sidecar') {
		return `sidecar ${sender.pod}`;
	}

	if (sender.case === 'kube-proxy') {
		return `kube-proxy на ${sender.node}`;
	}

	if (sender.case === 'client') {
		return 'клиент';
	}

	return 'контроллер ingress';
};

/**
Why a request is lost.

Long because it is a table: one case per reason.
*/
export const lossWords = (loss: Loss): string => {
	switch (loss.case) {
		case 'unknown-name': {
			return `DNS не знает имени ${loss.host}`;
		}

		case 'unknown-port': {
			return `ни у одного Service нет порта ${joinHostPort(loss.ip, loss.port)}`;
		}

		case 'closed-node-port': {
			return `порт ${loss.port} на ${loss.node} не прослушивается`;
		}

		case 'late-rules': {
			return `у kube-proxy на ${loss.node} ещё нет правила для ${joinHostPort(loss.ip, loss.port)}`;
		}

		case 'no-route': {
			return loss.node === undefined
				? `снаружи кластера до ${loss.ip} не дойти`
				: `у ${loss.node} нет маршрута к ${loss.ip}`;
		}

		case 'source-ranges': {
			return `${loss.ip} нет в loadBalancerSourceRanges у ${loss.service}`;
		}

		case 'policy': {
			const {direction, pod, to, policies} = loss;
			return direction === 'ingress'
				? `NetworkPolicy ${policies.join(', ')} изолирует ${pod}, и ни одно правило не пускает этого клиента`
				: `NetworkPolicy ${policies.join(', ')} изолирует ${pod}, и ни одно правило не выпускает его к ${to}`;
		}

		case 'no-client': {
			return `${loss.pod} не работает, так что отправлять некому`;
		}

		case 'no-endpoints': {
			return `у ${loss.service} нет эндпоинтов`;
		}

		case 'no-local-endpoints': {
			return `у ${loss.service} нет локальных эндпоинтов на ${loss.node}`;
		}

		case 'no-ingress': {
			return `ни один Ingress не обслуживает ${loss.host}${loss.path}`;
		}

		case 'no-upstream': {
			return `503: контроллеру ingress некуда отправить для ${loss.service}`;
		}

		case 'no-healthy-upstream': {
			return `503 UH: у sidecar ${loss.pod} нет исправного upstream для ${loss.service}`;
		}

		case 'gone': {
			return `${senderWords(loss.sender)} всё ещё отправляет на ${loss.ip}, а Pod там больше нет`;
		}

		case 'shutting-down': {
			return `${loss.pod} завершается и не берёт новых соединений, но ${senderWords(loss.sender)} всё ещё шлёт к нему`;
		}

		case 'closed-port': {
			return `порт ${loss.port} в ${loss.pod} не прослушивается`;
		}

		case 'cut-off': {
			return `${loss.pod} завершился раньше, чем ответил`;
		}
	}
};

const resultWords: Readonly<Record<LossResult, string>> = {
	refused: 'отклонён',
	reset: 'оборван',
	timedOut: 'остался без ответа',
	failed: 'нельзя отправить',
};

/** The end of the client's request before. */
const sinceWords = (last: TrafficFacts['traffic.answered']['last']): string => {
	if (last === undefined) {
		return ', первый для него';
	}

	return last === 'answered' ? '' : '; предыдущий потерян';
};

/** Stops of the requests that clients send, in Russian. */
export const trafficSentences: Translation<Sentences<TrafficFacts>> = {
	'traffic.start': ({client, target, everyMs}) =>
		`Клиент ${client} отправляет запрос к ${target} каждые ${everyMs} мс.`,
	'traffic.request': ({client, number, node, hops}) =>
		`${client} шлёт запрос ${number}${node === undefined ? '' : ` с ${node}`}: ${hops.map((hop) => hopWords(hop)).join('; ')}.`,
	'traffic.answered': ({client, number, pod, last}) =>
		`${pod} отвечает на запрос ${number} от ${client}${sinceWords(last)}.`,
	'traffic.lost': ({client, number, result, loss}) =>
		`Запрос ${number} от ${client} ${resultWords[result]}: ${lossWords(loss)}.`,
};
