import type {Kernel} from '../kernel/kernel.js';
import {sleep, type Routine} from '../kernel/routine.js';
import {registryKey} from '../objects/resources.js';
import {note} from '../stages/note.js';
import type {PodNetwork} from './cni/cni.js';
import {NetworkFailure} from './cni/host-local.js';
import type {ContainerLife} from '../machine/container-life.js';
import {callRuntime, done, type Result} from './cri-call.js';
import {memoryProblem} from '../machine/processes/command-line.js';
import {RuntimeError, type LinuxResources, type PodSandboxConfig} from '../cri/messages.js';
import type {Failures} from './failures.js';
import type {NodeFiles} from '../machine/files/node-files.js';
import type {NodeContainers} from './node-containers.js';
import type {Troubles} from '../machine/troubles.js';
import type {RunPodSandboxRequest} from '../cri/runtime-service.js';
import {resolvConf} from './resolv-conf.js';
import {sandboxFile, sandboxFileNames, withoutAddress} from '../machine/sandbox.js';
import {type Sandbox, sandboxIPs} from '../cri/pod-sandbox.js';
import type {RuntimeFailure} from '../machine/images/image.js';

/** Decides whether RunPodSandbox fails for a Pod, and the error; `undefined` if it does not fail. */
export type SandboxFailure = (config: PodSandboxConfig) => RuntimeFailure | undefined;

interface SandboxServiceParts {
	readonly containers: NodeContainers;
	readonly life: ContainerLife;
	readonly files: NodeFiles;
	readonly network: PodNetwork;
	readonly failures: Failures;
	readonly troubles: Troubles;
	readonly failure?: SandboxFailure;
	/** The available runtime handlers; `''` is the default. */
	readonly handlers: readonly string[];
	/** The time to make a sandbox, in milliseconds. */
	readonly takesMs: number;
}

const podOf = ({namespace, pod}: Sandbox): string => registryKey('pods', namespace, pod);

/** The CRI calls for sandboxes. */
export class SandboxService {
	readonly #kernel: Kernel;

	constructor(readonly parts: SandboxServiceParts) {
		this.#kernel = parts.containers.kernel;
	}

	*runPodSandbox({config, runtimeHandler}: RunPodSandboxRequest): Routine<{readonly podSandboxId: string}> {
		const {namespace, name} = config.metadata;
		const request = runtimeHandler === '' ? {config} : {config, runtimeHandler};
		return yield* callRuntime(
			{method: 'RunPodSandbox', request, about: {}},
			registryKey('pods', namespace, name),
			this.#run(config, runtimeHandler),
		);
	}

	*#run(config: PodSandboxConfig, handler: string): Routine<Result<{readonly podSandboxId: string}>> {
		const kernel = this.#kernel;
		const {containers, failures, failure, life, network, takesMs} = this.parts;
		const {node} = containers;
		const {uid} = config.metadata;
		const id = kernel.random(`containerd/${node}`).hex(64);
		if (!this.parts.handlers.includes(handler)) {
			const problem = `no runtime for ${JSON.stringify(handler)} is configured`;
			throw new RuntimeError('Unknown', `unable to get OCI runtime for sandbox "${id}": ${problem}`);
		}

		yield* sleep(kernel.latency('cri.RunPodSandbox', takesMs));
		failures.check(`sandbox ${uid}`, failure?.(config), id);
		const problem = memoryProblem(config.linux.resources);
		if (problem !== undefined) {
			throw new RuntimeError('Unknown', `failed to start sandbox "${id}": ${problem}`);
		}

		const hostNetwork = config.linux.securityContext.namespaceOptions.network === 'NODE';
		const netns = hostNetwork ? 'host' : `/var/run/netns/cni-${kernel.random(`cni/${node}`).uid()}`;
		// containerd undoes unfinished work when the kubelet disconnects.
		const settle = kernel.atExit(() => network.abandon(id));
		const pausePid = containers.nextPid();
		let ips: readonly string[] = [];
		try {
			ips = hostNetwork ? [] : yield* this.#attach(id, netns, config);
			yield* this.#pause(config, pausePid, netns);
		} finally {
			settle();
		}

