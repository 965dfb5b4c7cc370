import {goJSON} from '../../../go/encode-json.js';
import {ApiError} from '../../../client/errors.js';
import type {WatchEvent} from '../../../client/request.js';
import {Mailbox} from '../../../kernel/mailbox.js';
import {take, type Routine} from '../../../kernel/routine.js';
import {printYaml} from '../../../go/yaml/print.js';
import {ColumnPrinter} from '../../printing/custom-columns.js';
import {CommandFailure, statusOf} from '../../failure.js';
import {nameOfObject, printObject, type Format} from '../../printing/output.js';
import type {Invocation} from '../../invocation.js';
import {pathOf} from '../../resource-path.js';
import {asTable, tableAccept, TablePrinter} from '../../printing/table.js';
import {itemsOf, unstructuredOf, type Unstructured} from '../../../objects/unstructured.js';
import {isForPeople, sortedTable, tableOptions, type Query} from './answer-table.js';

/** Prints objects in sequence, each on arrival. */
class ObjectPrinter {
	readonly #columns: ColumnPrinter | undefined;
	#count = 0;

	constructor(
		readonly invocation: Invocation,
		readonly format: Format,
	) {
		this.#columns =
			format.name === 'custom-columns'
				? new ColumnPrinter(format.argument, {noHeaders: invocation.flags.on('no-headers')})
				: undefined;
	}

	print(object: Unstructured, type: string): void {
		const {invocation, format} = this;
		const event = invocation.flags.on('output-watch-events') ? {type, object} : undefined;
		const shown = event ? {...event} : object;
		this.#count++;
		if (format.name === 'yaml' && this.#count > 1) {
			invocation.out('---\n');
		}

		if (this.#columns) {
			this.#columns.print([shown], (text) => invocation.out(text));
		} else if (format.name === 'name') {
			invocation.out(`${nameOfObject(object)}\n`);
		} else if (event && format.name === 'json') {
			invocation.out(`{"type":${goJSON(type)},"object":${goJSON(object)}}\n`);
		} else if (event && format.name === 'yaml') {
			invocation.out(printYaml(event));
		} else {
			printObject((text) => invocation.out(text), format, shown, {
				showManagedFields: invocation.flags.on('show-managed-fields'),
			});
		}
	}
}

/** The receiver of a watch's events, one after the other, until `--request-timeout` ends it. */
export const untilTimeout = (
	{kernel, requestTimeoutMs}: Invocation,
	mailbox: Mailbox<WatchEvent>,
): (() => Routine<WatchEvent | undefined>) => {
	const endMs = kernel.now + requestTimeoutMs;
	return () => take(mailbox, requestTimeoutMs === 0 ? {} : {timeoutMs: Math.max(0, endMs - kernel.now)});
};

/**
The objects that exist, and then every change of them.

@mirrors kubectl/pkg/cmd/get GetOptions.watch
*/
export function* watch(
	invocation: Invocation,
	answers: ReadonlyArray<{readonly query: Query; readonly answer: Unstructured}>,
	format: Format,
): Routine {
	const {flags, kernel} = invocation;
	const [first] = answers;
	if (!first) {
		throw new CommandFailure('no resources found');
	}

	const {query, answer} = first;
	const human = isForPeople(format);
	const table = new TablePrinter(tableOptions(invocation, query, {several: false, wide: format.name === 'wide'}));
	const objects = new ObjectPrinter(invocation, format);
	const show = (object: Unstructured, type: string): void => {
		if (human) {
			const event = flags.on('output-watch-events') ? type : undefined;
			invocation.out(table.print(sortedTable(asTable(object, kernel.wallClockMs), flags.text('sort-by')), event));
		} else {
			objects.print(object, type);
		}
	};

	if (!flags.on('watch-only')) {
		for (const {answer: found} of answers) {
			for (const item of human || query.name ? [found] : itemsOf(found)) {
				show(item, 'ADDED');
			}
		}
	}

	if (new Set(answers.map(({query: {name}}) => name)).size > 1) {
		throw new CommandFailure('you may only watch a single resource or type of resource at a time');
	}

	yield* follow(invocation, query, {human, since: answer.metadata?.resourceVersion, show});
}

/** Shows every change of an object, or of a list from a version on. */
function* follow(
	invocation: Invocation,
	query: Query,
	{
		human,
		since,
		show,
	}: {
		readonly human: boolean;
		readonly since: string | undefined;
		readonly show: (object: Unstructured, type: string) => void;
	},
): Routine {
	const {flags, kernel} = invocation;
	const mailbox = new Mailbox<WatchEvent>(`kubectl/watch/${query.resource.plural}`);
	const response = yield* invocation.request('GET', pathOf(query.resource, query.namespace), {
		query: {
			labelSelector: flags.text('selector'),
			fieldSelector: query.name ? `metadata.name=${query.name}` : flags.text('field-selector'),
			// The version of a single object may be too old to watch from; its watch begins with the current state.
			resourceVersion: query.name ? '0' : since,
			watch: 'true',
		},
		headers: human && flags.text('server-print') !== 'false' ? {accept: tableAccept} : {},
		onEvent: (event) => kernel.send(mailbox, event, kernel.latency('client.watch', 1)),
	});
	kernel.atExit(() => response.close?.());
	const next = untilTimeout(invocation, mailbox);
	let isKnown = query.name !== undefined;
	for (;;) {
		yield* invocation.flush();
		const event = yield* next();
		if (!event) {
			return;
		}

		const {type, object} = event;
		if (type === 'ERROR') {
			throw new ApiError(statusOf({body: object, status: 500}));
		}

		if (type !== 'BOOKMARK') {
			if (!isKnown) {
				show(unstructuredOf(object), type);
			}

			isKnown = false;
		}
	}
}
