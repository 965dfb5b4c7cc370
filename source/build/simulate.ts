import {isOfShard, shardNamed, type Shard} from '../commands/shard.js';
import {measuring, mergedShards, shardLines, type Measured} from '../commands/shard-results.js';
import {resultsInOrder} from '../commands/worker-pool.js';
import {
	judge,
	selected,
	simulate,
	wholeOf,
	worldsIn,
	type Findings,
	type SeedRange,
} from '../invariants/campaign/campaign.js';
import {planOf, seedsEnd, storySeeds, type Plan} from '../invariants/campaign/plan.js';
import {Mistake} from '../scenario/mistake.js';
import {mistakeReport, oneMistake, playedMistakes} from './mistakes/campaign.js';
import {scriptFlags} from './script-flags.js';
import {withCoverage} from './simulate-coverage.js';
import {openPlan} from './simulate-open.js';
import {isCampaignTask, isFindings, isMistakeOutcome, type CampaignTask} from './simulate-shards.js';

const {values, positionals, numberOf, wrong} = scriptFlags({
	usage: `npm run simulate -- --seeds 10000 [--from 0] [--jobs 2]
npm run simulate -- --stories 100 [--jobs 2]
npm run simulate -- --seed 17 [--commands 0,2] [--faults 3 | none]
npm run simulate -- --open 17 [--commands 0,2] [--faults 3 | none]
npm run simulate -- --coverage 38
npm run simulate -- --mistakes 2000 [--from 0] [--jobs 2]
npm run simulate -- --mistake 17
npm run simulate -- --seeds 1000000 --shard 3/16    prints the results of a part: node dist/build/simulate.js … > part-3
npm run simulate -- merge part-*

Runs random commands on random clusters, without faults and with random ones, and compares;
--stories takes worlds that reach what random commands seldom reach.
--open shows a seed in the debugger. --coverage names the functions that no seed of so many stories runs.
What fails is made smaller, and printed as a command.
With --mistakes it plants mistakes in applications that work, and counts how often the verdict names the place and mends it.
--shard does one of several equal parts of --seeds, --stories or --mistakes; merge joins the results of all.`,
	allowPositionals: true,
	options: {
		shard: {type: 'string'},
		seeds: {type: 'string', default: '100'},
		from: {type: 'string', default: '0'},
		stories: {type: 'string'},
		jobs: {type: 'string'},
		seed: {type: 'string'},
		open: {type: 'string'},
		coverage: {type: 'string'},
		commands: {type: 'string'},
		faults: {type: 'string'},
		mistakes: {type: 'string'},
		mistake: {type: 'string'},
	},
});

/** The numbers, from 0, that a flag selects. */
const chosen = (flag: 'commands' | 'faults', all: readonly number[]): readonly number[] => {
	const list = values[flag];
	if (list === undefined || list === 'none') {
		return list === undefined ? all : [];
	}

	return list.split(',').map((text) => {
		const number = numberOf(flag, text);
		return all.find((one) => one === number) ?? wrong(`--${flag}: this seed has ${all.length}, so no ${text}`);
	});
};

const show = (lines: readonly string[]): void => {
	for (const line of lines) {
		console.log(`  ${line}`);
	}
};

const work = {run: simulate, worker: new URL('simulate-worker.js', import.meta.url)};

/** Prints the failures of many seeds, and their count. @param measure called at the end */
const report = async (
	results: AsyncIterable<Findings> | Iterable<Findings>,
	count: number,
	measure: () => Measured,
): Promise<void> => {
	const failed: number[] = [];
	let stops = 0;
	for await (const found of results) {
		stops += found.stops;
		for (const {seed, command, problems} of found.failures) {
			failed.push(seed);
			console.log(command);
			show(problems);
		}
	}

	const {seconds, cpuSeconds} = measure();
	console.log(
		`${count} seeds, ${stops} stops with faults, ${seconds.toFixed(0)} s, ${cpuSeconds.toFixed(0)} s of CPU: ${failed.length} failed ${failed.join(' ')}`,
	);
	process.exitCode = failed.length > 0 ? 1 : 0;
};

const manySeeds = async (worlds: readonly SeedRange[], count: number, jobs: number | undefined): Promise<void> =>
	report(resultsInOrder(work, worlds, jobs), count, measuring());

/** Prints the results of one part of a campaign. */
const printShard = async <Job>(
	part: Shard,
	task: CampaignTask,
	all: readonly Job[],
	results: (own: readonly Job[]) => AsyncIterable<unknown>,
): Promise<void> => {
	const own = all.filter((_, job) => isOfShard(job, part));
	const assignment = {command: 'simulate', jobs: all.length, task};
	for await (const line of shardLines(assignment, part, results(own), measuring())) {
		process.stdout.write(line);
	}
};

