import {InvalidArgumentError, Option, type Command} from 'commander';
import {collect, scenarioOf, withSeed, type CommandHost} from './command-host.js';

interface CompareFlags {
	readonly from?: readonly string[];
	readonly cluster?: string;
	readonly seed?: number;
	readonly replayPods: string;
	readonly price?: string;
	readonly why?: string;
	readonly output: 'text' | 'json';
}

const podName = (value: string): string => {
	const words = value.split('/');
	if (words.length > 2 || words.includes('')) {
		throw new InvalidArgumentError('Write a Pod as namespace/name.');
	}

	return words.length === 2 ? value : `default/${value}`;
};

/** `compare`: the same Pods under several configurations of kube-scheduler. */
export const defineCompare = (program: Command, {streams, language}: CommandHost): void => {
	withSeed(
		program
			.command('compare')
			.description(
				'schedule the Pods of a dump again under several kube-scheduler configurations, and compare nodes in use, Pods on other nodes and cost',
			)
			.argument(
				'<configs...>',
				'files as kube-scheduler --config takes them, or "default" for the default configuration',
			)
			.option('--from <dump>', 'the cluster, as for run; may be repeated', collect)
			.option('--cluster <file>', 'scenario file with the nodes, if there is no dump'),
	)
		.option(
			'--replay-pods <pods>',
			'"created" for the Pods of the dump in order of creation, or a CSV file of arriving Pods',
			'created',
		)
		.option('--price <label>', 'node label that holds the price')
		.option(
			'--why <pod>',
			'also print how each configuration chooses the node of this Pod, such as shop/web-1',
			podName,
		)
		.addOption(new Option('-o, --output <format>', 'output format').choices(['text', 'json']).default('text'))
		.action(async (configurations: string[], {replayPods, ...flags}: CompareFlags) => {
			const [{compareConfigurations}, {commandWords}] = await Promise.all([
				import('./compare/compare.js'),
				import('./words/words.js'),
			]);
			const words = commandWords(await language()).compare;
			compareConfigurations(await scenarioOf(flags), {
				...flags,
				configurations,
				...(replayPods === 'created' ? {} : {arrivals: replayPods}),
				stdin: streams.stdin,
				write: streams.stdout,
				warn: streams.stderr,
				words,
			});
		});
};
