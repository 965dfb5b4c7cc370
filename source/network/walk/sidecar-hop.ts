import type {LedgerView} from '../../kernel/ledger-view.js';
import type {Hop} from '../../stages/facts/network/traffic.js';
import {sidecarOf} from '../mesh.js';
import {addressOfPod} from '../traffic/requesters.js';
import type {Request, WalkHop} from './walk-hop.js';
import {walkWords} from './words/words.js';

type SidecarHop = Extract<Hop, {readonly case: 'sidecar-out' | 'sidecar-in'}>;

/** The proxy beside a container: rules in the network namespace of its Pod redirect outgoing and incoming traffic to it. */
export const sidecarHop = (ledger: LedgerView, {language}: Request, hop: SidecarHop): WalkHop => {
	const words = walkWords(language).sidecar;
	const [namespace = '', name = ''] = hop.pod.split('/');
	const where = addressOfPod(ledger, namespace, name)?.address.node ?? '';
	if (hop.case === 'sidecar-in') {
		return {
			what: 'sidecar',
			where,
			says: words.takesIn(hop.pod),
			lines: [{text: '-A ISTIO_IN_REDIRECT -p tcp -j REDIRECT --to-ports 15006', chosen: true}],
		};
	}

	const {endpoint, service} = hop;
	return {
		what: 'sidecar',
		where,
		says: endpoint === undefined ? words.hasNone(hop.pod, service) : words.picks(hop.pod, service, endpoint),
		lines: [
			{text: '-A ISTIO_REDIRECT -p tcp -j REDIRECT --to-ports 15001', chosen: true},
			...(sidecarOf(ledger, hop.pod)?.endpoints[service] ?? []).map((text) => ({
				text: `lb_endpoint ${text}`,
				chosen: text === endpoint,
			})),
		],
	};
};
