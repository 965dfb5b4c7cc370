import type {Input} from '../../cluster.js';
import {Random} from '../../kernel/random.js';
import type {ScenarioFile} from '../../scenario/scenario.js';
import {faultOf} from './fault-kinds.js';
import {pick} from './manifests.js';
import {rarityOf} from './rarities.js';
import {commandsOf, type Command} from './workloads.js';

/** Something that goes wrong at some stop, and is mended later. */
export interface Fault {
	/** Index of the command after whose begin it happens. */
	readonly command: number;
	/** How many stops after the fault before it, or after the command began. */
	readonly afterStops: number;
	readonly begin: Input;
	/** How long it lasts: so many stops, then so much virtual time. */
	readonly downStops: number;
	readonly downMs: number;
	/** What mends it; without it, it ends by itself. */
	readonly end?: Input;
}

/** What is simulated: all of it follows from the seed. */
export interface Plan {
	readonly seed: number;
	readonly scenario: ScenarioFile;
	readonly commands: readonly Command[];
	readonly faults: readonly Fault[];
}

/** So many seeds in a row have the same cluster and commands, and different faults: the run without faults is needed once for all of them. */
export const seedsPerWorld = 25;

/** The number of a seed's cluster and commands. */
export const worldOf = (seed: number): number => Math.floor(seed / seedsPerWorld);

const scenarioOf = (seed: number, random: Random): ScenarioFile => ({
	seed,
	nodes: [{name: 'node-a'}, {name: 'node-b'}, ...rarityOf(seed).nodes],
	...rarityOf(seed).scenario,
	...(random.below(2) === 0
		? {
				latencies: {
					'client.request': pick(random, 1, 5, 50),
					'client.watch': pick(random, 1, 10, 200),
					'etcd.txn': pick(random, 1, 10),
					'cri.RunPodSandbox': pick(random, 100, 3000),
				},
			}
		: {}),
});

/** The plan of a seed. */
export const planOf = (seed: number): Plan => {
	const world = worldOf(seed);
	const {before, after} = rarityOf(world);
	const commands = [...before, ...commandsOf(new Random(world, 'commands'), 1 + (world % 3)), ...after];
	const random = new Random(seed, 'faults');
	const faults = Array.from({length: 1 + random.below(3)}, () => ({
		command: random.below(commands.length),
		afterStops: random.below(pick(random, 60, 250, 600)),
		...faultOf(random),
	}));
	return {
		seed,
		scenario: scenarioOf(world, new Random(world, 'scenario')),
		commands,
		faults: faults.sort((a, b) => a.command - b.command),
	};
};
