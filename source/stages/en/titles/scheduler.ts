import type {Title} from '../../stage.js';
import type {schedulerStages} from '../../scheduler.js';

/** Stages of the scheduler, in English. */
export const schedulerTitles: Readonly<Record<keyof typeof schedulerStages, Title>> = {
	'scheduler.queue': {
		title: 'Scheduling queue',
		about: 'A Pod waits in the active queue, in back-off, or as unschedulable until an event may help.',
	},
	'scheduler.prefilter': {title: 'PreFilter', about: 'Plug-ins prepare, and say whether they have anything to check.'},
	'scheduler.filter': {title: 'Filter', about: 'A plug-in says which nodes cannot take the Pod.'},
	'scheduler.extender': {title: 'Extender', about: 'A server outside the scheduler filters or scores nodes.'},
	'scheduler.postfilter': {title: 'PostFilter', about: 'No node fits: would it help to evict other Pods?'},
	'scheduler.prescore': {title: 'PreScore', about: 'Plug-ins prepare to score the remaining nodes.'},
	'scheduler.score': {
		title: 'Score',
		about: 'A plug-in scores each remaining node from 0 to 100; its weight multiplies the score.',
	},
	'scheduler.select': {title: 'Selection', about: 'The highest total wins.'},
	'scheduler.reserve': {
		title: 'Reserve',
		about: "The Pod counts towards its node from now on, but only in the scheduler's cache.",
	},
	'scheduler.permit': {title: 'Permit', about: 'A plug-in may delay the Pod at the last moment.'},
	'scheduler.prebind': {
		title: 'PreBind',
		about: 'Work that must finish before the Pod is bound, such as binding its volumes.',
	},
	'scheduler.bind': {title: 'Bind', about: 'The decision is posted to the apiserver.'},
};
