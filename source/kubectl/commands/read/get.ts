import {ApiError} from '../../../client/errors.js';
import type {Routine} from '../../../kernel/routine.js';
import {customColumns} from '../../printing/custom-columns.js';
import {CommandFailure, throwAll, throwGathered, usageFailure} from '../../failure.js';
import {loadManifests} from '../../manifests/manifests.js';
import {formatOf, nameOfObject, printObject, type Format} from '../../printing/output.js';
import {listFailure, resolveWords} from '../../selection.js';
import type {Invocation} from '../../invocation.js';
import {keyOf, pathOf} from '../../resource-path.js';
import {sortBy} from '../../printing/sorting.js';
import {asTable, tableAccept, TablePrinter} from '../../printing/table.js';
import {itemsOf, nestedString, unstructuredOf, type Unstructured} from '../../../objects/unstructured.js';
import {getRaw} from '../../raw-request.js';
import {isForPeople, sortedTable, tableOptions, type Query} from './answer-table.js';
import {watch} from './watch.js';

interface Answer {
	readonly query: Query;
	readonly answer: Unstructured;
}

interface Plan {
	readonly queries: readonly Query[];
	/** Whether a single object is shown without a list around it, and nothing is shown after an error. */
	readonly single: boolean;
	readonly errors: readonly unknown[];
}

/**
`kubectl get`: tables made by the server, or objects in the format of `-o`.

Long because it handles the command from its flags to the answer; upstream checks them in this order.

@mirrors kubectl/pkg/cmd/get GetOptions.Run
*/
export function* get(invocation: Invocation): Routine<number | void> {
	const {flags, words} = invocation;
	if (flags.text('raw')) {
		yield* getRaw(invocation);
		return;
	}

	const watching = flags.on('watch') || flags.on('watch-only');
	const files = flags.list('filename').length > 0;
	if (watching) {
		if (flags.text('sort-by')) {
			invocation.err(
				flags.on('watch')
					? 'warning: --watch requested, --sort-by will be ignored for watch events received\n'
					: 'warning: --watch-only requested, --sort-by will be ignored\n',
			);
		}
	} else if (words.length === 0 && !files) {
		yield* invocation.target();
		invocation.err(
			'You must specify the type of resource to get. Use "kubectl api-resources" for a complete list of supported resources.\n\n',
		);
		throw usageFailure(
			invocation.commandPath,
			'Required resource not specified.\nUse "kubectl explain <resource>" for a detailed description of that resource (e.g. kubectl explain pods).',
		);
	}

	checkFlags(invocation, watching);
	const format = formatOf(invocation, {tables: true});
	yield* invocation.target();
	const {queries, single, errors} = yield* plan(invocation, watching);
	const human = isForPeople(format);
	const {answers, refused} = yield* askAll(invocation, queries, human);
	const failures: unknown[] = [...errors, ...refused];
	if (watching) {
		throwAll(failures);
		yield* watch(invocation, answers, format);
	} else if (human) {
		yield* printTables(invocation, answers, {failed: failures.length > 0, wide: format.name === 'wide'});
		throwGathered(failures);
	} else if (!(answers.length === 0 && flags.on('ignore-not-found')) && !(single && failures.length > 0)) {
		try {
			printObjects(invocation, answers, format, single);
		} catch (error) {
			if (!(error instanceof CommandFailure)) {
				throw error;
			}

			failures.push(error);
		}
	}

	throwAll(failures);
}

const checkFlags = (invocation: Invocation, watching: boolean): void => {
	const {flags} = invocation;
	const output = flags.text('output');
	if (flags.on('show-labels') && output !== '' && output !== 'wide') {
		throw new CommandFailure(`--show-labels option cannot be used with ${output} printer`);
	}

	if (flags.on('output-watch-events') && !watching) {
		throw new CommandFailure('--output-watch-events option can only be used with --watch or --watch-only');
	}
};

function* plan(invocation: Invocation, watching: boolean): Routine<Plan> {
	const {flags, words} = invocation;
	const files = flags.list('filename');
	if (files.length > 0) {
		const {manifests, errors} = yield* loadManifests(invocation, {validate: false});
		const [first] = words;
		if (first !== undefined) {
			throw new CommandFailure(
				first.includes('/')
					? 'resource/name arguments cannot be provided when a path is specified'
					: 'when paths, URLs, or stdin is provided as input, you may not specify resource arguments as well',
			);
		}

		const queries = manifests.map(({resource, namespace, name}) => ({resource, namespace, name}));
		return {queries, single: files.some((file) => file !== '-'), errors};
	}

	if (words.length === 0) {
		throw new CommandFailure('you must specify one or more resources by argument or filename');
	}

	const selection = yield* resolveWords(invocation, words);
	const chosen = yield* invocation.namespace();
	const resources = selection.kind === 'objects' ? selection.pairs.map(({resource}) => resource) : selection.resources;
	if (watching && new Set(resources).size > 1) {
		throw new CommandFailure('you may only specify a single resource type');
	}

	if (selection.kind === 'objects') {
		if (flags.text('selector') || flags.text('field-selector')) {
			throw new CommandFailure('name cannot be provided when a selector is specified');
		}

		if (flags.on('all-namespaces') && resources.some(({namespaced}) => namespaced)) {
			throw new CommandFailure('a resource cannot be retrieved by name across all namespaces');
		}

		const queries = selection.pairs.map(({resource, name}) => ({
			resource,
			name,
			namespace: resource.namespaced ? chosen : undefined,
		}));
		return {queries, single: queries.length === 1, errors: []};
	}

	if (flags.text('subresource')) {
		throw new CommandFailure('subresource cannot be used when bulk resources are specified');
	}

	const namespace = flags.on('all-namespaces') ? undefined : chosen;
	const queries = selection.resources.map((resource) => ({
		resource,
		namespace: resource.namespaced ? namespace : undefined,
	}));
	return {queries, single: false, errors: []};
}

