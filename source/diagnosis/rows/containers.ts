import {parseTimestamp} from '../../kernel/clock.js';
import type {ContainerStateTerminated, Pod} from '../../objects/kubernetes.generated.js';
import {controllerOf} from '../../objects/owner.js';
import {podCondition} from '../../objects/pod.js';
import {bytes} from '../../objects/quantity.js';
import {containersOf, type PodContainer} from '../container-reference.js';
import {isRejected} from '../futile-replacement.js';
import {named, type Reader} from '../look.js';
import type {FieldPath} from '../symptom.js';
import {row, type Found, type Row} from '../row.js';
import {programLike} from '../program-names.js';
import {outputOf, tellingLine} from './container-output.js';
import {isTooLittle, tooLittleMemory} from './memory.js';
import {executable} from './mounted-files.js';
import {outputHint} from './output.js';
import {daemonHint} from './own-words.js';
import {hookRows} from './hooks.js';
import {wrongMount} from './mounts.js';
import type {Candidate, Finding, Scene} from '../symptom.js';
import type {DiagnosisWords, Saying} from '../words/words.js';
import {amountText} from '../../objects/resource-amount.js';

const meanings: Readonly<Record<number, Saying>> = {
	126: ({pods}) => pods.cannotBeExecuted,
	127: ({pods}) => pods.commandNotFound,
	139: ({pods}) => pods.crashed,
};

/** The place of a container's program, as far as the file has it. */
const programField = ({spec, field}: PodContainer) => [
	...field,
	(['command', 'args'] as const).find((name) => spec[name]) ?? 'image',
];

const meaningOf = (
	pod: Pod,
	{isInit, spec}: PodContainer,
	{exitCode, reason}: ContainerStateTerminated,
): readonly Saying[] => {
	if (reason === 'OOMKilled') {
		return [({pods}) => pods.outOfMemory];
	}

	if (exitCode === 0) {
		const isAlways = (spec.restartPolicy ?? pod.spec.restartPolicy) === 'Always';
		return isInit
			? []
			: [({pods}) => (isAlways ? pods.endedAlways((spec.command ?? spec.args) !== undefined) : pods.endedByItself)];
	}

	const meaning = meanings[exitCode];
	if (meaning !== undefined) {
		return [meaning];
	}

	return isInit ? [({pods}) => pods.initMustSucceed] : [];
};

/** Twice, and four times, the memory. */
const moreMemory = ({spec, field}: PodContainer): readonly Candidate[] => {
	const limit = bytes(spec.resources?.limits?.['memory']);
	return limit > 0
		? [2, 4, 8].map((factor) => ({
				field: [...field, 'resources', 'limits', 'memory'],
				change: {value: amountText('memory', limit * factor)},
			}))
		: [];
};

/** Whether a container is stuck because it ended. */
const endOf = (pod: Pod, {status, isInit, spec}: PodContainer): ContainerStateTerminated | undefined => {
	const {terminated, waiting} = status.state ?? {};
	const last = status.lastState?.terminated;
	if (terminated) {
		const isFine = terminated.exitCode === 0 && (isInit || (spec.restartPolicy ?? pod.spec.restartPolicy) !== 'Always');
		return isFine ? undefined : terminated;
	}

	if (waiting) {
		return waiting.reason === 'CrashLoopBackOff' ? last : undefined;
	}

	return status.restartCount > 0 ? last : undefined;
};

const isGone = ({metadata: {namespace, name, uid}}: Pod, ledger: Reader): boolean =>
	ledger.read<Pod>(`/registry/pods/${namespace}/${name}`)?.metadata.uid !== uid;

