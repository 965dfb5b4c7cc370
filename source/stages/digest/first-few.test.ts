import test from 'ava';
import {firstFew} from './first-few.js';

test('of many, the first three are named', (t) => {
	t.deepEqual(firstFew(['a', 'b', 'c']), {named: ['a', 'b', 'c'], more: 0});
	t.deepEqual(firstFew(['a', 'b', 'c', 'd']), {named: ['a', 'b', 'c'], more: 1});
	t.deepEqual(firstFew(['a', 'b', 'c', 'd'], 4), {named: ['a', 'b', 'c', 'd'], more: 0});
	t.deepEqual(firstFew(['a', 'b', 'c', 'd', 'e'], 4), {named: ['a', 'b', 'c'], more: 2});
});
