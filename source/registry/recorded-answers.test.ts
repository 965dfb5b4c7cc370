import test from 'ava';
import {judgeMutations} from '../build/conformance/judge.js';
import type {Mutation} from '../build/conformance/mutations.js';
import {compareAnswers, recordedCases, testRecordedAnswers} from '../testing/recorded-answers.js';

testRecordedAnswers('registry');

const mutations = recordedCases<Mutation>('mutations');
for (const kind of new Set(mutations.map((mutation) => mutation.kind))) {
	test(`a changed object is answered as recorded: ${kind}`, (t) => {
		compareAnswers(t, [...judgeMutations(mutations.filter((mutation) => mutation.kind === kind))]);
	});
}
