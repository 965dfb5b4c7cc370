import type {SubresourceFacts} from '../../facts/apiserver/subresources.js';
import type {Sentences} from '../../language.js';

/** Subresources, and what is allocated only once, in English. */
export const subresourceSentences: Sentences<SubresourceFacts> = {
	'apiserver.allocate'(facts) {
		if ('verdict' in facts) {
			return `Service ${facts.service} cannot get what it asks for. The chain ends here.`;
		}

		const {service, clusterIP, nodePorts} = facts;
		return `Service ${service} gets ${clusterIP ? `the cluster IP ${clusterIP}` : 'no cluster IP'}${nodePorts.length > 0 ? ` and the node ports ${nodePorts.join(', ')}` : ''}.`;
	},
	'apiserver.bind': ({pod, node}) =>
		`Pod ${pod} gets spec.nodeName=${node} and the condition PodScheduled=True from the Binding.`,
	'apiserver.scale': ({kind, name, replicas, replicasBefore}) =>
		`The Scale asks for ${replicas} replicas of ${kind} ${name}, which has ${replicasBefore}.`,
	'apiserver.evict'(facts) {
		const {pod} = facts;
		if (!('verdict' in facts)) {
			return `Pod ${pod} gets the condition DisruptionTarget: it goes because of an eviction.`;
		}

		const {budgetName} = facts;
		return facts.verdict === 'refused'
			? `The disruption budget ${budgetName} has no room: Pod ${pod} stays.`
			: `The disruption budget ${budgetName} allows ${facts.disruptionsAllowed} disruptions: this is one.`;
	},
	'apiserver.token'({namespace, name, seconds, request: {boundObjectRef}}) {
		const bound = boundObjectRef ? ` and only as long as ${boundObjectRef.kind} ${boundObjectRef.name} exists` : '';
		return `The apiserver signs a token for the service account ${namespace}/${name}, good for ${seconds} seconds${bound}.`;
	},
};
