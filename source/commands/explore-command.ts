import {InvalidArgumentError, Option, type Command} from 'commander';
import {
	collect,
	jobNumber,
	lengthOfTime,
	mergeOf,
	scenarioOf,
	withCluster,
	withShard,
	withStops,
	withThen,
	type ClusterOptions,
	type CommandHost,
	type Streams,
} from './command-host.js';
import {Mistake} from '../scenario/mistake.js';
import type {ExperimentWords} from './explore/experiment.js';
import type {ExploreOptions} from './explore/explore.js';
import {asked, latencyNames, shipped as shippedWords, varied} from './explore/words.js';
import type {Language} from '../stages/language.js';
import type {Shard} from './shard.js';
import type {CommandWords} from './words/words.js';
import {untilSignalled} from './until-signalled.js';
import {wrapWords} from './wrap-words.js';

interface ExploreFlags extends ClusterOptions, Omit<ExperimentWords, 'commands'> {
	readonly then?: readonly string[];
	readonly seeds: number;
	readonly jobs?: number;
	readonly to?: string;
	readonly output: 'text' | 'jsonl';
	readonly shard?: Shard;
}

const countUpTo =
	(most: number, what: string) =>
	(value: string): number => {
		if (!/^[1-9]\d{0,8}$/.test(value) || Number(value) > most) {
			throw new InvalidArgumentError(`${what} is a whole number from 1 to ${most}.`);
		}

		return Number(value);
	};

/** The words of the command, without which seeds. */
const repeated = (
	files: readonly string[],
	{vary, fault, faults, then, traffic, ask, cluster, schedulerConfig, for: forMs, stops}: ExploreFlags,
): readonly string[] => [
	...files,
	...(cluster === undefined ? [] : ['--cluster', cluster]),
	...(schedulerConfig === undefined ? [] : ['--scheduler-config', schedulerConfig]),
	...(vary ?? []).flatMap((words) => ['--vary', words]),
	...(fault ?? []).flatMap((words) => ['--fault', words]),
	...(faults === undefined ? [] : ['--faults', String(faults)]),
	...(traffic === undefined ? [] : ['--traffic', traffic]),
	...(then ?? []).flatMap((words) => ['--then', words]),
	...(ask ?? []).flatMap((words) => ['--ask', words]),
	...(forMs === undefined ? [] : ['--for', `${forMs}ms`]),
	...(stops === undefined ? [] : ['--stops', String(stops)]),
];

/** A heading, and rows of two columns. */
const list = (
	said: CommandHost['said'],
	title: string,
	rows: ReadonlyArray<readonly [words: string, what: string]>,
): readonly string[] => {
	const width = Math.max(...rows.map(([words]) => words.length));
	return ['', said(title), ...rows.map(([words, what]) => `  ${words.padEnd(width)}  ${said(what)}`)];
};

/** The lists that help prints after the flags. */
const listsOf = (said: CommandHost['said'], columns: number): string =>
	[
		...list(said, 'Settings to vary:', varied),
		...wrapWords(latencyNames, columns - 2).map((line) => `  ${line}`),
		...list(said, 'Questions to ask:', asked),
		...list(said, 'Experiments that come with the program:', shippedWords),
	].join('\n');

const mostBarColumns = 30;
/** Columns of the words beside the bar. */
const wordColumns = 50;

/** Draws the progress on one line of a terminal; at most ten times a second. */
const progressBar = (
	{stderr, watched, columns = 80}: Streams,
	words: CommandWords['explore'],
): ExploreOptions['progress'] => {
	if (!watched) {
		return undefined;
	}

	const width = Math.max(0, Math.min(mostBarColumns, columns - wordColumns));
	const startMs = performance.now();
	let drawnMs = 0;
	return ({done, all, what}): void => {
		const now = performance.now();
		const isOver = done === all && what === 'examples';
		if (!isOver && done > 0 && now - drawnMs < 100) {
			return;
		}

		drawnMs = now;
		const filled = Math.floor((done / all) * width);
		const leftSeconds = Math.ceil(((now - startMs) / done / 1000) * (all - done));
		const state =
			what === 'examples' ? words.looking(done, all) : words.progress(done, all, done === 0 ? undefined : leftSeconds);
		stderr(`\r\u001B[K${isOver ? '' : `${'█'.repeat(filled)}${'░'.repeat(width - filled)} ${state}`}`);
	};
};

/** Calls `work` with a signal that Ctrl-C aborts, where the terminal has that key. */
const untilInterrupted = async (
	{interruptible = false}: Streams,
	work: (signal?: AbortSignal) => Promise<number>,
): Promise<number> => (interruptible ? untilSignalled(async (_, aborted) => work(aborted), ['SIGINT']) : work());

