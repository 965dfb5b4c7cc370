import type {Stop} from '../../../kernel/stop.js';
import {podTemplateHashLabel} from '../../../objects/workload.js';
import type {PodCreation, PodDeletion, WorkloadFacts} from '../../facts/controllers/workloads.js';
import {counted, keyOf, nameOf, ownKind} from '../words.js';
import {goneOrGoing} from './every-controller.js';
import type {Sentences} from '../../language-table.js';

/** A Pod is made from a template: of a ReplicaSet, a DaemonSet, a Job. */
export const podCreation = (facts: PodCreation, stop: Stop): string => {
	const owner = `${ownKind(stop)} ${facts.owner}`;
	return facts.case === 'refused'
		? `The apiserver refuses the Pod of ${owner}: ${facts.message}`
		: `${owner} creates a Pod. At first it is only a record in etcd: no node, no container.`;
};

/** The owner of a Pod deletes it. */
export const podDeletion = ({owner}: PodDeletion, stop: Stop): string =>
	`${ownKind(stop)} ${owner} deletes Pod ${nameOf(stop)}, which then terminates.`;

const missing = (count: number): string => {
	if (count === 0) {
		return 'none is missing';
	}

	if (count > 0) {
		return `${count} missing`;
	}

	return `${-count} too many`;
};

const replicasSync = (facts: WorkloadFacts['controller.replicaset.sync'], stop: Stop): string => {
	const kind = ownKind(stop);
	if (facts.case === 'gone') {
		return `${kind} ${facts.key} is gone: nothing is left to do.`;
	}

	const {key, want, have, outstanding, settled} = facts;
	return `${kind} ${key} wants ${counted(want, 'Pod')} and has ${have}: ${
		settled
			? missing(want - have)
			: `it waits until its cache shows ${counted(outstanding.creations, 'more creation')} and ${counted(outstanding.deletions, 'more deletion')}`
	}.`;
};

const batch = ({owner, size, created, count}: WorkloadFacts['controller.replicaset.batch'], stop: Stop): string =>
	`${ownKind(stop)} ${owner} creates the next ${size === 1 ? 'Pod' : `${size} Pods`}; ${created} of ${count} created so far. Each batch without a failure doubles the next.`;

const replicasStatus = ({after}: WorkloadFacts['controller.replicaset.status'], stop: Stop): string =>
	`${ownKind(stop)} ${nameOf(stop)} now reports ${counted(after.replicas, 'Pod')}, ${after.readyReplicas ?? 0} ready, ${after.availableReplicas ?? 0} available.`;

const revision = (facts: WorkloadFacts['controller.daemonset.revision'], stop: Stop): string =>
	facts.case === 'back'
		? `${ownKind(stop)} ${facts.set} is back at an old template: revision ${facts.revision}.`
		: `${ownKind(stop)} ${facts.set} has a new template: revision ${facts.revision}, kept as ${nameOf(stop)}.`;

const revisionCleanup = ({limit}: WorkloadFacts['controller.daemonset.cleanup'], stop: Stop): string =>
	`Revision ${nameOf(stop)} is beyond the limit of ${limit}: it is deleted.`;

const deploymentNews = (facts: WorkloadFacts['controller.deployment.status']): string => {
	switch (facts.case) {
		case 'condition': {
			return facts.message;
		}

		case 'revision': {
			return `${facts.message === undefined ? '' : `${facts.message}, `}revision ${facts.revision}`;
		}

		case 'counts': {
			return `${facts.updated} updated and ${facts.available} available of ${facts.want}`;
		}

		case 'collision': {
			return `the name ${facts.name} is taken by another template, so the hash changes`;
		}
	}
};

const reasons = {failed: 'it has failed', 'scale-down': 'the set is scaling down', update: 'its revision is old'};

