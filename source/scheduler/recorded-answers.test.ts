import test from 'ava';
import {judgePlacements} from '../build/conformance/judge.js';
import type {Placement} from '../build/conformance/placements.js';
import {compareAnswers, recordedCases, testRecordedAnswers} from '../testing/recorded-answers.js';

testRecordedAnswers('scheduler');

for (const placement of recordedCases<Placement>('placements')) {
	test(`a Pod is placed as recorded: ${placement.index}`, (t) => {
		compareAnswers(t, [...judgePlacements([placement])]);
	});
}
