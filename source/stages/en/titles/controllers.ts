import type {Title} from '../../stage.js';
import type {controllersStages} from '../../controllers.js';

/** Stages of clients, informers, controllers and their events, in English. */
export const controllersTitles: Readonly<Record<keyof typeof controllersStages, Title>> = {
	'client.throttle': {
		title: 'Throttle',
		about: 'A client has reached its rate limit: this request waits before it is sent.',
	},
	'informer.list': {
		title: 'List',
		about: 'An informer fills its cache with a list and remembers its resource version.',
	},
	'informer.watch': {title: 'Watch', about: 'An informer follows all changes since its list.'},
	'informer.deliver': {
		title: 'Delivery',
		about: "A change reaches a component's cache shortly after it happens.",
	},
	'leader.election': {
		title: 'Leader election',
		about: 'Of several instances of a program, only the one that holds the Lease does any work.',
	},
	'controller.*.enqueue': {
		title: 'Enqueue',
		about: 'An event puts a key into the work queue; the event itself is forgotten.',
	},
	'controller.*.sync': {title: 'Sync', about: 'The controller compares the desired state with the current one.'},
	'controller.*.retry': {
		title: 'Retry',
		about: 'After an error, the key is queued again, each time after a longer wait.',
	},
	'controller.*.done': {
		title: 'Done',
		about: 'The key leaves the queue, unless its object has changed in the meantime.',
	},
	controller: {title: 'Controller', about: 'A loop brings the current state closer to the desired one.'},
	'cluster-autoscaler': {
		title: 'Node autoscaling',
		about:
			'The cluster autoscaler adds nodes for Pods that fit nowhere, and removes nodes that the cluster does not need.',
	},
	cloud: {title: 'Cloud', about: 'A cloud creates and removes the machines of node groups.'},
	kwok: {
		title: 'KWOK',
		about: 'KWOK manages nodes without machines, and their Pods: it changes their status, Stage by Stage.',
	},
	'event.record': {
		title: 'Event',
		about: 'A component reports what it did. This is for people; nothing depends on it.',
	},
};
