import type {ClientFacts} from '../facts/client.js';
import type {Sentences} from '../language.js';

const happened = {ADDED: 'appeared', MODIFIED: 'changed', DELETED: 'is gone'};

const inNamespace = (namespace: string | undefined): string => (namespace ? ` in namespace ${namespace}` : '');

const controllerOf = (stage: string): string => stage.split('.')[1] ?? '';

/** Stops of informers, work queues and event recorders, in English. */
export const clientSentences: Sentences<ClientFacts> = {
	'informer.list'(facts) {
		const {owner, resource, namespace} = facts;
		return 'pauseMs' in facts
			? `The apiserver refuses ${owner} the ${resource}: ${facts.message}. It tries again in ${facts.pauseMs} ms.`
			: `${owner} has the list of ${resource}${inNamespace(namespace)}: ${facts.count} at resource version ${facts.resourceVersion}; ${facts.news} of them are news.`;
	},
	'informer.watch'(facts) {
		const {owner, resource} = facts;
		return 'resourceVersion' in facts
			? `${owner} watches ${resource}${inNamespace(facts.namespace)} from resource version ${facts.resourceVersion} on.`
			: `The watch of ${owner} on ${resource} ends: ${facts.message ?? 'error'}. It lists again.`;
	},
	'informer.deliver'({type, kind, key, owner, resourceVersion, beforeVersion}) {
		return type === 'DELETED'
			? `${kind} ${key} is gone: it leaves the cache of ${owner}.`
			: `${kind} ${key} at resource version ${resourceVersion} is in the cache of ${owner}${beforeVersion === undefined ? ', which had none' : ` instead of ${beforeVersion}`}.`;
	},
	'controller.*.enqueue'({key, event, of, afterMs}, {stage}) {
		const later = afterMs === undefined ? '' : `, in ${afterMs} ms`;
		return event === undefined
			? `The ${controllerOf(stage).replaceAll('-', ' ')} has to look at ${key}${later}.`
			: `${of} ${happened[event]}: the ${controllerOf(stage)} controller has to look at ${key}${later}.`;
	},
	'event.record'(facts) {
		if (facts.case === 'failure') {
			return `The event ${facts.event} cannot be written: ${facts.message}. ${facts.again ? 'It is tried again in 10 s.' : 'It is lost.'}`;
		}

		const {component, reason, message, count} = facts;
		const about = `${facts.involvedObject.kind} ${facts.involvedObject.name}`;
		switch (facts.case) {
			case 'create': {
				return `${component} records ${reason} about ${about}: ${message}`;
			}

			case 'patch': {
				return `${component} records ${reason} about ${about} once more: ${count} times by now.`;
			}

			case 'drop': {
				return `Too many events about ${about}: ${reason} is dropped.`;
			}
		}
	},
};
