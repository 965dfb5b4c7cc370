import {isScalar} from 'yaml';
import {parseDocuments} from '../../go/yaml/yaml.js';
import {isRecord} from '../../kernel/record.js';
import {nestedField, nestedString} from '../../objects/unstructured.js';
import type {GivenFile} from './given-files.js';

/** A document of a file that is checked. */
export interface GivenDocument {
	readonly file: string;
	/** Which one of its file, from 0; empty ones do not count. */
	readonly index: number;
	readonly apiVersion: string;
	readonly kind: string;
	/** As written; empty where the file has none. */
	readonly namespace: string;
	readonly name: string;
	readonly value: unknown;
	/** Where its text begins and ends in the file. */
	readonly range: readonly [from: number, to: number];
}

/** Its kind in any version, its namespace and name: two documents with the same are one object. */
export const identityOf = ({apiVersion, kind, namespace, name}: GivenDocument): string =>
	`${apiVersion.includes('/') ? apiVersion.slice(0, apiVersion.indexOf('/')) : ''} ${kind} ${namespace} ${name}`;

/** The documents of a file whose text YAML can be read from. */
export const documentsOf = (
	{file, text}: Pick<GivenFile, 'file' | 'text'>,
	values: readonly unknown[],
): readonly GivenDocument[] =>
	parseDocuments(text)
		.filter(({contents}) => contents !== null && !(isScalar(contents) && contents.value === ''))
		.flatMap(({range = [0, text.length, text.length]}, index) => {
			const value = values[index];
			return isRecord(value)
				? [
						{
							file,
							index,
							apiVersion: nestedString(value, 'apiVersion') ?? '',
							kind: nestedString(value, 'kind') ?? '',
							namespace: nestedString(value, 'metadata', 'namespace') ?? '',
							name: String(nestedField(value, 'metadata', 'name') ?? ''),
							value,
							range: [range[0], range[2]] as const,
						},
					]
				: [];
		});

/** Text of which only line ends are left. */
const blank = (text: string): string => text.replaceAll(/[^\r\n]+/g, '');

/** The text of a file with only these of its documents; what is left stands on its lines. */
export const onlyDocuments = (text: string, chosen: ReadonlyArray<Pick<GivenDocument, 'range'>>): string => {
	let written = '';
	let at = 0;
	for (const {
		range: [from, to],
	} of [...chosen].sort((a, b) => a.range[0] - b.range[0])) {
		written += blank(text.slice(at, from)) + text.slice(from, to);
		at = to;
	}

	return written + blank(text.slice(at));
};
