import {setImmediate} from 'node:timers/promises';
import {Option, type Command} from 'commander';
import {Mistake} from '../scenario/mistake.js';
import type {LanguageName} from '../stages/language-names.js';
import {
	clusterOf,
	collect,
	jobNumber,
	lengthOfTime,
	mergeOf,
	withDump,
	withShard,
	withStops,
	type CommandHost,
	type Streams,
} from './command-host.js';
import {withDefinitions, withHow, withImagesAndPolicies} from './target-flags.js';
import {leaveEarly} from './early-interrupt.js';
import {outputs} from './check/output-names.js';
import type {CheckTask} from './check/check-shard.js';
import {mostStopsOfCheck, type CheckFlags} from './check/flags.js';
import type {Interruption} from './check/request.js';
import type {CheckSurroundings} from './check/run-check.js';

/** Calls `work`, during which Ctrl-C raises a signal; the work may end that. */
const untilInterrupted = async (
	{interruptible = false}: Streams,
	work: (interruption?: Interruption) => Promise<void>,
): Promise<void> => {
	if (!interruptible) {
		await work();
		return;
	}

	const controller = new AbortController();
	const interrupt = (): void => {
		controller.abort();
	};
	leaveEarly();
	process.once('SIGINT', interrupt);
	try {
		await work(async (isHeard) => {
			// A Ctrl-C during the work before this arrives in the next turn.
			await setImmediate();
			if (!isHeard) {
				process.off('SIGINT', interrupt);
			}

			return controller.signal;
		});
	} finally {
		process.off('SIGINT', interrupt);
	}
};

/** Adds the flags for the checked input to a command. */
const withGiven = (command: Command): Command =>
	withHow(
		command
			.argument('[files...]', 'manifests in YAML or JSON: files, folders, or - for standard input')
			.option('-f, --filename <file>', 'a manifest file or folder, as in kubectl; may be repeated', collect)
			.option('-R, --recursive', 'include subfolders')
			.option(
				'-k, --kustomize <folder>',
				'a folder to render with the installed kustomize or kubectl; may be repeated',
				collect,
			)
			.option(
				'--helm <chart>',
				'a chart to render with the installed helm: a folder, or a packaged chart (.tgz); may be repeated',
				collect,
			)
			.option('--values <file>', 'values for the chart; may be repeated', collect)
			.option('--set <key=value>', 'a value for the chart; may be repeated', collect)
			.option('--release <name>', 'the name of the release (default: release-name)'),
	)
		.option(
			'--apply <file>',
			'a file or folder of objects that the cluster already has, for --then-apply; may be repeated',
			collect,
		)
		.option(
			'--then-apply <file>',
			'an upgrade of the files of --apply, to check acceptance, rollout, lost requests and rollback; may be repeated',
			collect,
		)
		.option(
			'--in-order',
			'apply in the order given, as kubectl does; by default, namespaces and definitions come first',
		);

/** Adds the flags that describe the cluster in addition to its scenario. */
const withSurroundings = (command: Command): Command =>
	withImagesAndPolicies(
		withDefinitions(command)
			.option('--ignore-missing-schemas', 'report undefined kinds as notes, not as errors')
			.option(
				'--kubernetes <version>',
				'the version of Kubernetes that the files are for, such as 1.33, or a range such as 1.32..1.37 (default: 1.36)',
			),
	)
		.option('--for <time>', 'end a run after this simulated time (default: 10m)', lengthOfTime)
		.option('--jobs <number>', 'how many clusters to run at the same time (default: one per core)', jobNumber);

/** Adds the flags for the treatment of findings. */
const withFindings = (command: Command): Command =>
	command
		.addOption(new Option('-o, --output <format>', 'output format').choices(outputs).default('text'))
		.option('-q, --quiet', 'print only the problems')
		.option('-v, --verbose', 'also print causes, stops, all fixes and skipped files')
		.addOption(
			new Option('--fail-on <severity>', 'the lowest severity that fails the check (default: error)').choices([
				'error',
				'warning',
				'assumed',
			]),
		)
		.option(
			'--config <file>',
			'settings: severities, ignored findings with their reasons, cluster, images (default: .k8s-walkthrough.yaml beside the files or above them)',
		)
		.option('--baseline <file>', 'a report of check -o json: its findings no longer count')
		.option('--fix [how]', 'write the proven fixes to the files; --fix=diff prints a patch for git apply')
		.option('--watch', 'check again after each change to a file, until Ctrl-C')
		.option('--list', 'list all possible findings')
		.option('--explain <id>', 'explain a finding, such as W012');

/** Prints the catalogue's entry. @throws {Mistake} when it has no such finding */
const printCatalogue = async (
	{explain}: CheckFlags,
	{stdout, columns}: Streams,
	language: LanguageName,
): Promise<void> => {
	const {listLines, explainLines} = await import('./check/explain.js');
	const lines =
		explain === undefined ? listLines(language) : await explainLines(explain, {columns: columns || 80, language});
	stdout(`${lines.join('\n')}\n`);
};

