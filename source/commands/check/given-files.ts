import {readdirSync, statSync} from 'node:fs';
import path from 'node:path';
import {foreignFolders, kustomizationName, kustomizedPaths} from './kustomized-paths.js';
import {Mistake} from '../../scenario/mistake.js';
import {decodeText, fileMistake, readTextFile} from '../../scenario/read-text-file.js';

/** A file that is checked. */
export interface GivenFile {
	/** The path as the user reaches it. */
	readonly file: string;
	readonly text: string;
	/** Found in a folder: then it may be no manifest at all. */
	readonly isFound: boolean;
}

/** A file that was found, and is not checked. */
export interface SkippedFile {
	readonly file: string;
	readonly why: 'chart' | 'kustomization' | 'no object' | 'settings' | 'unreadable';
	/** The remedy. */
	readonly remedy?: string;
}

/** The files that a command line names. */
export interface Gathered {
	readonly files: readonly GivenFile[];
	readonly skipped: readonly SkippedFile[];
	/** Files with definitions of kinds among those that are left to `-k` and `--helm`. */
	readonly definitions: readonly GivenFile[];
}

const limitBytes = 10 * 1024 * 1024;

/** A file with more documents is not read: checking this many takes half a minute of CPU. */
export const mostDocuments = 20_000;

const withoutTooMany = (file: string, text: string): string => {
	let count = 1;
	for (let at = text.indexOf('\n---'); at !== -1; at = text.indexOf('\n---', at + 1)) {
		count++;
	}

	if (count > mostDocuments) {
		throw new Mistake(`the file has more than ${mostDocuments} documents`, {file}, 'split it, and check each part');
	}

	return text;
};

/** The text of a file with manifests. @throws {Mistake} when it cannot be read, or is too large */
const readManifestFile = (file: string): string => withoutTooMany(file, readTextFile(file, limitBytes));
const manifestName = /\.(?:ya?ml|json)$/i;

/** The flag that reads a folder which is more than its files. */
export const flagOfFolder = (names: readonly string[]): '-k' | '--helm' | undefined => {
	if (names.includes('Chart.yaml')) {
		return '--helm';
	}

	if (names.some((name) => kustomizationName.test(name))) {
		return '-k';
	}

	return undefined;
};

/** Whether a path is a file, or is unreachable: reading it reports the reason. */
const isFile = (file: string): boolean => {
	try {
		return statSync(file, {throwIfNoEntry: false})?.isFile() ?? false;
	} catch {
		return true;
	}
};

const readInFolder = (file: string): GivenFile | SkippedFile => {
	let text;
	try {
		text = readTextFile(file, limitBytes);
	} catch (error) {
		if (error instanceof Mistake) {
			return {file, why: 'unreadable', remedy: error.message};
		}

		throw error;
	}

	return {file, text: withoutTooMany(file, text), isFound: true};
};

/** The words of a command that read a folder which is more than its files. */
export const remedyOf = {'-k': 'check -k', '--helm': 'check --helm'} as const;

/** The files of a folder that kubectl would apply, and with `isDeep` those of its subfolders. Links to folders are not followed: they may form a loop. */
const inFolder = (
	folder: string,
	isDeep: boolean,
	kustomized = kustomizedPaths(folder, isDeep),
): ReadonlyArray<GivenFile | SkippedFile> => {
	let entries;
	try {
		entries = readdirSync(folder, {withFileTypes: true}).sort((a, b) => (a.name < b.name ? -1 : 1));
	} catch (error) {
		throw fileMistake(error, folder);
	}

	const flag = flagOfFolder(entries.map(({name}) => name));
	if (flag === '--helm') {
		return [{file: folder, why: 'chart', remedy: `${remedyOf[flag]} ${folder}`}];
	}

	const skippedBy = (by: string | undefined): Pick<SkippedFile, 'why' | 'remedy'> => ({
		why: 'kustomization',
		...(by === undefined ? {} : {remedy: `${remedyOf['-k']} ${by}`}),
	});
	const own = path.resolve(folder);
	return entries.flatMap((entry): ReadonlyArray<GivenFile | SkippedFile> => {
		const file = path.join(folder, entry.name);
		if (entry.isDirectory()) {
			return isDeep && !entry.name.startsWith('.') && !foreignFolders.has(entry.name)
				? inFolder(file, isDeep, kustomized)
				: [];
		}

		if (kustomizationName.test(entry.name)) {
			return [{file, ...skippedBy(kustomized.get(own) ?? kustomized.get(path.resolve(file)))}];
		}

		const at = [own, path.resolve(file)].find((one) => kustomized.has(one));
		if (!manifestName.test(entry.name) || entry.name.startsWith('.') || !isFile(file)) {
			return [];
		}

		if (at === undefined) {
			return [readInFolder(file)];
		}

		return [{file, ...skippedBy(kustomized.get(at))}];
	});
};

