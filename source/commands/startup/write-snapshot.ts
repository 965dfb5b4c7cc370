import {spawnSync} from 'node:child_process';
import {
	closeSync,
	mkdirSync,
	openSync,
	readdirSync,
	readFileSync,
	renameSync,
	rmSync,
	statSync,
	writeFileSync,
} from 'node:fs';
import {builtinModules, createRequire} from 'node:module';
import path from 'node:path';
import process from 'node:process';
import {pathToFileURL} from 'node:url';
import {snapshotScript} from './chunk-script.js';
import {variable} from './launch.js';
import {checksum, snapshotFile, type SnapshotFile} from './snapshot-file.js';

/** The number of kept snapshots: of the newest builds and engines. */
const mostKept = 3;

/** The time after which the files of a killed writer no longer stop another one, in milliseconds. */
const abandonedMs = 600_000;

/** The longest time for a child, in milliseconds. */
const timeout = 120_000;

const trial = 'apiVersion: v1\nkind: Pod\nmetadata: {name: web}\nspec: {containers: [{name: main, image: nginx}]}\n';

/** The names that each of Node's modules exports. */
const namesOfModules = (): Readonly<Record<string, readonly string[]>> => {
	const require = createRequire(import.meta.url);
	return Object.fromEntries(
		builtinModules
			.filter((name) => !/^(?:_|sys$|punycode|inspector|wasi|sqlite|test|trace_events|repl|domain|ffi)/.test(name))
			.map((name) => {
				const module: unknown = require(name);
				return [name, typeof module === 'object' && module !== null ? Object.keys(module) : []];
			}),
	);
};

/** Runs Node as a user would, without the flags of this process. */
const node = (words: readonly string[], input = '') =>
	spawnSync(process.execPath, words, {
		input,
		timeout,
		encoding: 'utf8',
		env: {...process.env, NODE_OPTIONS: '', [variable]: 'off'},
	});

/** Whether a start from the snapshot prints what the ordinary start prints. */
const isRight = (blob: string, program: string): boolean => {
	const started = node(['--snapshot-blob', blob, program, 'trace', '-'], trial);
	const ordinary = node([program, 'trace', '-'], trial);
	return started.status === 0 && ordinary.status === 0 && started.stdout === ordinary.stdout;
};

const build = (place: SnapshotFile, files: {readonly script: string; readonly blob: string}): void => {
	const {bundle, key, folder} = place;
	const program = path.join(bundle, 'cli.js');
	const script = snapshotScript(
		'snapshot-entry.js',
		(file) => readFileSync(path.join(bundle, file), 'utf8'),
		pathToFileURL(program).href,
		namesOfModules(),
	);
	writeFileSync(files.script, script);
	const built = node(['--snapshot-blob', files.blob, '--build-snapshot', files.script]);
	if (built.status !== 0 || !isRight(files.blob, program)) {
		throw new Error(built.stderr);
	}

	renameSync(files.blob, path.join(folder, `${key}.${checksum(files.blob)}.blob`));
};

/** Removes the snapshots of builds and engines that have not been written for longest. */
const prune = ({folder}: SnapshotFile): void => {
	const blobs = readdirSync(folder)
		.filter((name) => name.endsWith('.blob'))
		.map((name) => ({file: path.join(folder, name), ms: statSync(path.join(folder, name)).mtimeMs}))
		.toSorted((a, b) => b.ms - a.ms);
	for (const {file} of blobs.slice(mostKept)) {
		rmSync(file, {force: true});
	}
};

/** Acquires the right to write, which one process has at a time. @throws {Error} when another one has it */
const take = (script: string): void => {
	const since = statSync(script, {throwIfNoEntry: false})?.mtimeMs;
	if (since !== undefined && Date.now() - since > abandonedMs) {
		rmSync(script, {force: true});
	}

	closeSync(openSync(script, 'wx', 0o600));
};

/**
Writes the snapshot of this bundle into the cache folder, if no other process does. A build that fails leaves a note, so that it is not tried again.

@throws {Error} when the folder cannot be written
*/
export const writeSnapshot = (place: SnapshotFile): void => {
	const beginning = path.join(place.folder, place.key);
	const script = `${beginning}.js`;
	const blob = `${beginning}.${process.pid}.new`;
	mkdirSync(place.folder, {recursive: true, mode: 0o700});
	try {
		take(script);
	} catch {
		return;
	}

	try {
		for (const name of readdirSync(place.folder)) {
			if (name.startsWith(`${place.key}.`) && name.endsWith('.blob')) {
				rmSync(path.join(place.folder, name), {force: true});
			}
		}

		build(place, {script, blob});
		prune(place);
	} catch (error) {
		writeFileSync(`${beginning}.failed`, String(error).slice(0, 4000));
	} finally {
		rmSync(script, {force: true});
		rmSync(blob, {force: true});
	}
};

const place = snapshotFile(import.meta.url);
if (place) {
	writeSnapshot(place);
}