/** The module that does the work: loaded at the first use. */
const loaded = async () => {
	const [
		{manifestsOf, quoteWord, readManifestFiles},
		{experimentOf},
		{shippedExperiment},
		{explore},
		{exploreShard, isExploreTask, isFound},
		{mergedShards},
		{commandWords},
	] = await Promise.all([
		import('./manifests.js'),
		import('./explore/experiment.js'),
		import('./explore/examples.js'),
		import('./explore/explore.js'),
		import('./explore/explore-shard.js'),
		import('./shard-results.js'),
		import('./words/words.js'),
	]);
	/** The command that repeats the run of a seed. */
	const repeatOf =
		(words: readonly string[]): ExploreOptions['repeat'] =>
		(seed) =>
			['k8s-walkthrough', 'explore', ...words, '--seed', String(seed), '--seeds', '1'].map(quoteWord).join(' ');
	return {
		manifestsOf,
		readManifestFiles,
		experimentOf,
		shippedExperiment,
		explore,
		exploreShard,
		isExploreTask,
		isFound,
		mergedShards,
		commandWords,
		repeatOf,
	};
};

/** `explore merge`: the report of an experiment that ran in shards. */
const defineMerge = (explore: Command, {streams, exit}: Pick<CommandHost, 'streams' | 'exit'>): void => {
	mergeOf(explore)
		.option('--jobs <number>', 'the number of runs at the same time (default: one per core)', jobNumber)
		.action(async (files: string[], {jobs}: {readonly jobs?: number}) => {
			const {explore: run, commandWords, repeatOf, mergedShards, isExploreTask, isFound} = await loaded();
			const {task, results} = mergedShards('explore', files);
			if (!isExploreTask(task) || !results.every((result) => isFound(result))) {
				throw new Mistake('these are not results of explore --shard');
			}

			exit(
				await untilInterrupted(streams, (signal) =>
					run(
						task.experiment,
						{
							...task.options,
							jobs,
							write: streams.stdout,
							progress: progressBar(streams, commandWords(task.options.language).explore),
							signal,
							repeat: repeatOf(task.words),
						},
						results,
					),
				),
			);
		});
};

/** Runs the experiment of a command line, or one shard of it. @returns the exit code @throws {Mistake} */
const exploreFiles = async (
	files: readonly string[],
	flags: ExploreFlags,
	streams: Streams,
	told: Language,
): Promise<number> => {
	const {
		manifestsOf,
		readManifestFiles,
		experimentOf,
		shippedExperiment,
		explore: run,
		exploreShard,
		commandWords,
		repeatOf,
	} = await loaded();
	const shipped = shippedExperiment(files);
	const own = await scenarioOf(flags);
	const scenario = shipped && flags.cluster === undefined ? shipped.scenario : own;
	const manifests = shipped ? manifestsOf(shipped.files) : readManifestFiles(files, streams.stdin);
	const experiment = experimentOf(scenario, manifests, {
		...shipped?.words,
		...flags,
		vary: [...(shipped?.words.vary ?? []), ...(flags.vary ?? [])],
		commands: [...(shipped?.words.commands ?? []), ...(flags.then ?? [])],
		ask: shipped ? [...(shipped.words.ask ?? []), ...(flags.ask ?? [])] : flags.ask,
		...(told === 'en' || flags.output === 'jsonl' ? {} : {language: told}),
	});
	const words = repeated(files, flags);
	return untilInterrupted(streams, (signal) => {
		const options: ExploreOptions = {
			output: flags.output,
			language: told,
			from: flags.seed ?? scenario.seed,
			seeds: flags.seeds,
			jobs: flags.jobs,
			to: flags.to,
			write: streams.stdout,
			progress: progressBar(streams, commandWords(told).explore),
			signal,
			repeat: repeatOf(words),
		};
		return flags.shard ? exploreShard(experiment, options, {words, shard: flags.shard}) : run(experiment, options);
	});
};

/** `explore`: one question under many seeds, delays and faults. */
export const defineExplore = (program: Command, {streams, exit, said, language}: CommandHost): void => {
	const explore = withShard(withStops(withThen(withCluster(program.command('explore')))))
		.description(
			'run manifests under many seeds, delays and faults, on all cores, and show the distribution of the answers to your questions',
		)
		.argument('<files...>', 'manifests, as for trace; or deletion, the experiment that comes with the program')
		.option('--seeds <number>', 'the number of seeds, from --seed on', countUpTo(1_000_000, 'The number of seeds'), 100)
		.option(
			'--vary <name=values>',
			'a setting that varies from run to run; may be repeated; explore --help lists all settings',
			collect,
		)
		.option(
			'--fault <words>',
			'a fault after the last command, such as "crash kube-scheduler at=0..2s"; may be repeated',
			collect,
		)
		.option('--faults <number>', 'the number of random faults in every run', countUpTo(1000, 'The number of faults'))
		.option('--traffic <target>', 'a client that sends requests from the first --then on, such as "shop:80 50ms"')
		.option(
			'--ask <question>',
			'a question about every run; may be repeated; explore --help lists all questions',
			collect,
		)
		.addOption(new Option('-o, --output <format>', 'output format').choices(['text', 'jsonl']).default('text'))
		.option('--to <folder>', 'where to write the smallest example of each outcome, as a recording')
		.option('--for <time>', 'end a run after this simulated time (default: 10m)', lengthOfTime)
		.option('--jobs <number>', 'the number of runs at the same time (default: one per core)', jobNumber)
		.action(async (files: string[], flags: ExploreFlags) => {
			exit(await exploreFiles(files, flags, streams, await language()));
		});
	defineMerge(explore, {streams, exit});
	explore.addHelpText('after', () => listsOf(said, streams.columns ?? 80));
};
