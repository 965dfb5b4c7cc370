import {parseDuration} from '../go/duration.js';
import {parseTimestamp} from '../kernel/clock.js';
import {nextRunIn} from '../objects/cron-run-in-zone.js';
import {parseCronSchedule} from '../objects/cron-schedule.js';
import {faultEndedKey, type EndedFault} from '../objects/fault.js';
import {isKind, type KubernetesObject} from '../objects/kubernetes-object.js';
import type {
	Container,
	ContainerStatus,
	CronJob,
	Deployment,
	HorizontalPodAutoscaler,
	Job,
	Node,
	Pod,
	Probe,
} from '../objects/kubernetes.generated.js';
import {comingNodesKey, type ComingNode} from '../objects/node-group.js';
import {noExecute, staySeconds} from '../objects/taints.js';
import {isPodReady, isSidecar, isTerminal, podCondition} from '../objects/pod.js';
import {all, eventMs, isSystem, lastEvent, type Entry, type Reader} from './look.js';
import {jobsOf} from './progress.js';
import {doubts, probationMs} from './steadiness.js';
import type {Scene} from './symptom.js';
import type {DiagnosisWords, Saying} from './words/words.js';

/** Something that is due, though nothing happens until then. */
export interface Wait {
	/** Milliseconds since 1970. */
	readonly untilMs: number;
	/** The name of the wait: `the back-off of main in web`. */
	readonly words: Saying;
	/** It may be over at any moment before, so a run with a shorter limit waits for it too. */
	readonly isLongest?: boolean;
}

/** The time limit of a run without a natural end. */
export interface Patience {
	/** Runs of CronJobs that begin later are not waited for. */
	readonly cronMs: number;
	/** The user asked to see all runs until then; otherwise the first is enough. */
	readonly everyRun: boolean;
	/** The time limit of a program that ends, of an attach, or of a first answer. */
	readonly workMs: number;
	/** The time of the command, in milliseconds since 1970: waiting objects may have to be checked again after it. */
	readonly sinceMs: number;
}

const timeOf = (text: string | undefined): number => (text === undefined ? 0 : parseTimestamp(text));
const secondsAfter = (time: string | undefined, seconds: number | undefined): number =>
	time === undefined || seconds === undefined ? 0 : timeOf(time) + seconds * 1000;

/** After so many restarts, another one is not expected to help. */
const hopefulRestarts = 3;

/** Pulls that failed are tried again after 10 s, and then ever later; two answers of a registry that are equal are enough. */
const pullsMs = 25_000;

/** A registry that did not answer may do so later: 10, 20 and 40 s, and the pulls themselves. */
const unansweredPullsMs = 90_000;

const isAnswer = (message: string): boolean =>
	/not found|manifest unknown|unauthorized|denied|forbidden|invalid|no such host/i.test(message);

/** The kubelet retries a failed setup within this time. */
const retryMs = 70_000;

/** How long the news of an ended or waiting container is in transit. */
const newsMs = 20_000;

/** A longer sleep means that the program is there to stay. */
const longestSleepSeconds = 300;

const secondsOf: Readonly<Record<string, number>> = {'': 1, s: 1, m: 60, h: 3600, d: 86_400};

/** The last sleep of a script before it continues, if known and not in a loop. */
const sleepMs = ({command = [], args = []}: Pick<Container, 'command' | 'args'>): number => {
	const text = [...command, ...args].join(' ');
	if (/\b(?:while|until|for)\b/.test(text)) {
		return 0;
	}

	let sum = 0;
	for (const [, number, unit = ''] of text.matchAll(/\bsleep (?:(\d+)([smhd]?)\b|\S+)/g)) {
		const seconds = number === undefined ? Infinity : Number(number) * (secondsOf[unit] ?? 1);
		if (seconds > longestSleepSeconds) {
			break;
		}

		sum += seconds;
	}

	return Math.min(longestSleepSeconds, sum) * 1000;
};

/** Probes find out later how a script behaves after its sleep. */
const findingMs = ({livenessProbe, readinessProbe}: Container): number =>
	Math.max(2000, ...[livenessProbe, readinessProbe].map((probe) => (probe ? probationMs(probe) : 0)));

