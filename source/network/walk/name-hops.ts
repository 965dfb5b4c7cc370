import type {LedgerView} from '../../kernel/ledger-view.js';
import {addressesIn, lookUp} from '../dns/look-up.js';
import {networkIn} from '../cluster-network.js';
import {zoneFor} from '../traffic/requesters.js';
import type {TracedRule} from './rule-trace.js';
import type {Request, WalkHop} from './walk-hop.js';
import {walkWords} from './words/words.js';

const line = (text: string, chosen: boolean): TracedRule => ({text, chosen});

/** The questions of a client's resolver for a host, name by name, and the answers of CoreDNS. */
export const nameHops = (ledger: LedgerView, {client, language}: Request, host: string): readonly WalkHop[] => {
	const words = walkWords(language);
	const {node, resolver} = client;
	const {families} = networkIn(ledger);
	const questions = lookUp(zoneFor(ledger, client), host, resolver, families);
	const {search, nameserver, ndots} = resolver;
	const addresses = addressesIn(questions);
	const last = questions.at(-1);
	const tries = new Set(questions.map(({name}) => name)).size;
	return [
		{
			what: 'DNS',
			where: node,
			says:
				addresses.length > 0
					? words.resolved(nameserver, tries, last?.name ?? '', addresses.join(', '))
					: words.unresolved(nameserver, tries, host),
			lines: [
				...(search.length > 0 ? [line(`search ${search.join(' ')}`, false)] : []),
				line(`nameserver ${nameserver}`, false),
				line(`options ndots:${ndots}`, false),
				...questions.flatMap(({name, type, rcode, records}) =>
					records.length === 0
						? [line(`${name} ${rcode === 'NOERROR' ? `NOERROR, no ${type} record` : rcode}`, false)]
						: records.map((record) =>
								line(
									`${record.name} ${record.ttl} IN ${record.type} ${record.data}`,
									record.type === 'A' || record.type === 'AAAA',
								),
							),
				),
			],
		},
	];
};
