import {deploymentStatus, isComplete} from './deployment-status.js';
import {isScaling, newReplicaSetSize, planOldReplicaSets, planScale, totalSize, wanted} from './rollout.js';
import type {Routine} from '../../kernel/routine.js';
import {keyOf, type Delivered} from '../../client/informer.js';
import type {Deployment, Pod, ReplicaSet} from '../../objects/kubernetes.generated.js';
import {matchesLabelSelector} from '../../objects/labels.js';
import {controllerOf} from '../../objects/owner.js';
import {isTerminal} from '../../objects/pod.js';
import {note} from '../../stages/note.js';
import {claim} from '../claim.js';
import type {Controller, Tools} from '../controller.js';
import {ledgerKey, StatusWriter, type Sets} from './status-writer.js';
import {ReplicaSets} from './replica-sets.js';
import {allow} from '../controller-roles.js';

/**
Turns a Deployment into ReplicaSets, one per template, and moves Pods from the old ones to the new one.

@see https://kubernetes.io/docs/concepts/workloads/controllers/deployment/
@mirrors k8s.io/kubernetes/pkg/controller/deployment
*/
export const deployment: Controller = {
	name: 'deployment',
	reportsAs: 'deployment-controller',
	rules: [
		allow('get list update watch', 'deployments', 'apps extensions'),
		allow('update', 'deployments/status', 'apps extensions'),
		allow('update', 'deployments/finalizers', 'apps extensions'),
		allow('create delete get list patch update watch', 'replicasets', 'apps extensions'),
		allow('get list update watch', 'pods'),
		allow('create patch update', 'events', 'core events.k8s.io'),
	],
	build(tools) {
		const reconciler = new Reconciler(tools);
		return {
			handlers: {
				'deployments.apps': ({object}) => [keyOf(object)],
				'replicasets.apps': (change) => reconciler.onReplicaSet(change),
				pods: (change) => reconciler.onPod(change),
			},
			sync: (key) => reconciler.sync(key),
		};
	},
};

class Reconciler {
	readonly status: StatusWriter;
	readonly sets: ReplicaSets;

	constructor(readonly tools: Tools) {
		this.status = new StatusWriter(tools);
		this.sets = new ReplicaSets(tools, this.status);
	}

	/** A ReplicaSet wakes its Deployment; an orphan wakes the Deployments that could adopt it. */
	*onReplicaSet({type, object, old}: Delivered<ReplicaSet>): Iterable<string> {
		const owner = this.#ownerKey(object);
		const before = old && this.#ownerKey(old);
		if (before && before !== owner) {
			yield before;
		}

		if (owner) {
			yield owner;
		} else if (
			type !== 'DELETED' &&
			!controllerOf(object) &&
			(!old || old.metadata.labels !== object.metadata.labels || before)
		) {
			for (const candidate of this.tools.informer('deployments.apps').list(object.metadata.namespace)) {
				if (matchesLabelSelector(candidate.spec.selector, object.metadata.labels)) {
					yield keyOf(candidate);
				}
			}
		}
	}

	/** Continues a Deployment with the strategy Recreate after its last old Pod. */
	*onPod({type, object}: Delivered<Pod>): Iterable<string> {
		const owner = type === 'DELETED' ? controllerOf(object) : undefined;
		const set = owner && this.tools.informer('replicasets.apps').get(object.metadata.namespace, owner.name);
		const key = set && set.metadata.uid === owner.uid ? this.#ownerKey(set) : undefined;
		const owned = key === undefined ? undefined : this.tools.informer('deployments.apps').getByKey(key);
		if (key !== undefined && owned?.spec.strategy?.type === 'Recreate') {
			yield key;
		}
	}

	#ownerKey(replicaSet: ReplicaSet): string | undefined {
		const owner = controllerOf(replicaSet);
		if (owner?.kind !== 'Deployment') {
			return undefined;
		}

