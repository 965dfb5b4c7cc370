import type {StartFacts} from '../../facts/apiserver/start.js';
import type {Sentences} from '../../language.js';

/** How the apiserver comes up, in English. */
export const startSentences: Sentences<StartFacts> = {
	'apiserver.start'(facts) {
		if ('chain' in facts) {
			return 'kube-apiserver builds a chain of three servers: the aggregator takes each request first, then the server of the built-in kinds, then the one of custom resources, and last a 404.';
		}

		if ('admission' in facts) {
			return `Each of them is a generic apiserver: the same filters (authentication, audit, authorization) stand before every handler. ${facts.admission.length} admission plug-ins are switched on.`;
		}

		if ('paths' in facts) {
			return 'The OpenAPI description is made from the schemas of all kinds; kubectl reads it to check manifests and to explain fields.';
		}

		if ('group' in facts) {
			return `The group version ${facts.group} is installed: ${facts.resources.length} resources, each a REST storage with its verbs registered as routes.`;
		}

		return 'objects' in facts
			? `After-start hooks store what every cluster has from the beginning: ${facts.objects} objects, such as the namespaces default and kube-system, the bootstrap roles and the priority classes.`
			: `kube-apiserver starts again and finds its state in etcd, at revision ${facts.revision}.`;
	},
	'apiserver.definition'(facts) {
		const {definition} = facts;
		if ('left' in facts) {
			return facts.left === 0
				? `Nothing of kind ${facts.kind} is left: ${definition} may go.`
				: `${facts.left} objects of kind ${facts.kind} are held by their own finalizers: ${definition} waits for them.`;
		}

		return facts.refusal === undefined
			? `The names of ${definition} are accepted: from now on ${facts.names?.plural} are served in ${facts.group}, and discovery tells of them.`
			: `${definition} is not served: ${facts.refusal}.`;
	},
};