const containerWaits = (pod: Pod, {name, state, lastState, restartCount}: ContainerStatus, sinceMs: number): Wait[] => {
	const {reason, message = ''} = state?.waiting ?? {};
	const spec = pod.spec.containers.find((container) => container.name === name);
	const endMs = spec && state?.running ? sleepMs(spec) : 0;
	if (spec && endMs > 0) {
		return [
			{
				untilMs: timeOf(state?.running?.startedAt) + endMs + findingMs(spec),
				words: ({progress: {waits: say}}) => say.sleep(name, pod.metadata.name),
			},
		];
	}

	if (state?.terminated && restartCount < hopefulRestarts) {
		return [
			{
				untilMs: timeOf(state.terminated.finishedAt) + newsMs,
				words: ({progress: {waits: say}}) => say.startedAgain(name, pod.metadata.name),
			},
		];
	}

	if (reason === 'CreateContainerConfigError') {
		return [{untilMs: sinceMs + retryMs, words: ({progress: {waits: say}}) => say.nextTry(name, pod.metadata.name)}];
	}

	if (reason === 'CrashLoopBackOff' && restartCount < hopefulRestarts) {
		const [, length = '10s'] = /back-off (\S+) restarting/.exec(message) ?? [];
		const untilMs = timeOf(lastState?.terminated?.finishedAt) + Math.min(300_000, parseDuration(length) ?? 10_000);
		return [{untilMs: untilMs + 5000, words: ({progress: {waits: say}}) => say.backOff(name, pod.metadata.name)}];
	}

	return reason === 'ImagePullBackOff' || reason === 'ErrImagePull'
		? [
				{
					untilMs: timeOf(pod.status.startTime) + (isAnswer(message) ? pullsMs : unansweredPullsMs),
					words: ({progress: {waits: say}}) => say.pull(name, pod.metadata.name),
				},
			]
		: [];
};

/** Whether the programs of a Pod are to end by themselves. */
const isToEnd = ({spec, status}: Pod): ContainerStatus | undefined =>
	(status.initContainerStatuses ?? []).find(
		({name, state}) =>
			state?.running && !spec.initContainers?.some((container) => container.name === name && isSidecar(container)),
	) ?? (spec.restartPolicy === 'Always' ? undefined : status.containerStatuses?.find(({state}) => state?.running));

/** The record of a container in its runtime, as the ledger has it. */
interface RuntimeRecord {
	readonly state: string;
	/** RFC 3339; absent until it has ended. */
	readonly finishedAt?: string;
}