/** Prints the report that a single process would print. */
const merge = async (files: readonly string[]): Promise<void> => {
	const {task, results, measured} = mergedShards('simulate', files);
	if (!isCampaignTask(task)) {
		throw new Mistake('these are not results of simulate --shard');
	}

	if (task.of === 'mistakes') {
		const isMet = await mistakeReport(results.filter((result) => isMistakeOutcome(result)));
		process.exitCode = isMet ? 0 : 1;
	} else {
		await report(
			results.filter((result) => isFindings(result)),
			task.count,
			() => measured,
		);
	}
};

/** The part of a seed's plan that the flags choose. */
const chosenPlan = (seed: number): Plan => {
	const whole = wholeOf(planOf(seed));
	return selected(seed, {
		commands: chosen('commands', whole.commands),
		faults: chosen('faults', whole.faults),
	});
};

const oneSeed = (seed: number): void => {
	const plan = chosenPlan(seed);
	show(plan.commands.map(({kubectl, files = {}}) => `kubectl ${kubectl}\n${Object.values(files).join('\n')}`));
	show(plan.faults.map((fault) => JSON.stringify(fault)));
	const {problems} = judge(plan);
	show(problems.length > 0 ? problems : ['all is well']);
	process.exitCode = problems.length > 0 ? 1 : 0;
};

const seed = numberOf('seed', values.seed);
const count = numberOf('seeds', values.seeds) ?? 0;
const from = numberOf('from', values.from) ?? 0;
const told = numberOf('stories', values.stories);
const jobs = numberOf('jobs', values.jobs);
const mistakes = numberOf('mistakes', values.mistakes);
const mistake = numberOf('mistake', values.mistake);
const opened = numberOf('open', values.open);
const covered = numberOf('coverage', values.coverage);
for (const [flag, last] of [
	['seed', seed],
	['open', opened],
	['from', told === undefined && mistakes === undefined ? from + Math.max(0, count - 1) : undefined],
] as const) {
	if (last !== undefined && last >= seedsEnd) {
		wrong(`--${flag}: ${last} is not a seed of the campaign; the last is ${seedsEnd - 1}`);
	}
}

const shard = values.shard === undefined ? undefined : shardNamed(values.shard);
if (values.shard !== undefined && !shard) {
	wrong(`--shard: ${values.shard} is no part of a campaign; write its number and the number of all, such as 3/16`);
}

if (shard && told === undefined && mistakes === undefined && (seed ?? opened ?? covered ?? mistake) !== undefined) {
	wrong('--shard is for --seeds, --stories and --mistakes');
}

const [command, ...files] = positionals;
if (command !== undefined && (command !== 'merge' || files.length === 0)) {
	wrong(command === 'merge' ? 'merge joins files: name them' : `there is no command ${command}`);
}

/** The worlds of a campaign. */
const worlds = (): readonly SeedRange[] =>
	told === undefined ? worldsIn({from, to: from + count}) : storySeeds(told).map((one) => ({from: one, to: one + 1}));

if (command !== undefined) {
	try {
		await merge(files);
	} catch (error) {
		if (!(error instanceof Mistake)) {
			throw error;
		}

		console.error(error.toString());
		process.exitCode = 2;
	}
} else if (opened !== undefined) {
	process.exitCode = openPlan(chosenPlan(opened));
} else if (covered !== undefined) {
	await withCoverage(() =>
		manySeeds(
			storySeeds(covered).map((one) => ({from: one, to: one + 1})),
			covered,
			1,
		),
	);
} else if (mistake !== undefined) {
	process.exitCode = oneMistake(mistake) ? 0 : 1;
} else if (mistakes !== undefined) {
	const numbers = Array.from({length: mistakes}, (_, index) => from + index);
	if (shard) {
		await printShard(shard, {of: 'mistakes', count: mistakes}, numbers, (own) => playedMistakes(own, jobs));
	} else {
		process.exitCode = (await mistakeReport(playedMistakes(numbers, jobs))) ? 0 : 1;
	}
} else if (seed !== undefined) {
	oneSeed(seed);
} else if (shard) {
	await printShard(shard, {of: 'seeds', count: told ?? count}, worlds(), (own) => resultsInOrder(work, own, jobs));
} else {
	await manySeeds(worlds(), told ?? count, jobs);
}
