import type {Stop} from '../../../kernel/stop.js';
import type {HousekeepingFacts} from '../../facts/controllers/housekeeping.js';
import {counted, keyOf, nameOf} from '../words.js';
import type {Sentences} from '../../language-table.js';

const fixtureSync =
	(what: string) =>
	({namespace, active, present}: HousekeepingFacts['controller.serviceaccount.sync'], stop: Stop): string =>
		active
			? `Namespace ${namespace} ${present ? 'has' : 'lacks'} its ${what} ${nameOf(stop)}.`
			: `Namespace ${namespace} is gone or being deleted: it gets no ${what}.`;

const fixtureCreate =
	(what: string) =>
	({namespace}: HousekeepingFacts['controller.serviceaccount.create'], stop: Stop): string =>
		`Namespace ${namespace} gets its ${what} ${nameOf(stop)}.`;

const autoscaling = (facts: HousekeepingFacts['controller.horizontal-pod-autoscaler.sync']): string => {
	switch (facts.case) {
		case 'gone': {
			return 'is gone';
		}

		case 'ask': {
			return `requests the scale of ${facts.target.kind} ${facts.target.name}`;
		}

		case 'failure': {
			return `cannot get the scale of ${facts.target.kind} ${facts.target.name}: ${facts.message}`;
		}

		case 'measured': {
			const {metric, replicas, wanted, after, limits} = facts;
			return `reads ${metric} of ${facts.target.kind} ${facts.target.name}: ${counted(replicas, 'replica')} ${replicas === 1 ? 'exists' : 'exist'}, ${wanted} wanted${after === wanted ? '' : `, ${after} allowed now (${limits.join(', ')})`}`;
		}

		case 'found': {
			const {target, replicas, minReplicas, maxReplicas} = facts;
			return `finds ${counted(replicas, 'replica')} of ${target.kind} ${target.name}; ${minReplicas} to ${maxReplicas} are allowed`;
		}
	}
};

