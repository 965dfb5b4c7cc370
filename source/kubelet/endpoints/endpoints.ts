import type {KubeletEndpoints} from '../../client/kubelet.js';
import type {Kernel} from '../../kernel/kernel.js';
import type {Routine} from '../../kernel/routine.js';
import {frame} from '../../stages/note.js';
import type {Pod} from '../../objects/kubernetes.generated.js';
import {uidOnNode} from '../../objects/pod.js';
import {httpGet} from '../probes/http-get.js';
import {runtimeOf} from '../../containerd/runtime.js';
import {attachSession} from './attach-session.js';
import {containerLog} from './container-log.js';
import {execSession} from './exec-session.js';
import {portForwardSession} from './port-forward-session.js';

/**
How all kubelets of a cluster answer the apiserver.

@see https://kubernetes.io/docs/concepts/architecture/control-plane-node-communication/#apiserver-to-kubelet
*/
export const kubeletEndpoints = (kernel: Kernel): KubeletEndpoints => ({
	log: (pod, container, query, follower) =>
		frame(
			{name: `GET containerLogs ${pod.metadata.name}/${container}`, component: 'kubelet'},
			containerLog(kernel, pod, container, query, follower),
		),
	reach: (pod, port, path) =>
		frame({name: `GET ${path} at port ${port} of ${pod.metadata.name}`}, reached(kernel, pod, port, path)),
	stream: (pod, request, stream) =>
		frame(
			{name: `${request.kind} ${pod.metadata.name}`, component: 'kubelet'},
			request.kind === 'exec'
				? execSession(kernel, pod, request, stream)
				: request.kind === 'attach'
					? attachSession(kernel, pod, request, stream)
					: portForwardSession(kernel, pod, stream),
		),
});

const proxyWaitMs = 10_000;

function* reached(
	kernel: Kernel,
	pod: Pod,
	port: number,
	path: string,
): Routine<{readonly status: number; readonly body: string} | undefined> {
	const {spec, status} = pod;
	const runtime = runtimeOf(kernel, spec.nodeName ?? '');
	const ip = status?.podIP ?? '';
	if (!runtime) {
		return undefined;
	}

	const answer = yield* httpGet(runtime, {uid: uidOnNode(pod), ip, port, path, scheme: 'http', timeoutMs: proxyWaitMs});
	return 'error' in answer ? undefined : {status: answer.status ?? 200, body: answer.body ?? ''};
}
