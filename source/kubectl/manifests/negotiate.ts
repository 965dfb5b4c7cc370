import type {ApiError} from '../../client/errors.js';
import {goJSON} from '../../go/encode-json.js';
import type {Routine} from '../../kernel/routine.js';
import {note} from '../../stages/note.js';
import {groupVersionOf} from '../../objects/resources.js';
import {unstructuredOf, withValue, type Unstructured} from '../../objects/unstructured.js';
import type {ApiResource} from '../discovery.js';
import {CommandFailure} from '../failure.js';
import type {Invocation} from '../invocation.js';
import {keyOf, pathOf} from '../resource-path.js';
import {locator} from './locate.js';
import type {Document} from './parse.js';
import {metadataFault} from './syntax.js';

/** An object from a file, and where its fields are in the file. */
export interface Manifest {
	readonly resource: ApiResource;
	/** `undefined` for an object that has no namespace. */
	readonly namespace?: string;
	readonly name: string;
	readonly object: Unstructured;
	/** The source, as messages name it: a path, or `STDIN`. */
	readonly source: string;
	/** The place that a refusal of the server is about. */
	readonly locate: (error: ApiError) => Readonly<Record<string, unknown>>;
}

/** A document's field as text, regardless of its type. */
const textOf = (value: unknown): string => (value === undefined || value === null ? '' : String(value));

/** @throws {CommandFailure} for invalid metadata. */
function* checkMetadata({object, source, positionOf}: Document): Routine {
	const fault = metadataFault(object);
	if (!fault) {
		return;
	}

	const message = `unable to decode "${source}": ${fault.message}`;
	const place = {file: source, ...positionOf(fault.path), field: fault.path.join('.')};
	yield* note(
		'kubectl.validate',
		{case: 'refused', source, fault: fault.message, message, ...place, verdict: 'refused', object},
		{outcome: 'refused'},
	);
	throw new CommandFailure(message, {facts: place});
}

/** Finds the resource that the server serves for an object. @throws {CommandFailure} if it serves no such resource. */
export function* negotiate(invocation: Invocation, document: Document, local: boolean): Routine<Manifest> {
	const {object: fields, source, positionOf} = document;
	const [apiVersion, kind] = [textOf(fields['apiVersion']), textOf(fields['kind'])];
	if (!apiVersion || !kind) {
		throw new CommandFailure(
			`unable to decode "${source}": Object '${kind ? 'apiVersion' : 'Kind'}' is missing in '${goJSON(fields)}'`,
		);
	}

	yield* checkMetadata(document);
	const object = unstructuredOf(fields);
	const found = yield* invocation.lookUp((resources) => resources.ofKind(apiVersion, kind));
	const name = object.metadata?.name ?? '';
	if (!found && local) {
		const {group, version} = groupVersionOf(apiVersion);
		const own = object.metadata?.namespace;
		return {
			resource: unserved(group, version, kind, own !== undefined),
			namespace: own,
			name,
			source,
			object,
			locate: locator(document),
		};
	}

	if (!found) {
		// Upstream has other words for the items of a list.
		const unknown = `no matches for kind "${kind}" in version "${apiVersion}"`;
		const message = document.inList
			? `unable to recognize ${unknown}`
			: `resource mapping not found for name: "${name}" namespace: "${object.metadata?.namespace ?? ''}" from "${source}": ${unknown}\nensure CRDs are installed first`;
		const place = {file: source, ...positionOf(['kind'])};
		yield* note('kubectl.negotiate', {case: 'unknown-kind', apiVersion, kind, message, ...place}, {outcome: 'refused'});
		throw new CommandFailure(message, {facts: place, verbatim: document.inList});
	}

	// A kind in lower case is found, and refused by the server.
	const resource = found.kind === kind ? found : {...found, kind};
	const namespace = resource.namespaced ? yield* namespaceOf(invocation, object, positionOf, source) : undefined;
	yield* note(
		'kubectl.negotiate',
		{
			case: 'kind',
			apiVersion,
			kind,
			resource: resource.plural,
			group: resource.group,
			version: resource.version,
			namespaced: resource.namespaced,
			url: pathOf(resource, namespace, name),
		},
		{object: keyOf(resource, namespace, name)},
	);
	return {
		resource,
		namespace,
		name,
		source,
		object:
			namespace && !local && !object.metadata?.namespace
				? withValue(object, ['metadata', 'namespace'], namespace)
				: object,
		locate: locator(document),
	};
}

/** The replacement of the resource of a kind that the server does not know, where the server is not needed. */
const unserved = (group: string, version: string, kind: string, namespaced: boolean): ApiResource => ({
	group,
	version,
	plural: `${kind.toLowerCase()}s`,
	singular: kind.toLowerCase(),
	kind,
	namespaced,
	shortNames: [],
	categories: [],
	verbs: [],
	subresources: [],
});

function* namespaceOf(
	invocation: Invocation,
	object: Unstructured,
	positionOf: Document['positionOf'],
	source: string,
): Routine<string> {
	const own = object.metadata?.namespace;
	const chosen = yield* invocation.namespace();
	if (own && invocation.flags.changed('namespace') && own !== chosen) {
		const place = {file: source, ...positionOf(['metadata', 'namespace'])};
		const message = `the namespace from the provided object "${own}" does not match the namespace "${chosen}". You must pass '--namespace=${own}' to perform this operation.`;
		yield* note('kubectl.validate', {case: 'other-namespace', own, chosen, message, ...place}, {outcome: 'refused'});
		throw new CommandFailure(message, {facts: place});
	}

	return own || chosen;
}
