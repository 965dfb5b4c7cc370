import {parseTimestamp} from '../../kernel/clock.js';
import type {Deployment} from '../../objects/kubernetes.generated.js';
import {isTerminal} from '../../objects/pod.js';
import {controllerOf, nameOf, type Known} from '../known.js';
import type {Rule} from '../rule.js';
import {byUid, ownerOf, runs, versionsOf} from '../second-reading.js';

/** The Deployment of a ReplicaSet, now and in the cache of its controller. */
const versions = (known: Known, process: string, uid: string | undefined): readonly Deployment[] => {
	const [key, deployment] = byUid(known.all('deployments'), uid) ?? [];
	return key === undefined ? [] : versionsOf(known, process, 'deployments.apps', key, deployment);
};

const paused: Rule = {
	name: 'a Deployment that is paused gets no new ReplicaSet',
	source: 'https://kubernetes.io/docs/concepts/workloads/controllers/deployment/#pausing-and-resuming-a-deployment',
	watch: (known) => ({
		changes: {
			replicasets({key, before, after}, {process}, broken) {
				const owners = versions(known, process, ownerOf(after, 'Deployment'));
				const isPaused = owners.length > 0 && owners.every(({spec}) => spec.paused);
				if (!before && controllerOf(process) === 'deployment' && isPaused) {
					broken(key, 'its Deployment is paused');
				}
			},
		},
	}),
};

const recreate: Rule = {
	name: 'with the strategy Recreate, new Pods come when the old ones have ended',
	source: 'https://kubernetes.io/docs/concepts/workloads/controllers/deployment/#recreate-deployment',
	watch: (known) => ({
		changes: {
			replicasets({key, before, after}, {process}, broken) {
				const uid = ownerOf(after, 'Deployment');
				const isMore = (after?.spec.replicas ?? 0) > (before?.spec.replicas ?? 0);
				const owners = isMore && controllerOf(process) === 'deployment' ? versions(known, process, uid) : [];
				if (!known.isCalm || owners.length === 0 || owners.some(({spec}) => spec.strategy?.type !== 'Recreate')) {
					return;
				}

				const others = new Set(
					[...known.all('replicasets').values()]
						.filter((set) => ownerOf(set, 'Deployment') === uid && set.metadata.uid !== after?.metadata.uid)
						.map(({metadata}) => metadata.uid),
				);
				const old = [...known.all('pods').values()].find(
					(pod) => others.has(ownerOf(pod, 'ReplicaSet') ?? '') && !isTerminal(pod),
				);
				if (old) {
					broken(key, `${old.metadata.name} has not ended`);
				}
			},
		},
	}),
};

const history: Rule = {
	name: 'at rest, a Deployment that is complete keeps as many old ReplicaSets as its revisionHistoryLimit',
	source: 'https://kubernetes.io/docs/concepts/workloads/controllers/deployment/#clean-up-policy',
	watch: (known) => ({
		atRest(broken) {
			for (const [key, {metadata, spec, status}] of runs(known, 'deployment') ? known.all('deployments') : []) {
				const replicas = spec.replicas ?? 1;
				const isComplete =
					status?.updatedReplicas === replicas && status.availableReplicas === replicas && status.replicas === replicas;
				const empty = [...known.all('replicasets').values()].filter(
					(set) =>
						ownerOf(set, 'Deployment') === metadata.uid && set.spec.replicas === 0 && !set.metadata.deletionTimestamp,
				).length;
				const {revisionHistoryLimit = 10} = spec;
				if (replicas > 0 && isComplete && !metadata.deletionTimestamp && empty > revisionHistoryLimit && known.isCalm) {
					broken(key, `${empty} old ReplicaSets are there, of ${revisionHistoryLimit}`);
				}
			}
		},
	}),
};

/** Between an answer and the write that follows it. */
const longestRequestMs = 5000;

const adoption: Rule = {
	name: 'an owner that is being deleted adopts and makes nothing',
	source:
		'k8s.io/kubernetes/pkg/controller BaseControllerRefManager.ClaimObject, replicaset ReplicaSetController.syncReplicaSet',
	watch: (known) => ({
		changes: {
			pods({key, before, after}, {process}, broken) {
				const uid = ownerOf(after, 'ReplicaSet');
				const isNew = after && uid !== undefined && ownerOf(before, 'ReplicaSet') !== uid;
				const [name, owner] = byUid(known.all('replicasets'), isNew ? uid : undefined) ?? [];
				const all = name === undefined ? [] : versionsOf(known, process, 'replicasets.apps', name, owner);
				const leftMs = owner?.metadata.deletionTimestamp
					? known.wallMs - parseTimestamp(owner.metadata.deletionTimestamp)
					: 0;
				const isSeen = all.length > 0 && all.every(({metadata}) => metadata.deletionTimestamp);
				// The controller requests the owner again: a stale cache does not excuse it.
				if (controllerOf(process) === 'replicaset' && (isSeen || leftMs > longestRequestMs)) {
					broken(key, `${nameOf(name ?? '')} is being deleted`);
				}
			},
		},
	}),
};

/** Rules about the steps of rollouts and of adoption. */
export const rolloutRules: readonly Rule[] = [paused, recreate, history, adoption];
