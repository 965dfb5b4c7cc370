import {goDuration} from '../../go/duration.js';
import type {ClientFacts} from '../facts/client.js';
import {controllerNameOf, counted} from './words.js';
import type {Sentences} from '../language-table.js';

const happened = {ADDED: 'is new', MODIFIED: 'has changed', DELETED: 'is gone'};

const shareOf = (news: number, count: number): number | string => {
	if (news === count) {
		return count === 1 ? 'and it is' : 'all';
	}

	return news === 0 ? 'none' : news;
};

/** The number of objects in a list, and of those that the cache lacked. */
const listedWords = ({
	count,
	news,
	resourceVersion,
}: {
	readonly count: number;
	readonly news: number;
	readonly resourceVersion: string;
}): string =>
	count === 0
		? `none exist at resourceVersion ${resourceVersion}`
		: `${counted(count, 'object')} at resourceVersion ${resourceVersion}, ${shareOf(news, count)} new`;

const inNamespace = (namespace: string | undefined): string => (namespace ? ` in namespace ${namespace}` : '');

/** Stops of informers, work queues and event recorders, in English. */
export const clientSentences: Sentences<ClientFacts> = {
	'client.throttle'({client, method, path, waitMs, qps, burst, first}) {
		return first
			? `${client} has used up its burst of ${counted(burst, 'request')}: from now on it sends ${qps} a second. ${method} ${path} waits ${waitMs} ms.`
			: `${client} delays ${method} ${path} by ${waitMs} ms: its limit is ${qps} requests a second.`;
	},
	'informer.list'(facts) {
		const {owner, resource, namespace} = facts;
		return 'pauseMs' in facts
			? `${owner} cannot list ${resource}: ${facts.message}. It tries again in ${facts.pauseMs} ms.`
			: `${owner} lists ${resource}${inNamespace(namespace)}: ${listedWords(facts)}.`;
	},
	'informer.watch'(facts) {
		const {owner, resource} = facts;
		if ('closed' in facts) {
			return `${owner} loses its watch connection for ${resource}. It resumes from the last resourceVersion that it has seen.`;
		}

		return 'resourceVersion' in facts
			? `${owner} watches ${resource}${inNamespace(facts.namespace)} from resourceVersion ${facts.resourceVersion}.`
			: `${owner} loses its watch on ${resource}: ${facts.message ?? 'error'}. It lists again.`;
	},
	'informer.deliver'({type, kind, key, owner, resourceVersion, beforeVersion}) {
		if (type === 'DELETED') {
			return `${kind} ${key} is gone: ${owner} removes it from its cache.`;
		}

		if (beforeVersion === undefined) {
			return `${owner} adds ${kind} ${key} to its cache, at resourceVersion ${resourceVersion}.`;
		}

		return `${owner} updates ${kind} ${key} in its cache, from resourceVersion ${beforeVersion} to ${resourceVersion}.`;
	},
	'leader.election'(facts) {
		const {lease, identity} = facts;
		switch (facts.case) {
			case 'held': {
				return `${identity} reads the Lease ${lease}: ${facts.by} is the leader and holds the Lease for at least another ${goDuration(facts.heldMs)}.`;
			}

			case 'take': {
				return facts.from
					? `${identity} takes the Lease ${lease}, which ${facts.from} let expire.`
					: `${identity} takes the Lease ${lease}, which has no holder.`;
			}

			case 'renew': {
				return `${identity} renews the Lease ${lease} and stays the leader.`;
			}

			case 'failed': {
				return `${identity} cannot get the Lease ${lease}: ${facts.message}. It tries again.`;
			}

			case 'lost': {
				return `leader election lost: ${identity} could not renew the Lease ${lease} within 10 s; its process ends and restarts.`;
			}
		}
	},
	'controller.*.enqueue'({key, event, of, afterMs}, stop) {
		const queues = `${controllerNameOf(stop)} controller queues ${key}${afterMs === undefined ? '' : `, due in ${goDuration(afterMs)}`}.`;
		return event === undefined ? `The ${queues}` : `${of} ${happened[event]}: the ${queues}`;
	},
	'event.record'(facts) {
		if (facts.case === 'failure') {
			return `The event ${facts.event} cannot be written: ${facts.message}. ${facts.again ? 'The recorder tries again in 10 s.' : 'It is lost.'}`;
		}

		const {component, reason, message, count} = facts;
		const about = `${facts.involvedObject.kind} ${facts.involvedObject.name}`;
		switch (facts.case) {
			case 'create': {
				return `${component} records the event ${reason} for ${about}: ${message}`;
			}

			case 'patch': {
				return `${component} records the event ${reason} for ${about} again: ${count} times now.`;
			}

			case 'drop': {
				return `Too many events about ${about}: ${reason} is dropped.`;
			}
		}
	},
};
