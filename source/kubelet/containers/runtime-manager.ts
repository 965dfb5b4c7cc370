import {ApiError} from '../../client/errors.js';
import type {EventRecorder} from '../../client/event-recorder.js';
import {goDuration} from '../../go/duration.js';
import {active, type Routine} from '../../kernel/routine.js';
import type {FactsOf} from '../../stages/facts.js';
import {note} from '../../stages/note.js';
import type {Container, Pod, PodStatus, Secret} from '../../objects/kubernetes.generated.js';
import {isSidecar, restartRule} from '../../objects/pod.js';
import type {AllocationManager} from '../allocation/allocation-manager.js';
import type {CPUManager} from '../cpus/cpu-manager.js';
import {PrepareFailure, type DRAManager} from '../devices/dra-manager.js';
import {fieldPath} from '../node/container-reference.js';
import type {NodePod} from '../node/node-pod.js';
import {podFormat, podKey} from '../node/pod-names.js';
import type {ProbeManager} from '../probes/probe-manager.js';
import {RuntimeError, type PodSandboxConfig} from '../../cri/messages.js';
import {parseImageReference} from '../../objects/image-reference.js';
import type {LocalImage} from '../../cri/image-service.js';
import type {RuntimeService} from '../../cri/runtime-service.js';
import type {Sandbox} from '../../cri/pod-sandbox.js';
import {Backoff} from './backoff.js';
import type {CgroupOptions} from '../../objects/pod-cgroup.js';
import {sandboxConfig} from './container-config.js';
import type {ContainerKiller} from './container-killer.js';
import type {ContainerStarter, ImageVolumes, StartPlace} from './container-starter.js';
import type {ObjectCache} from './object-cache.js';
import {isRestartingAll, removedRestarts} from './restart-all.js';
import {podActions, type PodActions} from './pod-actions.js';
import {pullSecrets, reportMissing} from './pull-secrets.js';
import {behaves} from '../../objects/versions/changed-behaviour.js';
import {runtimeStatus, type PLEG, type RuntimeStatus} from '../workers/pleg.js';
import {StartFailure} from './start-failure.js';
import type {ReasonCache} from './reason-cache.js';
import type {ResolverOptions} from './resolver.js';

/** The other parts of the kubelet that the runtime manager needs. */
export interface RuntimeManagerParts {
	readonly runtime: RuntimeService;
	readonly pleg: PLEG;
	readonly recorder: EventRecorder;
	readonly probes: ProbeManager;
	readonly allocation: AllocationManager;
	readonly cpus: CPUManager;
	readonly devices: DRAManager;
	readonly starter: ContainerStarter;
	readonly killer: ContainerKiller;
	readonly objects: ObjectCache;
	readonly reasons: ReasonCache;
	/** The status of a Pod as the kubelet wrote it last. */
	readonly statusOf: (local: NodePod) => PodStatus;
	readonly cgroups: CgroupOptions | undefined;
	readonly resolver: ResolverOptions;
	readonly minor?: number | undefined;
}

/** The grace period of a container after a failed probe. */
const probeGraceSeconds = (pod: Pod, container: Container, kind: 'liveness' | 'startup'): number =>
	pod.metadata.deletionGracePeriodSeconds ??
	(kind === 'liveness' ? container.livenessProbe : container.startupProbe)?.terminationGracePeriodSeconds ??
	pod.spec.terminationGracePeriodSeconds ??
	30;

const imageName = (image: string): string => {
	const reference = parseImageReference(image);
	return typeof reference === 'string' ? image : reference.name;
};

/**
Makes the containers of Pods match their specs.

@mirrors k8s.io/kubernetes/pkg/kubelet/kuberuntime kubeGenericRuntimeManager
*/
export class RuntimeManager {
	/** The back-off of containers that end repeatedly. */
	readonly backoff = new Backoff();

	constructor(readonly parts: RuntimeManagerParts) {}

