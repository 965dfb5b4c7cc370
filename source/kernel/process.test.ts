import test from 'ava';
import {Kernel} from './kernel.js';
import {frame, note, sleep, type Routine} from './routine.js';

const run = (start: () => Routine): Kernel => {
	const kernel = new Kernel();
	kernel.spawn('test', 'tester', start);
	return kernel;
};

test('a frame gives back what its routine returns, and lets through what it throws', (t) => {
	const seen: unknown[] = [];
	function* inner(fails: boolean): Routine<string> {
		yield* sleep(1);
		yield* note('a', {says: 'inside'});
		if (fails) {
			throw new Error('broken');
		}

		return 'whole';
	}

	function* outer(): Routine {
		seen.push(yield* frame({name: 'good'}, inner(false)));
		try {
			yield* frame({name: 'around'}, frame({name: 'bad'}, inner(true)));
		} catch (error) {
			seen.push((error as Error).message);
		}

		yield* note('b', {says: 'outside'});
	}

	const kernel = run(outer);
	const depths = [kernel.step()!, kernel.step()!, kernel.step()!].map(({depth, frame: open}) => [depth, open?.name]);
	t.deepEqual(depths, [
		[1, 'good'],
		[2, 'bad'],
		[0, undefined],
	]);
	t.deepEqual(seen, ['whole', 'broken']);
	t.is(kernel.step(), undefined);
});

test('what nobody catches ends the run and names the frames in which it began', (t) => {
	function* failing(): Routine {
		yield* note('a', {says: 'still well'});
		throw new Error('a mistake');
	}

	const kernel = run(() => frame({name: 'create pods'}, frame({name: 'txn', component: 'etcd'}, failing())));
	t.truthy(kernel.step());
	const error = t.throws(() => kernel.step());
	t.regex(
		error!.message,
		/test failed at step 1, 0 ms: a mistake\n {4}in txn \(etcd\)\n {4}in create pods \(tester\)$/,
	);
});

test('cleaning up in a frame runs once, and may wait', (t) => {
	const seen: string[] = [];
	function* tidy(): Routine {
		try {
			yield* sleep(1);
			throw new Error('gone');
		} finally {
			yield* sleep(5);
			seen.push('tidied');
		}
	}

	const kernel = run(function* () {
		try {
			yield* frame({name: 'work'}, tidy());
		} catch {
			yield* note('a', {says: 'caught'});
		}
	});
	t.is(kernel.step()?.timeMs, 6);
	t.deepEqual(seen, ['tidied']);
});
