import test from 'ava';
import {Kernel} from '../kernel/kernel.js';
import {Mailbox} from '../kernel/mailbox.js';
import {note, sleep, type Routine} from '../kernel/routine.js';
import type {Stop} from '../kernel/stop.js';
import {CompactedError, Etcd, type EtcdEvent} from './etcd.js';
import {KeyTree} from './key-tree.js';

/** Runs a routine to its end and returns the stops. */
const run = (kernel: Kernel, routine: () => Routine, untilMs = 10_000_000): Stop[] => {
	kernel.spawn('test', 'test', routine);
	const stops: Stop[] = [];
	for (let stop = kernel.step(untilMs); stop; stop = kernel.step(untilMs)) {
		stops.push(stop);
	}

	return stops;
};

test('E1: a transaction stores the object at the next revision, at a stop of etcd', (t) => {
	const kernel = new Kernel();
	const etcd = new Etcd(kernel);
	const stops = run(kernel, function* () {
		yield* etcd.txn(
			[{key: '/registry/pods/default/web', modRevision: 0}],
			[{type: 'put', key: '/registry/pods/default/web', value: {a: 1}}],
		);
	});
	t.is(etcd.revision, 2);
	t.deepEqual(kernel.ledger.read('/registry/pods/default/web'), {a: 1});
	t.like(stops[0], {stage: 'etcd.txn', component: 'etcd', object: '/registry/pods/default/web'});
	t.deepEqual(
		kernel.ledger.changesAt(stops[0]!.step).map(({key}) => key),
		['/registry/pods/default/web'],
	);
});

test('a transaction whose comparison fails writes nothing and returns what is there', (t) => {
	const kernel = new Kernel();
	const etcd = new Etcd(kernel);
	run(kernel, function* () {
		yield* etcd.txn([{key: '/a', modRevision: 0}], [{type: 'put', key: '/a', value: 1}]);
		const result = yield* etcd.txn([{key: '/a', modRevision: 0}], [{type: 'put', key: '/a', value: 2}]);
		t.false(result.succeeded);
		t.is(result.current?.value, 1);
	});
	t.is(etcd.revision, 2);
	t.is(kernel.ledger.read('/a'), 1);
});

test('of two writers who saw the same revision the slower one loses', (t) => {
	const kernel = new Kernel();
	const etcd = new Etcd(kernel);
	const won: string[] = [];
	const writer = (name: string) =>
		function* (): Routine {
			yield* sleep(10);
			const {modRevision} = etcd.get('/a')!;
			const {succeeded} = yield* etcd.txn([{key: '/a', modRevision}], [{type: 'put', key: '/a', value: name}]);
			if (succeeded) {
				won.push(name);
			}
		};
	kernel.spawn('first', 'test', writer('first'));
	kernel.spawn('second', 'test', writer('second'));
	run(kernel, () => etcd.txn([], [{type: 'put', key: '/a', value: 0}]) as Routine<never>);
	t.deepEqual(won, ['first']);
	t.is(kernel.ledger.read('/a'), 'first');
});

test('a range has the keys of its prefix alone, in the order of the whole keys', (t) => {
	const tree = new KeyTree<string>();
	for (const key of ['/r/b/x', '/r/a/y', '/r/a-b/z', '/r/a/x', '/s/a/x']) {
		tree.set(key, key);
	}

	t.deepEqual(tree.valuesUnder('/r/'), ['/r/a-b/z', '/r/a/x', '/r/a/y', '/r/b/x']);
	t.deepEqual(tree.valuesUnder('/r/a/'), ['/r/a/x', '/r/a/y']);
	tree.delete('/r/a/x');
	t.deepEqual([...tree.under('/r/a/')], ['/r/a/y']);
	t.is(tree.size, 4);
});

