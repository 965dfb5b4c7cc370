import test from 'ava';
import {Fingerprint} from './fingerprint.js';
import {Kernel} from './kernel.js';
import {SimulationError} from './simulation-error.js';
import {Mailbox} from './mailbox.js';
import {active, frame, note, receive, sleep, take, type Routine} from './routine.js';
import type {Stop} from './stop.js';

/** All stops up to the end, or up to a limit. */
const run = (kernel: Kernel, limit = 1000, atRest = false): Stop[] => {
	const stops: Stop[] = [];
	while (stops.length < limit) {
		const stop = kernel.step(undefined, atRest);
		if (!stop) {
			break;
		}

		stops.push(stop);
	}

	return stops;
};

/** The stops that the test recorded. */
const said = ({facts}: Stop): unknown => facts?.['says'];

const texts = (stops: readonly Stop[]) => stops.map((at) => `${at.timeMs} ${said(at)}`);

test('what happens first in time goes first; at the same time, what was asked for first', (t) => {
	const kernel = new Kernel();
	for (const [name, ms] of [
		['late', 30],
		['first', 10],
		['second', 10],
		['third', 10],
		['early', 5],
	] as const) {
		kernel.spawn(name, name, function* () {
			yield* sleep(ms);
			yield* note('x', {says: name});
		});
	}

	t.deepEqual(texts(run(kernel)), ['5 early', '10 first', '10 second', '10 third', '30 late']);
	t.is(kernel.now, 30);
});

test('time passes only where a routine waits, in whole milliseconds, and never backwards', (t) => {
	const kernel = new Kernel();
	kernel.spawn('a', 'a', function* () {
		yield* note('x', {says: 'begins'});
		yield* note('x', {says: 'same moment'});
		yield* sleep(1.6);
		yield* note('x', {says: 'two later'});
		yield* sleep(-5);
		yield* note('x', {says: 'at once'});
	});
	t.deepEqual(texts(run(kernel)), ['0 begins', '0 same moment', '2 two later', '2 at once']);
});

test('the virtual clock stands still at the time asked for when nothing happens until then', (t) => {
	const kernel = new Kernel();
	kernel.spawn('a', 'a', function* () {
		yield* sleep(100);
		yield* note('x', {says: 'done'});
	});
	t.is(kernel.step(40), undefined);
	t.is(kernel.now, 40);
	t.is(kernel.timestamp(), '2026-01-01T00:00:00Z');
	t.is(kernel.step(200)?.timeMs, 100);
	t.is(kernel.nextTimeMs, 100);
});

test('a message carries the step that sent it, and messages to one mailbox never overtake each other', (t) => {
	const kernel = new Kernel();
	const mailbox = new Mailbox<string>('inbox');
	kernel.spawn('sender', 'a', function* () {
		yield* note('send', {says: 'slow'});
		kernel.send(mailbox, 'slow', 50);
		yield* note('send', {says: 'fast'});
		kernel.send(mailbox, 'fast', 1);
	});
	kernel.spawn('receiver', 'b', function* () {
		for (;;) {
			const message = yield* receive(mailbox);
			yield* note('got', {says: message});
		}
	});
	const stops = run(kernel);
	t.deepEqual(texts(stops), ['0 slow', '0 fast', '50 slow', '50 fast']);
	t.deepEqual(
		stops.map(({cause}) => cause),
		[-1, -1, 0, 1],
	);
});

test('a message from the user has no cause; a timer has the moment that set it', (t) => {
	const kernel = new Kernel();
	const mailbox = new Mailbox<string>('inbox');
	kernel.spawn('receiver', 'b', function* () {
		yield* note('x', {says: 'waits'});
		t.is(yield* take(mailbox, {timeoutMs: 20}), undefined);
		yield* note('x', {says: 'nothing came'});
		yield* note('x', {says: yield* receive(mailbox)});
	});
	const stops = run(kernel);
	kernel.send(mailbox, 'hello');
	stops.push(...run(kernel));
	t.deepEqual(
		stops.map((at) => [said(at), at.cause]),
		[
			['waits', -1],
			['nothing came', 0],
			['hello', -1],
		],
	);
});

