import type {Stop} from '../../../kernel/stop.js';
import {podTemplateHashLabel} from '../../../objects/workload.js';
import type {PodCreation, PodDeletion, WorkloadFacts} from '../../facts/controllers/workloads.js';
import {counted, keyOf, nameOf, ownKind} from '../words.js';
import {goneOrGoing} from './every-controller.js';
import type {Translation} from '../../translation.js';
import type {Sentences} from '../../language-table.js';

/** A Pod is made from a template: of a ReplicaSet, a DaemonSet, a Job. */
export const podCreation = (facts: PodCreation, stop: Stop): string => {
	const owner = `${ownKind(stop)} ${facts.owner}`;
	return facts.case === 'refused'
		? `apiserver отклоняет Pod для ${owner}: ${facts.message}`
		: `${owner} создаёт Pod. Сначала это только запись в etcd: ни узла, ни контейнера.`;
};

/** The owner of a Pod deletes it. */
export const podDeletion = ({owner}: PodDeletion, stop: Stop): string =>
	`${ownKind(stop)} ${owner} удаляет Pod ${nameOf(stop)}, и тот завершается.`;

const missing = (count: number): string => {
	if (count === 0) {
		return 'всё в порядке';
	}

	if (count > 0) {
		return `не хватает ${count}`;
	}

	return `лишних ${-count}`;
};

const replicasSync = (facts: WorkloadFacts['controller.replicaset.sync'], stop: Stop): string => {
	const kind = ownKind(stop);
	if (facts.case === 'gone') {
		return `${kind} ${facts.key} больше нет: делать нечего.`;
	}

	const {key, want, have, outstanding, settled} = facts;
	return `${kind} ${key} требует ${want} Pod, есть ${have}: ${
		settled
			? missing(want - have)
			: `ждёт, пока кеш покажет ещё ${counted(outstanding.creations, 'создание', 'создания', 'созданий')} и ${counted(outstanding.deletions, 'удаление', 'удаления', 'удалений')}`
	}.`;
};

const batch = ({owner, size, created, count}: WorkloadFacts['controller.replicaset.batch'], stop: Stop): string =>
	`${ownKind(stop)} ${owner} создаёт ${size === 1 ? 'следующий Pod' : `следующие ${size} Pod`}; есть ${created} из ${count}. Каждая партия без ошибок удваивает следующую.`;

const replicasStatus = ({after}: WorkloadFacts['controller.replicaset.status'], stop: Stop): string =>
	`${ownKind(stop)} ${nameOf(stop)} теперь сообщает: Pod — ${after.replicas}, готовых ${after.readyReplicas ?? 0}, доступных ${after.availableReplicas ?? 0}.`;

const revision = (facts: WorkloadFacts['controller.daemonset.revision'], stop: Stop): string =>
	facts.case === 'back'
		? `${ownKind(stop)} ${facts.set} вернулся к старому шаблону: ревизия ${facts.revision}.`
		: `У ${ownKind(stop)} ${facts.set} новый шаблон: ревизия ${facts.revision}, хранится как ${nameOf(stop)}.`;

const revisionCleanup = ({limit}: WorkloadFacts['controller.daemonset.cleanup'], stop: Stop): string =>
	`Ревизия ${nameOf(stop)} сверх предела ${limit}: она удаляется.`;

const deploymentNews = (facts: WorkloadFacts['controller.deployment.status']): string => {
	switch (facts.case) {
		case 'condition': {
			return facts.message;
		}

		case 'revision': {
			return `${facts.message === undefined ? '' : `${facts.message}, `}ревизия ${facts.revision}`;
		}

		case 'counts': {
			return `обновлено ${facts.updated}, доступно ${facts.available} из ${facts.want}`;
		}

		case 'collision': {
			return `имя ${facts.name} занято другим шаблоном, поэтому хеш меняется`;
		}
	}
};

const reasons = {failed: 'он завершился неудачей', 'scale-down': 'набор уменьшается', update: 'его ревизия устарела'};

