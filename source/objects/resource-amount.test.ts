import test from 'ava';
import {amountText, roundedUp} from './resource-amount.js';

test('an amount is told as a manifest has it', (t) => {
	t.is(amountText('cpu', 2000), '2');
	t.is(amountText('cpu', 1500), '1500m');
	t.is(amountText('memory', 3 * 2 ** 30), '3Gi');
	t.is(amountText('memory', 256 * 2 ** 20), '256Mi');
	// Rounded down where the exact value is unusual.
	t.is(amountText('memory', 1.55 * 2 ** 30), '1.5Gi');
	t.is(amountText('nvidia.com/gpu', 2), '2');
});

test('what is missing is rounded up, so that so much more is enough', (t) => {
	t.is(roundedUp('cpu', 301), 301);
	t.is(roundedUp('memory', 2 ** 20 + 1), 2 ** 21);
	t.is(roundedUp('memory', 1000), 1000);
});