/** How a container of a Pod ended, if that blocks the Pod. */
export const endedIn = (pod: Pod, scene: Scene): Found => {
	for (const container of containersOf(pod)) {
		const end = endOf(pod, container);
		if (!end) {
			continue;
		}

		const {name, words, status} = container;
		const isOutOfMemory = end.reason === 'OOMKilled';
		const output = outputOf(scene.ledger, pod, end.containerID);
		const line = tellingLine(output);
		const hintOfEnd = () =>
			end.exitCode === 0 ? daemonHint(container) : outputHint(pod, container, output, line, scene);
		const hint = isOutOfMemory ? undefined : hintOfEnd();
		return {
			message: (told) =>
				`${told.pods.exited(words(told), end.exitCode, end.reason ?? '', status.restartCount)}${end.message ? `: ${end.message}` : ''}`,
			field: isOutOfMemory
				? [...container.field, 'resources', 'limits', 'memory']
				: (hint?.field ?? programField(container)),
			elsewhere: hint?.elsewhere,
			...(end.exitCode === 0 ? {} : {container}),
			stage: 'container.exit',
			advice: [
				...(line === undefined ? [] : [({pods}: DiagnosisWords) => pods.printed(line)]),
				isGone(pod, scene.ledger)
					? ({cluster}) => cluster.podsDeleted
					: ({pods}) =>
							pods.output(`kubectl logs ${named(pod)} -c ${name}${status.restartCount > 0 ? ' --previous' : ''}`),
				...(hint?.advice ?? []),
				...meaningOf(pod, container, end),
			],
			candidates: isOutOfMemory ? moreMemory(container) : (hint?.candidates ?? []),
		};
	}

	return undefined;
};

/** Controllers without a back-off for Pods that have failed. */
const replacedAtOnce: ReadonlySet<string> = new Set(['ReplicaSet', 'ReplicationController', 'StatefulSet']);

/** A Pod that an admission handler of the kubelet has refused: it has failed before any container. */
const rejected = (pod: Pod): Found => {
	const {reason = '', message = ''} = pod.status;
	if (!isRejected(pod)) {
		return undefined;
	}

	const {kind} = controllerOf(pod) ?? {};
	// It has no statuses of containers.
	const holders = (['initContainers', 'containers'] as const).flatMap((list) =>
		(pod.spec[list] ?? []).map(({securityContext}, index) => ({
			securityContext,
			field: ['spec', list, index] as const,
		})),
	);
	const own = holders.find(({securityContext}) => securityContext?.appArmorProfile);
	const armor: FieldPath = [...(own?.field ?? ['spec']), 'securityContext', 'appArmorProfile'];
	const {sysctls = []} = pod.spec.securityContext ?? {};
	const list: FieldPath = ['spec', 'securityContext', 'sysctls'];
	const index = sysctls.findIndex(({name}) => message.includes(`"${name}"`));
	const places: Readonly<Record<string, {readonly field: FieldPath; readonly removed: FieldPath}>> = {
		AppArmor: {field: armor, removed: armor},
		...(index === -1
			? {}
			: {SysctlForbidden: {field: [...list, index], removed: sysctls.length === 1 ? list : [...list, index]}}),
	};
	const place = Object.hasOwn(places, reason) ? places[reason] : undefined;
	return {
		message: `${reason}: ${message}`,
		...(place ? {field: place.field, candidates: [{field: place.removed, change: {remove: true as const}}]} : {}),
		stage: 'kubelet.admit',
		advice: [replacedAtOnce.has(kind ?? '') ? ({pods}) => pods.rejectedAgain(kind ?? '') : ({pods}) => pods.rejected],
	};
};

