import test from 'ava';
import {answerIn, endsOf, tellingLines} from './end.js';

test('runs with equal lines end alike; ends are numbered as they first came', (t) => {
	t.deepEqual(
		endsOf([
			['done', 'a'],
			['stalled', 'a'],
			['done', 'a'],
		]),
		[
			{number: 1, lines: ['done', 'a'], indexes: [0, 2]},
			{number: 2, lines: ['stalled', 'a'], indexes: [1]},
		],
	);
});

test('of an end is told what others do not have; of the only one everything', (t) => {
	t.deepEqual(tellingLines([{lines: ['done', 'a']}, {lines: ['stalled', 'a']}]), [['done'], ['stalled']]);
	t.deepEqual(tellingLines([{lines: ['done', 'a']}]), [['done', 'a']]);
});

test('symptoms in an answer are findings in other languages', (t) => {
	t.is(answerIn('en', 'no endpoints, unschedulable'), 'no endpoints, unschedulable');
	t.is(answerIn('zh', 'unschedulable'), '没有节点容得下这个 Pod');
	t.is(answerIn('ru', 'image pull, unschedulable'), 'Образ не удаётся загрузить; Ни один узел не может принять Pod');
	t.is(answerIn('ru', 'stuck'), 'застряло');
	t.is(answerIn('ru', '3'), '3');
});
