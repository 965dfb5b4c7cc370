import type {Title} from '../../stage.js';
import type {apiserverStages} from '../../apiserver.js';

/** Stages of the apiserver, in English. */
export const apiserverTitles: Readonly<Record<keyof typeof apiserverStages, Title>> = {
	'apiserver.start': {
		title: 'Apiserver start-up',
		about: 'Three servers form a chain and install their API groups as REST storage.',
	},
	'apiserver.route': {
		title: 'Routing',
		about: 'The path selects the handler of a resource, a handler for the path itself, or 404.',
	},
	'apiserver.authenticate': {
		title: 'Authentication',
		about: 'The authenticators are tried in turn until one recognises the caller.',
	},
	'apiserver.audit': {title: 'Audit', about: 'The audit log records the request, regardless of its outcome.'},
	'apiserver.authorize': {
		title: 'Authorization',
		about: 'May this user do this? The authorizers are asked in turn until one decides.',
	},
	'apiserver.authorizer': {
		title: 'Authorizer',
		about: 'An authorizer answers: yes or no ends the chain; no opinion passes the question to the next one.',
	},
	'apiserver.decode': {title: 'Decoding', about: 'The body is checked against the schema of its kind and version.'},
	'apiserver.apply': {
		title: 'Server-side apply',
		about: "The applied fields are merged into the object; another manager's field causes a conflict.",
	},
	'apiserver.default': {title: 'Defaulting', about: 'Fields that the object leaves out get their defaults.'},
	'apiserver.admit.mutate': {
		title: 'Mutating admission',
		about: 'An admission plug-in may change the object or refuse it.',
	},
	'apiserver.validate': {
		title: 'Validation',
		about: 'All rules of the kind are checked, and all errors are reported at once.',
	},
	'apiserver.admit.validate': {
		title: 'Validating admission',
		about: 'An admission plug-in may refuse the object, which can no longer be changed.',
	},
	'apiserver.allocate': {title: 'Allocation', about: 'A Service gets its cluster IP and node ports.'},
	'apiserver.bind': {title: 'Binding', about: "A Binding sets the Pod's node: the scheduler has no other way."},
	'apiserver.scale': {title: 'Scale', about: 'The subresource scale changes only the number of replicas.'},
	'apiserver.evict': {title: 'Eviction', about: 'An eviction is a deletion that a disruption budget may refuse.'},
	'apiserver.token': {title: 'Token', about: 'A service account token is signed; it is bound to a Pod and expires.'},
	'apiserver.delete': {
		title: 'Deletion',
		about: 'The object is only marked at first; its grace period and finalizers delay the removal.',
	},
	'apiserver.store': {
		title: 'Storage',
		about: 'The registry asks etcd to write the object, unless another client has written it in the meantime.',
	},
	'apiserver.convert': {
		title: 'Conversion',
		about: 'A custom resource is stored in one version; a webhook converts it to the other served versions.',
	},
	'apiserver.respond': {title: 'Response', about: 'The answer returns to the caller.'},
	'apiserver.apiservice': {
		title: 'Aggregation',
		about: 'Another server serves a part of the API, if kube-apiserver can reach it.',
	},
	'apiserver.definition': {
		title: 'Custom resources',
		about: 'The apiserver serves the kind of a CustomResourceDefinition, or removes it with its objects.',
	},
	'apiserver.watch': {
		title: 'Watch cache',
		about: 'For each resource, one watch on etcd feeds all watchers of the apiserver.',
	},
};