/** A command line in a single text, as a list of words, or as a script for a shell. */
const inWords = ({spec, field}: PodContainer, program: string): readonly Candidate[] => {
	const list = spec.command === undefined ? 'args' : 'command';
	const [first = '', ...more] = spec[list] ?? [];
	const isLine = first === program && /\s/.test(first.trim());
	const near = first === program ? programLike(program) : undefined;
	if (near !== undefined) {
		return [{field: [...field, list, 0], change: {value: near}}];
	}

	if (first === 'bash' || first === '/bin/bash') {
		return [{field: [...field, list, 0], change: {value: 'sh'}}];
	}

	if (isLine) {
		return [
			{
				field: [...field, list],
				change: {
					value: /[|&;<>$"'`]/.test(first)
						? ['sh', '-c', [first, ...more].join(' ')]
						: [...first.trim().split(/\s+/), ...more],
				},
			},
		];
	}

	return [];
};

/** The place where a Pod names a seccomp profile that its node lacks. */
const missingProfile = ({spec, field}: PodContainer): Pick<Finding, 'field' | 'advice' | 'candidates'> => {
	const profile = [...(spec.securityContext?.seccompProfile ? field : ['spec']), 'securityContext', 'seccompProfile'];
	return {
		field: [...profile, 'localhostProfile'],
		advice: [({pods}) => pods.noProfile],
		candidates: [
			{
				changes: [
					{field: [...profile, 'type'], change: {value: 'RuntimeDefault'}},
					{field: [...profile, 'localhostProfile'], change: {remove: true}},
				],
			},
		],
	};
};

const cannotRun = (pod: Pod, scene: Scene): Found => {
	for (const container of containersOf(pod)) {
		const {status} = container;
		const {waiting} = status.state ?? {};
		const last = status.lastState?.terminated;
		const end = pod.status.phase === 'Failed' && pod.spec.restartPolicy === 'Never' ? status.state?.terminated : last;
		if (isTooLittle(waiting?.message ?? end?.message ?? '')) {
			return {message: waiting?.message ?? end?.message ?? '', ...tooLittleMemory(pod)};
		}

		if (waiting?.message?.includes('cannot load seccomp profile')) {
			return {message: `${waiting.reason}: ${waiting.message}`, ...missingProfile(container)};
		}

		const isStart = waiting?.reason === 'RunContainerError' || waiting?.reason === 'CreateContainerError';
		if (isStart || (end?.reason === 'StartError' && (end !== last || waiting?.reason === 'CrashLoopBackOff'))) {
			const message = isStart ? `${waiting.reason}: ${waiting.message}` : `${end?.reason}: ${end?.message}`;
			const mount = wrongMount(pod, container, message, scene);
			if (mount) {
				return {message, ...mount};
			}

			const [, program] = /exec: "([^"]+)"/.exec(message) ?? [];
			return {
				message,
				field: programField(container),
				advice: [({pods}) => (program ? pods.noProgram(program) : pods.cannotStart)],
				...(program === undefined ? {} : {candidates: inWords(container, program)}),
				...(program === undefined || !/permission denied/.test(message) ? {} : executable(pod, container, program)),
			};
		}
	}

	return undefined;
};

/** The limit for which a Pod was evicted, because it wrote more to its node. */
const localLimit = ({spec, status}: Pick<Pod, 'spec' | 'status'>): FieldPath | undefined => {
	const {message = ''} = status;
	const volume = /^Usage of EmptyDir volume "([^"]+)" exceeds/.exec(message)?.[1];
	const name = /^Container (\S+) exceeded its local ephemeral storage limit/.exec(message)?.[1];
	if (volume !== undefined) {
		const index = (spec.volumes ?? []).findIndex((one) => one.name === volume);
		return ['spec', 'volumes', index, 'emptyDir', 'sizeLimit'];
	}

	if (name === undefined && !message.startsWith('Pod ephemeral local storage usage exceeds')) {
		return undefined;
	}

	const index = spec.containers.findIndex(
		(one) => (name ?? one.name) === one.name && one.resources?.limits?.['ephemeral-storage'] !== undefined,
	);
	return index < 0 ? ['spec'] : ['spec', 'containers', index, 'resources', 'limits', 'ephemeral-storage'];
};

/** The end of a Pod as a whole: by its deadline, by its node, or by an eviction. */
const ofWholePod = ({status, spec}: Pod): Found => {
	if (status.phase !== 'Failed' || status.reason === undefined) {
		return undefined;
	}

	const isDeadline = status.reason === 'DeadlineExceeded';
	const isShutdown = status.reason === 'Terminated' || status.reason === 'NodeShutdown';
	const isEvicted = status.reason === 'Evicted';
	const limit = isEvicted ? localLimit({spec, status}) : undefined;
	return {
		message: [status.reason, status.message].filter(Boolean).join(': '),
		field: isDeadline ? ['spec', 'activeDeadlineSeconds'] : limit,
		advice: [
			...(isDeadline ? [({pods}: DiagnosisWords) => pods.podDeadline(spec.activeDeadlineSeconds ?? 0)] : []),
			...(isEvicted ? [({pods}: DiagnosisWords) => (limit ? pods.wroteTooMuch : pods.evicted)] : []),
			...(isShutdown ? [({pods}: DiagnosisWords) => pods.nodeShutDown] : []),
		],
	};
};

const initRuns = (pod: Pod, wallMs: number): Found => {
	const container = containersOf(pod).find(({isInit, status}) => isInit && status.state?.running);
	const startedAt = container?.status.state?.running?.startedAt;
	const seconds = startedAt === undefined ? 0 : Math.round((wallMs - parseTimestamp(startedAt)) / 1000);
	return (
		container && {
			message: (told) => told.pods.initRuns(container.words(told), seconds),
			field: programField(container),
			container,
			advice: [({pods}) => pods.output(`kubectl logs ${named(pod)} -c ${container.name}`)],
		}
	);
};