	/**
	Compares a Pod's running containers with its spec, and takes the next steps.

	@param report records the Pod's current status.
	@returns `started`: whether all due containers have started; `acted`: whether a call to the runtime had an effect.
	@mirrors kubeGenericRuntimeManager.SyncPod
	*/
	*syncPod(local: NodePod, report: () => Routine): Routine<{readonly started: boolean; readonly acted: boolean}> {
		const {runtime, pleg, allocation} = this.parts;
		const {uid} = local;
		const pod = allocation.promised(local);
		let actions = this.#actions(local, pod, pleg.status(uid));
		if (isIdle(actions)) {
			yield* allocation.finish(local);
			return {started: true, acted: false};
		}

		yield* active();
		yield* note('kubelet.sync', planFacts(actions), {object: podKey(pod)});
		if (actions.reset.length > 0) {
			yield* this.#reset(pod, actions.reset);
			yield* report();
			actions = this.#actions(local, pod, runtimeStatus(runtime, uid));
			yield* note('kubelet.sync', planFacts(actions), {object: podKey(pod)});
		}

		if (actions.killPod) {
			for (const container of runtime.listContainers(uid)) {
				if (container.isRunning) {
					yield* this.parts.killer.killContainer(pod, container, {
						graceSeconds: pod.spec.terminationGracePeriodSeconds ?? 30,
					});
				}
			}

			return {started: true, acted: true};
		}

		yield* this.#kill(pod, actions.kill);
		if (allocation.isResizing(uid)) {
			yield* allocation.resize(local, actions.update, actions.resizes);
		}

		const started = yield* this.#start(local, actions, report);
		if (started && allocation.isResizing(uid)) {
			yield* allocation.finish(local);
			yield* report();
		}

		return {started, acted: true};
	}

