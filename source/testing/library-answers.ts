import {readFileSync} from 'node:fs';
import {gunzipSync} from 'node:zlib';
import {fileURLToPath} from 'node:url';

/** An answer of one of the Go modules that Kubernetes is made of. */
export type LibraryAnswer<T> = {readonly result: T; readonly type?: string} | {readonly error: string};

interface Case {
	readonly library: string;
}

const file = fileURLToPath(new URL('../../snapshots/cluster/libraries.jsonl.gz', import.meta.url));

let cases: readonly Case[] | undefined;

/**
The recorded questions to a Go module and its answers: random ones, right and wrong, written by a program.

@param library such as `quantity` or `cel`; `build/record/libraries.go` has them all.
*/
export const libraryCases = <T extends object>(library: string): ReadonlyArray<Case & T> => {
	cases ??= gunzipSync(readFileSync(file))
		.toString()
		.trim()
		.split('\n')
		.map((line): Case => JSON.parse(line));
	return cases.filter((one): one is Case & T => one.library === library);
};

/** The answer that our own code gives, in the form of a recorded one. */
export const answerOf = <T>(give: () => T): LibraryAnswer<T> => {
	try {
		return {result: give()};
	} catch (error) {
		return {error: error instanceof Error ? error.message : String(error)};
	}
};
