import {parseTimestamp} from '../../kernel/clock.js';
import {active, note, type Routine} from '../../kernel/routine.js';
import {isSidecar} from '../../objects/pod.js';
import type {Container, Pod, PodStatus} from '../../objects/kubernetes.generated.js';
import {appArmorProblem} from '../admission/admit.js';
import {cgroupFiles, cgroupOf, podResources} from './cgroup.js';
import {podDirectory, podFormat, sandboxConfig} from '../containers/container-config.js';
import {podKey, podName, type KubeletContext, type PodRecord} from '../context.js';
import {pullSecrets} from '../containers/image-manager.js';
import {fieldPath} from '../containers/container-spec.js';
import {killContainer, probeGraceSeconds} from './kill.js';
import {measureStart} from './start-metrics.js';
import {reconcileMirror} from '../static-pods/mirror-pods.js';
import {podActions, type PodActions} from './pod-actions.js';
import {podStatus} from '../status/pod-status.js';
import {allocate, allocatedPod, finishResize, resizeOf, resizePod} from './resize.js';
import {formatDuration} from '../containers/restart.js';
import {RuntimeError, type PodSandboxConfig} from '../runtime/cri.js';
import {parseImageReference} from '../runtime/images/catalogue.js';
import type {Sandbox} from '../runtime/sandbox.js';
import {startContainer} from '../containers/start-container.js';
import {mountVolumes} from '../volumes/volumes.js';

const deadlineMessage = 'Pod was active on the node longer than the specified deadline';

/** Milliseconds until the Pod's active deadline; `undefined`: it has none. */
export const deadlineLeftMs = ({pod}: PodRecord, status: PodStatus, wallClockMs: number): number | undefined => {
	const {activeDeadlineSeconds} = pod.spec;
	return activeDeadlineSeconds === undefined || status.startTime === undefined
		? undefined
		: parseTimestamp(status.startTime) + activeDeadlineSeconds * 1000 - wallClockMs;
};

/** The status as of now. Past its deadline the Pod has failed, which is told in an event each time. */
export function* currentStatus(context: KubeletContext, record: PodRecord, terminal = false): Routine<PodStatus> {
	const {kernel, runtime, statuses, probes, options, recorder} = context;
	const previous = statuses.of(record);
	const leftMs = deadlineLeftMs(record, previous, kernel.wallClockMs);
	if (leftMs !== undefined && leftMs <= 0 && previous.phase !== 'Succeeded') {
		record.ending ??= {phase: 'Failed', reason: 'DeadlineExceeded', message: deadlineMessage};
		if (record.ending.reason === 'DeadlineExceeded') {
			yield* recorder.event(record.pod, 'Normal', 'DeadlineExceeded', deadlineMessage);
		}
	}

	return podStatus({
		pod: allocatedPod(record),
		deferred: record.deferred,
		cpuRequest: record.cpuRequest,
		sandbox: runtime.sandboxesOf(record.uid)[0],
		containers: runtime.containersOf(record.uid),
		waiting: record.waiting,
		ready: (container) => probes.ready(record, container),
		started: (container) => probes.started(record, container),
		hostIP: options.node.address,
		previous,
		terminal,
		ending: record.ending,
		now: kernel.timestamp(),
	});
}

/** The Pods beside this one, with what they have been promised. */
const othersOf = ({records}: KubeletContext, {uid}: PodRecord): readonly Pod[] =>
	[...records.values()]
		.filter((other) => other.uid !== uid && other.stage !== 'finished')
		.map((other) => allocatedPod(other));

/** How a sync came out. */
export interface SyncResult {
	/** No container will run again: the Pod is to be ended. */
	readonly ended: boolean;
	/** Something could not be started; it is tried again soon. */
	readonly failed: boolean;
}

