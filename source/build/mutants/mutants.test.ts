import {readFileSync} from 'node:fs';
import path from 'node:path';
import test from 'ava';
import {rules} from '../../invariants/rules.js';
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
