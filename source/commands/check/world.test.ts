import test from 'ava';
import {completeScenario} from '../../scenario/scenario.js';
import {playWorld, type WorldJob} from './world.js';

const part = (name: string): WorldJob['parts'][number] => ({
	files: {
		[`${name}.yaml`]: `apiVersion: v1\nkind: Pod\nmetadata: {name: ${name}}\nspec: {containers: [{name: main, image: 'ngnix:1.27'}]}\n`,
	},
	context: {},
	definitions: {},
	fileOf: {[`${name}.yaml`]: `${name}.yaml`},
});

test('parts of a cluster that fail share its budget for fixes: each has one that was tried, and the others are untested', (t) => {
	const proofs = (stopsOfFixes: number) =>
		playWorld({
			scenario: completeScenario({nodes: [{name: 'node-a'}]}),
			how: {},
			language: 'en',
			parts: [part('first'), part('second')],
			stopsOfFixes,
		}).map(({observations}) => observations.flatMap(({fixes}) => fixes.map(({proof}) => proof)));
	t.deepEqual(proofs(2), [['works'], ['works']]);
	t.deepEqual(proofs(0), [['untested'], ['untested']]);
});
