import {Random} from '../../kernel/random.js';
import {faultOf, longFaultOf, type Fault, type FaultKind} from './fault-kinds.js';
import {pick} from './manifests.js';
import {rarityOf} from './rarities.js';
import {stories} from './stories/stories.js';
import {commandsOf, type Command} from './workloads.js';
import type {ScenarioFile} from '../../scenario/scenario-file.js';

/** The simulated input of a run: the seed determines all of it. */
export interface Plan {
	readonly seed: number;
	readonly scenario: ScenarioFile;
	readonly commands: readonly Command[];
	readonly faults: readonly Fault[];
	/** Workloads that may lack Pods at the end; chance decides which Pods wait. */
	readonly mayWait?: readonly string[];
}

/** The number of consecutive seeds with the same cluster and commands but different faults: they share one run without faults. */
export const seedsPerWorld = 25;

/** The first seed whose world is that of a story. */
const firstStorySeed = 1_000_000;

/** The number of seeds per story. */
const seedsPerStory = 10_000;

/** The first number that is not a seed of the campaign. */
export const seedsEnd = firstStorySeed + stories.length * seedsPerStory;

/** The number of consecutive seeds of a story with the same world. */
const seedsPerStoryWorld = 4;

/** A seed of a story: those of the first four variants have the same cluster and commands. @throws {Error} for an unknown story */
export const storySeed = (name: string, variant = 0): number => {
	const index = stories.findIndex((story) => story.name === name);
	if (index === -1) {
		throw new Error(`there is no story ${name}`);
	}

	return firstStorySeed + index * seedsPerStory + variant;
};

/** Seeds of stories: the first of each story, then the second of each, and so on. */
export const storySeeds = (count: number): readonly number[] =>
	Array.from(
		{length: count},
		(_, index) => firstStorySeed + (index % stories.length) * seedsPerStory + Math.floor(index / stories.length),
	);

/** The story of a seed, if the seed belongs to the story's first world. */
export const storyOf = (seed: number): string | undefined =>
	(seed - firstStorySeed) % seedsPerStory < seedsPerStoryWorld
		? stories[Math.floor((seed - firstStorySeed) / seedsPerStory)]?.name
		: undefined;

/** The number of a seed's cluster and commands. */
export const worldOf = (seed: number): number =>
	seed < firstStorySeed
		? Math.floor(seed / seedsPerWorld)
		: firstStorySeed + Math.floor((seed - firstStorySeed) / seedsPerStoryWorld);

/** The first seed of the world after that of a seed. */
export const nextWorld = (seed: number): number => {
	const [first, size] = seed < firstStorySeed ? [0, seedsPerWorld] : [firstStorySeed, seedsPerStoryWorld];
	return first + (Math.floor((seed - first) / size) + 1) * size;
};

/** Whether a seed is the first of its world. */
export const isFirstOfWorld = (seed: number): boolean => seed === 0 || worldOf(seed - 1) !== worldOf(seed);

const drawnLatencies = (random: Random): Pick<ScenarioFile, 'latencies'> =>
	random.below(2) === 0
		? {
				latencies: {
					'client.request': pick(random, 1, 5, 50),
					'client.watch': pick(random, 1, 10, 200),
					'etcd.txn': pick(random, 1, 10),
					'cri.RunPodSandbox': pick(random, 100, 3000),
				},
			}
		: {};

const scenarioOf = (seed: number, random: Random): ScenarioFile => ({
	seed,
	nodes: [{name: 'node-a'}, {name: 'node-b'}, ...rarityOf(seed).nodes],
	...rarityOf(seed).scenario,
	...drawnLatencies(random),
});

/** The faults of a seed. @param commands the number of commands. */
const faultsOf = (random: Random, commands: number, draw: (random: Random) => FaultKind): readonly Fault[] =>
	Array.from({length: 1 + random.below(3)}, () => ({
		command: random.below(commands),
		afterStops: random.below(pick(random, 60, 250, 600)),
		...draw(random),
	})).sort((a, b) => a.command - b.command);

const storyPlan = (seed: number): Plan => {
	const world = worldOf(seed);
	const story = stories[Math.floor((seed - firstStorySeed) / seedsPerStory)];
	if (!story) {
		throw new RangeError(`seed ${seed} belongs to no story`);
	}

	const commands = story.commands(new Random(world, 'commands'));
	return {
		seed,
		scenario: {
			seed: world,
			nodes: story.nodes ?? [{name: 'node-a'}, {name: 'node-b'}],
			...story.scenario,
			...drawnLatencies(new Random(world, 'scenario')),
		},
		commands,
		faults: story.faults ?? faultsOf(new Random(seed, 'faults'), commands.length, longFaultOf),
		...(story.mayWait ? {mayWait: story.mayWait} : {}),
	};
};

/** The plan of a seed. */
export const planOf = (seed: number): Plan => {
	if (seed >= firstStorySeed) {
		return storyPlan(seed);
	}

	const world = worldOf(seed);
	const {before, after} = rarityOf(world);
	const commands = [...before, ...commandsOf(new Random(world, 'commands'), 1 + (world % 3)), ...after];
	return {
		seed,
		scenario: scenarioOf(world, new Random(world, 'scenario')),
		commands,
		faults: faultsOf(new Random(seed, 'faults'), commands.length, faultOf),
	};
};
