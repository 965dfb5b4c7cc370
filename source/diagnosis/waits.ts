import {nextRunIn} from '../objects/cron-run-in-zone.js';
import {parseCronSchedule} from '../objects/cron-schedule.js';
import {faultEndedKey, type EndedFault} from '../objects/fault.js';
import {isKind, type KubernetesObject} from '../objects/kubernetes-object.js';
import type {CronJob, Deployment, HorizontalPodAutoscaler, Job} from '../objects/kubernetes.generated.js';
import {isPodReady} from '../objects/pod.js';
import {all, isSystem, lastEvent, type Entry} from './look.js';
import {jobsOf} from './progress.js';
import type {Scene} from './symptom.js';
import {podWaits} from './pod-waits.js';
import {secondsAfter, timeOf, type Patience, type Wait} from './wait.js';

const jobWaits = ({metadata, spec, status}: Job): Wait[] =>
	status?.completionTime !== undefined || status?.conditions?.some(({type}) => type === 'Failed' || type === 'Complete')
		? []
		: [
				{
					// The Job has failed once its Pods have ended, which takes up to their grace period.
					untilMs: secondsAfter(
						status?.startTime,
						spec?.activeDeadlineSeconds &&
							spec.activeDeadlineSeconds + (spec.template.spec?.terminationGracePeriodSeconds ?? 30) + 10,
					),
					words: ({progress: {waits: say}}) => say.deadline('activeDeadlineSeconds', metadata.name),
				},
			];

/** The apiserver's default; a run waits for this time only if the user set it. */
const defaultProgressSeconds = 600;

const deploymentWaits = ({metadata, spec, status}: Deployment): Wait[] => {
	const {progressDeadlineSeconds = defaultProgressSeconds, replicas = 1, minReadySeconds = 0} = spec;
	const progressing = status?.conditions?.find(({type}) => type === 'Progressing');
	if (
		(status?.availableReplicas ?? 0) >= replicas ||
		progressing?.status !== 'True' ||
		progressDeadlineSeconds === defaultProgressSeconds
	) {
		return [];
	}

	return [
		{
			untilMs: secondsAfter(progressing.lastUpdateTime, progressDeadlineSeconds + minReadySeconds + 2),
			words: ({progress: {waits: say}}) => say.deadline('progressDeadlineSeconds', metadata.name),
		},
	];
};

const cronWaits = ({object: cron}: Entry<CronJob>, {ledger, wallMs}: Scene, {cronMs, everyRun}: Patience): Wait[] => {
	const {metadata, spec, status} = cron;
	const schedule = parseCronSchedule(spec.schedule);
	if (spec.suspend || typeof schedule === 'string') {
		return [];
	}

	const sinceMs = timeOf(status?.lastScheduleTime ?? metadata.creationTimestamp);
	const nextMs = nextRunIn(schedule, schedule.zone ?? spec.timeZone, Math.max(sinceMs, wallMs - 1000));
	const created = timeOf(metadata.creationTimestamp);
	const isFirst = jobsOf(cron, ledger).length === 0;
	return nextMs !== undefined && nextMs - created <= cronMs && (isFirst || everyRun)
		? [{untilMs: nextMs + 3000, words: ({progress: {waits: say}}) => say.nextRun(metadata.name)}]
		: [];
};

/** The default limit within which a run waits for the first run of a CronJob: five minutes. */
export const firstCronMs = 300_000;

const autoscalerWaits = ({metadata, status}: HorizontalPodAutoscaler): Wait[] =>
	(status?.conditions ?? []).length === 0
		? [
				{
					untilMs: secondsAfter(metadata.creationTimestamp, 17),
					words: ({progress: {waits: say}}) => say.metrics(metadata.name),
				},
			]
		: [];

