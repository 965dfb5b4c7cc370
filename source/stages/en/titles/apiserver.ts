import type {Title} from '../../stage.js';
import type {apiserverStages} from '../../apiserver.js';

/** Stages of the apiserver, in English. */
export const apiserverTitles: Readonly<Record<keyof typeof apiserverStages, Title>> = {
	'apiserver.start': {
		title: 'Start of the apiserver',
		about: 'Three servers in a chain, their API groups installed as REST storage.',
	},
	'apiserver.route': {
		title: 'Routing',
		about: 'A path leads to the handler of a registered resource, to a handler of whole paths, or to 404.',
	},
	'apiserver.authenticate': {
		title: 'Authentication',
		about: 'Who is asking? Each authenticator is tried until one knows.',
	},
	'apiserver.audit': {title: 'Audit', about: 'The audit log gets its entry, whatever becomes of the request.'},
	'apiserver.authorize': {
		title: 'Authorization',
		about: 'May this user do this? Each authorizer is asked until one decides.',
	},
	'apiserver.decode': {title: 'Decoding', about: 'The body is read against the schema of its kind and version.'},
	'apiserver.apply': {
		title: 'Server-side apply',
		about: 'What one author wishes is merged with what is there; a field that another owns is a conflict.',
	},
	'apiserver.default': {title: 'Defaulting', about: 'What the object leaves out gets its default.'},
	'apiserver.admit.mutate': {
		title: 'Mutating admission',
		about: 'A plug-in of the admission chain may change the object, or refuse it.',
	},
	'apiserver.validate': {
		title: 'Validation',
		about: 'All rules of the kind are checked; every mistake is told at once.',
	},
	'apiserver.admit.validate': {
		title: 'Validating admission',
		about: 'A plug-in of the admission chain may refuse the object, which no one changes any more.',
	},
	'apiserver.allocate': {title: 'Allocation', about: 'A Service gets its cluster IP and node ports.'},
	'apiserver.bind': {title: 'Binding', about: "A Binding sets the Pod's node: the scheduler's only way to write it."},
	'apiserver.scale': {title: 'Scale', about: 'The subresource scale changes the number of replicas and nothing else.'},
	'apiserver.evict': {title: 'Eviction', about: 'An eviction is a deletion that disruption budgets may refuse.'},
	'apiserver.token': {title: 'Token', about: 'A service account token is signed, bound to a Pod and good for a while.'},
	'apiserver.delete': {
		title: 'Deletion',
		about: 'Deletion marks first; the object goes when grace and finalizers are done.',
	},
	'apiserver.store': {
		title: 'Storage',
		about: 'The registry hands the object to etcd, on a condition: nobody else wrote meanwhile.',
	},
	'apiserver.respond': {title: 'Response', about: 'The answer goes back to the caller.'},
	'apiserver.definition': {
		title: 'Custom resources',
		about:
			'The apiserver accepts the names of a CustomResourceDefinition and serves its kind, or empties and forgets it.',
	},
	'apiserver.watch': {title: 'Watch cache', about: 'One watch on etcd feeds every watcher of the apiserver.'},
};
