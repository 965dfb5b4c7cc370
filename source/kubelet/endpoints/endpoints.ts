import type {KubeletEndpoints} from '../../client/kubelet.js';
import type {Kernel} from '../../kernel/kernel.js';
import {frame} from '../../kernel/routine.js';
import {attachSession} from './attach-session.js';
import {containerLog} from './container-log.js';
import {execSession} from './exec-session.js';
import {portForwardSession} from './port-forward-session.js';

/**
What all kubelets of a cluster answer to the apiserver.

@see https://kubernetes.io/docs/concepts/architecture/control-plane-node-communication/#apiserver-to-kubelet
*/
export const kubeletEndpoints = (kernel: Kernel): KubeletEndpoints => ({
	log: (pod, container, query, follower) =>
		frame(
			{name: `GET containerLogs ${pod.metadata.name}/${container}`, component: 'kubelet'},
			containerLog(kernel, pod, container, query, follower),
		),
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
