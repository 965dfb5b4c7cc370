import {ApiError} from '../../../client/errors.js';
import type {Routine} from '../../../kernel/routine.js';
import {note} from '../../../stages/note.js';
import {describeObject, describedKey} from '../../describe/describers.js';
import type {ApiResource} from '../../discovery.js';
import {CommandFailure, throwGathered} from '../../failure.js';
import {objectName} from '../../printing/output.js';
import {listFailure, resolveWords, selectNames} from '../../selection.js';
import type {Invocation} from '../../invocation.js';
import type {Unstructured} from '../../../objects/unstructured.js';

interface Found {
	readonly resource: ApiResource;
	readonly object: Unstructured;
}

/** The objects that the words and files name, and the errors of the others. */
function* find(
	invocation: Invocation,
): Routine<{readonly found: readonly Found[]; readonly errors: readonly unknown[]}> {
	const {flags, words} = invocation;
	if (flags.list('filename').length > 0 || flags.text('kustomize')) {
		const {items, errors} = yield* selectNames(invocation);
		const failures = [...errors];
		const found: Found[] = [];
		for (const {resource, namespace, name} of items) {
			yield* collect(failures, function* () {
				found.push({resource, object: yield* invocation.get(resource, namespace, name)});
			});
		}

		return {found, errors: failures};
	}

	const selection = yield* resolveWords(invocation, words);
	const chosen = yield* invocation.namespace();
	const found: Found[] = [];
	const errors: unknown[] = [];
	if (selection.kind === 'objects') {
		if (flags.text('selector')) {
			throw new CommandFailure('name cannot be provided when a selector is specified');
		}

		if (flags.on('all-namespaces')) {
			throw new CommandFailure('a resource cannot be retrieved by name across all namespaces');
		}

		for (const {resource, name} of selection.pairs) {
			const namespace = resource.namespaced ? chosen : undefined;
			yield* collect(errors, function* () {
				found.push({resource, object: yield* invocation.getNamed(resource, namespace, name)});
			});
		}

		return {found, errors};
	}

	const labelSelector = flags.text('selector');
	for (const resource of selection.resources) {
		const namespace = resource.namespaced && !flags.on('all-namespaces') ? chosen : undefined;
		yield* collect(
			errors,
			function* () {
				const objects = yield* invocation.list(resource, namespace, {labelSelector, limit: flags.text('chunk-size')});
				found.push(...objects.map((object) => ({resource, object})));
			},
			(error) => listFailure(error, resource, labelSelector, ''),
		);
	}

	return {found, errors};
}

/** Continues after a refusal by the server, and keeps the refusal. */
function* collect(
	errors: unknown[],
	routine: () => Routine,
	explain: (error: ApiError) => unknown = (error) => error,
): Routine {
	try {
		yield* routine();
	} catch (error) {
		if (!(error instanceof ApiError)) {
			throw error;
		}

		errors.push(explain(error));
	}
}

function* show(invocation: Invocation, {resource, object}: Found, showEvents: boolean): Routine<string> {
	const text = yield* describeObject(invocation, resource, object, showEvents);
	yield* note(
		'kubectl.print',
		{case: 'describe', of: objectName(resource, object.metadata?.name ?? ''), showEvents, input: object},
		{object: describedKey(resource, object)},
	);
	return text;
}

/** When no object has the given name, shows all whose names begin with it. @mirrors kubectl/pkg/cmd/describe DescribeMatchingResources */
function* showMatching(invocation: Invocation, missing: unknown, showEvents: boolean): Routine {
	const [word = '', prefix = ''] = invocation.words;
	const selection = yield* resolveWords(invocation, [word]);
	if (selection.kind === 'objects') {
		// The name is in the word itself: no name begins with the other word.
		throw missing;
	}

	const [resource, ...others] = selection.resources;
	if (!resource || others.length > 0) {
		throw new CommandFailure('you may only specify a single resource type');
	}

	const namespace = resource.namespaced ? yield* invocation.namespace() : undefined;
	const objects = yield* invocation.list(resource, namespace, {limit: invocation.flags.text('chunk-size')});
	const matching = objects.filter(({metadata}) => metadata?.name?.startsWith(prefix));
	for (const object of matching) {
		invocation.out(`${yield* show(invocation, {resource, object}, showEvents)}\n`);
	}

	if (matching.length === 0) {
		throw missing;
	}
}

/**
`kubectl describe`: describes objects and, if there is only one, its events.

@mirrors kubectl/pkg/cmd/describe DescribeOptions.Run
*/
export function* describe(invocation: Invocation): Routine<number | void> {
	const {flags, words} = invocation;
	yield* invocation.target();
	if (flags.list('filename').length === 0 && !flags.text('kustomize') && words.length === 0) {
		throw new CommandFailure(
			`You must specify the type of resource to describe. Use "kubectl api-resources" for a complete list of supported resources.\n`,
		);
	}

	const {found, errors} = yield* find(invocation);
	const showEvents = flags.changed('show-events') ? flags.on('show-events') : errors.length === 0 && found.length <= 1;
	const [first] = errors;
	if (errors.length === 1 && first instanceof ApiError && first.reason === 'NotFound' && words.length === 2) {
		yield* showMatching(invocation, first, showEvents);
		return;
	}

	const failures = [...errors];
	let shown = 0;
	for (const one of found) {
		yield* collect(failures, function* () {
			const text = yield* show(invocation, one, showEvents);
			invocation.out(`${shown++ > 0 ? '\n\n' : ''}${text}`);
		});
	}

	if (found.length === 0 && failures.length === 0) {
		invocation.err(
			flags.on('all-namespaces')
				? 'No resources found\n'
				: `No resources found in ${yield* invocation.namespace()} namespace.\n`,
		);
	}

	throwGathered(failures);
}
