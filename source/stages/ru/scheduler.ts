import type {Stop} from '../../kernel/stop.js';
import type {PluginName} from '../../objects/scheduling.js';
import {firstFew} from '../digest/first-few.js';
import {bestScored, nodesLeft, selection} from '../digest/scores.js';
import type {SchedulerFacts} from '../facts/scheduler.js';
import {withDecision, withStrategy, type PluginWords, type StrategyWords} from '../plugin-words.js';
import {counted, podOf} from './words.js';
import type {Translation} from '../translation.js';
import type {Sentences} from '../language-table.js';

/** The filter decision of each plug-in, after its name. */
const decides: PluginWords = {
	SchedulingGates: 'не пускает в активную очередь Pod с scheduling gates',
	NodeUnschedulable: 'не пускает Pod на узлы, закрытые через cordon',
	NodeName: 'допускает только узел, который назван в Pod, если он назван',
	TaintToleration: 'не пускает Pod на узлы с ограничениями (taint), которые он не допускает',
	NodeAffinity:
		'допускает узлы, которые подходят под селектор узлов и обязательную привязку к узлам (node affinity) этого Pod',
	NodePorts: 'не пускает Pod на узлы, где его порты хоста заняты',
	NodeResourcesFit: 'допускает узлы, где хватает места для запросов Pod',
	VolumeRestrictions: 'не даёт двум Pod использовать диск, доступный только одному',
	NodeVolumeLimits: 'не даёт узлу превысить число томов, которое может подключить его драйвер CSI',
	VolumeBinding: 'допускает узлы, которым доступны тома этого Pod',
	VolumeZone: 'держит Pod в зоне его томов',
	PodTopologySpread: 'распределяет подходящие Pod поровну по топологии каждого ограничения',
	InterPodAffinity: 'размещает Pod рядом с существующими Pod или вдали от них',
	DynamicResources:
		'допускает узлы, на которых есть запрошенные заявками Pod устройства, или которым эти устройства доступны',
	NodeResourcesBalancedAllocation: 'предпочитает узлы, где CPU и память будут заняты примерно поровну',
	ImageLocality: 'предпочитает узлы, на которых уже есть образы этого Pod',
	NodeResourcesMostAllocated: 'предпочитает узлы, где остаётся меньше всего места',
};

/** The preference of each plug-in when it scores, after its name: some use different rules for scores and filters. */
const prefers: PluginWords = {
	...decides,
	TaintToleration:
		'предпочитает узлы, где меньше ограничений (taint) с эффектом PreferNoSchedule, которых Pod не допускает',
	NodeAffinity: 'предпочитает узлы, которые лучше подходят под желательную привязку к узлам (node affinity) этого Pod',
	NodeResourcesFit: 'предпочитает узлы, где остаётся больше всего места',
	PodTopologySpread: 'предпочитает узлы, в топологии которых меньше подходящих Pod',
	InterPodAffinity:
		'предпочитает узлы рядом с Pod, которых требует affinity, и вдали от Pod, указанных в anti-affinity',
	DynamicResources: 'предпочитает узлы, где есть устройства, которые заявки Pod запрашивают в первую очередь',
};

/** A plug-in with its decision. */
const deciding = (plugin: PluginName): string => withDecision(decides, plugin);

/** The preference of NodeResourcesFit by other strategies. */
const strategies: StrategyWords = {
	MostAllocated: 'предпочитает узлы, где остаётся меньше всего места',
	RequestedToCapacityRatio: 'предпочитает узлы, чья занятая доля получает больше всего по его shape',
};

/** A plug-in with its preference. */
const preferring = (plugin: PluginName, strategy: string | undefined): string =>
	strategy === undefined ? withDecision(prefers, plugin) : withStrategy(strategies, plugin, strategy);

const plural = (count: number, one: string, many: string): string => (count === 1 ? one : many);

/** Names of plug-ins. */
const listed = (names: readonly string[]): string => (names.length === 0 ? 'ничего' : names.join(', '));

/** Names of nodes; of many, the first three. */
const few = (nodes: readonly string[]): string => {
	const {named, more} = firstFew(nodes, 4);
	return nodes.length === 0 ? 'нет' : `${named.join(', ')}${more > 0 ? ` и ещё ${more}` : ''}`;
};

