import {mkdtempSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import path from 'node:path';
import {run} from '../commands/program.js';

/** What a command line did. */
export interface Ran {
	readonly code: number;
	readonly out: string;
	readonly err: string;
}

/** Runs a command line in this process, without a terminal. @param columns width that texts are wrapped to. */
export const runCommand = async (
	words: readonly string[],
	stdin: Uint8Array | string = '',
	columns = 100,
): Promise<Ran> => {
	let out = '';
	let err = '';
	const code = await run(words, {
		stdout(text) {
			out += text;
		},
		stderr(text) {
			err += text;
		},
		stdin: () => (typeof stdin === 'string' ? new TextEncoder().encode(stdin) : stdin),
		screen: false,
		columns,
	});
	return {code, out, err};
};

/** A folder for one test file. */
export const temporaryFolder = (): string => mkdtempSync(path.join(tmpdir(), 'k8s-walkthrough-'));

/** Writes a file into a folder. @returns its path */
export const put = (folder: string, name: string, content: string | Uint8Array): string => {
	const file = path.join(folder, name);
	writeFileSync(file, content);
	return file;
};
