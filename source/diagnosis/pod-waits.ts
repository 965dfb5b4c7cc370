import {parseDuration} from '../go/duration.js';
import type {Container, ContainerStatus, Node, Pod, Probe} from '../objects/kubernetes.generated.js';
import {comingNodesKey, type ComingNode} from '../objects/node-group.js';
import {noExecute, staySeconds} from '../objects/taints.js';
import {isPodReady, isSidecar, isTerminal, podCondition} from '../objects/pod.js';
import {eventMs, eventsAbout, lastEvent, type Entry, type Reader} from './look.js';
import {stateOfMissing} from './rows/missing-reference.js';
import {doubts, probationMs} from './steadiness.js';
import type {Scene} from './symptom.js';
import type {DiagnosisWords, Saying} from './words/words.js';
import {secondsAfter, timeOf, type Patience, type Wait} from './wait.js';

/** The number of restarts after which another one is not expected to help. */
const hopefulRestarts = 3;

/** The wait for a second pull: failed pulls are retried after 10 s, then with growing delays; two equal answers of a registry suffice. */
const pullsMs = 25_000;

/** The wait for a registry without an answer, which may answer later: 10, 20 and 40 s, and the pulls themselves. */
const unansweredPullsMs = 90_000;

const isAnswer = (message: string): boolean =>
	/not found|manifest unknown|unauthorized|denied|forbidden|invalid|no such host/i.test(message);

/** The kubelet retries a failed setup within this time. */
const retryMs = 70_000;

/** The kubelet retries the setup of one volume at the latest after this time, however often it has failed. @mirrors exponentialbackoff.maxDurationBeforeRetry */
const lastRetryMs = 125_000;

/** The delay until the status reports an ended or waiting container. */
const newsMs = 20_000;

/** A longer sleep means that the program runs without end. */
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

/** Whether the programs of a Pod should end by themselves. */
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

/** The waits for ended containers that their Pod's status does not show yet: the kubelet finds them at its next list. */
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

/** The time of a failed start that the container statuses do not show yet: the kubelet records it at the next sync of the Pod. 0 if there is none. */
const untoldFailureMs = (pod: Pod, ledger: Reader): number => {
	const failed = lastEvent(ledger, pod, ['Failed']);
	const isTold = (pod.status.containerStatuses ?? []).some(
		({state}) => !state?.waiting || !beforeTheStart.includes(state.waiting.reason),
	);
	return failed && !isTold ? eventMs(failed) : 0;
};

/** The time until an evicted Pod is deleted and replaced. */
const evictedMs = 5000;

/** The time at which a Pod must leave its node, whose taints it tolerates for a limited time. */
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

/** The time after a container's start in which a probe can succeed. */
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

/** The next attempts to set up volumes whose missing objects exist by now. */
const mountableMs = (pod: Pod, ledger: Reader): number =>
	Math.max(
		0,
		...eventsAbout(ledger, pod).map((event) =>
			event.reason === 'FailedMount' && stateOfMissing(pod, event.message ?? '', ledger) === 'there'
				? eventMs(event) + lastRetryMs
				: 0,
		),
	);

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
		...due(isUnmounted, Math.max(sinceMs + retryMs, mountableMs(pod, ledger)), ({progress: {waits: say}}) =>
			say.mount(name),
		),
		...due(isUnconnected, Math.max(startedMs, sinceMs) + retryMs, ({progress: {waits: say}}) => say.sandbox(name)),
		...due(true, Math.max(startedMs, sinceMs, untoldFailureMs(pod, ledger)) + newsMs, ({progress: {waits: say}}) =>
			say.news(name),
		),
		...due(isMounting, startedMs + workMs, ({progress: {waits: say}}) => say.volumes(name), true),
	];
};

/** The time until a Pod's object is deleted after its grace period: its kubelet lists it once a second, and cleans up. */
const goneMs = 5000;

/** The time until Pods run on a new node. */
const newNodeMs = 30_000;

/** The waits of a Pod that fits no node, for the nodes that the cluster autoscaler has requested. */
const comingNodeWaits = ({spec, status}: Pod, ledger: Reader): Wait[] =>
	spec.nodeName === undefined && podCondition({status}, 'PodScheduled')?.status === 'False'
		? (ledger.read<readonly ComingNode[]>(comingNodesKey) ?? []).map(({name, atMs}) => ({
				untilMs: atMs + newNodeMs,
				words: ({progress: {waits: say}}: DiagnosisWords) => say.node(name),
			}))
		: [];

/** The pending work of one Pod: its containers, probes, volumes, node and deadline. */
export const podWaits = ({object: pod}: Entry<Pod>, {ledger}: Scene, patience: Patience): Wait[] => {
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
