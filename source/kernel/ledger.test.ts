import test from 'ava';
import fc from 'fast-check';
import {Ledger} from './ledger.js';

test('a key can be read as of any step; a deletion keeps its history', (t) => {
	const ledger = new Ledger();
	ledger.step = 3;
	ledger.write('/a', {value: 1});
	ledger.step = 5;
	ledger.write('/a', {value: 2});
	ledger.write('/b', true);
	ledger.step = 9;
	ledger.delete('/a');
	t.deepEqual(
		[2, 3, 4, 5, 8, 9].map((step) => ledger.readAt<{value: number}>('/a', step)?.value),
		[undefined, 1, 1, 2, 2, undefined],
	);
	t.is(ledger.read('/a'), undefined);
	t.deepEqual(
		ledger.versions('/a').map(({step}) => step),
		[3, 5, 9],
	);
	t.deepEqual(ledger.keys('/', 4), ['/a']);
	t.deepEqual(ledger.keys('/', 5), ['/a', '/b']);
	t.deepEqual(ledger.keys('/'), ['/b']);
	t.deepEqual(
		ledger.changesAt(5).map(({key, before, after}) => [key, before, after]),
		[
			['/a', {value: 1}, {value: 2}],
			['/b', undefined, true],
		],
	);
	t.deepEqual(ledger.changesAt(4), []);
});

test('values are frozen on the way in, all the way down, and writing an equal value is not a change', (t) => {
	const ledger = new Ledger();
	const value = {list: [{deep: 1}]};
	ledger.write('/a', value);
	t.true(Object.isFrozen(value) && Object.isFrozen(value.list) && Object.isFrozen(value.list[0]));
	t.throws(() => {
		value.list[0]!.deep = 2;
	});
	ledger.write('/a', value);
	t.is(ledger.changes.length, 1);
});

test('keys of a prefix come sorted, those that came late and those that came back too', (t) => {
	for (const history of [true, false]) {
		const ledger = new Ledger(history);
		for (const key of ['/b/2', '/a', '/b/1', '/bb', '/b/3']) {
			ledger.write(key, key);
		}

		t.deepEqual(ledger.keys('/b/'), ['/b/1', '/b/2', '/b/3']);
		ledger.delete('/b/2');
		ledger.write('/b/0', 0);
		t.deepEqual(ledger.keys('/b/'), ['/b/0', '/b/1', '/b/3']);
		ledger.write('/b/2', 2);
		t.deepEqual(ledger.keys('/b'), ['/b/0', '/b/1', '/b/2', '/b/3', '/bb']);
		t.deepEqual(ledger.keys('/c'), []);
	}
});

test('without history the present step is known, and the one before', (t) => {
	const ledger = new Ledger(false);
	for (let step = 0; step < 10; step++) {
		ledger.step = step;
		ledger.write('/a', {step});
		ledger.write('/b', {step});
	}

	ledger.delete('/b');
	t.deepEqual(ledger.read('/a'), {step: 9});
	t.deepEqual(ledger.readAt('/a', 8), {step: 8});
	t.deepEqual(ledger.readAt('/a', 7), {step: 7});
	t.is(ledger.readAt('/a', 6), undefined);
	t.deepEqual(
		ledger.changes.map(({key, step}) => [key, step]),
		[
			['/a', 8],
			['/b', 8],
			['/a', 9],
			['/b', 9],
			['/b', 9],
		],
	);
	t.is(ledger.changesAt(9).length, 3);
	t.is(ledger.writes, 21);
	ledger.step = 11;
	t.is(ledger.versions('/a').length, 1);
	t.deepEqual(ledger.versions('/b'), []);
	t.deepEqual(ledger.changes, []);
	t.deepEqual(ledger.everyKey('/'), ['/a']);
});

test('keys and their values are those of each step, whatever was written and deleted in between, and whenever they are looked at', (t) => {
	const key = fc.constantFrom('/a/1', '/a/2', '/a/b/3', '/b', '/c/4');
	const writes = fc.array(fc.record({key, deletes: fc.boolean(), looks: fc.boolean()}), {maxLength: 30});
	fc.assert(
		fc.property(writes, fc.constantFrom('/', '/a/', '/a/b/', '/c', '/x'), (list, prefix) => {
			const ledger = new Ledger();
			const forgetful = new Ledger(false);
			const then: Array<Map<string, number>> = [];
			let now = new Map<string, number>();
			for (const [step, {key, deletes, looks}] of list.entries()) {
				ledger.step = step;
				forgetful.step = step;
				now = new Map(now);
				if (deletes) {
					ledger.delete(key);
					forgetful.delete(key);
					now.delete(key);
				} else {
					ledger.write(key, step);
					forgetful.write(key, step);
					now.set(key, step);
				}

				then.push(now);
				if (looks) {
					for (const at of [step, step - 1]) {
						t.deepEqual(forgetful.entries(prefix, at), ledger.entries(prefix, at));
					}

					t.deepEqual(forgetful.keys(prefix), ledger.keys(prefix));
				}
			}

			for (const [step, values] of then.entries()) {
				const wanted = [...values].filter(([key]) => key.startsWith(prefix)).sort(([a], [b]) => (a < b ? -1 : 1));
				t.deepEqual(ledger.entries(prefix, step), wanted);
				t.deepEqual(
					ledger.keys(prefix, step),
					wanted.map(([key]) => key),
				);
			}

			t.deepEqual(
				ledger.everyKey(prefix),
				[...new Set(list.filter(({deletes}) => !deletes).map(({key}) => key))]
					.filter((key) => key.startsWith(prefix))
					.sort(),
			);
		}),
	);
});

test('folders are what has had something below it, each once', (t) => {
	const ledger = new Ledger();
	for (const key of ['/a/z/1', '/a/b/1', '/a/b/2', '/a/b-c/1', '/a/file', '/b/x']) {
		ledger.write(key, key);
	}

	t.deepEqual(ledger.folders('/a/'), ['b-c', 'b', 'z']);
	t.deepEqual(ledger.folders('/c/'), []);
});
