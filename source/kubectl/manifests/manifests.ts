import {goJSON} from '../../go/encode-json.js';
import {withValue} from '../../objects/unstructured.js';
import {note, type Routine} from '../../kernel/routine.js';
import {matchesRequirements, parseLabelSelector, type Requirement} from '../../objects/labels.js';
import {readManifests, type ManifestError} from '../../go/yaml/yaml.js';
import {apiVersionOf} from '../../objects/resources.js';
import type {ApiError} from '../../client/errors.js';
import type {ApiResource} from '../discovery.js';
import {CommandFailure, throwAll} from '../failure.js';
import {emptyFault, jsonFile, metadataFault} from './syntax.js';
import {connectionRefused, type Invocation} from '../invocation.js';
import {keyOf, pathOf} from '../resource-path.js';
import {type Unstructured} from '../unstructured.js';

export interface Position {
	readonly line: number;
	readonly column: number;
}

/** An object from a file, and where its fields stand there. */
export interface Manifest {
	readonly resource: ApiResource;
	/** Undefined for what lives outside namespaces. */
	readonly namespace?: string;
	readonly name: string;
	readonly object: Unstructured;
	/** As messages name it: a path, or `STDIN`. */
	readonly source: string;
	/** The place that a refusal of the server is about. */
	readonly locate: (error: ApiError) => Readonly<Record<string, unknown>>;
}

interface Document {
	readonly source: string;
	readonly object: Unstructured;
	readonly positionOf: (path: ReadonlyArray<string | number>) => Position;
}

const extensions = /\.(json|ya?ml)$/;

/** The files that `-f` names: one file, all manifests of a folder, or standard input. */
const expand = (invocation: Invocation, path: string): ReadonlyArray<{source: string; text: string}> => {
	const {files, stdin} = invocation.environment;
	if (path === '-') {
		return [{source: 'STDIN', text: stdin ?? ''}];
	}

	if (path === '/dev/null') {
		return [];
	}

	if (/^https?:\/\//.test(path)) {
		// Simplified: nothing answers outside the cluster.
		throw new CommandFailure(connectionRefused(path), {verbatim: true});
	}

	const plain = path.replace(/^\.\//, '');
	const text = files[path] ?? files[plain];
	if (text !== undefined) {
		return [{source: path, text}];
	}

	const folder = plain === '.' || plain === '' ? '' : plain.replace(/\/*$/, '/');
	const inside = Object.keys(files)
		.map((file) => file.replace(/^\.\//, ''))
		.filter((file) => file.startsWith(folder))
		.sort();
	if (inside.length === 0) {
		throw new CommandFailure(`the path "${path}" does not exist`);
	}

	const chosen = inside.filter(
		(file) => extensions.test(file) && (invocation.flags.on('recursive') || !file.slice(folder.length).includes('/')),
	);
	if (chosen.length === 0) {
		throw new CommandFailure(`error reading [${path}]: recognized file extensions are [.json .yaml .yml]`);
	}

	return chosen.map((source) => ({source, text: files[source] ?? files[`./${source}`]}));
};

/** Path of a field as the server writes it, `spec.containers[0].ports[0]`, in steps. */
export const fieldPath = (field: string): ReadonlyArray<string | number> =>
	[...field.matchAll(/\[(\d+)\]|\[([^\]]+)\]|([^.[\]]+)/g)].map(([, index, key, name]) =>
		index === undefined ? (key ?? name) : Number(index),
	);

/** Kind of a value in the words of Go's JSON decoder. */
const jsonKind = (value: unknown): string =>
	Array.isArray(value)
		? 'array'
		: value === null
			? 'null'
			: typeof value === 'boolean'
				? 'bool'
				: typeof value === 'object'
					? 'object'
					: typeof value;

/** The steps to a value of the wrong kind: Go names the fields on the way and leaves out which item of a list. */
const pathOfKind = (value: unknown, names: readonly string[], kind: string): Array<string | number> | undefined => {
	if (Array.isArray(value) && (names.length > 0 || kind !== 'array')) {
		for (const [index, item] of value.entries()) {
			const rest = pathOfKind(item, names, kind);
			if (rest) {
				return [index, ...rest];
			}
		}

		return undefined;
	}

	const [name, ...others] = names;
	if (name === undefined) {
		if (jsonKind(value) === kind) {
			return [];
		}

		// Of a map, Go does not name the key either.
		const key =
			jsonKind(value) === 'object'
				? Object.entries(value as object).find(([, item]) => jsonKind(item) === kind)?.[0]
				: undefined;
		return key === undefined ? undefined : [key];
	}

	const rest = pathOfKind((value as Unstructured | undefined)?.[name], others, kind);
	return rest && [name, ...rest];
};

/** The fields that a refusal is about, as the server names them. */
const fieldsOf = (error: ApiError, object: unknown): ReadonlyArray<{field: string; message?: string}> => {
	const causes = (error.status.details?.causes ?? []).flatMap(({field, message}) => (field ? [{field, message}] : []));
	if (causes.length > 0) {
		return causes;
	}

	const [, kind, names] = /cannot unmarshal (\w+).* into Go struct field [^.\s]+\.(\S+)/.exec(error.message) ?? [];
	const path = kind && names ? pathOfKind(object, names.split('.'), kind) : undefined;
	return path
		? [
				{
					field: path.reduce<string>(
						(text, part) => (typeof part === 'number' ? `${text}[${part}]` : text ? `${text}.${part}` : part),
						'',
					),
				},
			]
		: [...error.message.matchAll(/(?:unknown|duplicate) field "([^"]+)"/g)].map(([message, field]) => ({
				field,
				message,
			}));
};

