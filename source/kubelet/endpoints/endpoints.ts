import {joinHostPort} from '../../objects/host-port.js';
import type {KubeletEndpoints, ProxiedAnswer, ProxiedRequest, StreamRequest} from '../../client/kubelet.js';
import type {Handler, Request, Response, Stream} from '../../client/request.js';
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
import type {CallerReviews} from './caller-reviews.js';
import {resourceSamples} from '../stats/resource-metrics.js';
import {containerLog} from './container-log.js';

/** The sources of the answers of a kubelet's server. */
export interface KubeletServer {
	readonly runtime: RuntimeService;
	readonly streaming: StreamingService;
	readonly host: Host;
	readonly reviews: CallerReviews;
}

/** The kubelet of a node by its name; `undefined` when the cluster simulates no such node. */
export type FindKubelet = (node: string) => KubeletServer | undefined;

/**
The answers of all kubelets of a cluster to the apiserver, and to callers that have an identity of their own.

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
		reach: (pod, request) =>
			frame(
				{name: `${request.method} ${request.path} at port ${request.port} of ${pod.metadata.name}`},
				reached(serverOf(pod), pod, request),
			),
		server: (node, address) => serverFor(node, address, () => find(node)),
		stream: (pod, request, stream) =>
			frame(
				{name: `${request.kind} ${pod.metadata.name}`, component: 'kubelet'},
				streamed(serverOf(pod), pod, request, stream),
			),
	};
};

/** How long metrics-server waits for a kubelet, by its flag `--kubelet-request-timeout`. */
const requestWaitMs = 10_000;

/** The response when no answer arrived. @param why the error of Go's HTTP client. */
const lost = (why: string): Response => ({status: 503, headers: {}, body: why, lost: why});

const text = (status: number, body: string): Response => ({
	status,
	headers: {'content-type': 'text/plain; charset=utf-8'},
	body,
});

/** The bearer token of a request; empty without one. */
const tokenOf = ({headers}: Request): string => /^Bearer (.+)$/i.exec(headers['authorization'] ?? '')?.[1] ?? '';

/** A crashed kubelet refuses the connection; one that is paused answers nothing. @mirrors k8s.io/kubernetes/pkg/kubelet/server Server.InstallAuthFilter */
const serverFor = (node: string, address: string, find: () => KubeletServer | undefined): Handler =>
	function* (request) {
		const server = find();
		const process = server?.host.kernel.processes.get(`kubelet/${node}`);
		if (!server || !process || process.state === 'crashed' || process.state === 'ended') {
			return lost(`dial tcp ${address}:10250: connect: connection refused`);
		}

		if (process.pausedBy) {
			yield* sleep(requestWaitMs);
			return lost('context deadline exceeded');
		}

		return yield* frame({name: 'authenticate, authorize', component: 'kubelet'}, served(server, request));
	};

function* served({reviews, host, runtime}: KubeletServer, request: Request): Routine<Response> {
	const refusal = yield* reviews.refusal(tokenOf(request), 'metrics');
	if (refusal) {
		return text(refusal.status, refusal.message);
	}

	return request.path === '/metrics/resource'
		? {status: 200, headers: {}, body: resourceSamples(host.kernel, runtime)}
		: text(404, '404 page not found');
}

const proxyWaitMs = 10_000;

function* reached(
	server: KubeletServer | undefined,
	pod: Pod,
	{scheme, port, path, ...sent}: ProxiedRequest,
): Routine<ProxiedAnswer | {readonly error: string}> {
	const ip = pod.status?.podIP ?? '';
	if (!server) {
		return {error: `dial tcp ${joinHostPort(ip, port)}: connect: connection refused`};
	}

	const answer = yield* server.host.network.httpGet({
		uid: uidOnNode(pod),
		ip,
		port,
		path,
		scheme,
		timeoutMs: proxyWaitMs,
		isPassedOn: true,
		sent,
	});
	if ('error' in answer) {
		// The proxy's transport has no client that adds the method and the URL.
		return {error: answer.error.replace(/^Get "[^"]*": /, '')};
	}

	const {status, body, headers = []} = answer;
	return {status, body, headers: Object.fromEntries(headers.map(([name, value]) => [name.toLowerCase(), value]))};
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
