import {closeSync, mkdirSync, openSync, readdirSync, readFileSync, readSync} from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import process from 'node:process';
import {fileURLToPath} from 'node:url';
import {cachedDataVersionTag} from 'node:v8';
import * as zlib from 'node:zlib';
import envPaths from 'env-paths';

/** The file of a bundle's snapshot. */
export interface SnapshotFile {
	/** Folder of all snapshots of this user. */
	readonly folder: string;
	/** Begins the name of the file; its checksum follows. */
	readonly key: string;
	/** Folder of the bundle. */
	readonly bundle: string;
}

type CRC = (bytes: Uint8Array | string, value?: number) => number;

const isCRC = (value: unknown): value is CRC => typeof value === 'function';

/** Node's CRC-32, continued from the value of the earlier data; `undefined` before Node 22.2. */
const crc32 = 'crc32' in zlib && isCRC(zlib.crc32) ? zlib.crc32 : undefined;

const digits = (value: number): string => value.toString(16).padStart(8, '0');

/** CRC-32 of a file as 8 hexadecimal digits, read a megabyte at a time: a buffer of its size costs more than the sum. @throws an error with a `code` */
export const checksum = (file: string): string => {
	const from = openSync(file, 'r');
	try {
		const part = Buffer.allocUnsafe(1 << 20);
		let value = 0;
		for (let length; (length = readSync(from, part)) > 0;) {
			value = crc32?.(part.subarray(0, length), value) ?? 0;
		}

		return digits(value);
	} finally {
		closeSync(from);
	}
};

/** The name that the build gave to a bundle; `undefined` outside one. */
const buildOf = (bundle: string): string | undefined => {
	try {
		return readFileSync(path.join(bundle, 'build-id'), 'utf8').trim();
	} catch {
		return undefined;
	}
};

/**
The file of a bundle's snapshot. Its name contains everything that a snapshot depends on: the build, Node, V8's flags, and the user's folders.

@param address URL of a file of the bundle
@returns `undefined` outside a bundle, and where Node cannot compute a checksum
*/
export const snapshotFile = (address: string): SnapshotFile | undefined => {
	const bundle = path.dirname(fileURLToPath(address));
	const build = buildOf(bundle);
	const around = crc32?.([bundle, os.homedir(), os.tmpdir(), cachedDataVersionTag()].join('\n'));
	return build === undefined || around === undefined
		? undefined
		: {
				folder: path.join(envPaths('k8s-walkthrough', {suffix: ''}).cache, 'start'),
				key: [build, process.version, process.arch, digits(around)].join('-'),
				bundle,
			};
};

/** The state of a snapshot in the folder: the file, if its checksum is correct, or a note that none should be written. */
export type Found = {readonly file: string} | 'none' | 'never';

/** Finds a complete snapshot; a file that was changed does not count. */
export const findSnapshot = ({folder, key}: SnapshotFile): Found => {
	let names: readonly string[];
	try {
		mkdirSync(folder, {recursive: true, mode: 0o700});
		names = readdirSync(folder).filter((name) => name.startsWith(`${key}.`));
	} catch {
		return 'never';
	}

	const name = names.find((one) => one.endsWith('.blob'));
	if (name === undefined) {
		return names.includes(`${key}.failed`) ? 'never' : 'none';
	}

	const file = path.join(folder, name);
	try {
		return checksum(file) === name.slice(key.length + 1, -'.blob'.length) ? {file} : 'none';
	} catch {
		return 'none';
	}
};
