import type {Kernel} from '../../kernel/kernel.js';
import {Mailbox} from '../../kernel/mailbox.js';
import {note, sleep, take, type Routine} from '../../kernel/routine.js';
import {PodNetwork} from '../network/cni.js';
import {callRuntime, done, Failures, failed, podKey, type Answered} from './cri-call.js';
import {ImageService} from './images/image-service.js';
import {Container, type LogLine} from './container.js';
import {runContainer, startProblem} from './container-process.js';
import {RuntimeError, type ContainerConfig, type LinuxResources, type PodSandboxConfig} from './cri.js';
import {execute} from './exec.js';
import {imageNamed, parseImageReference, type ImageCatalogue, type RuntimeFailure} from './images/catalogue.js';
import {Listeners} from './listeners.js';
import {resolvConf} from './resolv-conf.js';
import type {Sandbox} from './sandbox.js';
import {messageOf} from './termination-message.js';

/** Decides whether RunPodSandbox fails for a Pod, and with what answer; `undefined`: it does not. */
export type SandboxFailure = (config: PodSandboxConfig) => RuntimeFailure | undefined;

export interface RuntimeOptions {
	readonly node: string;
	readonly address: string;
	readonly podCIDR: string;
	readonly catalogue: ImageCatalogue;
	/** Images that are on the node from the start. */
	readonly images: readonly string[];
	readonly sandboxFailure?: SandboxFailure;
}

/** Something in a Pod's sandbox began or ended; the kubelet's PLEG hears of it at its next relist. */
export interface RuntimeChange {
	readonly uid: string;
}

const logLimit = 1000;

const runtimes = new WeakMap<Kernel, Map<string, Runtime>>();

/** The runtime of a node of the simulation. */
export const runtimeOf = (kernel: Kernel, node: string): Runtime | undefined => runtimes.get(kernel)?.get(node);

/**
A container runtime that pretends: it answers the calls of the CRI as containerd does, and its containers do what the image catalogue says.

It lives on when the kubelet crashes. Calls run in the caller's process, in frames of the component containerd.

@see https://kubernetes.io/docs/setup/production-environment/container-runtimes/
*/
export class Runtime {
	readonly network: PodNetwork;
	readonly images: ImageService;
	readonly listeners: Listeners;
	/** Who listens hears of what began and ended. */
	readonly changes: Mailbox<RuntimeChange>;
	readonly #sandboxes = new Map<string, Sandbox[]>();
	readonly #containers = new Map<string, Container[]>();
	readonly #byId = new Map<string, Container>();
	readonly #failures = new Failures();
	#pid = 1000;