test('a watch from a revision delivers what came after it and what comes, each once and in order', (t) => {
	const kernel = new Kernel();
	const etcd = new Etcd(kernel);
	const mailbox = new Mailbox<readonly EtcdEvent[]>('watcher');
	const stops = run(kernel, function* () {
		for (const value of [1, 2]) {
			yield* etcd.txn([], [{type: 'put', key: '/a/x', value}]);
		}

		yield* etcd.watch('/a/', 2, mailbox, (events) => events);
		yield* etcd.txn([], [{type: 'put', key: '/b/x', value: 0}]);
		yield* etcd.txn([], [{type: 'delete', key: '/a/x'}]);
	});
	t.deepEqual(
		mailbox.waiting.flatMap(({message}) => message.map(({type, revision}) => `${type} ${revision}`)),
		['PUT 3', 'DELETE 5'],
	);
	t.true(stops.some(({stage}) => stage === 'etcd.watch'));
	t.is(mailbox.waiting[1]!.cause, stops.at(-1)!.step, 'the commit is what causes the delivery');
});

test('a crash at the commit cannot lose what the watchers are told', (t) => {
	const kernel = new Kernel();
	const etcd = new Etcd(kernel);
	const mailbox = new Mailbox<readonly EtcdEvent[]>('watcher');
	kernel.spawn('test', 'test', function* () {
		yield* etcd.watch('/a/', 1, mailbox, (events) => events);
		yield* etcd.txn([], [{type: 'put', key: '/a/x', value: 1}]);
	});
	while (kernel.step()?.stage !== 'etcd.txn') {
		// On to the commit.
	}

	kernel.processes.crash('test');
	kernel.step();
	t.is(mailbox.waiting.length, 1);
});

test('what is compacted can no longer be watched or read', (t) => {
	const kernel = new Kernel();
	const etcd = new Etcd(kernel);
	const stops = run(kernel, function* () {
		for (const value of [1, 2, 3]) {
			yield* etcd.txn([], [{type: 'put', key: '/a/x', value}]);
		}

		t.is(etcd.rangeAt('/a/', 3)[0]?.value, 2);
		yield* etcd.compact(3);
		try {
			yield* etcd.watch('/a/', 2, new Mailbox<readonly EtcdEvent[]>('late'), (events) => events);
			t.fail();
		} catch (error) {
			t.true(error instanceof CompactedError);
		}
	});
	t.throws(() => etcd.rangeAt('/a/', 2), {instanceOf: CompactedError});
	t.is(etcd.get('/a/x')?.value, 3);
	t.true(stops.some(({stage}) => stage === 'etcd.compact'));
});

test('keys die with their lease, and a renewed lease lives on', (t) => {
	const kernel = new Kernel();
	const etcd = new Etcd(kernel);
	etcd.start();
	const stops = run(
		kernel,
		function* () {
			const short = etcd.leases.grant(10);
			const kept = etcd.leases.grant(10);
			yield* etcd.txn([], [{type: 'put', key: '/a', value: 1, lease: short.id}]);
			yield* etcd.txn([], [{type: 'put', key: '/b', value: 1, lease: kept.id}]);
			yield* sleep(8000);
			etcd.leases.keepAlive(kept.id);
			yield* sleep(4000);
			yield* note('test.look');
			t.is(etcd.get('/a'), undefined);
			t.is(etcd.get('/b')?.value, 1);
		},
		12_100,
	);
	t.true(stops.some(({stage, process}) => stage === 'etcd.lease' && process === 'etcd/lessor'));
});

test('an earlier revision has each key as it was then, however often it has changed since', (t) => {
	const kernel = new Kernel();
	const etcd = new Etcd(kernel);
	run(kernel, function* () {
		for (const value of ['first', 'second', 'third']) {
			yield* etcd.txn([], [{type: 'put', key: '/a/x', value}]);
		}

		yield* etcd.txn([], [{type: 'delete', key: '/a/x'}]);
		yield* etcd.txn([], [{type: 'put', key: '/a/x', value: 'again'}]);
	});
	t.deepEqual(
		[1, 2, 3, 4, 5, 6].map((revision) => etcd.rangeAt('/a/', revision).map(({value}) => value)),
		[[], ['first'], ['second'], ['third'], [], ['again']],
	);
});
