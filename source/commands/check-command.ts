import {Option, type Command} from 'commander';
import {Mistake} from '../scenario/mistake.js';
import {
	clusterOf,
	collect,
	jobNumber,
	lengthOfTime,
	withDump,
	withStops,
	type CommandHost,
	type Streams,
} from './command-host.js';
import {outputs} from './check/output-names.js';
import {mostStopsOfCheck, type CheckFlags} from './check/flags.js';

/** Calls `work`, which may ask for a signal that Ctrl-C gives. */
const untilInterrupted = async (
	{interruptible = false}: Streams,
	work: (interruption?: () => AbortSignal) => Promise<void>,
): Promise<void> => {
	if (!interruptible) {
		await work();
		return;
	}

	const controller = new AbortController();
	const interrupt = (): void => {
		controller.abort();
	};
	try {
		await work(() => {
			process.once('SIGINT', interrupt);
			return controller.signal;
		});
	} finally {
		process.off('SIGINT', interrupt);
	}
};

/** Adds the flags for the checked input to a command. */
const withGiven = (command: Command): Command =>
	command
		.argument('[files...]', 'manifests in YAML or JSON: files, folders, or - for standard input')
		.option('-f, --filename <file>', 'the same, as in kubectl; may be repeated', collect)
		.option('-R, --recursive', 'include subfolders')
		.option(
			'-k, --kustomize <folder>',
			'a folder to render with the installed kustomize or kubectl; may be repeated',
			collect,
		)
		.option('--helm <chart>', 'the folder of a chart to render with the installed helm; may be repeated', collect)
		.option('--values <file>', 'values of the chart; may be repeated', collect)
		.option('--set <key=value>', 'a value of the chart; may be repeated', collect)
		.option('--release <name>', 'the name of the release (default: release-name)')
		.option('-n, --namespace <name>', 'the namespace of objects that name none')
		.option('--server-side', 'apply as kubectl apply --server-side does')
		.option('--create', 'create the objects instead of applying them, for generateName')
		.option(
			'--apply <file>',
			'objects that the cluster already has, for --then-apply; a file or a folder; may be repeated',
			collect,
		)
		.option(
			'--then-apply <file>',
			'an upgrade of the files of --apply: is it accepted, does it roll out, which requests are lost, does a rollback work; may be repeated',
			collect,
		)
		.option(
			'--in-order',
			'apply in the order given, as kubectl does; by default, namespaces and definitions come first',
		);

/** Gives a command the flags that describe the cluster beside its scenario. */
const withSurroundings = (command: Command): Command =>
	command
		.option('--crds <file>', 'CustomResourceDefinitions of the cluster, a file or a folder; may be repeated', collect)
		.option('--ignore-missing-schemas', 'report kinds that no file defines as notes, not as errors')
		.option(
			'--kubernetes <version>',
			'the version of Kubernetes that the files are for, such as 1.33, or a range such as 1.32..1.37 (default: 1.36)',
		)
		.option('--images <file>', 'scenario file with more known images, beside those of --cluster')
		.option(
			'--policy <file>',
			'policies, quotas and limits of the cluster, a file or a folder; may be repeated',
			collect,
		)
		.option('--for <time>', 'end a run after this simulated time (default: 10m)', lengthOfTime)
		.option('--jobs <number>', 'how many clusters to run at the same time (default: one per core)', jobNumber);

/** Gives a command the flags that say what becomes of findings. */
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
		.option('--watch', 'check again after each change of a file, until Ctrl-C')
		.option('--list', 'list all possible findings')
		.option('--explain <id>', 'explain a finding, such as W012');

/** Prints the catalogue's entry. @throws {Mistake} when it has no such finding */
const printCatalogue = async ({explain}: CheckFlags, {stdout, columns}: Streams): Promise<void> => {
	const {listLines, explainLines} = await import('./check/explain.js');
	stdout(`${(explain === undefined ? listLines() : explainLines(explain, columns || 80)).join('\n')}\n`);
};

/** The files that a command line names; one that follows --fix is not a word about how. @throws {Mistake} */
const namesIn = (
	names: readonly string[],
	{fix, filename = [], kustomize = [], helm = [], apply = [], thenApply = [], ...others}: CheckFlags,
): readonly string[] => {
	const ofChart = (['values', 'set', 'release'] as const).find((flag) => others[flag] !== undefined);
	if (ofChart !== undefined && helm.length === 0) {
		throw new Mistake(`--${ofChart} is for a chart`, {}, 'name the folder of the chart with --helm');
	}

	const files = [...(fix === 'diff' || typeof fix !== 'string' ? [] : [fix]), ...names, ...filename];
	if (apply.length + thenApply.length > 0) {
		if (apply.length === 0 || thenApply.length === 0) {
			throw new Mistake('--apply and --then-apply belong together', {}, 'name the old files and the new ones');
		}

		if (files.length + kustomize.length + helm.length > 0 || fix !== undefined) {
			throw new Mistake(
				'an upgrade is checked on its own',
				{},
				'give --apply and --then-apply without other files, -k, --helm and --fix',
			);
		}

		return thenApply;
	}

	if (files.length + kustomize.length + helm.length === 0) {
		throw new Mistake('nothing to check', {}, 'name files or folders, or - for standard input');
	}

	return files;
};

/** `check`: the verdict for pipelines, hooks and people in a hurry. */
export const defineCheck = (program: Command, {streams, exit, language}: CommandHost): void => {
	withFindings(withSurroundings(withStops(withDump(withGiven(program.command('check'))), mostStopsOfCheck)))
		.description(
			'check whether the Pods of manifests are admitted, scheduled, started and reachable, and find fixes; for CI, hooks and editors',
		)
		.action(async (given: string[], flags: CheckFlags) => {
			if (flags.list || flags.explain !== undefined) {
				await printCatalogue(flags, streams);
				return;
			}

			const names = namesIn(given, flags);
			const {configFor} = await import('./check/config.js');
			const config = configFor([...names, ...(flags.kustomize ?? []), ...(flags.helm ?? [])], flags.config);
			const {scenario} = await clusterOf({...flags, cluster: flags.cluster ?? config?.cluster}, streams);
			const {runCheck} = await import('./check/run-check.js');
			const told = await language();
			const ascii = program.opts<{ascii?: boolean}>().ascii ?? false;
			const played = flags.watch ? new Map() : undefined;
			const once = async (): Promise<void> =>
				untilInterrupted(streams, async (interruption) => {
					exit(await runCheck(names, flags, {scenario, config, language: told, streams, interruption, ascii, played}));
				});
			if (flags.watch) {
				const {watchFiles} = await import('./check/watch.js');
				await watchFiles([...names, ...(flags.apply ?? [])], flags, once, scenario, streams);
			} else {
				await once();
			}
		});
};
