import {readFileSync} from 'node:fs';
import path from 'node:path';
import test from 'ava';
import {seedsPerWorld} from '../../invariants/campaign/plan.js';
import {rules} from '../../invariants/rules.js';
import {drawnByCommit} from '../../testing/drawn-by-commit.js';
import {ruleProofs as brokenRules} from '../../testing/rule-proofs/rule-proofs.js';
import {huntWhereKnown, isProven} from './hunt.js';
import {Hunter} from './hunter.js';
import {mutants} from './mutants.js';
import {onceMutants} from './rooms/once.js';
import {ruleProofs as mistakenRules} from './rule-proofs.js';
import {planted, switched} from './switches.js';

const dist = path.join(import.meta.dirname, '../..');
const sourceOf = (file: string): string => readFileSync(path.join(dist, file), 'utf8');

test('each mutant changes one place of a module that there is', (t) => {
	for (const [number, mutant] of mutants.entries()) {
		const source = sourceOf(mutant.file);
		t.not(planted({...mutant, number}, source), source, mutant.mistake);
	}
});

test('nearly each mutant has a switch, so that it needs no process of its own', (t) => {
	const without = [...mutants.entries()].filter(
		([number, mutant]) => switched(sourceOf(mutant.file), [{...mutant, number}]).withoutSwitch.length > 0,
	);
	t.true(without.length < mutants.length / 20, without.map(([, {mistake}]) => mistake).join('\n'));
});

test('mutants have words of their own', (t) => {
	t.is(new Set(mutants.map(({mistake}) => mistake)).size, mutants.length);
});

test('each rule can fail: a planted mistake breaks it in the campaign, or a short run in its own test', (t) => {
	t.deepEqual([...mistakenRules, ...brokenRules].map(({rule}) => rule).sort(), rules.map(({name}) => name).sort());
	const words = new Set(mutants.map(({mistake}) => mistake));
	t.deepEqual(
		mistakenRules.filter(({mistake}) => !words.has(mistake)),
		[],
	);
});

test('a mistake that the program once had is in a world of its own', (t) => {
	const worlds = onceMutants.flatMap(({seeds = []}) => seeds.map((seed) => Math.floor(seed / seedsPerWorld)));
	t.is(new Set(worlds).size, worlds.length);
});

/** Mutants that the program once had, and that the campaign finds where they are known to act. */
const once = drawnByCommit(
	[...mutants.entries()].filter(([, mutant]) => onceMutants.includes(mutant) && mutant.seeds),
	8,
	// The first of them acts only in a new process.
).toSorted(([, a], [, b]) => Number(b === onceMutants[0]) - Number(a === onceMutants[0]));

const hunter = new Hunter();

/** All in one process, in sequence: loading and compiling takes longer than most runs. */
let before: Promise<unknown> = Promise.resolve();

test.after.always(() => {
	hunter.stop();
});

for (const [number, {mistake}] of once) {
	const caught = before.then(() => huntWhereKnown(hunter, number));
	before = caught;
	test(`the campaign finds that ${mistake}`, async (t) => {
		t.is((await caught).by, 'seed', `npm run mutants -- --mutant "${mistake}"`);
	});
}

for (const proof of drawnByCommit(mistakenRules, 12)) {
	const proven = before.then(() => isProven(hunter, proof));
	before = proven;
	test(`a rule finds that ${proof.mistake}: ${proof.rule}`, async (t) => {
		t.true(await proven, `seed ${proof.seed}`);
	});
}
