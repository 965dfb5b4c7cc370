import test from 'ava';
import {completeScenario} from '../scenario/scenario.js';
import {treatedWith, type Treatment} from './treatment.js';

test('each node that a treatment adds has a name of its own', (t) => {
	let treatment: Treatment = {files: {}, scenario: completeScenario({}), commands: [], again: false};
	for (let count = 1; count <= 5; count++) {
		const more = treatedWith(treatment, undefined, {node: {capacity: {cpu: '8'}, words: () => 'a node'}}, false);
		treatment = more ?? treatment;
	}

	const names = treatment.scenario.nodes.map(({name}) => name);
	t.is(names.length, 8);
	t.is(new Set(names).size, 8);
});
