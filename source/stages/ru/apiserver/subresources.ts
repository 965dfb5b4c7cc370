import type {SubresourceFacts} from '../../facts/apiserver/subresources.js';
import {counted} from '../words.js';
import type {Translation} from '../../translation.js';
import type {Sentences} from '../../language-table.js';

/** Subresources, and unique allocations, in Russian. */
export const subresourceSentences: Translation<Sentences<SubresourceFacts>> = {
	'apiserver.allocate'(facts) {
		if ('verdict' in facts) {
			return `Service ${facts.service} не может получить запрошенные адреса или порты. Цепочка здесь заканчивается.`;
		}

		if ('isAsked' in facts) {
			const {service, range, address, isAsked} = facts;
			return range === ''
				? `У Service ${service} есть ${address}, но нет объекта IPAddress: он создаётся.`
				: `Service ${service} ${isAsked ? `запрашивает ${address}` : `берёт ${address} из ${range}`}. Адрес достаётся Service, чей IPAddress создан первым.`;
		}

		if ('because' in facts) {
			const {service, address, because} = facts;
			return because === 'released'
				? `Service ${service} больше не нужен ${address}: его IPAddress удаляется, адрес свободен.`
				: `IPAddress ${address} числится за Service ${service}, у которого этого адреса нет: он потерян и удаляется.`;
		}

		const {service, clusterIP, nodePorts} = facts;
		return `Service ${service} ${clusterIP ? `получает cluster IP ${clusterIP}` : 'не получает cluster IP'}${nodePorts.length > 0 ? ` и порты узлов ${nodePorts.join(', ')}` : ''}.`;
	},
	'apiserver.bind': ({pod, node}) => `Binding даёт Pod ${pod} поле spec.nodeName=${node} и условие PodScheduled=True.`,
	'apiserver.scale': ({kind, name, replicas, replicasBefore}) =>
		`Scale запрашивает ${counted(replicas, 'реплику', 'реплики', 'реплик')} ${kind} ${name}, сейчас их ${replicasBefore}.`,
	'apiserver.evict'(facts) {
		const {pod} = facts;
		if (!('verdict' in facts)) {
			return `Pod ${pod} получает условие DisruptionTarget, потому что он вытесняется.`;
		}

		const {budgetName} = facts;
		return facts.verdict === 'refused'
			? `PodDisruptionBudget ${budgetName} сейчас не допускает потерь: Pod ${pod} остаётся.`
			: `PodDisruptionBudget ${budgetName} допускает ${counted(facts.disruptionsAllowed ?? 0, 'потерю', 'потери', 'потерь')}; это вытеснение — одна из них.`;
	},
	'apiserver.token'({namespace, name, seconds, request: {boundObjectRef}}) {
		const bound = boundObjectRef ? ` и лишь пока существует ${boundObjectRef.kind} ${boundObjectRef.name}` : '';
		return `apiserver подписывает токен для служебной учётной записи ${namespace}/${name} на ${counted(seconds, 'секунду', 'секунды', 'секунд')}${bound}.`;
	},
};
