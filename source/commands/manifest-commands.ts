import {Option, type Command} from 'commander';
import {
	checkBreakpoints,
	collect,
	manifestFiles,
	scenarioOf,
	withCluster,
	withScreen,
	withThen,
	type ClusterOptions,
	type CommandHost,
	type ScreenOptions,
} from './command-host.js';

/** `run`: the debugger on manifests; without a screen, their trace. */
export const defineRun = (program: Command, {streams, exit, language, openScreen}: CommandHost): void => {
	withScreen(withCluster(program.command('run')))
		.description('open the debugger on your manifests; it stops where one is refused or stalls')
		.argument('<files...>', manifestFiles)
		.option('--break <words>', 'a breakpoint, such as "apiserver.store object=pod/web"; may be repeated', collect)
		.action(async (files: string[], options: ClusterOptions & ScreenOptions & {break?: readonly string[]}) => {
			const {readManifestFiles} = await import('./manifests.js');
			const manifests = readManifestFiles(files, streams.stdin);
			const scenario = await scenarioOf(options);
			await checkBreakpoints(options.break);
			if (streams.screen && !files.includes('-')) {
				const {startOfManifests} = await import('./screen-starts.js');
				await openScreen(startOfManifests(scenario, manifests, options.break), options);
			} else {
				const {trace} = await import('./trace.js');
				exit(trace(scenario, manifests, {output: 'text', language: await language(), write: streams.stdout}));
			}
		});
};

interface TraceFlags extends ClusterOptions {
	readonly output: 'text' | 'json' | 'jsonl';
	readonly until?: string;
	readonly all?: boolean;
	readonly then?: readonly string[];
}

/** `trace`: every stop of manifests, printed. */
export const defineTrace = (program: Command, {streams, exit, language}: CommandHost): void => {
	withThen(withCluster(program.command('trace')))
		.description(
			'apply manifests without a screen and print every stop until all is ready, complete, refused or stalled; then explain what went wrong',
		)
		.argument('<files...>', manifestFiles)
		.addOption(new Option('-o, --output <format>', 'output format').choices(['text', 'json', 'jsonl']).default('text'))
		.option('--until <words>', 'stop at this place instead, such as "kubelet.status object=pod/web"')
		.option('--all', 'also print the start of the cluster and periodic work')
		.action(async (files: string[], options: TraceFlags) => {
			const {readManifestFiles} = await import('./manifests.js');
			const manifests = readManifestFiles(files, streams.stdin);
			const scenario = await scenarioOf(options);
			const {trace} = await import('./trace.js');
			exit(trace(scenario, manifests, {...options, language: await language(), write: streams.stdout}));
		});
};

/** `record`: manifests and what follows, kept as a recording. */
export const defineRecord = (program: Command, {streams}: CommandHost): void => {
	withThen(withCluster(program.command('record')))
		.description('apply manifests without a screen and write the recording to a file, whatever the outcome')
		.argument('<files...>', manifestFiles)
		.requiredOption('--to <file>', 'file to write the recording to')
		.action(async (files: string[], options: ClusterOptions & {to: string; then?: readonly string[]}) => {
			const {readManifestFiles} = await import('./manifests.js');
			const manifests = readManifestFiles(files, streams.stdin);
			const scenario = await scenarioOf(options);
			const {record} = await import('./replay.js');
			record(scenario, manifests, options.to, streams.stdout, options.then);
		});
};
