import type {Stop} from '../../../kernel/stop.js';
import type {HousekeepingFacts} from '../../facts/controllers/housekeeping.js';
import {counted, keyOf, nameOf} from '../words.js';
import type {Translation} from '../../translation.js';
import type {Sentences} from '../../language-table.js';

const fixtureSync =
	(what: string) =>
	({namespace, active, present}: HousekeepingFacts['controller.serviceaccount.sync'], stop: Stop): string =>
		active
			? `У пространства имён ${namespace} ${present ? 'есть' : 'нет'} ${what} ${nameOf(stop)}.`
			: `Namespace ${namespace} больше нет, или он удаляется: ${what} он не получит.`;

const fixtureCreate =
	(what: string) =>
	({namespace}: HousekeepingFacts['controller.serviceaccount.create'], stop: Stop): string =>
		`Namespace ${namespace} получает ${what} ${nameOf(stop)}.`;

const autoscaling = (facts: HousekeepingFacts['controller.horizontal-pod-autoscaler.sync']): string => {
	switch (facts.case) {
		case 'gone': {
			return 'больше нет';
		}

		case 'ask': {
			return `запрашивает scale у ${facts.target.kind} ${facts.target.name}`;
		}

		case 'failure': {
			return `не может получить scale у ${facts.target.kind} ${facts.target.name}: ${facts.message}`;
		}

		case 'measured': {
			const {metric, replicas, wanted, after, limits} = facts;
			return `читает ${metric} у ${facts.target.kind} ${facts.target.name}: реплик сейчас ${replicas}, нужно ${wanted}${after === wanted ? '' : `, сейчас можно ${after} (${limits.join(', ')})`}`;
		}

		case 'found': {
			const {target, replicas, minReplicas, maxReplicas} = facts;
			return `видит ${counted(replicas, 'реплику', 'реплики', 'реплик')} ${target.kind} ${target.name}, допустимо от ${minReplicas} до ${maxReplicas}`;
		}
	}
};

