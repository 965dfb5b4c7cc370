import path from 'node:path';
import process from 'node:process';
import {pathToFileURL} from 'node:url';
import {CpuLimit} from './cpu-limit.js';
import {collect, runSmallTest} from './small-ava.js';
import {state} from './state.js';
import type {TestAnswer, TestQuestion, TestReach} from './test-hunter.js';

const dist = path.join(import.meta.dirname, '../..');
let turn = 0;
const limit = new CpuLimit();

/** Runs tests of a file up to the first that fails. The file is loaded each time, since some of its values are made while it is loaded. */
const run = async ({file, titles, leftOut, limitMs}: TestQuestion): Promise<TestAnswer> => {
	const {tests, after, afterEach} = collect();
	const reach: TestReach[] = [];
	let failed: TestAnswer['failed'];
	const attempt = async (title: string, act: () => unknown): Promise<void> => {
		state.reached.clear();
		const startedMs = performance.now();
		limit.begin(limitMs);
		try {
			await act();
		} catch (error) {
			failed ??= {file, title, message: String(error instanceof Error ? error.message : error).slice(0, 300)};
		}

		limit.end();
		reach.push({title, ms: performance.now() - startedMs, reached: [...state.reached]});
		process.send?.('goes on');
	};

	await attempt('(loading)', () => import(`${pathToFileURL(path.join(dist, file)).href}?turn=${++turn}`));
	for (const one of tests) {
		if (!failed && !leftOut.includes(one.title) && (!titles || titles.includes(one.title))) {
			await attempt(one.title, () => runSmallTest(one, afterEach));
		}
	}

	for (const end of after) {
		await attempt('(end)', () => runSmallTest({title: '(end)', body: end}, []));
	}

	return {...(failed ? {failed} : {}), reach};
};

// fork(…, {execArgv: ['--import=…/plant.js']}) with MUTANTS_AVA: answers questions of `test-hunter.ts`, all in one process.
process.on('message', async (question: TestQuestion) => {
	state.current = question.mutant;
	const answer = await run(question);
	state.current = -1;
	process.send?.(answer);
});
