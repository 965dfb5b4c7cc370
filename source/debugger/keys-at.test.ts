import test from 'ava';
import fc from 'fast-check';
import {Ledger} from '../kernel/ledger.js';
import {keysAt} from './keys-at.js';

test('the keys at any step are those that the ledger has, in any order of asking', (t) => {
	fc.assert(
		fc.property(
			fc.array(fc.record({key: fc.integer({min: 0, max: 12}), isDeleted: fc.boolean()}), {maxLength: 60}),
			fc.array(fc.nat({max: 70}), {minLength: 1, maxLength: 20}),
			(writes, steps) => {
				const ledger = new Ledger();
				for (const [index, {key, isDeleted}] of writes.entries()) {
					ledger.step = index + 1;
					if (isDeleted) {
						ledger.delete(`/k/${key}`);
					} else {
						ledger.write(`/k/${key}`, index);
					}
				}

				for (const step of steps) {
					t.deepEqual(keysAt(ledger, step), ledger.keys('/', step));
				}

				ledger.step = 80;
				for (const key of ['/k/last', '/k/later']) {
					ledger.write(key, 1);
					t.deepEqual(keysAt(ledger, 80), ledger.keys('/', 80));
				}
			},
		),
	);
});

test('where nothing appears or disappears, the list is the same one', (t) => {
	const ledger = new Ledger();
	ledger.step = 1;
	ledger.write('/a', 1);
	ledger.step = 2;
	ledger.write('/a', 2);
	t.is(keysAt(ledger, 1), keysAt(ledger, 2));
});
