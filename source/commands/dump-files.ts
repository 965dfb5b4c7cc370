import {readdirSync, statSync} from 'node:fs';
import path from 'node:path';
import {dumpOf, type Dump} from '../dump/dump.js';
import type {DumpText} from '../dump/dump-item.js';
import {ForeignFile, readDumpText} from '../dump/read-dump.js';
import {redactedObject} from '../dump/redact.js';
import {scenarioOfDump} from '../dump/scenario-of-dump.js';
import {listed} from '../dump/stand-ins.js';
import {Mistake} from '../scenario/mistake.js';
import type {Scenario} from '../scenario/scenario.js';
import {decodeText, fileMistake, readTextFile} from '../scenario/read-text-file.js';

/** A dump of a large cluster; JavaScript has no longer texts. */
const limitBytes = 448 * 1024 * 1024;

const objectFile = /\.(?:ya?ml|json)$/i;

/** Files of a folder and of those in it, in the order of their names. */
const filesIn = (folder: string): readonly string[] =>
	readdirSync(folder, {recursive: true, withFileTypes: true})
		.filter((entry) => entry.isFile() && objectFile.test(entry.name))
		.map((entry) => path.join(entry.parentPath, entry.name))
		.sort();

/** The texts that a user has named: of a file, a folder, or `-` for standard input. */
const textsOf = (name: string, stdin: () => Uint8Array): readonly DumpText[] => {
	if (name === '-') {
		return [{file: 'STDIN', text: decodeText(stdin(), 'STDIN'), isFound: false}];
	}

	let found: readonly string[] | undefined;
	try {
		found = statSync(name).isDirectory() ? filesIn(name) : undefined;
	} catch (error) {
		throw fileMistake(error, name);
	}

	if (found?.length === 0) {
		throw new Mistake(
			'the folder has no .yaml, .yml or .json file',
			{file: name},
			'name a folder that kubectl cluster-info dump --output-directory has filled, or files from kubectl get -o yaml',
		);
	}

	return (found ?? [name]).map((file) => ({file, text: readTextFile(file, limitBytes), isFound: found !== undefined}));
};

/** The options for reading a dump. */
interface DumpOptions {
	/** Leaves out the data of Secrets. */
	readonly redact?: boolean;
	readonly stdin: () => Uint8Array;
}

/** The state of a cluster, from the files and folders that a user names. @throws {Mistake} @throws {Mistakes} */
export const readDump = (names: readonly string[], {redact = false, stdin}: DumpOptions): Dump => {
	const foreign: string[] = [];
	const items = names.flatMap((name) =>
		textsOf(name, stdin).flatMap((text) => {
			try {
				return readDumpText(text);
			} catch (error) {
				if (!(error instanceof ForeignFile) || !text.isFound) {
					throw error;
				}

				foreign.push(text.file);
				return [];
			}
		}),
	);
	if (items.length === 0) {
		throw new Mistake(
			'no Kubernetes object found',
			{file: names[0]},
			'dump a cluster with kubectl get nodes,pods,… --all-namespaces -o yaml',
		);
	}

	const dump = dumpOf(items, redact ? redactedObject : undefined);
	if (dump.objects.length === 0) {
		throw new Mistake(
			`the dump has nothing usable: ${dump.remarks[0] ?? ''}`,
			{file: names[0]},
			'dump a cluster with kubectl get nodes,pods,… --all-namespaces -o yaml, and keep all of the output',
		);
	}

	return foreign.length === 0
		? dump
		: {...dump, remarks: [`files without Kubernetes objects: ${listed(foreign, 2)}`, ...dump.remarks]};
};

/** A scenario that continues from a dump. */
export const scenarioFrom = (
	scenario: Scenario,
	names: readonly string[],
	options: DumpOptions,
): ReturnType<typeof scenarioOfDump> => scenarioOfDump(scenario, readDump(names, options));
