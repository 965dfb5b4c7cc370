import {spawn} from 'node:child_process';
import {readdirSync, statSync} from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import {findSnapshot, snapshotFile} from './snapshot-file.js';

/** The environment variable that turns snapshots off with the value `off`. */
export const variable = 'K8S_WALKTHROUGH_SNAPSHOT';

/**
Commands that begin with a cluster at rest in this thread. Node 24 aborts when a process from a snapshot starts a worker thread, so
`explore` has the ordinary start, as does a `check` that probably needs more than one cluster.
*/
const gaining = new Set(['run', 'trace', 'record', 'lesson', 'drill']);

/** The command among the words, which options of the program may precede. */
const commandIn = (words: readonly string[]): string =>
	words.find((word, at) => !word.startsWith('-') && words[at - 1] !== '--lang') ?? '';

/** Whether a command begins with a cluster at rest and needs no other thread. @param words those after the program's name */
export const runsInOneThread = (words: readonly string[]): boolean => gaining.has(commandIn(words));

/** A folder of more entries probably needs several clusters. */
const mostEntries = 30;

/** The kind of a path, as far as a start depends on it; `none` if nothing exists there. */
export type PathKind = 'file' | 'small folder' | 'other' | 'none';

const kindOfPath = (name: string): PathKind => {
	try {
		const found = statSync(name, {throwIfNoEntry: false});
		if (found === undefined) {
			return 'none';
		}

		if (found.isFile()) {
			return 'file';
		}

		if (found.isDirectory() && readdirSync(name).length <= mostEntries) {
			return 'small folder';
		}

		return 'other';
	} catch {
		return 'other';
	}
};

/** Flags of `check` that need several clusters, other programs, or a second reading. */
const manyClusters = /^(?:-R|--recursive|-k|--kustomize|--helm|--watch)/;

/**
Whether a `check` probably needs one cluster, and reads only repeatable input: no pipe.

@param words those after the program's name
*/
const isSmallCheck = (words: readonly string[], kindOf: (name: string) => PathKind): boolean =>
	words.every((word) => {
		const value = word.replace(/^(?:--[\w-]+=|-[a-z])(?=.)/, '');
		return word !== '-' && value !== '-' && !manyClusters.test(word) && kindOf(value) !== 'other';
	});

/** The data that decides how the program starts. */
export interface Start {
	/** The words after the program's name. */
	readonly words: readonly string[];
	readonly env: Readonly<Record<string, string | undefined>>;
	/** Flags of Node itself. */
	readonly flags: readonly string[];
	/** Whether this Node can replace its process by another one. */
	readonly replaces: boolean;
	/** The kind of a path; by default, from the file system. */
	readonly kindOf?: (name: string) => PathKind;
}

/**
Whether a snapshot may start this command, and whether one may be written for the next.

Flags of Node are the user's: with a debugger or a heap limit, the ordinary start is used.
*/
export const snapshotUse = ({
	words,
	env,
	flags,
	replaces,
	kindOf = kindOfPath,
}: Start): 'read and write' | 'read' | 'none' => {
	const command = commandIn(words);
	if (
		!replaces ||
		flags.length > 0 ||
		(env['NODE_OPTIONS'] ?? '') !== '' ||
		env['NODE_V8_COVERAGE'] !== undefined ||
		env[variable] === 'off' ||
		!(gaining.has(command) || (command === 'check' && isSmallCheck(words, kindOf)))
	) {
		return 'none';
	}

	// A machine for a single job has no next start.
	return env['CI'] ? 'read' : 'read and write';
};

/** Replaces this process by another program; it does not return. @see https://nodejs.org/api/process.html#processexecvefile-args-env */
type Replace = (file: string, words: readonly string[], env: NodeJS.ProcessEnv) => void;

const isReplace = (value: unknown): value is Replace => typeof value === 'function';

/** This Node's way to replace its process: from 22.15 on, and not on Windows. */
export const replaceProcess = (): Replace | undefined =>
	process.platform !== 'win32' && 'execve' in process && isReplace(process.execve) ? process.execve : undefined;

/**
Starts the command from a snapshot of a booted cluster; if one exists, it does not return.

@param address URL of the file that runs
@param words after the program's name
@returns a function to call at the end of the command: it writes the missing snapshot in a separate process
*/
export const launch = (address: string, words: readonly string[]): (() => void) | undefined => {
	const replace = replaceProcess();
	const use = snapshotUse({words, env: process.env, flags: process.execArgv, replaces: replace !== undefined});
	const place = use === 'none' ? undefined : snapshotFile(address);
	if (!replace || !place) {
		return undefined;
	}

	const found = findSnapshot(place);
	if (typeof found === 'object') {
		try {
			replace(
				process.execPath,
				[process.execPath, '--snapshot-blob', found.file, process.argv[1] ?? '', ...words],
				process.env,
			);
		} catch {
			// The ordinary start works as well.
		}
	}

	return found === 'none' && use === 'read and write'
		? () => {
				const writer = path.join(place.bundle, 'write-snapshot.js');
				spawn(process.execPath, [writer], {detached: true, stdio: 'ignore', cwd: place.folder}).unref();
			}
		: undefined;
};
