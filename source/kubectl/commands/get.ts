import {ApiError} from '../../client/errors.js';
import type {WatchEvent} from '../../client/request.js';
import {Mailbox} from '../../kernel/mailbox.js';
import {receive, type Routine} from '../../kernel/routine.js';
import {customColumns} from '../custom-columns.js';
import type {ApiResource} from '../discovery.js';
import {CommandFailure, throwAll, usageFailure} from '../failure.js';
import {parseJSONPath, relaxed} from '../json-path.js';
import {loadManifests} from '../manifests.js';
import {formatObject, formatOf, nameOfObject, type Format} from '../output.js';
import {listFailure, resolveWords} from '../selection.js';
import {itemsOf, keyOf, pathOf, type Session} from '../session.js';
import {asTable, tableAccept, TablePrinter, type Table, type TableOptions} from '../table.js';
import type {Unstructured, Value} from '../unstructured.js';

/** One GET that the command makes: a list, or one object by name. */
interface Query {
	readonly resource: ApiResource;
	readonly namespace?: string;
	readonly name?: string;
}

/** `kubectl get`: tables made by the server, or objects in the format of `-o`. */
export function* get(session: Session): Routine<number | void> {
	const {flags, words} = session;
	if (flags.text('raw')) {
		yield* getRaw(session);
		return;
	}

	const files = flags.list('filename').length > 0;
	if (words.length === 0 && !files) {
		yield* session.target();
		session.err(
			'You must specify the type of resource to get. Use "kubectl api-resources" for a complete list of supported resources.\n\n',
		);
		throw usageFailure(
			session.commandPath,
			'Required resource not specified.\nUse "kubectl explain <resource>" for a detailed description of that resource (e.g. kubectl explain pods).',
		);
	}

	const format = formatOf(session, {tables: true});
	yield* session.target();
	const {queries, several, single, errors} = yield* plan(session);
	const failures: unknown[] = [...errors];
	if (flags.on('watch') || flags.on('watch-only')) {
		yield* watch(session, queries, format);
		return;
	}

	const human = format.name === '' || format.name === 'wide';
	const answers: Array<{query: Query; answer: Unstructured}> = [];
	for (const query of queries) {
		try {
			answers.push({query, answer: yield* ask(session, query, human)});
		} catch (error) {
			if (!(error instanceof ApiError)) {
				throw error;
			}

			if (!(flags.on('ignore-not-found') && error.reason === 'NotFound')) {
				failures.push(listFailure(error, query.resource, flags.text('selector'), flags.text('field-selector')));
			}
		}
	}

	if (human) {
		yield* printTables(session, answers, {several, failed: failures.length > 0, wide: format.name === 'wide'});
	} else if (answers.length > 0 || failures.length === 0) {
		printObjects(session, answers, format, single);
	}

	throwAll(failures);
}

function* getRaw(session: Session): Routine {
	if (session.words.length > 0) {
		throw usageFailureFree('arguments may not be passed when --raw is specified');
	}

	const [path, search = ''] = session.flags.text('raw').split('?');
	const response = yield* session.request('GET', path, {query: Object.fromEntries(new URLSearchParams(search))});
	session.out(typeof response.body === 'string' ? response.body : `${JSON.stringify(response.body)}\n`);
}

const usageFailureFree = (message: string): CommandFailure => new CommandFailure(message);

function* plan(
	session: Session,
): Routine<{queries: readonly Query[]; several: boolean; single: boolean; errors: readonly unknown[]}> {
	const {flags, words} = session;
	if (flags.list('filename').length > 0) {
		const {manifests, errors} = yield* loadManifests(session, {validate: false});
		const queries = manifests.map(({resource, namespace, name}) => ({resource, namespace, name}));
		return {
			queries,
			several: new Set(queries.map(({resource}) => resource.kind)).size > 1,
			single: queries.length === 1,
			errors,
		};
	}

	const selection = yield* resolveWords(session, words);
	const chosen = yield* session.namespace();
	if (selection.kind === 'objects') {
		if (flags.text('selector') || flags.text('field-selector')) {
			throw new CommandFailure('name cannot be provided when a selector is specified');
		}

		if (flags.on('all-namespaces')) {
			throw new CommandFailure('a resource cannot be retrieved by name across all namespaces');
		}

		const queries = selection.pairs.map(({resource, name}) => ({
			resource,
			name,
			namespace: resource.namespaced ? chosen : undefined,
		}));
		return {queries, several: selection.several, single: queries.length === 1, errors: []};
	}

	const namespace = flags.on('all-namespaces') ? undefined : chosen;
	const queries = selection.resources.map((resource) => ({
		resource,
		namespace: resource.namespaced ? namespace : undefined,
	}));
	return {queries, several: selection.several, single: false, errors: []};
}

function* ask(session: Session, {resource, namespace, name}: Query, human: boolean): Routine<Unstructured> {
	const {flags} = session;
	const response = yield* session.request('GET', pathOf(resource, namespace, name, flags.text('subresource')), {
		query: {
			...(name
				? {}
				: {
						labelSelector: flags.text('selector'),
						fieldSelector: flags.text('field-selector'),
						limit: flags.text('chunk-size'),
					}),
			...(human && flags.text('sort-by') ? {includeObject: 'Object'} : {}),
		},
		headers: human ? {accept: tableAccept} : {},
		object: name ? keyOf(resource, namespace, name) : undefined,
	});
	return response.body as Unstructured;
}

