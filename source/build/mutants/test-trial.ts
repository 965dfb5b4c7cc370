import path from 'node:path';
import process from 'node:process';
import {pathToFileURL} from 'node:url';
import {collect, runSmallTest} from './small-ava.js';
import {state} from './state.js';
import type {TestAnswer, TestQuestion} from './test-hunter.js';

const dist = path.join(import.meta.dirname, '../..');
let turn = 0;

/** The first test of a file that fails with a mistake. The file is loaded each time, since some of its values are made while it is loaded. */
const failureOf = async (file: string, leftOut: ReadonlySet<string>): Promise<TestAnswer['failed']> => {
	const {tests, after, afterEach} = collect();
	const failures: Array<NonNullable<TestAnswer['failed']>> = [];
	const attempt = async (title: string, act: () => unknown): Promise<void> => {
		try {
			await act();
		} catch (error) {
			failures.push({file, title, message: String(error instanceof Error ? error.message : error).slice(0, 300)});
		}
	};

	await attempt('(loading)', () => import(`${pathToFileURL(path.join(dist, file)).href}?turn=${++turn}`));
	for (const one of tests) {
		if (failures.length === 0 && !leftOut.has(`${file}: ${one.title}`)) {
			await attempt(one.title, () => runSmallTest(one, afterEach));
		}
	}

	for (const end of after) {
		await attempt('(end)', () => runSmallTest({title: '(end)', body: end}, []));
	}

	return failures[0];
};

const answer = async ({mutant, files, leftOut}: TestQuestion): Promise<TestAnswer> => {
	state.current = mutant;
	state.reached.clear();
	let failed: TestAnswer['failed'];
	for (const file of files) {
		failed ??= await failureOf(file, new Set(leftOut));
	}

	state.current = -1;
	return {...(failed ? {failed} : {}), reached: [...state.reached]};
};

// fork(…, {execArgv: ['--import=…/plant.js']}) with MUTANTS_AVA: answers questions of `test-hunter.ts`, all in one process.
process.on('message', async (question: TestQuestion) => {
	process.send?.(await answer(question));
});
