import {execFile} from 'node:child_process';
import path from 'node:path';
import process from 'node:process';
import {fileURLToPath} from 'node:url';
import {isRecord} from '../../kernel/record.js';
import {storySeed} from '../../invariants/campaign/plan.js';
import type {Mutant} from './mutant.js';
import {mutants} from './mutants.js';

/** How a mutant was found. */
export type Catch =
	| {readonly by: 'seed'; readonly seed: number; readonly problem: string}
	| {readonly by: 'test'; readonly test: string}
	| {readonly by: 'nothing'};

const root = path.join(import.meta.dirname, '../../..');
const plant = new URL('plant.js', import.meta.url).href;
const trial = fileURLToPath(new URL('trial.js', import.meta.url));
const ava = path.join(root, 'node_modules/ava/entrypoints/cli.mjs');

/** Variants of a story that are tried: their worlds differ. */
const variants = [4, 8];

/** Seeds where a mutant is known to act. */
const knownSeeds = ({seeds = [], stories = []}: Mutant): readonly number[] => [
	...seeds,
	...stories.flatMap((name) => variants.map((variant) => storySeed(name, variant))),
];

/** A run that hangs has found its mistake as well. */
const limitMs = 600_000;
const hung = -1;

/** Runs a program with the mutant in it. @returns its exit code, or `hung`, and what it prints. */
const runWith = (mutant: number, args: readonly string[]): Promise<{readonly code: number; readonly printed: string}> =>
	new Promise((resolve) => {
		const env = {...process.env, MUTANT: String(mutant), NODE_OPTIONS: `--import=${plant}`};
		execFile(process.execPath, args, {cwd: root, env, timeout: limitMs, maxBuffer: 1e8}, (error, stdout, stderr) => {
			resolve({code: error ? Number(error.code ?? hung) : 0, printed: stdout + (error ? stderr : '')});
		});
	});

/** Judges these seeds up to the first that fails. */
export const huntBySeeds = async (mutant: number, seeds: readonly number[]): Promise<Catch> => {
	if (seeds.length === 0) {
		return {by: 'nothing'};
	}

	const {code, printed} = await runWith(mutant, [trial, ...seeds.map(String)]);
	if (code === hung) {
		return {by: 'seed', seed: seeds[0] ?? 0, problem: `it does not end within ${limitMs / 1000} s`};
	}

	if (code !== 0) {
		throw new Error(printed);
	}

	const found: unknown = JSON.parse(printed);
	return isRecord(found) && Array.isArray(found['problems'])
		? {by: 'seed', seed: Number(found['seed']), problem: found['problems'].join('\n')}
		: {by: 'nothing'};
};

/** The first of these test files that fails. */
export const huntByTests = async (mutant: number, tests: readonly string[]): Promise<Catch> => {
	for (const test of tests) {
		const {code} = await runWith(mutant, [ava, `dist/${test}`]);
		if (code !== 0) {
			return {by: 'test', test};
		}
	}

	return {by: 'nothing'};
};

/** Looks for a mutant where it is known to act, then in other seeds, then in other tests. */
export const hunt = async (number: number, seeds: readonly number[], tests: readonly string[]): Promise<Catch> => {
	const mutant = mutants[number];
	const {tests: own = []} = mutant ?? {};
	const known = mutant ? knownSeeds(mutant) : [];
	const others = seeds.filter((one) => !known.includes(one));
	const bySeed = await huntBySeeds(number, own.length > 0 ? known : [...known, ...others]);
	if (bySeed.by !== 'nothing') {
		return bySeed;
	}

	return huntByTests(number, [...own, ...tests.filter((one) => !own.includes(one))]);
};
