import type {Command} from 'commander';
import type {CommandHost} from './command-host.js';
import {readTextFile} from '../scenario/read-text-file.js';
import type {GivenPlan} from './chaos/plan-file.js';
import {untilSignalled} from './until-signalled.js';

interface AssetsFlags {
	readonly cluster?: string;
	readonly record?: string;
	readonly webhooks?: boolean;
	readonly plan?: string;
	readonly restart?: string;
}

/** The plan in a file. @throws {Mistakes} if the file is not a plan. */
const planOf = async (file: string | undefined): Promise<GivenPlan | undefined> => {
	if (file === undefined) {
		return undefined;
	}

	const {readPlan} = await import('./chaos/plan-file.js');
	return readPlan(readTextFile(file), file);
};

const withSetup = (command: Command): Command =>
	command
		.option(
			'--cluster <file>',
			'scenario file for a cluster behind the kube-apiserver (default: the kube-apiserver runs alone)',
		)
		.option('--webhooks', 'call the webhooks of the suite')
		.option('--record <folder>', 'where each kube-apiserver writes a recording of its session when it ends')
		.option('--plan <file>', 'the chaos plan that each kube-apiserver follows')
		.option('--restart <command>', 'a command that stops and starts the controller, for a plan that needs it');

/** `assets`: the programs that controller-runtime's envtest starts in place of the real ones. */
export const defineAssets = (program: Command, {streams, exit, language}: CommandHost): void => {
	const assets = withSetup(program.command('assets'))
		.description("write programs for KUBEBUILDER_ASSETS: controller-runtime's envtest then runs on the simulation")
		.argument('<folder>', 'where to write kube-apiserver, etcd and kubectl')
		.action(async (folder: string, {cluster, record, webhooks, plan, restart}: AssetsFlags) => {
			const {writeAssets} = await import('./assets.js');
			const {scenarioOf} = await import('./command-host.js');
			// A mistake in it is reported now, not later to a waiting test.
			await scenarioOf({cluster});
			await planOf(plan);
			const entry = process.argv[1] ?? '';
			const files = writeAssets({folder, cluster, record, webhooks, plan, restart, command: [process.execPath, entry]});
			streams.stdout(`${files.join('\n')}\nexport KUBEBUILDER_ASSETS=${(await import('node:path')).resolve(folder)}\n`);
		});
	withSetup(assets.command('run'))
		.description('the command that the written programs run, with the flags that envtest gives them')
		.argument('<words...>', 'kube-apiserver or etcd, and its flags')
		.passThroughOptions()
		.action(async ([name = '', ...words]: string[], {cluster, record, webhooks, plan, restart}: AssetsFlags) => {
			const [{envtestPrograms, runEnvtestProgram}, {scenarioOf}] = await Promise.all([
				import('./envtest.js'),
				import('./command-host.js'),
			]);
			const chosen = envtestPrograms.find((known) => known === name);
			if (chosen === undefined) {
				const {Mistake} = await import('../scenario/mistake.js');
				throw new Mistake(
					`"${name}" is not a program of a test environment`,
					{},
					`choose one of ${envtestPrograms.join(', ')}`,
				);
			}

			const setup = {
				record,
				webhooks,
				plan: await planOf(plan),
				restart,
				...(cluster === undefined ? {} : {scenario: await scenarioOf({cluster})}),
			};
			exit(
				await untilSignalled(async (ended) =>
					runEnvtestProgram(chosen, words, setup, {
						write: streams.stdout,
						warn: streams.stderr,
						language: await language(),
						ended,
					}),
				),
			);
		});
};
