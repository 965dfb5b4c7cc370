import {note, type Routine} from '../../kernel/routine.js';
import {ApiError, isAlreadyExists, isNotFound} from '../../client/errors.js';
import {keyOf, type Delivered} from '../../client/informer.js';
import type {Deployment, DeploymentStatus, Pod, ReplicaSet} from '../../objects/kubernetes.generated.js';
import {matchesLabelSelector} from '../../objects/labels.js';
import {controllerOf, ownerReference} from '../../objects/owner.js';
import {isTerminal} from '../../objects/pod.js';
import {registryKey} from '../../objects/resources.js';
import {podTemplateHash} from '../../objects/workload.js';
import {claim} from '../claim.js';
import type {Controller, Tools} from '../controller.js';
import {isNamespaceTerminating} from '../pod-control.js';
import {
	conditionOf,
	deploymentCondition,
	deploymentStatus,
	hasDeadline,
	isComplete,
	nextProgressCheckMs,
	rolloutStatus,
	sameDeploymentStatus,
	withCondition,
} from './deployment-status.js';
import {
	findNewReplicaSet,
	hashLabel,
	maxRevision,
	newReplicaSetAnnotations,
	revisionAnnotation,
	same,
	sameTemplate,
	surplusHistory,
} from './revision.js';
import {
	isScaling,
	newReplicaSetSize,
	planOldReplicaSets,
	planScale,
	sizeAnnotations,
	totalSize,
	wanted,
	type Scaling,
} from './rollout.js';

