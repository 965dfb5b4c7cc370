import {ManifestError} from '../../go/yaml/manifest-error.js';
import {readManifests, type Manifests} from '../../go/yaml/yaml.js';
import {getOrInsert} from '../../kernel/get-or-insert.js';
import {repeatedKeys} from '../manifests.js';
import {entryOf} from './catalogue/catalogue.js';
import {findingOf, withEnd, type LinesOf} from './findings.js';
import {documentsOf, type GivenDocument} from './given-documents.js';
import type {GivenFile, SkippedFile} from './given-files.js';
import type {Finding} from './report.js';
import {mostRequestBytes, withoutTooLarge} from './too-large.js';
import {isForAnotherProgram, isSettings} from './settings-kinds.js';

/** A file with its readable contents. */
export interface ReadFile extends GivenFile {
	readonly documents: readonly GivenDocument[];
	readonly findings: readonly Finding[];
	readonly why?: SkippedFile['why'];
}

/** A text without the mark that some editors put before it. */
export const withoutMark = (text: string): string => (text.startsWith('\uFEFF') ? text.slice(1) : text);

/** Lines of files, each split once. */
export const linesIn = (files: readonly GivenFile[]): LinesOf => {
	const texts = new Map(files.map(({file, text}) => [file, withoutMark(text)]));
	const lines = new Map<string, readonly string[]>();
	return (file) => getOrInsert(lines, file, () => (texts.get(file) ?? '').split(/\r?\n/));
};

const unreadable = (given: GivenFile, {message, line, column, remedy}: ManifestError, linesOf: LinesOf): ReadFile => ({
	...given,
	documents: [],
	findings: [
		findingOf(entryOf('W001'), {
			object: '',
			reason: message,
			places: [withEnd({file: given.file, line, column}, linesOf)],
			advice: remedy ? [remedy] : [],
		}),
	],
});

/** A file of a folder that is not a manifest at all: none of its documents has a kind. */
const foreign = ({documents}: Manifests): boolean =>
	!documents.some(({object}) => 'apiVersion' in object && 'kind' in object);

const isTemplate = (text: string): boolean => /\{\{[^\n]*\}\}/.test(text);

/** Reads a file; its errors are findings. */
export const readGiven = (given: GivenFile, linesOf: LinesOf): ReadFile => {
	const {file, isFound} = given;
	const {text, found} = withoutTooLarge(withoutMark(given.text));
	const large = found.map(({line}) =>
		findingOf(entryOf('W028'), {
			object: '',
			reason: `Request entity too large: limit is ${mostRequestBytes}`,
			places: [withEnd({file, line, column: 1}, linesOf)],
		}),
	);
	let manifests: Manifests;
	try {
		manifests = readManifests(text, file);
	} catch (error) {
		if (!(error instanceof ManifestError)) {
			throw error;
		}

		return isFound && (isTemplate(text) || !/^\s*"?apiVersion"?\s*:/m.test(text))
			? {...given, documents: [], findings: [], why: 'unreadable'}
			: unreadable(given, error, linesOf);
	}

	if (isFound && large.length === 0 && foreign(manifests)) {
		return {...given, documents: [], findings: [], why: 'no object'};
	}

	const documents = documentsOf(file, manifests.documents);
	const checked = documents.filter((document) => !isSettings(document) && !(isFound && isForAnotherProgram(document)));
	if (isFound && large.length === 0 && checked.length === 0) {
		return {...given, documents: [], findings: [], why: 'settings'};
	}

	return {
		...given,
		documents: checked,
		findings: [
			...large,
			...repeatedKeys(manifests.duplicates).map(({line, column, words}) =>
				findingOf(entryOf('W002'), {
					object: '',
					reason: words,
					places: [withEnd({file, line, column}, linesOf)],
				}),
			),
			...(documents.length === 0 && large.length === 0
				? [
						findingOf(entryOf('W003'), {
							object: '',
							reason: 'no Kubernetes object found',
							places: [withEnd({file, line: 1, column: 1}, linesOf)],
						}),
					]
				: []),
		],
	};
};
