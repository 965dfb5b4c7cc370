import type {Title} from '../../stage.js';
import type {controllersStages} from '../../controllers.js';

/** Stages of informers, controllers and their events, in English. */
export const controllersTitles: Readonly<Record<keyof typeof controllersStages, Title>> = {
	'informer.list': {
		title: 'List',
		about: 'An informer fills its cache with a list and remembers its resource version.',
	},
	'informer.watch': {title: 'Watch', about: 'From that version on it follows the changes.'},
	'informer.deliver': {
		title: 'Delivery',
		about: "A change arrives in a component's own copy, a little later than it happened.",
	},
	'controller.*.enqueue': {
		title: 'Enqueue',
		about: 'An event becomes a key in the work queue; which event it was is forgotten.',
	},
	'controller.*.sync': {title: 'Sync', about: 'What should be is compared with what is.'},
	'controller.*.retry': {title: 'Retry', about: 'An error puts the key back, each time for longer.'},
	'controller.*.done': {title: 'Done', about: 'The key leaves the queue, unless something changed meanwhile.'},
	controller: {title: 'Controller', about: 'A loop brings what is closer to what should be.'},
	'event.record': {title: 'Event', about: 'A component tells people what it did; nothing depends on it.'},
};
