import test from 'ava';
import {jointChanges} from './joint-changes.js';
import type {RefusalAdvice} from './refused.js';

const place = (field: string) => ({file: 'a.yaml', line: 1, column: 1, field, message: 'wrong'});

const change = (field: string) => ({field: [field], change: {value: 'right'}});

/** Advice by field; a field that is not in the table has none. */
const adviceOf =
	(table: Readonly<Record<string, RefusalAdvice['candidates']>>) =>
	(message: string): RefusalAdvice => ({advice: [], candidates: table[message.replace(/: wrong$/, '')] ?? []});

test('the first change against each of several faults', (t) => {
	const advice = adviceOf({
		a: [change('a'), change('other')],
		b: [{command: 'kubectl delete pod b'}, change('b')],
		alike: [change('a')],
	});
	t.deepEqual(jointChanges([place('a'), place('b'), place('alike')], advice)?.changes, [change('a'), change('b')]);
	t.is(jointChanges([place('a')], advice), undefined);
	t.is(jointChanges([place('a'), place('alike')], advice), undefined);
	t.is(jointChanges([place('a'), place('unknown')], advice), undefined);
});
