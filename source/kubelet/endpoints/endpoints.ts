import type {KubeletEndpoints, PodSample, ProxiedAnswer, StreamRequest} from '../../client/kubelet.js';
import type {Stream} from '../../client/request.js';
import {endSession} from '../../client/stream-end.js';
import type {CRIContainer} from '../../cri/container.js';
import type {Host} from '../../host/host.js';
import type {RuntimeService} from '../../cri/runtime-service.js';
import type {StreamingService} from '../../cri/streaming-service.js';
import {sleep, type Routine} from '../../kernel/routine.js';
import type {Pod} from '../../objects/kubernetes.generated.js';
import {uidOnNode} from '../../objects/pod.js';
import {frame, note} from '../../stages/note.js';
import {podKey} from '../node/pod-names.js';
import {resourceSamples} from '../stats/resource-metrics.js';
import {containerLog} from './container-log.js';

/** The sources of the answers of a kubelet's server. */
export interface KubeletServer {
	readonly runtime: RuntimeService;
	readonly streaming: StreamingService;
	readonly host: Host;
}

/** The kubelet of a node by its name; `undefined` when the cluster simulates no such node. */
export type FindKubelet = (node: string) => KubeletServer | undefined;

/**
The answers of all kubelets of a cluster to the apiserver.

@see https://kubernetes.io/docs/concepts/architecture/control-plane-node-communication/#apiserver-to-kubelet
*/
export const kubeletEndpoints = (find: FindKubelet): KubeletEndpoints => {
	const serverOf = ({spec}: Pod) => find(spec.nodeName ?? '');
	return {
		log: (pod, container, query, follower) =>
			frame(
				{name: `GET containerLogs ${pod.metadata.name}/${container}`, component: 'kubelet'},
				containerLog(serverOf(pod)?.host, pod, container, query, follower),
			),
		reach: (pod, port, path) =>
			frame({name: `GET ${path} at port ${port} of ${pod.metadata.name}`}, reached(serverOf(pod), pod, port, path)),
		usage: (node) => usage(node, find(node)),
		stream: (pod, request, stream) =>
			frame(
				{name: `${request.kind} ${pod.metadata.name}`, component: 'kubelet'},
				streamed(serverOf(pod), pod, request, stream),
			),
	};
};

/** How long metrics-server waits for a kubelet: the flag `--kubelet-request-timeout`. */
const usageWaitMs = 10_000;

/** A crashed kubelet refuses the connection; one that is paused answers nothing. */
function* usage(node: string, server: KubeletServer | undefined): Routine<readonly PodSample[] | undefined> {
	if (!server) {
		return undefined;
	}

	const {kernel} = server.host;
	yield* sleep(kernel.latency('client.request', 1));
	const state = kernel.processes.get(`kubelet/${node}`)?.state;
	if (state === undefined || state === 'crashed' || state === 'ended') {
		return undefined;
	}

	if (kernel.processes.get(`kubelet/${node}`)?.pausedBy) {
		yield* sleep(usageWaitMs);
		return undefined;
	}

	const samples = resourceSamples(kernel, server.runtime);
	yield* sleep(kernel.latency('client.request', 1));
	return samples;
}

const proxyWaitMs = 10_000;

function* reached(
	server: KubeletServer | undefined,
	pod: Pod,
	port: number,
	path: string,
): Routine<ProxiedAnswer | undefined> {
	if (!server) {
		return undefined;
	}

	const answer = yield* server.host.network.httpGet({
		uid: uidOnNode(pod),
		ip: pod.status?.podIP ?? '',
		port,
		path,
		scheme: 'http',
		timeoutMs: proxyWaitMs,
		isPassedOn: true,
	});
	if ('error' in answer) {
		return undefined;
	}

	const {status, body, to} = answer;
	return {status, body, ...(to === undefined ? {} : {location: to})};
}

const runningContainer = (server: KubeletServer | undefined, pod: Pod, name: string): CRIContainer | undefined =>
	server?.runtime.listContainers(uidOnNode(pod)).find((own) => own.name === name && own.isRunning);

/** Passes the connection of a client on to the runtime's streaming server. @mirrors k8s.io/kubernetes/pkg/kubelet/server getExec, getAttach, getPortForward */
function* streamed(server: KubeletServer | undefined, pod: Pod, request: StreamRequest, stream: Stream): Routine {
	const object = podKey(pod);
	if (request.kind === 'portforward') {
		const {metadata, status} = pod;
		const target = {uid: uidOnNode(pod), pod: metadata.name, ip: status?.podIP ?? '127.0.0.1'};
		yield* server?.streaming.portForward(target, object, stream) ?? [];
		return;
	}

	const {kind, container: name, stdin, tty} = request;
	const found = runningContainer(server, pod, name);
	if (!server || !found) {
		const problem = `unable to upgrade connection: container not found ("${name}")`;
		yield* note(
			kind === 'exec' ? 'cri.Exec' : 'cri.Attach',
			{case: 'not-running', container: name, message: problem},
			{object, outcome: 'failed'},
		);
		endSession(stream, {problem});
		return;
	}

	const asked = {containerId: found.id, stdin, tty};
	yield* kind === 'exec'
		? server.streaming.exec({...asked, cmd: request.command}, object, stream)
		: server.streaming.attach(asked, object, stream);
}
