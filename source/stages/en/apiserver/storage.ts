import type {StorageFacts} from '../../facts/apiserver/storage.js';
import {counted} from '../words.js';
import type {Sentences} from '../../language-table.js';

const hooks = {
	beginCreate: 'beginCreate keeps the cluster IPs and node ports that it reserved',
} as const;

const decorators = {
	defaultOnRead: 'defaultOnRead fills in what an older version left out',
	defaultOnReadPvc: 'defaultOnReadPvc makes dataSource and dataSourceRef agree',
} as const;

const storeSentence: Sentences<StorageFacts>['apiserver.store'] = (facts) => {
	const {key} = facts;
	if ('verdict' in facts) {
		return facts.case === 'create'
			? `A dry run: ${key} is free, but nothing is written.`
			: `A dry run: ${key} is not written.`;
	}

	switch (facts.case) {
		case 'create': {
			return `The ${facts.resource} registry asks etcd to store the new object under ${key}, if that key does not exist yet.`;
		}

		case 'read-back': {
			const [hook] = facts.hooks;
			const [decorator] = facts.decorators;
			return `The registry reads the object back from etcd: revision ${facts.resourceVersion} becomes its resourceVersion. ${
				hook ? `The post-create hook ${hooks[hook]}` : `${facts.resource} have no post-create hook`
			}${decorator ? `; the decorator ${decorators[decorator]}` : ` and no decorator`}.`;
		}

		case 'update': {
			return `The ${facts.resource} registry asks etcd to store the changed object under ${key}, if the key is still at revision ${facts.compare}.`;
		}

		case 'release': {
			return `${key} is being deleted and has no finalizer left: the registry asks etcd to delete it, if it is still at revision ${facts.compare}.`;
		}

		case 'delete': {
			return `Nothing holds ${key} back: the registry asks etcd to delete it, if it is still at revision ${facts.compare}.`;
		}

		case 'unchanged': {
			return `${key} would not change: nothing is written, and the resourceVersion stays ${facts.resourceVersion}.`;
		}
	}
};

const watchSentence: Sentences<StorageFacts>['apiserver.watch'] = (facts) => {
	const {resource, revision} = facts;
	if ('watcher' in facts) {
		const {watcher, namespace, request, initial, first, oldest} = facts;
		if (oldest !== undefined) {
			return `${watcher} requests changes to ${resource} since revision ${revision}, but the watch cache begins at ${oldest}: ${watcher} must list again.`;
		}

		const fields = request['fieldSelector'];
		const existing =
			first === 0
				? 'and finds none yet'
				: `and first receives the ${first === 1 ? 'one that exists' : `${first} that exist`}`;
		const happened =
			first === 0 ? 'nothing has changed' : `${counted(first, 'change')} ${first === 1 ? 'has' : 'have'} happened`;
		return `${watcher} watches ${resource}${namespace === '' ? '' : ` in ${namespace}`}${fields ? ` with ${fields}` : ''} ${initial ? existing : `from revision ${revision}; ${happened} since`}.`;
	}

	const {watchers} = facts;
	if (facts.type === 'BOOKMARK') {
		return `The watch cache sends a bookmark of revision ${revision} to ${counted(watchers.length, 'watcher')} of ${resource}: watches can resume from there.`;
	}

	const who =
		watchers.length === 0
			? 'no watcher asked for it'
			: `it notifies ${watchers.length <= 4 ? watchers.join(', ') : `${watchers.length} watchers`}`;
	const {type, namespace, name} = facts;
	return `The watch cache receives revision ${revision} of ${resource} (${type} ${namespace ? `${namespace}/` : ''}${name}); ${who}.`;
};

/** The storage of objects, and their watchers, in English. */
export const storageSentences: Sentences<StorageFacts> = {
	'apiserver.store': storeSentence,
	'apiserver.watch': watchSentence,
};
