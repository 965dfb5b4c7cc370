import type {Routine} from '../../kernel/routine.js';
import {humanDuration} from '../duration.js';
import {parseTimestamp} from '../../kernel/clock.js';
import type {Unstructured, Value} from '../unstructured.js';
import type {Surroundings} from './describe.js';
import {describePodTemplate} from './describe-pod.js';
import {annotationLines, eventLines, longTime, pairLines} from './describe-text.js';
import {selectorText} from './pods-of.js';

const revisionOf = ({metadata}: Unstructured): string | undefined =>
	metadata?.annotations?.['deployment.kubernetes.io/revision'];

const replicaSetText = (sets: readonly Unstructured[]): string =>
	sets.length === 0
		? '<none>'
		: sets
				.map(
					({metadata, spec, status}) =>
						`${metadata?.name} (${status?.replicas ?? 0}/${spec.replicas ?? 0} replicas created)`,
				)
				.join(', ');

const conditionLines = (conditions: readonly Value[] | undefined): string =>
	(conditions ?? []).length === 0
		? ''
		: `Conditions:\n  Type\tStatus\tReason\n  ----\t------\t------\n${conditions!.map(({type, status, reason}) => `  ${type} \t${status}\t${reason ?? ''}\n`).join('')}`;

function* deployment(object: Unstructured, {list, events, nowMs}: Surroundings): Routine<string> {
	const {metadata = {}, spec, status = {}} = object;
	const sets = (yield* list('replicasets.apps', metadata.namespace, {
		labelSelector: selectorText(spec.selector),
	})).filter((set) => set.metadata?.ownerReferences?.some(({uid}) => uid === metadata.uid));
	const newest = sets.filter((set) => revisionOf(set) === revisionOf(object));
	const older = sets.filter(
		(set) => !newest.includes(set) && ((set.spec.replicas ?? 0) > 0 || (set.status?.replicas ?? 0) > 0),
	);
	const rolling = spec.strategy?.rollingUpdate;
	return [
		`Name:\t${metadata.name}\nNamespace:\t${metadata.namespace}\nCreationTimestamp:\t${longTime(metadata.creationTimestamp)}\n`,
		pairLines('Labels', metadata.labels),
		annotationLines(metadata.annotations),
		`Selector:\t${selectorText(spec.selector) || '<none>'}\n`,
		`Replicas:\t${spec.replicas ?? 1} desired | ${status.updatedReplicas ?? 0} updated | ${status.replicas ?? 0} total | ${status.availableReplicas ?? 0} available | ${status.unavailableReplicas ?? 0} unavailable\n`,
		`StrategyType:\t${spec.strategy?.type}\nMinReadySeconds:\t${spec.minReadySeconds ?? 0}\n`,
		rolling ? `RollingUpdateStrategy:\t${rolling.maxUnavailable} max unavailable, ${rolling.maxSurge} max surge\n` : '',
		`Pod Template:\n${describePodTemplate(spec.template)}`,
		conditionLines(status.conditions),
		`OldReplicaSets:\t${replicaSetText(older)}\nNewReplicaSet:\t${replicaSetText(newest)}\n`,
		eventLines(yield* events(), nowMs),
	].join('');
}

const phases = ['Running', 'Waiting', 'Succeeded', 'Failed'];

const phaseText = (pods: readonly Unstructured[]): string =>
	phases
		.map(
			(phase) =>
				`${pods.filter(({status}) => status?.phase === (phase === 'Waiting' ? 'Pending' : phase)).length} ${phase}`,
		)
		.join(' / ');

function* ownedPods({metadata, spec}: Unstructured, {list}: Surroundings): Routine<readonly Unstructured[]> {
	const pods = yield* list('pods', metadata?.namespace, {labelSelector: selectorText(spec.selector)});
	return pods.filter((pod) =>
		pod.metadata?.ownerReferences?.some(({uid, controller}) => controller && uid === metadata?.uid),
	);
}

