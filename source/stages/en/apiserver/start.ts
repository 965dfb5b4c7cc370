import type {StartFacts} from '../../facts/apiserver/start.js';
import {counted} from '../words.js';
import type {Sentences} from '../../language-table.js';

/** The start of the apiserver, in English. */
export const startSentences: Sentences<StartFacts> = {
	'apiserver.start'(facts) {
		if ('chain' in facts) {
			return 'kube-apiserver builds a chain of three servers: the aggregator, the server for built-in kinds, and the server for custom resources. A request that none of them serves gets 404.';
		}

		if ('admission' in facts) {
			return `Each server in the chain is a generic apiserver: the same filters (authentication, audit, authorization) run before every handler. ${facts.authorizers ? `Authorizers: ${facts.authorizers.join(', ')}. ` : ''}${facts.admission.length} admission plug-ins are on.`;
		}

		if ('serviceCIDR' in facts) {
			const [first = '', second] = facts.serviceCIDR;
			return second === undefined
				? `Services get their cluster IPs from ${first}: this cluster has only one address family.`
				: `Services get their cluster IPs from ${first} and, if they ask for both families, from ${second}: this cluster is dual-stack.`;
		}

		if ('paths' in facts) {
			return 'The OpenAPI document is built from the schemas of all kinds; kubectl reads it to check manifests and explain fields.';
		}

		if ('group' in facts) {
			return `Group version ${facts.group} is installed: ${counted(facts.resources.length, 'resource')}, each a REST storage with its verbs registered as routes.`;
		}

		if ('dumped' in facts && facts.dumped !== undefined) {
			return `kube-apiserver finds the state of another cluster in etcd: ${counted(facts.dumped, 'object')} up to revision ${facts.revision}, and the ${facts.objects - facts.dumped} that every cluster has.`;
		}

		return 'objects' in facts
			? `Post-start hooks store what every new cluster has: ${facts.objects} objects, such as the namespaces default and kube-system, the bootstrap roles and the priority classes.`
			: `kube-apiserver starts again and finds its state in etcd, at revision ${facts.revision}.`;
	},
	'apiserver.apiservice'(facts) {
		const {apiService} = facts;
		if ('url' in facts) {
			return `kube-apiserver asks ${facts.url} whether the server of the APIService ${apiService} answers.`;
		}

		if (facts.available) {
			return `The APIService ${apiService} is available: its server answers and receives the requests for ${apiService}.`;
		}

		return `The APIService ${apiService} is not available (${facts.reason}): ${facts.message}. Requests for its group get 503.`;
	},
	'apiserver.definition'(facts) {
		const {definition} = facts;
		if ('left' in facts) {
			return facts.left === 0
				? `No ${facts.kind} is left: ${definition} can be removed.`
				: `Finalizers hold ${counted(facts.left, 'object')} of kind ${facts.kind}: ${definition} waits.`;
		}

		return facts.refusal === undefined
			? `The names of ${definition} are accepted: kube-apiserver now serves ${facts.names?.plural} in ${facts.group}, and discovery lists them.`
			: `${definition} is not served: ${facts.refusal}.`;
	},
};
