import path from 'node:path';
import {storySeed, storySeeds} from '../../invariants/campaign/plan.js';
import {stories} from '../../invariants/campaign/stories/stories.js';
import {Hunter} from './hunter.js';
import {roomOf, type Mutant} from './mutant.js';
import {mutants} from './mutants.js';
import {ruleProofs} from './rule-proofs.js';
import type {RuleProof} from './rule-proofs/rule-proof.js';
import {testsOfRoom, type RoomTests} from './room-tests.js';

/** How a mutant was found, and if not, whether its code ran. */
export type Catch =
	| {readonly by: 'seed'; readonly seed: number; readonly problem: string}
	| {readonly by: 'test'; readonly test: string}
	| {readonly by: 'nothing'; readonly isReached: boolean};

/** The variants of a story to try: their worlds differ, and none is the first of its world, which has already run. */
const variants = [5, 9];

/** Seeds where a mutant is known to act. */
const knownSeeds = ({seeds = [], stories: names = []}: Pick<Mutant, 'seeds' | 'stories'>): readonly number[] => [
	...seeds,
	...names.flatMap((name) => variants.map((variant) => storySeed(name, variant))),
];

/** The seeds that reach the place of a mutant, the fastest first. */
export type Reach = ReadonlyMap<number, readonly number[]>;

/** Judges seeds without a mistake, and notes which places of mutants they reach. @throws {Error} when a seed fails */
export const survey = async (hunter: Hunter, seeds: readonly number[]): Promise<Reach> => {
	const found: Array<{readonly seed: number; readonly ms: number; readonly reached: readonly number[]}> = [];
	for (const seed of seeds) {
		const startedMs = performance.now();
		const {problems, reached} = await hunter.ask({mutant: -1, seeds: [seed]});
		if (problems.length > 0) {
			throw new Error(`seed ${seed} fails without a mistake:\n${problems.join('\n')}`);
		}

		found.push({seed, ms: performance.now() - startedMs, reached});
	}

	const reach = new Map<number, number[]>();
	for (const {seed, reached} of found.sort((a, b) => a.ms - b.ms)) {
		for (const number of reached) {
			reach.set(number, [...(reach.get(number) ?? []), seed]);
		}
	}

	return reach;
};

/** Seeds of all stories for a survey: this many worlds of each, without the first seed of each world, since that one is repeated. */
export const surveySeeds = (count: number): readonly number[] =>
	storySeeds(stories.length * (4 * count + 2)).filter((seed) => seed % 4 === 1 && seed % 10_000 > 4);

/**
Judges seeds with a mutant up to the first that fails. A process may keep values that earlier mutants have corrupted: if the seed fails
without a mutant too, a new process judges it again.

@param rule the rule that the mutant breaks: a finding of this rule has no other cause
*/
export const huntBySeeds = async (
	hunter: Hunter,
	number: number,
	seeds: readonly number[],
	rule?: string,
): Promise<Catch> => {
	let isReached = false;
	for (const seed of seeds) {
		let answer = await hunter.ask({mutant: number, seeds: [seed]});
		const isProof = rule !== undefined && answer.problems.some((problem) => problem.includes(`: ${rule}, but `));
		const isDoubtful = answer.problems.length > 0 && !isProof;
		if (isDoubtful && (await hunter.ask({mutant: -1, seeds: [seed]})).problems.length > 0) {
			hunter.stop();
			answer = await hunter.ask({mutant: number, seeds: [seed]});
			hunter.stop();
		}

		isReached ||= answer.reached.includes(number);
		if (answer.problems.length > 0) {
			return {by: 'seed', seed, problem: answer.problems.join('\n')};
		}
	}

	return {by: 'nothing', isReached};
};

/** Looks for a mutant with the tests of its room, and those that its entry names. */
export const huntByTests = async (tests: RoomTests, number: number, hasSwitch: boolean): Promise<Catch> => {
	const mutant = mutants[number];
	const files = mutant ? [...new Set([...(mutant.tests ?? []), ...testsOfRoom(roomOf(mutant))])] : [];
	const isBeside = (file: string): boolean => path.dirname(file) === path.dirname(mutant?.file ?? '');
	const ordered = hasSwitch ? files : files.toSorted((a, b) => Number(isBeside(b)) - Number(isBeside(a)));
	const reaching = await tests.reaching(number, ordered, !hasSwitch);
	const failed = await tests.hunt(number, reaching, !hasSwitch);
	return failed
		? {by: 'test', test: `${failed.file}: ${failed.title}`}
		: {by: 'nothing', isReached: reaching.length > 0};
};

/** Looks for a mutant where it is known to act. */
export const huntWhereKnown = async (hunter: Hunter, number: number): Promise<Catch> => {
	const proof = ruleProofs.find(({mistake}) => mistake === mutants[number]?.mistake);
	return huntBySeeds(
		hunter,
		number,
		[...(proof ? [proof.seed] : []), ...knownSeeds(mutants[number] ?? {})],
		proof?.rule,
	);
};

/** Whether a rule finds its mistake in its seed. */
export const isProven = async (hunter: Hunter, {rule, mistake, seed}: RuleProof): Promise<boolean> => {
	const number = mutants.findIndex((mutant) => mutant.mistake === mistake);
	const found = await huntBySeeds(hunter, number, [seed], rule);
	return found.by === 'seed' && found.problem.includes(`: ${rule}, but `);
};