const controlledBy = ({metadata}: Unstructured): string => {
	const owner = metadata?.ownerReferences?.find(({controller}) => controller);
	return owner ? `Controlled By:\t${owner.kind}/${owner.name}\n` : '';
};

function* replicaSet(object: Unstructured, around: Surroundings): Routine<string> {
	const {metadata = {}, spec, status = {}} = object;
	return [
		`Name:\t${metadata.name}\nNamespace:\t${metadata.namespace}\nSelector:\t${selectorText(spec.selector)}\n`,
		pairLines('Labels', metadata.labels),
		annotationLines(metadata.annotations),
		controlledBy(object),
		`Replicas:\t${status.replicas ?? 0} current / ${spec.replicas ?? 1} desired\nPods Status:\t${phaseText(yield* ownedPods(object, around))}\n`,
		`Pod Template:\n${describePodTemplate(spec.template)}`,
		conditionLines(status.conditions),
		eventLines(yield* around.events(), around.nowMs),
	].join('');
}

function* daemonSet(object: Unstructured, around: Surroundings): Routine<string> {
	const {metadata = {}, spec, status = {}} = object;
	return [
		`Name:\t${metadata.name}\nNamespace:\t${metadata.namespace}\nSelector:\t${selectorText(spec.selector)}\nNode-Selector:\t${selectorText(spec.template?.spec?.nodeSelector) || '<none>'}\n`,
		pairLines('Labels', metadata.labels),
		annotationLines(metadata.annotations),
		`Desired Number of Nodes Scheduled: ${status.desiredNumberScheduled ?? 0}\nCurrent Number of Nodes Scheduled: ${status.currentNumberScheduled ?? 0}\n`,
		`Number of Nodes Scheduled with Up-to-date Pods: ${status.updatedNumberScheduled ?? 0}\nNumber of Nodes Scheduled with Available Pods: ${status.numberAvailable ?? 0}\nNumber of Nodes Misscheduled: ${status.numberMisscheduled ?? 0}\n`,
		`Pods Status:\t${phaseText(yield* ownedPods(object, around))}\nPod Template:\n${describePodTemplate(spec.template)}`,
		eventLines(yield* around.events(), around.nowMs),
	].join('');
}

function* statefulSet(object: Unstructured, around: Surroundings): Routine<string> {
	const {metadata = {}, spec, status = {}} = object;
	const claims: readonly Value[] = spec.volumeClaimTemplates ?? [];
	return [
		`Name:\t${metadata.name}\nNamespace:\t${metadata.namespace}\nCreationTimestamp:\t${longTime(metadata.creationTimestamp)}\nSelector:\t${selectorText(spec.selector)}\n`,
		pairLines('Labels', metadata.labels),
		annotationLines(metadata.annotations),
		`Replicas:\t${spec.replicas ?? 1} desired | ${status.replicas ?? 0} total\nUpdate Strategy:\t${spec.updateStrategy?.type}\n`,
		spec.updateStrategy?.rollingUpdate?.partition === undefined
			? ''
			: `  Partition:\t${spec.updateStrategy.rollingUpdate.partition}\n`,
		`Pods Status:\t${phaseText(yield* ownedPods(object, around))}\nPod Template:\n${describePodTemplate(spec.template)}`,
		claims.length === 0
			? 'Volume Claims:\t<none>\n'
			: `Volume Claims:\n${claims
					.map(
						(claim) =>
							`  Name:\t${claim.metadata.name}\n  StorageClass:\t${claim.spec.storageClassName ?? ''}\n${pairLines('  Labels', claim.metadata.labels)}${annotationLines(claim.metadata.annotations, '  ')}  Capacity:\t${claim.spec.resources?.requests?.storage ?? '<default>'}\n  Access Modes:\t[${(claim.spec.accessModes ?? []).join(' ')}]\n`,
					)
					.join('')}`,
		eventLines(yield* around.events(), around.nowMs),
	].join('');
}

