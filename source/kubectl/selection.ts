import type {Routine} from '../kernel/routine.js';
import {note} from '../stages/note.js';
import {apiVersionOf} from '../objects/resources.js';
import {fullName, type ApiResource} from './discovery.js';
import {CommandFailure, isFailure, noResourceType} from './failure.js';
import {loadManifests} from './manifests/manifests.js';
import type {Invocation} from './invocation.js';
import {pathOf} from './resource-path.js';
import {itemsOf, unstructuredOf, type Unstructured} from '../objects/unstructured.js';
import {ApiError} from '../client/errors.js';

/** The meaning of the words after a command: objects, or all objects of some resources. */
export type Selection =
	| {
			readonly kind: 'objects';
			readonly pairs: ReadonlyArray<{readonly resource: ApiResource; readonly name: string}>;
			readonly several: boolean;
	  }
	| {readonly kind: 'resources'; readonly resources: readonly ApiResource[]; readonly several: boolean};

/** One object named by a command. */
export interface NamedItem {
	readonly resource: ApiResource;
	readonly namespace?: string;
	readonly name: string;
	/** The object if it is known: from a file, or from a list of the server. */
	readonly object?: Unstructured;
	/** The object's file; empty if it has none. */
	readonly source: string;
}

/** One object on which a command works. */
export interface Item extends NamedItem {
	readonly object: Unstructured;
	/** The object as the user's file has it, if a file names it. */
	readonly inFile?: Unstructured;
}

/** The resource that a word means, as the server describes it. */
export function* resolveResource(invocation: Invocation, word: string): Routine<ApiResource> {
	const resource = yield* invocation.named(word);
	if (!resource) {
		yield* note('kubectl.negotiate', {case: 'unknown-word', word}, {outcome: 'refused'});
		throw noResourceType(word);
	}

	yield* note('kubectl.negotiate', {
		case: 'word',
		word,
		resource: fullName(resource),
		apiVersion: apiVersionOf(resource),
		kind: resource.kind,
		namespaced: resource.namespaced,
	});
	return resource;
}