/** All of these nodes. */
const all = (nodes: readonly string[]): string => {
	if (nodes.length === 1) {
		return `узел ${nodes[0] ?? ''}`;
	}

	if (nodes.length === 2) {
		return 'оба узла';
	}

	return `все ${counted(nodes.length, 'узел', 'узла', 'узлов')}`;
};

const events = {ADDED: 'появления', MODIFIED: 'изменения', DELETED: 'удаления'};

/** The event that woke Pods, after the word for "after". */
const wakingWords = ({
	action,
	by: {kind, key, node, isAssumed},
}: Extract<SchedulerFacts['scheduler.queue'], {case: 'wake'}>): string =>
	isAssumed
		? `того, как планировщик перестал считать, что ${key} на ${node}`
		: `${events[action]} ${kind === 'Node' ? 'узла' : kind} ${key}${node === undefined ? '' : ` на ${node}`}`;

/** The queue of a Pod without a node. */
const addSentence = (
	pod: string,
	{place, gatedBy, counts}: Extract<SchedulerFacts['scheduler.queue'], {case: 'add'}>,
): string => {
	if (gatedBy.includes('DynamicResources')) {
		return `${pod} ждёт своих ResourceClaim: пока нет их всех, DynamicResources не пускает его в активную очередь.`;
	}

	return place === 'gated'
		? `У ${pod} есть scheduling gates: ${gatedBy.join(', ')} не ${plural(gatedBy.length, 'пускает', 'пускают')} его в активную очередь.`
		: `У ${pod} нет узла: он встаёт в активную очередь, теперь в ней ${counts.active}.`;
};

/** The queue of a Pod after an attempt without a node. */
const failureSentence = (
	pod: string,
	{place, backoffMs}: Extract<SchedulerFacts['scheduler.queue'], {case: 'failure'}>,
): string => {
	if (place === 'active') {
		return `${pod} сразу снова в активной очереди: вытеснение не удалось.`;
	}

	if (place === 'unschedulable') {
		return `${pod} уходит к непланируемым Pod, до изменения, которое может помочь.`;
	}

	return `${pod} ждёт ${backoffMs} мс до следующей попытки.`;
};

const queueSentence = (facts: SchedulerFacts['scheduler.queue'], stop: Stop): string => {
	const pod = podOf(stop);
	switch (facts.case) {
		case 'start': {
			const {policy, profiles} = facts;
			if (policy) {
				return `kube-scheduler начинает с пустой очередью. Он читает файл Policy: его предикаты фильтруют как ${listed(policy.filters)}, его приоритеты оценивают как ${listed(policy.scores)}. (Удалено из Kubernetes в ${policy.removedIn}.)`;
			}

			return `kube-scheduler начинает с пустой очередью.${profiles ? ` Профили его конфигурации: ${listed(profiles.map(({schedulerName}) => schedulerName))}.` : ''}`;
		}

		case 'add': {
			return addSentence(pod, facts);
		}

		case 'foreign': {
			return `${pod} называет планировщик ${facts.schedulerName}; ${facts.own} его не трогает.`;
		}

		case 'next': {
			return `${pod} — следующий: попытка ${facts.attempts}, через ${facts.sinceFirstMs} мс после того, как он встал в очередь.${facts.profile === undefined ? '' : ` Его профиль — ${facts.profile}.`}`;
		}

		case 'deleting': {
			return `${pod} удаляется; узел ему больше не нужен.`;
		}

		case 'gone': {
			return `${pod} исчез раньше, чем получил узел; он покидает очередь.`;
		}

		case 'placed': {
			return `${pod} уже на ${facts.node}; он покидает очередь.`;
		}

		case 'obsolete': {
			return `${pod} больше не нужен узел; он покидает очередь.`;
		}

		case 'update': {
			const {from, to} = facts;
			return from === to ? `${pod} изменился и остаётся в ${to}.` : `${pod} изменился и переходит из ${from} в ${to}.`;
		}

		case 'failure': {
			return failureSentence(pod, facts);
		}

		case 'wake': {
			const {pods} = facts;
			return `${pods.length === 1 ? (pods[0] ?? '') : `${pods.length} Pod`} ${plural(pods.length, 'может', 'могут')} поместиться после ${wakingWords(facts)}: ${pods.length === 1 ? 'он больше не среди непланируемых' : 'они больше не среди непланируемых'}.`;
		}

		case 'flush': {
			const {pods} = facts;
			return `${pods.join(', ')}: ${pods.length === 1 ? 'ждал достаточно и снова активен' : 'ждали достаточно и снова активны'}.`;
		}

		case 'status-refused': {
			return `Условие ${pod} не удаётся записать: ${facts.message}.`;
		}
	}
};

