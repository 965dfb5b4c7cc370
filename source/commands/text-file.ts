import {randomUUID} from 'node:crypto';
import {
	accessSync,
	closeSync,
	constants,
	existsSync,
	fchmodSync,
	lstatSync,
	mkdirSync,
	openSync,
	readlinkSync,
	realpathSync,
	renameSync,
	rmSync,
	statSync,
	writeFileSync,
} from 'node:fs';
import path from 'node:path';
import {Mistake} from '../scenario/mistake.js';
import {errorCode} from '../scenario/error-code.js';
import {fileMistake} from '../scenario/read-text-file.js';

/** Makes a folder and its parents, without `recursive`: on some file systems, such as /proc, Node.js never returns from that. */
const makeFolder = (folder: string): void => {
	const missing: string[] = [];
	for (let at = path.resolve(folder); !existsSync(at); at = path.dirname(at)) {
		missing.unshift(at);
	}

	for (const name of missing) {
		mkdirSync(name, {mode: 0o700});
	}
};

/** Writes into an existing device or pipe; a pipe without a reader is an error (ENXIO) and does not block. */
const writeInPlace = (file: string, parts: Iterable<string>): void => {
	writeParts(openSync(file, constants.O_WRONLY | constants.O_NONBLOCK), parts);
};

/** Writes one part after the other, and closes the file. */
const writeParts = (descriptor: number, parts: Iterable<string>): void => {
	try {
		for (const part of parts) {
			writeFileSync(descriptor, part);
		}
	} finally {
		closeSync(descriptor);
	}
};

/** The options for writing a file. */
interface WriteOptions {
	/** Permissions of a new file, such as 0o600 for a file with tokens; a replacement never has more permissions than the old file. */
	readonly mode?: number;
	/** Whether folders that do not exist are made, for their owner only. */
	readonly folders?: boolean;
}

/** The file behind symbolic links, whether it exists or not. */
const targetOf = (file: string): string => {
	try {
		return realpathSync(file);
	} catch (error) {
		if (errorCode(error) !== 'ENOENT') {
			throw error;
		}

		const there = path.join(realpathSync(path.dirname(file)), path.basename(file));
		const found = lstatSync(there, {throwIfNoEntry: false});
		// A link to a file that does not exist yet.
		return found?.isSymbolicLink() ? targetOf(path.resolve(path.dirname(there), readlinkSync(there))) : there;
	}
};

/**
Writes a file as a whole or not at all: it follows links and writes devices and pipes in place.

@param text the text, or its parts in order, so that a long text need not be in memory as a whole.
@throws {Mistake} when it cannot be written
*/
export const writeTextFile = (
	file: string,
	text: string | Iterable<string>,
	{mode = 0o666, folders = false}: WriteOptions = {},
): void => {
	const parts = typeof text === 'string' ? [text] : text;
	let unfinished: string | undefined;
	try {
		if (folders) {
			makeFolder(path.dirname(file));
		}

		// The name of a pipe is not a real path: /dev/stdout.
		const found = statSync(file, {throwIfNoEntry: false});
		if (found && !found.isFile()) {
			writeInPlace(file, parts);
			return;
		}

		const target = targetOf(file);

		unfinished = `${target}.${randomUUID()}.new`;
		const descriptor = openSync(unfinished, 'wx', mode);
		if (found) {
			// The new file keeps the restrictions of the file that it replaces.
			fchmodSync(descriptor, found.mode & mode);
		}

		writeParts(descriptor, parts);
		renameSync(unfinished, target);
	} catch (error) {
		if (unfinished !== undefined) {
			rmSync(unfinished, {force: true});
		}

		throw fileMistake(error, file);
	}
};

/** Makes a folder for later files, and reports at once any reason why they could not be written. @throws {Mistake} */
export const prepareFolder = (folder: string): void => {
	try {
		makeFolder(folder);
		accessSync(folder, constants.W_OK);
		if (!statSync(folder).isDirectory()) {
			throw new Mistake('this is a file', {file: folder}, 'name a folder');
		}
	} catch (error) {
		throw error instanceof Mistake ? error : fileMistake(error, folder);
	}
};

/** Checks at once that a file can be written later. @throws {Mistake} */
export const checkWritable = (file: string): void => {
	try {
		const found = statSync(file, {throwIfNoEntry: false});
		if (found?.isDirectory()) {
			throw new Mistake('this is a folder', {file}, 'name a file in it');
		}

		if (found && !found.isFile()) {
			accessSync(file, constants.W_OK);
			return;
		}

		const folder = path.dirname(targetOf(file));
		accessSync(folder, constants.W_OK);
		if (!statSync(folder).isDirectory()) {
			throw new Mistake('no such file or folder', {file}, 'check the spelling');
		}
	} catch (error) {
		throw error instanceof Mistake ? error : fileMistake(error, file);
	}
};
