import {InvalidArgumentError, Option, type Command} from 'commander';
import {Mistake} from '../scenario/mistake.js';
import {withMeasuredLatencies} from '../scenario/latency-profiles.js';
import {readTextFile} from '../scenario/read-text-file.js';
import {chaosKinds, kindTexts, type ChaosKind} from './chaos/plans.js';
import {collect, lengthOfTime, scenarioOf, withCluster, type ClusterOptions, type CommandHost} from './command-host.js';
import {untilSignalled} from './until-signalled.js';

interface ChaosFlags extends ClusterOptions {
	readonly kubeconfigFor?: readonly string[];
	readonly client?: readonly string[];
	readonly restart?: string;
	readonly assets?: boolean;
	readonly apply?: readonly string[];
	readonly budget: number;
	readonly faults?: readonly ChaosKind[];
	readonly lag: number;
	readonly settle: number;
	readonly limit: number;
	readonly plan?: string;
	readonly first?: boolean;
	readonly to: string;
	readonly webhooks?: boolean;
	readonly output: 'text' | 'json';
}

const isKind = (word: string): word is ChaosKind => chaosKinds.some((kind) => kind === word);

const kindsOf = (value: string): readonly ChaosKind[] =>
	value.split(',').map((word) => {
		if (!isKind(word)) {
			throw new InvalidArgumentError(`Faults are ${chaosKinds.join(', ')}.`);
		}

		return word;
	});

/** The flags that a repetition needs too. */
const repeatedFlags = (flags: ChaosFlags): readonly string[] => [
	...(flags.kubeconfigFor ?? []).flatMap((command) => ['--kubeconfig-for', command]),
	...(flags.client ?? []).flatMap((name) => ['--client', name]),
	...(flags.restart === undefined ? [] : ['--restart', flags.restart]),
	...(flags.assets ? ['--assets'] : []),
	...(flags.apply ?? []).flatMap((file) => ['--apply', file]),
	...(flags.cluster === undefined ? [] : ['--cluster', flags.cluster]),
	...(flags.webhooks ? ['--webhooks'] : []),
];

const runChaos = async (command: readonly string[], flags: ChaosFlags, host: CommandHost): Promise<number> => {
	const {streams, language} = host;
	if (flags.assets && (flags.kubeconfigFor ?? []).length > 0) {
		throw new Mistake(
			'--assets and --kubeconfig-for cannot be combined',
			{},
			'with --assets, the suite starts its own controllers',
		);
	}

	const [{chaos}, {runServed, controllerUser}, {runWithAssets}, {readPlan}, {quoteWord, readManifestFiles}] =
		await Promise.all([
			import('./chaos/chaos.js'),
			import('./chaos/serve-world.js'),
			import('./chaos/assets-world.js'),
			import('./chaos/plan-file.js'),
			import('./manifests.js'),
		]);
	const plan = flags.plan === undefined ? undefined : readPlan(readTextFile(flags.plan), flags.plan);
	const controllers = flags.kubeconfigFor ?? [];
	const scenario = withMeasuredLatencies(await scenarioOf(flags));
	const told = await language();
	return untilSignalled(async (_, signal) => {
		const setup = {
			scenario,
			...(flags.apply === undefined ? {} : {manifests: readManifestFiles(flags.apply, streams.stdin)}),
			...(flags.webhooks ? {webhooks: true} : {}),
			command,
			controllers,
			...(flags.restart === undefined ? {} : {restart: flags.restart}),
			settleMs: flags.settle,
			limitMs: flags.limit,
			language: told,
			signal,
		};
		return chaos({
			run: async (given) =>
				flags.assets ? runWithAssets({...setup, cluster: flags.cluster}, given) : runServed(setup, given),
			clients: flags.client ?? controllers.map((_, index) => controllerUser(index)),
			kinds: flags.faults ?? chaosKinds,
			canRestart: controllers.length > 0 || flags.restart !== undefined,
			lagMs: flags.lag,
			budgetMs: flags.budget,
			...(plan ? {plan} : {}),
			...(flags.first ? {first: true} : {}),
			folder: flags.to,
			output: flags.output,
			language: told,
			write: streams.stdout,
			progress(line) {
				streams.stderr(`${line}\n`);
			},
			signal,
			repeat: (file) =>
				['k8s-walkthrough', 'chaos', ...repeatedFlags(flags), '--plan', file, '--', ...command]
					.map(quoteWord)
					.join(' '),
		});
	});
};

/** `chaos`: a controller's own suite, with a fault at each of its writes. */
export const defineChaos = (program: Command, host: CommandHost): void => {
	const command = withCluster(program.command('chaos'))
		.description(
			"run your controller's tests without faults, then once for each fault at each of its writes, and report the runs that end differently",
		)
		.argument('<command...>', 'your tests, or any command that uses KUBECONFIG, after --, such as -- go test ./…')
		.option(
			'--kubeconfig-for <command>',
			'start your controller alongside the tests with this command and its own KUBECONFIG; repeat for a second replica',
			collect,
		)
		.option(
			'--client <name>',
			"your controller's name in requests, if the tests start it: a user agent, a user or a service account; may be repeated",
			collect,
		)
		.option(
			'--restart <command>',
			'a command that stops and starts your controller, if --kubeconfig-for does not start it',
		)
		.option('--assets', 'the tests start their own kube-apiservers from KUBEBUILDER_ASSETS, as envtest does')
		.option('--apply <file>', 'manifests to apply before your programs start; may be repeated', collect)
		.option('--budget <time>', 'start no new run after this time', lengthOfTime, 600_000)
		.option('--faults <kinds>', 'only these faults, such as crash,lost; chaos --help lists them all', kindsOf)
		.option('--lag <time>', 'how late watch events arrive', lengthOfTime, 5000)
		.option('--settle <time>', 'a run is over when nothing has been written for this long', lengthOfTime, 2000)
		.option('--limit <time>', 'kill a command that runs longer than this', lengthOfTime, 300_000)
		.option('--plan <file>', 'run only the plan of a finding')
		.option('--first', 'end at the first finding')
		.option('--to <folder>', 'where to write the plans and recordings of findings', 'chaos')
		.option('--webhooks', 'call external servers that webhooks name by URL')
		.passThroughOptions()
		.addOption(new Option('-o, --output <format>', 'output format').choices(['text', 'json']).default('text'))
		.action(async (words: string[], flags: ChaosFlags) => {
			host.exit(await runChaos(words, flags, host));
		});
	command.addHelpText('after', () => {
		const width = Math.max(...chaosKinds.map(({length}) => length));
		return [
			'',
			host.said('Faults:'),
			...chaosKinds.map((kind) => `  ${kind.padEnd(width)}  ${host.said(kindTexts[kind])}`),
		].join('\n');
	});
};
