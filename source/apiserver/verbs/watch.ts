import type {Response, WatchEvent} from '../../client/request.js';
import {sleep, type Routine} from '../../kernel/routine.js';
import {note} from '../../stages/note.js';
import {registryPrefix} from '../../objects/resources.js';
import type {Services} from '../services.js';
import {bookmark} from '../storage/cacher.js';
import type {ResourceExchange} from '../request/exchange.js';
import {expired} from '../request/failure.js';
import {hasConverter} from '../custom-resources/conversion-webhook.js';
import {convertedEvents} from '../custom-resources/converted-events.js';
import {shownEvent} from '../encoding/negotiate.js';
import {listOptionsOf} from '../request/list-options.js';
import {initializedOnly, selectionOf} from '../storage/selection.js';
import {eventFor, type Watcher} from '../storage/watchers.js';
import {catchUp, parseRevision} from './list.js';

/**
`GET` with `watch=true`: the existing objects, or the changes since a version, and then every change.

Long because opening a stream is one sequence: existing objects, missed changes, new changes, and the end.
*/
export function* watch(services: Services, exchange: ResourceExchange): Routine<Response> {
	const {resource, info, request} = exchange;
	const {query} = request;
	const selected = selectionOf(resource, query, info.name);
	const selection = services.options.admission?.legacy?.['Initializers'] ? initializedOnly(selected, query) : selected;
	const options = listOptionsOf(exchange);
	const text = options.resourceVersion;
	const revision = parseRevision(text);
	const initial = options.sendInitialEvents ?? revision === 0;
	if (text === '') {
		yield* catchUp(services, services.etcd.revision);
	}

	const lines: string[] = [];
	const onEvent = request.onEvent ?? ((event: WatchEvent) => lines.push(`${JSON.stringify(event)}\n`));
	const cache = services.cacher.of(resource);
	const tell = (event: WatchEvent): void => {
		onEvent(shownEvent(services, exchange, event, sent++ === 0));
	};

	let sent = 0;
	const converter = hasConverter(resource)
		? convertedEvents(services, exchange, tell, () => {
				end();
			})
		: undefined;
	const watcher: Watcher = {
		id: services.cacher.nextID(),
		name: request.headers['user-agent'] ?? exchange.user.username,
		namespace: resource.namespaced ? info.namespace : '',
		nodeName: selection.nodeName,
		objectName: selection.objectName,
		matches: selection.matches,
		ignores: request.ignores,
		bookmarks: options.bookmarks,
		sent: services.cacher.revision,
		send: converter?.send ?? tell,
	};
	const first: WatchEvent[] = [];
	let tooOld = false;
	if (initial) {
		for (const object of cache.list(watcher.namespace)) {
			if (selection.matches(object)) {
				first.push({type: 'ADDED', object});
			}
		}

		if (options.bookmarks) {
			first.push({
				type: 'BOOKMARK',
				object: bookmark(resource, services.cacher.revision, {'k8s.io/initial-events-end': 'true'}),
			});
		}
	} else if (revision > 0 && revision < cache.oldest) {
		tooOld = true;
		first.push({type: 'ERROR', object: expired(`too old resource version: ${revision} (${cache.oldest})`)});
	} else {
		for (const cached of cache.since(revision > 0 ? revision : services.cacher.revision)) {
			const event = eventFor(watcher, cached);
			if (event) {
				first.push(event);
			}
		}
	}

	if (!tooOld) {
		cache.watchers.add(watcher);
	}

	yield* note(
		'apiserver.watch',
		{
			request: query,
			revision,
			first: first.length,
			watchers: cache.watchers.size,
			watcher: watcher.name,
			resource: resource.plural,
			namespace: info.namespace,
			initial,
			...(tooOld ? {oldest: cache.oldest} : {}),
		},
		tooOld ? {object: registryPrefix(resource), outcome: 'failed'} : {object: registryPrefix(resource)},
	);
	for (const event of first) {
		watcher.send(event);
	}

	const close = () => {
		cache.watchers.remove(watcher);
		converter?.close();
	};

	const seconds = options.timeoutSeconds;
	if (!request.onEvent) {
		// The client does not accept a stream: the answer holds the events of the given time.
		yield* sleep(seconds * 1000);
		close();
		return {status: 200, headers: {'content-type': 'application/json'}, body: lines.join('')};
	}

	const end = () => {
		close();
		request.onEnd?.();
	};

	if (tooOld) {
		end();
	} else if (seconds > 0) {
		services.kernel.after(seconds * 1000, end, {periodic: true});
	}

	return {status: 200, headers: {'content-type': 'application/json'}, body: undefined, close};
}
