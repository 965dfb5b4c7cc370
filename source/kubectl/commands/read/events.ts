import type {WatchEvent} from '../../../client/request.js';
import {Mailbox} from '../../../kernel/mailbox.js';
import {receive, type Routine} from '../../../kernel/routine.js';
import {apiVersionOf} from '../../../objects/resources.js';
import {CommandFailure, noResourceType} from '../../failure.js';
import {formatOf, printObject} from '../../printing/output.js';
import {resolveResource} from '../../selection.js';
import {itemsOf, pathOf, type Invocation} from '../../invocation.js';
import {alignRows} from '../../../go/tab-writer.js';
import type {Unstructured} from '../../unstructured.js';
import {byTime, eventAge} from '../../describe/text.js';

/** `kubectl events`: what happened, the latest last. */
export function* events(invocation: Invocation): Routine<number | void> {
	const {flags, kernel} = invocation;
	const format = formatOf(invocation);
	const everywhere = flags.on('all-namespaces');
	const chosen = yield* invocation.namespace();
	const types = flags.list('types');
	const wrong = types.find((type) => !['normal', 'warning'].includes(type.toLowerCase()));
	if (wrong !== undefined) {
		throw new CommandFailure(`valid --types are Normal or Warning`);
	}

	const selectors: string[] = [];
	if (flags.text('for')) {
		const [type = '', name] = flags.text('for').split('/');
		if (!name) {
			throw new CommandFailure('--for must be in resource/name form');
		}

		const about = yield* invocation.lookUp((all) => all.named(type));
		if (!about) {
			throw new CommandFailure(noResourceType(type).message, {verbatim: true});
		}

		selectors.push(
			`involvedObject.kind=${about.kind}`,
			`involvedObject.apiVersion=${apiVersionOf(about)}`,
			`involvedObject.name=${name}`,
		);
	}

	const resource = yield* resolveResource(invocation, 'events');
	const namespace = everywhere ? undefined : chosen;
	const query = {fieldSelector: selectors.join(','), limit: flags.text('chunk-size')};
	const items: Unstructured[] = [];
	let list: Unstructured;
	let more: string | undefined;
	do {
		const response = yield* invocation.request('GET', pathOf(resource, namespace), {query: {...query, continue: more}});
		list = response.body as Unstructured;
		items.push(...itemsOf(list));
		more = (list.metadata as {readonly continue?: string} | undefined)?.continue;
	} while (more);

	const fits = (event: Unstructured): boolean =>
		types.length === 0 || types.some((type) => type.toLowerCase() === String(event.type).toLowerCase());
	const found = items.filter(fits).sort(byTime);
	if (found.length === 0 && !flags.on('watch')) {
		invocation.err(everywhere ? 'No events found.\n' : `No events found in ${chosen} namespace.\n`);
		return;
	}

	if (format.name !== '') {
		// Lists of events have no names to print.
		if (format.name !== 'name') {
			const events = {apiVersion: 'v1', kind: 'EventList', metadata: {}, items: found};
			printObject((text) => invocation.out(text), {...format, typed: true}, events);
		}

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
	const rows = [...(flags.on('no-headers') ? [] : [header]), ...found.map(row)];
	if (!flags.on('watch')) {
		invocation.out(alignRows(rows));
		return;
	}

	// Each event is printed by itself, the first one below the header.
	const first = flags.on('no-headers') ? 1 : 2;
	invocation.out(
		[rows.slice(0, first), ...rows.slice(first).map((one) => [one])].map((some) => alignRows(some)).join(''),
	);
	const mailbox = new Mailbox<WatchEvent>('kubectl/events');
	const response = yield* invocation.request('GET', pathOf(resource, namespace), {
		query: {...query, limit: undefined, resourceVersion: list.metadata?.resourceVersion, watch: 'true'},
		onEvent: (event) => kernel.send(mailbox, event, kernel.latency('client.watch', 1)),
	});
	kernel.atExit(() => response.close?.());
	for (;;) {
		yield* invocation.flush();
		const {type, object} = yield* receive(mailbox);
		if ((type === 'ADDED' || type === 'MODIFIED') && fits(object as Unstructured)) {
			invocation.out(alignRows([row(object as Unstructured)]));
		}
	}
}