/** Stops of controllers that keep the cluster in order, in English. */
export const housekeepingSentences: Sentences<HousekeepingFacts> = {
	'controller.serviceaccount.sync': fixtureSync('ServiceAccount'),
	'controller.serviceaccount.create': fixtureCreate('ServiceAccount'),
	'controller.root-ca-certificate-publisher.sync': fixtureSync('ConfigMap'),
	'controller.root-ca-certificate-publisher.create': fixtureCreate('ConfigMap'),

	'controller.serviceaccount-token.sync'(facts, stop) {
		if (facts.case === 'account') {
			const {namespace, name, isThere, secrets} = facts;
			const some = secrets === 1 ? 'one Secret requests' : `${secrets} Secrets request`;
			return `The service account ${namespace}/${name} ${isThere ? 'exists' : 'is gone'}; ${secrets === 0 ? 'no Secret requests' : some} its token.`;
		}

		const {account, state} = facts;
		const what = {
			gone: 'is gone',
			orphan: `requests a token for the service account ${account}, which does not exist`,
			empty: `requests a token for the service account ${account} and has none yet`,
			complete: `has the token of the service account ${account}`,
		};
		return `The Secret ${nameOf(stop)} ${what[state]}.`;
	},
	'controller.serviceaccount-token.write': ({account}, stop) =>
		`The Secret ${nameOf(stop)} gets the root certificate, the namespace and a token of ${account} that does not expire.`,
	'controller.serviceaccount-token.delete': ({account}, stop) =>
		`The Secret ${nameOf(stop)} is deleted: its service account ${account} is gone.`,

	'controller.garbage-collector.sync': (facts, stop) =>
		facts.case === 'gone'
			? `${facts.key} is already gone or being deleted.`
			: `${nameOf(stop)} (${facts.resource}) has ${facts.owners.length === 0 ? 'no owner' : counted(facts.owners.length, 'owner')} and ${facts.count === 0 ? 'no dependents' : counted(facts.count, 'dependent')}${facts.virtual ? '; it is known only from a reference' : ''}: may it stay?`,
	'controller.garbage-collector.monitors': (facts) =>
		facts.case === 'start'
			? `The garbage collector follows every resource that can be deleted: ${facts.shared} in shared caches, ${facts.own} in its own.`
			: `The garbage collector ${facts.case === 'add' ? 'follows' : 'no longer follows'} the custom resource ${facts.resource}.`,
	'controller.garbage-collector.absent': ({resource, uid}, stop) =>
		`${nameOf(stop)} (${resource}, uid ${uid}) does not exist, so its dependents have lost this owner.`,
	'controller.garbage-collector.drop-references': ({owners: {dangling, waiting}}, stop) =>
		`${nameOf(stop)} still has an owner; the references to ${[...dangling, ...waiting].map(({name}) => name).join(', ')} are removed.`,
	'controller.garbage-collector.delete': ({resource, propagationPolicy}, stop) =>
		`${nameOf(stop)} (${resource}) has no owner left: it is deleted with propagation policy ${propagationPolicy}.`,
	'controller.garbage-collector.finalize': ({finalizer}, stop) =>
		finalizer === 'orphan'
			? `All dependents of ${nameOf(stop)} are orphans: its finalizer orphan is removed, and the object with it.`
			: `No dependent of ${nameOf(stop)} is left: its finalizer foregroundDeletion is removed, and the object with it.`,
	'controller.garbage-collector.orphan': ({ownerName}, stop) =>
		`${nameOf(stop)} loses its owner ${ownerName} and stays: an orphan, free to be adopted.`,

	'controller.namespace.sync': ({going}, stop) =>
		going
			? `Namespace ${nameOf(stop)} is being deleted: its objects are deleted first.`
			: `Namespace ${nameOf(stop)} is not being deleted.`,
	'controller.namespace.delete': ({resource, count}, stop) =>
		`The controller deletes all ${resource} in namespace ${nameOf(stop)}: ${count}.`,
	'controller.namespace.wait'({rest, afterMs}, stop) {
		const left = rest.map(({resource, group, count}) => `${count} ${resource}${group ? `.${group}` : ''}`);
		return `Namespace ${nameOf(stop)} still holds ${left.join(', ')}. The controller checks again in ${afterMs / 1000} s.`;
	},
	'controller.namespace.finalize': (_facts, stop) =>
		`Namespace ${nameOf(stop)} is empty: its finalizer kubernetes is removed, and the namespace with it.`,

	'controller.resourcequota.sync'(facts, stop) {
		switch (facts.case) {
			case 'gone': {
				return `ResourceQuota ${facts.key} is gone.`;
			}

			case 'list': {
				return `ResourceQuota ${facts.key} limits ${facts.plural}: the controller lists and counts them.`;
			}

			case 'count': {
				const amounts = Object.entries(facts.used).map(
					([resource, amount]) => `${amount} of ${facts.hard[resource]} ${resource}`,
				);
				return `ResourceQuota ${keyOf(stop)}: ${amounts.join(', ')}.`;
			}
		}
	},
	'controller.resourcequota.status': (_facts, stop) =>
		`The status of ResourceQuota ${nameOf(stop)} gets the new counts.`,

	'controller.disruption.sync': (facts, stop) => {
		if (facts.case === 'gone') {
			return `PodDisruptionBudget ${facts.key} is gone.`;
		}

		if (facts.case === 'ask') {
			return `PodDisruptionBudget ${keyOf(stop)}: the caches lack ${facts.kind} ${facts.name}, which controls its Pods. The disruption controller requests the scale.`;
		}

		if (facts.case === 'fail') {
			return `PodDisruptionBudget ${keyOf(stop)} allows no disruption. ${facts.message}`;
		}

		return `PodDisruptionBudget ${keyOf(stop)}: ${facts.currentHealthy} of ${counted(facts.expectedPods, 'Pod')} healthy; ${facts.desiredHealthy} must stay healthy, so ${facts.disruptionsAllowed} may be evicted.`;
	},
	'controller.disruption.status': ({after}, stop) =>
		`PodDisruptionBudget ${nameOf(stop)} now allows ${counted(after.disruptionsAllowed ?? 0, 'disruption')}.`,

	'controller.clusterrole-aggregation.sync'(facts, stop) {
		switch (facts.case) {
			case 'gone': {
				return `ClusterRole ${facts.key} is gone.`;
			}

			case 'settled': {
				return `ClusterRole ${facts.name} already has the rules that it aggregates.`;
			}

			case 'gather': {
				const {length} = facts.after;
				return `ClusterRole ${nameOf(stop)} aggregates ${counted(length, 'rule')} from the roles that it selects.`;
			}
		}
	},

	'controller.csrsigning.sync': (facts, stop) => {
		if (facts.case === 'gone') {
			return `${facts.key} is gone.`;
		}

		if (facts.case === 'leave') {
			return `CertificateSigningRequest ${nameOf(stop)} for ${facts.signer} ${facts.isApproved ? 'is settled, or not for this controller' : 'is not approved'}.`;
		}

		return `CertificateSigningRequest ${nameOf(stop)} is approved; ${facts.signer} ${facts.problem === undefined ? 'signs it' : `does not sign it: ${facts.problem}`} (CN=${facts.subject.commonName}).`;
	},
	'controller.validatingadmissionpolicy-status.sync'(facts, stop) {
		if (facts.case === 'gone') {
			return `ValidatingAdmissionPolicy ${facts.key} is gone.`;
		}

		const {length} = facts.warnings;
		return `The expressions of ValidatingAdmissionPolicy ${nameOf(stop)} ${length === 0 ? 'fit the kinds that it applies to' : `do not fit the kinds that it applies to: ${counted(length, 'warning')}`}.`;
	},

	'controller.horizontal-pod-autoscaler.sync': (facts, stop) =>
		`HorizontalPodAutoscaler ${facts.case === 'gone' ? facts.key : nameOf(stop)} ${autoscaling(facts)}.`,
};
