import {Option, type Command} from 'commander';
import {
	checkBreakpoints,
	clusterOf,
	collect,
	lengthOfTime,
	manifestFiles,
	manifestsOf,
	withDump,
	withScreen,
	withStops,
	withThen,
	type DumpFlags,
	type CommandHost,
	type ScreenOptions,
	type Streams,
} from './command-host.js';
import {withDefinitions, withHow, withImagesAndPolicies, type HowFlags, type TargetFlags} from './target-flags.js';
import type {Scenario} from '../scenario/scenario.js';
import type {BrokenManifests, Manifests} from './manifests.js';

/** The streams of a trace: stops and their ending on standard output, the rest on a terminal at standard error. */
const printing = ({stdout, stderr, columns, watched}: Streams) => ({
	write: stdout,
	warn: stderr,
	// Some terminals say that they have none.
	columns: columns || 80,
	...(watched ? {tell: stderr} : {}),
});

/** The manifests of a command that shows stops. @returns unreadable manifests, as mistakes. @throws {Mistakes} */
const manifestsGiven = async (
	files: readonly string[],
	options: DumpFlags,
	streams: Streams,
): Promise<Manifests | BrokenManifests | undefined> => {
	const {BrokenManifests} = await import('./manifests.js');
	try {
		return await manifestsOf(files, options, streams);
	} catch (error) {
		if (error instanceof BrokenManifests) {
			return error;
		}

		throw error;
	}
};

/** Prints the stops of kubectl up to its refusal, for a command without a screen. @throws {Mistakes} */
const manifestsShown = async (
	files: readonly string[],
	options: DumpFlags & {readonly output?: TraceFlags['output']},
	{streams, language}: Pick<CommandHost, 'streams' | 'language'>,
): Promise<Manifests | undefined> => {
	const given = await manifestsGiven(files, options, streams);
	if (!(given instanceof Error)) {
		return given;
	}

	const {scenario} = await clusterOf(options, streams);
	const {traceBroken} = await import('./trace.js');
	traceBroken(scenario, given, {
		output: options.output ?? 'text',
		language: await language(),
		write: streams.stdout,
	});
	throw given;
};

/** The flags of `run`. */
interface RunFlags extends DumpFlags, ScreenOptions, HowFlags, TargetFlags {
	readonly cluster?: string;
	readonly break?: readonly string[];
	readonly stops?: number;
	readonly at?: string;
}

/** The manifests and the cluster of `run`, as its flags say. @throws {Mistakes} */
const asFlagsSay = async <T extends Manifests | BrokenManifests | undefined>(
	scenario: Scenario,
	manifests: T,
	options: RunFlags,
	{stdin}: Streams,
): Promise<{readonly scenario: Scenario; readonly manifests: T | Manifests}> => {
	const {givenAs, whereFound, withTarget} = await import('./run-target.js');
	if (manifests === undefined || manifests instanceof Error) {
		return {scenario: withTarget(scenario, options, stdin), manifests};
	}

	const isTarget = options.at === undefined || options.cluster !== undefined || options.from !== undefined;
	return {
		// Policies may be for namespaces that are assumed.
		scenario: withTarget(whereFound(scenario, manifests, options, isTarget), options, stdin),
		manifests: givenAs(manifests, options),
	};
};

/** `run`: the debugger on manifests; without a screen, their trace. */
export const defineRun = (program: Command, {streams, exit, language, openScreen}: CommandHost): void => {
	withStops(withScreen(withImagesAndPolicies(withDefinitions(withHow(withDump(program.command('run')))))))
		.description('open the debugger on your manifests; it stops where one is refused or gets stuck')
		.argument('[files...]', manifestFiles)
		.option('--break <words>', 'a breakpoint, such as "apiserver.store object=pod/web"; may be repeated', collect)
		.option('--kubernetes <version>', 'the Kubernetes version of the cluster, such as 1.33 (default: 1.36)')
		.option('--at <finding>', 'open at the stop of a check finding, such as W012')
		.action(async (files: string[], options: RunFlags) => {
			const at = options.at === undefined ? undefined : (await import('./check/explain.js')).findingMeant(options.at);
			const isScreen = streams.screen && !files.includes('-') && !options.from?.includes('-');
			const read = isScreen
				? await manifestsGiven(files, options, streams)
				: await manifestsShown(files, options, {streams, language});
			const {scenario: given, remarks} = await clusterOf(options, streams);
			const {scenario, manifests} = await asFlagsSay(given, read, options, streams);
			await checkBreakpoints(options.break);
			if (manifests instanceof Error) {
				const {startOfBroken} = await import('./screen-starts.js');
				await openScreen(startOfBroken(scenario, manifests, await language()), options);
			} else if (isScreen) {
				const {startOfManifests} = await import('./screen-starts.js');
				await openScreen(
					startOfManifests(scenario, manifests, {
						breakpoints: options.break,
						remarks,
						mostStops: options.stops,
						at,
						language: await language(),
					}),
					options,
				);
			} else {
				const {trace} = await import('./trace.js');
				exit(
					trace(scenario, manifests, {
						output: 'text',
						mostStops: options.stops,
						language: await language(),
						...printing(streams),
					}),
				);
			}
		});
};

interface TraceFlags extends DumpFlags {
	readonly output: 'text' | 'json' | 'jsonl';
	readonly until?: string;
	readonly all?: boolean;
	readonly then?: readonly string[];
	readonly for?: number;
	readonly stops?: number;
	readonly verbose?: boolean;
}

/** `trace`: every stop of manifests, printed. */
export const defineTrace = (program: Command, {streams, exit, language}: CommandHost): void => {
	withStops(withThen(withDump(program.command('trace'))))
		.description(
			'apply manifests without a screen and print every stop until every object is ready, complete, refused or stuck; then explain what went wrong',
		)
		.argument('[files...]', manifestFiles)
		.addOption(new Option('-o, --output <format>', 'output format').choices(['text', 'json', 'jsonl']).default('text'))
		.option('--until <words>', 'stop at this place instead, such as "kubelet.status object=pod/web"')
		.option('--all', 'also print the start of the cluster and periodic work')
		.option('--for <time>', 'end after this simulated time (default: 10m)', lengthOfTime)
		.option('-v, --verbose', 'print every link of the chain of causes')
		.action(async (files: string[], options: TraceFlags) => {
			const manifests = await manifestsShown(files, options, {streams, language});
			const {scenario} = await clusterOf(options, streams);
			const {trace} = await import('./trace.js');
			exit(
				trace(scenario, manifests, {
					...options,
					forMs: options.for,
					mostStops: options.stops,
					language: await language(),
					...printing(streams),
				}),
			);
		});
};

/** `record`: applies manifests and saves the run as a recording. */
export const defineRecord = (program: Command, {streams, language}: CommandHost): void => {
	withStops(withThen(withDump(program.command('record'))))
		.description('apply manifests without a screen and write the recording to a file, whatever the outcome')
		.argument('[files...]', manifestFiles)
		.requiredOption('--to <file>', 'file to write the recording to')
		.action(async (files: string[], options: DumpFlags & {to: string; then?: readonly string[]; stops?: number}) => {
			const manifests = await manifestsOf(files, options, streams);
			const {scenario} = await clusterOf(options, streams);
			const {record} = await import('./replay.js');
			record(scenario, manifests, options.to, streams.stdout, {
				followUps: options.then,
				mostStops: options.stops,
				redacts: options.redact,
				language: await language(),
			});
		});
};