	constructor(
		readonly kernel: Kernel,
		readonly options: RuntimeOptions,
	) {
		this.network = new PodNetwork(kernel, options.node, options.podCIDR);
		this.changes = new Mailbox(`containerd/${options.node} changes`);
		const {catalogue} = options;
		const known = runtimes.get(kernel) ?? new Map<string, Runtime>();
		runtimes.set(kernel, known.set(options.node, this));
		this.listeners = new Listeners(kernel, (uid) => this.sandboxesOf(uid)[0]);
		this.images = new ImageService(kernel, options.node, catalogue, options.images, this.#failures);
	}

	/** Sandboxes of a Pod, newest first. */
	sandboxesOf(uid: string): readonly Sandbox[] {
		return this.#sandboxes.get(uid) ?? [];
	}

	/** Containers of a Pod, newest first. */
	containersOf(uid: string): readonly Container[] {
		return this.#containers.get(uid) ?? [];
	}

	/** uids of the Pods that have a sandbox. */
	get pods(): readonly string[] {
		return [...this.#sandboxes.keys()];
	}

	container(id: string): Container | undefined {
		return this.#byId.get(id);
	}

	*runPodSandbox(config: PodSandboxConfig): Routine<string> {
		const {namespace, name} = config.metadata;
		return yield* callRuntime(
			'RunPodSandbox',
			{config},
			podKey(namespace, name),
			`The kubelet asks containerd for a sandbox for ${namespace}/${name}.`,
			this.#runPodSandbox(config),
		);
	}

	*#runPodSandbox(config: PodSandboxConfig): Routine<Answered<string>> {
		const {kernel} = this;
		const {node, catalogue} = this.options;
		const {namespace, name: pod, uid, attempt = 0} = config.metadata;
		const object = podKey(namespace, pod);
		const id = kernel.random(`containerd/${node}`).hex(64);
		yield* sleep(kernel.latency('cri.RunPodSandbox', catalogue.takes?.sandbox ?? 400));
		const failure = this.options.sandboxFailure?.(config);
		if (failure && this.#failures.happens(`sandbox ${uid}`, failure)) {
			throw failed(failure, id);
		}

		const hostNetwork = config.linux.securityContext.namespaceOptions.network === 'NODE';
		const netns = hostNetwork ? 'host' : `/var/run/netns/cni-${kernel.random(`cni/${node}`).uid()}`;
		const pausePid = this.#pid++;
		const shared = config.linux.securityContext.namespaceOptions.pid === undefined;
		yield* note(
			'container.pause',
			`The pause container starts as process ${pausePid} and holds the Pod's ${hostNetwork ? '' : 'network, '}IPC and UTS namespaces open, so that they outlive any container${shared ? '; the process namespace is shared too, and as its process 1 it reaps zombies' : ''}.`,
			{
				image: 'registry.k8s.io/pause:3.10',
				pid: pausePid,
				netns,
				resolvConf: resolvConf(config),
				hostname: config.hostname,
				sharesProcesses: shared,
			},
			{object},
		);
		const result = hostNetwork ? undefined : yield* this.network.add(id, netns, config);
		const ip = result ? result.ips[0]!.address.replace(/\/.*/, '') : '';
		const sandbox: Sandbox = {
			id,
			node,
			namespace,
			pod,
			uid,
			attempt,
			createdAtMs: kernel.now,
			hostNetwork,
			cgroup: config.linux.cgroupParent,
			pausePid,
			netns,
			ip,
			state: 'SANDBOX_READY',
		};
		this.#sandboxes.set(uid, [sandbox, ...this.sandboxesOf(uid)]);
		kernel.ledger.write(`/nodes/${node}/sandboxes/${id}`, sandbox);
		this.listeners.publish(sandbox);
		kernel.send(this.changes, {uid});
		return {
			answer: {podSandboxId: id},
			text: `The sandbox ${id.slice(0, 12)} of ${namespace}/${pod} is ready${ip ? ` with address ${ip}` : ' on the host’s network'}.`,
			value: id,
		};
	}

	*createContainer(sandboxId: string, config: ContainerConfig, sandboxConfig: PodSandboxConfig): Routine<string> {
		const {namespace, name} = sandboxConfig.metadata;
		return yield* callRuntime(
			'CreateContainer',
			{config, podSandboxId: sandboxId},
			podKey(namespace, name),
			`The kubelet asks containerd to create the container ${config.metadata.name} of ${namespace}/${name} from ${config.image.userSpecifiedImage}.`,
			this.#createContainer(sandboxId, config, sandboxConfig),
		);
	}

	*#createContainer(
		sandboxId: string,
		config: ContainerConfig,
		sandboxConfig: PodSandboxConfig,
	): Routine<Answered<string>> {
		const {kernel} = this;
		const {node, catalogue} = this.options;
		yield* sleep(kernel.latency('cri.CreateContainer', catalogue.takes?.create ?? 50));
		const image = imageNamed(catalogue, config.image.userSpecifiedImage);
		const parsed = parseImageReference(config.image.userSpecifiedImage);
		const local = typeof parsed === 'string' ? undefined : this.images.all.get(parsed.name);
		if (!image || !local) {
			throw new RuntimeError(
				'NotFound',
				`failed to get image from containerd "${config.image.image}": image "${config.image.image}": not found`,
			);
		}

		if (image.create && this.#failures.happens(`create ${local.name}`, image.create)) {
			throw failed(image.create, local.name);
		}

		const {uid} = sandboxConfig.metadata;
		const sandbox = this.sandboxesOf(uid).find(({id}) => id === sandboxId)!;
		const id = kernel.random(`containerd/${node}`).hex(64);
		const container = new Container(id, sandbox, config, image, local.name, local.digest, kernel.now);
		this.#containers.set(uid, [container, ...this.containersOf(uid)]);
		this.#byId.set(id, container);
		this.#show(container);
		return {
			answer: {containerId: id},
			text: `The container ${container.name} is created as ${id.slice(0, 12)}; nothing runs in it yet.`,
			value: id,
		};
	}