		const found = this.tools.informer('deployments.apps').get(replicaSet.metadata.namespace, owner.name);
		return found?.metadata.uid === owner.uid ? keyOf(found) : undefined;
	}

	*sync(key: string): Routine {
		const {tools} = this;
		const deployment = tools.informer('deployments.apps').getByKey(key);
		if (!deployment) {
			yield* note('controller.deployment.sync', {case: 'gone', key});
			return;
		}

		const {namespace, uid} = deployment.metadata;
		const replicaSets = tools.informer('replicasets.apps');
		const mine = replicaSets.byIndex('controller', uid);
		yield* note('controller.deployment.sync', comparison(deployment, mine), {object: ledgerKey(deployment)});
		if (
			Object.keys(deployment.spec.selector.matchLabels ?? {}).length === 0 &&
			!deployment.spec.selector.matchExpressions?.length
		) {
			const message = 'This deployment is selecting all pods. A non-empty selector is required.';
			yield* tools.recorder.event(deployment, 'Warning', 'SelectingAll', message);
			return;
		}

		const candidates = [...mine, ...replicaSets.byIndex('controller', `${namespace}/`)];
		const owned = yield* claim(
			tools,
			'deployment',
			'deployments.apps',
			deployment,
			deployment.spec.selector,
			'replicasets.apps',
			candidates,
		);
		if (deployment.metadata.deletionTimestamp !== undefined) {
			const sets = yield* this.sets.sets(deployment, owned, false);
			yield* this.status.writeStatus(
				deployment,
				deploymentStatus(deployment, sets.all, sets.current, tools.kernel.timestamp()),
			);
			return;
		}

		const known = yield* this.status.notePause(deployment);
		const {paused, strategy} = known.spec;
		if (paused || isScaling(known, owned)) {
			yield* this.#scale(known, owned);
		} else if (strategy?.type === 'Recreate') {
			yield* this.#recreate(known, owned);
		} else {
			yield* this.#roll(known, owned);
		}
	}

	*#roll(deployment: Deployment, owned: readonly ReplicaSet[]): Routine {
		const sets = yield* this.sets.sets(deployment, owned, true);
		const current = sets.current!;
		const size = current.spec.replicas ?? 1;
		const want = wanted(deployment);
		const to = size > want ? want : newReplicaSetSize(deployment, totalSize(sets.all) - size, size);
		if (size !== want && to !== size) {
			const scaled = yield* this.sets.scaleAll(deployment, sets, [{replicaSet: current, to}]);
			yield* this.status.finishRollout(deployment, scaled);
			return;
		}

		const less = planOldReplicaSets(
			deployment,
			current,
			sets.old.filter(({spec}) => (spec.replicas ?? 1) > 0),
		);
		const scaled = yield* this.sets.scaleAll(deployment, sets, less);
		if (less.length === 0 && isComplete(deployment, deployment.status)) {
			yield* this.sets.cleanUp(deployment, scaled.old);
		}

		yield* this.status.finishRollout(deployment, scaled);
	}

	*#recreate(deployment: Deployment, owned: readonly ReplicaSet[]): Routine {
		const before = yield* this.sets.sets(deployment, owned, false);
		const active = before.old.filter(({spec}) => (spec.replicas ?? 1) > 0);
		if (active.length > 0) {
			const scaled = yield* this.sets.scaleAll(
				deployment,
				before,
				active.map((replicaSet) => ({replicaSet, to: 0})),
			);
			yield* this.status.finishRollout(deployment, scaled);
			return;
		}

		if (this.#oldPodsRun(before)) {
			yield* this.status.finishRollout(deployment, before);
			return;
		}

		const sets = before.current ? before : yield* this.sets.sets(deployment, owned, true);
		const scaled = yield* this.sets.scaleAll(deployment, sets, [{replicaSet: sets.current!, to: wanted(deployment)}]);
		if (isComplete(deployment, deployment.status)) {
			yield* this.sets.cleanUp(deployment, scaled.old);
		}

		yield* this.status.finishRollout(deployment, scaled);
	}

	#oldPodsRun({old}: Sets): boolean {
		const pods = this.tools.informer('pods');
		return old.some(
			({metadata, status}) =>
				(status?.replicas ?? 0) > 0 ||
				pods.groups('controller', metadata.uid).some(({example}) => !isTerminal(example)),
		);
	}

	/** Scales without a rollout, when the desired number changed or the Deployment is paused. */
	*#scale(deployment: Deployment, owned: readonly ReplicaSet[]): Routine {
		const sets = yield* this.sets.sets(deployment, owned, false);
		const scaled = yield* this.sets.scaleAll(deployment, sets, planScale(deployment, sets.current, sets.old));
		if (deployment.spec.paused) {
			yield* this.sets.cleanUp(deployment, scaled.old);
		}

		const status = deploymentStatus(deployment, scaled.all, scaled.current, this.tools.kernel.timestamp());
		yield* this.status.writeStatus(deployment, status);
	}
}

/** The desired and the current state. */
const comparison = (deployment: Deployment, mine: readonly ReplicaSet[]) => ({
	case: 'compare' as const,
	want: wanted(deployment),
	replicaSets: mine.map(({metadata, spec, status}) => ({
		name: metadata.name,
		replicas: spec.replicas,
		available: status?.availableReplicas ?? 0,
	})),
});
