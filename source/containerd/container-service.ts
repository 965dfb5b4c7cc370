import type {Kernel} from '../kernel/kernel.js';
import {Mailbox} from '../kernel/mailbox.js';
import {sleep, take, type Routine} from '../kernel/routine.js';
import {registryKey} from '../objects/resources.js';
import {note} from '../stages/note.js';
import type {ContainerUse, CreateContainerRequest, ExecSyncRequest, ExecSyncResponse} from '../cri/runtime-service.js';
import type {CDIRegistry} from '../machine/cdi.js';
import type {ContainerLife} from '../machine/container-life.js';
import {RuntimeContainer} from '../machine/container.js';

import {callRuntime, done, type Result} from './cri-call.js';
import {RuntimeError, type ContainerConfig, type LinuxResources} from '../cri/messages.js';
import {execute, type ExecResult} from '../machine/processes/exec.js';
import type {Failures} from './failures.js';
import type {NodeFiles} from '../machine/files/node-files.js';
import {FileError} from '../host/file-system.js';
import type {Mount} from '../machine/files/path-walk.js';
import {mountsOf} from '../machine/files/container-mounts.js';
import type {Troubles} from '../machine/troubles.js';
import {imageNamed, type ImageCatalogue} from '../machine/images/catalogue.js';
import {parseImageReference} from '../objects/image-reference.js';
import type {NodeImages} from './image-service.js';
import type {NodeContainers} from './node-containers.js';
import {bytes, quantityOf} from '../objects/quantity.js';
import {nestedMapSlice, nestedNumber, nestedString} from '../objects/unstructured.js';
import {imageFiles} from '../machine/images/image-files.js';
import {exceedsAtMs, memoryAt, type Usage} from '../machine/images/usage.js';
import {imageInContainer} from '../machine/images/container-behaviour.js';
import {commandLine, startProblem} from '../machine/processes/command-line.js';
import {makeSecrets, mayMakeSecrets} from '../machine/processes/assumed-secrets.js';
import {runContainer} from '../machine/processes/first-process.js';
import type {Sandbox} from '../cri/pod-sandbox.js';
import type {Run} from '../machine/images/container-run.js';

interface ContainerServiceParts {
	readonly containers: NodeContainers;
	readonly life: ContainerLife;
	readonly images: NodeImages;
	readonly files: NodeFiles;
	readonly cdi: CDIRegistry;
	readonly failures: Failures;
	readonly catalogue: ImageCatalogue;
	readonly troubles: Troubles;
}

/** A container that ran before the simulation. */
interface Restored extends Pick<
	RuntimeContainer,
	| 'id'
	| 'imageID'
	| 'state'
	| 'startedAt'
	| 'startedAtMs'
	| 'finishedAt'
	| 'finishedAtMs'
	| 'exitCode'
	| 'reason'
	| 'message'
> {
	readonly use: ContainerUse;
}

const runOf = (
	{pod, namespace}: Sandbox,
	{command, args, envs = [], mounts = [], annotations, image}: ContainerConfig,
	use: ContainerUse,
	place: Pick<Run, 'node' | 'nodeIP' | 'isRestored'>,
): Run => {
	const ports: unknown = JSON.parse(annotations['io.kubernetes.container.ports'] ?? '[]');
	return {
		image: image.userSpecifiedImage,
		command,
		args,
		environment: Object.fromEntries(envs.map(({key, value}) => [key, value ?? ''])),
		mounts: mounts.map(({containerPath}) => containerPath),
		hostname: pod,
		namespace,
		declared: nestedMapSlice(ports)
			.filter(({protocol}) => protocol === undefined || protocol === 'TCP')
			.map((port) => nestedNumber(port, 'containerPort') ?? 0),
		...place,
		...use,
	};
};

/** Whether a container sizes the memory of its program: by a heap, or by settings of MySQL, also those of a file that it mounts. */
const isSized = ({environment = {}, command = [], args = [], mounts = []}: Partial<Run>): boolean =>
	Object.entries(environment).some(([name, value]) => /-Xm[sx]/.test(value) || name === 'MAX_HEAP_SIZE') ||
	[...command, ...args].some((word) => /performance[-_]schema|buffer[-_]pool[-_]size/.test(word)) ||
	mounts.some((path) => /^\/etc\/(?:mysql|my\.cnf)/.test(path));

/**
The memory that an image's own program needs to start according to its documentation, unless its Pod configures its size. Simplified: it
only has an effect if the limit is lower.
*/
const startMemory = ({image: {known, own, run}, resources}: RuntimeContainer): string | undefined => {
	const limit = Number(resources.memoryLimitInBytes ?? Number.POSITIVE_INFINITY);
	return own && known?.startMemory !== undefined && !isSized(run ?? {}) && bytes(known.startMemory) > limit
		? known.startMemory
		: undefined;
};