	*startContainer(id: string): Routine {
		const container = this.#byId.get(id)!;
		const {namespace, pod} = container.sandbox;
		yield* callRuntime(
			'StartContainer',
			{containerId: id},
			podKey(namespace, pod),
			`The kubelet asks containerd to start ${container.name} of ${namespace}/${pod}.`,
			this.#startContainer(container),
		);
	}

	*#startContainer(container: Container): Routine<Answered<undefined>> {
		const {kernel} = this;
		yield* sleep(kernel.latency('cri.StartContainer', this.options.catalogue.takes?.start ?? 100));
		const problem =
			container.image.start && this.#failures.happens(`start ${container.imageName}`, container.image.start)
				? container.image.start
				: undefined;
		const text = problem?.text ?? startProblem(container);
		container.startedAtMs = kernel.now;
		container.startedAt = kernel.timestamp();
		if (text !== undefined) {
			this.#exited(container, 128, 'StartError', text);
			throw new RuntimeError(problem?.code ?? 'Unknown', text);
		}

		container.state = 'RUNNING';
		container.pid = this.#pid++;
		this.#show(container);
		kernel.send(this.changes, {uid: container.sandbox.uid});
		kernel.spawn(container.process, 'container', () => runContainer(this, container));
		return {answer: {}, text: `${container.name} runs as process ${container.pid}.`, value: undefined};
	}

	/** The runtime is told of a Pod's new limits; the control group is the kubelet's. */
	*updatePodSandboxResources(id: string, resources: LinuxResources): Routine {
		const sandbox = [...this.#sandboxes.values()].flat().find((one) => one.id === id)!;
		const {namespace, pod} = sandbox;
		yield* callRuntime(
			'UpdatePodSandboxResources',
			{podSandboxId: id, resources},
			podKey(namespace, pod),
			`The kubelet tells containerd what the sandbox of ${namespace}/${pod} may use now.`,
			done(`containerd knows the new limits of ${namespace}/${pod}.`),
		);
	}

	/** Changes what a container may use while it runs. */
	*updateContainerResources(id: string, linux: LinuxResources): Routine {
		const container = this.#byId.get(id)!;
		const {namespace, pod} = container.sandbox;
		container.resources = linux;
		yield* callRuntime(
			'UpdateContainerResources',
			{containerId: id, linux},
			podKey(namespace, pod),
			`The kubelet asks containerd to change what ${container.name} of ${namespace}/${pod} may use.`,
			done(`The control group of ${container.name} has its new limits; its processes go on.`),
		);
	}

	/**
	SIGTERM, and SIGKILL when it has not ended in time.

	@param graceSeconds how long it may take.
	*/
	*stopContainer(id: string, graceSeconds: number): Routine {
		const container = this.#byId.get(id)!;
		const {namespace, pod} = container.sandbox;
		yield* callRuntime(
			'StopContainer',
			{containerId: id, timeout: String(graceSeconds)},
			podKey(namespace, pod),
			`The kubelet asks containerd to stop ${container.name} of ${namespace}/${pod}, with ${graceSeconds} s until SIGKILL.`,
			this.#stopContainer(container, graceSeconds),
		);
	}

	*#stopContainer(container: Container, graceSeconds: number): Routine<Answered<undefined>> {
		const {kernel} = this;
		if (container.state === 'RUNNING') {
			container.stopping = true;
			this.#show(container);
			const ended = (container.ended = new Mailbox<'ended'>(`end of ${container.process}`));
			kernel.send(container.signals, 'SIGTERM');
			yield* note('container.signal', `containerd sends SIGTERM to process ${container.pid} of ${container.name}.`, {
				signal: 'SIGTERM',
				pid: container.pid,
			});
			const result = yield* take(ended, {timeoutMs: graceSeconds * 1000});
			container.ended = undefined;
			if (result === undefined && (container.state as string) === 'RUNNING') {
				yield* this.#kill(container, `${graceSeconds} s are over and ${container.name} still runs`);
			}
		}

		return {answer: {}, text: `${container.name} has stopped with exit code ${container.exitCode}.`, value: undefined};
	}

	*#kill(container: Container, why: string): Routine {
		this.kernel.crash(container.process);
		this.#exited(container, 137, 'Error', '');
		yield* note(
			'container.kill',
			`${why}: containerd sends SIGKILL to process ${container.pid}.`,
			{signal: 'SIGKILL', pid: container.pid, exitCode: 137},
			{outcome: 'warning'},
		);
	}

	/** Takes processes and network away; what is left is removed later. */
	*stopPodSandbox(sandbox: Sandbox): Routine {
		const {namespace, pod} = sandbox;
		yield* callRuntime(
			'StopPodSandbox',
			{podSandboxId: sandbox.id},
			podKey(namespace, pod),
			`The kubelet asks containerd to stop the sandbox of ${namespace}/${pod}.`,
			this.#stopPodSandbox(sandbox),
		);
	}

	*#stopPodSandbox(sandbox: Sandbox): Routine<Answered<undefined>> {
		const {kernel} = this;
		const {uid, namespace, pod, ip, id} = sandbox;
		yield* sleep(kernel.latency('cri.StopPodSandbox', 20));
		for (const container of this.containersOf(uid)) {
			if (container.state === 'RUNNING' && container.sandbox.id === id) {
				yield* this.#kill(container, 'Its sandbox stops');
			}
		}

		if (ip) {
			kernel.ledger.delete(`/network/addresses/${ip}`);
			yield* this.network.remove(id, ip, `${namespace}/${pod}`);
		}

		const stopped: Sandbox = {...sandbox, ip: '', state: 'SANDBOX_NOTREADY'};
		this.#sandboxes.set(
			uid,
			this.sandboxesOf(uid).map((other) => (other.id === id ? stopped : other)),
		);
		kernel.ledger.write(`/nodes/${sandbox.node}/sandboxes/${id}`, stopped);
		kernel.send(this.changes, {uid});
		return {
			answer: {},
			text: `The pause container of ${namespace}/${pod} ends, and with it the namespaces${ip ? ` and the address ${ip}` : ''}.`,
			value: undefined,
		};
	}

	*removeContainer(id: string): Routine {
		const container = this.#byId.get(id)!;
		const {namespace, pod} = container.sandbox;
		yield* callRuntime(
			'RemoveContainer',
			{containerId: id},
			podKey(namespace, pod),
			`The kubelet asks containerd to remove the ended container ${container.name} (${id.slice(0, 12)}) of ${namespace}/${pod}.`,
			this.#removeContainer(container),
		);
	}

	*#removeContainer(container: Container): Routine<Answered<undefined>> {
		const {node, uid} = container.sandbox;
		this.#byId.delete(container.id);
		this.#containers.set(
			uid,
			this.containersOf(uid).filter((other) => other !== container),
		);
		this.kernel.ledger.delete(`/nodes/${node}/containers/${container.id}`);
		if (container.log.length > 0) {
			this.kernel.ledger.delete(`/nodes/${node}/logs/${container.id}`);
		}

		return {answer: {}, text: `The container ${container.id.slice(0, 12)} and its log are gone.`, value: undefined};
	}

	*removePodSandbox(sandbox: Sandbox): Routine {
		const {namespace, pod} = sandbox;
		yield* callRuntime(
			'RemovePodSandbox',
			{podSandboxId: sandbox.id},
			podKey(namespace, pod),
			`The kubelet asks containerd to remove the stopped sandbox of ${namespace}/${pod}.`,
			this.#removePodSandbox(sandbox),
		);
	}

	*#removePodSandbox(sandbox: Sandbox): Routine<Answered<undefined>> {
		const left = this.sandboxesOf(sandbox.uid).filter(({id}) => id !== sandbox.id);
		if (left.length > 0) {
			this.#sandboxes.set(sandbox.uid, left);
		} else {
			this.#sandboxes.delete(sandbox.uid);
			this.#containers.delete(sandbox.uid);
			this.listeners.forget(sandbox.uid);
		}

		this.kernel.ledger.delete(`/nodes/${sandbox.node}/sandboxes/${sandbox.id}`);
		return {answer: {}, text: `The sandbox ${sandbox.id.slice(0, 12)} is gone.`, value: undefined};
	}

	/**
	Runs a command inside a container, to its end.

	@param timeoutMs it is killed then.
	@throws {RuntimeError} DeadlineExceeded; Unknown when there is no such program.
	*/
	*execSync(
		id: string,
		command: readonly string[],
		timeoutMs: number,
		timeoutSeconds?: number,
	): Routine<{readonly exitCode: number; readonly output: string}> {
		const container = this.#byId.get(id)!;
		const {namespace, pod} = container.sandbox;
		return yield* callRuntime(
			'ExecSync',
			{containerId: id, cmd: command, ...(timeoutSeconds ? {timeout: String(timeoutSeconds)} : {})},
			podKey(namespace, pod),
			`The kubelet asks containerd to run ${command.join(' ')} in ${container.name} of ${namespace}/${pod}.`,
			this.#execSync(container, command, timeoutMs),
		);
	}

	*#execSync(
		container: Container,
		command: readonly string[],
		timeoutMs: number,
	): Routine<Answered<{readonly exitCode: number; readonly output: string}>> {
		const value = yield* execute(this, container, command, timeoutMs);
		return {
			answer: {...(value.exitCode ? {exitCode: value.exitCode} : {}), ...(value.output ? {stdout: value.output} : {})},
			text: `${command.join(' ')} ends with exit code ${value.exitCode}${value.output ? ` and says ${value.output.trim()}` : ''}.`,
			value,
		};
	}

	/** Adds to the container's log. */
	*print(container: Container, text: string): Routine {
		const time = this.kernel.microTimestamp();
		const lines: LogLine[] = text
			.replace(/\n$/, '')
			.split('\n')
			.map((line) => ({time, stream: 'stdout', text: line}));
		container.log = [...container.log, ...lines].slice(-logLimit);
		this.kernel.ledger.write(`/nodes/${this.options.node}/logs/${container.id}`, container.log);
		container.tellReaders(lines);
		yield* note(
			'container.log',
			`${container.name} writes: ${text.trimEnd()}`,
			{text},
			{object: podKey(container.sandbox.namespace, container.sandbox.pod)},
		);
	}

	/** The container's process has ended by itself. */
	*containerEnds(container: Container, exitCode: number, reason?: string): Routine {
		this.#exited(container, exitCode, reason ?? (exitCode === 0 ? 'Completed' : 'Error'), '');
		yield* note(
			'container.exit',
			reason === 'OOMKilled'
				? `The kernel kills ${container.name}: it wants more memory than its limit.`
				: `${container.name} ends with exit code ${exitCode}${container.message ? ` and leaves the message: ${container.message.trimEnd()}` : ''}.`,
			{exitCode, reason: container.reason, message: container.message || undefined},
			{
				object: podKey(container.sandbox.namespace, container.sandbox.pod),
				...(exitCode === 0 ? {} : {outcome: 'warning' as const}),
			},
		);
		const namespaces = container.config.linux.securityContext.namespaceOptions;
		if (namespaces.pid === undefined) {
			yield* note(
				'container.pause',
				`pause, process 1 of the shared process namespace, reaps process ${container.pid}.`,
				{pid: container.pid},
			);
		}
	}

	#exited(container: Container, exitCode: number, reason: string, message: string): void {
		const {kernel} = this;
		container.state = 'EXITED';
		container.finishedAtMs = kernel.now;
		container.finishedAt = kernel.timestamp();
		container.exitCode = exitCode;
		container.reason = reason;
		container.message = message || messageOf(container);
		this.#show(container);
		this.listeners.close(container);
		kernel.send(this.changes, {uid: container.sandbox.uid});
		container.tellReaders('ended');
		if (container.ended) {
			kernel.send(container.ended, 'ended');
		}
	}

	#show(container: Container): void {
		this.kernel.ledger.write(`/nodes/${this.options.node}/containers/${container.id}`, container.record);
	}
}
