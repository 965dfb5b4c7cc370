import {
	conditionOf,
	deploymentCondition,
	hasDeadline,
	nextProgressCheckMs,
	rolloutStatus,
	sameDeploymentStatus,
	withCondition,
} from './deployment-status.js';
import {revisionAnnotation} from './revision.js';
import {wanted} from './rollout.js';
import type {Routine} from '../../kernel/routine.js';
import {keyOf} from '../../client/informer.js';
import type {Deployment, DeploymentStatus, ReplicaSet} from '../../objects/kubernetes.generated.js';
import {registryKey} from '../../objects/resources.js';
import type {DeploymentNews} from '../../stages/facts/controllers/workloads.js';
import {note} from '../../stages/note.js';
import type {Tools} from '../controller.js';

/** A Deployment's ReplicaSets, by their role. */
export interface Sets {
	readonly all: readonly ReplicaSet[];
	readonly current: ReplicaSet | undefined;
	readonly old: readonly ReplicaSet[];
}

export const ledgerKey = ({metadata}: Deployment): string =>
	registryKey('deployments.apps', metadata.namespace, metadata.name);

/** Writes a Deployment's visible state: its status, its revision, the progress of its rollout. */
export class StatusWriter {
	constructor(readonly tools: Tools) {}

	/** Writes the condition that reports a pause or its end, so that time spent in it does not count. */
	*notePause(deployment: Deployment): Routine<Deployment> {
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
		return yield* this.updateStatus(
			deployment,
			{...deployment, status},
			{case: 'condition', message: news.message ?? ''},
		);
	}

	*setRevision(
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
		yield* this.updateStatus(
			deployment,
			{...deployment, metadata: {...metadata, annotations}, status: changed},
			{case: 'revision', revision, message: condition?.message},
		);
	}

	*finishRollout(deployment: Deployment, {all, current}: Sets): Routine {
		const {kernel, queue} = this.tools;
		const status = rolloutStatus(deployment, all, current, kernel.wallClockMs, kernel.timestamp());
		const written = yield* this.writeStatus(deployment, status);
		const checkMs = written ? undefined : nextProgressCheckMs(deployment, status, kernel.wallClockMs);
		if (checkMs !== undefined) {
			queue.addAfter(keyOf(deployment), checkMs, {periodic: true});
		}
	}

	/** @returns whether a write was needed. */
	*writeStatus(deployment: Deployment, status: DeploymentStatus): Routine<boolean> {
		if (sameDeploymentStatus(deployment.status, status)) {
			return false;
		}

		const {updatedReplicas = 0, availableReplicas = 0} = status;
		const want = wanted(deployment);
		yield* this.updateStatus(
			deployment,
			{...deployment, status},
			{case: 'counts', updated: updatedReplicas, available: availableReplicas, want},
		);
		return true;
	}

	*updateStatus(before: Deployment, changed: Deployment, news: DeploymentNews): Routine<Deployment> {
		yield* note(
			'controller.deployment.status',
			{...news, before: before.status, after: changed.status},
			{object: ledgerKey(before)},
		);
		return yield* this.tools.client.updateStatus('deployments.apps', changed);
	}
}