/** Where in the user's file the fields stand that a refusal is about; the first of them is the place of the refusal. */
const locator =
	({source, object, positionOf}: Document) =>
	(error: ApiError): Readonly<Record<string, unknown>> => {
		const places = fieldsOf(error, object).map(({field, message}) => ({
			field,
			message,
			...positionOf(fieldPath(field)),
		}));
		const [first] = places;
		return first
			? {file: source, line: first.line, column: first.column, field: first.field, places}
			: {file: source, ...positionOf([])};
	};

function* parseFile(source: string, text: string): Routine<readonly Document[]> {
	try {
		const {documents} = readManifests(text, source);
		const fault = documents.length === 0 ? emptyFault(text) : undefined;
		if (fault) {
			throw new CommandFailure(`error parsing ${source}: error converting YAML to JSON: yaml: ${fault}`, {
				facts: {file: source, line: 1, column: 1},
			});
		}

		const found: Document[] = [];
		for (const {object, line, positionOf} of documents) {
			const one = object as Unstructured;
			found.push({source, object: one, positionOf: positionOf as Document['positionOf']});
			yield* note(
				'kubectl.parse',
				`kubectl reads line ${line} of ${source} and turns the YAML into the JSON of ${one?.kind ?? 'an object without a kind'}${one?.metadata?.name ? ` ${one.metadata.name}` : ''}.`,
				{file: source, line, column: 1, input: text, output: goJSON(one)},
			);
		}

		return found;
	} catch (error) {
		const {line, column, message, remedy, goMessage} = error as Partial<ManifestError> & {readonly message: string};
		if (line === undefined) {
			throw error;
		}

		yield* note(
			'kubectl.parse',
			`kubectl cannot read ${source}: ${message}`,
			{file: source, line, column, message, remedy, input: text},
			{outcome: 'refused'},
		);
		throw new CommandFailure(
			wrongObject.test(message)
				? `error validating "${source}": error validating data: invalid object to validate; if you choose to ignore these errors, turn validation off with --validate=false`
				: `error parsing ${source}: ${jsonFile(text) ?? `error converting YAML to JSON: yaml: ${goMessage ?? `line ${line}: ${message}`}`}`,
			{
				facts: {file: source, line, column},
			},
		);
	}
}

/** How the reader tells of a document that is no mapping. */
const wrongObject = /^expected an object, found /;

/** `List` and `PodList` objects stand for their items. */
const flatten = (document: Document): readonly Document[] => {
	const {object} = document;
	if (!object.kind?.endsWith('List') || !Array.isArray(object.items)) {
		return [document];
	}

	return (object.items as Unstructured[]).flatMap((item, index) =>
		flatten({
			source: document.source,
			object: item,
			positionOf: (path) => document.positionOf(['items', index, ...path]),
		}),
	);
};

