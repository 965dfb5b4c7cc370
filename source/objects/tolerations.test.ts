import test from 'ava';
import type {Toleration} from './kubernetes.generated.js';
import {isSuperset, mergeTolerations} from './tolerations.js';

const exists: Toleration = {key: 'a', operator: 'Exists'};
const noExecute = (tolerationSeconds?: number): Toleration => ({
	key: 'a',
	operator: 'Exists',
	effect: 'NoExecute',
	...(tolerationSeconds === undefined ? {} : {tolerationSeconds}),
});

const table: ReadonlyArray<readonly [words: string, wide: Toleration, narrow: Toleration, covers: boolean]> = [
	['itself', exists, exists, true],
	['one effect of its key', exists, {...exists, effect: 'NoSchedule'}, true],
	['all effects by one', {...exists, effect: 'NoSchedule'}, exists, false],
	['another key', exists, {key: 'b', operator: 'Exists'}, false],
	['any key', {operator: 'Exists'}, exists, true],
	['a value of its key', exists, {key: 'a', operator: 'Equal', value: 'x'}, true],
	['another value', {key: 'a', operator: 'Equal', value: 'y'}, {key: 'a', operator: 'Equal', value: 'x'}, false],
	['all values by one', {key: 'a', operator: 'Equal', value: 'x'}, exists, false],
	['a shorter time', noExecute(300), noExecute(30), true],
	['a longer time', noExecute(30), noExecute(300), false],
	['for ever', noExecute(30), noExecute(), false],
	['any time by no end', noExecute(), noExecute(30), true],
];

for (const [words, wide, narrow, covers] of table) {
	test(`a toleration covers ${words}: ${covers ? 'yes' : 'no'}`, (t) => {
		t.is(isSuperset(wide, narrow), covers);
	});
}

test('merged tolerations leave out what another covers', (t) => {
	t.deepEqual(mergeTolerations([noExecute(30)], [noExecute(300), exists]), [exists]);
	t.deepEqual(mergeTolerations([noExecute(300)], [noExecute(30)]), [noExecute(300)]);
	t.deepEqual(mergeTolerations([{...exists, effect: 'NoSchedule'}], [noExecute(30)]), [
		{...exists, effect: 'NoSchedule'},
		noExecute(30),
	]);
});