const startUsage = (container: RuntimeContainer): readonly Usage[] | undefined => {
	const memory = startMemory(container);
	return memory === undefined ? undefined : [{fromMs: 1000, memory}];
};

const binary = (amount: number): string => quantityOf(BigInt(amount) * 1000n, 'BinarySI');

const podOf = ({namespace, pod}: Sandbox): string => registryKey('pods', namespace, pod);

/** The CRI calls for containers. */
export class ContainerService {
	readonly #kernel: Kernel;

	constructor(readonly parts: ContainerServiceParts) {
		this.#kernel = parts.containers.kernel;
	}

	*createContainer(
		{podSandboxId, config, sandboxConfig}: CreateContainerRequest,
		use: ContainerUse,
	): Routine<{readonly containerId: string}> {
		const {namespace, name} = sandboxConfig.metadata;
		return yield* callRuntime(
			{
				method: 'CreateContainer',
				request: {config, podSandboxId},
				about: {container: config.metadata.name, image: config.image.userSpecifiedImage},
			},
			registryKey('pods', namespace, name),
			this.#create(podSandboxId, config, use),
		);
	}

	/** The requested container with the edits of its devices. @throws {RuntimeError} */
	#withDevices(config: ContainerConfig): ContainerConfig {
		const ids = (config.CDIDevices ?? []).map(({name}) => name);
		return ids.length === 0 ? config : {...config, envs: [...(config.envs ?? []), ...this.parts.cdi.environment(ids)]};
	}

	*#create(
		podSandboxId: string,
		asked: ContainerConfig,
		use: ContainerUse,
	): Routine<Result<{readonly containerId: string}>> {
		const kernel = this.#kernel;
		const {containers, images, life, failures, catalogue} = this.parts;
		yield* sleep(kernel.latency('cri.CreateContainer', catalogue.takes?.create ?? 50));
		const wanted = asked.image.userSpecifiedImage;
		const image = imageNamed(catalogue, wanted);
		const parsed = parseImageReference(wanted);
		const local = typeof parsed === 'string' ? undefined : images.listImages().get(parsed.name);
		if (!image || !local) {
			throw new RuntimeError(
				'NotFound',
				`failed to get image from containerd "${asked.image.image}": image "${asked.image.image}": not found`,
			);
		}

		const config = this.#withDevices(asked);
		this.#checkProfile(config);
		failures.check(`create ${local.name}`, image.create, local.name);
		const current = containers.sandbox(podSandboxId);
		if (!current) {
			throw new RuntimeError('NotFound', `failed to find sandbox id ${JSON.stringify(podSandboxId)}: not found`);
		}

		const id = kernel.random(`containerd/${containers.node}`).hex(64);
		const container = new RuntimeContainer(
			id,
			current,
			config,
			imageInContainer(image, runOf(current, config, use, {node: containers.node, nodeIP: life.listeners.nodeIPs[0]})),
			local.name,
			local.digest,
			kernel.now,
			{
				mounts: this.#mounts(config, current),
				nowMs: () => kernel.wallClockMs,
				isFull: () => this.parts.troubles.free('disk') < 1,
			},
		);
		containers.addContainer(container);
		images.use(local.name);
		return {
			told: {method: 'CreateContainer', answer: {containerId: id}, about: {container: container.name, id}},
			value: {containerId: id},
		};
	}

	/** @throws {RuntimeError} when the seccomp profile of a container is not on the node. @mirrors containerd/contrib/seccomp WithProfile */
	#checkProfile({linux: {securityContext}}: ContainerConfig): void {
		const seccomp = securityContext['seccomp'];
		const profile =
			nestedString(seccomp, 'profileType') === 'Localhost' ? nestedString(seccomp, 'localhostRef') : undefined;
		const path = profile?.startsWith('/') ? profile : `/var/lib/kubelet/seccomp/${profile}`;
		if (profile !== undefined && !this.parts.files.all.stat(path)) {
			throw new RuntimeError(
				'Unknown',
				`failed to create containerd container: cannot load seccomp profile "${path}": open ${path}: no such file or directory`,
			);
		}
	}

	/**
	Adds a container from before the simulation: if it was running, it continues. Report it with the next stop.

	@param config the container as requested; its mounts are computed when its files are first read.
	*/
	restore(sandbox: Sandbox, config: () => ContainerConfig, was: Restored): void {
		const kernel = this.#kernel;
		const {containers, images, files, life, catalogue} = this.parts;
		const imageDirectory = this.#imageDirectory;
		const known = config();
		const wanted = known.image.userSpecifiedImage;
		const image = imageNamed(catalogue, wanted) ?? {};
		const parsed = parseImageReference(wanted);
		const container = new RuntimeContainer(
			was.id,
			sandbox,
			known,
			imageInContainer(image, runOf(sandbox, known, was.use, {isRestored: true})),
			typeof parsed === 'string' ? wanted : parsed.name,
			was.imageID,
			was.startedAtMs,
			{
				get mounts() {
					return mountsOf(files, config(), sandbox.id, imageDirectory);
				},
				nowMs: () => kernel.wallClockMs,
			},
		);
		container.isRestored = true;
		const {state, startedAt, startedAtMs, finishedAt, finishedAtMs, exitCode, reason, message} = was;
		container.change({
			state,
			pid: containers.nextPid(),
			startedAt,
			startedAtMs,
			finishedAt,
			finishedAtMs,
			exitCode,
			reason,
			message,
		});
		containers.addContainer(container);
		images.use(container.imageName);
		if (container.isRunning) {
			kernel.spawn(container.process, 'container', () => runContainer(life, container), {brief: true});
		}
	}

	readonly #imageDirectory = (reference: string) => imageFiles(imageNamed(this.parts.catalogue, reference) ?? {});

	/** @throws {RuntimeError} when a part of a volume cannot be mounted. */
	#mounts(config: ContainerConfig, {id}: Sandbox): readonly Mount[] {
		try {
			return mountsOf(this.parts.files, config, id, this.#imageDirectory);
		} catch (error) {
			throw error instanceof FileError
				? new RuntimeError(
						'Unknown',
						`failed to prepare subPath for container "${config.metadata.name}": ${error.message}`,
					)
				: error;
		}
	}

	/** @throws {RuntimeError} NotFound. */
	#known(id: string): RuntimeContainer {
		const container = this.parts.containers.container(id);
		if (!container) {
			throw new RuntimeError(
				'NotFound',
				`an error occurred when try to find container ${JSON.stringify(id)}: not found`,
			);
		}

		return container;
	}

	*startContainer(containerId: string): Routine {
		const container = this.#known(containerId);
		yield* callRuntime(
			{method: 'StartContainer', request: {containerId: container.id}, about: {container: container.name}},
			podOf(container.sandbox),
			this.#start(container),
		);
	}

	*#start(container: RuntimeContainer): Routine<Result<undefined>> {
		const kernel = this.#kernel;
		const {containers, life, failures, catalogue} = this.parts;
		yield* sleep(kernel.latency('cri.StartContainer', catalogue.takes?.start ?? 100));
		const failure = container.image.start;
		const problem = failure && failures.happens(`start ${container.imageName}`, failure) ? failure : undefined;
		const text = problem?.text ?? startProblem(container);
		container.change({startedAtMs: kernel.now, startedAt: kernel.timestamp()});
		if (text !== undefined) {
			life.exited(container, 128, 'StartError', text);
			throw new RuntimeError(problem?.code ?? 'Unknown', text);
		}

		container.change({state: 'RUNNING', pid: containers.nextPid()});
		containers.show(container);
		containers.tell(container.sandbox.uid);
		kernel.spawn(container.process, 'container', () => runContainer(life, container), {brief: true});
		this.#limitMemory(container);
		yield* this.#assume(container);
		return {
			told: {method: 'StartContainer', answer: {}, about: {container: container.name, pid: container.pid}},
			value: undefined,
		};
	}

	/** Kills a container when it exceeds its memory limit, as the kernel does. */
	#limitMemory(container: RuntimeContainer): void {
		const kernel = this.#kernel;
		const {life} = this.parts;
		const {
			process,
			name,
			resources: {memoryLimitInBytes},
			image: {usage = startUsage(container)},
		} = container;
		const limit = Number(memoryLimitInBytes ?? Number.POSITIVE_INFINITY);
		const atMs = exceedsAtMs(usage, limit);
		if (atMs === undefined) {
			return;
		}

		const {cancel} = kernel.after(atMs, () => {
			const why = {case: 'memory', container: name, used: memoryAt(usage, atMs), limit: binary(limit)} as const;
			kernel.spawn(`${process}/oom`, 'container', () => life.kill(container, why), {brief: true});
		});
		container.cancelKill = cancel;
	}

	/** Reports the parts of a container that are not simulated. */
	*#assume(container: RuntimeContainer): Routine {
		const {opaque, usage} = container.image;
		const memory = usage ? undefined : startMemory(container);
		if (memory !== undefined) {
			yield* note(
				'container.assume',
				{
					kind: 'memory',
					container: container.name,
					what: `${memory} (${container.config.image.userSpecifiedImage})`,
				},
				{object: podOf(container.sandbox), outcome: 'warning'},
			);
		}

		if (opaque !== undefined && commandLine(container) === undefined) {
			yield* note(
				'container.assume',
				{
					kind: 'program',
					container: container.name,
					what: `${container.imageName} (${opaque})`,
				},
				{object: podOf(container.sandbox)},
			);
			const {life} = this.parts;
			if (mayMakeSecrets(this.#kernel.ledger, container)) {
				this.#kernel.spawn(`${container.process}/secrets`, 'container', () => makeSecrets(life, container), {
					brief: true,
				});
			}
		}
	}

	/** Changes the limits of a container while it runs; others stay. */
	*updateContainerResources(containerId: string, linux: LinuxResources): Routine {
		const container = this.#known(containerId);
		const {name} = container;
		const {cpusetCpus} = linux;
		const after = {...container.resources, ...linux};
		const moved = container.resources.cpusetCpus !== after.cpusetCpus;
		container.change({resources: after});
		if (moved) {
			this.parts.containers.show(container);
		}

		yield* callRuntime(
			{method: 'UpdateContainerResources', request: {containerId, linux}, about: {container: name, cpusetCpus}},
			podOf(container.sandbox),
			done({method: 'UpdateContainerResources', answer: {}, about: {container: name, cpusetCpus}}),
		);
	}

	/**
	SIGTERM, then SIGKILL if it has not ended in time. A container that no longer exists needs nothing.

	@param graceSeconds the longest time for it.
	*/
	*stopContainer(containerId: string, graceSeconds: number): Routine {
		const container = this.parts.containers.container(containerId);
		if (!container) {
			return;
		}

		yield* callRuntime(
			{
				method: 'StopContainer',
				request: {containerId: container.id, timeout: String(graceSeconds)},
				about: {container: container.name, graceSeconds},
			},
			podOf(container.sandbox),
			this.#stop(container, graceSeconds),
		);
	}

	*#stop(container: RuntimeContainer, graceSeconds: number): Routine<Result<undefined>> {
		const {containers, life} = this.parts;
		const {name, pid} = container;
		if (container.isRunning) {
			container.stopping = true;
			containers.show(container);
			const ended = new Mailbox<'ended'>(`end of ${container.process}`);
			container.ended = ended;
			const signal = container.image.stopSignal ?? 'SIGTERM';
			this.#kernel.send(container.signals, signal);
			yield* note('container.signal', {case: 'send', signal, container: name, pid});
			const result = yield* take(ended, {timeoutMs: graceSeconds * 1000});
			container.ended = undefined;
			if (result === undefined && container.isRunning) {
				yield* life.kill(container, {case: 'grace', container: name, graceSeconds});
			}
		}

		const {exitCode} = container;
		return {told: {method: 'StopContainer', answer: {}, about: {container: name, exitCode}}, value: undefined};
	}

	/** A container that no longer exists needs nothing. */
	*removeContainer(id: string): Routine {
		const container = this.parts.containers.container(id);
		if (!container) {
			return;
		}

		const {name} = container;
		yield* callRuntime(
			{method: 'RemoveContainer', request: {containerId: id}, about: {container: name, id}},
			podOf(container.sandbox),
			this.#remove(container),
		);
	}

	*#remove(container: RuntimeContainer): Routine<Result<undefined>> {
		this.parts.containers.removeContainer(container);
		this.parts.images.use(container.imageName);
		return {told: {method: 'RemoveContainer', answer: {}, about: {id: container.id}}, value: undefined};
	}

	/**
	Runs a command inside a container, to its end.

	@throws {RuntimeError} DeadlineExceeded; Unknown when there is no such program.
	*/
	*execSync({containerId, cmd, timeoutMs, isTimed}: ExecSyncRequest): Routine<ExecSyncResponse> {
		const container = this.#known(containerId);
		return yield* callRuntime(
			{
				method: 'ExecSync',
				request: {containerId, cmd, ...(isTimed ? {timeout: String(timeoutMs / 1000)} : {})},
				about: {container: container.name, command: cmd},
			},
			podOf(container.sandbox),
			this.#exec(container, cmd, timeoutMs),
		);
	}

	*#exec(container: RuntimeContainer, command: readonly string[], timeoutMs: number): Routine<Result<ExecResult>> {
		const value = yield* execute(this.parts.life, container, command, timeoutMs);
		const {exitCode, output} = value;
		return {
			told: {
				method: 'ExecSync',
				answer: {...(exitCode ? {exitCode} : {}), ...(output ? {stdout: output} : {})},
				about: {command, exitCode, output},
			},
			value,
		};
	}
}