test('what a process does between waking and its first stop stems from what woke it', (t) => {
	const kernel = new Kernel();
	const [inbox, outbox] = [new Mailbox<string>('inbox'), new Mailbox<string>('outbox')];
	kernel.spawn('relay', 'a', function* () {
		yield* note('x', {says: 'ready'});
		for (;;) {
			const message = yield* receive(inbox);
			yield* sleep(5);
			kernel.send(outbox, message);
		}
	});
	kernel.spawn('end', 'b', function* () {
		for (;;) {
			yield* note('x', {says: yield* receive(outbox)});
		}
	});
	kernel.spawn('sender', 'c', function* () {
		yield* note('x', {says: 'sends'});
		kernel.send(inbox, 'relayed');
	});
	const stops = run(kernel);
	t.is(said(stops[stops.at(-1)!.cause]!), 'sends');
});

test('two processes do not wait on one mailbox', (t) => {
	const kernel = new Kernel();
	const mailbox = new Mailbox<string>('inbox');
	for (const name of ['a', 'b']) {
		kernel.spawn(name, name, () => receive(mailbox) as Routine<unknown>);
	}

	t.throws(() => kernel.step(), {instanceOf: SimulationError, message: /another process waits on the mailbox inbox/});
});

test('a routine that runs in circles without a stop is found out', (t) => {
	const kernel = new Kernel({silentLimit: 100});
	kernel.spawn('circle', 'a', function* () {
		for (;;) {
			yield* sleep(1);
		}
	});
	t.throws(() => kernel.step(), {instanceOf: SimulationError, message: /100 wake-ups without a stop at \d+ ms/});
});

test('a routine that now and then wakes up for nothing is no circle; the step ends, and the next goes on', (t) => {
	const kernel = new Kernel({silentLimit: 100});
	kernel.spawn('watch', 'a', function* () {
		for (let times = 0; times < 150; times++) {
			yield* sleep(1000);
		}

		yield* note('x', {says: 'at last'});
	});
	let steps = 1;
	let stop = kernel.step();
	while (stop === undefined && steps < 10) {
		t.true(kernel.now < 150_000);
		stop = kernel.step();
		steps++;
	}

	t.true(steps > 1);
	t.is(stop && said(stop), 'at last');
	t.is(kernel.now, 150_000);
});

test('what is written belongs to the stop that tells of it; a wait before that is an error', (t) => {
	const kernel = new Kernel();
	kernel.spawn('a', 'a', function* () {
		kernel.ledger.write('/a', 1);
		yield* note('x', {says: 'told'});
		kernel.ledger.write('/b', 2);
		yield* sleep(1);
	});
	t.is(said(kernel.step()!), 'told');
	t.deepEqual(
		kernel.ledger.changesAt(0).map(({key, after}) => [key, after]),
		[['/a', 1]],
	);
	t.throws(() => kernel.step(), {message: /it wrote \/b and waits without a stop that tells of it/});
});

test('frames nest, name the component at work, and close when an error passes', (t) => {
	const kernel = new Kernel();
	kernel.spawn('client', 'kubectl', function* () {
		try {
			yield* frame(
				{name: 'request', component: 'server', stage: 'in', facts: {says: 'enters'}, object: '/a'},
				(function* (): Routine {
					yield* note('x', {says: 'inside'});
					throw new Error('no');
				})(),
			);
		} catch {
			yield* note('x', {says: 'outside'});
		}
	});
	t.deepEqual(
		run(kernel).map((at) => [said(at), at.component, at.depth, at.object, at.frame?.name]),
		[
			['enters', 'server', 1, '/a', 'request'],
			['inside', 'server', 1, '/a', 'request'],
			['outside', 'kubectl', 0, undefined, undefined],
		],
	);
});

