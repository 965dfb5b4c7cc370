import {spawn} from 'node:child_process';
import path from 'node:path';
import process from 'node:process';
import {findSnapshot, snapshotFile} from './snapshot-file.js';

/** The environment variable that turns snapshots off, by the word `off`. */
export const variable = 'K8S_WALKTHROUGH_SNAPSHOT';

/**
Commands that begin with a cluster at rest, in this thread. Node 24 aborts where a process that continues from a snapshot starts a worker thread, so
`check` and `explore` have the ordinary start.
*/
const gaining = new Set(['run', 'trace', 'record', 'lesson', 'drill']);

/** The command among the words, which options of the program may precede. */
const commandIn = (words: readonly string[]): string =>
	words.find((word, at) => !word.startsWith('-') && words[at - 1] !== '--lang') ?? '';

/** The data that decides how the program starts. */
export interface Start {
	/** The words after the program's name. */
	readonly words: readonly string[];
	readonly env: Readonly<Record<string, string | undefined>>;
	/** Flags of Node itself. */
	readonly flags: readonly string[];
	/** Whether this Node can replace its process by another one. */
	readonly replaces: boolean;
}

/**
Whether a snapshot may start this command, and whether one may be written for the next.

Flags of Node are the user's: a debugger or a heap limit gets the ordinary start.
*/
export const snapshotUse = ({words, env, flags, replaces}: Start): 'read and write' | 'read' | 'none' => {
	if (
		!replaces ||
		flags.length > 0 ||
		(env['NODE_OPTIONS'] ?? '') !== '' ||
		env['NODE_V8_COVERAGE'] !== undefined ||
		env[variable] === 'off' ||
		!gaining.has(commandIn(words))
	) {
		return 'none';
	}

	// A machine that lives for one job has no next start.
	return env['CI'] ? 'read' : 'read and write';
};

/** Replaces this process by another program; it does not return. @see https://nodejs.org/api/process.html#processexecvefile-args-env */
type Replace = (file: string, words: readonly string[], env: NodeJS.ProcessEnv) => void;

const isReplace = (value: unknown): value is Replace => typeof value === 'function';

/** This Node's way to replace its process: from 22.15 on, and not on Windows. */
const replaceProcess = (): Replace | undefined =>
	process.platform !== 'win32' && 'execve' in process && isReplace(process.execve) ? process.execve : undefined;

/**
Starts the command from a snapshot of a booted cluster where there is one: then it does not return.

@param address URL of the file that runs
@param words after the program's name
@returns work for the end of the command: writes the snapshot that was missing, in a process of its own
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
