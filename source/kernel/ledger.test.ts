import test from 'ava';
import {Ledger} from './ledger.js';

test('a key can be read as of any step', (t) => {
	const ledger = new Ledger();
	ledger.write('/a', {colour: 'red'});
	ledger.step = 3;
	ledger.write('/a', {colour: 'blue'});
	ledger.step = 5;
	ledger.delete('/a');
	t.deepEqual(
		[0, 2, 3, 4, 5].map((step) => ledger.readAt<{colour: string}>('/a', step)?.colour),
		['red', 'red', 'blue', 'blue', undefined],
	);
	t.deepEqual(ledger.keys('/', 4), ['/a']);
	t.deepEqual(ledger.keys('/'), []);
	t.is(ledger.changesAt(3).length, 1);
});

test('without history the present is kept, and the writes of the present step', (t) => {
	const ledger = new Ledger(false);
	for (let step = 0; step < 10; step++) {
		ledger.step = step;
		ledger.write('/a', {step});
		ledger.write('/b', {step});
	}

	ledger.delete('/b');
	t.deepEqual(ledger.read('/a'), {step: 9});
	t.is(ledger.versions('/a').length, 1);
	t.deepEqual(ledger.versions('/b'), []);
	t.deepEqual(
		ledger.changes.map(({key}) => key),
		['/a', '/b', '/b'],
	);
	t.is(ledger.writes, 21);
});
