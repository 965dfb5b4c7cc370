import {readdirSync, readFileSync, statSync} from 'node:fs';
import path from 'node:path';
import {readManifests} from '../objects/yaml.js';
import {Mistake, Mistakes} from '../scenario/mistake.js';

const limitBytes = 10 * 1024 * 1024;
const manifestName = /\.(ya?ml|json)$/i;

const readOne = (file: string, stdin: () => string): Array<readonly [string, string]> => {
	if (file === '-') {
		return [['stdin.yaml', stdin()]];
	}

	let stats;
	try {
		stats = statSync(file);
	} catch {
		throw new Mistake(
			'no such file or folder',
			{file},
			'check the spelling, or name a file with Kubernetes manifests in YAML or JSON',
		);
	}

	if (stats.isDirectory()) {
		const names = readdirSync(file)
			.filter((name) => manifestName.test(name))
			.sort();
		if (names.length === 0) {
			throw new Mistake('the folder has no .yaml, .yml or .json file', {file});
		}

		return names.flatMap((name) => readOne(path.join(file, name), stdin));
	}

	if (stats.size > limitBytes) {
		throw new Mistake(
			`the file has ${stats.size} bytes, over the limit of ${limitBytes}`,
			{file},
			'a manifest is at most 3 MiB an object; split the file',
		);
	}

	return [[file, readFileSync(file, 'utf8')]];
};

/** Manifest files as the user named them, with their text: what kubectl will find. */
export interface Manifests {
	/** Path → text. */
	readonly files: Readonly<Record<string, string>>;
	/** `apply -f …` over all of them. */
	readonly command: string;
	/** What the documents name, in their order: `kind` and name as written. */
	readonly objects: ReadonlyArray<{
		readonly apiVersion: string;
		readonly kind: string;
		readonly namespace?: string;
		readonly name: string;
		readonly file: string;
		readonly line: number;
	}>;
}

/**
Reads manifests from files, folders and `-`.

@throws {Mistakes} what is wrong with them, with file, line, column and remedy: nothing is simulated then.
*/
export const readManifestFiles = (names: readonly string[], stdin: () => string): Manifests => {
	const files = Object.fromEntries(names.flatMap((name) => readOne(name, stdin)));
	const mistakes: Mistake[] = [];
	const objects = Object.entries(files).flatMap(([file, text]) => {
		try {
			return readManifests(text, file).documents.map(({object, line}) => {
				const {apiVersion, kind, metadata} = object as {
					apiVersion?: unknown;
					kind?: unknown;
					metadata?: {name?: unknown; namespace?: unknown; generateName?: unknown};
				};
				return {
					apiVersion: String(apiVersion ?? ''),
					kind: String(kind ?? ''),
					name: String(metadata?.name ?? ''),
					namespace: typeof metadata?.namespace === 'string' ? metadata.namespace : undefined,
					file,
					line,
				};
			});
		} catch (error) {
			const {line, column, remedy, message} = error as {
				line?: number;
				column?: number;
				remedy?: string;
				message: string;
			};
			if (line === undefined) {
				throw error;
			}

			mistakes.push(new Mistake(message, {file, line, column}, remedy));
			return [];
		}
	});
	if (mistakes.length > 0) {
		throw new Mistakes(mistakes);
	}

	if (objects.length === 0) {
		throw new Mistake('there is no object in it', {file: names[0]}, 'a manifest begins with apiVersion and kind');
	}

	const quoted = Object.keys(files).map((file) => `-f '${file.replaceAll("'", '')}'`);
	return {files, command: `apply ${quoted.join(' ')}`, objects};
};
