import {isUnstructured, nestedSlice, unstructuredOf, withValue, type Unstructured} from '../../objects/unstructured.js';
import {groupVersionOf} from '../../objects/resources.js';
import {goJSON} from '../../go/encode-json.js';
import {inGoOrder} from '../../objects/field-order.js';
import {printYaml} from '../../go/yaml/print.js';
import {printKYAML} from '../../go/yaml/kyaml.js';
import {columnsOfTemplate} from './custom-columns.js';
import type {ApiResource} from '../discovery.js';
import {CommandFailure} from '../failure.js';
import {goTemplate, GoTemplateError} from '../../go/template/go-template.js';
import {parseJSONPath} from '../json-path.js';
import type {Invocation} from '../invocation.js';

const templates = ['go-template', 'go-template-file', 'template', 'templatefile'];
const paths = ['jsonpath', 'jsonpath-as-json', 'jsonpath-file'];
const columns = ['custom-columns', 'custom-columns-file'];
const objectFormats = [...templates, ...paths, 'json', 'kyaml', 'name', 'yaml'].sort();
const tableFormats = [...objectFormats, ...columns, 'wide'].sort();

/** Formats that are accepted in capitals, too. */
const anyCase = new Set(['json', 'kyaml', 'name', 'yaml']);

/** The meaning of `-o`: a format and, after `=`, its argument. */
export interface Format {
	readonly name: string;
	readonly argument: string;
	/** Fields are in the order of the object's Go type, if the command works with the types and not with the server's raw data. */
	readonly typed?: boolean;
	/** The number of printed objects, if they are in one stream. */
	readonly documents?: {count: number};
	/** Whether a template may refer to a missing field. */
	readonly allowMissing?: boolean;
}

/** A format for several objects, one after the other: YAML documents are separated by `---`. */
export const inOneStream = (format: Format): Format => ({...format, documents: {count: 0}});

/**
Reads `-o`; empty: the command's own words.

@throws {CommandFailure} for a format that the command cannot print.
*/
export const formatOf = (invocation: Invocation, options: {readonly tables?: boolean} = {}): Format => {
	const text = invocation.flags.text('output');
	const equals = text.indexOf('=');
	const template = invocation.flags.text('template');
	const given = equals === -1 ? text || (template ? 'go-template' : '') : text.slice(0, equals);
	const name = anyCase.has(given.toLowerCase()) ? given.toLowerCase() : given;
	const argument = equals === -1 ? template : text.slice(equals + 1);
	const allowed = options.tables ? tableFormats : objectFormats;
	const takesArgument = [...templates, ...paths, ...columns].includes(name);
	if (name !== '' && (!allowed.includes(name) || (equals !== -1 && !takesArgument))) {
		throw new CommandFailure(
			`unable to match a printer suitable for the output format "${text}", allowed formats are: ${allowed.join(',')}`,
		);
	}

	const allowMissing =
		!invocation.flags.changed('allow-missing-template-keys') || invocation.flags.on('allow-missing-template-keys');
	if (argument === '' && takesArgument) {
		throw new CommandFailure(
			columns.includes(name)
				? 'custom-columns format specified but no custom columns given'
				: 'template format specified but no template given',
		);
	}

	if (!name.endsWith('file')) {
		return {name, argument, allowMissing};
	}

	const content = invocation.environment.files[argument];
	if (content === undefined) {
		const what = columns.includes(name) ? 'template' : '--template';
		throw new CommandFailure(`error reading ${what} ${argument}, open ${argument}: no such file or directory\n`);
	}

	if (name === 'custom-columns-file') {
		return {name: 'custom-columns', argument: columnsOfTemplate(content), allowMissing};
	}

	return {name: name === 'templatefile' ? 'go-template' : name.replace(/-file$/, ''), argument: content, allowMissing};
};

/** `pod/web`, `deployment.apps/web`. */
export const objectName = (resource: Pick<ApiResource, 'group' | 'kind'>, name: string): string =>
	`${resource.kind.toLowerCase()}${resource.group ? `.${resource.group}` : ''}/${name}`;

/** `pod/web` for an object, from its own kind and name. */
export const nameOfObject = (object: Unstructured): string => {
	const {group} = groupVersionOf(object.apiVersion ?? 'v1');
	return objectName({kind: object.kind ?? '', group}, object.metadata?.name ?? '');
};

