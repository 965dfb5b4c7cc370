import type {Stop} from '../../../kernel/stop.js';
import type {ContainerState, PodStatus} from '../../../objects/kubernetes.generated.js';
import {statusNews} from '../../digest/pod-status.js';
import type {EndReason, PodFacts, WakeReason} from '../../facts/kubelet/pods.js';
import {counted, podOf} from '../words.js';
import {goDuration} from '../../../go/duration.js';
import type {Translation} from '../../translation.js';
import type {Sentences} from '../../language-table.js';

/** The resource in short supply on a node. */
const shortOf: Readonly<Record<string, string>> = {pids: 'процессов', memory: 'памяти'};

const mirrorWords = {
	new: 'его зеркальный Pod появился',
	changed: 'его зеркальный Pod изменился',
	deleted: 'его зеркальный Pod удаляют',
	gone: 'его зеркальный Pod исчез',
};

/** The reason of a worker's sync, after a colon. */
const wakeWords = (because: WakeReason): string => {
	switch (because.case) {
		case 'new': {
			return `он новый на ${because.node}`;
		}

		case 'found-running': {
			return 'kubelet перезапустился и нашёл его работающим';
		}

		case 'changed': {
			return 'его объект изменился';
		}

		case 'deleted': {
			return `он удаляется, срок на завершение — ${because.graceSeconds} с`;
		}

		case 'gone': {
			return 'его объекта больше нет';
		}

		case 'condition': {
			return 'изменилось условие, которого он ждёт';
		}

		case 'pleg': {
			return 'PLEG заметил, что в нём контейнер запустился или завершился';
		}

		case 'probe': {
			return `проба ${because.probe} у ${because.container} ${because.passed ? 'успешна' : 'не прошла'}`;
		}

		case 'mirror': {
			return mirrorWords[because.mirror];
		}

		case 'room': {
			return `${because.pod} больше нет, и места может хватить`;
		}

		case 'volumes': {
			return 'его Node сообщает что-то новое о томах';
		}

		case 'evicted': {
			return `он вытесняется: на узле не хватает ${shortOf[because.resource] ?? 'места на диске'}`;
		}

		case 'preempted': {
			return `он освобождает место для критического ${because.by}`;
		}

		case 'shutdown': {
			return `${because.node} выключается`;
		}

		case 'time': {
			return 'пора посмотреть снова';
		}
	}
};

const endWords = (because: EndReason): string => {
	if (because.case === 'ended') {
		return 'его контейнеры завершились окончательно';
	}

	if (because.case === 'ending') {
		return because.message;
	}

	if (because.case === 'orphan') {
		return 'его удалили, пока kubelet не работал';
	}

	return wakeWords(because);
};

const planWords = ({
	killPod,
	kill,
	reset = [],
	update,
	createSandbox,
	startInit,
	start,
	startEphemeral,
}: Extract<PodFacts['kubelet.sync'], {case: 'plan'}>): string =>
	[
		...(killPod ? ['всё в нём останавливается'] : []),
		...kill.map(({message}) => message),
		...(reset.length > 0 ? [`правило перезапускает все контейнеры: ${reset.join(', ')} удаляются`] : []),
		...update.map((name) => `${name} получает новые лимиты`),
		...(createSandbox ? ['ему нужна песочница'] : []),
		...(startInit === undefined ? [] : [`запускается init-контейнер ${startInit}`]),
		...(start.length > 0 ? [`${start.length === 1 ? 'запускается' : 'запускаются'} ${start.join(', ')}`] : []),
		...(startEphemeral.length > 0
			? [`${startEphemeral.length === 1 ? 'запускается' : 'запускаются'} ephemeral ${startEphemeral.join(', ')}`]
			: []),
	].join('; ');

const syncSentence = (facts: PodFacts['kubelet.sync'], stop: Stop): string => {
	const pod = podOf(stop);
	switch (facts.case) {
		case 'start': {
			return `Pod worker синхронизирует ${pod}: ${wakeWords(facts.because)}.`;
		}

		case 'plan': {
			return `kubelet сравнивает ${pod} с тем, что работает: ${planWords(facts)}.`;
		}

		case 'init': {
			return `Следующий — init-контейнер ${facts.container} в ${pod}; остальные ждут его конца.`;
		}

		case 'start-failure': {
			return `${facts.container} в ${pod} не может запуститься: ${facts.reason}.${facts.log === undefined ? '' : ` Подробности — в логе kubelet: ${facts.log}.`}`;
		}

		case 'devices-failure': {
			return `Устройства ${pod} не готовы, поэтому песочницы он не получает; kubelet повторит: ${facts.message}.`;
		}

		case 'sandbox-failure': {
			return `У ${pod} нет песочницы; kubelet повторит.`;
		}
	}
};

const stateWords = (state: ContainerState | undefined): string => {
	if (state?.running) {
		return 'работает';
	}

	if (state?.terminated) {
		return `завершился с кодом ${state.terminated.exitCode}`;
	}

	return `ждёт: ${state?.waiting?.reason}`;
};

/** The changes in a status. */
const changes = (before: PodStatus, after: PodStatus): string =>
	statusNews(before, after, {phase: 'фаза', address: 'адрес', state: stateWords}).join(', ') ||
	'учтено последнее поколение (generation)';

