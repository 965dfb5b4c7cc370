import path from 'node:path';
import {bootedRun} from '../../booted.js';
import {isKind, isObject, type KubernetesObject} from '../../objects/kubernetes-object.js';
import type {SchedulerConfiguration} from '../../objects/scheduler-configuration/configuration.js';
import {Mistake, printable} from '../../scenario/mistake.js';
import {readTextFile} from '../../scenario/read-text-file.js';
import type {Scenario} from '../../scenario/scenario.js';
import {readSchedulerConfiguration} from '../../scenario/scheduler/read-configuration.js';
import {replayPods, schedulerNames, type Replayed} from '../../scheduler/replay/replay.js';
import type {CommandWords} from '../words/words.js';
import {readDump} from '../dump-files.js';
import {readArrivals} from './arrivals.js';
import {dumpOutcome, outcomeOf, priceOf, type Outcome} from './outcome.js';
import {choiceText, comparisonText} from './report.js';
import {arrivingWorld, dumpedWorld, type ComparedWorld} from './world.js';

/** The configurations and Pods to compare, and the form of the output. */
export interface CompareOptions {
	/** Files with a KubeSchedulerConfiguration, or `default`. */
	readonly configurations: readonly string[];
	readonly from?: readonly string[];
	/** A file of arrivals; without one, the Pods of the dump in the order of their creation. */
	readonly arrivals?: string;
	readonly price?: string;
	/** `namespace/name` of a Pod. */
	readonly why?: string;
	readonly output: 'text' | 'json';
	readonly stdin: () => Uint8Array;
	readonly write: (text: string) => void;
	readonly warn: (text: string) => void;
	readonly words: CommandWords['compare'];
}

interface Named {
	readonly name: string;
	readonly configuration: SchedulerConfiguration | undefined;
}

/** The configurations, each under its own name. */
const configurationsOf = (words: readonly string[]): readonly Named[] => {
	const bases = words.map((word) => path.basename(word));
	return words.map((word, index) => ({
		name: bases.filter((base) => base === bases[index]).length > 1 ? word : (bases[index] ?? word),
		configuration: word === 'default' ? undefined : readSchedulerConfiguration(readTextFile(word), word),
	}));
};

/** The objects of a cluster that a scenario describes, once it has started. */
const objectsOfScenario = (scenario: Scenario): readonly KubernetesObject[] => {
	const {ledger} = bootedRun(scenario).kernel;
	return [...ledger.keys('/registry/')].flatMap((key) => {
		const value: unknown = ledger.read(key);
		return isObject(value) ? [value] : [];
	});
};

const worldOf = (scenario: Scenario, configurations: readonly Named[], options: CompareOptions): ComparedWorld => {
	const {from, arrivals, stdin, warn} = options;
	if (from === undefined && arrivals === undefined) {
		throw new Mistake('no Pods to schedule', {}, 'name a dump with --from, or a file of arrivals with --replay-pods');
	}

	const dump = from && readDump(from, {stdin});
	for (const remark of dump?.remarks ?? []) {
		warn(`dump: ${printable(remark)}\n`);
	}

	const objects = dump?.objects ?? objectsOfScenario(scenario);
	const nodes = objects.filter((object) => isKind(object, 'v1 Node'));
	if (nodes.length === 0) {
		throw new Mistake('there are no nodes', {file: from?.[0]}, 'dump nodes and Pods together');
	}

	if (arrivals !== undefined) {
		return arrivingWorld(objects, nodes, readArrivals(readTextFile(arrivals), arrivals));
	}

	const [first = new Set<string>(), ...others] = configurations.map(({configuration}) => schedulerNames(configuration));
	const common = new Set([...first].filter((name) => others.every((names) => names.has(name))));
	return dumpedWorld(objects, common);
};

/** A warning about nodes without a number under the price label, which count as free. */
const warnOfPrices = ({nodes}: ComparedWorld, {price, warn, words}: CompareOptions): void => {
	if (price !== undefined) {
		const without = nodes.filter((node) => priceOf(node, price) === 0).length;
		if (without > 0) {
			warn(`${words.noPrice(without, nodes.length, price)}\n`);
		}
	}
};

/**
Schedules the same Pods by each configuration, and prints how many nodes, Pods and costs differ.

@throws {Mistake} when a file, or the combination of flags, is wrong.
@throws {Mistakes} when a configuration is wrong.
*/
export const compareConfigurations = (scenario: Scenario, options: CompareOptions): void => {
	const {price, why, write, words} = options;
	const configurations = configurationsOf(options.configurations);
	const world = worldOf(scenario, configurations, options);
	if (
		why !== undefined &&
		!world.arrivals.some(({pod: {metadata}}) => `${metadata.namespace}/${metadata.name}` === why)
	) {
		throw new Mistake(
			`there is no Pod ${why} to schedule`,
			{},
			'write the namespace/name of a Pod that the configurations schedule',
		);
	}

	warnOfPrices(world, options);
	for (const {name, configuration} of configurations) {
		if (configuration?.extenders?.length) {
			options.warn(`${words.noExtenders(name)}\n`);
		}
	}

	const takesTime = world.arrivals.some(({leavesAtMs}) => leavesAtMs !== undefined);
	const compared = {world, price, takesTime};
	const before = dumpOutcome(words.dump, compared);
	const outcomes: Outcome[] = before ? [before] : [];
	const choices: string[] = [];
	let first: Replayed | undefined;
	for (const {name, configuration} of configurations) {
		const replayed = replayPods(world, {configuration, seed: scenario.seed, watched: why});
		outcomes.push(outcomeOf(name, replayed, compared, first));
		first ??= replayed;
		if (why !== undefined) {
			choices.push(choiceText(name, replayed.watched, words));
		}
	}

	if (options.output === 'json') {
		write(`${JSON.stringify({pods: world.arrivals.length, nodes: world.nodes.length, outcomes}, null, 2)}\n`);
		return;
	}

	write(`${words.head(world.arrivals.length, world.nodes.length, world.fixed.length)}\n\n`);
	write(`${comparisonText(outcomes, {price, takesTime, words})}\n`);
	for (const choice of choices) {
		write(`\n${choice}\n`);
	}
};
