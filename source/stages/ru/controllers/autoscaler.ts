import {firstFew} from '../../digest/first-few.js';
import type {AutoscalerFacts} from '../../facts/controllers/autoscaler.js';
import type {Sentences} from '../../language-table.js';
import type {Translation} from '../../translation.js';
import {formOf} from '../words.js';

const some = (items: readonly string[]): string => {
	const {named, more} = firstFew(items);
	return `${named.join(', ')}${more > 0 ? ` и ещё ${more}` : ''}`;
};

const lasting = (ms: number): string =>
	ms >= 120_000 && ms % 60_000 === 0 ? `${ms / 60_000} мин` : `${Math.round(ms / 100) / 10} с`;

const percent = (share: number): string => `${Math.round(share * 100)} %`;

/** The reasons for keeping a node, by the autoscaler's words. */
const kept: Readonly<Record<string, string>> = {
	CurrentlyBeingDeleted: 'его удаление уже началось',
	ScaleDownDisabledAnnotation: 'это запрещает его аннотация',
	NoPlaceToMovePods: 'для его Pod нет места на других узлах',
};

/** The reasons why a Pod keeps its node. */
const keepers: Readonly<Record<string, string>> = {
	ControllerNotFound: 'его контроллера нет',
	NotReplicated: 'ни один контроллер не создаст его заново',
	LocalStorageRequested: 'у него есть локальное хранилище',
	NotSafeToEvictAnnotation: 'его аннотация запрещает вытеснение',
	UnmovableKubeSystemPod: 'это системный Pod без PodDisruptionBudget',
	NotEnoughPdb: 'его PodDisruptionBudget запрещает вытеснение',
};

const neededWords = ({
	reason,
	pod,
	blocking = '',
	resource,
	share,
}: AutoscalerFacts['cluster-autoscaler.needed']): string => {
	if (pod !== undefined) {
		return `его держит ${pod}: ${keepers[blocking] ?? blocking}`;
	}

	return resource !== undefined && share !== undefined && reason === 'NotUnderutilized'
		? `запрошено ${percent(share)} его ${resource}`
		: (kept[reason] ?? reason);
};

/** Stops of the cluster autoscaler, in Russian. */
export const autoscalerSentences: Translation<Sentences<AutoscalerFacts>> = {
	'cluster-autoscaler.start': ({groups}) =>
		`Cluster Autoscaler запускается. Группы узлов: ${some(groups.map(({name, size, min, max}) => `${name} (${size}, от ${min} до ${max})`))}.`,
	'cluster-autoscaler.scan'({waiting, soon, isEarly, unneeded}) {
		if (waiting.length > 0) {
			return `Cluster Autoscaler находит ${waiting.length} Pod, ${formOf(waiting.length, 'которому', 'которым', 'которым')} нет места: ${some(waiting)}.${isEarly ? ' Могут прийти ещё, и он ждёт ещё один проход.' : ''}`;
		}

		const rest = unneeded.length > 0 ? ` Не нужны: ${some(unneeded)}.` : '';
		return soon.length > 0
			? `Cluster Autoscaler видит место для ${some(soon)}.${rest}`
			: `Cluster Autoscaler не находит Pod, которым нужен новый узел.${rest}`;
	},
	'cluster-autoscaler.scale-up'({group, from, to, max, pods, options, expanders}) {
		const others = options.filter((option) => option.group !== group).map((option) => option.group);
		const choice = others.length > 0 ? `, выбор по ${expanders.join(' и ')} вместо ${some(others)}` : '';
		return `Cluster Autoscaler увеличивает ${group} с ${from} до ${to} (максимум ${max})${choice}: на новых узлах есть место для ${some(pods)}.`;
	},
	'cluster-autoscaler.no-scale-up': ({pod, reasons}) =>
		`Cluster Autoscaler не добавляет узел для ${pod}: ${reasons || 'ни одна группа не назвала причину'}.`,
	'cluster-autoscaler.unneeded': ({node, resource, share, pods, unneededMs}) =>
		`Кластер может обойтись без ${node}: запрошено ${percent(share)} его ${resource}${pods.length > 0 ? `, для ${some(pods)} есть место на других узлах` : ''}. Через ${lasting(unneededMs)} он будет удалён, если это не изменится.`,
	'cluster-autoscaler.needed': (facts) =>
		facts.reason === 'CurrentlyBeingDeleted'
			? `Удаление ${facts.node} уже началось.`
			: `${facts.node} остаётся: ${neededWords(facts)}.`,
	'cluster-autoscaler.scale-down': ({node, pods, unneededMs}) =>
		`${node} не нужен уже ${lasting(unneededMs)}. Cluster Autoscaler удаляет его${pods.length > 0 ? `, сначала вытеснив ${some(pods)}` : ''}.`,
	'cluster-autoscaler.removed': ({node, drained}) =>
		`Cluster Autoscaler поручает облаку удалить ${node}${drained ? ', он уже пуст' : ''}.`,
	'cluster-autoscaler.failed': ({node, message}) => `Удаление ${node} не удалось, узел остаётся: ${message}.`,
	'cloud.create': ({group, node, delayMs}) =>
		`Облако создаёт ${node} для группы ${group}; его kubelet запустится через ${lasting(delayMs)}.`,
	'cloud.start': ({node}) => `Машина ${node} готова, её kubelet запускается.`,
	'cloud.remove': ({node}) => `Облако выключает машину ${node} и удаляет её Node.`,
};
