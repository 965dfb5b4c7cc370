import {platform} from '../kernel/platform.js';
import {errorCode} from './error-code.js';
import {Mistake} from './mistake.js';

const reasons: Readonly<Record<string, readonly [message: string, remedy: string]>> = {
	ENOENT: ['no such file or folder', 'check the spelling'],
	ENOTDIR: ['no such file or folder', 'check the spelling'],
	EACCES: ['the file cannot be read or written: permission denied', 'check its permissions: ls -l'],
	EPERM: ['the file cannot be read or written: not permitted', 'check its permissions: ls -l'],
	EISDIR: ['this is a folder', 'name a file in it'],
	ELOOP: ['the file is a symbolic link that leads back to itself', 'name the file itself'],
	ENAMETOOLONG: ['the file name is too long', 'check the spelling'],
	ENOSPC: ['no space is left on the disk', 'free some space, or write elsewhere'],
	ENXIO: ['no process reads from this pipe or device', 'start its reader first, or name a file'],
	EEXIST: ['a file of that name is in the way', 'remove it, or name another file'],
	EAGAIN: ['the reader of this pipe is too slow', 'name a file'],
	EPIPE: ['the reader of this pipe has closed it', 'name a file'],
	EIO: ['the device reports an error', 'write elsewhere'],
	EINVAL: ['the system cannot write to this file', 'write elsewhere'],
	EROFS: ['the file system is read-only', 'write elsewhere'],
};

/** A failure of the file system, as a mistake of the user who named the file. @throws any other error unchanged */
export const fileMistake = (error: unknown, file: string): Mistake => {
	const reason = reasons[errorCode(error) ?? ''];
	if (!reason) {
		throw error;
	}

	return new Mistake(reason[0], {file}, reason[1]);
};

/** The place of the first byte that is not UTF-8: line and column from 1. */
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

/** The beginnings of texts in wide encodings: a mark, or zeros beside the first letter. The first matching row counts. */
const beginnings: ReadonlyArray<readonly [bytes: ReadonlyArray<number | undefined>, encoding: string]> = [
	[[0xff, 0xfe, 0, 0], 'UTF-32'],
	[[0xff, 0xfe], 'UTF-16'],
	[[0xfe, 0xff], 'UTF-16'],
	[[0, 0], 'UTF-32'],
	[[0], 'UTF-16BE'],
	[[undefined, 0], 'UTF-16LE'],
];

/** The wide encoding of bytes; `undefined`: the bytes have none. */
const wideEncodingOf = (bytes: Uint8Array): string | undefined =>
	beginnings.find(([first]) => first.every((byte, index) => byte === undefined || byte === bytes[index]))?.[1];

/** @throws {Mistake} */
const refuse = (bytes: Uint8Array, file: string): never => {
	// An encoding with one byte per letter is almost always Latin-1.
	const wide = wideEncodingOf(bytes);
	throw new Mistake(
		`the file is not UTF-8 text${wide === undefined ? '; it may be Latin-1' : `, but ${wide}`}`,
		{file, ...(wide === undefined ? invalidPlace(bytes) : {line: 1, column: 1})},
		`save it as UTF-8: iconv -f ${wide ?? 'ISO-8859-1'} -t UTF-8 < old.yaml > new.yaml`,
	);
};

/** Bytes as text. @throws {Mistake} when they are not UTF-8 */
export const decodeText = (bytes: Uint8Array, file: string): string => {
	// Without letters beyond ASCII, UTF-16 is valid UTF-8 as well: with zeros between its letters.
	if (bytes.length > 1 && (bytes[0] === 0 || bytes[1] === 0)) {
		refuse(bytes, file);
	}

	try {
		return new TextDecoder('utf-8', {fatal: true, ignoreBOM: true}).decode(bytes);
	} catch {
		return refuse(bytes, file);
	}
};

const tooLarge = (size: string, limitBytes: number, file: string): Mistake =>
	new Mistake(
		`the file has ${size} bytes, over the limit of ${limitBytes}`,
		{file},
		'split it: a Kubernetes object is at most 1.5 MiB',
	);

/**
Text of a file that a user named.

@throws {Mistake} when it cannot be read, is larger than `limitBytes`, or is not text.
*/
export const readTextFile = (file: string, limitBytes = 64 * 1024 * 1024): string => {
	try {
		const {read, find} = platform();
		const found = find(file);
		if (found?.kind === 'file' && found.sizeBytes > limitBytes) {
			throw tooLarge(String(found.sizeBytes), limitBytes, file);
		}

		const bytes = read(file, limitBytes);
		if (bytes.length > limitBytes) {
			throw tooLarge(`more than ${limitBytes}`, limitBytes, file);
		}

		if (found?.kind === 'pipe' && bytes.length === 0) {
			throw new Mistake('no process writes to this pipe', {file}, 'start its writer first, or name a file');
		}

		return decodeText(bytes, file);
	} catch (error) {
		throw error instanceof Mistake ? error : fileMistake(error, file);
	}
};
