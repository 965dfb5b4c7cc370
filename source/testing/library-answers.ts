import {readFileSync} from 'node:fs';
import {gunzipSync} from 'node:zlib';
import type {ExecutionContext} from 'ava';
import {fileURLToPath} from 'node:url';

/** An answer of one of the Go modules that Kubernetes is made of. */
export type LibraryAnswer<T> = {readonly result: T; readonly type?: string} | {readonly error: string};

interface Case {
	readonly module: string;
}

const file = fileURLToPath(new URL('../../snapshots/cluster/libraries.jsonl.gz', import.meta.url));

let cases: readonly Case[] | undefined;

/**
The recorded questions to a Go module and its answers: random ones, right and wrong, written by a program.

@param module such as `quantity` or `cel`; `build/record/libraries.go` has them all.
*/
export const libraryCases = <T extends object>(module: string): ReadonlyArray<Case & T> => {
	cases ??= gunzipSync(readFileSync(file))
		.toString()
		.trim()
		.split('\n')
		.map((line): Case => JSON.parse(line));
	return cases.filter((one): one is Case & T => one.module === module);
};

/** The answer that our own code gives, in the form of a recorded one. */
export const answerOf = <T>(give: () => T): LibraryAnswer<T> => {
	try {
		return {result: give()};
	} catch (error) {
		return {error: error instanceof Error ? error.message : String(error)};
	}
};

/**
Asks our own code the recorded questions to a Go module, and compares each answer.

@param module as in {@link libraryCases}.
@param atLeast the cases that there must be.
@param give our own answer to one question; an error that it throws is an answer too.
*/
export const comparedWithLibrary = <T extends object>(
	t: ExecutionContext,
	module: string,
	atLeast: number,
	give: (question: T) => unknown,
): void => {
	const cases = libraryCases<T & {readonly answer: LibraryAnswer<unknown>}>(module);
	t.true(cases.length > atLeast);
	for (const one of cases) {
		const {answer, ...question} = one;
		t.deepEqual(
			answerOf(() => give(one)),
			answer,
			JSON.stringify(question),
		);
	}
};
