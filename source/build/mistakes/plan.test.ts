import test from 'ava';
import {mistakePlanOf} from './plan.js';

test('a plan follows from its number; some have two mistakes, in the order of their lines', (t) => {
	const plans = Array.from({length: 200}, (_, number) => mistakePlanOf(number));
	t.deepEqual(mistakePlanOf(17), plans[17]);
	const two = plans.flatMap((plan) => (plan.mistakes.length === 2 ? [plan] : []));
	t.true(two.length > 20);
	for (const {mistakes: planted} of two) {
		t.true((planted[0]?.from ?? 0) <= (planted[1]?.from ?? 0));
	}
});
