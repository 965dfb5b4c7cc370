import {spawnSync} from 'node:child_process';
import {readFileSync} from 'node:fs';
import path from 'node:path';
import test from 'ava';
import {rules} from '../../invariants/rules.js';
import {hunt} from './hunt.js';
import {mutants} from './mutants.js';
import {planted} from './planted.js';

const dist = path.join(import.meta.dirname, '../..');

test('each mutant changes one place of a module that there is', (t) => {
	for (const mutant of mutants) {
		const source = readFileSync(path.join(dist, mutant.file), 'utf8');
		t.not(planted(mutant, source), source, mutant.mistake);
	}
});

test('mutants have words of their own, and name rules that there are', (t) => {
	t.is(new Set(mutants.map(({mistake}) => mistake)).size, mutants.length);
	const names = new Set(rules.map(({name}) => name));
	for (const {rule, mistake} of mutants) {
		t.true(rule === undefined || names.has(rule), mistake);
	}
});

test('a mutant whose text is gone is an error', (t) => {
	const mutant = {mistake: 'none', file: 'a.js', from: 'one', to: 'two'};
	t.is(planted(mutant, 'only one here'), 'only two here');
	t.throws(() => planted(mutant, 'nothing'), {
		message: /^a\.js has nowhere one: bring the table of mutants up to date$/,
	});
	t.throws(() => planted(mutant, 'one one'), {message: /more than once/});
});

/** The commit that is tested draws the mutants; without git it is always the same ones. */
const {stdout} = spawnSync('git', ['rev-parse', 'HEAD'], {cwd: dist, encoding: 'utf8'});
const first = Number.parseInt(/^[\da-f]{8}/.exec(stdout ?? '')?.[0] ?? '0', 16);

/** Mutants that prove a rule: each costs a process and a run of a story, about three seconds. */
const proofs = [...mutants.entries()].filter(([, {rule}]) => rule !== undefined);
const drawn = 3;

for (let index = 0; index < drawn; index++) {
	const [number, {mistake} = {mistake: ''}] = proofs[(first + index * 7) % proofs.length] ?? [0];
	test.serial(`drawn by the commit: the campaign finds that ${mistake}`, async (t) => {
		const {by} = await hunt(number, [], []);
		t.is(by, 'seed', `npm run mutants -- --mutant "${mistake}"`);
	});
}
