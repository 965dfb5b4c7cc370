import type {LedgerView} from '../../kernel/ledger-view.js';
import type {Hop} from '../../stages/facts/network/traffic.js';
import {findRoute} from '../ingress.js';
import type {Way} from '../traffic/way.js';
import type {WalkHop} from './walk-hop.js';

/** The rule of an Ingress that a request meets, and the upstream that the controller picks. */
export const ingressHops = (
	ledger: LedgerView,
	way: Way,
	{host, path}: Extract<Hop, {readonly case: 'ingress'}>,
): readonly WalkHop[] => {
	const route = findRoute(ledger, host, path);
	if (!route) {
		return [{what: 'ingress', where: '', says: `no Ingress has a rule for ${host}${path}: 404`, lines: []}];
	}

	const rule = `host ${route.host || '*'} path ${route.path} ${route.pathType} → ${route.service}`;
	return [
		{
			what: 'ingress',
			where: '',
			says:
				route.upstreams.length === 0
					? `the controller has no upstream for ${route.service}: 503`
					: `the controller sends straight to ${way.endpoint}, not to the Service`,
			lines: [
				{text: rule, chosen: true},
				...route.upstreams.map((upstream) => ({text: `server ${upstream}`, chosen: upstream === way.endpoint})),
			],
		},
	];
};
