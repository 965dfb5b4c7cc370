import {readFileSync} from 'node:fs';
import path from 'node:path';
import {rules} from '../invariants/rules.js';
import {huntBySeeds, huntByTests, huntWhereKnown, survey, surveySeeds, type Catch, type Reach} from './mutants/hunt.js';
import {Hunter} from './mutants/hunter.js';
import {roomOf} from './mutants/mutant.js';
import {mutants} from './mutants/mutants.js';
import {Results} from './mutants/results.js';
import {RoomTests} from './mutants/room-tests.js';
import {switched} from './mutants/switches.js';
import {scriptFlags} from './script-flags.js';

const {values, numberOf, wrong} = scriptFlags({
	usage: `npm run mutants -- [--room kubelet] [--mutant TEXT] [--phases known,tests,worlds] [--results FILE] [--worlds 2] [--seeds 6] [--jobs 1]

Plants mistakes in the compiled program, one at a time, and looks whether the campaign or a test finds them.
A process has all mistakes; each acts when its turn comes, and only in seeds that reach its place.
Prints each with its finding, the score by room, and the survivors; exit code 1 when there are some.

--room ROOM    only mistakes in modules of this room
--mutant TEXT  only mistakes whose words have this text
--phases LIST  in this order, each with what those before it have not found:
               known   seeds where a mistake is known to act
               tests   the tests of its room
               worlds  seeds of all stories that reach its place
--results FILE keeps what was found, so that a later run hunts only the mistakes that are left, and those that have changed
--worlds N     how many worlds of each story are searched for seeds that reach a mistake (2 by default)
--seeds N      how many of these seeds are tried with each mistake (6 by default)
--jobs N       how many processes hunt at the same time (1 by default)`,
	options: {
		room: {type: 'string'},
		mutant: {type: 'string'},
		phases: {type: 'string', default: 'known,tests,worlds'},
		results: {type: 'string'},
		worlds: {type: 'string', default: '2'},
		seeds: {type: 'string', default: '6'},
		jobs: {type: 'string', default: '1'},
	},
});

const chosen = [...mutants.entries()].filter(
	([, mutant]) =>
		(values.room === undefined || roomOf(mutant) === values.room) &&
		(values.mutant === undefined || mutant.mistake.includes(values.mutant)),
);
if (chosen.length === 0) {
	wrong(
		`no mutant of ${mutants.length} is meant: rooms are ${[...new Set(mutants.map((one) => roomOf(one)))].sort().join(', ')}`,
	);
}

const dist = path.join(import.meta.dirname, '..');

/** Mistakes that need a process of their own, since they act while a module is loaded. */
const withoutSwitch = new Set(
	[...new Set(mutants.map(({file}) => file))].flatMap((file) => {
		const changes = [...mutants.entries()].flatMap(([number, one]) => (one.file === file ? [{...one, number}] : []));
		return switched(readFileSync(path.join(dist, file), 'utf8'), changes).withoutSwitch;
	}),
);

const jobs = Math.max(1, numberOf('jobs', values.jobs) ?? 1);
const most = numberOf('seeds', values.seeds) ?? 0;
const hunters = Array.from({length: jobs}, () => new Hunter());
const results = new Results(values.results);
const found: Array<Catch | undefined> = mutants.map((mutant) => results.of(mutant));
const startedMs = performance.now();
const seconds = (): string => ((performance.now() - startedMs) / 1000).toFixed(0);

/** The seeds that reach each mistake: each hunter plays its share of the worlds. */
const surveyed = async (): Promise<Reach> => {
	const seeds = surveySeeds(numberOf('worlds', values.worlds) ?? 1);
	const shares = await Promise.all(
		hunters.map((hunter, index) =>
			survey(
				hunter,
				seeds.filter((_, at) => at % jobs === index),
			),
		),
	);
	const reach = new Map<number, readonly number[]>();
	for (const [number, reaching] of shares.flatMap((share) => [...share])) {
		reach.set(number, [...(reach.get(number) ?? []), ...reaching]);
	}

	return reach;
};

const show = (number: number, result: Exclude<Catch, {by: 'nothing'}>): void => {
	const {file, mistake} = mutants[number] ?? {file: '', mistake: ''};
	const by = result.by === 'seed' ? `seed ${result.seed}: ${result.problem.slice(0, 200)}` : '';
	console.log(`${seconds()} s  ${file}: ${mistake}\n          is found by ${result.by === 'test' ? result.test : by}`);
};

