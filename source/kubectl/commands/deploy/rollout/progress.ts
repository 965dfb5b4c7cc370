import type {DaemonSet, Deployment, StatefulSet} from '../../../../objects/kubernetes.generated.js';
import {isObjectOf} from '../../../../objects/unstructured.js';
import {CommandFailure} from '../../../failure.js';
import type {RollingWorkload} from './workloads.js';

/** The progress of a rollout. */
export interface Progress {
	/** kubectl's text about it. */
	readonly text: string;
	readonly done: boolean;
}

/** The missing steps of a Deployment, in kubectl's words. */
const deploymentProgress = ({metadata, spec, status = {}}: Deployment): Progress => {
	const name = metadata.name;
	if ((metadata.generation ?? 0) > (status.observedGeneration ?? 0)) {
		return {text: 'Waiting for deployment spec update to be observed...\n', done: false};
	}

	const progressing = (status.conditions ?? []).find(({type}) => type === 'Progressing');
	if (progressing?.reason === 'ProgressDeadlineExceeded') {
		throw new CommandFailure(`deployment "${name}" exceeded its progress deadline`);
	}

	const {replicas: current = 0, updatedReplicas = 0, availableReplicas = 0} = status;
	const wanted = spec.replicas ?? 1;
	if (updatedReplicas < wanted) {
		return {
			text: `Waiting for deployment "${name}" rollout to finish: ${updatedReplicas} out of ${wanted} new replicas have been updated...\n`,
			done: false,
		};
	}

	if (current > updatedReplicas) {
		return {
			text: `Waiting for deployment "${name}" rollout to finish: ${current - updatedReplicas} old replicas are pending termination...\n`,
			done: false,
		};
	}

	if (availableReplicas < updatedReplicas) {
		return {
			text: `Waiting for deployment "${name}" rollout to finish: ${availableReplicas} of ${updatedReplicas} updated replicas are available...\n`,
			done: false,
		};
	}

	return {text: `deployment "${name}" successfully rolled out\n`, done: true};
};

const daemonSetProgress = ({metadata, spec, status}: DaemonSet): Progress => {
	if (spec.updateStrategy?.type === 'OnDelete') {
		throw new CommandFailure('rollout status is only available for RollingUpdate strategy type');
	}

	if ((metadata.generation ?? 0) > (status?.observedGeneration ?? 0)) {
		return {text: 'Waiting for daemon set spec update to be observed...\n', done: false};
	}

	const updated = status?.updatedNumberScheduled ?? 0;
	const wanted = status?.desiredNumberScheduled ?? 0;
	const available = status?.numberAvailable ?? 0;
	if (updated < wanted) {
		return {
			text: `Waiting for daemon set "${metadata.name}" rollout to finish: ${updated} out of ${wanted} new pods have been updated...\n`,
			done: false,
		};
	}

	return available < wanted
		? {
				text: `Waiting for daemon set "${metadata.name}" rollout to finish: ${available} of ${wanted} updated pods are available...\n`,
				done: false,
			}
		: {text: `daemon set "${metadata.name}" successfully rolled out\n`, done: true};
};

const statefulSetProgress = ({metadata, spec, status}: StatefulSet): Progress => {
	if (spec.updateStrategy?.type === 'OnDelete') {
		throw new CommandFailure('rollout status is only available for RollingUpdate strategy type');
	}

	if (!status?.observedGeneration || (metadata.generation ?? 0) > status.observedGeneration) {
		return {text: 'Waiting for statefulset spec update to be observed...\n', done: false};
	}

	const wanted = spec.replicas ?? 1;
	const {readyReplicas = 0, updatedReplicas = 0, updateRevision, currentRevision} = status;
	if (readyReplicas < wanted) {
		return {text: `Waiting for ${wanted - readyReplicas} pods to be ready...\n`, done: false};
	}

	// The defaults of the API write `rollingUpdate: {partition: 0}`, so most sets use this path.
	const rollingUpdate = spec.updateStrategy?.rollingUpdate;
	if (rollingUpdate) {
		const partition = rollingUpdate.partition ?? 0;
		return updatedReplicas < wanted - partition
			? {
					text: `Waiting for partitioned roll out to finish: ${updatedReplicas} out of ${wanted - partition} new pods have been updated...\n`,
					done: false,
				}
			: {text: `partitioned roll out complete: ${updatedReplicas} new pods have been updated...\n`, done: true};
	}

	return updateRevision === currentRevision
		? {
				text: `statefulset rolling update complete ${status.currentReplicas ?? 0} pods at revision ${currentRevision}...\n`,
				done: true,
			}
		: {
				text: `waiting for statefulset rolling update to complete ${updatedReplicas} pods at revision ${updateRevision}...\n`,
				done: false,
			};
};

/**
The progress of a workload's rollout.

@throws {CommandFailure} if it failed or cannot be determined.
@mirrors kubectl/pkg/polymorphichelpers StatusViewer
*/
export const progressOf = (object: RollingWorkload): Progress => {
	if (isObjectOf(object, 'deployments.apps')) {
		return deploymentProgress(object);
	}

	return isObjectOf(object, 'daemonsets.apps') ? daemonSetProgress(object) : statefulSetProgress(object);
};
