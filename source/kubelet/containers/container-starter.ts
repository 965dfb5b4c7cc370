import {ApiError} from '../../client/errors.js';
import type {EventRecorder} from '../../client/event-recorder.js';
import type {Routine} from '../../kernel/routine.js';
import {frame, note} from '../../stages/note.js';
import type {ConfigMap, Container, Pod, Secret, Service} from '../../objects/kubernetes.generated.js';
import type {KubeletConfiguration} from '../../objects/kubelet-configuration.js';
import {qosClass} from '../../objects/pod.js';
import {bytes} from '../../objects/quantity.js';
import type {CPUManager} from '../cpus/cpu-manager.js';
import type {DRAManager} from '../devices/dra-manager.js';
import {fieldPath} from '../node/container-reference.js';
import type {NodePod} from '../node/node-pod.js';
import type {OwnNode} from '../node/own-node.js';
import {hostsPath, podKey, podName} from '../node/pod-names.js';
import {RuntimeError, type ContainerConfig, type ImageSpec, type PodSandboxConfig} from '../../cri/messages.js';
import type {ImageService, LocalImage} from '../../cri/image-service.js';
import type {RuntimeService} from '../../cri/runtime-service.js';
import {type Sandbox, sandboxIPs} from '../../cri/pod-sandbox.js';
import type {Host} from '../../host/host.js';
import {containerConfig, type ContainerInput} from './container-config.js';
import {containerUse} from './container-use.js';
import type {ContainerKiller} from './container-killer.js';
import {hostsFile} from './hosts-file.js';
import {ConfigurationError, environment, environmentSources, type Sources} from './environment.js';
import type {HandlerRunner} from './handler-runner.js';
import type {ImageManager} from './image-manager.js';
import type {ObjectCache} from './object-cache.js';
import type {ReasonCache} from './reason-cache.js';
import {assumesUser, nonRootProblem} from './security.js';
import {StartFailure} from './start-failure.js';
import {bindParts} from './sub-paths.js';

/** The images of volumes, or why they are not available, by volume name. */
export type ImageVolumes = ReadonlyMap<string, LocalImage | StartFailure>;

/** The place of a container's start, and the credentials for pulling its image. */
export interface StartPlace {
	readonly sandbox: Sandbox;
	readonly config: PodSandboxConfig;
	readonly secrets: readonly Secret[];
	readonly imageVolumes: ImageVolumes;
}

export interface StartInput extends StartPlace {
	readonly attempt: number;
	/** Id of the container whose processes an ephemeral container sees. */
	readonly target?: string;
}

/** The other parts of the kubelet that starting a container needs. */
export interface StarterParts {
	readonly runtime: RuntimeService;
	readonly runtimeImages: ImageService;
	readonly host: Host;
	readonly recorder: EventRecorder;
	readonly node: OwnNode;
	readonly cpus: CPUManager;
	readonly devices: DRAManager;
	/** A container runs now. */
	readonly started: (containerId: string) => void;
	readonly objects: ObjectCache;
	readonly images: ImageManager;
	readonly hooks: HandlerRunner;
	readonly killer: ContainerKiller;
	readonly reasons: ReasonCache;
	readonly services: () => readonly Service[];
	readonly clusterDomain: string;
	/** Mounted volumes of a Pod, by name. */
	readonly volumes: (uid: string) => ContainerInput['volumes'];
}

const imageReasons = /^(ErrImagePull|ImagePullBackOff|InvalidImageName|ErrImageNeverPull)$/;

/** Starts containers. @mirrors kuberuntime startContainer */
export class ContainerStarter {
	constructor(readonly parts: StarterParts) {}