const prebindSentence = (facts: SchedulerFacts['scheduler.prebind'], stop: Stop): string => {
	switch (facts.case) {
		case 'plan': {
			const volumes = facts.bind.length + facts.provision.length;
			if (facts.claims) {
				return `До привязки ${podOf(stop)} в ${facts.claims.join(', ')} надо записать, какие устройства получает Pod${volumes === 0 ? '' : `, и привязать ${counted(volumes, 'том', 'тома', 'томов')}`}.`;
			}

			return volumes === 0
				? `${podOf(stop)} не нужно ничего готовить на ${facts.node} перед привязкой.`
				: `До привязки ${podOf(stop)} нужно привязать ${counted(volumes, 'том', 'тома', 'томов')}.`;
		}

		case 'bind': {
			const {volume, claimRef} = facts;
			return `Планировщик занимает том ${volume} для ${claimRef?.namespace}/${claimRef?.name}; дальше их свяжет контроллер.`;
		}

		case 'provision': {
			const {claim, node, annotation} = facts;
			const [key] = Object.keys(annotation);
			return `Планировщик ставит ${key}=${node} на заявку ${claim}: её provisioner создаст том, доступный узлу ${node}.`;
		}

		case 'unreserve': {
			return `${podOf(stop)} привязать не удалось: его убирают из заявки ${facts.claim}, устройства остаются за ней.`;
		}

		case 'protect': {
			return `Finalizer ${facts.finalizer} не даёт удалить заявку ${facts.claim}, пока за ней есть устройства.`;
		}

		case 'claim': {
			const {claim, devices} = facts;
			return devices.length === 0
				? `У заявки ${claim} устройства уже есть; планировщик резервирует её для ${facts.reservedFor.join(', ')}.`
				: `Планировщик пишет в заявку ${claim}: она получает ${devices.join(', ')} для ${facts.reservedFor.join(', ')}.`;
		}
	}
};

const bindSentence = (facts: SchedulerFacts['scheduler.bind'], stop: Stop): string => {
	const pod = podOf(stop);
	switch (facts.case) {
		case 'post': {
			return `DefaultBinder отправляет Binding: ${pod} на ${facts.node}.`;
		}

		case 'done': {
			return `${pod} привязан к ${facts.node} в API; дальше об этом узнает kubelet этого узла.`;
		}

		case 'failure': {
			return `${pod} не удалось привязать к ${facts.node}: ${facts.message}. Его запросы там снова свободны.`;
		}
	}
};

