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

/** Writes two keys at each step, deletes one of them now and then, and calls for a start of forgetting at the second. */
const writtenLong = (begin: (ledger: Ledger) => void = () => {}): Ledger => {
	const ledger = new Ledger();
	for (let step = 0; step < 2500; step++) {
		ledger.step = step;
		ledger.write('/kept', {step});
		ledger.write(`/often/${step % 7}`, {step});
		if (step % 70 === 0) {
			ledger.delete('/often/0');
			ledger.write('/once', 'first');
		}

		if (step === 1) {
			begin(ledger);
		}
	}

	return ledger;
};

/** The run with forgotten values; `recalls` counts how often they were restored. */
const forgetful = (keeps: (key: string) => boolean = () => false) => {
	const told = {recalls: 0};
	const ledger = writtenLong((one) => {
		one.forgetPast({
			steps: 500,
			keeps,
			recall() {
				told.recalls++;
				return writtenLong();
			},
		});
	});
	return {ledger, told};
};

test('values that were replaced long ago are forgotten; keys, the latest values and the last steps are not', (t) => {
	const whole = writtenLong();
	const {ledger, told} = forgetful((key) => key === '/kept');
	t.deepEqual(ledger.entries('/'), whole.entries('/'));
	t.deepEqual(ledger.everyKey('/'), whole.everyKey('/'));
	t.deepEqual(ledger.entries('/', 2300), whole.entries('/', 2300));
	t.deepEqual(ledger.changesAt(2300), whole.changesAt(2300));
	t.deepEqual(ledger.versions('/kept'), whole.versions('/kept'));
	t.deepEqual(ledger.versions('/once'), whole.versions('/once'));
	t.deepEqual(
		ledger.changes.map(({step, key}) => ({step, key})),
		whole.changes.map(({step, key}) => ({step, key})),
	);
	t.is(ledger.writes, whole.writes);
	t.is(told.recalls, 0);
});

for (const [look, at] of [
	['value', (ledger: Ledger) => ledger.readAt('/often/3', 1000)],
	['list of versions', (ledger: Ledger) => ledger.versions('/often/0').map(({step, value}) => ({step, value}))],
	['list of keys', (ledger: Ledger) => ledger.keys('/often/', 1050)],
	['write', (ledger: Ledger) => ledger.changesAt(1200).map(({before, after}) => ({before, after}))],
] as const) {
	test(`the first look at a ${look} of long ago brings all of it back, once`, (t) => {
		const whole = writtenLong();
		const {ledger, told} = forgetful();
		t.is(told.recalls, 0);
		t.deepEqual(at(ledger), at(whole));
		t.is(told.recalls, 1);
		for (const one of [ledger, whole]) {
			one.step = 9000;
			one.write('/often/1', {later: true});
		}

		for (const key of whole.everyKey('/')) {
			t.deepEqual(
				ledger.versions(key).map(({step, value}) => ({step, value})),
				whole.versions(key).map(({step, value}) => ({step, value})),
			);
		}

		t.deepEqual(
			ledger.changes.map(({step, key, before, after}) => ({step, key, before, after})),
			whole.changes.map(({step, key, before, after}) => ({step, key, before, after})),
		);
		t.is(told.recalls, 1);
	});
}

test('a value that is written again after a look at the past is no change', (t) => {
	const {ledger} = forgetful();
	const value = ledger.read('/often/2');
	ledger.versions('/often/2');
	const {writes} = ledger;
	ledger.write('/often/2', value);
	t.is(ledger.writes, writes);
});