test('an error that nobody catches names the process, the step and the frames', (t) => {
	const kernel = new Kernel();
	kernel.spawn('worker', 'a', () =>
		frame(
			{name: 'deep work'},
			(function* (): Routine {
				yield* note('x', {says: 'so far'});
				throw new Error('broken');
			})(),
		),
	);
	t.is(said(kernel.step()!), 'so far');
	t.throws(() => kernel.step(), {message: /worker failed at step 1, 0 ms: broken/});
});

/** Counts in the ledger, once per millisecond, and sends each number on. */
const counter = (kernel: Kernel, mailbox: Mailbox<number>) =>
	function* (): Routine {
		for (let number = 1; number <= 5; number++) {
			kernel.ledger.write('/count', number);
			kernel.send(mailbox, number);
			yield* note('count', {says: `counts ${number}`});
			yield* sleep(1);
		}
	};

test('a process crashes at any stop and starts again from its beginning', (t) => {
	for (let after = 0; after <= 6; after++) {
		const kernel = new Kernel();
		const mailbox = new Mailbox<number>('numbers');
		kernel.spawn('counter', 'a', counter(kernel, mailbox));
		run(kernel, after);
		kernel.processes.crash('counter');
		t.is(kernel.processes.get('counter')?.state, after === 6 ? 'ended' : 'crashed');
		t.deepEqual(run(kernel), [], `after ${after}`);
		kernel.processes.restart('counter');
		t.deepEqual(
			run(kernel).map(said),
			[1, 2, 3, 4, 5].map((number) => `counts ${number}`),
		);
		t.is(kernel.ledger.read('/count'), 5);
	}
});

test('a child ends with its parent, and what a process holds open is closed with it', (t) => {
	const kernel = new Kernel();
	const closed: string[] = [];
	kernel.spawn('parent', 'a', function* () {
		kernel.atExit(() => closed.push('parent'));
		kernel.spawn(
			'child',
			'a',
			function* () {
				kernel.atExit(() => closed.push('child'));
				for (;;) {
					yield* note('x', {says: 'tick'});
					yield* sleep(10);
				}
			},
			{child: true},
		);
		yield* note('x', {says: 'spawned'});
		yield* sleep(1000);
	});
	run(kernel, 4);
	kernel.processes.crash('parent');
	t.is(kernel.processes.get('child')?.state, 'crashed');
	t.deepEqual(closed.sort(), ['child', 'parent']);
	t.deepEqual(run(kernel), []);
});

test('of brief processes that are over the last hundred are known', (t) => {
	const kernel = new Kernel();
	kernel.spawn('stays', 'a', () => receive(new Mailbox('stays')), {brief: true});
	for (let number = 0; number < 300; number++) {
		kernel.spawn(`brief/${number}`, 'a', () => note('x', {says: 'done'}), {brief: true});
		kernel.spawn(`crashed/${number}`, 'a', () => receive(new Mailbox('never')), {brief: true});
		run(kernel);
		kernel.processes.crash(`crashed/${number}`);
	}

	t.is(kernel.processes.size, 101);
	t.true(kernel.processes.has('stays'));
	t.true(kernel.processes.has('brief/299'));
	t.false(kernel.processes.has('brief/0'));
});

test('a vital child neither dies nor restarts without its parent', (t) => {
	const kernel = new Kernel();
	let lives = 0;
	kernel.spawn('parent', 'a', function* () {
		lives++;
		kernel.spawn('child', 'a', () => receive(new Mailbox('child')), {child: 'vital'});
		yield* receive(new Mailbox('parent'));
	});
	run(kernel, 1);
	t.is(kernel.processes.crash('child'), 'parent');
	t.is(kernel.processes.get('parent')?.state, 'crashed');
	t.is(kernel.processes.restart('child'), 'parent');
	run(kernel, 1);
	t.is(lives, 2);
	t.is(kernel.processes.get('child')?.state, 'waiting');
});

