import type {LedgerView} from '../../kernel/ledger-view.js';
import type {Hop} from '../../stages/facts/network/traffic.js';
import {findRoute} from '../ingress.js';
import type {Way} from '../traffic/way.js';
import type {Request, WalkHop} from './walk-hop.js';
import {walkWords} from './words/words.js';

/** The rule of an Ingress that a request meets, and the upstream that the controller picks. */
export const ingressHops = (
	ledger: LedgerView,
	{language}: Request,
	way: Way,
	{host, path}: Extract<Hop, {readonly case: 'ingress'}>,
): readonly WalkHop[] => {
	const words = walkWords(language);
	const route = findRoute(ledger, host, path);
	if (!route) {
		return [{what: 'ingress', where: '', says: words.noIngress(`${host}${path}`), lines: []}];
	}

	const rule = `host ${route.host || '*'} path ${route.path} ${route.pathType} → ${route.service}`;
	return [
		{
			what: 'ingress',
			where: '',
			says: route.upstreams.length === 0 ? words.noUpstream(route.service) : words.upstream(way.endpoint ?? ''),
			lines: [
				{text: rule, chosen: true},
				...route.upstreams.map((upstream) => ({text: `server ${upstream}`, chosen: upstream === way.endpoint})),
			],
		},
	];
};
