import test from 'ava';
import type {MistakeOutcome} from './play.js';
import {scoresOf} from './score.js';

test('scores count runs by class, two mistakes as a class of their own, the worst first', (t) => {
	const outcome = (classes: readonly string[], isPlaced: boolean): MistakeOutcome => ({
		number: 0,
		classes,
		isGreen: false,
		isPlaced,
		isMended: true,
		says: '',
	});
	const {all, classes} = scoresOf([outcome(['a'], true), outcome(['b'], false), outcome(['a', 'b'], true)]);
	t.deepEqual(all, {class: 'all', runs: 3, green: 0, placed: 2, mended: 3});
	t.deepEqual(
		classes.map(({class: name}) => name),
		['b', 'a', 'two at once'],
	);
});
