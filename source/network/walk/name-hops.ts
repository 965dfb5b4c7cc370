import type {LedgerView} from '../../kernel/ledger-view.js';
import {addressesIn, lookUp} from '../dns/look-up.js';
import {zoneFor} from '../traffic/requesters.js';
import type {Requester} from '../traffic/way.js';
import type {TracedRule} from './rule-trace.js';
import type {WalkHop} from './walk-hop.js';

const line = (text: string, chosen: boolean): TracedRule => ({text, chosen});

const ordinal = (count: number): string => (count === 2 ? '2nd' : count === 3 ? '3rd' : `${count}th`);

/** What the resolver of a client asks for a host, name by name, and what CoreDNS answers. */
export const nameHops = (ledger: LedgerView, client: Requester, host: string): readonly WalkHop[] => {
	const {node, resolver} = client;
	const questions = lookUp(zoneFor(ledger, client), host, resolver);
	const {search, nameserver, ndots} = resolver;
	const addresses = addressesIn(questions);
	const last = questions.at(-1);
	const asked = questions.length === 1 ? 'at once' : `at the ${ordinal(questions.length)} try`;
	return [
		{
			what: 'DNS',
			where: node,
			says:
				addresses.length > 0
					? `${nameserver} answers ${asked}: ${last?.name} is ${addresses.join(', ')}`
					: `${nameserver} knows none of ${questions.length} names for ${host}`,
			lines: [
				...(search.length > 0 ? [line(`search ${search.join(' ')}`, false)] : []),
				line(`nameserver ${nameserver}`, false),
				line(`options ndots:${ndots}`, false),
				...questions.flatMap(({name, rcode, records}) =>
					records.length === 0
						? [line(`${name} ${rcode === 'NOERROR' ? 'NOERROR, no A record' : rcode}`, false)]
						: records.map((record) =>
								line(`${record.name} ${record.ttl} IN ${record.type} ${record.data}`, record.type === 'A'),
							),
				),
			],
		},
	];
};
