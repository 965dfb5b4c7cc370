import type {Ledger} from '../../kernel/ledger.js';
import {ledgerAt, type LedgerView} from '../../kernel/ledger-view.js';
import type {Hop} from '../../stages/facts/network/traffic.js';
import {lossInWords} from '../../stages/sentence.js';
import {routeThroughIngress, routeToService} from '../traffic/route.js';
import type {Choose, Way} from '../traffic/way.js';
import {answerHop, arrivalHops, clientHop, containerHop} from './delivery-hops.js';
import {ingressHops} from './ingress-hops.js';
import {policyHop} from './policy-hop.js';
import {lagOf} from './lag.js';
import {nameHops} from './name-hops.js';
import {sidecarHop} from './sidecar-hop.js';
import {ruleHops} from './rule-hops.js';
import type {Request, WalkHop} from './walk-hop.js';
import {walkWords} from './words/words.js';

/** The path of a request, hop by hop. */
export interface Walk {
	readonly hops: readonly WalkHop[];
	/** Whether a container answers; else it died at the last hop. */
	readonly arrives: boolean;
	/** The target that it reaches, or the reason why it is lost. */
	readonly ending: string;
	/** The component that lagged behind, and by how much; `undefined` if none did. */
	readonly lag?: string;
	/** The outcomes at the endpoints that chance did not choose. */
	readonly otherwise: readonly string[];
}

/** Selects the desired one if offered, else the first. */
const taking =
	(wanted: string | undefined): Choose =>
	(items) =>
		items.find((item) => item === wanted || wanted?.startsWith(`${item}:`) || wanted?.startsWith(`[${item}]:`)) ??
		items[0];

const wayOf = (ledger: LedgerView, {client, target, viaIngress, endpoint}: Request): Way =>
	(viaIngress ? routeThroughIngress : routeToService)(ledger, client, target, taking(endpoint));

/** The other endpoints from which chance could choose. */
const othersOf = (ledger: LedgerView, request: Request, way: Way): readonly string[] => {
	const offered: string[] = [];
	const choose: Choose = (items) => {
		const item = taking(way.endpoint)(items);
		offered.splice(0, offered.length, ...items.filter((one) => one !== item && one.includes(':')));
		return item;
	};
	(request.viaIngress ? routeThroughIngress : routeToService)(ledger, request.client, request.target, choose);
	return offered.map((endpoint) => {
		const other = wayOf(ledger, {...request, endpoint});
		return `${endpoint} ${other.lost ? `✗ ${lossInWords(other.lost.loss, request.language)}` : `✓ ${walkWords(request.language).arrives}`}`;
	});
};

const hopsOf = (ledger: LedgerView, request: Request, way: Way, hop: Hop): readonly WalkHop[] => {
	switch (hop.case) {
		case 'name':
		case 'unresolved': {
			return nameHops(ledger, request, hop.host);
		}

		case 'unanswered': {
			const says = walkWords(request.language).silent(hop.server);
			return [{what: 'DNS', where: request.client.node, says, lines: []}];
		}

		case 'balancer': {
			const says = walkWords(request.language).balancer(hop.ip, hop.node);
			return [{what: 'balancer', where: '', says, lines: []}];
		}

		case 'checked':
		case 'no-rule':
		case 'verdict':
		case 'endpoint': {
			return ruleHops(ledger, request, way, hop);
		}

		case 'ingress': {
			return ingressHops(ledger, request, way, hop);
		}

		case 'container': {
			return [containerHop(request, hop, way), answerHop(request, way)];
		}

		case 'sidecar-out':
		case 'sidecar-in': {
			return [sidecarHop(ledger, request, hop)];
		}

		case 'policy': {
			return [policyHop(hop, request)];
		}

		case 'address':
		case 'pod':
		case 'upstream': {
			return [];
		}
	}
};

/** The hops of a path; rules without an entry for an address also count as a hop. */
const metHops = ({hops, lost}: Way): readonly Hop[] =>
	lost?.loss.case === 'late-rules' ? [...hops, {case: 'no-rule', node: lost.loss.node, ip: lost.loss.ip}] : hops;

/**
The path of a request that is sent at a step, hop by hop. It executes nothing: it reads the nodes' state at that moment.

@param timeOf virtual time of a step, in milliseconds.
*/
export const walk = (ledger: Ledger, step: number, request: Request, timeOf: (step: number) => number): Walk => {
	const view = ledgerAt(ledger, step);
	const way = wayOf(view, request);
	const met = metHops(way);
	const isAtEnd = (hop: Hop): boolean =>
		hop.case === 'container' || hop.case === 'sidecar-in' || (hop.case === 'policy' && hop.direction === 'ingress');
	const end = met.findIndex((hop) => isAtEnd(hop));
	const hopsAt = (from: number, to?: number) => met.slice(from, to).flatMap((hop) => hopsOf(view, request, way, hop));
	const arrival = arrivalHops(view, request, way);
	const hops = [
		clientHop(view, request, way),
		...(end === -1 ? [...hopsAt(0), ...arrival] : [...hopsAt(0, end), ...arrival, ...hopsAt(end)]),
	];
	return {
		hops,
		arrives: way.lost === undefined,
		ending: way.lost
			? lossInWords(way.lost.loss, request.language)
			: walkWords(request.language).answers(`${way.address?.namespace}/${way.address?.pod}`),
		lag: way.lost && lagOf(ledger, step, way, timeOf, walkWords(request.language).lag),
		otherwise: othersOf(view, request, way),
	};
};