/** Stops in the scheduler, in Russian. */
export const schedulerSentences: Translation<Sentences<SchedulerFacts>> = {
	'scheduler.queue': queueSentence,
	'scheduler.prefilter'({plugin, reasons = [], active, skipped, nodes, nodeNames}, stop) {
		if (plugin !== undefined) {
			return `${plugin} отклоняет ${podOf(stop)} до проверки узлов: ${reasons.join(', ')}.`;
		}

		const silent = skipped.length === 0 ? '' : `; ${skipped.join(', ')}: проверять нечего`;
		return `${counted(active.length, 'плагин посмотрит', 'плагина посмотрят', 'плагинов посмотрят')} на ${nodeNames?.join(', ') ?? counted(nodes, 'узел', 'узла', 'узлов')} для ${podOf(stop)}${silent}.`;
	},
	'scheduler.filter.*'({plugin, nodes, verdicts, refused, reasons}, stop) {
		const left = nodesLeft({nodes, verdicts});
		if (refused.length === 0) {
			return `${deciding(plugin)}: для ${podOf(stop)} ${plural(left.length, 'подходит', 'подходят')} ${all(left)}.`;
		}

		return `${deciding(plugin)}: для ${podOf(stop)} не ${plural(refused.length, 'подходит', 'подходят')} ${few(refused)} (${reasons.join(', ')}). ${left.length === 0 ? 'Узлов не осталось.' : `Остаётся: ${few(left)}.`}`;
	},
	'scheduler.extender'(facts, stop) {
		switch (facts.case) {
			case 'asks': {
				return `Планировщик спрашивает расширитель ${facts.url} о ${podOf(stop)} и узлах: ${few(facts.nodes)}.`;
			}

			case 'filters': {
				return facts.refused.length === 0
					? `Расширитель ${facts.url} оставляет для ${podOf(stop)} ${all(facts.left)}.`
					: `Расширитель ${facts.url} отвергает для ${podOf(stop)} ${few(facts.refused)} (${facts.reasons.join(', ')}). Остаётся: ${few(facts.left)}.`;
			}

			case 'scores': {
				return `Расширитель ${facts.url} оценивает узлы для ${podOf(stop)}: ${facts.nodes.map((node, index) => `${node} — ${facts.points[index]}`).join(', ')}; каждый балл прибавляет ${10 * facts.weight}.`;
			}

			case 'fails': {
				return `Расширитель ${facts.url} не отвечает как надо: ${facts.message}. ${facts.ignored ? 'Его можно пропустить, цикл продолжается.' : 'Попытка на этом кончается, если спрашивали не об оценках.'}`;
			}
		}
	},
	'scheduler.postfilter'(facts, stop) {
		if (facts.case === 'evict') {
			return `DefaultPreemption вытесняет ${facts.victim}: его место на ${facts.node} нужно ${facts.preemptor} с приоритетом ${facts.priority}.`;
		}

		if (facts.case === 'deallocate') {
			return `Заявку ${facts.claim} не использует ни один Pod, а её устройства (${facts.devices.join(', ')}) там, куда ${podOf(stop)} нельзя: DynamicResources забирает их, чтобы заявка могла получить другие.`;
		}

		const {victims = [], nominated, message} = facts;
		return nominated === undefined
			? `Ни один узел не подходит для ${podOf(stop)}, и вытеснение не поможет: ${message}`
			: `Ни на одном узле нет места для ${podOf(stop)}, но на ${nominated} было бы без ${victims.join(', ')} с меньшим приоритетом: DefaultPreemption ${victims.length === 1 ? 'его' : 'их'} вытесняет.`;
	},
	'scheduler.prescore'({nodes, scoring, skipped}, stop) {
		const silent = skipped.length === 0 ? '' : `; ${skipped.join(', ')}: оценивать нечего`;
		return `Для ${podOf(stop)} ${counted(nodes.length, 'узел подходит', 'узла подходят', 'узлов подходят')}: ${few(nodes)}. Оценивать ${plural(scoring.length, 'будет', 'будут')} ${counted(scoring.length, 'плагин', 'плагина', 'плагинов')}${silent}.`;
	},
	'scheduler.score.*'({plugin, weight, strategy, nodes, normalised}, stop) {
		const {top, lowest, best, isEven} = bestScored({nodes, normalised});
		return isEven
			? `${plugin} даёт ${top} для ${podOf(stop)}: ${all(best)}${weight === 1 ? '' : `, умножается на вес ${weight}`}.`
			: `${preferring(plugin, strategy)}: ${few(best)} ${plural(best.length, 'получает', 'получают')} ${top}, наименьшая оценка — ${lowest}${weight === 1 ? '' : `, всё умножается на вес ${weight}`}.`;
	},
	'scheduler.select'(facts, stop) {
		if (facts.case === 'only') {
			return `${facts.node} — единственный узел для ${podOf(stop)}, так что оценок нет.`;
		}

		const {node, ties} = facts;
		const {top, others} = selection(facts);
		return `Лучший для ${podOf(stop)} — ${node}: ${counted(top, 'балл', 'балла', 'баллов')}${others.length === 0 ? '' : `, столько же у ${few(others)}; ${ties === 'random' ? 'выбран случайно' : 'берётся первый'}`}.`;
	},
	'scheduler.reserve': ({node, devices}, stop) =>
		`${podOf(stop)} теперь учтён на ${node}, но только в кеше планировщика: для следующего Pod его запросы уже заняти${devices ? `, как и ${devices.join(', ')}` : ''}.`,
	'scheduler.permit': (_facts, stop) => `Ни один плагин не задерживает ${podOf(stop)}: начинается привязка.`,
	'scheduler.prebind': prebindSentence,
	'scheduler.bind': bindSentence,
};
