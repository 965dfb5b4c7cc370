import {execFile} from 'node:child_process';
import {mkdtempSync, readdirSync, readFileSync, rmSync} from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import process from 'node:process';

const root = path.join(import.meta.dirname, '../../..');
const dist = path.join(import.meta.dirname, '../..');
const ava = path.join(root, 'node_modules/ava/entrypoints/cli.mjs');
const config = path.join('source/build/mutants/ava.mjs');
const plant = new URL('plant.js', import.meta.url).href;

/** The compiled tests of a room, relative to the folder of the compiled program. */
export const testsOfRoom = (room: string): readonly string[] =>
	readdirSync(path.join(dist, room), {recursive: true, encoding: 'utf8'})
		.map((name) => `${room}/${name.replaceAll(path.sep, '/')}`)
		.filter((name) => name.endsWith('.test.js'))
		.sort();

/** The tests' results for a mistake. */
export interface TestResult {
	readonly passed: boolean;
	/** Places of mistakes that were reached. */
	readonly reached: ReadonlySet<number>;
	/** The output of AVA. */
	readonly printed: string;
}

/** Tests that hang have found their mistake as well. */
const limitMs = 600_000;

/** Runs tests, up to the first that fails, in one process with the mistake. @param table a file with mistakes in place of the table */
export const runTests = (tests: readonly string[], mutant: number, table?: string): Promise<TestResult> =>
	new Promise((resolve) => {
		const folder = mkdtempSync(path.join(os.tmpdir(), 'mutants-'));
		const file = path.join(folder, 'reached');
		const env = {
			...process.env,
			TESTS: tests.join(','),
			MUTANT: String(mutant),
			NODE_OPTIONS: `--import=${plant}`,
			MUTANTS_REACHED: file,
			...(table === undefined ? {} : {MUTANTS: table}),
		};
		const limits = {timeout: limitMs, maxBuffer: 1e8};
		execFile(process.execPath, [ava, '--config', config], {cwd: root, env, ...limits}, (error, stdout) => {
			const lines = readdirSync(folder).length > 0 ? readFileSync(file, 'utf8').trim().split('\n') : [];
			rmSync(folder, {recursive: true, force: true});
			const reached = new Set(lines.flatMap((line): readonly number[] => JSON.parse(line)));
			resolve({passed: !error, reached, printed: stdout});
		});
	});
