import {note, type Routine} from '../kernel/routine.js';
import {apiVersionOf} from '../objects/resources.js';
import {fullName, type ApiResource} from './discovery.js';
import {CommandFailure} from './failure.js';
import {loadManifests} from './manifests.js';
import {itemsOf, pathOf, type Session} from './session.js';
import type {Unstructured} from './unstructured.js';
import {ApiError} from '../client/errors.js';

/** What the words after a command name: objects, or all objects of some resources. */
export type Selection =
	| {
			readonly kind: 'objects';
			readonly pairs: ReadonlyArray<{readonly resource: ApiResource; readonly name: string}>;
			readonly several: boolean;
	  }
	| {readonly kind: 'resources'; readonly resources: readonly ApiResource[]; readonly several: boolean};

/** One object that a command works on. */
export interface Item {
	readonly resource: ApiResource;
	readonly namespace?: string;
	readonly name: string;
	/** Undefined where the command does not ask for it first. */
	readonly object?: Unstructured;
	/** The file it came from; empty otherwise. */
	readonly source: string;
}

/** The resource that a word means, as the server tells it. */
export function* resolveResource(session: Session, word: string): Routine<ApiResource> {
	const resource = yield* session.lookUp((resources) => resources.named(word));
	if (!resource) {
		yield* note('kubectl.negotiate', `No resource of the server is called ${word}.`, {word}, {outcome: 'refused'});
		throw new CommandFailure(`the server doesn't have a resource type "${word}"`);
	}

	yield* note(
		'kubectl.negotiate',
		`${word} means ${fullName(resource)} in ${apiVersionOf(resource)}, ${resource.namespaced ? 'inside a namespace' : 'outside of namespaces'}.`,
		{
			word,
			resource: fullName(resource),
			apiVersion: apiVersionOf(resource),
			kind: resource.kind,
			namespaced: resource.namespaced,
		},
	);
	return resource;
}

/**
Understands `pods`, `po,svc`, `pod web`, `pod/web svc/web`, `all`.

@mirrors cli-runtime/pkg/resource Builder.ResourceTypeOrNameArgs
*/
export function* resolveWords(session: Session, words: readonly string[]): Routine<Selection> {
	const slashes = words.filter((word) => word.includes('/')).length;
	if (slashes > 0 && slashes < words.length) {
		throw new CommandFailure(
			"there is no need to specify a resource type as a separate argument when passing arguments in resource/name form (e.g. 'kubectl get resource/<resource_name>' instead of 'kubectl get resource resource/<resource_name>'",
		);
	}

	const known = new Map<string, ApiResource>();
	const resolve = function* (word: string): Routine<ApiResource> {
		const resource = known.get(word) ?? (yield* resolveResource(session, word));
		known.set(word, resource);
		return resource;
	};

	if (slashes > 0) {
		const pairs = [];
		for (const word of words) {
			const parts = word.split('/');
			if (parts.length > 2) {
				throw new CommandFailure('arguments in resource/name form may not have more than one slash');
			}

			if (parts.some((part) => part === '')) {
				throw new CommandFailure('arguments in resource/name form must have a single resource and name');
			}

			pairs.push({resource: yield* resolve(parts[0]), name: parts[1]});
		}

		return {kind: 'objects', pairs, several: new Set(pairs.map(({resource}) => fullName(resource))).size > 1};
	}

	const [types = '', ...names] = words;
	const resources: ApiResource[] = [];
	let category = false;
	for (const word of types.split(',').filter((one) => one !== '')) {
		const members = (yield* session.resources()).category(word);
		if (members.length > 0) {
			resources.push(...members);
			category = true;
		} else {
			resources.push(yield* resolve(word));
		}
	}

	return names.length > 0
		? {
				kind: 'objects',
				pairs: resources.flatMap((resource) => names.map((name) => ({resource, name}))),
				several: resources.length > 1,
			}
		: {kind: 'resources', resources, several: category || resources.length > 1};
}

/** The server's refusal of a list, with what was asked for, as kubectl words it. */
export const listFailure = (
	error: unknown,
	resource: ApiResource,
	labelSelector: string,
	fieldSelector: string,
): unknown =>
	error instanceof ApiError && error.reason === 'BadRequest' && (labelSelector || fieldSelector)
		? new ApiError({
				...error.status,
				message: `Unable to find "${resource.group ? `${resource.group}/` : '/'}${resource.version}, Resource=${resource.plural}" that match label selector "${labelSelector}", field selector "${fieldSelector}": ${error.message}`,
			})
		: error;

const nothingGiven = `You must provide one or more resources by argument or filename.
Example resource specifications include:
   '-f rsrc.yaml'
   '--filename=rsrc.json'
   '<resource> <name>'
   '<resource>'`;

/**
The objects that a command's words, `-f`, `-l` and `--all` name.

@param options `fetch`: asks the server for each first. `words`: those of the command line unless given.
*/
export function* selectItems(
	session: Session,
	options: {readonly words?: readonly string[]; readonly fetch?: boolean; readonly all?: boolean} = {},
): Routine<{items: readonly Item[]; errors: readonly unknown[]; byName: boolean}> {
	const {words = session.words, fetch = true} = options;
	const {flags} = session;
	const selector = flags.text('selector');
	const fieldSelector = flags.text('field-selector');
	const all = options.all ?? flags.on('all');
	const items: Item[] = [];
	const errors: unknown[] = [];
	if (flags.list('filename').length > 0 || flags.text('kustomize')) {
		const loaded = yield* loadManifests(session, {validate: false});
		errors.push(...loaded.errors);
		for (const {resource, namespace, name, object, source} of loaded.manifests) {
			if (!fetch) {
				items.push({resource, namespace, name, object, source});
				continue;
			}

			try {
				items.push({resource, namespace, name, object: yield* session.get(resource, namespace, name), source});
			} catch (error) {
				errors.push(known(error));
			}
		}

		return {items, errors, byName: true};
	}

	if (words.length === 0) {
		throw new CommandFailure(nothingGiven);
	}

	const selection = yield* resolveWords(session, words);
	if (selection.kind === 'objects') {
		if (selector || fieldSelector || all) {
			throw new CommandFailure('name cannot be provided when a selector is specified');
		}

		for (const {resource, name} of selection.pairs) {
			const namespace = resource.namespaced ? yield* session.namespace() : undefined;
			try {
				items.push({
					resource,
					namespace,
					name,
					object: fetch ? yield* session.get(resource, namespace, name) : undefined,
					source: '',
				});
			} catch (error) {
				errors.push(known(error));
			}
		}

		return {items, errors, byName: true};
	}

	if (!selector && !fieldSelector && !all) {
		throw new CommandFailure('resource(s) were provided, but no name was specified');
	}

	if (all && selector) {
		throw new CommandFailure(`setting 'all' parameter but found a non empty selector. `);
	}

	for (const resource of selection.resources) {
		const namespace = flags.on('all-namespaces') || !resource.namespaced ? undefined : yield* session.namespace();
		try {
			const list = yield* session.request('GET', pathOf(resource, namespace), {
				query: {labelSelector: selector, fieldSelector, limit: '500'},
			});
			for (const object of itemsOf(list.body as Unstructured)) {
				items.push({
					resource,
					namespace: object.metadata?.namespace,
					name: object.metadata?.name ?? '',
					object,
					source: '',
				});
			}
		} catch (error) {
			errors.push(listFailure(known(error), resource, selector, fieldSelector));
		}
	}

	return {items, errors, byName: false};
}

const known = (error: unknown): unknown => {
	if (error instanceof ApiError || error instanceof CommandFailure) {
		return error;
	}

	throw error;
};
