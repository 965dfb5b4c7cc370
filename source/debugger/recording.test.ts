import test from 'ava';
import {createShop, recordShop, type ShopInput, type ShopScenario} from '../testing/shop.js';
import {Divergence, Recording} from './recording.js';

const texts = (recording: Recording<ShopScenario, ShopInput>) =>
	recording.stops.map((stop) => recording.sentence(stop));

test('the same scenario and inputs give the same tape, stop by stop', (t) => {
	const [first, second] = [recordShop('bread', 'cake'), recordShop('bread', 'cake')];
	t.is(first.fingerprint, second.fingerprint);
	t.deepEqual(
		first.stops.map(({step}) => first.fingerprintAt(step)),
		second.stops.map(({step}) => second.fingerprintAt(step)),
	);
	t.not(recordShop('bread', 'bun').fingerprint, first.fingerprint);
});

test('a branch shares the past up to its step and has a future of its own; the old one is kept', (t) => {
	const recording = recordShop('bread', 'cake');
	const before = texts(recording);
	const branch = recording.branch(6);
	t.deepEqual(texts(branch), before.slice(0, 7));
	t.is(branch.fingerprintAt(6), recording.fingerprintAt(6));
	branch.submit({order: 'bun'});
	while (branch.extend(undefined, true)) {
		// Each stop is on the tape.
	}

	t.true(texts(branch).includes('bun is written down'));
	t.true(texts(branch).includes('cake is written down'));
	t.deepEqual(texts(recording), before);
	t.deepEqual(branch.inputs.slice(0, 2), recording.inputs);
});

test('a branch begins without a look at the stops after its own: there may be a million', (t) => {
	const recording = recordShop('bread', 'cake');
	const {stops} = recording;
	const asked: number[] = [];
	const get = stops.get.bind(stops);
	Object.assign(stops, {
		get(step: number) {
			asked.push(step);
			return get(step);
		},
	});
	recording.branching(6).next();
	t.deepEqual(asked, [0]);
	recording.branch(6);
	t.is(Math.max(...asked), 6);
});

test('a branch at every step is possible, and running on it gives the same as before', (t) => {
	const recording = recordShop('bread', 'cake');
	for (const {step} of recording.stops) {
		const branch = recording.branch(step);
		for (let stop = branch.extend(undefined, true); stop; stop = branch.extend(undefined, true)) {
			// Inputs after the step are not given: the run rests earlier.
		}

		const shared = branch.stops.length;
		t.true(shared > step);
		t.is(branch.fingerprintAt(step), recording.fingerprintAt(step));
	}
});

test('a re-run that differs says where, what was expected and what was found', (t) => {
	let words = 'bakes';
	const recording = new Recording<ShopScenario, ShopInput>({seed: 1}, (scenario) => createShop({...scenario, words}));
	recording.submit({order: 'bread'});
	while (recording.extend(undefined, true)) {
		// Each stop is on the tape.
	}

	words = 'burns';
	const error = t.throws(() => recording.branch(4), {instanceOf: Divergence});
	t.is(error.step, 4);
	t.is(
		error.message,
		'the re-run differs from the recording at step 4: expected bakery.bake in baker: the baker bakes bread, found bakery.bake in baker: the baker burns bread',
	);
	t.notThrows(() => recording.branch(3));
});

test('what is not deterministic is found out by the first branch beyond it', (t) => {
	const recording = recordShop('bread');
	recording.submit({cheat: true});
	recording.extend();
	t.throws(() => recording.branch(recording.stops.length - 1), {instanceOf: Divergence, message: /at step 5/});
});

test('inputs are given at the time they were given, also when nothing happened in between', (t) => {
	const recording = recordShop('bread');
	while (recording.extend(1050)) {
		// Housekeeping passes the time.
	}

	recording.submit({order: 'cake'});
	while (recording.extend(undefined, true)) {
		// Each stop is on the tape.
	}

	const replayed = new Recording<ShopScenario, ShopInput>({seed: 1}, createShop);
	replayed.replay(recording.inputs, recording.stops.length);
	t.is(replayed.fingerprint, recording.fingerprint);
	t.is(replayed.stops.find((stop) => replayed.sentence(stop) === 'cake is served')?.timeMs, 1050);
});

