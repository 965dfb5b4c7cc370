import {conditionOf, deploymentCondition, hasDeadline, withCondition} from './deployment-status.js';
import {
	findNewReplicaSet,
	maxRevision,
	newReplicaSetAnnotations,
	revisionAnnotation,
	sameTemplate,
	surplusHistory,
} from './revision.js';
import {newReplicaSetSize, sizeAnnotations, totalSize, type Scaling} from './rollout.js';
import type {Routine} from '../../kernel/routine.js';
import {ApiError, ignoreNotFound, isAlreadyExists, notFound} from '../../client/errors.js';
import type {Deployment, ReplicaSet} from '../../objects/kubernetes.generated.js';
import {controllerOf, ownerReference} from '../../objects/owner.js';
import {registryKey} from '../../objects/resources.js';
import {podTemplateHash, podTemplateHashLabel} from '../../objects/workload.js';
import {note} from '../../stages/note.js';
import type {Tools} from '../controller.js';
import {isNamespaceTerminating} from '../pod-control.js';
import type {Sets, StatusWriter} from './status-writer.js';
import {equal} from '../../kernel/equality.js';

/** Finds, makes, sizes and deletes the ReplicaSets of a Deployment. */
export class ReplicaSets {
	constructor(
		readonly tools: Tools,
		readonly status: StatusWriter,
	) {}

	/**
	Finds the ReplicaSet of the present template and brings its annotations, and the Deployment's revision, up to date.

	@param create whether to create a missing ReplicaSet.
	*/
	*sets(deployment: Deployment, owned: readonly ReplicaSet[], create: boolean): Routine<Sets> {
		const sets = splitSets(deployment, owned);
		const revision = maxRevision(sets.old) + 1;
		if (!sets.current) {
			if (!create) {
				return sets;
			}

			const created = yield* this.createReplicaSet(deployment, sets.old, revision);
			return {all: [...sets.old, created], current: created, old: sets.old};
		}

		const {metadata, spec} = sets.current;
		const annotations = newReplicaSetAnnotations(deployment, metadata.annotations, revision);
		const {minReadySeconds} = deployment.spec;
		if (annotations !== metadata.annotations || (minReadySeconds ?? 0) !== (spec.minReadySeconds ?? 0)) {
			yield* note(
				'controller.deployment.revision',
				{revision: annotations[revisionAnnotation], before: sets.current},
				{object: registryKey('replicasets.apps', metadata.namespace, metadata.name)},
			);
			const updated = yield* this.tools.client.update('replicasets.apps', {
				...sets.current,
				metadata: {...metadata, annotations},
				spec: {...spec, minReadySeconds},
			});
			return {
				all: sets.all.map((one) => (one === sets.current ? updated : one)),
				current: updated,
				old: sets.old,
			};
		}

		const found = `Found new replica set "${metadata.name}"`;
		const fresh = hasDeadline(deployment) && !conditionOf(deployment.status, 'Progressing');
		yield* this.status.setRevision(
			deployment,
			annotations[revisionAnnotation] ?? '',
			fresh
				? deploymentCondition('Progressing', 'True', 'FoundNewReplicaSet', found, this.tools.kernel.timestamp())
				: undefined,
		);
		return sets;
	}

	*createReplicaSet(deployment: Deployment, old: readonly ReplicaSet[], revision: number): Routine<ReplicaSet> {
		const {client, recorder, kernel, informer} = this.tools;
		const {namespace, name, uid} = deployment.metadata;
		const draft = newReplicaSet(deployment, old, revision);
		const size = draft.spec.replicas;
		yield* note(
			'controller.deployment.create',
			{deployment: name, input: draft, revision},
			{object: registryKey('replicasets.apps', namespace, draft.metadata.name)},
		);
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
			if (isAlreadyExists(error) && !existing) {
				// Its own, most likely, which its cache does not have yet.
				throw notFound('replicaset.apps', draft.metadata.name);
			}

			if (
				existing &&
				controllerOf(existing)?.uid === uid &&
				sameTemplate(existing.spec.template, deployment.spec.template)
			) {
				created = existing;
			} else {
				yield* this.cannotCreate(deployment, draft.metadata.name, error);
				throw error;
			}
		}