		const [ip = ''] = ips;
		const sandbox = this.#sandbox(config, {id, ips, createdAtMs: kernel.now, netns, pausePid});
		containers.addSandbox(sandbox);
		life.listeners.publish(sandbox);
		containers.tell(uid);
		return {
			told: {method: 'RunPodSandbox', answer: {podSandboxId: id}, about: {sandbox: id, ip}},
			value: {podSandboxId: id},
		};
	}

	/** A sandbox that ran before the simulation: it is there. Report it with the next stop. @param ips empty on the host's network. */
	restore(
		config: PodSandboxConfig,
		{ips, createdAtMs}: {readonly ips: readonly string[]; readonly createdAtMs: number},
	): Sandbox {
		const kernel = this.#kernel;
		const {containers, life, network} = this.parts;
		const {node} = containers;
		const id = kernel.random(`containerd/${node}`).hex(64);
		const hostNetwork = config.linux.securityContext.namespaceOptions.network === 'NODE';
		const sandbox = this.#sandbox(config, {
			id,
			ips,
			createdAtMs,
			netns: hostNetwork ? 'host' : `/var/run/netns/cni-${kernel.random(`cni/${node}`).uid()}`,
			pausePid: containers.nextPid(),
		});
		if (ips.length > 0) {
			const {namespace, name, uid} = config.metadata;
			network.restore({id, netns: sandbox.netns, namespace, name, uid}, ips);
		}

		containers.addSandbox(sandbox);
		life.listeners.publish(sandbox);
		return sandbox;
	}

	/** The record of a sandbox, with its files. */
	#sandbox(
		config: PodSandboxConfig,
		own: Pick<Sandbox, 'id' | 'createdAtMs' | 'netns' | 'pausePid'> & {readonly ips: readonly string[]},
	): Sandbox {
		const [ip = '', ...additionalIPs] = own.ips;
		const {containers, files} = this.parts;
		const {node} = containers;
		const {namespace, name: pod, uid, attempt = 0} = config.metadata;
		const text = resolvConf(config);
		files.provideFile(sandboxFile(own.id, 'resolv.conf'), () => text);
		files.provideFile(sandboxFile(own.id, 'hostname'), `${config.hostname ?? node}\n`);
		return {
			id: own.id,
			namespace,
			pod,
			hostname: config.hostname ?? node,
			ip,
			...(additionalIPs.length > 0 ? {additionalIPs} : {}),
			pausePid: own.pausePid,
			netns: own.netns,
			state: 'SANDBOX_READY',
			attempt,
			uid,
			node,
			createdAtMs: own.createdAtMs,
			hostNetwork: own.netns === 'host',
			cgroup: config.linux.cgroupParent,
			resolvConf: text,
		};
	}

	/**
	The pause container holds the namespaces of a sandbox; its network namespace is created and connected before it starts.

	@mirrors containerd's RunPodSandbox
	*/
	*#pause(config: PodSandboxConfig, pid: number, netns: string): Routine {
		const {namespace, name} = config.metadata;
		yield* note(
			'container.pause',
			{
				case: 'start',
				image: 'registry.k8s.io/pause:3.10',
				pid,
				netns,
				resolvConf: resolvConf(config),
				hostname: config.hostname,
				sharesProcesses: config.linux.securityContext.namespaceOptions.pid === undefined,
			},
			{object: registryKey('pods', namespace, name)},
		);
	}

	/** @returns the addresses. @throws {RuntimeError} when the network plug-in fails. */
	*#attach(id: string, netns: string, {metadata, portMappings}: PodSandboxConfig): Routine<readonly string[]> {
		const {namespace, name, uid} = metadata;
		if (this.parts.troubles.happens('cni')) {
			throw new RuntimeError(
				'Unknown',
				`failed to setup network for sandbox "${id}": plugin type="bridge" failed (add): failed to create bridge "cni0": could not add "cni0": operation not permitted`,
			);
		}

		try {
			const {ips} = yield* this.parts.network.add({id, netns, namespace, name, uid, portMappings});
			return ips.map(({address}) => address.replace(/\/.*/, ''));
		} catch (error) {
			throw error instanceof NetworkFailure ? new RuntimeError('Unknown', error.message) : error;
		}
	}

	/** The network of a sandbox ends with its node's memory. Report it with the next stop. */
	disconnect({id, ip}: Sandbox): void {
		if (ip) {
			this.parts.network.abandon(id);
		}
	}

	/** Reports a Pod's new limits to the runtime; the control group belongs to the kubelet. */
	*updatePodSandboxResources(podSandboxId: string, resources: LinuxResources): Routine {
		const sandbox = this.#known(podSandboxId);
		yield* callRuntime(
			{method: 'UpdatePodSandboxResources', request: {podSandboxId: sandbox.id, resources}, about: {}},
			podOf(sandbox),
			done({method: 'UpdatePodSandboxResources', answer: {}, about: {}}),
		);
	}

	/** @throws {RuntimeError} NotFound. */
	#known(id: string): Sandbox {
		const sandbox = this.parts.containers.sandbox(id);
		if (!sandbox) {
			throw new RuntimeError('NotFound', `failed to find sandbox id ${JSON.stringify(id)}: not found`);
		}

		return sandbox;
	}

	/** Ends the processes and tears down the network; the rest is removed later. For a missing sandbox, it does nothing. */
	*stopPodSandbox(podSandboxId: string): Routine {
		const sandbox = this.parts.containers.sandbox(podSandboxId);
		if (!sandbox) {
			return;
		}

		yield* callRuntime(
			{method: 'StopPodSandbox', request: {podSandboxId: sandbox.id}, about: {}},
			podOf(sandbox),
			this.#stop(sandbox),
		);
	}

	*#stop(sandbox: Sandbox): Routine<Result<undefined>> {
		const kernel = this.#kernel;
		const {containers, life, network} = this.parts;
		const {uid, namespace, pod, ip, id} = sandbox;
		yield* sleep(kernel.latency('cri.StopPodSandbox', 20));
		for (const container of containers.containersOf(uid)) {
			if (container.isRunning && container.sandbox.id === id) {
				yield* life.kill(container, {case: 'sandbox'});
			}
		}

		if (ip || sandbox.hostNetwork) {
			life.listeners.withdraw(sandbox);
		}

		if (ip) {
			yield* network.remove(id, sandboxIPs(sandbox), registryKey('pods', namespace, pod));
		}

		containers.replaceSandbox({...withoutAddress(sandbox), state: 'SANDBOX_NOTREADY'});
		containers.tell(uid);
		return {told: {method: 'StopPodSandbox', answer: {}, about: {ip}}, value: undefined};
	}

	*removePodSandbox(podSandboxId: string): Routine {
		const sandbox = this.parts.containers.sandbox(podSandboxId);
		if (!sandbox) {
			return;
		}

		yield* callRuntime(
			{method: 'RemovePodSandbox', request: {podSandboxId: sandbox.id}, about: {}},
			podOf(sandbox),
			this.#remove(sandbox),
		);
	}

	*#remove(sandbox: Sandbox): Routine<Result<undefined>> {
		for (const name of sandboxFileNames) {
			this.parts.files.remove(sandboxFile(sandbox.id, name));
		}

		if (this.parts.containers.removeSandbox(sandbox)) {
			this.parts.life.listeners.forget(sandbox.uid);
		}

		return {told: {method: 'RemovePodSandbox', answer: {}, about: {sandbox: sandbox.id}}, value: undefined};
	}
}