	#actions(local: NodePod, pod: Pod, {sandboxes, containers}: RuntimeStatus): PodActions {
		const {probes, allocation, statusOf, minor} = this.parts;
		return podActions({
			pod,
			sandbox: sandboxes[0],
			containers,
			alive: (container) => probes.result(container, 'liveness') !== false,
			startupFailed: (container) => probes.result(container, 'startup') === false,
			started: (container) => probes.started(local.pod, container) ?? true,
			resize: (container, running) => allocation.resizeOf(pod, container, running),
			resizesWhole: allocation.resizesWhole(pod),
			restartsAll: isRestartingAll(local.pod, statusOf(local), containers),
			minor,
			imageName,
		});
	}

	/** Ends containers at once, without their hooks, and removes them. @mirrors kuberuntime removeContainersForRestartAll */
	*#reset(pod: Pod, containers: PodActions['reset']): Routine {
		const {runtime, killer} = this.parts;
		for (const container of containers) {
			if (container.isRunning) {
				yield* killer.killContainer(pod, container, {message: 'killing', graceSeconds: 0});
			}

			yield* runtime.removeContainer({containerId: container.id});
		}
	}

	*#kill(pod: Pod, kills: PodActions['kill']): Routine {
		const {metadata, spec} = pod;
		for (const {container, message, because} of kills) {
			const known = [...spec.containers, ...(spec.initContainers ?? [])].find(({name}) => name === container.name);
			yield* this.parts.killer.killContainer(pod, container, {
				message,
				graceSeconds:
					because && known
						? probeGraceSeconds(pod, known, because)
						: (metadata.deletionGracePeriodSeconds ?? spec.terminationGracePeriodSeconds ?? 30),
			});
		}
	}

	/** @returns true if all have started. */
	*#start(local: NodePod, actions: PodActions, report: () => Routine): Routine<boolean> {
		const {recorder, objects, reasons, minor} = this.parts;
		const {pod, uid} = local;
		const {found, missing} = yield* pullSecrets(objects, pod);
		if (!behaves(minor, 'pullSecretEvent')) {
			yield* reportMissing(recorder, pod, missing);
			return yield* this.#startWith(found, local, actions, report);
		}

		const started = yield* this.#startWith(found, local, actions, report);
		if ([...reasons.of(uid).values()].some(({reason}) => reason === 'ErrImagePull')) {
			yield* reportMissing(recorder, pod, missing);
		}

		return started;
	}

	*#startWith(
		secrets: readonly Secret[],
		local: NodePod,
		actions: PodActions,
		report: () => Routine,
	): Routine<boolean> {
		const {runtime, resolver, starter, cpus, cgroups} = this.parts;
		const {pod, uid} = local;
		const attempt = actions.createSandbox ? actions.attempt : Math.max(0, actions.attempt - 1);
		const config = sandboxConfig(pod, {
			attempt,
			seen: local.seen.timestamp,
			resolver,
			ownCPUs: cpus.isExclusive(uid),
			cgroups,
		});
		const sandbox = yield* this.#ensureSandbox(local, actions, config, report);
		if (!sandbox) {
			return false;
		}

		let allStarted = true;
		const imageVolumes = yield* this.#imageVolumes(pod, config, secrets);
		const place: StartPlace = {sandbox, config, secrets, imageVolumes};
		for (const container of actions.startEphemeral) {
			const target = runtime.listContainers(uid).find(({name}) => name === container.targetContainerName)?.id;
			const started = yield* starter.start(local, container, {...place, attempt: 0, target});
			allStarted &&= started;
		}

		if (actions.startInit) {
			const started = yield* this.#startIfTime(local, actions.startInit, place, !isSidecar(actions.startInit));
			return allStarted && started;
		}

		for (const container of actions.start) {
			const started = yield* this.#startIfTime(local, container, place, false);
			allStarted &&= started;
		}

		return allStarted;
	}

	/** The images of the Pod's volumes, or why they are not available, by volume name. @mirrors kuberuntime getImageVolumes */
	*#imageVolumes(pod: Pod, sandbox: PodSandboxConfig, secrets: readonly Secret[]): Routine<ImageVolumes> {
		const found = new Map<string, LocalImage | StartFailure>();
		const containers = [...(pod.spec.initContainers ?? []), ...pod.spec.containers];
		for (const volume of pod.spec.volumes ?? []) {
			const container = containers.find((one) => one.volumeMounts?.some(({name}) => name === volume.name));
			if (!volume.image || !container) {
				continue;
			}

			try {
				const request = {pod, container, volume, sandbox, secrets};
				found.set(volume.name, yield* this.parts.starter.parts.images.ensureImage(request));
			} catch (error) {
				if (!(error instanceof StartFailure)) {
					throw error;
				}

				found.set(volume.name, error);
			}
		}

		return found;
	}

	/**
	Starts a container, unless it must wait after its last end.

	@param othersWait whether the containers after it wait for its end.
	@mirrors kuberuntime doBackOff
	*/
	*#startIfTime(local: NodePod, container: Container, place: StartPlace, othersWait: boolean): Routine<boolean> {
		const {runtime, recorder, starter, statusOf} = this.parts;
		const {pod, uid} = local;
		const last = runtime.listContainers(uid).find(({name}) => name === container.name);
		const object = podKey(pod);
		if (last?.state === 'EXITED') {
			const key = `${uid}/${container.name}/${container.image}`;
			const leftMs = this.backoff.leftMs(key, recorder.kernel.now, last.finishedAtMs);
			if (leftMs > 0) {
				yield* this.#crashLoop(pod, container, {attempt: last.attempt, leftMs, backoffMs: this.backoff.get(key)});
				return false;
			}

			this.backoff.next(key, recorder.kernel.now, last.finishedAtMs);
			yield* note(
				'kubelet.restart',
				{
					case: 'restart',
					container: container.name,
					exitCode: last.exitCode,
					reason: last.reason,
					attempt: last.attempt + 1,
					policy: container.restartPolicy ?? pod.spec.restartPolicy ?? 'Always',
					...(restartRule(container, last.exitCode) ? {byRule: true as const} : {}),
				},
				{object},
			);
		} else if (othersWait) {
			yield* note('kubelet.sync', {case: 'init', container: container.name}, {object});
		}

		return yield* starter.start(local, container, {
			...place,
			attempt: last ? last.attempt + 1 : (removedRestarts(statusOf(local), container.name) ?? 0),
		});
	}

	/** A container waits after it has ended once more. */
	*#crashLoop(
		pod: Pod,
		{name}: Container,
		{attempt, leftMs, backoffMs}: {readonly attempt: number; readonly leftMs: number; readonly backoffMs: number},
	): Routine {
		const {recorder, reasons} = this.parts;
		const text = goDuration(backoffMs);
		const reason = 'CrashLoopBackOff';
		const message = `back-off ${text} restarting failed container=${name} pod=${podFormat(pod)}`;
		reasons.set(pod.metadata.uid, name, {reason, message});
		yield* recorder.event(
			pod,
			'Warning',
			'BackOff',
			`Back-off restarting failed container ${name} in pod ${podFormat(pod)}`,
			{fieldPath: fieldPath(pod, name)},
		);
		yield* note(
			'kubelet.restart',
			{case: 'back-off', container: name, ends: attempt + 1, reason, message, backoffMs, leftMs},
			{object: podKey(pod), outcome: 'warning'},
		);
	}

	/** @returns whether the devices of the Pod's claims are ready. @mirrors kubelet PrepareDynamicResources */
	*#prepareDevices(pod: Pod): Routine<boolean> {
		try {
			yield* this.parts.devices.prepare(pod);
			return true;
		} catch (error) {
			if (!(error instanceof PrepareFailure)) {
				throw error;
			}

			const reason = 'FailedPrepareDynamicResources';
			const message = `Failed to prepare dynamic resources: ${error.message}`;
			yield* this.parts.recorder.event(pod, 'Warning', reason, message);
			yield* note(
				'kubelet.sync',
				{case: 'devices-failure', reason, message: error.message},
				{object: podKey(pod), outcome: 'failed'},
			);
			return false;
		}
	}

	/** The handler of the Pod's runtime class, `''` for the default one. @throws {StartFailure} @mirrors pkg/kubelet/runtimeclass Manager.LookupRuntimeHandler */
	*#runtimeHandler(pod: Pod): Routine<string> {
		const name = pod.spec.runtimeClassName;
		if (!name) {
			return '';
		}

		const runtimeClass = yield* this.parts.objects.runtimeClass(pod, name);
		if (!runtimeClass) {
			throw new StartFailure('FailedCreatePodSandBox', `runtimeclass.node.k8s.io "${name}" not found`);
		}

		return runtimeClass.handler;
	}

	/** @returns `undefined` if it could not be created. */
	*#ensureSandbox(
		{pod, uid}: NodePod,
		actions: PodActions,
		config: PodSandboxConfig,
		report: () => Routine,
	): Routine<Sandbox | undefined> {
		const {runtime, recorder} = this.parts;
		if (!actions.createSandbox) {
			return runtime.listPodSandbox(uid)[0];
		}

		if (pod.spec.resourceClaims?.length && !(yield* this.#prepareDevices(pod))) {
			return undefined;
		}

		try {
			yield* runtime.runPodSandbox({config, runtimeHandler: yield* this.#runtimeHandler(pod)});
		} catch (error) {
			if (!(error instanceof RuntimeError || error instanceof ApiError || error instanceof StartFailure)) {
				throw error;
			}

			const {message} = error;
			yield* recorder.event(pod, 'Warning', 'FailedCreatePodSandBox', `Failed to create pod sandbox: ${message}`);
			yield* note(
				'kubelet.sync',
				{case: 'sandbox-failure', reason: 'FailedCreatePodSandBox', message},
				{object: podKey(pod), outcome: 'failed'},
			);
			return undefined;
		}

		// The address shows at once, not only when the containers run.
		yield* report();
		return runtime.listPodSandbox(uid)[0];
	}
}

const isIdle = ({
	createSandbox,
	killPod,
	kill,
	reset,
	update,
	resizes,
	start,
	startEphemeral,
	startInit,
}: PodActions): boolean =>
	!createSandbox &&
	!killPod &&
	!resizes &&
	kill.length + reset.length + update.length + start.length + startEphemeral.length === 0 &&
	startInit === undefined;

const names = (containers: ReadonlyArray<{readonly name: string}>): string[] => containers.map(({name}) => name);

const planFacts = (actions: PodActions): FactsOf<'kubelet.sync'> => ({
	case: 'plan',
	createSandbox: actions.createSandbox,
	killPod: actions.killPod,
	update: names(actions.update),
	...(actions.reset.length > 0 ? {reset: names(actions.reset)} : {}),
	kill: actions.kill.map(({container, message}) => ({container: container.name, message})),
	startInit: actions.startInit?.name,
	start: names(actions.start),
	startEphemeral: names(actions.startEphemeral),
});
