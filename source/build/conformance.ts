import {existsSync, readFileSync, writeFileSync} from 'node:fs';
import path from 'node:path';
import {fileURLToPath} from 'node:url';
import {resultsInOrder} from '../commands/worker-pool.js';
import {scriptFlags} from './script-flags.js';
import {readGoldens, readLines, type Golden} from './conformance/golden.js';
import type {Verdict} from './conformance/judge.js';
import type {Mutation} from './conformance/mutations.js';
import {listFile, readList, shrunk} from './conformance/not-equal.js';
import {playing, slices, type Part} from './conformance/parts.js';
import type {Placement} from './conformance/placements.js';
import {Score} from './conformance/score.js';

const {values, positionals, numberOf} = scriptFlags({
	usage: `npm run conformance -- [FOLDER] [--only=PREFIX] [--verbose] [--shrink] [--jobs=N]

Plays recorded scenarios against the simulated cluster and prints how many answers are those of the real one.
FOLDER: a folder of goldens, however deep, or a file with all of them; by default, the recordings in this repository.
What differs is shown, its first paths or with --verbose all of them; it is not a failure.
--shrink removes answers that have become equal from the list of answers that are not equal yet.
--jobs says how many scenarios are played at the same time; by default, one per core. The output does not depend on it.`,
	allowPositionals: true,
	options: {
		only: {type: 'string', default: ''},
		verbose: {type: 'boolean', default: false},
		shrink: {type: 'boolean', default: false},
		jobs: {type: 'string'},
	},
});
const {only, verbose, shrink} = values;
const jobs = numberOf('jobs', values.jobs);
const snapshots = fileURLToPath(new URL('../../snapshots/cluster/', import.meta.url));
const place = positionals[0] ?? path.join(snapshots, 'goldens.jsonl.gz');
const equalIDs = new Set<string>();

const report = (title: string, lines: readonly string[], shownLines = 3): void => {
	console.log(`differs: ${title}`);
	for (const line of verbose ? lines : lines.slice(0, shownLines)) {
		console.log(`    ${verbose ? line : line.slice(0, 400)}`);
	}
};

/** @returns whether the answers are equal. */
const count = ({id, step, found}: Verdict): boolean => {
	if (found.length === 0) {
		equalIDs.add(id);
		return true;
	}

	report(step === undefined ? id : `${id} ${step}`, found);
	return false;
};

const playGoldens = async (goldens: readonly Golden[]): Promise<void> => {
	const score = new Score();
	const parts = goldens.map((golden): Part => ({name: 'golden', golden}));
	for await (const {id, verdicts, failure, takenMs} of resultsInOrder(playing, parts, jobs)) {
		if (failure !== undefined) {
			report(id, failure.split('\n'), 6);
		}

		score.add(id, verdicts.filter((verdict) => count(verdict)).length, verdicts.length);
		if (verbose) {
			console.log(`played: ${id}, ${takenMs.toFixed(0)} ms`);
		}
	}

	for (const line of score.lines()) {
		console.log(line);
	}
};

/** One line for a file of cases that have one answer each. */
const playCases = async <T extends {readonly index: number}>(
	name: string,
	partOf: (cases: readonly T[]) => Part,
	atOnce: number,
): Promise<void> => {
	const file = [path.join(place, `${name}.jsonl.gz`), path.join(snapshots, `${name}.jsonl.gz`)].find((candidate) =>
		existsSync(candidate),
	);
	if (!file || !(name.startsWith(only) || only.startsWith(`${name}/`))) {
		return;
	}

	const cases = readLines<T>(file).filter(({index}) => `${name}/${index}`.startsWith(only));
	const parts = slices(cases, atOnce).map((slice) => partOf(slice));
	let equal = 0;
	for await (const {verdicts} of resultsInOrder(playing, parts, jobs)) {
		equal += verdicts.filter((verdict) => count(verdict)).length;
	}

	console.log(`${name.padEnd(13)}${equal} of ${cases.length} answers`);
};

await playGoldens(readGoldens(place).filter(({id}) => id.startsWith(only)));
await playCases<Mutation>('mutations', (cases) => ({name: 'mutations', cases}), 200);
await playCases<Placement>('placements', (cases) => ({name: 'placements', cases}), 20);
if (shrink) {
	const text = readFileSync(listFile, 'utf8');
	const gone = new Set([...readList(text).keys()].filter((id) => equalIDs.has(id)));
	writeFileSync(listFile, shrunk(text, gone));
	console.log(`${gone.size} answers are off the list, ${readList(text).size - gone.size} are left`);
}