/** Stops of controllers that run Pods, in Russian. */
export const workloadSentences: Translation<Sentences<WorkloadFacts>> = {
	'controller.deployment.sync'(facts, stop) {
		if (facts.case === 'gone') {
			return `Deployment ${facts.key} больше нет: делать нечего.`;
		}

		const sizes = facts.replicaSets
			.filter(({replicas = 1}) => replicas > 0)
			.map(({name, replicas}) => `${name} (${replicas})`);
		return `Deployment ${keyOf(stop)} требует ${facts.want} Pod по своему шаблону; его ReplicaSet: ${sizes.join(', ') || 'с Pod нет ни одного'}.`;
	},
	'controller.deployment.create'({deployment, input, revision: number}, stop) {
		const hash = input.metadata.labels[podTemplateHashLabel];
		return `У Deployment ${deployment} нет ReplicaSet с таким шаблоном: контроллер создаёт ${nameOf(stop)} на ${input.spec.replicas} Pod, со своим селектором и ${podTemplateHashLabel}=${hash}, ревизия ${number}.`;
	},
	'controller.deployment.revision': ({revision: number}, stop) =>
		`У ReplicaSet ${nameOf(stop)} шаблон этого Deployment: он становится ревизией ${number}.`,
	'controller.deployment.scale': ({deployment, from, to}, stop) =>
		`Deployment ${deployment} ${to > from ? 'увеличивает' : 'уменьшает'} ReplicaSet ${nameOf(stop)} с ${from} до ${to} Pod.`,
	'controller.deployment.cleanup': ({limit}, stop) =>
		`ReplicaSet ${nameOf(stop)} сверх предела старых ревизий (${limit}): он удаляется, вернуться к нему нельзя.`,
	'controller.deployment.status': (facts, stop) =>
		`Статус Deployment ${nameOf(stop)} записан: ${deploymentNews(facts)}.`,

	'controller.replicaset.sync': replicasSync,
	'controller.replicationcontroller.sync': replicasSync,
	'controller.replicaset.batch': batch,
	'controller.replicationcontroller.batch': batch,
	'controller.replicaset.create': podCreation,
	'controller.replicationcontroller.create': podCreation,
	'controller.replicaset.delete': podDeletion,
	'controller.replicationcontroller.delete': podDeletion,
	'controller.replicaset.status': replicasStatus,
	'controller.replicationcontroller.status': replicasStatus,

	'controller.statefulset.sync': (facts, stop) =>
		facts.case === 'gone'
			? goneOrGoing('StatefulSet')(facts)
			: `StatefulSet ${keyOf(stop)} требует ${facts.want ?? 1} Pod, есть ${facts.have.length}, готовых ${facts.ready}.`,
	'controller.statefulset.wait': ({set, for: what}, stop) =>
		`StatefulSet ${set} ждёт, пока Pod ${nameOf(stop)} не ${what === 'ready' ? 'будет готов' : 'исчезнет'}.`,
	'controller.statefulset.create': (facts, stop) =>
		facts.case === 'claim'
			? `StatefulSet ${facts.set} создаёт заявку ${nameOf(stop)} для Pod ${facts.pod}; она переживёт этот Pod.`
			: `StatefulSet ${facts.set} создаёт Pod ${nameOf(stop)} ревизии ${facts.revision}. У замены будут то же имя, то же имя хоста и те же заявки.`,
	'controller.statefulset.delete': ({set, why}, stop) =>
		`StatefulSet ${set} удаляет Pod ${nameOf(stop)}: ${reasons[why]}.`,
	'controller.statefulset.claim'({set, after}, stop) {
		const kinds = after.map(({kind}) => kind);
		return kinds.length === 0
			? `Заявка ${nameOf(stop)} останется, что бы ни стало со StatefulSet ${set}.`
			: `Заявка ${nameOf(stop)} исчезнет вместе с владельцем: ${kinds.join(' и ')}.`;
	},
	'controller.statefulset.revision': revision,
	'controller.statefulset.cleanup': revisionCleanup,
	'controller.statefulset.status': ({after}, stop) =>
		`StatefulSet ${nameOf(stop)} теперь сообщает: Pod — ${after.replicas}, готовых ${after.readyReplicas ?? 0}, новейшей ревизии ${after.updatedReplicas ?? 0}.`,

	'controller.daemonset.sync': (facts, stop) =>
		facts.case === 'gone'
			? goneOrGoing('DaemonSet')(facts)
			: `DaemonSet ${keyOf(stop)} требует Pod на ${facts.want} из ${counted(facts.nodes, 'узла', 'узлов', 'узлов')}, есть ${facts.have}.`,
	'controller.daemonset.create': podCreation,
	'controller.daemonset.delete': podDeletion,
	'controller.daemonset.revision': revision,
	'controller.daemonset.cleanup': revisionCleanup,
	'controller.daemonset.status': ({after}, stop) =>
		`DaemonSet ${nameOf(stop)} теперь сообщает: на месте ${after.currentNumberScheduled} из ${after.desiredNumberScheduled} Pod, готовых ${after.numberReady}.`,
};