const withoutManagedFields = (object: Unstructured): Unstructured => {
	if (Array.isArray(object['items'])) {
		const items = object['items'].map((item: unknown) => (isUnstructured(item) ? withoutManagedFields(item) : item));
		return {...object, items};
	}

	return object.metadata?.managedFields ? withValue(object, ['metadata', 'managedFields'], undefined) : object;
};

/**
Prints an object in a format. Managed fields are available to templates, and are in JSON and YAML if requested.

@throws {CommandFailure} for a template that cannot be read or executed.
*/
export const printObject = (
	print: (text: string) => void,
	format: Format,
	object: Unstructured,
	options: {readonly showManagedFields?: boolean} = {},
): void => {
	if (format.name === 'go-template' || format.name === 'template') {
		try {
			goTemplate(format.argument, object, print, format);
		} catch (error) {
			throw error instanceof GoTemplateError ? new CommandFailure(error.message) : error;
		}
	} else {
		print(textOf(format, object, options.showManagedFields ? object : withoutManagedFields(object)));
	}
};

const textOf = (format: Format, object: Unstructured, shown: Unstructured): string => {
	switch (format.name) {
		case 'json': {
			return `${goJSON(format.typed ? inGoOrder(shown) : shown, {indent: 4, inOrder: format.typed})}\n`;
		}

		case 'yaml': {
			return printYaml(shown);
		}

		case 'kyaml': {
			return printKYAML(format.typed ? inGoOrder(shown) : shown, {inOrder: format.typed});
		}

		case 'name': {
			return (Array.isArray(shown['items']) ? nestedSlice(shown, 'items') : [shown])
				.map((item) => `${nameOfObject(unstructuredOf(item))}\n`)
				.join('');
		}

		case 'jsonpath': {
			return parseJSONPath(format.argument, format).text(object);
		}

		case 'jsonpath-as-json': {
			return parseJSONPath(format.argument, format).json(object);
		}

		default: {
			throw new CommandFailure(`unable to match a printer suitable for the output format "${format.name}"`);
		}
	}
};

/** The extent of a command under `--dry-run`. */
export type DryRun = 'none' | 'client' | 'server';

/** @throws {CommandFailure} for any other value. */
export const dryRunOf = (invocation: Invocation): DryRun => {
	const text = invocation.flags.text('dry-run') || 'none';
	const off = /^(0|f|F|FALSE|false|False)$/.test(text) ? 'none' : '';
	const boolean = /^(1|t|T|TRUE|true|True)$/.test(text) ? 'client' : off;
	if (text === 'unchanged' || boolean) {
		invocation.log(
			boolean
				? `--dry-run=${text} is deprecated (boolean value) and can be replaced with --dry-run=${boolean}.`
				: '--dry-run is deprecated and can be replaced with --dry-run=client.',
			'helpers.go:719',
		);
		return boolean || 'client';
	}

	switch (text) {
		case 'none':
		case 'client':
		case 'server': {
			return text;
		}

		default: {
			throw new CommandFailure(`Invalid dry-run value (${text}). Must be "none", "server", or "client".`);
		}
	}
};

/** The query parameter that asks the server not to persist. */
export const dryRunQuery = (dryRun: DryRun): {readonly dryRun?: string} => (dryRun === 'server' ? {dryRun: 'All'} : {});

/** Prints the result for an object: `deployment.apps/web created`, or the object itself when `-o` requests it. */
export const printResult = (
	invocation: Invocation,
	format: Format,
	resource: Pick<ApiResource, 'group' | 'kind'>,
	object: Unstructured,
	operation: string,
	dryRun: DryRun = 'none',
): void => {
	if (format.name === '') {
		const suffix = {none: '', client: ' (dry run)', server: ' (server dry run)'}[dryRun];
		invocation.out(`${objectName(resource, object.metadata?.name ?? '')} ${operation}${suffix}\n`);
		return;
	}

	if (format.name === 'name') {
		invocation.out(`${objectName(resource, object.metadata?.name ?? '')}\n`);
		return;
	}

	if (format.name === 'yaml' && format.documents && format.documents.count++ > 0) {
		invocation.out('---\n');
	}

	printObject((text) => invocation.out(text), format, object, {
		showManagedFields: invocation.flags.on('show-managed-fields'),
	});
};