/** Whether a controller has fewer Pods than desired, according to its status. */
const lacksPods = (object: KubernetesObject): boolean => {
	if (
		isKind(object, 'apps/v1 ReplicaSet') ||
		isKind(object, 'apps/v1 StatefulSet') ||
		isKind(object, 'v1 ReplicationController')
	) {
		return (object.status?.replicas ?? 0) < (object.spec?.replicas ?? 1);
	}

	if (isKind(object, 'apps/v1 DaemonSet')) {
		return (object.status?.currentNumberScheduled ?? 0) < Math.max(1, object.status?.desiredNumberScheduled ?? 0);
	}

	return (
		isKind(object, 'batch/v1 Job') &&
		[object.status?.active, object.status?.succeeded, object.status?.failed].every((count = 0) => count === 0)
	);
};

/**
The wait for a refused controller's next try: it retries after 5 ms, then after twice as long each time, so the next wait is at most the
time since the first try.
*/
const refusedWaits = (object: KubernetesObject, {ledger}: Scene, {sinceMs}: Patience): Wait[] => {
	const pastMs = Math.min(longestRetryMs, Math.max(0, sinceMs - timeOf(object.metadata.creationTimestamp)));
	return lacksPods(object) && lastEvent(ledger, object, ['FailedCreate'])
		? [{untilMs: sinceMs + pastMs + refusedMs, words: ({progress: {waits: say}}) => say.nextPod(object.metadata.name)}]
		: [];
};

/** The longest back-off of a controller's queue. */
const longestRetryMs = 1_000_000;

const refusedMs = 20_000;

const waitsOn = (entry: Entry<KubernetesObject>, scene: Scene, patience: Patience): Wait[] => {
	const {key, object} = entry;
	if (isKind(object, 'v1 Pod')) {
		return podWaits({key, object}, scene, patience);
	}

	if (isKind(object, 'batch/v1 Job')) {
		return [...jobWaits(object), ...refusedWaits(object, scene, patience)];
	}

	if (isKind(object, 'apps/v1 Deployment')) {
		return deploymentWaits(object);
	}

	if (isKind(object, 'batch/v1 CronJob')) {
		return cronWaits({key, object}, scene, patience);
	}

	if (isKind(object, 'autoscaling/v2 HorizontalPodAutoscaler')) {
		return autoscalerWaits(object);
	}

	return refusedWaits(object, scene, patience);
};

const waited = [
	'pods',
	'jobs',
	'deployments',
	'replicasets',
	'statefulsets',
	'daemonsets',
	'controllers',
	'cronjobs',
	'horizontalpodautoscalers',
].map((name) => `/registry/${name}/`);

const isDue =
	({wallMs}: Scene) =>
	({untilMs}: Wait): boolean =>
		untilMs > wallMs;

/** Ready Pods without due work, with the patience of that result: until such a Pod changes, no work becomes due. */
const quiet = new WeakMap<KubernetesObject, number>();

/** The pending work of one object. A cluster has thousands of Pods without due work: each is checked once. */
const dueOf = (entry: Entry<KubernetesObject>, scene: Scene, patience: Patience): readonly Wait[] => {
	const {object} = entry;
	if (quiet.get(object) === patience.workMs) {
		return [];
	}

	const due = waitsOn(entry, scene, patience).filter(isDue(scene));
	if (due.length === 0 && isKind(object, 'v1 Pod') && isPodReady(object)) {
		quiet.set(object, patience.workMs);
	}

	return due;
};

/** The time for disconnected clients to retry and to catch up. */
const recoveryMs = 100_000;

const faultWaits = ({ledger}: Scene): Wait[] => {
	const ended = ledger.read<EndedFault>(faultEndedKey);
	return ended
		? [{untilMs: timeOf(ended.at) + recoveryMs, words: ({progress: {waits: say}}) => say.recovery(ended.words)}]
		: [];
};

/** The pending work that the user's objects define: deadlines, back-offs, probes, schedules. The earliest is first. */
export const waits = (scene: Scene, patience: Patience): readonly Wait[] =>
	waited
		.flatMap((prefix) => all<KubernetesObject>(scene.ledger, prefix))
		.filter(({object}) => !isSystem(object))
		.flatMap((entry) => dueOf(entry, scene, patience))
		.concat(faultWaits(scene).filter(isDue(scene)))
		.sort((a, b) => a.untilMs - b.untilMs);
