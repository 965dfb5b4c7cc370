import {existsSync} from 'node:fs';
import path from 'node:path';
import {fileURLToPath} from 'node:url';
import {parseArgs} from 'node:util';
import {differences} from './conformance/differences.js';
import {readGoldens, readLines, type Golden} from './conformance/golden.js';
import {mutationCluster, tryMutation, type Mutation} from './conformance/mutations.js';
import {tryPlacement, type Placement} from './conformance/placements.js';
import {play} from './conformance/player.js';
import {Score} from './conformance/score.js';

// npm run conformance -- [FOLDER] [--only=PREFIX] [--verbose]
// Plays recorded scenarios against the simulated cluster and prints how many answers are those of the real one.
// FOLDER: a folder of goldens, however deep, or a file with all of them. What differs is listed; it is no failure.
const {values, positionals} = parseArgs({
	allowPositionals: true,
	options: {
		only: {type: 'string', default: ''},
		verbose: {type: 'boolean', default: false},
	},
});
const {only, verbose} = values;
const snapshots = fileURLToPath(new URL('../../snapshots/cluster/', import.meta.url));
const place = positionals[0] ?? path.join(snapshots, 'goldens.jsonl.gz');

const report = (title: string, lines: readonly string[]): void => {
	console.log(`differs: ${title}`);
	for (const line of verbose ? lines : lines.slice(0, 3)) {
		console.log(`    ${verbose ? line : line.slice(0, 400)}`);
	}
};

const playGoldens = (goldens: readonly Golden[]): void => {
	const score = new Score();
	for (const golden of goldens) {
		const started = performance.now();
		const {entries, failure} = play(golden);
		const takenMs = performance.now() - started;
		if (failure !== undefined) {
			report(golden.id, [
				failure
					.split('\n')
					.slice(0, verbose ? undefined : 6)
					.join('\n    '),
			]);
		}

		let equal = 0;
		for (const [index, expected] of golden.entries.entries()) {
			const found = differences(
				expected,
				entries[index] ?? {error: failure === undefined ? 'no answer' : 'broken off'},
			);
			if (found.length === 0) {
				equal++;
			} else if (failure === undefined || entries[index]) {
				report(`${golden.id} #${index + 1} ${expected.step}`, found);
			}
		}

		score.add(golden.id, equal, golden.entries.length);
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
	tryCase: () => (one: T) => readonly string[],
): void => {
	const file = [path.join(place, `${name}.jsonl.gz`), path.join(snapshots, `${name}.jsonl.gz`)].find((candidate) =>
		existsSync(candidate),
	);
	if (!file || !(name.startsWith(only) || only.startsWith(`${name}/`))) {
		return;
	}

	const cases = readLines<T>(file).filter(({index}) => only === '' || `${name}/${index}`.startsWith(only));
	let attempt = tryCase();
	let equal = 0;
	for (const one of cases) {
		let found: readonly string[];
		try {
			found = attempt(one);
		} catch (error) {
			found = [(error as Error).stack ?? String(error)];
			attempt = tryCase();
		}

		if (found.length === 0) {
			equal++;
		} else {
			report(`${name}/${one.index}`, found);
		}
	}

	console.log(`${name.padEnd(13)}${equal} of ${cases.length} answers`);
};

playGoldens(readGoldens(place).filter(({id}) => id.startsWith(only)));
playCases<Mutation>('mutations', () => {
	const cluster = mutationCluster();
	return (mutation) => tryMutation(cluster, mutation);
});
playCases<Placement>('placements', () => tryPlacement);