/** Stops of controllers that keep the cluster in order, in Russian. */
export const housekeepingSentences: Translation<Sentences<HousekeepingFacts>> = {
	'controller.serviceaccount.sync': fixtureSync('ServiceAccount'),
	'controller.serviceaccount.create': fixtureCreate('ServiceAccount'),
	'controller.root-ca-certificate-publisher.sync': fixtureSync('ConfigMap'),
	'controller.root-ca-certificate-publisher.create': fixtureCreate('ConfigMap'),

	'controller.serviceaccount-token.sync'(facts, stop) {
		if (facts.case === 'account') {
			const {namespace, name, isThere, secrets} = facts;
			return `Service account ${namespace}/${name} ${isThere ? 'есть' : 'исчез'}; его токен запрашивают Secret: ${secrets}.`;
		}

		const {account, state} = facts;
		const what = {
			gone: 'больше нет',
			orphan: `запрашивает токен служебной учётной записи ${account}, которой нет`,
			empty: `запрашивает токен служебной учётной записи ${account}, токена в нём ещё нет`,
			complete: `содержит токен служебной учётной записи ${account}`,
		};
		return `Secret ${nameOf(stop)} ${what[state]}.`;
	},
	'controller.serviceaccount-token.write': ({account}, stop) =>
		`Secret ${nameOf(stop)} получает бессрочный токен ${account}, корневой сертификат и namespace.`,
	'controller.serviceaccount-token.delete': ({account}, stop) =>
		`Secret ${nameOf(stop)} удаляется: его служебной учётной записи ${account} больше нет.`,

	'controller.garbage-collector.sync': (facts, stop) =>
		facts.case === 'gone'
			? `${facts.key} уже нет, или он удаляется.`
			: `У ${nameOf(stop)} (${facts.resource}) владельцев — ${facts.owners.length}, зависимых — ${facts.count}${facts.virtual ? '; он известен лишь по ссылке' : ''}: можно ли ему остаться?`,
	'controller.garbage-collector.monitors': (facts) =>
		facts.case === 'start'
			? `Сборщик мусора следит за всем, что можно удалить: ресурсов в общих кешах — ${facts.shared}, в собственных — ${facts.own}.`
			: `Сборщик мусора ${facts.case === 'add' ? 'теперь следит' : 'больше не следит'} за ресурсом ${facts.resource}.`,
	'controller.garbage-collector.absent': ({resource, uid}, stop) =>
		`${nameOf(stop)} (${resource}, uid ${uid}) не существует, так что зависимые потеряли этого владельца.`,
	'controller.garbage-collector.drop-references': ({owners: {dangling, waiting}}, stop) =>
		`У ${nameOf(stop)} ещё есть владелец; ссылки на ${[...dangling, ...waiting].map(({name}) => name).join(', ')} убраны.`,
	'controller.garbage-collector.delete': ({resource, propagationPolicy}, stop) =>
		`У ${nameOf(stop)} (${resource}) больше нет владельца: он удаляется с propagationPolicy ${propagationPolicy}.`,
	'controller.garbage-collector.finalize': ({finalizer}, stop) =>
		finalizer === 'orphan'
			? `Все зависимые ${nameOf(stop)} стали сиротами: финализатор orphan снят, а с ним исчезает и объект.`
			: `Из того, чем владел ${nameOf(stop)}, ничего не осталось: финализатор foregroundDeletion снят, а с ним исчезает и объект.`,
	'controller.garbage-collector.orphan': ({ownerName}, stop) =>
		`${nameOf(stop)} теряет владельца ${ownerName} и остаётся: сирота, которую можно усыновить.`,

	'controller.namespace.sync': ({going}, stop) =>
		going
			? `Namespace ${nameOf(stop)} удаляется: сначала исчезает всё, что в нём.`
			: `Namespace ${nameOf(stop)} не удаляется.`,
	'controller.namespace.delete': ({resource, count}, stop) =>
		`Все ${resource} в пространстве имён ${nameOf(stop)} удаляются: ${count}.`,
	'controller.namespace.wait'({rest, afterMs}, stop) {
		const left = rest.map(({resource, group, count}) => `${count} ${resource}${group ? `.${group}` : ''}`);
		return `В пространстве имён ${nameOf(stop)} ещё есть ${left.join(', ')}. Контроллер проверит снова через ${afterMs / 1000} с.`;
	},
	'controller.namespace.finalize': (_facts, stop) =>
		`Пространство имён ${nameOf(stop)} пусто: финализатор kubernetes снят, и оно исчезает.`,

	'controller.resourcequota.sync'(facts, stop) {
		switch (facts.case) {
			case 'gone': {
				return `ResourceQuota ${facts.key} больше нет.`;
			}

			case 'list': {
				return `ResourceQuota ${facts.key} ограничивает ${facts.plural}: контроллер получает их список и считает.`;
			}

			case 'count': {
				const amounts = Object.entries(facts.used).map(
					([resource, amount]) => `${resource}: ${amount} из ${facts.hard[resource]}`,
				);
				return `ResourceQuota ${keyOf(stop)}: ${amounts.join(', ')}.`;
			}
		}
	},
	'controller.resourcequota.status': (_facts, stop) => `ResourceQuota ${nameOf(stop)} получает новый подсчёт.`,

	'controller.disruption.sync': (facts, stop) => {
		if (facts.case === 'gone') {
			return `PodDisruptionBudget ${facts.key} больше нет.`;
		}

		if (facts.case === 'ask') {
			return `PodDisruptionBudget ${keyOf(stop)}: в кэше нет ${facts.kind} ${facts.name}, которому принадлежат его Pod; контроллер запрашивает его scale.`;
		}

		if (facts.case === 'fail') {
			return `PodDisruptionBudget ${keyOf(stop)} не допускает потерь. ${facts.message}`;
		}

		return `PodDisruptionBudget ${keyOf(stop)}: здоровых Pod ${facts.currentHealthy} из ${facts.expectedPods}, а должно быть ${facts.desiredHealthy}; вытеснить можно ${facts.disruptionsAllowed}.`;
	},
	'controller.disruption.status': ({after}, stop) =>
		`PodDisruptionBudget ${nameOf(stop)} теперь допускает ${counted(after.disruptionsAllowed ?? 0, 'потерю', 'потери', 'потерь')}.`,

	'controller.clusterrole-aggregation.sync'(facts, stop) {
		switch (facts.case) {
			case 'gone': {
				return `ClusterRole ${facts.key} больше нет.`;
			}

			case 'settled': {
				return `В ClusterRole ${facts.name} уже есть правила, которые она собирает.`;
			}

			case 'gather': {
				const {length} = facts.after;
				return `ClusterRole ${nameOf(stop)} собирает ${counted(length, 'правило', 'правила', 'правил')} из выбранных ролей.`;
			}
		}
	},

	'controller.csrsigning.sync': (facts, stop) => {
		if (facts.case === 'gone') {
			return `${facts.key} больше нет.`;
		}

		if (facts.case === 'leave') {
			return `CertificateSigningRequest ${nameOf(stop)} для ${facts.signer} ${facts.isApproved ? 'уже решён, или он не для этого контроллера' : 'не одобрен'}.`;
		}

		return `CertificateSigningRequest ${nameOf(stop)} одобрен; ${facts.signer} ${facts.problem === undefined ? 'подписывает его' : `не подписывает его: ${facts.problem}`} (CN=${facts.subject.commonName}).`;
	},
	'controller.validatingadmissionpolicy-status.sync'(facts, stop) {
		if (facts.case === 'gone') {
			return `ValidatingAdmissionPolicy ${facts.key} больше нет.`;
		}

		const {length} = facts.warnings;
		return `Выражения ValidatingAdmissionPolicy ${nameOf(stop)} ${length === 0 ? 'подходят к видам, к которым она относится' : `не подходят к видам, к которым она относится: ${counted(length, 'предупреждение', 'предупреждения', 'предупреждений')}`}.`;
	},

	'controller.horizontal-pod-autoscaler.sync': (facts, stop) =>
		`HorizontalPodAutoscaler ${facts.case === 'gone' ? facts.key : nameOf(stop)} ${autoscaling(facts)}.`,
};