/**
Turns a Deployment into ReplicaSets, one a template, and moves Pods from the old ones to the new one.

@see https://kubernetes.io/docs/concepts/workloads/controllers/deployment/
@mirrors k8s.io/kubernetes/pkg/controller/deployment
*/
export const deployment: Controller = {
	name: 'deployment',
	reportsAs: 'deployment-controller',
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

/** A Deployment's ReplicaSets, told apart. */
interface Sets {
	readonly all: readonly ReplicaSet[];
	readonly current: ReplicaSet | undefined;
	readonly old: readonly ReplicaSet[];
}

const ledgerKey = ({metadata}: Deployment): string =>
	registryKey('deployments.apps', metadata.namespace, metadata.name);

class Reconciler {
	constructor(readonly tools: Tools) {}

	/** A ReplicaSet wakes its Deployment; an orphan wakes those that could adopt it. */
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

	/** The last old Pod gone: a Deployment with the strategy Recreate goes on. */
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
			yield* note('controller.deployment.sync', `Deployment ${key} is gone: nothing is left to do.`, {key});
			return;
		}

		const {namespace, uid} = deployment.metadata;
		const replicaSets = tools.informer('replicasets.apps');
		const mine = replicaSets.byIndex('controller', uid);
		yield* note('controller.deployment.sync', describe(deployment, mine), comparison(deployment, mine), {
			object: ledgerKey(deployment),
		});
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
			const sets = yield* this.#sets(deployment, owned, false);
			yield* this.#writeStatus(
				deployment,
				deploymentStatus(deployment, sets.all, sets.current, tools.kernel.timestamp()),
			);
			return;
		}

		const known = yield* this.#notePause(deployment);
		const {paused, strategy} = known.spec;
		const sets = paused ? undefined : splitSets(known, owned);
		if (paused || isScaling(known, sets!.all)) {
			yield* this.#scale(known, owned);
		} else if (strategy?.type === 'Recreate') {
			yield* this.#recreate(known, owned);
		} else {
			yield* this.#roll(known, owned);
		}
	}

	/** Writes the condition that tells of a pause or of its end, so that time spent in it does not count. */
	*#notePause(deployment: Deployment): Routine<Deployment> {
		const condition = conditionOf(deployment.status, 'Progressing');
		const paused = deployment.spec.paused ?? false;
		const told = condition?.reason === 'DeploymentPaused';
		if (!hasDeadline(deployment) || condition?.reason === 'ProgressDeadlineExceeded' || paused === told) {
			return deployment;
		}

		const news = deploymentCondition(
			'Progressing',
			'Unknown',
			paused ? 'DeploymentPaused' : 'DeploymentResumed',
			paused ? 'Deployment is paused' : 'Deployment is resumed',
			this.tools.kernel.timestamp(),
		);
		const status = {...deployment.status, conditions: withCondition(deployment.status?.conditions ?? [], news)};
		return yield* this.#updateStatus(deployment, {...deployment, status}, news.message!);
	}

	*#roll(deployment: Deployment, owned: readonly ReplicaSet[]): Routine {
		const sets = yield* this.#sets(deployment, owned, true);
		const current = sets.current!;
		const size = current.spec.replicas ?? 1;
		const want = wanted(deployment);
		const to = size > want ? want : newReplicaSetSize(deployment, totalSize(sets.all) - size, size);
		if (size !== want && to !== size) {
			const scaled = yield* this.#scaleAll(deployment, sets, [{replicaSet: current, to}]);
			yield* this.#finishRollout(deployment, scaled);
			return;
		}

		const less = planOldReplicaSets(
			deployment,
			current,
			sets.old.filter(({spec}) => (spec.replicas ?? 1) > 0),
		);
		const scaled = yield* this.#scaleAll(deployment, sets, less);
		if (less.length === 0 && isComplete(deployment, deployment.status)) {
			yield* this.#cleanUp(deployment, scaled.old);
		}

		yield* this.#finishRollout(deployment, scaled);
	}

	*#recreate(deployment: Deployment, owned: readonly ReplicaSet[]): Routine {
		const before = yield* this.#sets(deployment, owned, false);
		const active = before.old.filter(({spec}) => (spec.replicas ?? 1) > 0);
		if (active.length > 0) {
			const scaled = yield* this.#scaleAll(
				deployment,
				before,
				active.map((replicaSet) => ({replicaSet, to: 0})),
			);
			yield* this.#finishRollout(deployment, scaled);
			return;
		}

		if (this.#oldPodsRun(before)) {
			yield* this.#finishRollout(deployment, before);
			return;
		}

		const sets = before.current ? before : yield* this.#sets(deployment, owned, true);
		const scaled = yield* this.#scaleAll(deployment, sets, [{replicaSet: sets.current!, to: wanted(deployment)}]);
		if (isComplete(deployment, deployment.status)) {
			yield* this.#cleanUp(deployment, scaled.old);
		}

		yield* this.#finishRollout(deployment, scaled);
	}

	#oldPodsRun({old}: Sets): boolean {
		const pods = this.tools.informer('pods');
		return old.some(
			({metadata, status}) =>
				(status?.replicas ?? 0) > 0 ||
				pods.groups('controller', metadata.uid).some(({example}) => !isTerminal(example)),
		);
	}

	/** The wished number changed, or the Deployment is paused: sizes follow, templates do not. */
	*#scale(deployment: Deployment, owned: readonly ReplicaSet[]): Routine {
		const sets = yield* this.#sets(deployment, owned, false);
		const scaled = yield* this.#scaleAll(deployment, sets, planScale(deployment, sets.current, sets.old));
		if (deployment.spec.paused) {
			yield* this.#cleanUp(deployment, scaled.old);
		}

		const status = deploymentStatus(deployment, scaled.all, scaled.current, this.tools.kernel.timestamp());
		yield* this.#writeStatus(deployment, status);
	}

	*#scaleAll(deployment: Deployment, sets: Sets, plan: readonly Scaling[]): Routine<Sets> {
		const {client, recorder} = this.tools;
		const {namespace} = deployment.metadata;
		let result = sets;
		for (const {replicaSet, to} of plan) {
			const {metadata, spec} = replicaSet;
			const from = spec.replicas ?? 1;
			const annotations = {...metadata.annotations, ...sizeAnnotations(deployment)};
			if (from === to && same(annotations, metadata.annotations ?? {})) {
				continue;
			}

			const updated = yield* client.update('replicasets.apps', {
				...replicaSet,
				metadata: {...metadata, annotations},
				spec: {...spec, replicas: to},
			});
			if (from !== to) {
				const message = `Scaled ${to > from ? 'up' : 'down'} replica set ${metadata.name} from ${from} to ${to}`;
				yield* recorder.event(deployment, 'Normal', 'ScalingReplicaSet', message);
				yield* note(
					'controller.deployment.scale',
					`Deployment ${deployment.metadata.name} makes ReplicaSet ${metadata.name} ${to > from ? 'larger' : 'smaller'}: ${to} Pods instead of ${from}.`,
					{from, to, before: replicaSet, after: updated},
					{object: registryKey('replicasets.apps', namespace, metadata.name)},
				);
			}

			const swap = (one: ReplicaSet) => (one === replicaSet ? updated : one);
			result = {all: result.all.map(swap), old: result.old.map(swap), current: result.current && swap(result.current)};
		}

		return result;
	}

	/**
	Finds the ReplicaSet of the present template and brings its annotations, and the Deployment's revision, up to date.

	@param create whether to make one where there is none.
	*/
	*#sets(deployment: Deployment, owned: readonly ReplicaSet[], create: boolean): Routine<Sets> {
		const sets = splitSets(deployment, owned);
		const revision = maxRevision(sets.old) + 1;
		if (!sets.current) {
			if (!create) {
				return sets;
			}

			const created = yield* this.#createReplicaSet(deployment, sets.old, revision);
			return {all: [...sets.old, created], current: created, old: sets.old};
		}

		const {metadata, spec} = sets.current;
		const annotations = newReplicaSetAnnotations(deployment, metadata.annotations, revision);
		const {minReadySeconds} = deployment.spec;
		if (annotations !== metadata.annotations || (minReadySeconds ?? 0) !== (spec.minReadySeconds ?? 0)) {
			const updated = yield* this.tools.client.update('replicasets.apps', {
				...sets.current,
				metadata: {...metadata, annotations},
				spec: {...spec, minReadySeconds},
			});
			yield* note(
				'controller.deployment.revision',
				`ReplicaSet ${metadata.name} has the Deployment's template: it is revision ${annotations[revisionAnnotation]} now.`,
				{before: sets.current, after: updated},
				{object: registryKey('replicasets.apps', metadata.namespace, metadata.name)},
			);
			return {
				all: sets.all.map((one) => (one === sets.current ? updated : one)),
				current: updated,
				old: sets.old,
			};
		}

		const found = `Found new replica set "${metadata.name}"`;
		const fresh = hasDeadline(deployment) && !conditionOf(deployment.status, 'Progressing');
		yield* this.#setRevision(
			deployment,
			annotations[revisionAnnotation]!,
			fresh
				? deploymentCondition('Progressing', 'True', 'FoundNewReplicaSet', found, this.tools.kernel.timestamp())
				: undefined,
		);
		return sets;
	}

	*#createReplicaSet(deployment: Deployment, old: readonly ReplicaSet[], revision: number): Routine<ReplicaSet> {
		const {client, recorder, kernel, informer} = this.tools;
		const {namespace, name, uid} = deployment.metadata;
		const draft = newReplicaSet(deployment, old, revision);
		const size = draft.spec.replicas;
		let created: ReplicaSet | undefined;
		let made = true;
		try {
			created = yield* client.create('replicasets.apps', namespace, draft);
		} catch (error) {
			if (!(error instanceof ApiError)) {
				throw error;
			}

			made = false;
			const existing = isAlreadyExists(error)
				? informer('replicasets.apps').get(namespace, draft.metadata.name)
				: undefined;
			if (
				existing &&
				controllerOf(existing)?.uid === uid &&
				sameTemplate(existing.spec.template, deployment.spec.template)
			) {
				created = existing;
			} else {
				yield* this.#cannotCreate(deployment, draft.metadata.name, error);
				throw error;
			}
		}

		if (made && size > 0) {
			const message = `Scaled up replica set ${created.metadata.name} from 0 to ${size}`;
			yield* recorder.event(deployment, 'Normal', 'ScalingReplicaSet', message);
		}

		yield* note(
			'controller.deployment.create',
			`Deployment ${name} has no ReplicaSet of this template: it creates ${created.metadata.name} for ${size} Pods, with its selector plus ${hashLabel}=${draft.metadata.labels[hashLabel]}, revision ${revision}.`,
			{input: draft, after: created, revision},
			{object: registryKey('replicasets.apps', namespace, created.metadata.name)},
		);
		const message = `Created new replica set "${created.metadata.name}"`;
		yield* this.#setRevision(
			deployment,
			String(revision),
			made && hasDeadline(deployment)
				? deploymentCondition('Progressing', 'True', 'NewReplicaSetCreated', message, kernel.timestamp())
				: undefined,
		);
		return created;
	}

	*#cannotCreate(deployment: Deployment, name: string, error: ApiError): Routine {
		const {recorder, kernel} = this.tools;
		const {status} = deployment;
		if (error.reason === 'AlreadyExists') {
			const collisionCount = (status?.collisionCount ?? 0) + 1;
			const changed = {...deployment, status: {...status, collisionCount}};
			yield* this.#updateStatus(
				deployment,
				changed,
				`the name ${name} is taken by another template, so the hash changes`,
			);
			return;
		}

		if (isNamespaceTerminating(error)) {
			return;
		}

		const message = `Failed to create new replica set "${name}": ${error.message}`;
		if (hasDeadline(deployment)) {
			const news = deploymentCondition('Progressing', 'False', 'ReplicaSetCreateError', message, kernel.timestamp());
			const changed = {...status, conditions: withCondition(status?.conditions ?? [], news)};
			yield* this.#updateStatus(deployment, {...deployment, status: changed}, message);
		}

		yield* recorder.event(deployment, 'Warning', 'ReplicaSetCreateError', message);
	}

	*#setRevision(
		deployment: Deployment,
		revision: string,
		condition: ReturnType<typeof deploymentCondition> | undefined,
	): Routine {
		const {metadata, status} = deployment;
		if (metadata.annotations?.[revisionAnnotation] === revision && !condition) {
			return;
		}

		const annotations = {...metadata.annotations, [revisionAnnotation]: revision};
		const changed = condition ? {...status, conditions: withCondition(status?.conditions ?? [], condition)} : status;
		yield* this.#updateStatus(
			deployment,
			{...deployment, metadata: {...metadata, annotations}, status: changed},
			condition ? `${condition.message}, revision ${revision}` : `revision ${revision}`,
		);
	}

	*#finishRollout(deployment: Deployment, {all, current}: Sets): Routine {
		const {kernel, queue} = this.tools;
		const status = rolloutStatus(deployment, all, current, kernel.wallClockMs, kernel.timestamp());
		const written = yield* this.#writeStatus(deployment, status);
		const checkMs = written ? undefined : nextProgressCheckMs(deployment, status, kernel.wallClockMs);
		if (checkMs !== undefined) {
			queue.addAfter(keyOf(deployment), checkMs, {periodic: true});
		}
	}

	/** @returns whether there was something to write. */
	*#writeStatus(deployment: Deployment, status: DeploymentStatus): Routine<boolean> {
		if (sameDeploymentStatus(deployment.status, status)) {
			return false;
		}

		const {updatedReplicas = 0, availableReplicas = 0} = status;
		const summary = `${updatedReplicas} updated and ${availableReplicas} available of ${wanted(deployment)}`;
		yield* this.#updateStatus(deployment, {...deployment, status}, summary);
		return true;
	}

	*#updateStatus(before: Deployment, changed: Deployment, summary: string): Routine<Deployment> {
		const after = yield* this.tools.client.updateStatus('deployments.apps', changed);
		yield* note(
			'controller.deployment.status',
			`The status of Deployment ${before.metadata.name} is written: ${summary}.`,
			{before: before.status, after: after.status},
			{object: ledgerKey(before)},
		);
		return after;
	}

	*#cleanUp(deployment: Deployment, old: readonly ReplicaSet[]): Routine {
		for (const {metadata} of surplusHistory(deployment, old)) {
			try {
				yield* this.tools.client.delete('replicasets.apps', metadata.namespace, metadata.name);
			} catch (error) {
				if (!isNotFound(error)) {
					throw error;
				}
			}

			yield* note(
				'controller.deployment.cleanup',
				`ReplicaSet ${metadata.name} is older than the last ${deployment.spec.revisionHistoryLimit ?? 10} revisions: it is deleted, and there is no way back to it.`,
				{limit: deployment.spec.revisionHistoryLimit},
				{object: registryKey('replicasets.apps', metadata.namespace, metadata.name)},
			);
		}
	}
}

