import {mkdtempSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import path from 'node:path';
import process from 'node:process';

const made: string[] = [];

/** A new empty folder for the files of a test; it is deleted with its content at the end of the test's process. */
export const temporaryFolder = (): string => {
	if (made.length === 0) {
		process.once('exit', () => {
			for (const folder of made) {
				rmSync(folder, {recursive: true, force: true});
			}
		});
	}

	const folder = mkdtempSync(path.join(tmpdir(), 'k8s-walkthrough-'));
	made.push(folder);
	return folder;
};

/** Writes a file into a folder. @returns its path */
export const put = (folder: string, name: string, content: string | Uint8Array): string => {
	const file = path.join(folder, name);
	writeFileSync(file, content);
	return file;
};
