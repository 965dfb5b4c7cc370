import {isRecord} from '../../kernel/record.js';
import {entryOf} from './catalogue/catalogue.js';
import {findingOf, withEnd, type LinesOf} from './findings.js';
import type {GivenDocument} from './given-documents.js';
import {secretFormsOf} from './made-secrets.js';
import type {Finding} from './report.js';

/** A Secret that the controller of a custom resource makes: a check assumes that it exists. */
export interface MadeSecret {
	readonly by: GivenDocument;
	readonly namespace: string;
	readonly name: string;
	/** The keys that the custom resource names. */
	readonly keys: readonly string[];
	/** A Secret if absent. */
	readonly kind?: 'Secret' | 'ConfigMap';
}

/**
The Secrets that controllers make from custom resources, except those that a document defines: certificates, external and sealed Secrets, the users of databases.

@param namespace of documents that name none
*/
export const madeSecrets = (documents: readonly GivenDocument[], namespace: string): readonly MadeSecret[] => {
	const ownNamespace = (document: GivenDocument): string => document.namespace || namespace;
	const defined = new Set(documents.map((document) => `${document.kind} ${ownNamespace(document)}/${document.name}`));
	return documents.flatMap((by) => {
		const own = ownNamespace(by);
		return secretFormsOf(by)
			.filter(({name, kind = 'Secret'}) => !defined.has(`${kind} ${own}/${name}`))
			.map((form) => ({by, namespace: own, ...form}));
	});
};

/** The Secret as a manifest, in JSON. */
export const secretText = ({namespace, name, keys, kind = 'Secret'}: MadeSecret): string =>
	JSON.stringify({
		apiVersion: 'v1',
		kind,
		metadata: {namespace, name},
		[kind === 'Secret' ? 'stringData' : 'data']: Object.fromEntries(keys.map((key) => [key, 'assumed'])),
	});

/** Whether a value is this name somewhere. */
export const mentions = (value: unknown, name: string): boolean => {
	if (Array.isArray(value)) {
		return value.some((item) => mentions(item, name));
	}

	if (isRecord(value)) {
		return Object.values(value).some((item) => mentions(item, name));
	}

	return value === name;
};

/** The assumption that a Secret exists. */
export const secretFinding = (
	{by, namespace, name, kind = 'Secret'}: MadeSecret,
	line: number,
	linesOf: LinesOf,
): Finding =>
	findingOf(entryOf('W109'), {
		object: `${by.kind.toLowerCase()}/${by.name}`,
		reason: `the controller of ${by.kind} makes the ${kind} ${namespace}/${name}: it is assumed to exist`,
		places: [withEnd({file: by.file, line, column: 1}, linesOf)],
	});
