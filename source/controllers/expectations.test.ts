import test from 'ava';
import {Kernel} from '../kernel/kernel.js';
import {sleep} from '../kernel/routine.js';
import {Expectations} from './expectations.js';

test('a controller waits until its cache has shown each creation', (t) => {
	const expectations = new Expectations(new Kernel());
	t.true(expectations.satisfied('web'));
	expectations.expectCreations('web', 3);
	expectations.creationsObserved('web');
	t.deepEqual(expectations.outstanding('web'), {creations: 2, deletions: 0});
	t.false(expectations.satisfied('web'));
	expectations.creationsObserved('web', 2);
	t.true(expectations.satisfied('web'));
	t.true(expectations.satisfied('other'));
});

test('a deletion that is seen twice counts once, and those of other Pods not at all', (t) => {
	const expectations = new Expectations(new Kernel());
	expectations.expectDeletions('web', ['a', 'b']);
	for (const uid of ['a', 'a', 'c']) {
		expectations.deletionObserved('web', uid);
	}

	t.deepEqual(expectations.outstanding('web'), {creations: 0, deletions: 1});
	t.false(expectations.satisfied('web'));
	expectations.deletionObserved('web', 'b');
	t.true(expectations.satisfied('web'));
});

test('after five minutes, or when its owner is forgotten, a controller waits no more', (t) => {
	const kernel = new Kernel();
	const expectations = new Expectations(kernel);
	expectations.expectCreations('old', 1);
	expectations.expectCreations('gone', 1);
	expectations.forget('gone');
	t.true(expectations.satisfied('gone'));
	const satisfied: boolean[] = [];
	kernel.spawn('clock', 'clock', function* () {
		yield* sleep(300_000);
		satisfied.push(expectations.satisfied('old'));
		yield* sleep(1);
		satisfied.push(expectations.satisfied('old'));
	});
	while (kernel.step()) {
		// This runs until the clock has ended.
	}

	t.deepEqual(satisfied, [false, true]);
});
