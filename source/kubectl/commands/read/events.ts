import {untilTimeout} from './watch.js';
import {sortLikeGo} from '../../../go/sort.js';
import type {WatchEvent} from '../../../client/request.js';
import {Mailbox} from '../../../kernel/mailbox.js';
import type {Routine} from '../../../kernel/routine.js';
import type {Event} from '../../../objects/kubernetes.generated.js';
import {apiVersionOf} from '../../../objects/resources.js';
import {isObjectOf, nestedString, unstructuredOf} from '../../../objects/unstructured.js';
import {eventAge, isEarlier} from '../../describe/text.js';
import {CommandFailure, noResourceType} from '../../failure.js';
import type {Invocation} from '../../invocation.js';
import {pathOf} from '../../resource-path.js';
import {itemsOf} from '../../../objects/unstructured.js';
import {formatOf, printObject} from '../../printing/output.js';
import {resolveResource} from '../../selection.js';
import {alignRows} from '../../../go/tab-writer.js';

/** The requested events. */
interface Question {
	/** URL path of the list. */
	readonly path: string;
	readonly query: Readonly<Record<string, string>>;
	readonly fits: (event: Event) => boolean;
}

/** `kubectl events`: what happened, the latest last. */
export function* events(invocation: Invocation): Routine<number | void> {
	const {flags, kernel} = invocation;
	const format = formatOf(invocation);
	const everywhere = flags.on('all-namespaces');
	const chosen = yield* invocation.namespace();
	const types = flags.list('types').map((type) => type.toLowerCase());
	if (types.some((type) => !['normal', 'warning'].includes(type))) {
		throw new CommandFailure(`valid --types are Normal or Warning`);
	}

	const fieldSelector = yield* selectorOfObject(invocation);
	const resource = yield* resolveResource(invocation, 'events');
	const question: Question = {
		path: pathOf(resource, everywhere ? undefined : chosen),
		query: {fieldSelector, limit: flags.text('chunk-size')},
		fits: ({type = ''}) => types.length === 0 || types.includes(type.toLowerCase()),
	};
	const watching = flags.on('watch') && format.name === '';
	const found = watching ? [] : yield* listEvents(invocation, question);
	if (found.length === 0 && !watching) {
		invocation.err(everywhere ? 'No events found.\n' : `No events found in ${chosen} namespace.\n`);
		return;
	}

	if (format.name !== '') {
		// Lists of events have no names to print.
		if (format.name !== 'name') {
			const list = {apiVersion: 'v1', kind: 'EventList', metadata: {}, items: found};
			printObject((text) => invocation.out(text), {...format, typed: true}, list);
		}

		return;
	}

	const row = (event: Event): string[] => [
		...(everywhere ? [event.metadata.namespace] : []),
		eventAge(event, kernel.wallClockMs),
		event.type ?? '',
		event.reason ?? '',
		`${event.involvedObject.kind}/${event.involvedObject.name}`,
		(event.message ?? '').trim(),
	];
	const header = [...(everywhere ? ['NAMESPACE'] : []), 'LAST SEEN', 'TYPE', 'REASON', 'OBJECT', 'MESSAGE'];
	const rows = [...(flags.on('no-headers') ? [] : [header]), ...found.map(row)];
	if (!watching) {
		invocation.out(alignRows(rows));
		return;
	}

	// Each event is printed by itself, the first one below the header.
	const widths: number[] = [];
	let heads = rows;
	yield* watchEvents(invocation, question, (event) => {
		invocation.out(alignRows([...heads, row(event)], widths));
		heads = [];
	});
}

/** The field selector for events about the object that `--for` names. */
function* selectorOfObject(invocation: Invocation): Routine<string> {
	const text = invocation.flags.text('for');
	if (!text) {
		return '';
	}

	const [type = '', name, ...more] = text.split('/');
	if (more.length > 0) {
		throw new CommandFailure('arguments in resource/name form may not have more than one slash');
	}

	if (!name) {
		throw new CommandFailure('--for must be in resource/name form');
	}

	const about = yield* invocation.named(type);
	if (!about) {
		throw new CommandFailure(noResourceType(type).message, {verbatim: true});
	}

	return `involvedObject.kind=${about.kind},involvedObject.apiVersion=${apiVersionOf(about)},involvedObject.name=${name}`;
}

/** The matching events, in the order of their times; a long list has several answers. */
function* listEvents(invocation: Invocation, {path, query, fits}: Question): Routine<readonly Event[]> {
	const found: Event[] = [];
	let more: string | undefined;
	do {
		const list = unstructuredOf((yield* invocation.request('GET', path, {query: {...query, continue: more}})).body);
		found.push(...itemsOf(list).filter((item) => isObjectOf(item, 'events')));
		more = nestedString(list, 'metadata', 'continue');
	} while (more);

	return sortLikeGo(found.filter(fits), isEarlier);
}

/** Shows each matching event, existing ones first. */
function* watchEvents(invocation: Invocation, {path, query, fits}: Question, show: (event: Event) => void): Routine {
	const {kernel} = invocation;
	const mailbox = new Mailbox<WatchEvent>('kubectl/events');
	const response = yield* invocation.request('GET', path, {
		query: {...query, limit: undefined, watch: 'true'},
		onEvent: (event) => kernel.send(mailbox, event, kernel.latency('client.watch', 1)),
	});
	kernel.atExit(() => response.close?.());
	const take = untilTimeout(invocation, mailbox);
	for (;;) {
		yield* invocation.flush();
		const next = yield* take();
		if (!next) {
			return;
		}

		const {type, object} = next;
		const event = unstructuredOf(object);
		if ((type === 'ADDED' || type === 'MODIFIED') && isObjectOf(event, 'events') && fits(event)) {
			show(event);
		}
	}
}