/** The answers to all queries, and the server's refusals. */
function* askAll(
	invocation: Invocation,
	queries: readonly Query[],
	human: boolean,
): Routine<{readonly answers: readonly Answer[]; readonly refused: readonly unknown[]}> {
	const {flags} = invocation;
	const answers: Answer[] = [];
	const refused: unknown[] = [];
	for (const query of queries) {
		try {
			for (const answer of yield* ask(invocation, query, human)) {
				answers.push({query, answer});
			}
		} catch (refusal) {
			const error = query.name === undefined ? refusal : yield* refusalOf(invocation, refusal, query);
			if (!(error instanceof ApiError)) {
				throw error;
			}

			if (!(flags.on('ignore-not-found') && error.reason === 'NotFound')) {
				const [labels, fields] = [flags.text('selector'), flags.text('field-selector')];
				refused.push(query.name === undefined ? listFailure(error, query.resource, labels, fields) : error);
			}
		}
	}

	return {answers, refused};
}

/** The refusal of a named object, or that of its namespace if it does not exist. */
function* refusalOf(invocation: Invocation, refusal: unknown, {namespace}: Query): Routine<unknown> {
	try {
		yield* invocation.throwMissingNamespace(refusal, namespace);
		return refusal;
	} catch (error) {
		return error;
	}
}

/** The answers to a query: a long list has several parts. */
function* ask(
	invocation: Invocation,
	{resource, namespace, name}: Query,
	human: boolean,
): Routine<readonly Unstructured[]> {
	const {flags} = invocation;
	const limit = flags.text('sort-by') ? '0' : flags.text('chunk-size');
	const tables = human && flags.text('server-print') !== 'false';
	const answers: Unstructured[] = [];
	let more: string | undefined;
	do {
		const response = yield* invocation.request('GET', pathOf(resource, namespace, name, flags.text('subresource')), {
			query: {
				...(name
					? {}
					: {
							labelSelector: flags.text('selector'),
							fieldSelector: flags.text('field-selector'),
							limit: Number(limit) > 0 ? limit : '',
							continue: more,
						}),
				...(tables && flags.text('sort-by') ? {includeObject: 'Object'} : {}),
			},
			headers: tables ? {accept: tableAccept} : {},
			object: name ? keyOf(resource, namespace, name) : undefined,
		});
		const answer = unstructuredOf(response.body);
		answers.push(answer);
		more = nestedString(answer, 'metadata', 'continue');
	} while (more);
	return answers;
}

function* printTables(
	invocation: Invocation,
	answers: readonly Answer[],
	options: {failed: boolean; wide: boolean},
): Routine {
	const {flags} = invocation;
	const path = flags.text('sort-by');
	// Separate objects are sorted among each other, and a table does not have their fields.
	const ordered = path !== '' && answers.length > 1 ? sortBy(answers, path, ({answer}) => answer) : answers;
	const several = new Set(ordered.map(({query}) => query.resource)).size > 1;
	let printed = false;
	for (const {query, answers: some} of byResource(ordered)) {
		const tables = some.flatMap((answer) => sortedTable(asTable(answer, invocation.kernel.wallClockMs), path));
		const text = new TablePrinter(tableOptions(invocation, query, {several, wide: options.wide})).print(tables);
		invocation.out(text !== '' && printed && !flags.on('no-headers') ? `\n${text}` : text);
		printed ||= text !== '';
	}

	if (!printed && !options.failed && !flags.on('ignore-not-found')) {
		const namespaced = !flags.on('all-namespaces') && ordered.every(({query}) => query.resource.namespaced);
		invocation.err(
			namespaced ? `No resources found in ${yield* invocation.namespace()} namespace.\n` : 'No resources found\n',
		);
	}
}

/** Consecutive answers about the same resource, with the query of the first. */
const byResource = (
	answers: readonly Answer[],
): ReadonlyArray<{readonly query: Query; readonly answers: readonly Unstructured[]}> => {
	const groups: Array<{readonly query: Query; readonly answers: Unstructured[]}> = [];
	for (const {query, answer} of answers) {
		const last = groups.at(-1);
		if (last?.query.resource === query.resource) {
			last.answers.push(answer);
		} else {
			groups.push({query, answers: [answer]});
		}
	}

	return groups;
};

const printObjects = (invocation: Invocation, answers: readonly Answer[], format: Format, single: boolean): void => {
	const {flags} = invocation;
	const path = flags.text('sort-by');
	const isList = ({items}: Unstructured): boolean => Array.isArray(items) || items === null;
	const found = answers.flatMap(({answer}) => (isList(answer) ? itemsOf(answer) : [answer]));
	const items = path === '' || (single && found.length === 1) ? found : sortBy(found, path, (item) => item);
	if (format.name === 'custom-columns') {
		customColumns(format.argument, items, flags.on('no-headers'), (text) => invocation.out(text));
		return;
	}

	if (format.name === 'name') {
		invocation.out(items.map((item) => `${nameOfObject(item)}\n`).join(''));
		return;
	}

	const list = {apiVersion: 'v1', items, kind: 'List', metadata: {resourceVersion: ''}};
	const [object = list] = single && items.length === 1 ? items : [];
	printObject((text) => invocation.out(text), format, object, {showManagedFields: flags.on('show-managed-fields')});
};
