import {InvalidArgumentError, type Command} from 'commander';
import {parseDuration} from '../go/duration.js';
import type {Scenario} from '../scenario/scenario.js';
import type {Language} from '../stages/language.js';
import {offeredLanguages} from '../stages/language-names.js';
import type {Start} from '../screen/start.js';
import {Mistake, printable} from '../scenario/mistake.js';
import type {Manifests} from './manifests.js';
import {readTextFile} from '../scenario/read-text-file.js';
import {shardNamed, type Shard} from './shard.js';

/** The input and the outputs of a command. */
export interface Streams {
	readonly stdout: (text: string) => void;
	readonly stderr: (text: string) => void;
	/** All of standard input. */
	readonly stdin: () => Uint8Array;
	/** Whether a screen can be drawn: a terminal on both ends and no CI. */
	readonly screen: boolean;
	/** Whether standard error is a terminal. */
	readonly watched?: boolean;
	/** Whether standard output is a terminal that shows colours, and the user allows them. */
	readonly colours?: boolean;
	/** Whether the user may press Ctrl-C: long work then runs in threads, so that the command receives it. */
	readonly interruptible?: boolean;
	/** The user's locale, such as `zh_CN.UTF-8`. */
	readonly locale?: string;
	/** Width that help is wrapped to. */
	readonly columns?: number;
}

/** Flags of every command that starts a cluster. */
export interface ClusterOptions {
	readonly cluster?: string;
	/** A KubeSchedulerConfiguration. */
	readonly schedulerConfig?: string;
	readonly seed?: number;
}

/** Flags of every command that can continue from a dump. */
export interface DumpFlags extends ClusterOptions {
	/** Dumps of a real cluster from which it continues. */
	readonly from?: readonly string[];
	/** Leaves out the data of a dump's Secrets. */
	readonly redact?: boolean;
}

/** Flags of every command that opens a screen. */
export interface ScreenOptions {
	readonly ascii?: boolean;
	readonly lang?: string;
	readonly mouse?: boolean;
	/** The most stops that one search may record. */
	readonly stops?: number;
}

/** The environment of a command. */
export interface CommandHost {
	readonly streams: Streams;
	/** Sets the exit code. */
	readonly exit: (code: number) => void;
	/** A text of help, in the language of the user. */
	readonly said: (text: string) => string;
	/** The language that the user has chosen for the sentences of stages. */
	readonly language: () => Promise<Language>;
	/** Opens the screen until the user leaves; without a start, the home screen. */
	readonly openScreen: (start: Start | undefined, options: ScreenOptions) => Promise<void>;
}

/** The scenario that the flags name; without a file, the default one. @throws {Mistakes} */
export const scenarioOf = async ({cluster, schedulerConfig, seed}: ClusterOptions): Promise<Scenario> => {
	const {completeScenario, readScenario} = await import('../scenario/scenario.js');
	const written = cluster === undefined ? completeScenario() : readScenario(readTextFile(cluster), cluster);
	const scenario = schedulerConfig === undefined ? written : await configuredBy(schedulerConfig, written);
	return seed === undefined ? scenario : {...scenario, seed};
};

/** The scenario with a scheduler that this file configures; the number of its instances and its annotations stay. @throws {Mistakes} */
const configuredBy = async (file: string, scenario: Scenario): Promise<Scenario> => {
	const {readSchedulerConfiguration} = await import('../scenario/scheduler/read-configuration.js');
	const {instances, resultAnnotations} = scenario.kubeScheduler ?? {};
	const configuration = readSchedulerConfiguration(readTextFile(file), file);
	return {
		...scenario,
		kubeScheduler: {
			...configuration,
			...(instances === undefined ? {} : {instances}),
			...(resultAnnotations === undefined ? {} : {resultAnnotations}),
		},
	};
};

/** A scenario, and the parts that it lacks of its original cluster. */
interface ChosenCluster {
	readonly scenario: Scenario;
	readonly remarks: readonly string[];
}

/**
The scenario that the flags name, continuing from a dump if they name one. Prints everything that the dump lacks on standard error.

@param redactsMore whether `--redact` hides more than parts of a dump.
@throws {Mistakes}
*/
export const clusterOf = async (
	{from, redact, ...options}: DumpFlags,
	{stdin, stderr}: Pick<Streams, 'stdin' | 'stderr'>,
	redactsMore = false,
): Promise<ChosenCluster> => {
	const scenario = await scenarioOf(options);
	if (from === undefined) {
		if (redact && !redactsMore) {
			throw new Mistake('--redact needs a dump', {}, 'name the dump with --from');
		}

		return {scenario, remarks: []};
	}

	const {scenarioFrom} = await import('./dump-files.js');
	const chosen = scenarioFrom(scenario, from, {redact, stdin});
	for (const remark of chosen.remarks) {
		stderr(`dump: ${printable(remark)}\n`);
	}

	return chosen;
};

/** The manifests of a command; empty if it continues from a dump alone. @throws {Mistakes} */
export const manifestsOf = async (
	files: readonly string[],
	{from = []}: DumpFlags,
	{stdin}: Pick<Streams, 'stdin'>,
): Promise<Manifests | undefined> => {
	if (files.length === 0) {
		if (from.length > 0) {
			return undefined;
		}

		throw new Mistake('no manifest given', {}, 'name files or folders, or a dump of a cluster with --from');
	}

	if (files.includes('-') && from.includes('-')) {
		throw new Mistake('standard input cannot hold both the dump and a manifest', {}, 'name a file for one of them');
	}

	const {readManifestFiles} = await import('./manifests.js');
	return readManifestFiles(files, stdin);
};