/** A program that waits for another before it does its work. */
const waitsInVain = (pod: Pod, {waitingIn}: Scene, key: string): Found => {
	const container = waitingIn?.(pod, key);
	return (
		container && {
			message: (told) => told.pods.waitsInVain(container.words(told)),
			field: programField(container),
			container,
			advice: [({pods}) => pods.output(`kubectl logs ${named(pod)} -c ${container.name}`)],
		}
	);
};

/** A healthy Pod whose program no longer gets answers, for example because of a later NetworkPolicy. */
const losesAnswers = (pod: Pod, {lostIn}: Scene, key: string): Found => {
	const container = lostIn?.(pod, key);
	return (
		container && {
			message: (told) => told.pods.losesAnswers(container.words(told)),
			field: programField(container),
			container,
			advice: [],
			isRemark: true,
		}
	);
};

/** A remark about the requests of a healthy Pod. */
export const requestRows: readonly Row[] = [row('loses answers', 'v1 Pod', losesAnswers)];

/** A program that should end but does not: its Job completes only with its end. */
const runsOn = (pod: Pod, wallMs: number): Found => {
	const container =
		pod.spec.restartPolicy === 'Always'
			? undefined
			: containersOf(pod).find(({isInit, status}) => !isInit && status.state?.running);
	const startedAt = container?.status.state?.running?.startedAt;
	return container && startedAt !== undefined && controllerOf(pod)?.kind === 'Job'
		? {
				message: (told) =>
					told.pods.runsOn(container.words(told), Math.round((wallMs - parseTimestamp(startedAt)) / 1000)),
				field: programField(container),
				container,
				advice: [({pods}) => pods.output(`kubectl logs ${named(pod)} -c ${container.name}`), ({pods}) => pods.moreTime],
			}
		: undefined;
};

/**
A completed container that keeps the Pod from being Ready while others run.

@see https://kubernetes.io/docs/concepts/workloads/pods/pod-lifecycle/#pod-conditions
*/
const completedBesideOthers = (pod: Pod): Found => {
	const containers = containersOf(pod).filter(({isInit}) => !isInit);
	const completed = containers.find(({status}) => status.state?.terminated?.exitCode === 0);
	const runs = containers.find(({status}) => status.state?.running);
	return completed && runs
		? {
				message: (told) => told.pods.completed(completed.words(told), runs.words(told)),
				field: programField(completed),
				advice: [({pods}) => pods.shouldBeInit],
			}
		: undefined;
};

const gateClosed = (pod: Pod): Found => {
	const gate = pod.spec.readinessGates?.find(({conditionType}) => podCondition(pod, conditionType)?.status !== 'True');
	return gate && podCondition(pod, 'ContainersReady')?.status === 'True'
		? {
				message: ({pods}) => pods.gateClosed(gate.conditionType),
				field: ['spec', 'readinessGates'],
				advice: [({pods}) => pods.gateOwner(gate.conditionType)],
				candidates: [{field: ['spec', 'readinessGates'], change: {remove: true}}],
			}
		: undefined;
};

/** Symptoms of containers that end or cannot start. */
export const containerRows: readonly Row[] = [
	row('kubelet rejects', 'v1 Pod', rejected),
	row('pod ended', 'v1 Pod', ofWholePod),
	...hookRows,
	row('program cannot start', 'v1 Pod', cannotRun),
	row('waits in vain', 'v1 Pod', waitsInVain),
];

/** Rows that follow those of probes, because a kill by a probe also looks like an end. */
export const endRows: readonly Row[] = [
	row('container ended', 'v1 Pod', endedIn),
	row('container completed', 'v1 Pod', completedBesideOthers),
	row('init container runs', 'v1 Pod', (pod, {wallMs}) => initRuns(pod, wallMs)),
	row('readiness gate', 'v1 Pod', gateClosed),
];

/** Rows that are reported only without other symptoms. */
export const lastEndRows: readonly Row[] = [row('program runs on', 'v1 Pod', (pod, {wallMs}) => runsOn(pod, wallMs))];