	/**
	Pulls, creates and starts one container, and runs its postStart hook.

	@returns whether it runs; if not, the reason cache has the reason.
	*/
	*start(local: NodePod, container: Container, input: StartInput): Routine<boolean> {
		const {recorder, reasons} = this.parts;
		const {pod, uid} = local;
		try {
			yield* frame(
				{name: `start ${container.name} of ${podName(pod)}`, facts: {attempt: input.attempt}},
				this.#start(pod, container, input),
			);
			reasons.delete(uid, container.name);
			return true;
		} catch (error) {
			if (!(error instanceof StartFailure)) {
				throw error;
			}

			const {reason, message, log} = error;
			reasons.set(uid, container.name, {reason, message});
			if (reason !== 'PostStartHookError') {
				const text = imageReasons.test(reason) ? reason : message;
				yield* recorder.event(pod, 'Warning', 'Failed', `Error: ${text}`, {
					fieldPath: fieldPath(pod, container.name),
				});
			}

			yield* note(
				'kubelet.sync',
				{case: 'start-failure', container: container.name, reason, message, ...(log === undefined ? {} : {log})},
				{object: podKey(pod), outcome: 'failed'},
			);
			return false;
		}
	}

	*#start(pod: Pod, container: Container, input: StartInput): Routine {
		const {recorder, runtime, images, cpus} = this.parts;
		const where = {fieldPath: fieldPath(pod, container.name)};
		checkImageVolumes(container, input.imageVolumes);
		const image = yield* images.ensureImage({pod, container, sandbox: input.config, secrets: input.secrets});
		const config = yield* this.#configure(pod, container, image, input);
		this.#writeHosts(pod, input.sandbox);
		let containerId: string;
		try {
			({containerId} = yield* runtime.createContainer(
				{podSandboxId: input.sandbox.id, config, sandboxConfig: input.config},
				containerUse(pod, container, this.parts.services()),
			));
		} catch (error) {
			throw failure(error, 'CreateContainerError');
		}

		cpus.created(pod.metadata.uid, container.name, containerId);
		yield* recorder.event(pod, 'Normal', 'Created', 'Container created', where);
		try {
			yield* runtime.startContainer({containerId});
		} catch (error) {
			throw failure(error, 'RunContainerError');
		}