/** The flag that reads the folder of a file which is not a manifest: `kustomization.yaml`, `Chart.yaml`. */
const flagOfFile = (name: string): '-k' | '--helm' | undefined => flagOfFolder([path.basename(name)]);

const isGiven = (one: GivenFile | SkippedFile): one is GivenFile => 'text' in one;

/** Whether a file has definitions of kinds and can be read without rendering. */
const definesKinds = (one: GivenFile | SkippedFile): one is GivenFile =>
	isGiven(one) && one.text.includes('CustomResourceDefinition') && !one.text.includes('{{');

/** The files with definitions of kinds in omitted files and charts: other files may have objects of these kinds. */
const definitionsBehind = ({file, why}: SkippedFile): readonly GivenFile[] => {
	const folder = path.join(file, 'crds');
	const hasFolder = why === 'chart' && statSync(folder, {throwIfNoEntry: false})?.isDirectory();
	const inFolder = hasFolder ? readdirSync(folder).map((name) => path.join(folder, name)) : [];
	return (why === 'kustomization' ? [file] : inFolder)
		.filter((name) => manifestName.test(name) && isFile(name))
		.map(readInFolder)
		.filter(definesKinds);
};

const gatherOne = (name: string, isDeep: boolean, stdin: () => Uint8Array): ReadonlyArray<GivenFile | SkippedFile> => {
	if (name === '-') {
		return [{file: 'STDIN', text: withoutTooMany('STDIN', decodeText(stdin(), 'STDIN')), isFound: false}];
	}

	let isFolder;
	try {
		isFolder = statSync(name).isDirectory();
	} catch (error) {
		throw fileMistake(error, name);
	}

	if (!isFolder) {
		const flag = flagOfFile(name);
		return flag === undefined
			? [{file: name, text: readManifestFile(name), isFound: false}]
			: [
					{
						file: name,
						why: flag === '-k' ? 'kustomization' : 'chart',
						remedy: `${remedyOf[flag]} ${path.dirname(name)}`,
					},
				];
	}

	const flag = isDeep ? undefined : flagOfFolder(readdirSync(name));
	if (flag) {
		throw new Mistake(
			flag === '-k' ? 'this folder is a kustomization' : 'this folder is a chart',
			{file: name},
			`k8s-walkthrough ${remedyOf[flag]} ${name}`,
		);
	}

	const found = inFolder(name, isDeep);
	if (!found.some((one) => isGiven(one)) && !isDeep) {
		throw new Mistake(
			'the folder has no .yaml, .yml or .json file',
			{file: name},
			'name the files themselves, or add -R',
		);
	}

	return found;
};

/**
Files by the names of a command line: files, folders, `-` for standard input.

@param isDeep include subfolders.
@throws {Mistake} when a name does not exist, or is a folder that another flag reads.
*/
export const gather = (names: readonly string[], isDeep: boolean, stdin: () => Uint8Array): Gathered => {
	const [only = '', ...others] = names;
	const flag = others.length === 0 ? flagOfFile(only) : undefined;
	if (flag !== undefined) {
		throw new Mistake(
			flag === '-k' ? 'this file makes its folder a kustomization' : 'this file makes its folder a chart',
			{file: only},
			`k8s-walkthrough ${remedyOf[flag]} ${path.dirname(only)}`,
		);
	}

	const all = names.flatMap((name) => gatherOne(name, isDeep, stdin));
	const skipped = all.flatMap((one) => (isGiven(one) ? [] : [one]));
	const known = new Set<string>();
	return {
		files: all.filter(isGiven).filter(({file}) => {
			const own = path.resolve(file);
			return !known.has(own) && known.add(own);
		}),
		skipped,
		definitions: skipped.flatMap(definitionsBehind),
	};
};