test('a child whose parent is down comes back with its parent', (t) => {
	const kernel = new Kernel();
	kernel.spawn('parent', 'a', function* () {
		kernel.spawn('child', 'a', () => receive(new Mailbox('child')), {child: true});
		yield* receive(new Mailbox('parent'));
	});
	run(kernel, 1);
	kernel.processes.crash('parent');
	t.is(kernel.processes.restart('child'), 'parent');
	run(kernel, 1);
	t.is(kernel.processes.get('child')?.state, 'waiting');
	t.is(kernel.processes.restart('parent'), 'parent');
	run(kernel, 1);
	t.is(kernel.processes.get('child')?.state, 'waiting');
});

test('a run is at rest when only periodic work is left; housekeeping that finds real work wakes it', (t) => {
	const kernel = new Kernel();
	let found = false;
	kernel.spawn('housekeeping', 'a', function* () {
		for (;;) {
			yield* sleep(10, {periodic: true});
			if (found) {
				found = false;
				yield* active();
				yield* note('x', {says: 'real work'});
			} else {
				yield* note('x', {says: 'routine'});
			}
		}
	});
	kernel.spawn('worker', 'b', function* () {
		yield* sleep(25);
		yield* note('x', {says: 'work'});
	});
	t.deepEqual(texts(run(kernel, 100, true)), ['10 routine', '20 routine', '25 work']);
	t.true(kernel.resting);
	const routine = kernel.step();
	t.like(routine, {facts: {says: 'routine'}, periodic: true});
	found = true;
	const work = kernel.step();
	t.like(work, {facts: {says: 'real work'}, periodic: false});
});

test('what periodic work sends and spawns is periodic too', (t) => {
	const kernel = new Kernel();
	const mailbox = new Mailbox<string>('inbox');
	kernel.spawn('clock', 'a', function* () {
		yield* sleep(10, {periodic: true});
		kernel.send(mailbox, 'tick', 5);
		yield* note('x', {says: 'sends'});
	});
	kernel.spawn('receiver', 'b', function* () {
		yield* note('x', {says: yield* receive(mailbox)});
	});
	t.deepEqual(run(kernel, 10, true), []);
	t.deepEqual(
		run(kernel).map((at) => [said(at), at.periodic]),
		[
			['sends', true],
			['tick', true],
		],
	);
});

const world = (seed: number): Kernel => {
	const kernel = new Kernel({seed});
	for (const name of ['a', 'b', 'c']) {
		kernel.spawn(name, name, function* () {
			const random = kernel.random(name);
			for (let index = 0; index < 20; index++) {
				yield* sleep(random.below(50));
				kernel.ledger.write(`/${name}`, random.suffix());
				yield* note('x', {says: `${name} ${kernel.ledger.read<string>(`/${name}`)}`});
			}
		});
	}

	return kernel;
};

test('the same seed gives the same fingerprint at every step, another seed another one', (t) => {
	const fingerprints = (seed: number) => {
		const kernel = world(seed);
		const fingerprint = new Fingerprint();
		const all = [];
		for (let at = kernel.step(); at; at = kernel.step()) {
			fingerprint.mix(at);
			all.push(fingerprint.text);
		}

		return all;
	};

	t.is(fingerprints(1).length, 60);
	t.deepEqual(fingerprints(1), fingerprints(1));
	t.not(fingerprints(1).at(-1), fingerprints(2).at(-1));
	t.is(new Set(fingerprints(1)).size, 60);
});

test('what one stream of chance draws never shifts what another gets', (t) => {
	const kernel = new Kernel({seed: 7});
	const alone = [kernel.random('a').below(1000), kernel.random('a').below(1000)];
	const mixed = new Kernel({seed: 7});
	const first = mixed.random('a').below(1000);
	mixed.random('b').uid();
	t.deepEqual([first, mixed.random('a').below(1000)], alone);
	t.regex(mixed.random('b').uid(), /^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/);
});