/**
Understands `pods`, `po,svc`, `pod web`, `pod/web svc/web`, `all`.

@mirrors cli-runtime/pkg/resource Builder.ResourceTypeOrNameArgs
*/
export function* resolveWords(invocation: Invocation, words: readonly string[]): Routine<Selection> {
	const slashes = words.filter((word) => word.includes('/')).length;
	if (slashes > 0 && slashes < words.length) {
		throw new CommandFailure(
			"there is no need to specify a resource type as a separate argument when passing arguments in resource/name form (e.g. 'kubectl get resource/<resource_name>' instead of 'kubectl get resource resource/<resource_name>'",
		);
	}

	const known = new Map<string, ApiResource>();
	const resolve = function* (word: string): Routine<ApiResource> {
		const resource = known.get(word) ?? (yield* resolveResource(invocation, word));
		known.set(word, resource);
		return resource;
	};

	if (slashes > 0) {
		const pairs = [];
		for (const word of words) {
			const [type = '', name = '', ...more] = word.split('/');
			if (more.length > 0) {
				throw new CommandFailure('arguments in resource/name form may not have more than one slash');
			}

			if (type === '' || name === '') {
				throw new CommandFailure('arguments in resource/name form must have a single resource and name');
			}

			pairs.push({resource: yield* resolve(type), name});
		}

		return {kind: 'objects', pairs, several: new Set(pairs.map(({resource}) => fullName(resource))).size > 1};
	}

	const [types = '', ...names] = words;
	const typeWords = new Set(types.split(','));
	const resources: ApiResource[] = [];
	let category = false;
	for (const word of typeWords) {
		// Several types before a name are pairs of type and name, which upstream resolves without categories.
		const members = typeWords.size > 1 && names.length > 0 ? [] : (yield* invocation.resources()).category(word);
		if (members.length > 1 && names.length > 0) {
			throw new CommandFailure('you must specify only one resource');
		}

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
		: {kind: 'resources', resources: [...new Set(resources)], several: category || resources.length > 1};
}

/** The server's refusal of a list, with the request, in kubectl's words. */
export const listFailure = (
	error: unknown,
	resource: ApiResource,
	labelSelector: string,
	fieldSelector: string,
): unknown =>
	error instanceof ApiError && (error.reason === 'BadRequest' || error.reason === 'NotFound')
		? new ApiError({
				...error.status,
				message: `${unlisted(resource, labelSelector, fieldSelector)}: ${messageOfList(error, resource)}`,
			})
		: error;

const unlisted = ({group, version, plural}: ApiResource, labelSelector: string, fieldSelector: string): string => {
	const subject = `"${group}/${version}, Resource=${plural}"`;
	return labelSelector || fieldSelector
		? `Unable to find ${subject} that match label selector "${labelSelector}", field selector "${fieldSelector}"`
		: `Unable to list ${subject}`;
};

/** The message about a path that the server does not have contains the request. @mirrors apimachinery NewGenericServerResponse */
const messageOfList = ({message}: ApiError, {group, plural}: ApiResource): string =>
	message === 'the server could not find the requested resource'
		? `${message} (get ${plural}${group ? `.${group}` : ''})`
		: message;

const nothingGiven = `You must provide one or more resources by argument or filename.
Example resource specifications include:
   '-f rsrc.yaml'
   '--filename=rsrc.json'
   '<resource> <name>'
   '<resource>'`;

/** The options for selecting a command's objects. */
export interface Choice {
	/** The words of the command line unless given. */
	readonly words?: readonly string[];
	/**
	The meaning of `--all`. `when-unnamed`: if no object is named, `--all` replaces a selector. `strict`: `--all` selects all objects, so
	kubectl refuses another selector or a name.
	*/
	readonly all?: 'when-unnamed' | 'strict';
	/** Whether it selects all objects of the named resources when no object is named, even without `--all`. */
	readonly everything?: boolean;
	/** Whether it uses only objects named by words: files and `--all` have another purpose. */
	readonly named?: boolean;
	/** `-l` and `--field-selector` mean something else here. */
	readonly ignoreSelectors?: boolean;
	/** Whether it uses the objects in files unchanged, without reading them from the server. */
	readonly local?: boolean;
}

/** The objects on which a command works. */
export interface Chosen<I extends NamedItem> {
	readonly items: readonly I[];
	readonly errors: readonly unknown[];
	/** Whether the user named each of them. */
	readonly byName: boolean;
	/** Whether the user named just one. */
	readonly single: boolean;
}

/** How named objects become the command's objects. */
interface Taking<I extends NamedItem> {
	readonly choice: Choice;
	/** @throws {ApiError} when the object is requested and the server does not return it. */
	readonly take: (item: NamedItem) => Routine<I>;
	/** Whether the objects in files stay unchanged. */
	readonly asInFiles: boolean;
}

/**
The objects that a command's words, `-f`, `-l`, `--field-selector` and `--all` name, from the server.

@mirrors cli-runtime/pkg/resource Builder.visitorResult
*/
export const selectItems = (invocation: Invocation, choice: Choice = {}): Routine<Chosen<Item>> =>
	select<Item>(invocation, {
		choice,
		asInFiles: choice.local ?? false,
		*take(item) {
			const object = item.object ?? (yield* invocation.getNamed(item.resource, item.namespace, item.name));
			return {...item, object};
		},
	});

/** The results of {@link selectItems}, for commands that do not ask the server for each named object first. */
export const selectNames = (invocation: Invocation, choice: Choice = {}): Routine<Chosen<NamedItem>> =>
	select<NamedItem>(invocation, {
		choice,
		asInFiles: true,
		// eslint-disable-next-line require-yield
		*take(item) {
			return item;
		},
	});

function* select<I extends NamedItem>(invocation: Invocation, taking: Taking<I>): Routine<Chosen<I>> {
	const {flags} = invocation;
	const {choice} = taking;
	const {words = invocation.words} = choice;
	const selector = choice.ignoreSelectors ? '' : flags.text('selector').trim();
	const fieldSelector = choice.ignoreSelectors ? '' : flags.text('field-selector').trim();
	const all = !choice.named && (flags.on('all') || choice.everything);
	if (choice.all === 'strict' && all && (selector || fieldSelector)) {
		throw new CommandFailure("setting 'all' parameter but found a non empty selector. ");
	}

	if (!choice.named && (flags.list('filename').length > 0 || flags.text('kustomize'))) {
		return yield* fromFiles(invocation, words, taking);
	}

	const [first] = words;
	if (choice.local && first !== undefined) {
		throw new CommandFailure(onlyLocal, {verbatim: true});
	}

	const selecting = selector !== '' || fieldSelector !== '' || (choice.all === 'strict' && all);
	if (first === undefined) {
		throw new CommandFailure(selecting ? 'at least one resource must be specified to use a selector' : nothingGiven);
	}

	const selection = yield* resolveWords(invocation, words);
	if (selection.kind === 'objects') {
		if (selecting) {
			throw new CommandFailure(
				first.includes('/')
					? 'selectors and the all flag cannot be used when passing resource/name arguments'
					: 'name cannot be provided when a selector is specified',
			);
		}

		return yield* named(invocation, selection.pairs, taking);
	}

	if (!selecting && !all) {
		throw new CommandFailure('resource(s) were provided, but no name was specified');
	}

	return yield* listed(invocation, selection.resources, {labelSelector: selector, fieldSelector}, taking);
}

const onlyLocal = `error: you must specify resources by --filename when --local is set.
Example resource specifications include:
   '-f rsrc.yaml'
   '--filename=rsrc.json'`;

function* fromFiles<I extends NamedItem>(
	invocation: Invocation,
	[first]: readonly string[],
	{choice, take, asInFiles}: Taking<I>,
): Routine<Chosen<I>> {
	if (first !== undefined) {
		throw new CommandFailure(
			first.includes('/')
				? 'resource/name arguments cannot be provided when a path is specified'
				: 'when paths, URLs, or stdin is provided as input, you may not specify resource arguments as well',
		);
	}

	const items: I[] = [];
	const loaded = yield* loadManifests(invocation, {validate: false, local: choice.local});
	const errors: unknown[] = [...loaded.errors];
	for (const {resource, namespace, name, object, source} of loaded.manifests) {
		try {
			const item = yield* take({resource, namespace, name, object: asInFiles ? object : undefined, source});
			items.push({...item, inFile: object});
		} catch (error) {
			errors.push(isFailure(error));
		}
	}

	return {items, errors, byName: true, single: false};
}

function* named<I extends NamedItem>(
	invocation: Invocation,
	pairs: ReadonlyArray<{readonly resource: ApiResource; readonly name: string}>,
	{take}: Taking<I>,
): Routine<Chosen<I>> {
	const items: I[] = [];
	const errors: unknown[] = [];
	const everywhere = invocation.line.command.flags?.some(({name}) => name === 'all-namespaces');
	if (everywhere && invocation.flags.on('all-namespaces') && pairs.some(({resource}) => resource.namespaced)) {
		throw new CommandFailure('a resource cannot be retrieved by name across all namespaces');
	}

	for (const {resource, name} of pairs) {
		const namespace = resource.namespaced ? yield* invocation.namespace() : undefined;
		try {
			items.push(yield* take({resource, namespace, name, source: ''}));
		} catch (error) {
			errors.push(isFailure(error));
		}
	}

	return {items, errors, byName: true, single: pairs.length === 1};
}

function* listed<I extends NamedItem>(
	invocation: Invocation,
	resources: readonly ApiResource[],
	query: {readonly labelSelector: string; readonly fieldSelector: string},
	{take}: Taking<I>,
): Routine<Chosen<I>> {
	const {flags} = invocation;
	const items: I[] = [];
	const errors: unknown[] = [];
	for (const resource of resources) {
		const namespace = flags.on('all-namespaces') || !resource.namespaced ? undefined : yield* invocation.namespace();
		try {
			const list = yield* invocation.request('GET', pathOf(resource, namespace), {query: {...query, limit: '500'}});
			for (const object of itemsOf(unstructuredOf(list.body))) {
				const {name = '', namespace: own} = object.metadata ?? {};
				if (own && flags.on('all-namespaces') && flags.changed('namespace')) {
					errors.push(
						new CommandFailure(
							`the namespace from the provided object "${own}" does not match the namespace "". You must pass '--namespace=${own}' to perform this operation.`,
						),
					);
				} else {
					items.push(yield* take({resource, namespace: own, name, object, source: ''}));
				}
			}
		} catch (error) {
			errors.push(listFailure(isFailure(error), resource, query.labelSelector, query.fieldSelector));
		}
	}

	return {items, errors, byName: false, single: false};
}
