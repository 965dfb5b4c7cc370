import type {Hop} from '../../stages/facts/network/traffic.js';
import type {Request, WalkHop} from './walk-hop.js';

/** What the policies of one end of the connection say, each that decided. */
export const policyHop = (
	{direction, pod, to, policies, allowed, isEnforced}: Extract<Hop, {readonly case: 'policy'}>,
	{client}: Request,
): WalkHop => {
	const says = allowed
		? `${direction} of ${pod}: a rule lets it pass`
		: `${direction} of ${pod}: it is isolated, and no rule lets it pass${direction === 'egress' ? ` to ${to}` : ''}`;
	return {
		what: 'policy',
		where: direction === 'egress' ? client.node : '',
		says: isEnforced ? says : `${says}; but this network plug-in enforces no NetworkPolicy`,
		lines: policies.map((name) => ({text: `NetworkPolicy ${name}`, chosen: true})),
	};
};