/** Stops of controllers that run Pods, in English. */
export const workloadSentences: Sentences<WorkloadFacts> = {
	'controller.deployment.sync'(facts, stop) {
		if (facts.case === 'gone') {
			return `Deployment ${facts.key} is gone: nothing is left to do.`;
		}

		const sizes = facts.replicaSets
			.filter(({replicas = 1}) => replicas > 0)
			.map(({name, replicas}) => `${name} for ${replicas}`);
		return `Deployment ${keyOf(stop)} wants ${counted(facts.want, 'Pod')} of its template; its ReplicaSets: ${sizes.join(', ') || 'none with Pods'}.`;
	},
	'controller.deployment.create'({deployment, input, revision: number}, stop) {
		const hash = input.metadata.labels[podTemplateHashLabel];
		return `Deployment ${deployment} has no ReplicaSet for its template: it creates ${nameOf(stop)} (revision ${number}) for ${counted(input.spec.replicas, 'Pod')}, with the Deployment's selector plus ${podTemplateHashLabel}=${hash}.`;
	},
	'controller.deployment.revision': ({revision: number}, stop) =>
		`ReplicaSet ${nameOf(stop)} has the Deployment's template: it becomes revision ${number}.`,
	'controller.deployment.scale': ({deployment, from, to}, stop) =>
		`Deployment ${deployment} scales ReplicaSet ${nameOf(stop)} ${to > from ? 'up' : 'down'} from ${from} to ${counted(to, 'Pod')}.`,
	'controller.deployment.cleanup': ({limit}, stop) =>
		`ReplicaSet ${nameOf(stop)} is beyond the limit of ${counted(limit, 'old revision')}: it is deleted, and a rollback to it is no longer possible.`,
	'controller.deployment.status': (facts, stop) =>
		`The status of Deployment ${nameOf(stop)} is written: ${deploymentNews(facts)}.`,

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
			: `StatefulSet ${keyOf(stop)} wants ${counted(facts.want ?? 1, 'Pod')} and has ${facts.have.length}, ${facts.ready} ready.`,
	'controller.statefulset.wait': ({set, for: what}, stop) =>
		`StatefulSet ${set} waits until Pod ${nameOf(stop)} is ${what}.`,
	'controller.statefulset.create': (facts, stop) =>
		facts.case === 'claim'
			? `StatefulSet ${facts.set} creates the claim ${nameOf(stop)} for Pod ${facts.pod}; it stays when the Pod is deleted.`
			: `StatefulSet ${facts.set} creates Pod ${nameOf(stop)}, of revision ${facts.revision}. A replacement gets the same name, host name and claims.`,
	'controller.statefulset.delete': ({set, why}, stop) =>
		`StatefulSet ${set} deletes Pod ${nameOf(stop)}: ${reasons[why]}.`,
	'controller.statefulset.claim'({set, after}, stop) {
		const kinds = after.map(({kind}) => kind);
		return kinds.length === 0
			? `The claim ${nameOf(stop)} stays when StatefulSet ${set} is deleted or scaled down.`
			: `The claim ${nameOf(stop)} is deleted with its ${kinds.join(' and ')}.`;
	},
	'controller.statefulset.revision': revision,
	'controller.statefulset.cleanup': revisionCleanup,
	'controller.statefulset.status': ({after}, stop) =>
		`StatefulSet ${nameOf(stop)} now reports ${counted(after.replicas, 'Pod')}, ${after.readyReplicas ?? 0} ready, ${after.updatedReplicas ?? 0} of the newest revision.`,

	'controller.daemonset.sync': (facts, stop) =>
		facts.case === 'gone'
			? goneOrGoing('DaemonSet')(facts)
			: `DaemonSet ${keyOf(stop)} wants a Pod on ${facts.want} of ${counted(facts.nodes, 'node')} and has ${facts.have}.`,
	'controller.daemonset.create': podCreation,
	'controller.daemonset.delete': podDeletion,
	'controller.daemonset.revision': revision,
	'controller.daemonset.cleanup': revisionCleanup,
	'controller.daemonset.status': ({after}, stop) =>
		`DaemonSet ${nameOf(stop)} now reports ${after.currentNumberScheduled} of ${after.desiredNumberScheduled} Pods present, ${after.numberReady} ready.`,
};
