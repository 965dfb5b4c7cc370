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
import type {CheckFlags} from './check/flags.js';

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

/** Gives a command the flags that say what is checked. */
const withGiven = (command: Command): Command =>
	command
		.argument('[files...]', 'manifests in YAML or JSON: files, folders, or - for standard input')
		.option('-f, --filename <file>', 'the same, as kubectl has it; may be repeated', collect)
		.option('-R, --recursive', 'folders in folders too')
		.option(
			'-k, --kustomize <folder>',
			'what the installed kustomize or kubectl makes of a folder; may be repeated',
			collect,
		)
		.option('--helm <chart>', 'what the installed helm makes of the folder of a chart; may be repeated', collect)
		.option('--values <file>', 'values of the chart; may be repeated', collect)
		.option('--set <key=value>', 'a value of the chart; may be repeated', collect)
		.option('--release <name>', 'the name of the release (default: release-name)')
		.option('-n, --namespace <name>', 'the namespace of objects that name none')
		.option('--server-side', 'apply as kubectl apply --server-side does')
		.option('--create', 'create the objects, for those with generateName')
		.option(
			'--apply <file>',
			'what the cluster has already, for --then-apply; a file or a folder; may be repeated',
			collect,
		)
		.option(
			'--then-apply <file>',
			'an upgrade of what --apply has: is it taken, does it roll out, which requests are lost, does a rollback work; may be repeated',
			collect,
		)
		.option('--in-order', 'apply in the order given, as kubectl does; else namespaces and definitions come first');

/** Gives a command the flags that describe the cluster beside its scenario. */
const withSurroundings = (command: Command): Command =>
	command
		.option(
			'--crds <file>',
			'CustomResourceDefinitions that the cluster has, a file or a folder; may be repeated',
			collect,
		)
		.option('--ignore-missing-schemas', 'note kinds that no file defines, in place of an error')
		.option(
			'--kubernetes <version>',
			'the version of Kubernetes that the files are for, such as 1.33, or a range such as 1.32..1.37 (default: 1.36)',
		)
		.option('--images <file>', 'scenario file whose images are known beside those of --cluster')
		.option(
			'--policy <file>',
			'policies, quotas and limits that the cluster has, a file or a folder; may be repeated',
			collect,
		)
		.option('--for <time>', 'let a run wait this long at most (default: 10m)', lengthOfTime)
		.option('--jobs <number>', 'how many clusters at the same time (default: one a core)', jobNumber);

/** Gives a command the flags that say what becomes of findings. */
const withFindings = (command: Command): Command =>
	command
		.addOption(new Option('-o, --output <format>', 'output format').choices(outputs).default('text'))
		.option('-q, --quiet', 'only what is wrong')
		.option('-v, --verbose', 'causes, stops, all fixes and skipped files too')
		.addOption(
			new Option('--fail-on <severity>', 'the lightest finding that fails the check (default: error)').choices([
				'error',
				'warning',
				'assumed',
			]),
		)
		.option(
			'--config <file>',
			'settings: severities, what does not count and why, cluster, images (default: .k8s-walkthrough.yaml beside the files or above them)',
		)
		.option('--baseline <file>', 'a report of check -o json: only what is not in it counts')
		.option('--fix [how]', 'write what is proven to help into the files; --fix=diff prints a patch for git apply')
		.option('--watch', 'check again after each change of a file, until Ctrl-C')
		.option('--list', 'list all findings there are')
		.option('--explain <id>', 'explain a finding, such as W012');

/** Prints what the catalogue says. @throws {Mistake} when it has no such finding */
const printCatalogue = async ({explain}: CheckFlags, {stdout, columns}: Streams): Promise<void> => {
	const {listLines, explainLines} = await import('./check/explain.js');
	stdout(`${(explain === undefined ? listLines() : explainLines(explain, columns || 80)).join('\n')}\n`);
};

/** The files that a command line names; one that follows --fix is no word about how. @throws {Mistake} */
const namesIn = (
	names: readonly string[],
	{fix, filename = [], kustomize = [], helm = [], apply = [], thenApply = []}: CheckFlags,
): readonly string[] => {
	const files = [...(fix === 'diff' || typeof fix !== 'string' ? [] : [fix]), ...names, ...filename];
	if (apply.length + thenApply.length > 0) {
		if (apply.length === 0 || thenApply.length === 0) {
			throw new Mistake('--apply and --then-apply belong together', {}, 'name the old files and the new ones');
		}

		if (files.length + kustomize.length + helm.length > 0 || fix !== undefined) {
			throw new Mistake(
				'an upgrade is checked by itself',
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
	withFindings(withSurroundings(withStops(withDump(withGiven(program.command('check'))))))
		.description(
			'say of manifests whether their Pods will be admitted, placed, started and reached, and what mends them; for CI, hooks and editors',
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