const seedNumber = (value: string): number => {
	if (!/^\d{1,9}$/.test(value)) {
		throw new InvalidArgumentError('A seed is a whole number from 0 to 999999999.');
	}

	return Number(value);
};

/** A length of time such as `90s`, `10m` or `1h30m`, in milliseconds. */
export const lengthOfTime = (value: string): number => {
	const ms = parseDuration(value);
	if (ms === undefined || ms <= 0 || ms > 86_400_000) {
		throw new InvalidArgumentError('Write a length of time such as 90s, 10m or 1h30m, at most 24h.');
	}

	return ms;
};

/** A number of stops, such as `200000`. */
const numberOfStops = (value: string): number => {
	if (!/^[1-9]\d{0,7}$/.test(value)) {
		throw new InvalidArgumentError('The number of stops is a whole number from 1 to 99999999.');
	}

	return Number(value);
};

/** A language that is offered. */
export const offeredLanguage = (value: string): string => {
	if (!offeredLanguages.includes(value)) {
		throw new InvalidArgumentError(`Languages: ${offeredLanguages.join(', ')}.`);
	}

	return value;
};

/** The number of parallel threads. */
export const jobNumber = (value: string): number => {
	if (!/^[1-9]\d{0,2}$/.test(value)) {
		throw new InvalidArgumentError('The number of jobs is a whole number from 1 to 999.');
	}

	return Number(value);
};

/** Gathers the values of a flag that may be repeated. */
const shardWord = (value: string): Shard => {
	const shard = shardNamed(value);
	if (!shard) {
		throw new InvalidArgumentError('Write a shard as its number and the total, such as 3/16.');
	}

	return shard;
};

/** Adds the flag for one shard of a command's work. */
export const withShard = (command: Command): Command =>
	command.option(
		'--shard <number/count>',
		'do one of several equal parts of the work, such as 3/16, and print its results for merge',
		shardWord,
	);

/** The subcommand that joins the results of a command's shards. */
export const mergeOf = (command: Command): Command =>
	command
		.enablePositionalOptions()
		.command('merge')
		.description('join the results of all shards: print the report that a single process would print')
		.argument('<files...>', 'the output of the shards, in any order, in one file or several');

export const collect = (value: string, previous: readonly string[] = []): readonly string[] => [...previous, value];

/** Adds the flag for the seed. */
export const withSeed = (command: Command): Command =>
	command.option('--seed <number>', 'seed for everything random (default: 1)', seedNumber);

/** Adds the flags for starting a cluster. */
export const withCluster = (command: Command): Command =>
	withSeed(
		command
			.option(
				'--cluster <file>',
				'scenario file for the cluster: nodes, latencies, client limits, images, users, traffic (default: three nodes)',
			)
			.option(
				'--scheduler-config <file>',
				'configuration of kube-scheduler, as its --config takes it, instead of kubeScheduler in the scenario file',
			),
	);

/** Adds the flags for continuing from a real cluster, and those for starting one. */
export const withDump = (
	command: Command,
	redacts = 'leave Secret values out of the dump, and bearer tokens of users out of the recording',
): Command =>
	withCluster(command)
		.option(
			'--from <dump>',
			'continue from a real cluster: YAML or JSON from kubectl get --all-namespaces, a folder from kubectl cluster-info dump, or a Velero backup; may be repeated',
			collect,
		)
		.option('--redact', redacts);

/** Adds the flag that limits the simulated stops, and thereby memory and output. */
export const withStops = (command: Command, most = 1_000_000): Command =>
	command.option(
		'--stops <number>',
		`end after this many stops, to bound output and memory, about 1 kB a stop (default: ${most})`,
		numberOfStops,
	);

/** Adds the flag for the most steps at once to a command with a screen. */
export const withSearchStops = (command: Command): Command =>
	command.option(
		'--stops <number>',
		'record at most this many stops in a search, to bound memory (about 1 kB a stop); c continues (default: 200000)',
		numberOfStops,
	);

/** Adds the flag that limits the length of a replayed recording. */
export const withReplayedStops = (command: Command): Command =>
	command.option(
		'--stops <number>',
		'replay, and record in a search, at most this many stops, to bound memory (about 1 kB each; default: 1000000 and 200000)',
		numberOfStops,
	);

/** Adds the flag for further kubectl commands. */
export const withThen = (command: Command): Command =>
	command.option(
		'--then <command>',
		'a kubectl command to run once the cluster has settled, such as "delete pod web", or debugger words, such as ":crash kubelet/node-b"; may be repeated',
		collect,
	);

/** Adds the flags for opening a screen. */
export const withScreen = (command: Command): Command =>
	command.option('--ascii', 'plain characters only').option('--no-mouse', 'leave the mouse to the terminal');

/** The user's choices for the screen: the flags of the command, and those before it where the command has none. */
export const screenOptions = (program: Command, options: ScreenOptions): ScreenOptions => ({
	...program.opts<ScreenOptions>(),
	...options,
	// Either place can switch it off; the other then holds only the default.
	mouse: program.opts<ScreenOptions>().mouse !== false && options.mouse !== false,
});

/** The words of help about the manifests that a command takes. */
export const manifestFiles = 'manifests in YAML or JSON: files, folders, or - for standard input';

/** Checks breakpoint words before anything is simulated. @throws {Mistake} */
export const checkBreakpoints = async (lines: readonly string[] = []): Promise<void> => {
	const {readBreakpoint} = await import('./trace.js');
	for (const [index, line] of lines.entries()) {
		readBreakpoint(line, index + 1);
	}
};