function* printTables(
	session: Session,
	answers: ReadonlyArray<{query: Query; answer: Unstructured}>,
	options: {several: boolean; failed: boolean; wide: boolean},
): Routine {
	const tables = answers.map(({query, answer}) => ({
		query,
		table: sortRows(asTable(answer, session.kernel.wallClockMs), session.flags.text('sort-by')),
	}));
	let printer: TablePrinter | undefined;
	let last: ApiResource | undefined;
	let printed = false;
	for (const {query, table} of tables) {
		if ((table.rows ?? []).length === 0) {
			continue;
		}

		if (!printer || last !== query.resource) {
			if (printed && !session.flags.on('no-headers')) {
				session.out('\n');
			}

			printer = new TablePrinter(tableOptions(session, query, options));
			last = query.resource;
		}

		session.out(printer.print(table));
		printed = true;
	}

	if (!printed && !options.failed && !session.flags.on('ignore-not-found')) {
		const everywhere = session.flags.on('all-namespaces') || answers.every(({query}) => !query.resource.namespaced);
		session.err(
			everywhere ? 'No resources found\n' : `No resources found in ${yield* session.namespace()} namespace.\n`,
		);
	}
}

const tableOptions = (
	session: Session,
	{resource}: Query,
	{several, wide}: {several: boolean; wide: boolean},
): TableOptions => ({
	wide,
	noHeaders: session.flags.on('no-headers'),
	withNamespace: session.flags.on('all-namespaces') && resource.namespaced,
	withKind: several || session.flags.on('show-kind') ? resource : undefined,
	showLabels: session.flags.on('show-labels'),
	labelColumns: session.flags.list('label-columns'),
});

const compare = (a: Value, b: Value): number => {
	if (a === undefined || b === undefined) {
		return a === b ? 0 : a === undefined ? -1 : 1;
	}

	return typeof a === 'string' && typeof b === 'string' && /^\d+$/.test(a) && /^\d+$/.test(b)
		? Number(a) - Number(b)
		: a < b
			? -1
			: a > b
				? 1
				: 0;
};

const sorter = (sortBy: string): ((object: unknown) => Value) => {
	const path = parseJSONPath(relaxed(sortBy));
	return (object) => path.find(object)[0];
};

const sortRows = (table: Table, sortBy: string): Table => {
	if (sortBy === '' || !table.rows) {
		return table;
	}

	const key = sorter(sortBy);
	return {...table, rows: [...table.rows].sort((a, b) => compare(key(a.object), key(b.object)))};
};

const printObjects = (
	session: Session,
	answers: ReadonlyArray<{query: Query; answer: Unstructured}>,
	format: Format,
	single: boolean,
): void => {
	const sortBy = session.flags.text('sort-by');
	const items = answers.flatMap(({answer}) =>
		Array.isArray(answer.items) || answer.items === null ? itemsOf(answer) : [answer],
	);
	if (sortBy !== '') {
		const key = sorter(sortBy);
		items.sort((a, b) => compare(key(a), key(b)));
	}

	if (format.name === 'custom-columns') {
		session.out(customColumns(format.argument, items, session.flags.on('no-headers')));
		return;
	}

	if (format.name === 'name') {
		session.out(items.map((item) => `${nameOfObject(item)}\n`).join(''));
		return;
	}

	const object =
		single && items.length === 1 ? items[0] : {apiVersion: 'v1', items, kind: 'List', metadata: {resourceVersion: ''}};
	session.out(formatObject(format, object, {showManagedFields: session.flags.on('show-managed-fields')}));
};

function* watch(session: Session, queries: readonly Query[], format: Format): Routine {
	const {flags, kernel} = session;
	if (queries.length !== 1) {
		throw new CommandFailure(
			queries.length === 0 ? 'no resources found' : 'you may only specify a single resource type',
		);
	}

	const [query] = queries;
	const human = format.name === '' || format.name === 'wide';
	const printer = new TablePrinter(tableOptions(session, query, {several: false, wide: format.name === 'wide'}));
	const answer = yield* ask(session, query, human);
	const show = (object: Unstructured, type: string): void => {
		const event = flags.on('output-watch-events') ? type : undefined;
		if (human) {
			session.out(printer.print(asTable(object, kernel.wallClockMs), event));
		} else if (format.name === 'custom-columns') {
			session.out(customColumns(format.argument, [object], true));
		} else {
			session.out(formatObject(format, object));
		}
	};

	if (!flags.on('watch-only')) {
		if (human) {
			show(answer, 'ADDED');
		} else {
			for (const item of query.name ? [answer] : itemsOf(answer)) {
				show(item, 'ADDED');
			}
		}
	}

	const mailbox = new Mailbox<WatchEvent>(`kubectl/watch/${query.resource.plural}`);
	const response = yield* session.request('GET', pathOf(query.resource, query.namespace), {
		query: {
			labelSelector: flags.text('selector'),
			fieldSelector: query.name ? `metadata.name=${query.name}` : flags.text('field-selector'),
			resourceVersion:
				answer.metadata?.resourceVersion ?? (answer as Value).rows?.[0]?.object?.metadata?.resourceVersion,
			watch: 'true',
		},
		headers: human ? {accept: tableAccept} : {},
		onEvent: (event) => kernel.send(mailbox, event, kernel.latency('client.watch', 1)),
	});
	kernel.atExit(() => response.close?.());
	for (;;) {
		yield* session.flush();
		const {type, object} = yield* receive(mailbox);
		if (type === 'ERROR') {
			throw new ApiError(object as ApiError['status']);
		}

		if (type !== 'BOOKMARK') {
			show(object as Unstructured, type);
		}
	}
}
