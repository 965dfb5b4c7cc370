import type {Hop} from '../../stages/facts/network/traffic.js';
import type {Request, WalkHop} from './walk-hop.js';
import {walkWords} from './words/words.js';

/** The verdict of the policies of one end of the connection, each that decided. */
export const policyHop = (
	{direction, pod, to, policies, allowed, isEnforced}: Extract<Hop, {readonly case: 'policy'}>,
	{client, language}: Request,
): WalkHop => {
	const words = walkWords(language);
	const says = allowed
		? words.policyPasses(direction, pod)
		: words.policyRefuses(direction, pod, direction === 'egress' ? to : undefined);
	return {
		what: 'policy',
		where: direction === 'egress' ? client.node : '',
		says: isEnforced ? says : words.notEnforced(says),
		lines: policies.map((name) => ({text: `NetworkPolicy ${name}`, chosen: true})),
	};
};