/**
Brings a Pod on the node to what its object asks for. Called again whenever something may have changed.

@mirrors k8s.io/kubernetes/pkg/kubelet Kubelet.SyncPod
*/
export function* syncPod(context: KubeletContext, record: PodRecord): Routine<SyncResult> {
	const {statuses} = context;
	const status = yield* currentStatus(context, record);
	if (status.phase === 'Succeeded' || status.phase === 'Failed') {
		yield* statuses.set(record, status);
		return {ended: true, failed: false};
	}

	const blocked = appArmorProblem(record.pod, context.options.node);
	if (blocked !== undefined) {
		yield* block(context, record, status, blocked);
		return {ended: false, failed: true};
	}

	yield* allocate(context, record, othersOf(context, record));
	yield* statuses.set(record, record.deferred === undefined ? status : yield* currentStatus(context, record));
	yield* measureStart(context, record, status);
	if (!record.prepared) {
		const fresh = yield* makeControlGroup(context, record);
		yield* reconcileMirror(context, record);
		if (fresh) {
			yield* makeDirectories(context, record);
		}

		if (!(yield* mountVolumes(context, record))) {
			return {ended: false, failed: false};
		}

		record.prepared = true;
	} else {
		yield* reconcileMirror(context, record);
	}

	const failed = !(yield* syncContainers(context, record));
	context.probes.ensure(context, record);
	return {ended: false, failed};
}

/** A soft refusal: the Pod stays, its containers are not made. */
function* block(context: KubeletContext, record: PodRecord, status: PodStatus, message: string): Routine {
	const blocked: PodStatus = {
		...status,
		phase: 'Pending',
		reason: 'AppArmor',
		message,
		containerStatuses: status.containerStatuses?.map((own) => ({...own, state: {waiting: {reason: 'Blocked'}}})),
	};
	yield* context.statuses.set(record, blocked);
	yield* note(
		'kubelet.admit',
		`${podName(record.pod)} stays Pending: ${message}.`,
		{handler: 'AppArmor', reason: 'AppArmor', message},
		{object: podKey(record.pod), outcome: 'refused'},
	);
}

/** @returns whether it was not there yet. */
function* makeControlGroup(context: KubeletContext, record: PodRecord): Routine<boolean> {
	const {kernel, options} = context;
	const {pod} = record;
	const object = podKey(pod);
	const cgroup = cgroupOf(pod);
	const key = `/nodes/${options.node.name}/cgroups${cgroup}`;
	if (kernel.ledger.read(key) !== undefined) {
		return false;
	}

	const files = cgroupFiles(podResources(pod));
	kernel.ledger.write(key, files);
	yield* note(
		'kubelet.cgroup',
		`The kubelet makes the control group ${cgroup}: ${podName(pod)} is ${pod.status?.qosClass ?? 'BestEffort'}, which decides where it stands and what its limits are.`,
		{cgroup, files, qosClass: pod.status?.qosClass},
		{object},
	);
	return true;
}

function* makeDirectories(context: KubeletContext, record: PodRecord): Routine {
	const {kernel, options} = context;
	const {pod} = record;
	const directory = podDirectory(pod);
	const directories = [directory, `${directory}/volumes`, `${directory}/plugins`];
	kernel.ledger.write(`/nodes/${options.node.name}/directories${directory}`, {pod: podName(pod), directories});
	yield* note(
		'kubelet.directories',
		`The kubelet makes the directories of ${podName(pod)} under ${directory}: for itself, its volumes and its plug-ins.`,
		{directories},
		{object: podKey(pod)},
	);
}

const imageName = (image: string): string => {
	const reference = parseImageReference(image);
	return typeof reference === 'string' ? image : reference.name;
};