const splitSets = (deployment: Deployment, owned: readonly ReplicaSet[]): Sets => {
	const current = findNewReplicaSet(deployment, owned);
	return {all: owned, current, old: owned.filter((replicaSet) => replicaSet !== current)};
};

/** The ReplicaSet for the present template: a copy of it, told apart by its hash. */
export const newReplicaSet = (deployment: Deployment, old: readonly ReplicaSet[], revision: number) => {
	const {metadata, spec, status} = deployment;
	const hash = podTemplateHash(spec.template, status?.collisionCount);
	const labels = {...spec.template.metadata?.labels, [hashLabel]: hash};
	return {
		apiVersion: 'apps/v1',
		kind: 'ReplicaSet',
		metadata: {
			name: `${metadata.name}-${hash}`,
			namespace: metadata.namespace,
			labels,
			annotations: {...newReplicaSetAnnotations(deployment, {}, revision), ...sizeAnnotations(deployment)},
			ownerReferences: [ownerReference(deployment)],
		},
		spec: {
			replicas: newReplicaSetSize(deployment, totalSize(old), 0),
			...(spec.minReadySeconds ? {minReadySeconds: spec.minReadySeconds} : {}),
			selector: {...spec.selector, matchLabels: {...spec.selector.matchLabels, [hashLabel]: hash}},
			template: {...spec.template, metadata: {...spec.template.metadata!, labels}},
		},
	};
};

const describe = (deployment: Deployment, mine: readonly ReplicaSet[]): string => {
	const {namespace, name} = deployment.metadata;
	const sizes = mine
		.filter(({spec}) => (spec.replicas ?? 1) > 0)
		.map(({metadata, spec}) => `${metadata.name} for ${spec.replicas}`);
	return `Deployment ${namespace}/${name} wants ${wanted(deployment)} Pods of its template; its ReplicaSets: ${sizes.join(', ') || 'none with Pods'}.`;
};

const comparison = (deployment: Deployment, mine: readonly ReplicaSet[]) => ({
	want: wanted(deployment),
	replicaSets: mine.map(({metadata, spec, status}) => ({
		name: metadata.name,
		replicas: spec.replicas,
		available: status?.availableReplicas ?? 0,
	})),
});
