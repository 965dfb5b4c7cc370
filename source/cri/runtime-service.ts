import type {Mailbox} from '../kernel/mailbox.js';
import type {Routine} from '../kernel/routine.js';
import type {CRIContainer} from './container.js';
import type {ContainerConfig, LinuxResources, PodSandboxConfig} from './messages.js';
import type {Sandbox} from './pod-sandbox.js';

export interface RunPodSandboxRequest {
	readonly config: PodSandboxConfig;
	/** Handler of the Pod's RuntimeClass; `''` for the default one. */
	readonly runtimeHandler: string;
}

export interface CreateContainerRequest {
	readonly podSandboxId: string;
	readonly config: ContainerConfig;
	readonly sandboxConfig: PodSandboxConfig;
}

/** The Pod's expectations of a container whose image has none. It is not part of the upstream interface, but programs that are not simulated need it. */
export interface ContainerUse {
	/** Ports that probes and Services name. */
	readonly asked: readonly number[];
	/** Whether the container is to serve, or to do something and end. */
	readonly purpose: 'serve' | 'finish' | 'complete';
}

export interface ExecSyncRequest {
	readonly containerId: string;
	readonly cmd: readonly string[];
	/** Time after which the command is killed, in milliseconds. */
	readonly timeoutMs: number;
	/** Whether the request names that time; a hook has none. */
	readonly isTimed: boolean;
}

export interface ExecSyncResponse {
	readonly exitCode: number;
	readonly output: string;
}

/** Use of the node by a container at one moment. */
export interface ContainerStats {
	/** Bytes of its working set. */
	readonly memory: number;
	readonly cpuMillis: number;
	/** Bytes of its file system and its log. */
	readonly disk: number;
	readonly pids: number;
	/** Whether its image defines its usage; otherwise it uses only a process. */
	readonly isKnown: boolean;
}

/** A sandbox or container of a Pod began or ended; the kubelet's PLEG notices it at its next relist. */
export interface RuntimeChange {
	readonly uid: string;
}

/**
The runtime service of the container runtime interface: the calls of the kubelet, each with a stop at its beginning and one with its answer.

Lists and states are answered at once and make no stop.

Simplified: a call runs in the process of its caller, in a frame of containerd.

@see https://kubernetes.io/docs/concepts/containers/cri/
@mirrors k8s.io/cri-api RuntimeServiceServer
*/
export interface RuntimeService {
	/** @throws {RuntimeError} */
	runPodSandbox(request: RunPodSandboxRequest): Routine<{readonly podSandboxId: string}>;
	stopPodSandbox(request: {readonly podSandboxId: string}): Routine;
	removePodSandbox(request: {readonly podSandboxId: string}): Routine;
	updatePodSandboxResources(request: {readonly podSandboxId: string; readonly resources: LinuxResources}): Routine;
	/** @throws {RuntimeError} */
	createContainer(request: CreateContainerRequest, use: ContainerUse): Routine<{readonly containerId: string}>;
	/** @throws {RuntimeError} */
	startContainer(request: {readonly containerId: string}): Routine;
	/** SIGTERM, then SIGKILL if the container has not ended in time. @param request `timeout`: seconds. */
	stopContainer(request: {readonly containerId: string; readonly timeout: number}): Routine;
	removeContainer(request: {readonly containerId: string}): Routine;
	/** Limits that the request does not name stay. */
	updateContainerResources(request: {readonly containerId: string; readonly linux: LinuxResources}): Routine;
	/** Runs a command to its end. @throws {RuntimeError} DeadlineExceeded; Unknown when there is no such program. */
	execSync(request: ExecSyncRequest): Routine<ExecSyncResponse>;
	/** uids of the Pods that have a sandbox. */
	podUIDs(): readonly string[];
	/** Sandboxes of a Pod, newest first. */
	listPodSandbox(uid: string): readonly Sandbox[];
	/** Containers of a Pod, newest first. */
	listContainers(uid: string): readonly CRIContainer[];
	/** @returns `undefined` when there is no such container. */
	containerStatus(containerId: string): CRIContainer | undefined;
	/** @returns `undefined` when there is no such container. */
	containerStats(containerId: string): ContainerStats | undefined;
	/** The time at which the use of the node by its containers changes next, in milliseconds; `undefined` if it stays. */
	nextStatsMs(): number | undefined;
	/** Containers that began or ended. @mirrors GetContainerEvents */
	readonly events: Mailbox<RuntimeChange>;
}