function* job(object: Unstructured, around: Surroundings): Routine<string> {
	const {metadata = {}, spec, status = {}} = object;
	const took =
		status.startTime && status.completionTime
			? `Duration:\t${humanDuration(parseTimestamp(status.completionTime) - parseTimestamp(status.startTime))}\n`
			: '';
	return [
		`Name:\t${metadata.name}\nNamespace:\t${metadata.namespace}\nSelector:\t${selectorText(spec.selector)}\n`,
		pairLines('Labels', metadata.labels),
		annotationLines(metadata.annotations),
		controlledBy(object),
		`Parallelism:\t${spec.parallelism ?? 1}\nCompletions:\t${spec.completions ?? '<unset>'}\n`,
		spec.completionMode ? `Completion Mode:\t${spec.completionMode}\n` : '',
		spec.suspend === undefined ? '' : `Suspend:\t${spec.suspend}\n`,
		spec.backoffLimit === undefined ? '' : `Backoff Limit:\t${spec.backoffLimit}\n`,
		status.startTime ? `Start Time:\t${longTime(status.startTime)}\n` : '',
		status.completionTime ? `Completed At:\t${longTime(status.completionTime)}\n` : '',
		took,
		spec.activeDeadlineSeconds === undefined ? '' : `Active Deadline Seconds:\t${spec.activeDeadlineSeconds}s\n`,
		`Pods Statuses:\t${status.active ?? 0} Active (${status.ready ?? 0} Ready) / ${status.succeeded ?? 0} Succeeded / ${status.failed ?? 0} Failed\n`,
		status.completedIndexes ? `Completed Indexes:\t${status.completedIndexes}\n` : '',
		`Pod Template:\n${describePodTemplate(spec.template)}`,
		eventLines(yield* around.events(), around.nowMs),
	].join('');
}

function* cronJob(object: Unstructured, around: Surroundings): Routine<string> {
	const {metadata = {}, spec, status = {}} = object;
	const inner = spec.jobTemplate?.spec ?? {};
	return [
		`Name:\t${metadata.name}\nNamespace:\t${metadata.namespace}\n`,
		pairLines('Labels', metadata.labels),
		annotationLines(metadata.annotations),
		`Schedule:\t${spec.schedule}\nConcurrency Policy:\t${spec.concurrencyPolicy}\nSuspend:\t${spec.suspend ? 'True' : 'False'}\n`,
		`Successful Job History Limit:\t${spec.successfulJobsHistoryLimit ?? '<unset>'}\nFailed Job History Limit:\t${spec.failedJobsHistoryLimit ?? '<unset>'}\n`,
		`Starting Deadline Seconds:\t${spec.startingDeadlineSeconds === undefined ? '<unset>' : `${spec.startingDeadlineSeconds}s`}\nSelector:\t${selectorText(inner.selector) || '<unset>'}\n`,
		`Parallelism:\t${inner.parallelism ?? '<unset>'}\nCompletions:\t${inner.completions ?? '<unset>'}\n`,
		`Pod Template:\n${describePodTemplate(inner.template)}`,
		`Last Schedule Time:\t${status.lastScheduleTime ? longTime(status.lastScheduleTime) : '<unset>'}\nActive Jobs:\t${(status.active ?? []).map(({name}: Value) => name).join(', ') || '<none>'}\n`,
		eventLines(yield* around.events(), around.nowMs),
	].join('');
}

const kinds: Readonly<Record<string, (object: Unstructured, around: Surroundings) => Routine<string>>> = {
	Deployment: deployment,
	ReplicaSet: replicaSet,
	ReplicationController: replicaSet,
	DaemonSet: daemonSet,
	StatefulSet: statefulSet,
	Job: job,
	CronJob: cronJob,
};

/** Deployments, ReplicaSets, DaemonSets, StatefulSets, Jobs and CronJobs. */
export function* describeWorkload(object: Unstructured, around: Surroundings): Routine<string | undefined> {
	const describer = kinds[object.kind ?? ''];
	return describer ? yield* describer(object, around) : undefined;
}