/** @returns whether everything that was to start has started. @mirrors kuberuntime SyncPod */
function* syncContainers(context: KubeletContext, record: PodRecord): Routine<boolean> {
	const {runtime, probes} = context;
	const {uid} = record;
	const pod = allocatedPod(record);
	const actions = podActions({
		pod,
		sandbox: runtime.sandboxesOf(uid)[0],
		containers: runtime.containersOf(uid),
		alive: (container) => probes.result(container, 'liveness') !== false,
		startupFailed: (container) => probes.result(container, 'startup') === false,
		started: (container) => probes.started(record, container) ?? true,
		resize: (container, running) => resizeOf(context, pod, container, running),
		imageName,
	});
	const idle =
		!actions.createSandbox &&
		!actions.killPod &&
		actions.kill.length + actions.update.length + actions.start.length + actions.startEphemeral.length === 0 &&
		!actions.startInit;
	if (idle) {
		yield* finishResize(context, record);
		return true;
	}

	yield* active();
	yield* note('kubelet.sync', describe(pod, actions), planFacts(actions), {object: podKey(pod)});
	if (actions.killPod) {
		for (const container of runtime.containersOf(uid)) {
			if (container.state === 'RUNNING') {
				yield* killContainer(context, pod, container, {graceSeconds: pod.spec.terminationGracePeriodSeconds ?? 30});
			}
		}

		return true;
	}

	for (const {container, message, because} of actions.kill) {
		const spec =
			pod.spec.containers.find(({name}) => name === container.name) ??
			pod.spec.initContainers?.find(({name}) => name === container.name);
		yield* killContainer(context, pod, container, {
			message,
			graceSeconds:
				because && spec
					? probeGraceSeconds(pod, spec, because)
					: (pod.metadata.deletionGracePeriodSeconds ?? pod.spec.terminationGracePeriodSeconds ?? 30),
		});
	}

	if (record.resizing) {
		yield* resizePod(context, record, actions.update);
	}

	const started = yield* startAll(context, record, actions);
	if (started && record.resizing) {
		yield* finishResize(context, record);
		yield* context.statuses.set(record, yield* currentStatus(context, record));
	}

	return started;
}

function* startAll(context: KubeletContext, record: PodRecord, actions: PodActions): Routine<boolean> {
	const {pod} = record;
	const secrets = yield* pullSecrets(context, pod);
	const attempt = actions.createSandbox ? actions.attempt : Math.max(0, actions.attempt - 1);
	const config = sandboxConfig(pod, attempt, record.seen, context.dns);
	const sandbox = yield* ensureSandbox(context, record, actions, config);
	if (!sandbox) {
		return false;
	}

	let allStarted = true;
	const input = {sandbox, config, secrets};
	for (const container of actions.startEphemeral) {
		const target = context.runtime
			.containersOf(record.uid)
			.find(({name}) => name === container.targetContainerName)?.id;
		const started = yield* startContainer(context, record, container as Container, {...input, attempt: 0, target});
		allStarted &&= started;
	}

	if (actions.startInit) {
		const started = yield* startIfTime(context, record, actions.startInit, input, true);
		return allStarted && started;
	}

	for (const container of actions.start) {
		const started = yield* startIfTime(context, record, container, input, false);
		allStarted &&= started;
	}

	return allStarted;
}

type Starting = Omit<Parameters<typeof startContainer>[3], 'attempt'>;