function* validate(invocation: Invocation, {object, source, positionOf}: Document): Routine {
	if (['false', 'ignore'].includes(invocation.flags.text('validate'))) {
		return;
	}

	const missing = (['apiVersion', 'kind'] as const)
		.filter((field) => typeof object?.[field] !== 'string' || object[field] === '')
		.map((field) =>
			object?.[field] === undefined || object[field] === null || (object[field] as unknown) === ''
				? `${field} not set`
				: `${field} isn't string type`,
		);
	const {apiVersion} = object ?? {};
	if (missing.length === 0 && String(apiVersion).split('/').length > 2) {
		missing.push(`unexpected GroupVersion string: ${apiVersion}`);
	}

	const what = `${object?.kind ?? 'The object'}${object?.metadata?.name ? ` ${object.metadata.name}` : ''}`;
	if (missing.length === 0) {
		yield* note(
			'kubectl.validate',
			`${what} says what it is: kind ${object.kind} in ${object.apiVersion}. Its fields are for the server to check.`,
			{
				apiVersion: object.apiVersion,
				kind: object.kind,
				verdict: 'passed',
			},
		);
		return;
	}

	const reason = missing.length === 1 ? missing[0] : `[${missing.join(', ')}]`;
	yield* note(
		'kubectl.validate',
		`${source} is refused before anything is sent: ${reason}.`,
		{file: source, ...positionOf([]), reason, verdict: 'refused', object},
		{outcome: 'refused'},
	);
	throw new CommandFailure(
		`error validating "${source}": error validating data: ${reason}; if you choose to ignore these errors, turn validation off with --validate=false`,
		{
			facts: {file: source, ...positionOf([])},
		},
	);
}