/** Hunts each of these mutants, and notes what finds it. @returns those that no test or seed has found */
const inTurn = async (
	numbers: readonly number[],
	how: (hunter: Hunter, number: number, job: number) => Promise<Catch>,
): Promise<readonly number[]> => {
	const left = [...numbers];
	const work = async (hunter: Hunter, job: number): Promise<void> => {
		for (let number = left.shift(); number !== undefined; number = left.shift()) {
			const own = withoutSwitch.has(number) ? new Hunter(number) : hunter;
			const before = found[number];
			const result = await how(own, number, job);
			if (own !== hunter) {
				own.stop();
			}

			const isReached = [before, result].some((one) => one?.by === 'nothing' && one.isReached);
			found[number] = result.by === 'nothing' ? {by: 'nothing', isReached} : result;
			results.keep(mutants[number], found[number]);
			if (result.by !== 'nothing') {
				show(number, result);
			}
		}
	};

	await Promise.all(hunters.map((hunter, job) => work(hunter, job)));
	return numbers.filter((number) => found[number]?.by === 'nothing');
};

const tests: RoomTests[] = [];

const phases: Readonly<Record<string, (left: readonly number[]) => Promise<readonly number[]>>> = {
	known: (left) => inTurn(left, huntWhereKnown),
	tests: (left) =>
		inTurn(left, (_, number, job) => {
			const own = (tests[job] ??= new RoomTests());
			return huntByTests(own, number, !withoutSwitch.has(number));
		}),
	async worlds(left) {
		const reach = await surveyed();
		return inTurn(left, (hunter, number) => {
			const seeds = reach.get(number) ?? (withoutSwitch.has(number) ? surveySeeds(1) : []);
			return huntBySeeds(hunter, number, seeds.slice(0, most));
		});
	},
};

let left: readonly number[] = chosen
	.map(([number]) => number)
	.filter((number) => (found[number]?.by ?? 'nothing') === 'nothing');
for (const name of values.phases.split(',')) {
	const phase = phases[name] ?? wrong(`--phases names ${Object.keys(phases).join(', ')}, not ${name}`);
	if (left.length > 0) {
		console.log(`${seconds()} s: ${left.length} are hunted in the phase ${name}`);
		left = await phase(left);
	}
}

for (const one of new Set(tests.flatMap(({leftOut}) => leftOut))) {
	console.log(`  left out, since it fails without a mistake: ${one}`);
}

for (const own of tests) {
	own.stop();
}

for (const hunter of hunters) {
	hunter.stop();
}

const percent = (part: number, all: number): string => `${part} of ${all}, ${((100 * part) / all).toFixed(1)} %`;
const isFound = (number: number): boolean => (found[number]?.by ?? 'nothing') !== 'nothing';
for (const room of [...new Set(chosen.map(([, one]) => roomOf(one)))].sort()) {
	const own = chosen.filter(([, one]) => roomOf(one) === room);
	console.log(`  ${room}: ${percent(own.filter(([number]) => isFound(number)).length, own.length)}`);
}

const survivors = chosen.filter(([number]) => !isFound(number));
console.log(`found are ${percent(chosen.length - survivors.length, chosen.length)}, in ${seconds()} s`);
for (const [number, {file, mistake}] of survivors) {
	const result = found[number];
	const note = result?.by === 'nothing' && !result.isReached ? ' (its place is not reached)' : '';
	console.log(`  survives: ${file}: ${mistake}${note}`);
}

if (values.room === undefined && values.mutant === undefined) {
	const problems = found.map((one) => (one?.by === 'seed' ? one.problem : '')).join('\n');
	const bySeed = mutants.filter((_, number) => found[number]?.by === 'seed').length;
	console.log(`  seeds of the campaign find ${percent(bySeed, mutants.length)}, tests of rooms the rest`);
	for (const {name} of rules.filter((rule) => !problems.includes(`: ${rule.name}, but `))) {
		console.log(`  only the test of the rule breaks it: ${name}`);
	}
}

process.exitCode = survivors.length > 0 ? 1 : 0;