/** The ends of containers that their Pod's status does not show yet: the kubelet finds them at its next list. */
const untoldEndWaits = ({metadata, spec}: Pod, {name, state, containerID}: ContainerStatus, ledger: Reader): Wait[] => {
	const id = containerID?.replace(/^containerd:\/\//, '');
	const record = state?.running ? ledger.read<RuntimeRecord>(`/nodes/${spec.nodeName}/containers/${id}`) : undefined;
	return record?.state === 'EXITED'
		? [
				{
					untilMs: timeOf(record.finishedAt) + newsMs,
					words: ({progress: {waits: say}}) => say.startedAgain(name, metadata.name),
				},
			]
		: [];
};

const beforeTheStart: ReadonlyArray<string | undefined> = ['PodInitializing', 'ContainerCreating', undefined];

/** The time of a failed start that the containers' statuses do not show yet: the kubelet records it at the next sync of the Pod. 0 if there is none. */
const untoldFailureMs = (pod: Pod, ledger: Reader): number => {
	const failed = lastEvent(ledger, pod, ['Failed']);
	const isTold = (pod.status.containerStatuses ?? []).some(
		({state}) => !state?.waiting || !beforeTheStart.includes(state.waiting.reason),
	);
	return failed && !isTold ? eventMs(failed) : 0;
};

/** Until a Pod that has to leave is deleted, and another is there in its place. */
const evictedMs = 5000;

/** When a Pod has to leave its node, whose taints it tolerates for some time only. */
const evictionWaits = ({metadata, spec}: Pod, ledger: Reader): Wait[] => {
	const {taints = []} = ledger.read<Node>(`/registry/minions/${spec.nodeName}`)?.spec ?? {};
	const seconds = taints.length === 0 ? undefined : staySeconds(taints, spec.tolerations);
	return seconds === undefined
		? []
		: [
				{
					untilMs: Math.min(...noExecute(taints).map(({timeAdded}) => timeOf(timeAdded))) + seconds * 1000 + evictedMs,
					words: ({progress: {waits: say}}) => say.eviction(metadata.name, spec.nodeName ?? ''),
				},
			];
};

/** How long after the start of a container a probe has had the time to succeed. */
const successMs = ({
	initialDelaySeconds = 0,
	periodSeconds = 10,
	successThreshold = 1,
	timeoutSeconds = 1,
}: Probe): number => (initialDelaySeconds + periodSeconds * successThreshold + timeoutSeconds) * 1000;

/** The first answers of the probes without which a running container is not ready. */
const probeWaits = ({metadata, spec, status}: Pod): Wait[] =>
	(status.containerStatuses ?? []).flatMap(({name, state, ready, started}) => {
		const {startupProbe, readinessProbe} = spec.containers.find((container) => container.name === name) ?? {};
		const due = [started ? undefined : startupProbe, readinessProbe].flatMap((probe) =>
			probe ? [successMs(probe)] : [],
		);
		return state?.running && !ready && due.length > 0
			? [
					{
						untilMs: timeOf(state.running.startedAt) + Math.max(...due) + newsMs,
						words: ({progress: {waits: say}}: DiagnosisWords) => say.probes(name, metadata.name),
					},
				]
			: [];
	});

/** The pending work of a Pod that has a node and does not run yet: volumes, its sandbox, a change. */
const startWaits = (pod: Pod, ledger: Reader, {workMs, sinceMs}: Patience): Wait[] => {
	const {metadata, spec, status} = pod;
	if (spec.nodeName === undefined || isPodReady(pod)) {
		return [];
	}

	const name = metadata.name;
	const startedMs = timeOf(status.startTime);
	const isPending = status.phase === 'Pending';
	const isUnmounted = isPending && lastEvent(ledger, pod, ['FailedMount']) !== undefined;
	const isUnconnected =
		isPending &&
		(status.containerStatuses ?? []).every(({containerID}) => containerID === undefined) &&
		lastEvent(ledger, pod, ['FailedCreatePodSandBox']) !== undefined;
	const isMounting =
		isPending &&
		!isUnmounted &&
		(spec.volumes ?? []).some(({persistentVolumeClaim, csi}) => persistentVolumeClaim ?? csi);
	const due = (isDue: boolean, untilMs: number, words: Saying, isLongest = false): Wait[] =>
		isDue ? [{untilMs, words, isLongest}] : [];
	return [
		...due(isUnmounted, sinceMs + retryMs, ({progress: {waits: say}}) => say.mount(name)),
		...due(isUnconnected, Math.max(startedMs, sinceMs) + retryMs, ({progress: {waits: say}}) => say.sandbox(name)),
		...due(true, Math.max(startedMs, sinceMs, untoldFailureMs(pod, ledger)) + newsMs, ({progress: {waits: say}}) =>
			say.news(name),
		),
		...due(isMounting, startedMs + workMs, ({progress: {waits: say}}) => say.volumes(name), true),
	];
};

/** The time until a Pod's object is deleted after its grace period: its kubelet lists it once a second, and cleans up. */
const goneMs = 5000;

/** How long a new node takes until its Pods run. */
const newNodeMs = 30_000;

/** A Pod that fits nowhere waits for the nodes that the cluster autoscaler has asked for. */
const comingNodeWaits = ({spec, status}: Pod, ledger: Reader): Wait[] =>
	spec.nodeName === undefined && podCondition({status}, 'PodScheduled')?.status === 'False'
		? (ledger.read<readonly ComingNode[]>(comingNodesKey) ?? []).map(({name, atMs}) => ({
				untilMs: atMs + newNodeMs,
				words: ({progress: {waits: say}}: DiagnosisWords) => say.node(name),
			}))
		: [];

const podWaits = ({object: pod}: Entry<Pod>, {ledger}: Scene, patience: Patience): Wait[] => {
	const {metadata, spec, status} = pod;
	if (metadata.deletionTimestamp !== undefined) {
		return [
			{
				untilMs: timeOf(metadata.deletionTimestamp) + goneMs,
				words: ({progress: {waits: say}}) => say.news(metadata.name),
			},
		];
	}

	if (isTerminal(pod)) {
		return [];
	}

	const program = isToEnd(pod);
	return [
		...evictionWaits(pod, ledger),
		...comingNodeWaits(pod, ledger),
		...(spec.activeDeadlineSeconds === undefined
			? []
			: [
					{
						untilMs: secondsAfter(status.startTime, spec.activeDeadlineSeconds + 2),
						words: ({progress: {waits: say}}: DiagnosisWords) => say.deadline('activeDeadlineSeconds', metadata.name),
					},
				]),
		...[...(status.initContainerStatuses ?? []), ...(status.containerStatuses ?? [])].flatMap((container) => [
			...untoldEndWaits(pod, container, ledger),
			...containerWaits(pod, container, patience.sinceMs),
		]),
		...(program
			? [
					{
						untilMs: timeOf(program.state?.running?.startedAt) + patience.workMs,
						isLongest: true,
						words: ({progress: {waits: say}}: DiagnosisWords) => say.end(program.name, metadata.name),
					},
				]
			: []),
		...startWaits(pod, ledger, patience),
		...probeWaits(pod),
		...doubts(pod).map(({untilMs, because, container}) => ({
			untilMs,
			words: ({progress: {waits: say}}: DiagnosisWords) =>
				(because === 'probed' ? say.probes : say.lasting)(container, metadata.name),
		})),
	];
};

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

/** The default of the apiserver. If the user did not set it, the run does not wait for it. */
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

/** Without being asked, the first run of a CronJob is waited for if it begins within five minutes. */
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

/** A controller that was refused asks again after 5 ms, then each time after twice as long: the next time is no further away than the first is past. */
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
