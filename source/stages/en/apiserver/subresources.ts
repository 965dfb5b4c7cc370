import type {SubresourceFacts} from '../../facts/apiserver/subresources.js';
import {counted} from '../words.js';
import type {Sentences} from '../../language-table.js';

/** Subresources, and unique allocations, in English. */
export const subresourceSentences: Sentences<SubresourceFacts> = {
	'apiserver.allocate'(facts) {
		if ('verdict' in facts) {
			return `Service ${facts.service} cannot get the addresses or ports that it asks for. The request ends here.`;
		}

		if ('isAsked' in facts) {
			const {service, range, address, isAsked} = facts;
			return range === ''
				? `Service ${service} has ${address} without an IPAddress object: the apiserver creates it.`
				: `Service ${service} ${isAsked ? `asks for ${address}` : `picks ${address} from ${range}`}. The Service whose IPAddress object is created first gets the address.`;
		}

		if ('because' in facts) {
			const {service, address, because} = facts;
			return because === 'released'
				? `Service ${service} no longer needs ${address}: its IPAddress is deleted, and the address is free.`
				: `IPAddress ${address} names Service ${service}, which does not use it: the IPAddress has leaked and is deleted.`;
		}

		const {service, clusterIP, nodePorts} = facts;
		return `Service ${service} gets ${clusterIP ? `the cluster IP ${clusterIP}` : 'no cluster IP'}${nodePorts.length > 0 ? ` and the node port${nodePorts.length === 1 ? '' : 's'} ${nodePorts.join(', ')}` : ''}.`;
	},
	'apiserver.bind': ({pod, node}) =>
		`The Binding gives Pod ${pod} spec.nodeName=${node} and the condition PodScheduled=True.`,
	'apiserver.scale': ({kind, name, replicas, replicasBefore}) =>
		`The Scale changes ${kind} ${name} from ${replicasBefore} to ${counted(replicas, 'replica')}.`,
	'apiserver.evict'(facts) {
		const {pod} = facts;
		if (!('verdict' in facts)) {
			return `Pod ${pod} gets the condition DisruptionTarget because it is being evicted.`;
		}

		const {budgetName} = facts;
		return facts.verdict === 'refused'
			? `PodDisruptionBudget ${budgetName} allows no disruption now: Pod ${pod} stays.`
			: `PodDisruptionBudget ${budgetName} allows ${counted(facts.disruptionsAllowed ?? 0, 'disruption')}; this eviction uses one.`;
	},
	'apiserver.token'({namespace, name, seconds, request: {boundObjectRef}}) {
		const bound = boundObjectRef ? ` and only as long as ${boundObjectRef.kind} ${boundObjectRef.name} exists` : '';
		return `The apiserver signs a token for service account ${namespace}/${name}, valid for ${seconds} seconds${bound}.`;
	},
};
