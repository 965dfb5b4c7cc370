import {existsSync, readFileSync, writeFileSync} from 'node:fs';
import path from 'node:path';
import {fileURLToPath} from 'node:url';
import {parseArgs} from 'node:util';
import {readGoldens, readLines, type Golden} from './conformance/golden.js';
import {judge, judgeMutations, judgePlacements, type Verdict} from './conformance/judge.js';
import type {Mutation} from './conformance/mutations.js';
import {listFile, readList, shrunk} from './conformance/not-equal.js';
import type {Placement} from './conformance/placements.js';
import {Score} from './conformance/score.js';

// npm run conformance -- [FOLDER] [--only=PREFIX] [--verbose] [--shrink]
// Plays recorded scenarios against the simulated cluster and prints how many answers are those of the real one.
// FOLDER: a folder of goldens, however deep, or a file with all of them; by default, the recordings in this repository.
// What differs is shown, its first paths or with --verbose all of them; it is not a failure.
// --shrink removes answers that have become equal from the list of answers that are not equal yet.
const {values, positionals} = parseArgs({
	allowPositionals: true,
	options: {
		only: {type: 'string', default: ''},
		verbose: {type: 'boolean', default: false},
		shrink: {type: 'boolean', default: false},
	},
});
const {only, verbose, shrink} = values;
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

const playGoldens = (goldens: readonly Golden[]): void => {
	const score = new Score();
	for (const golden of goldens) {
		const started = performance.now();
		const {verdicts, failure} = judge(golden);
		const takenMs = performance.now() - started;
		if (failure !== undefined) {
			report(golden.id, failure.split('\n'), 6);
		}

		score.add(golden.id, verdicts.filter((verdict) => count(verdict)).length, verdicts.length);
		if (verbose) {
			console.log(`played: ${golden.id}, ${takenMs.toFixed(0)} ms`);
		}
	}

	for (const line of score.lines()) {
		console.log(line);
	}
};

/** One line for a file of cases that have one answer each. */
const playCases = <T extends {readonly index: number}>(
	name: string,
	judgeAll: (cases: readonly T[]) => Iterable<Verdict>,
): void => {
	const file = [path.join(place, `${name}.jsonl.gz`), path.join(snapshots, `${name}.jsonl.gz`)].find((candidate) =>
		existsSync(candidate),
	);
	if (!file || !(name.startsWith(only) || only.startsWith(`${name}/`))) {
		return;
	}

	const cases = readLines<T>(file).filter(({index}) => `${name}/${index}`.startsWith(only));
	const equal = [...judgeAll(cases)].filter((verdict) => count(verdict)).length;
	console.log(`${name.padEnd(13)}${equal} of ${cases.length} answers`);
};

playGoldens(readGoldens(place).filter(({id}) => id.startsWith(only)));
playCases<Mutation>('mutations', judgeMutations);
playCases<Placement>('placements', judgePlacements);
if (shrink) {
	const text = readFileSync(listFile, 'utf8');
	const gone = new Set([...readList(text).keys()].filter((id) => equalIDs.has(id)));
	writeFileSync(listFile, shrunk(text, gone));
	console.log(`${gone.size} answers are off the list, ${readList(text).size - gone.size} are left`);
}
