import type {WatchEvent} from '../../client/request.js';
import {Mailbox} from '../../kernel/mailbox.js';
import {receive, type Routine} from '../../kernel/routine.js';
import {CommandFailure} from '../failure.js';
import {formatOf, printObject} from '../output.js';
import {resolveResource} from '../selection.js';
import {pathOf, type Session} from '../session.js';
import {alignRows} from '../tab-writer.js';
import type {Unstructured} from '../unstructured.js';
import {byTime, eventAge} from '../describe/text.js';

/** `kubectl events`: what happened, the latest last. */
export function* events(session: Session): Routine<number | void> {
	const {flags, kernel} = session;
	const format = formatOf(session);
	const everywhere = flags.on('all-namespaces');
	const chosen = yield* session.namespace();
	const types = flags.list('types');
	const wrong = types.find((type) => !['normal', 'warning'].includes(type.toLowerCase()));
	if (wrong !== undefined) {
		throw new CommandFailure(`valid --types are Normal or Warning`);
	}

	const selectors: string[] = [];
	if (flags.text('for')) {
		const [type, name] = flags.text('for').split('/');
		if (!name) {
			throw new CommandFailure('--for must be in resource/name form');
		}

		const resource = yield* resolveResource(session, type);
		selectors.push(`involvedObject.kind=${resource.kind}`, `involvedObject.name=${name}`);
	}

	const resource = yield* resolveResource(session, 'events');
	const namespace = everywhere ? undefined : chosen;
	const query = {fieldSelector: selectors.join(','), limit: flags.text('chunk-size')};
	const list = (yield* session.request('GET', pathOf(resource, namespace), {query})).body as Unstructured;
	const fits = (event: Unstructured): boolean =>
		types.length === 0 || types.some((type) => type.toLowerCase() === String(event.type).toLowerCase());
	const found = ((list.items as Unstructured[] | null) ?? []).filter(fits).sort(byTime);
	if (format.name !== '') {
		printObject((text) => session.out(text), format, {
			apiVersion: 'v1',
			kind: 'EventList',
			metadata: {},
			items: found.map((one) => ({apiVersion: 'v1', kind: 'Event', ...one})),
		});
		return;
	}

	const row = (event: Unstructured): string[] => [
		...(everywhere ? [event.metadata?.namespace ?? ''] : []),
		eventAge(event, kernel.wallClockMs),
		event.type,
		event.reason,
		`${event.involvedObject?.kind}/${event.involvedObject?.name}`,
		String(event.message ?? '').trim(),
	];
	const header = [...(everywhere ? ['NAMESPACE'] : []), 'LAST SEEN', 'TYPE', 'REASON', 'OBJECT', 'MESSAGE'];
	if (found.length === 0 && !flags.on('watch')) {
		session.err(everywhere ? 'No events found.\n' : `No events found in ${chosen} namespace.\n`);
		return;
	}

	session.out(alignRows([...(flags.on('no-headers') ? [] : [header]), ...found.map(row)]));
	if (!flags.on('watch')) {
		return;
	}

	const mailbox = new Mailbox<WatchEvent>('kubectl/events');
	const response = yield* session.request('GET', pathOf(resource, namespace), {
		query: {...query, limit: undefined, resourceVersion: list.metadata?.resourceVersion, watch: 'true'},
		onEvent: (event) => kernel.send(mailbox, event, kernel.latency('client.watch', 1)),
	});
	kernel.atExit(() => response.close?.());
	for (;;) {
		yield* session.flush();
		const {type, object} = yield* receive(mailbox);
		if ((type === 'ADDED' || type === 'MODIFIED') && fits(object as Unstructured)) {
			session.out(alignRows([row(object as Unstructured)]));
		}
	}
}