const statusSentence = (facts: PodFacts['kubelet.status'], stop: Stop): string => {
	const pod = podOf(stop);
	switch (facts.case) {
		case 'set': {
			return `Менеджер статусов отмечает для ${pod}: ${changes(facts.before, facts.after)}.`;
		}

		case 'send': {
			return `Менеджер статусов отправляет статус ${pod} в apiserver: фаза ${facts.phase}.`;
		}

		case 'reconcile': {
			return `Статус ${pod} в API — не тот, что отправил kubelet: он читает Pod и исправляет.`;
		}

		case 'read-refused': {
			return `Объект ${pod} не удаётся прочесть: ${facts.message}.`;
		}

		case 'send-refused': {
			return `Статус ${pod} не удаётся записать: ${facts.message}.`;
		}

		case 'delete': {
			return `На ${facts.node} от ${pod} ничего не осталось: kubelet удаляет объект окончательно, со сроком 0.`;
		}

		case 'delete-refused': {
			return `${pod} не удаётся удалить: ${facts.message}.`;
		}
	}
};

const admitSentence = (facts: PodFacts['kubelet.admit'], stop: Stop): string => {
	const pod = podOf(stop);
	switch (facts.case) {
		case 'verdict': {
			return facts.message === undefined
				? `kubelet узла ${facts.node} принимает ${pod}: согласны все проверки (${facts.verdicts.length}).`
				: `kubelet узла ${facts.node} отказывает ${pod}: ${facts.message}.`;
		}

		case 'preempt': {
			return facts.victims
				? `${pod} — критический: kubelet завершает ${facts.victims.join(', ')}, чтобы освободить место.`
				: `${pod} — критический, но kubelet не вправе завершить ради него ни один Pod.`;
		}
	}
};

/** Stops of pod workers and their helpers, in Russian. */
export const podSentences: Translation<Sentences<PodFacts>> = {
	'kubelet.sync': syncSentence,
	'kubelet.admit': admitSentence,
	'kubelet.kill'(facts, stop) {
		const pod = podOf(stop);
		switch (facts.case) {
			case 'terminate': {
				return `Pod worker завершает ${pod}: ${endWords(facts.because)}.`;
			}

			case 'clean-up': {
				return `${pod} закончился (${facts.phase}) ещё до запуска kubelet, и тот убирает остатки.`;
			}

			case 'devices': {
				return `${pod} ещё не может закончиться: сначала драйвер должен убрать его устройства (${facts.message}). kubelet повторит.`;
			}

			case 'kill': {
				return facts.containers.length > 0
					? `Pod worker останавливает ${facts.containers.join(', ')} в ${pod}, срок на завершение — ${facts.graceSeconds} с.`
					: `Pod worker останавливает ${pod}: ни один его контейнер не работает.`;
			}

			case 'finished': {
				return `${pod} завершён на ${facts.node}${facts.isDeleted ? '; его объект может исчезнуть' : ''}.`;
			}
		}
	},
	'kubelet.status': statusSentence,
	'kubelet.cgroup'(facts, stop) {
		const pod = podOf(stop);
		switch (facts.case) {
			case 'make': {
				return `kubelet создаёт cgroup ${facts.cgroup}: ${pod} — ${facts.qosClass ?? 'BestEffort'}, от этого зависят родительская группа и лимиты.`;
			}

			case 'resize': {
				return `Cgroup ${facts.cgroup} у ${pod} получает новые лимиты.`;
			}

			case 'remove': {
				return `kubelet удаляет cgroup у ${pod}.`;
			}
		}
	},
	'kubelet.directories': ({directory}, stop) =>
		`kubelet создаёт каталоги для ${podOf(stop)} под ${directory}: для самого Pod, его томов и плагинов.`,
	'kubelet.metrics': ({podStartTotalDurationMs, pulledMs, initMs}, stop) =>
		`${podOf(stop)} работает через ${podStartTotalDurationMs} мс после создания, из них ${pulledMs} мс ушло на образы${initMs === 0 ? '' : ` и ${initMs} мс на init-контейнеры`}.`,
	'kubelet.resize': (facts, stop) =>
		facts.case === 'start'
			? `У узла есть ресурсы, которые запрашивает ${podOf(stop)}: они выделены, работающие контейнеры получают новые размеры.`
			: `${podOf(stop)} ${facts.reason === 'Infeasible' ? 'не может получить' : 'должен подождать'} ресурсы, которые просит: ${facts.message}.`,
	'kubelet.restart'(facts, stop) {
		const container = `${facts.container} в ${podOf(stop)}`;
		return facts.case === 'restart'
			? `${container} завершился с кодом ${facts.exitCode}: ${facts.byRule ? `его собственное правило перезапускает его, независимо от restartPolicy ${facts.policy}` : `restartPolicy ${facts.policy} перезапускает его`}.`
			: `${container} завершился ${counted(facts.ends, 'раз', 'раза', 'раз')}: перезапуск через ${goDuration(facts.backoffMs)} после последнего завершения, осталось ${Math.ceil(facts.leftMs / 1000)} с.`;
	},
};