		cpus.look();
		this.parts.started(containerId);
		yield* recorder.event(pod, 'Normal', 'Started', 'Container started', where);
		yield* this.#postStart(pod, container, containerId);
	}

	/** The Pod's `/etc/hosts`, once it has an address. @mirrors kubelet ensureHostsFile */
	#writeHosts(pod: Pod, sandbox: Sandbox): void {
		const {host, clusterDomain} = this.parts;
		const {files} = host;
		files.provideFile(hostsPath(pod), () =>
			hostsFile(pod, {ips: sandboxIPs(sandbox), clusterDomain, nodeHosts: files.all.read('/etc/hosts')}),
		);
	}

	/** @throws {StartFailure} when the hook fails; the container is killed then. */
	*#postStart(pod: Pod, container: Container, containerId: string): Routine {
		const {recorder, hooks, killer, runtime} = this.parts;
		const handler = container.lifecycle?.postStart;
		const started = runtime.containerStatus(containerId);
		if (!handler || !started) {
			return;
		}

		const timeoutMs = Number.POSITIVE_INFINITY;
		const problem = yield* hooks.run({pod, container: started, kind: 'postStart', handler, timeoutMs});
		if (problem === undefined) {
			return;
		}

		yield* recorder.event(pod, 'Warning', 'FailedPostStartHook', 'PostStartHook failed', {
			fieldPath: fieldPath(pod, container.name),
		});
		if (runtime.containerStatus(containerId)?.isRunning) {
			yield* killer.killContainer(pod, started, {
				message: 'FailedPostStartHook',
				graceSeconds: pod.spec.terminationGracePeriodSeconds ?? 30,
			});
		}

		throw new StartFailure('PostStartHookError', problem);
	}

	/** The request for a container: its environment resolved, its mounts and its user known. */
	*#configure(pod: Pod, container: Container, local: LocalImage, input: StartInput): Routine<ContainerConfig> {
		const {node, host, runtimeImages, cpus, devices} = this.parts;
		const {name: nodeName, capacity} = node.options;
		const image = runtimeImages.userOf(container.image ?? '');
		try {
			const envs = environment(pod, container, yield* this.#sources(pod, container, input.sandbox));
			const problem = nonRootProblem(pod, container, image);
			if (problem !== undefined) {
				throw new ConfigurationError(problem);
			}

			if (assumesUser(pod, container, image)) {
				yield* note(
					'container.assume',
					{kind: 'user', container: container.name, what: container.image ?? ''},
					{object: podKey(pod), outcome: 'warning'},
				);
			}

			const volumes = this.parts.volumes(pod.metadata.uid);
			return containerConfig(pod, container, {
				attempt: input.attempt,
				imageId: local.id,
				image,
				envs,
				volumes,
				parts: bindParts(pod, container, {envs, volumes}, (path, of) => host.files.provideBind(path, of)),
				imageVolumes: imageSpecs(pod, input.imageVolumes),
				memoryCapacity: bytes(capacity['memory']),
				memoryNodes: memoryNodes(pod, node.options.kubelet),
				cpus: cpus.of(pod.metadata.uid, container.name),
				devices: container.resources?.claims ? devices.devicesOf(pod, container) : [],
				messageFile: host.kernel.random(`kubelet/${nodeName}`).hex(8),
				target: input.target,
			});
		} catch (error) {
			if (error instanceof ConfigurationError || error instanceof ApiError) {
				throw new StartFailure('CreateContainerConfigError', error.message, logged(error));
			}

			throw failure(error, 'CreateContainerError');
		}
	}

	/** The sources of a container's variables. */
	*#sources(pod: Pod, container: Container, sandbox: Sandbox): Routine<Sources> {
		const {objects, node, services, host} = this.parts;
		const names = environmentSources(container);
		const configMaps = new Map<string, ConfigMap | undefined>();
		const secrets = new Map<string, Secret | undefined>();
		for (const name of names.configMaps) {
			configMaps.set(name, yield* objects.configMap(pod, name));
		}

		for (const name of names.secrets) {
			secrets.set(name, yield* objects.secret(pod, name));
		}

		const hostIPs = node.options.addresses;
		return {
			configMaps,
			secrets,
			services: services(),
			node: node.current(),
			podIPs: pod.spec.hostNetwork ? hostIPs : sandboxIPs(sandbox),
			hostIPs,
			volume: (name) => {
				const hostPath = this.parts.volumes(pod.metadata.uid).get(name)?.hostPath;
				const files = hostPath === undefined ? undefined : host.files.inside(hostPath);
				return hostPath !== undefined && files ? {hostPath, files} : undefined;
			},
		};
	}
}

/**
The NUMA nodes of the memory of a Pod's containers, with the static policy: all nodes here have one.

@mirrors k8s.io/kubernetes/pkg/kubelet/cm/memorymanager GetMemoryNUMANodes
*/
const memoryNodes = (pod: Pod, {memoryManagerPolicy}: KubeletConfiguration = {}): string | undefined =>
	memoryManagerPolicy === 'Static' && (pod.status?.qosClass ?? qosClass(pod)) === 'Guaranteed' ? '0' : undefined;

/** @throws {StartFailure} when the image of a volume that the container mounts cannot be had. @mirrors kuberuntime toKubeContainerImageVolumes */
const checkImageVolumes = ({volumeMounts = []}: Container, volumes: ImageVolumes): void => {
	for (const {name} of volumeMounts) {
		const volume = volumes.get(name);
		if (volume instanceof StartFailure) {
			throw volume;
		}
	}
};

/** The images that the runtime mounts, by the name of the volume. */
const imageSpecs = ({spec}: Pod, volumes: ImageVolumes): ReadonlyMap<string, ImageSpec> =>
	new Map(
		(spec.volumes ?? []).flatMap(({name, image}) => {
			const local = volumes.get(name);
			return local && !(local instanceof StartFailure)
				? [[name, {image: local.id, userSpecifiedImage: image?.reference ?? ''}] as const]
				: [];
		}),
	);

const failure = (error: unknown, reason: string): unknown =>
	error instanceof RuntimeError ? new StartFailure(reason, error.shown) : error;

const logged = ({cause}: Error): string | undefined => (cause instanceof Error ? cause.message : undefined);
