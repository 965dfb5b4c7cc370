import {equal} from '../../kernel/equality.js';
import type {RuleChange} from '../../stages/facts/network/consumers.js';
import type {ServicePort} from './service-ports.js';

/** The endpoints for a port's traffic, regardless of its source. */
const endpointsOf = ({cluster, local}: ServicePort): readonly string[] => (cluster.length > 0 ? cluster : local);

/** The key that distinguishes the ports of a Service. */
const keyOf = ({id, protocol}: ServicePort): string => `${id} ${protocol}`;

/** The ports of a Service whose rules change, those that existed before first. */
export const ruleChanges = (before: readonly ServicePort[], after: readonly ServicePort[]): RuleChange[] => {
	const old = new Map(before.map((port) => [keyOf(port), port]));
	const now = new Map(after.map((port) => [keyOf(port), port]));
	const changes: RuleChange[] = [];
	for (const [key, port] of new Map([...old, ...now])) {
		const was = old.get(key);
		const is = now.get(key);
		if (!equal(was, is)) {
			const {namespace, name, id, clusterIP} = port;
			changes.push({
				namespace,
				name,
				id,
				clusterIP,
				port: port.port,
				before: was && endpointsOf(was),
				after: is && endpointsOf(is),
			});
		}
	}

	return changes;
};
