import path from 'node:path';
import {platform} from '../kernel/platform.js';
import {documentsIn} from '../diagnosis/documents.js';
import type {ManifestObject} from '../diagnosis/manifest-object.js';
import {ManifestError} from '../go/yaml/manifest-error.js';
import type {DuplicateKey} from '../go/yaml/yaml.js';
import {Mistake, Mistakes} from '../scenario/mistake.js';
import {dataFiles, namedFiles} from '../scenario/named-files.js';
import {decodeText, fileMistake, readTextFile} from '../scenario/read-text-file.js';

const limitBytes = 10 * 1024 * 1024;
const manifestName = /\.(ya?ml|json)$/i;

const readOne = (file: string, stdin: () => Uint8Array): Array<readonly [string, string]> => {
	if (file === '-') {
		return [['STDIN', decodeText(stdin(), 'STDIN')]];
	}

	let names: readonly string[] | undefined;
	try {
		names = platform().find(file)?.kind === 'folder' ? platform().names(file) : undefined;
	} catch (error) {
		throw fileMistake(error, file);
	}

	if (!names) {
		return [[file, readTextFile(file, limitBytes)]];
	}

	const manifests = names.filter((name) => manifestName.test(name)).toSorted();
	if (manifests.length === 0) {
		throw new Mistake('the folder has no .yaml, .yml or .json file', {file}, 'name the files themselves');
	}

	return manifests.map((name) => [path.join(file, name), readTextFile(path.join(file, name), limitBytes)]);
};

/** Manifest files as the user named them, with their text: what kubectl will find. */
export interface Manifests {
	/** Path → text. */
	readonly files: Readonly<Record<string, string>>;
	/** `apply -f …` over all of them. */
	readonly command: string;
	/** The objects of the documents, in their order: `kind` and name as written. */
	readonly objects: readonly ManifestObject[];
	/** Mistakes that kubectl accepts silently: with file, line and column. */
	readonly warnings: readonly string[];
}

/** A file of any kind, or those in a folder. */
const readData = (name: string): ReadonlyArray<readonly [string, string]> =>
	(platform().find(name)?.kind === 'folder'
		? platform()
				.names(name)
				.map((entry) => path.join(name, entry))
				.filter((file) => platform().find(file)?.kind === 'file')
		: [name]
	).map((file) => [file, readTextFile(file, limitBytes)]);

/** The depth to which subfolders are read: kubectl's `-R` has no limit. */
const mostFolders = 20;

/** The manifests at a path, including subfolders, for `-R`; kubectl chooses among them, and reports that there are none. */
const manifestsBelow = (file: string, depth = 0): ReadonlyArray<readonly [string, string]> => {
	if (platform().find(file)?.kind !== 'folder') {
		return manifestName.test(file) ? [[file, readTextFile(file, limitBytes)]] : [];
	}

	return depth > mostFolders
		? []
		: platform()
				.names(file)
				.toSorted()
				.flatMap((name) => manifestsBelow(path.join(file, name), depth + 1));
};

/** The files that a further kubectl command names, besides those already loaded; kubectl reports missing files. */
export const filesOfCommand = (command: string, known: Manifests['files']): Manifests['files'] => {
	const isNew = (name: string): boolean =>
		name !== '-' && !Object.hasOwn(known, name) && platform().find(name) !== undefined;
	return Object.fromEntries([
		...Object.entries(known),
		...namedFiles(command)
			.filter(isNew)
			.flatMap((name) =>
				platform().find(name)?.kind === 'folder' ? manifestsBelow(name) : readOne(name, () => new Uint8Array()),
			),
		...dataFiles(command).filter(isNew).flatMap(readData),
	]);
};

/** A word quoted for a shell. */
export const quoteWord = (word: string): string =>
	/^[\w./:@%+=-]+$/.test(word) ? word : `"${word.replaceAll(/["\\$`]/g, '\\$&')}"`;

const applyAll = (files: Manifests['files']): string =>
	`apply ${Object.keys(files)
		.map((file) => `-f ${quoteWord(file)}`)
		.join(' ')}`;

/** Manifests that are not YAML, with kubectl's input: it refuses them before it sends a request. */
export class BrokenManifests extends Mistakes {
	readonly command: string;

	constructor(
		mistakes: readonly Mistake[],
		readonly files: Manifests['files'],
	) {
		super(mistakes);
		this.command = applyAll(files);
	}
}

/** The most keys of a file that are reported as set twice. */
const mostRepeated = 20;

/** The keys of a file that are set twice: the first ones in words, and the number of the others at the place of the next. */
export const repeatedKeys = (
	duplicates: readonly DuplicateKey[],
): ReadonlyArray<{readonly line: number; readonly column: number; readonly words: string}> => {
	const more = duplicates.length - mostRepeated;
	return duplicates.slice(0, mostRepeated + 1).map(({key, line, column, firstLine}, index) => ({
		line,
		column,
		words:
			index < mostRepeated || more === 1
				? `${key} is set twice (first on line ${firstLine}): the last value counts`
				: `${more} more keys are set twice: the last value counts`,
	}));
};

/**
Manifests by the text of their files.

@throws {BrokenManifests} the errors, with file, line, column and remedy.
*/
export const manifestsOf = (files: Manifests['files']): Manifests => {
	const mistakes: Mistake[] = [];
	const warnings: string[] = [];
	const all = Object.entries(files).flatMap(([file, text]) => {
		try {
			const {objects, duplicates} = documentsIn(file, text);
			warnings.push(...repeatedKeys(duplicates).map(({line, column, words}) => `${file}:${line}:${column}  ${words}`));
			return objects;
		} catch (error) {
			if (!(error instanceof ManifestError)) {
				throw error;
			}

			const {line, column, remedy, message} = error;
			mistakes.push(new Mistake(message, {file, line, column}, remedy));
			return [];
		}
	});
	if (mistakes.length > 0) {
		throw new BrokenManifests(mistakes, files);
	}

	if (all.length === 0) {
		throw new Mistake(
			'no Kubernetes object found',
			{file: Object.keys(files)[0]},
			'a manifest needs apiVersion and kind',
		);
	}

	return {files, command: applyAll(files), objects: all, warnings};
};

/** Reads manifests from files, folders and `-`. @throws {Mistakes} as `manifestsOf` does. */
export const readManifestFiles = (names: readonly string[], stdin: () => Uint8Array): Manifests =>
	manifestsOf(Object.fromEntries(names.flatMap((name) => readOne(name, stdin))));
