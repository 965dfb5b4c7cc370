import {randomUUID} from 'node:crypto';
import {
	accessSync,
	closeSync,
	constants,
	existsSync,
	mkdirSync,
	openSync,
	readFileSync,
	realpathSync,
	renameSync,
	rmSync,
	statSync,
	writeFileSync,
} from 'node:fs';
import path from 'node:path';
import {Mistake} from '../scenario/mistake.js';
import {errorCode} from './error-code.js';

const reasons: Readonly<Record<string, readonly [message: string, remedy: string]>> = {
	ENOENT: ['no such file or folder', 'check the spelling'],
	ENOTDIR: ['no such file or folder', 'check the spelling'],
	EACCES: ['the file cannot be read or written: permission denied', 'check its permissions: ls -l'],
	EPERM: ['the file cannot be read or written: not permitted', 'check its permissions: ls -l'],
	EISDIR: ['this is a folder', 'name a file in it'],
	ELOOP: ['the file is a symbolic link that leads back to itself', 'name the file itself'],
	ENAMETOOLONG: ['the file name is too long', 'check the spelling'],
	ENOSPC: ['no space is left on the disk', 'free some space, or write elsewhere'],
	ENXIO: ['nobody reads from this pipe or device', 'start its reader first, or name a file'],
	EEXIST: ['a file of that name is in the way', 'remove it, or name another file'],
	EAGAIN: ['the reader of this pipe is too slow', 'name a file'],
	EPIPE: ['the reader of this pipe has gone', 'name a file'],
	EIO: ['the device reports an error', 'write elsewhere'],
	EINVAL: ['the system does not write to this file', 'write elsewhere'],
	EROFS: ['the file system is read-only', 'write elsewhere'],
};

/** A failure of the file system, as a mistake of the user who named the file. @throws the error itself when it is something else */
export const fileMistake = (error: unknown, file: string): Mistake => {
	const reason = reasons[errorCode(error) ?? ''];
	if (!reason) {
		throw error;
	}

	return new Mistake(reason[0], {file}, reason[1]);
};

/** Where the first byte that is not UTF-8 is: line and column from 1. */
const invalidPlace = (bytes: Uint8Array): {readonly line: number; readonly column: number} => {
	let low = 0;
	let high = bytes.length;
	while (low < high) {
		const middle = Math.ceil((low + high) / 2);
		try {
			// Each with a decoder of its own: one keeps the beginning of a character that is not complete.
			new TextDecoder('utf-8', {fatal: true}).decode(bytes.subarray(0, middle), {stream: true});
			low = middle;
		} catch {
			high = middle - 1;
		}
	}

	const before = new TextDecoder().decode(bytes.subarray(0, low), {stream: true}).split('\n');
	return {line: before.length, column: (before.at(-1) ?? '').length + 1};
};

/** What bytes that are not UTF-8 are: UTF-16 begins with a mark, and what has one byte a letter is hardly ever anything but Latin-1. */
const encodingOf = ([first, second]: Uint8Array): 'UTF-16' | 'Latin-1' =>
	(first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff) ? 'UTF-16' : 'Latin-1';

/** Bytes as text. @throws {Mistake} when they are not UTF-8 */
export const decodeText = (bytes: Uint8Array, file: string): string => {
	try {
		return new TextDecoder('utf-8', {fatal: true, ignoreBOM: true}).decode(bytes);
	} catch {
		const encoding = encodingOf(bytes);
		throw new Mistake(
			`the file is not UTF-8 text${encoding === 'UTF-16' ? ', but UTF-16' : '; it may be Latin-1'}`,
			{file, ...invalidPlace(bytes)},
			`save it as UTF-8: iconv -f ${encoding === 'UTF-16' ? 'UTF-16' : 'ISO-8859-1'} -t UTF-8 < old.yaml > new.yaml`,
		);
	}
};

/**
Text of a file that a user named.

@throws {Mistake} when it cannot be read, is larger than `limitBytes`, or is no text.
*/
export const readTextFile = (file: string, limitBytes = 64 * 1024 * 1024): string => {
	try {
		const {size} = statSync(file);
		if (size > limitBytes) {
			throw new Mistake(
				`the file has ${size} bytes, over the limit of ${limitBytes}`,
				{file},
				'split it: an object in Kubernetes has at most 1.5 MiB',
			);
		}

		return decodeText(readFileSync(file), file);
	} catch (error) {
		throw error instanceof Mistake ? error : fileMistake(error, file);
	}
};

/** Makes a folder and those above it. By hand: on some file systems, such as /proc, Node.js never comes back from `recursive`. */
const makeFolder = (folder: string): void => {
	const missing: string[] = [];
	for (let at = path.resolve(folder); !existsSync(at); at = path.dirname(at)) {
		missing.unshift(at);
	}

	for (const name of missing) {
		mkdirSync(name, {mode: 0o700});
	}
};

/** Writes into what is there: a device, or a pipe that somebody reads; without a reader this is an error (ENXIO), never a wait. */
const writeInPlace = (file: string, parts: Iterable<string>): void => {
	writeParts(openSync(file, constants.O_WRONLY | constants.O_NONBLOCK), parts);
};

/** Writes one part after the other, and closes what it writes to. */
const writeParts = (descriptor: number, parts: Iterable<string>): void => {
	try {
		for (const part of parts) {
			writeFileSync(descriptor, part);
		}
	} finally {
		closeSync(descriptor);
	}
};

/** How a file is written. */
interface WriteOptions {
	/** Permissions of a new file, such as 0o600 for what holds tokens. */
	readonly mode?: number;
	/** Whether folders that do not exist are made, for their owner only. */
	readonly folders?: boolean;
}

/** The file itself behind symbolic links, existing or not. */
const targetOf = (file: string): string => {
	try {
		return realpathSync(file);
	} catch (error) {
		if (errorCode(error) !== 'ENOENT') {
			throw error;
		}

		return path.join(realpathSync(path.dirname(file)), path.basename(file));
	}
};

/**
Writes a file as a whole or not at all: links are followed, devices and pipes are written in place, nothing else is replaced.

@param text the text, or its parts one after the other: a long one need not be in memory as a whole.
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

		// A pipe has a name that leads nowhere: /dev/stdout.
		const found = statSync(file, {throwIfNoEntry: false});
		if (found && !found.isFile()) {
			writeInPlace(file, parts);
			return;
		}

		const target = targetOf(file);

		unfinished = `${target}.${randomUUID()}.new`;
		writeParts(openSync(unfinished, 'wx', mode), parts);
		renameSync(unfinished, target);
	} catch (error) {
		if (unfinished !== undefined) {
			rmSync(unfinished, {force: true});
		}

		throw fileMistake(error, file);
	}
};

/** Makes a folder that files are written into later, and says at once what would keep them from it. @throws {Mistake} */
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

/** Says at once what would keep a file from being written later. @throws {Mistake} */
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