/** Starts a container unless it has to wait after its last end. @mirrors kuberuntime doBackOff */
function* startIfTime(
	context: KubeletContext,
	record: PodRecord,
	container: Container,
	input: Starting,
	init: boolean,
): Routine<boolean> {
	const {kernel, runtime, containerBackoff, recorder} = context;
	const {pod, uid} = record;
	const last = runtime.containersOf(uid).find(({name}) => name === container.name);
	const object = podKey(pod);
	if (last?.state === 'EXITED') {
		const key = `${uid}/${container.name}/${container.image}`;
		const leftMs = containerBackoff.leftMs(key, kernel.now, last.finishedAtMs);
		if (leftMs > 0) {
			const text = formatDuration(containerBackoff.get(key));
			const message = `back-off ${text} restarting failed container=${container.name} pod=${podFormat(pod)}`;
			record.waiting.set(container.name, {reason: 'CrashLoopBackOff', message});
			yield* recorder.event(
				pod,
				'Warning',
				'BackOff',
				`Back-off restarting failed container ${container.name} in pod ${podFormat(pod)}`,
				{fieldPath: fieldPath(pod, container.name)},
			);
			yield* note(
				'kubelet.restart',
				`${container.name} of ${podName(pod)} has ended ${last.attempt + 1} times: it waits ${text} after its last end, ${Math.ceil(leftMs / 1000)} s from now.`,
				{reason: 'CrashLoopBackOff', message, backoffMs: containerBackoff.get(key), leftMs},
				{object, outcome: 'warning'},
			);
			return false;
		}

		containerBackoff.next(key, kernel.now, last.finishedAtMs);
		yield* note(
			'kubelet.restart',
			`${container.name} of ${podName(pod)} has ended with exit code ${last.exitCode}: restart policy ${container.restartPolicy ?? pod.spec.restartPolicy ?? 'Always'} starts it again.`,
			{exitCode: last.exitCode, reason: last.reason, attempt: last.attempt + 1},
			{object},
		);
	} else if (init && !isSidecar(container)) {
		yield* note(
			'kubelet.sync',
			`The init container ${container.name} of ${podName(pod)} is next; those after it wait for its end.`,
			{container: container.name},
			{object},
		);
	}

	return yield* startContainer(context, record, container, {...input, attempt: last ? last.attempt + 1 : 0});
}

function* ensureSandbox(
	context: KubeletContext,
	record: PodRecord,
	actions: PodActions,
	config: PodSandboxConfig,
): Routine<Sandbox | undefined> {
	const {runtime, recorder} = context;
	const {pod, uid} = record;
	if (!actions.createSandbox) {
		return runtime.sandboxesOf(uid)[0];
	}

	try {
		yield* runtime.runPodSandbox(config);
	} catch (error) {
		if (!(error instanceof RuntimeError)) {
			throw error;
		}

		yield* recorder.event(pod, 'Warning', 'FailedCreatePodSandBox', `Failed to create pod sandbox: ${error.message}`);
		yield* note(
			'kubelet.sync',
			`${podName(pod)} has no sandbox; it is tried again.`,
			{reason: 'FailedCreatePodSandBox', message: error.message},
			{object: podKey(pod), outcome: 'failed'},
		);
		return undefined;
	}

	// The address shows at once, not only when the containers run.
	yield* context.statuses.set(record, yield* currentStatus(context, record));
	return runtime.sandboxesOf(uid)[0];
}

const names = (containers: ReadonlyArray<{readonly name: string}>): string[] => containers.map(({name}) => name);

const planFacts = (actions: PodActions): Readonly<Record<string, unknown>> => ({
	createSandbox: actions.createSandbox,
	killPod: actions.killPod,
	update: actions.update.map(({name}) => name),
	kill: actions.kill.map(({container, message}) => ({container: container.name, message})),
	startInit: actions.startInit?.name,
	start: names(actions.start),
	startEphemeral: names(actions.startEphemeral),
});

const describe = (pod: Pod, actions: PodActions): string => {
	const parts = [
		...(actions.killPod ? ['nothing of it goes on'] : []),
		...actions.kill.map(({message}) => message),
		...actions.update.map(({name}) => `${name} gets other limits`),
		...(actions.createSandbox ? ['it needs a sandbox'] : []),
		...(actions.startInit ? [`init container ${actions.startInit.name} starts`] : []),
		...(actions.start.length > 0
			? [`${names(actions.start).join(', ')} ${actions.start.length === 1 ? 'starts' : 'start'}`]
			: []),
		...(actions.startEphemeral.length > 0 ? [`ephemeral ${names(actions.startEphemeral).join(', ')}`] : []),
	];
	return `The kubelet compares ${podName(pod)} with what runs: ${parts.join('; ')}.`;
};