function* negotiate(invocation: Invocation, document: Document, local: boolean): Routine<Manifest> {
	const {object, source, positionOf} = document;
	const {apiVersion = '', kind = ''} = object;
	if (!apiVersion || !kind) {
		throw new CommandFailure(
			`unable to decode "${source}": Object '${kind ? 'apiVersion' : 'Kind'}' is missing in '${goJSON(object)}'`,
		);
	}

	const fault = metadataFault(object);
	if (fault) {
		const message = `unable to decode "${source}": ${fault.message}`;
		const place = {file: source, ...positionOf(fault.path), field: fault.path.join('.')};
		yield* note(
			'kubectl.validate',
			`${source} is refused before anything is sent: ${fault.message}.`,
			{message, ...place, verdict: 'refused', object},
			{outcome: 'refused'},
		);
		throw new CommandFailure(message, {facts: place});
	}

	const found = yield* invocation.lookUp((resources) => resources.ofKind(apiVersion, kind));
	const name = object.metadata?.name ?? '';
	if (!found && local) {
		const [version, group] = apiVersion.split('/').reverse();
		const own = object.metadata?.namespace;
		return {
			resource: unserved(group ?? '', version, kind, own !== undefined),
			namespace: own,
			name,
			source,
			object,
			locate: locator(document),
		};
	}

	if (!found) {
		const message = `resource mapping not found for name: "${name}" namespace: "${object.metadata?.namespace ?? ''}" from "${source}": no matches for kind "${kind}" in version "${apiVersion}"\nensure CRDs are installed first`;
		const place = {file: source, ...positionOf(['kind'])};
		yield* note(
			'kubectl.negotiate',
			`The server serves no kind ${kind} in ${apiVersion}.`,
			{apiVersion, kind, message, ...place},
			{outcome: 'refused'},
		);
		throw new CommandFailure(message, {facts: place});
	}

	// A kind in lower case is found, and refused by the server.
	const resource = found.kind === kind ? found : {...found, kind};
	const namespace = resource.namespaced ? yield* namespaceOf(invocation, object, positionOf, source) : undefined;
	yield* note(
		'kubectl.negotiate',
		`${kind} in ${apiVersion} is the resource ${resource.plural}${resource.group ? ` of group ${resource.group}` : ''}: its URL is ${pathOf(resource, namespace, name)}.`,
		{
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

/** What stands for the resource of a kind that the server does not know, where the server is not needed. */
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
		yield* note(
			'kubectl.validate',
			`The object is for namespace ${own}, the flag for ${chosen}.`,
			{message, ...place},
			{outcome: 'refused'},
		);
		throw new CommandFailure(message, {facts: place});
	}

	return own || chosen;
}

/**
Reads the manifests that `-f` names: files, folders, standard input; several documents and lists in each.

Each is parsed, checked for what it says it is, and matched with the resource that the server serves. What fails is among `errors`; the rest is usable.

@param options `selected`: only those that `-l` selects. `local`: the objects stay as they are in the files, without a namespace from elsewhere.
@mirrors cli-runtime/pkg/resource Builder
*/
export function* loadManifests(
	invocation: Invocation,
	options: {readonly validate?: boolean; readonly local?: boolean; readonly selected?: boolean} = {},
): Routine<{manifests: readonly Manifest[]; errors: readonly unknown[]}> {
	if (invocation.flags.text('kustomize')) {
		throw new CommandFailure('this simulation has no kustomize; give the built manifests with -f');
	}

	const selector = options.selected ? labelSelector(invocation.flags.text('selector')) : [];
	const manifests: Manifest[] = [];
	const errors: unknown[] = [];
	// What follows a document that is not valid in the same file is not read, as upstream.
	const paths = invocation.flags.list('filename');
	if (paths.filter((path) => path === '-').length > 1) {
		throw new CommandFailure('standard input cannot be used for multiple arguments');
	}

	const missing: unknown[] = [];
	const files = paths.flatMap((path) => {
		try {
			return expand(invocation, path);
		} catch (error) {
			missing.push(known(error));
			return [];
		}
	});
	throwAll(missing);
	for (const {source, text} of files) {
		try {
			for (const parsed of yield* parseFile(source, text)) {
				if (options.validate !== false) {
					yield* validate(invocation, parsed);
				}

				for (const document of flatten(parsed)) {
					try {
						const manifest = yield* negotiate(invocation, document, options.local ?? false);
						if (options.validate !== false) {
							yield* invocation.schema(apiVersionOf(manifest.resource));
						}

						if (matchesRequirements(selector, manifest.object.metadata?.labels)) {
							manifests.push(manifest);
						}
					} catch (error) {
						errors.push(known(error));
					}
				}
			}
		} catch (error) {
			errors.push(known(error));
		}
	}

	return {manifests, errors};
}

const labelSelector = (text: string): readonly Requirement[] => {
	try {
		return text ? parseLabelSelector(text) : [];
	} catch (error) {
		throw new CommandFailure(`the provided selector ${JSON.stringify(text)} is not valid: ${(error as Error).message}`);
	}
};

/** A failure of kubectl's; anything else is a programmer's mistake and goes on up. */
const known = (error: unknown): unknown => {
	if (error instanceof CommandFailure) {
		return error;
	}

	throw error;
};

/**
Query parameter that tells the server how to treat unknown fields.

@throws {CommandFailure} for a value of `--validate` that means nothing.
*/
export const fieldValidation = (invocation: Invocation): string => {
	const text = invocation.flags.text('validate');
	switch (text) {
		case '':
		case 'true':
		case 'strict': {
			return 'Strict';
		}

		case 'warn': {
			return 'Warn';
		}

		case 'false':
		case 'ignore': {
			return 'Ignore';
		}

		default: {
			throw new CommandFailure(
				`invalid - validate option ${JSON.stringify(text)}; must be one of: strict (or true), warn, ignore (or false)`,
			);
		}
	}
};

/** @throws {CommandFailure} when no manifest is named, or files and a kustomization are. */
export const needFiles = ({flags}: Invocation): void => {
	const files = flags.list('filename').length > 0;
	if (!files && !flags.text('kustomize')) {
		throw new CommandFailure('must specify one of -f and -k');
	}

	if (files && flags.text('kustomize')) {
		throw new CommandFailure('only one of -f or -k can be specified');
	}

	if (flags.text('kustomize') && flags.on('recursive')) {
		throw new CommandFailure("the -k flag can't be used with -f or -R");
	}
};
