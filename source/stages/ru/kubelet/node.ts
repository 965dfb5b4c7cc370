import {conditionTurns, leaseSeconds, notReady, pressures, runningParts} from '../../digest/node.js';
import type {NodeFacts, RunningPod} from '../../facts/kubelet/node.js';
import {goDuration} from '../../../go/duration.js';
import {counted, podOf} from '../words.js';
import type {Translation} from '../../translation.js';
import type {Sentences} from '../../language-table.js';

const whyDeleted = {
	orphan: 'на узле нет манифеста, который его описывает',
	leaving: 'его удаляют, но манифест ещё на узле',
	outdated: 'он отражает другой манифест',
};

type Failures = NodeFacts['kubelet.usage']['failures'];

const unmeasured = ([first, ...others]: Failures): string =>
	first
		? `; от ${first.node} данных нет: ${first.error}${others.length > 0 ? `, и ещё узлов: ${others.length}` : ''}`
		: '';

const states = {
	'sandbox ready': 'песочница готова',
	'sandbox stopped': 'песочница остановлена',
	created: 'создан',
	running: 'работает',
	exited: 'завершён',
};

const running = (pod: RunningPod): string => `${pod.pod} (${runningParts(pod, states).join(', ')})`;

/** Stops of a kubelet as a whole, in Russian. */
export const nodeSentences: Translation<Sentences<NodeFacts>> = {
	'kubelet.node'(facts) {
		switch (facts.case) {
			case 'start': {
				return `kubelet узла ${facts.options.name} запускается; в среде выполнения ${counted(facts.images, 'образ', 'образа', 'образов')}.`;
			}

			case 'former': {
				return `То, что работало на ${facts.name}, продолжает работать: Pod — ${facts.pods}, вместе с песочницами, контейнерами и адресами.`;
			}

			case 'register': {
				return `kubelet регистрирует ${facts.node.metadata.name}: ёмкость, адреса, метки и первый статус; узел ещё не готов.`;
			}

			case 'known': {
				return `${facts.node.metadata.name} уже зарегистрирован; kubelet использует этот Node.`;
			}

			case 'register-refused': {
				return `${facts.name} не удаётся зарегистрировать: ${facts.message}. kubelet повторит.`;
			}

			case 'report': {
				const {name, volumesInUse} = facts;
				const unready = notReady(facts);
				if (unready !== undefined) {
					return `${name} сообщает, что не готов: ${unready}.`;
				}

				const short = pressures(facts);
				return volumesInUse
					? `${name} сообщает, что готов, и ${volumesInUse.length === 0 ? 'что ни один том не используется' : `какие тома используются: ${volumesInUse.map((volume) => volume.slice(volume.lastIndexOf('/') + 1)).join(', ')}`}.`
					: `${name} сообщает свои условия: он готов${short.length > 0 ? `, но есть ${short.join(', ')}` : ''}.`;
			}

			case 'csi-node': {
				return `У kubelet узла ${facts.name} драйверы CSI ${facts.drivers.join(', ')}; так и записано в его CSINode.`;
			}

			case 'report-refused': {
				return `${facts.name} не может сообщить свои условия: ${facts.message}.`;
			}

			case 'read-refused': {
				return `${facts.name} не может прочесть свой Node: ${facts.message}.`;
			}
		}
	},
	'kubelet.lease': (facts) =>
		facts.case === 'renew'
			? `${facts.name} продлевает свой Lease: он считается живым ещё ${facts.spec?.leaseDurationSeconds ?? leaseSeconds} с.`
			: `${facts.name} не может продлить свой Lease: ${facts.message}.`,
	'kubelet.cpus'(facts, stop) {
		switch (facts.case) {
			case 'start': {
				const {node, all, reserved, shared, isNew} = facts;
				return `Менеджер CPU узла ${node} ${isNew ? 'начинает' : 'продолжает'} с политикой static: CPU ${all}, зарезервировано ${reserved}; общий пул — ${shared}.`;
			}

			case 'give': {
				const {given, before, after} = facts;
				return `${given.map(({container, cpus}) => `${container} в ${podOf(stop)} получает CPU ${cpus} только для себя`).join(', ')}; общий пул сжимается с ${before} до ${after}.`;
			}

			case 'release': {
				const {node, released, shared} = facts;
				return `С ${node} ${released.length === 1 ? 'исчез Pod, у которого были свои CPU' : `исчезли ${released.length} Pod, у которых были свои CPU`}: ${released.map(({cpus}) => cpus).join(', ')} снова доступны всем; общий пул — ${shared}.`;
			}

			case 'reconcile': {
				const {container, before, cpus, isShared} = facts;
				return `Менеджер CPU проверяет, где работают контейнеры: ${container} в ${podOf(stop)} ${isShared ? 'делит' : 'занимает'} CPU ${cpus}, ${before === undefined ? 'и это закрепляется' : `а не ${before}, как раньше`}.`;
			}
		}
	},
	'kubelet.usage': ({nodes, pods, failures}) =>
		`metrics-server запрашивает у kubelet каждого узла потребление контейнеров: узлов — ${nodes}, Pod — ${pods}${unmeasured(failures)}.`,
	'kubelet.shutdown'(facts) {
		const {node} = facts;
		switch (facts.case) {
			case 'inhibit': {
				return `kubelet узла ${node} берёт блокировку у logind: выключение ждёт его, но не дольше ${goDuration(facts.delayMs)}.`;
			}

			case 'detected': {
				return `kubelet узла ${node} узнаёт от logind, что система скоро выключится: новых Pod он больше не примет.`;
			}

			case 'cancelled': {
				return `kubelet узла ${node} узнаёт от logind, что выключение отменено.`;
			}

			case 'group': {
				const {priority, seconds, pods} = facts;
				return `На ${node} завершаются Pod с приоритетом от ${priority}, не дольше ${seconds} с: ${pods.map(({pod, graceSeconds}) => `${pod} (на завершение — ${graceSeconds} с)`).join(', ')}.`;
			}

			case 'group-ended': {
				const {priority, count, late} = facts;
				return late.length === 0
					? `На ${node} Pod с приоритетом от ${priority} завершились: ${count}.`
					: `Время Pod с приоритетом от ${priority} вышло; на ${node} ещё есть ${late.join(', ')}.`;
			}

			case 'released': {
				return `kubelet узла ${node} отдаёт блокировку: выключению больше ничто не мешает.`;
			}
		}
	},
	'kubelet.eviction'(facts, stop) {
		switch (facts.case) {
			case 'observe': {
				const {node, signals, graceMs} = facts;
				const has = conditionTurns(facts, {
					gets: (conditions) => `получает ${conditions.join(', ')}`,
					keeps: (conditions) => `сохраняет ${conditions.join(', ')}`,
					loses: (conditions) => `теряет ${conditions.join(', ')}`,
				});
				const low = signals.map(
					({signal, available, threshold, isSoft}) =>
						`${signal} — ${available}, ниже ${isSoft ? 'мягкого' : 'жёсткого'} порога ${threshold}`,
				);
				return low.length === 0
					? `Менеджер вытеснения узла ${node} больше не видит нехватки: Node ${has.join(', ')}.`
					: `Менеджер вытеснения узла ${node} смотрит: ${low.join('; ')}${has.length > 0 ? `; Node ${has.join(', ')}` : ''}${graceMs > 0 ? `, до вытеснения первого Pod — ${goDuration(graceMs)}` : ''}.`;
			}

			case 'rank': {
				const {node, resource, ranked, victim} = facts;
				const order = ranked.map(({pod, priority, excess}) =>
					resource === 'pids'
						? `${pod} (приоритет ${priority})`
						: `${pod} (${excess > 0 ? 'выше' : 'в пределах'} своего запроса, приоритет ${priority})`,
				);
				return `Менеджер вытеснения узла ${node} ранжирует свои Pod по ${resource}: ${order.join(', ') || 'их нет'}. ${victim === undefined ? 'Вытеснить нельзя ни один.' : `Вытесняется ${victim}.`}`;
			}

			case 'evict': {
				return `kubelet вытесняет ${podOf(stop)}, на завершение — ${facts.graceSeconds} с: ${facts.message.trimEnd()}`;
			}
		}
	},
	'kubelet.garbage': (facts) =>
		facts.case === 'images'
			? `kubelet узла ${facts.node} удалил ${facts.images.join(', ')}: ими не пользуется ни один контейнер. Свободно снова ${counted(facts.freed, 'байт', 'байта', 'байт')}.`
			: `Диск узла ${facts.node} заполнен на ${facts.percent} %. ${facts.message}`,
	'kubelet.resync': ({node, pods, missed}) =>
		`Как первые версии, kubelet каждые 20 с запрашивает Pod, привязанные к ${node} (${pods}), и сверяет их со своими workers: ${missed.length === 0 ? 'все на месте' : `нет worker у ${missed.join(', ')}`}.`,
	'kubelet.pleg': ({node, asked, ...pod}) =>
		asked
			? `Синхронизация изменила контейнеры, поэтому PLEG сразу перечисляет этот Pod: ${running(pod)}.`
			: `PLEG перечисляет, что работает на ${node}, и находит изменения: ${running(pod)}.`,
	'kubelet.static': (facts, stop) =>
		facts.case === 'refused'
			? `Не удалось обработать файл манифеста ${facts.path}: ${facts.message}.`
			: `kubelet узла ${facts.node} читает ${facts.path}: ${podOf(stop)} — статический Pod, и kubelet запускает его без apiserver.`,
	'kubelet.mirror'(facts, stop) {
		const pod = podOf(stop);
		switch (facts.case) {
			case 'waits': {
				return `У ${pod} ещё нет зеркального Pod: kubelet не прочитал свой Node. Pod всё равно работает.`;
			}

			case 'create': {
				return `kubelet создаёт зеркальный Pod для своего статического Pod ${pod}; владелец — Node.`;
			}

			case 'exists': {
				return `${pod} уже есть в API; его доставит подписка (watch).`;
			}

			case 'create-refused': {
				return `Не удалось создать зеркальный Pod для ${pod}: ${facts.message}. Pod всё равно работает.`;
			}

			case 'delete': {
				return `kubelet удаляет зеркальный Pod ${pod} со сроком 0: ${whyDeleted[facts.why]}.`;
			}

			case 'delete-refused': {
				return `Зеркальный Pod ${pod} не удаётся удалить: ${facts.message}.`;
			}
		}
	},
};
