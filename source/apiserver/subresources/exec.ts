import type {StreamRequest} from '../../client/kubelet.js';
import type {Request, Response} from '../../client/request.js';
import type {Routine} from '../../kernel/routine.js';
import {asKind} from '../../objects/kubernetes-object.js';
import type {Pod} from '../../objects/kubernetes.generated.js';
import {admissionAttributes, admitValidating} from '../verbs/admit.js';
import type {Services} from '../services.js';
import type {ResourceExchange} from '../request/exchange.js';
import {badRequest, RequestFailure} from '../request/failure.js';
import {isTrue} from '../request/request-info.js';
import {existing} from '../verbs/get.js';
import {kubeletAddress} from './kubelet-address.js';
import {containerOf} from './log.js';

/**
`exec`, `attach`, `portforward`: the connection is upgraded, and its data is passed on to the kubelet of the Pod's node.

@mirrors k8s.io/kubernetes/pkg/registry/core/pod/rest ExecREST, AttachREST, PortForwardREST
*/
export function* exec(services: Services, exchange: ResourceExchange): Routine<Response> {
	const {info, request} = exchange;
	const pod = asKind(existing(services, exchange), 'v1 Pod');
	yield* admitValidating(services, exchange, admissionAttributes(exchange, 'CONNECT', info.name, undefined));
	const wish = wishOf(pod, info.subresource, request);
	if (!pod.spec.nodeName) {
		throw new RequestFailure(badRequest(`pod ${info.name} does not have a host assigned`));
	}

	kubeletAddress(services, pod.spec.nodeName);
	const {stream} = request;
	if (!stream) {
		throw new RequestFailure(badRequest('Upgrade request required'));
	}

	const {kubelets} = services.options;
	return {
		status: 101,
		headers: {},
		body: undefined,
		...(kubelets ? {session: () => kubelets.stream(pod, wish, stream)} : {}),
	};
}

const wishOf = (pod: Pod, subresource: string, {query, repeated}: Request): StreamRequest => {
	if (subresource === 'portforward') {
		return {kind: 'portforward'};
	}

	const container = containerOf(pod, query['container'] ?? '');
	const stdin = isTrue(query['stdin']);
	const tty = isTrue(query['tty']);
	if (subresource === 'attach') {
		return {kind: 'attach', container, stdin, tty};
	}

	const {command} = query;
	return {
		kind: 'exec',
		container,
		command: repeated?.['command'] ?? (command === undefined ? [] : [command]),
		stdin,
		tty,
	};
};