test('inputs given at once are given at once again, at rest and in the middle of things', (t) => {
	for (const steps of [0, 1, 3, 100]) {
		const recording = recordShop('bread');
		recording.submit({order: 'cake'});
		recording.submit({order: 'bun'});
		for (let step = 0; step < steps && recording.extend(undefined, true); step++) {
			// Each stop is on the tape.
		}

		recording.submit({order: 'roll'});
		recording.submit({order: 'pie'});
		while (recording.extend(undefined, true)) {
			// Each stop is on the tape.
		}

		const branch = recording.branch(recording.stops.length - 1);
		t.deepEqual(texts(branch), texts(recording), `after ${steps} steps`);
		t.deepEqual(branch.inputs, recording.inputs);
	}
});

test('a recording that ends too early is a divergence, not a silence', (t) => {
	const finite = new Recording<ShopScenario, ShopInput>({seed: 1}, (scenario) => {
		const world = createShop(scenario);
		world.kernel.processes.crash('clock');
		return world;
	});
	t.throws(
		() => {
			finite.replay([], 3);
		},
		{instanceOf: Divergence, message: /expected another stop, found the end of the run/},
	);
});

test('the steps of one process form a chain', (t) => {
	const recording = recordShop('bread', 'cake');
	const chain = [];
	for (let at: number | undefined = 0; at !== undefined; at = recording.nextOfProcess(at)) {
		chain.push(at);
	}

	t.deepEqual(chain, [0, 1, 2, 3, 5, 6, 7, 8]);
});

/** Orders loaves until the tape is long enough to forget facts. */
const longRun = (forgets: boolean) => {
	const recording = recordShop('bread');
	if (forgets) {
		recording.forgetPast({stages: [], keeps: () => false});
	}

	while (recording.stops.length < 28 * 1024) {
		recording.submit({order: 'bread'});
		while (recording.extend(undefined, true)) {
			// Each stop is on the tape.
		}
	}

	return recording;
};

test('a recording that forgets facts has the same fingerprint, and runs again for a look at what it forgot', (t) => {
	const [whole, forgetful] = [longRun(false), longRun(true)];
	t.is(forgetful.fingerprint, whole.fingerprint);
	const isForgetful = () => forgetful.stops.chunks.some(({facts}) => facts === undefined);
	t.true(isForgetful());
	t.deepEqual(forgetful.stops.at(-1), whole.stops.at(-1));
	t.is(forgetful.fingerprintAt(2000), whole.fingerprintAt(2000));
	t.true(isForgetful());
	t.deepEqual(forgetful.stops.get(2000), whole.stops.get(2000));
	t.false(isForgetful());
	t.deepEqual([...forgetful.stops], [...whole.stops]);
	t.is(forgetful.fingerprint, whole.fingerprint);
	forgetful.submit({order: 'cake'});
	whole.submit({order: 'cake'});
	t.deepEqual(forgetful.extend(), whole.extend());
	t.is(forgetful.fingerprint, whole.fingerprint);
});

test('a look at a value of long ago runs the recording again, and brings the facts of stops back too', (t) => {
	const [whole, forgetful] = [longRun(false), longRun(true)];
	const {ledger} = forgetful.kernel;
	const [key = ''] = whole.kernel.ledger.everyKey('/');
	t.true(forgetful.stops.chunks.some(({facts}) => facts === undefined));
	t.deepEqual(ledger.entries('/'), whole.kernel.ledger.entries('/'));
	t.deepEqual(ledger.readAt(key, 1000), whole.kernel.ledger.readAt(key, 1000));
	t.false(forgetful.stops.chunks.some(({facts}) => facts === undefined));
	t.deepEqual(
		ledger.changes.map(({before, after}) => ({before, after})),
		whole.kernel.ledger.changes.map(({before, after}) => ({before, after})),
	);
});