		if (made && size > 0) {
			const message = `Scaled up replica set ${created.metadata.name} from 0 to ${size}`;
			yield* recorder.event(deployment, 'Normal', 'ScalingReplicaSet', message);
		}

		const message = `Created new replica set "${created.metadata.name}"`;
		yield* this.status.setRevision(
			deployment,
			String(revision),
			made && hasDeadline(deployment)
				? deploymentCondition('Progressing', 'True', 'NewReplicaSetCreated', message, kernel.timestamp())
				: undefined,
		);
		return created;
	}

	*cannotCreate(deployment: Deployment, name: string, error: ApiError): Routine {
		const {recorder, kernel} = this.tools;
		const {status} = deployment;
		if (error.reason === 'AlreadyExists') {
			const collisionCount = (status?.collisionCount ?? 0) + 1;
			const changed = {...deployment, status: {...status, collisionCount}};
			yield* this.status.updateStatus(deployment, changed, {case: 'collision', name});
			return;
		}

		if (isNamespaceTerminating(error)) {
			return;
		}

		const message = `Failed to create new replica set "${name}": ${error.message}`;
		if (hasDeadline(deployment)) {
			const news = deploymentCondition('Progressing', 'False', 'ReplicaSetCreateError', message, kernel.timestamp());
			const changed = {...status, conditions: withCondition(status?.conditions ?? [], news)};
			yield* this.status.updateStatus(deployment, {...deployment, status: changed}, {case: 'condition', message});
		}

		yield* recorder.event(deployment, 'Warning', 'ReplicaSetCreateError', message);
	}

	*scaleAll(deployment: Deployment, sets: Sets, plan: readonly Scaling[]): Routine<Sets> {
		const {client, recorder} = this.tools;
		const {namespace} = deployment.metadata;
		let result = sets;
		for (const {replicaSet, to} of plan) {
			const {metadata, spec} = replicaSet;
			const from = spec.replicas ?? 1;
			const annotations = {...metadata.annotations, ...sizeAnnotations(deployment)};
			if (from === to && equal(annotations, metadata.annotations ?? {})) {
				continue;
			}

			if (from !== to) {
				yield* note(
					'controller.deployment.scale',
					{deployment: deployment.metadata.name, from, to, before: replicaSet},
					{object: registryKey('replicasets.apps', namespace, metadata.name)},
				);
			}

			const updated = yield* client.update('replicasets.apps', {
				...replicaSet,
				metadata: {...metadata, annotations},
				spec: {...spec, replicas: to},
			});
			if (from !== to) {
				const message = `Scaled ${to > from ? 'up' : 'down'} replica set ${metadata.name} from ${from} to ${to}`;
				yield* recorder.event(deployment, 'Normal', 'ScalingReplicaSet', message);
			}

			const swap = (one: ReplicaSet) => (one === replicaSet ? updated : one);
			result = {all: result.all.map(swap), old: result.old.map(swap), current: result.current && swap(result.current)};
		}

		return result;
	}

	*cleanUp(deployment: Deployment, old: readonly ReplicaSet[]): Routine {
		const limit = deployment.spec.revisionHistoryLimit ?? 10;
		for (const {metadata} of surplusHistory(deployment, old)) {
			yield* note(
				'controller.deployment.cleanup',
				{limit},
				{object: registryKey('replicasets.apps', metadata.namespace, metadata.name)},
			);
			yield* ignoreNotFound(this.tools.client.delete('replicasets.apps', metadata.namespace, metadata.name));
		}
	}
}

export const splitSets = (deployment: Deployment, owned: readonly ReplicaSet[]): Sets => {
	const current = findNewReplicaSet(deployment, owned);
	return {all: owned, current, old: owned.filter((replicaSet) => replicaSet !== current)};
};

/** The ReplicaSet for the current template: a copy of it, distinguished by its hash. */
export const newReplicaSet = (deployment: Deployment, old: readonly ReplicaSet[], revision: number) => {
	const {metadata, spec, status} = deployment;
	const hash = podTemplateHash(spec.template, status?.collisionCount);
	const labels = {...spec.template.metadata?.labels, [podTemplateHashLabel]: hash};
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
			selector: {...spec.selector, matchLabels: {...spec.selector.matchLabels, [podTemplateHashLabel]: hash}},
			template: {...spec.template, metadata: {...spec.template.metadata, labels}},
		},
	};
};