/** The files that a command line names; one that follows --fix is not a word about how. @throws {Mistake} */
const namesIn = (
	names: readonly string[],
	{fix, filename = [], kustomize = [], helm = [], apply = [], thenApply = [], ...others}: CheckFlags,
): readonly string[] => {
	const ofChart = (['values', 'set', 'release'] as const).find((flag) => others[flag] !== undefined);
	if (ofChart !== undefined && helm.length === 0) {
		throw new Mistake(`--${ofChart} is for a chart`, {}, 'name the chart with --helm');
	}

	const files = [...(fix === 'diff' || typeof fix !== 'string' ? [] : [fix]), ...names, ...filename];
	if (apply.length + thenApply.length > 0) {
		if (apply.length === 0 || thenApply.length === 0) {
			throw new Mistake('--apply and --then-apply belong together', {}, 'name the old files and the new ones');
		}

		if (files.length + kustomize.length + helm.length > 0 || fix !== undefined) {
			throw new Mistake(
				'an upgrade needs a separate check',
				{},
				'give --apply and --then-apply without other files, -k, --helm or --fix',
			);
		}

		return thenApply;
	}

	if (files.length + kustomize.length + helm.length === 0) {
		throw new Mistake('nothing to check', {}, 'name files or folders, or - for standard input');
	}

	return files;
};

/** The manner of a check. */
interface Manner extends Pick<CheckSurroundings, 'language' | 'ascii' | 'sharded' | 'played'> {
	readonly streams: Streams;
}

/** Reads the settings and the cluster of a check. @returns a function that checks once, with its exit code, and what it has read */
const prepared = async (names: readonly string[], flags: CheckFlags, manner: Manner) => {
	const {configFor} = await import('./check/config.js');
	const config = configFor([...names, ...(flags.kustomize ?? []), ...(flags.helm ?? [])], flags.config);
	const {scenario} = await clusterOf({...flags, cluster: flags.cluster ?? config?.cluster}, manner.streams);
	const {runCheck} = await import('./check/run-check.js');
	return {
		scenario,
		once: async (interruption?: Interruption) => runCheck(names, flags, {...manner, scenario, config, interruption}),
	};
};

/** Checks one of several parts of the files, and prints its results for `merge`. @returns the exit code @throws {Mistake} */
const checkShard = async (given: readonly string[], {shard, ...flags}: CheckFlags, manner: Manner): Promise<number> => {
	const [{checkShardable, OwnWorlds}, {measuring, shardLines}] = await Promise.all([
		import('./check/check-shard.js'),
		import('./shard-results.js'),
	]);
	const names = namesIn(given, flags);
	checkShardable(names, flags);
	const {streams, language, ascii} = manner;
	const worlds = new OwnWorlds(shard ?? {number: 1, count: 1});
	const measure = measuring();
	const {once} = await prepared(names, flags, {
		...manner,
		streams: {...streams, stdout() {}},
		sharded: {worlds},
	});
	let code = 0;
	await untilInterrupted(streams, async (interruption) => {
		code = await once(interruption);
	});
	if (code === 130) {
		return code;
	}

	const task: CheckTask = {given, flags, language, ascii};
	for await (const line of shardLines(
		{command: 'check', jobs: worlds.count, task},
		worlds.shard,
		worlds.played,
		measure,
	)) {
		streams.stdout(line);
	}

	return 0;
};

/** `check merge`: the report of a check that was done in shards. @returns the exit code @throws {Mistake} */
const mergeChecks = async (files: readonly string[], streams: Streams): Promise<number> => {
	const [{isCheckTask, MergedWorlds}, {mergedShards}] = await Promise.all([
		import('./check/check-shard.js'),
		import('./shard-results.js'),
	]);
	const {task, results, measured} = mergedShards('check', files);
	if (!isCheckTask(task)) {
		throw new Mistake('these are not results of check --shard');
	}

	const {given, flags, language, ascii} = task;
	const {once} = await prepared(namesIn(given, flags), flags, {
		language,
		ascii,
		streams,
		sharded: {worlds: new MergedWorlds(results), seconds: measured.seconds},
	});
	return once();
};

/** `check`: the verdict for pipelines, hooks and people in a hurry. */
export const defineCheck = (program: Command, {streams, exit, language}: CommandHost): void => {
	const check = withShard(
		withFindings(withSurroundings(withStops(withDump(withGiven(program.command('check'))), mostStopsOfCheck))),
	)
		.description(
			'check whether the Pods of manifests are admitted, scheduled, started and reachable, and find fixes; for CI, hooks and editors',
		)
		.action(async (given: string[], flags: CheckFlags) => {
			if (flags.list || flags.explain !== undefined) {
				await printCatalogue(flags, streams, await language());
				return;
			}

			const ascii = program.opts<{ascii?: boolean}>().ascii ?? false;
			const played = flags.watch ? new Map() : undefined;
			const manner: Manner = {language: await language(), ascii, streams, played};
			if (flags.shard) {
				exit(await checkShard(given, flags, manner));
				return;
			}

			const names = namesIn(given, flags);
			if (!flags.watch) {
				// Ctrl-C counts from here on: loading the program and reading many files takes seconds on a busy machine.
				await untilInterrupted(streams, async (interruption) => {
					const {once} = await prepared(names, flags, manner);
					exit(await once(interruption));
				});
				return;
			}

			const [{scenario, once}, {watchFiles}] = await Promise.all([
				prepared(names, flags, manner),
				import('./check/watch.js'),
			]);
			const checked = async (): Promise<void> =>
				untilInterrupted(streams, async (interruption) => {
					exit(await once(interruption));
				});
			await watchFiles([...names, ...(flags.apply ?? [])], flags, checked, scenario, streams);
		});
	mergeOf(check).action(async (files: string[]) => {
		exit(await mergeChecks(files, streams));
	});
};
