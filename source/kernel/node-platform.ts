import {
	closeSync,
	constants,
	existsSync,
	mkdirSync,
	openSync,
	readdirSync,
	readFileSync,
	readSync,
	renameSync,
	rmSync,
	statSync,
	writeFileSync,
	type Stats,
} from 'node:fs';
import {dirname} from 'node:path';
import process from 'node:process';
import {fileURLToPath, pathToFileURL} from 'node:url';
import {gunzipSync} from 'node:zlib';
import envPaths from 'env-paths';
import type {FoundFile, Platform} from './files.js';

/** The folder of package.json: above this module, whether the modules run one by one or as a bundle. */
const findPackageFolder = (): string => {
	let folder = new URL('.', import.meta.url);
	while (!existsSync(new URL('package.json', folder))) {
		const above = new URL('..', folder);
		if (above.href === folder.href) {
			throw new Error(`no package.json above ${import.meta.url}`);
		}

		folder = above;
	}

	return fileURLToPath(folder);
};

/** The name of a compressed file in the published package, which has it as plain text, so that bundlers of pages can also read it. */
const unpackedName = (path: string): string =>
	`dist/bundle/facts/${path.slice(path.lastIndexOf('/') + 1, -'.gz'.length)}`;

let packageFolder: string | undefined;

/**
Address of a file of the package, for programs that run in Node only; `packageText` reads files that a page needs too.

@param path from the folder of package.json, with slashes: `source/manual/`.
*/
export const packageFile = (path: string): URL => new URL(path, pathToFileURL(nodePlatform.packageFolder));

/** The pause between reads of an empty pipe, in milliseconds. */
const pauseMs = 10;

/** All data from a pipe or a device, up to a byte above the limit. */
const readStream = (path: string, limitBytes: number): Uint8Array => {
	// Opened as usual, a pipe without a writer holds the program.
	const opened = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
	const chunks: Buffer[] = [];
	let size = 0;
	try {
		while (size <= limitBytes) {
			const chunk = Buffer.alloc(65_536);
			let length: number;
			try {
				length = readSync(opened, chunk);
			} catch (error) {
				if (!(error instanceof Error && 'code' in error && error.code === 'EAGAIN')) {
					throw error;
				}

				Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, pauseMs);
				continue;
			}

			if (length === 0) {
				break;
			}

			size += length;
			chunks.push(chunk.subarray(0, length));
		}
	} finally {
		closeSync(opened);
	}

	return Buffer.concat(chunks).subarray(0, limitBytes + 1);
};

const kindOf = (found: Stats): FoundFile['kind'] => {
	if (found.isFile()) {
		return 'file';
	}

	if (found.isDirectory()) {
		return 'folder';
	}

	return found.isFIFO() ? 'pipe' : 'stream';
};

/** Files on disk. The bundle of the page has another module in place of this one. */
export const nodePlatform: Platform = {
	get packageFolder() {
		packageFolder ??= findPackageFolder();
		return packageFolder;
	},
	workingFolder: () => process.cwd(),
	find(path) {
		try {
			const found = statSync(path);
			return {kind: kindOf(found), sizeBytes: found.size};
		} catch {
			// Reading it reports the reason.
			return undefined;
		}
	},
	read(path, limitBytes) {
		const kind = kindOf(statSync(path));
		return kind === 'file' || kind === 'folder' ? readFileSync(path) : readStream(path, limitBytes);
	},
	write(path, text) {
		mkdirSync(dirname(path), {recursive: true});
		// Another process of this user may write the same file.
		const unfinished = `${path}.${process.pid}.new`;
		try {
			writeFileSync(unfinished, text);
			renameSync(unfinished, path);
		} catch (error) {
			rmSync(unfinished, {force: true});
			throw error;
		}
	},
	userFolder: (kind) => envPaths('k8s-walkthrough', {suffix: ''})[kind],
	names: (folder) => readdirSync(folder),
	packageText(path) {
		const file = nodePlatform.packageFolder + path;
		if (existsSync(file)) {
			const bytes = readFileSync(file);
			return (path.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString();
		}

		const unpacked = nodePlatform.packageFolder + unpackedName(path);
		return path.endsWith('.gz') && existsSync(unpacked) ? readFileSync(unpacked, 'utf8') : undefined;
	},
};
