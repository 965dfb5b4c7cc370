import test from 'ava';
import {checkName, firstFuture, nextName, ownInputs, treeOf} from './futures.js';

const firstName = firstFuture.name;
const input = (step: number, what: string) => ({step, timeMs: step * 10, idle: false, input: what});

test('futures hang below the one that they left, in the order in which they left it', (t) => {
	const tree = treeOf([
		{name: 'late', from: {name: firstName, step: 20}},
		{name: firstName},
		{name: 'early', from: {name: firstName, step: 5}},
		{name: 'third', from: {name: 'early', step: 9}},
	]);
	t.deepEqual(
		tree.map(({lead, future}) => `${lead}${future.name}`),
		['main', '├─ early', '│  └─ third', '└─ late'],
	);
});

test('what was done in a future is what came after it left the other', (t) => {
	const inputs = [input(0, 'apply'), input(8, 'scale')];
	t.deepEqual(ownInputs({from: {name: firstName, step: 7}, inputs}), [input(8, 'scale')]);
	t.deepEqual(ownInputs({inputs}), inputs);
});

test('futures are numbered, and may be called otherwise once each', (t) => {
	t.is(nextName([firstName]), '2');
	t.is(nextName([firstName, '2', 'no-prestop']), '3');
	t.notThrows(() => {
		checkName('no-prestop', [firstName]);
	});
	t.throws(
		() => {
			checkName(firstName, [firstName]);
		},
		{message: 'there is already a future "main"; :futures lists them'},
	);
	t.throws(
		() => {
			checkName('a b', []);
		},
		{message: /^"a b" is not a name for a future/},
	);
});