test('a scenario may change how long a stage takes', (t) => {
	t.is(new Kernel({latencies: {'etcd.txn': 9}}).latency('etcd.txn', 1), 9);
	t.is(new Kernel().latency('etcd.txn', 1), 1);
});

test('no two living processes have one name', (t) => {
	const kernel = new Kernel();
	kernel.spawn('a', 'a', () => sleep(10));
	t.throws(
		() => {
			kernel.spawn('a', 'a', () => sleep(10));
		},
		{message: /a process named a is alive/},
	);
	t.throws(
		() => {
			kernel.processes.restart('nobody');
		},
		{message: /no process named nobody/},
	);
});

test('a timer that was called off does not go off, nor keeps the run from resting', (t) => {
	const kernel = new Kernel();
	const happened: string[] = [];
	const {cancel} = kernel.after(10, () => happened.push('cancelled'));
	kernel.after(20, () => happened.push('kept'));
	cancel();
	t.false(kernel.resting);
	t.is(kernel.step(), undefined);
	t.deepEqual(happened, ['kept']);
	t.true(kernel.resting);
});

test('housekeeping that is waited for after all happens at its time, and keeps the run from resting until then', (t) => {
	const kernel = new Kernel();
	const happened: string[] = [];
	const timer = kernel.after(10, () => happened.push('expected'), {periodic: true});
	kernel.after(10, () => happened.push('later'), {periodic: true});
	t.true(kernel.resting);
	timer.expect();
	timer.expect();
	t.false(kernel.resting);
	t.is(kernel.step(undefined, true), undefined);
	t.deepEqual([kernel.now, happened], [10, ['expected']]);
	t.true(kernel.resting);
	timer.expect();
	t.true(kernel.resting);
});

test('a message of housekeeping that arrives while a process waits for work does not make the run rest before that work', (t) => {
	const kernel = new Kernel();
	const inbox = new Mailbox<string>('inbox');
	kernel.spawn('a', 'a', function* () {
		for (let due = 20; due > 0;) {
			const message = yield* take(inbox, {timeoutMs: due - kernel.now});
			// A message needs time, and leads to a stop.
			yield* message ? sleep(5) : active();
			yield* note('x', {says: message ?? 'work'});
			due = message ? due : 0;
		}

		yield* take(inbox);
	});
	kernel.after(10, () => kernel.send(inbox, 'heartbeat'), {periodic: true});
	kernel.after(40, () => kernel.send(inbox, 'late'), {periodic: true});
	t.is(kernel.step(undefined, true)?.facts?.['says'], 'heartbeat');
	t.deepEqual([kernel.now, kernel.resting], [15, false]);
	t.is(kernel.step(undefined, true)?.facts?.['says'], 'work');
	t.is(kernel.step(undefined, true), undefined);
	t.deepEqual([kernel.now, kernel.resting], [20, true]);
});

test('a paused process and its children run when they are resumed, with all that came meanwhile in its order', (t) => {
	const kernel = new Kernel();
	const inbox = new Mailbox<string>('inbox');
	kernel.spawn('parent', 'parent', function* () {
		kernel.spawn(
			'parent/child',
			'child',
			function* () {
				yield* sleep(10);
				yield* note('x', {says: 'child'});
			},
			{child: true},
		);
		for (;;) {
			yield* note('x', {says: yield* receive(inbox)});
		}
	});
	kernel.spawn('other', 'other', function* () {
		yield* sleep(5);
		kernel.processes.pause('parent');
		kernel.send(inbox, 'one');
		kernel.send(inbox, 'two');
		yield* sleep(95);
		yield* note('x', {says: 'goes on'});
		kernel.processes.resume('parent');
	});
	t.deepEqual(texts(run(kernel)), ['100 goes on', '100 one', '100 two', '100 child']);
});
