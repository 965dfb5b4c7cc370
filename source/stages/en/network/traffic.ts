import {joinHostPort} from '../../../objects/host-port.js';
import type {Hop, Loss, LossResult, Sender, TrafficFacts} from '../../facts/network/traffic.js';
import type {Sentences} from '../../language-table.js';

/**
The fate of a request at a hop.

Long because it is a table: one case per hop.
*/
export const hopWords = (hop: Hop): string => {
	switch (hop.case) {
		case 'name': {
			return `${hop.host} is ${hop.ip}`;
		}

		case 'unresolved': {
			return `${hop.host}: ${hop.rcode}`;
		}

		case 'unanswered': {
			return `${hop.server} does not answer the query for ${hop.host}`;
		}

		case 'address': {
			return hop.ip;
		}

		case 'balancer': {
			return `the load balancer of ${hop.ip} sends it to ${hop.node}`;
		}

		case 'checked': {
			return `cluster-ips-check on ${hop.node}: reject`;
		}

		case 'no-rule': {
			return `no rule on ${hop.node}${hop.ip === undefined ? '' : `: directly to ${hop.ip}`}`;
		}

		case 'verdict': {
			return `${hop.service} on ${hop.node}: ${hop.mode === 'nftables' ? hop.verdict : hop.verdict.toUpperCase()}`;
		}

		case 'endpoint': {
			const {service, node, endpoint, remembers} = hop;
			return `${service} on ${node} ${remembers === undefined ? 'picks' : `remembers ${remembers} and keeps`} ${endpoint}`;
		}

		case 'ingress': {
			return hop.service === undefined
				? `${hop.host}${hop.path}: 404`
				: `the ingress controller routes ${hop.host}${hop.path} to ${hop.service}`;
		}

		case 'policy': {
			const {policies, pod, allowed, isEnforced} = hop;
			const isOne = policies.length === 1;
			const permission = isOne ? 'lets it' : 'let it';
			const refusal = isEnforced ? `${isOne ? 'does' : 'do'} not let it` : 'would not let it';
			return `${isOne ? 'NetworkPolicy' : 'NetworkPolicies'} ${policies.join(', ')} ${allowed ? permission : refusal} ${hop.direction === 'ingress' ? 'into' : 'out of'} ${pod}${isEnforced ? '' : ', but the network plug-in enforces no policies'}`;
		}

		case 'upstream': {
			return `it picks ${hop.endpoint}`;
		}

		case 'sidecar-out': {
			return `the sidecar of ${hop.pod} intercepts it ${hop.endpoint === undefined ? `but has no endpoint for ${hop.service}` : `and picks ${hop.endpoint} of ${hop.service}`}`;
		}

		case 'sidecar-in': {
			return `the sidecar of ${hop.pod} receives it first`;
		}

		case 'pod': {
			return `${hop.pod} on ${hop.node}`;
		}

		case 'container': {
			return `${hop.container} in ${hop.pod} on ${hop.node}`;
		}
	}
};

const senderWords = (sender: Sender): string => {
	if (sender.case === 'sidecar') {
		return `the sidecar of ${sender.pod}`;
	}

	if (sender.case === 'kube-proxy') {
		return `kube-proxy on ${sender.node}`;
	}

	if (sender.case === 'client') {
		return 'the client';
	}

	return 'the ingress controller';
};

/**
Why a request is lost.

Long because it is a table: one case per reason.
*/
export const lossWords = (loss: Loss): string => {
	switch (loss.case) {
		case 'unknown-name': {
			return `DNS does not know the name ${loss.host}`;
		}

		case 'unknown-port': {
			return `no Service port matches ${joinHostPort(loss.ip, loss.port)}`;
		}

		case 'closed-node-port': {
			return `nothing listens on port ${loss.port} of ${loss.node}`;
		}

		case 'late-rules': {
			return `kube-proxy on ${loss.node} has no rule for ${joinHostPort(loss.ip, loss.port)} yet`;
		}

		case 'no-route': {
			return loss.node === undefined
				? `no route leads to ${loss.ip} from outside the cluster`
				: `${loss.node} has no route to ${loss.ip}`;
		}

		case 'source-ranges': {
			return `the loadBalancerSourceRanges of ${loss.service} do not contain ${loss.ip}`;
		}

		case 'policy': {
			const {direction, pod, to, policies} = loss;
			return direction === 'ingress'
				? `${policies.length === 1 ? 'NetworkPolicy' : 'NetworkPolicies'} ${policies.join(', ')} ${policies.length === 1 ? 'isolates' : 'isolate'} ${pod}, and no rule lets this client in`
				: `${policies.length === 1 ? 'NetworkPolicy' : 'NetworkPolicies'} ${policies.join(', ')} ${policies.length === 1 ? 'isolates' : 'isolate'} ${pod}, and no rule lets it reach ${to}`;
		}

		case 'no-client': {
			return `${loss.pod} is not running, so no request is sent`;
		}

		case 'no-endpoints': {
			return `${loss.service} has no endpoints`;
		}

		case 'no-local-endpoints': {
			return `${loss.service} has no local endpoints on ${loss.node}`;
		}

		case 'no-ingress': {
			return `no Ingress serves ${loss.host}${loss.path}`;
		}

		case 'no-upstream': {
			return `503: ${loss.service} has no upstream in the ingress controller`;
		}

		case 'no-healthy-upstream': {
			return `503 UH: the sidecar of ${loss.pod} has no healthy upstream for ${loss.service}`;
		}

		case 'gone': {
			return `${senderWords(loss.sender)} still sends to ${loss.ip}, whose Pod is gone`;
		}

		case 'shutting-down': {
			return `${loss.pod} is shutting down and accepts no new connections, but ${senderWords(loss.sender)} still sends to it`;
		}

		case 'closed-port': {
			return `nothing listens on port ${loss.port} of ${loss.pod}`;
		}

		case 'cut-off': {
			return `${loss.pod} ended before it answered`;
		}
	}
};

/** How a client notices a lost request. */
export const lossResultWords: Readonly<Record<LossResult, string>> = {
	refused: 'is refused',
	reset: 'is cut off',
	timedOut: 'gets no answer',
	failed: 'cannot be sent',
};

/** The end of the client's request before. */
const sinceWords = (last: TrafficFacts['traffic.answered']['last']): string => {
	if (last === undefined) {
		return ', its first';
	}

	return last === 'answered' ? '' : '; the one before was lost';
};

/** Stops of the requests that clients send, in English. */
export const trafficSentences: Sentences<TrafficFacts> = {
	'traffic.start': ({client, target, everyMs}) =>
		`The client ${client} sends a request to ${target} every ${everyMs} ms.`,
	'traffic.request': ({client, number, node, hops}) =>
		`${client} sends request ${number}${node === undefined ? '' : ` from ${node}`}: ${hops.map((hop) => hopWords(hop)).join('; ')}.`,
	'traffic.answered': ({client, number, pod, last}) =>
		`${pod} answers request ${number} of ${client}${sinceWords(last)}.`,
	'traffic.lost': ({client, number, result, loss}) =>
		`Request ${number} of ${client} ${lossResultWords[result]}: ${lossWords(loss)}.`,
};
