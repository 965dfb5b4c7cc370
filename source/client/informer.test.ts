import test from 'ava';
import {Kernel} from '../kernel/kernel.js';
import {Mailbox} from '../kernel/mailbox.js';
import {note, receive, type Routine} from '../kernel/routine.js';
import {Client, type TypedEvent} from './client.js';
import {Informer} from './informer.js';
import type {Handler, WatchEvent} from './request.js';
import type {ConfigMap} from '../objects/kubernetes.generated.js';

const configMap = (name: string, resourceVersion: string, uid = name): ConfigMap =>
	({
		apiVersion: 'v1',
		kind: 'ConfigMap',
		metadata: {name, namespace: 'default', resourceVersion, uid, labels: {first: name[0]!}},
	}) as unknown as ConfigMap;

/** An apiserver that answers lists from an array and keeps the last watcher's callback. */
const tiny = (items: ConfigMap[], options: {readonly removalsFirst?: boolean} = {}) => {
	const kernel = new Kernel();
	const state = {
		items,
		send: undefined as ((event: WatchEvent) => void) | undefined,
		lists: 0,
		/** Called when the next watch is refused; without it, none is refused. */
		refuseWatch: undefined as (() => void) | undefined,
	};
	const handler: Handler = function* (request): Routine<never> {
		yield* note('fake', {says: request.path});
		if (request.query['watch'] && state.refuseWatch) {
			state.refuseWatch();
			state.refuseWatch = undefined;
			const body = {kind: 'Status', status: 'Failure', code: 500, message: 'etcdserver: request timed out'};
			return {status: 500, headers: {}, body} as never;
		}

		if (request.query['watch']) {
			state.send = request.onEvent!;
			return {status: 200, headers: {}, body: {}} as never;
		}

		state.lists++;
		return {status: 200, headers: {}, body: {metadata: {resourceVersion: '10'}, items: state.items}} as never;
	};

	const informer = new Informer(new Client(kernel, handler, 'owner'), 'configmaps', {
		...options,
		indexes: {first: ({metadata}) => [metadata.labels!['first']!]},
	});
	const seen: string[] = [];
	kernel.spawn('owner', 'owner', function* () {
		const mailbox = new Mailbox<TypedEvent<ConfigMap>>('owner');
		yield* informer.start(mailbox, (event) => event);
		for (;;) {
			const change = yield* informer.deliver(yield* receive(mailbox));
			if (change) {
				seen.push(`${change.type} ${change.object.metadata.name}${change.old ? ' (had one)' : ''}`);
			}
		}
	});
	const stages: string[] = [];
	const run = () => {
		for (let stop = kernel.step(); stop; stop = kernel.step()) {
			stages.push(stop.stage);
		}
	};

	return {kernel, state, informer, seen, stages, run};
};

test('C2: an informer lists, watches, and delivers into a local cache that the ledger shows', (t) => {
	const {kernel, state, informer, seen, stages, run} = tiny([configMap('apple', '3')]);
	run();
	t.true(informer.synced);
	t.deepEqual(
		stages.filter((stage) => stage !== 'fake'),
		['informer.list', 'informer.watch', 'informer.deliver'],
	);
	t.is(informer.get('default', 'apple')?.metadata.resourceVersion, '3');
	t.is(kernel.ledger.read('/components/owner/informers/configmaps/default/apple'), informer.get('default', 'apple'));

	kernel.spawn('server', 'server', function* () {
		state.send!({type: 'MODIFIED', object: configMap('apple', '11')});
		state.send!({type: 'ADDED', object: configMap('beet', '12')});
		state.send!({type: 'DELETED', object: configMap('apple', '13')});
	});
	run();
	t.deepEqual(seen, ['ADDED apple', 'MODIFIED apple (had one)', 'ADDED beet', 'DELETED apple (had one)']);
	t.is(kernel.ledger.read('/components/owner/informers/configmaps/default/apple'), undefined);
	t.deepEqual(
		informer.list('default').map(({metadata}) => metadata.name),
		['beet'],
	);
});

test('an index follows its objects', (t) => {
	const {kernel, state, informer, run} = tiny([configMap('apple', '3'), configMap('apricot', '4')]);
	run();
	t.is(informer.byIndex('first', 'a').length, 2);
	kernel.spawn('server', 'server', function* () {
		state.send!({type: 'DELETED', object: configMap('apple', '11')});
	});
	run();
	t.is(informer.byIndex('first', 'a').length, 1);
	t.is(informer.byIndex('first', 'b').length, 0);
	t.throws(() => informer.byIndex('last', 'a'), {message: /has no index last/});
});

test('an observer is told of each change when the cache has it, until it ends that', (t) => {
	const {kernel, state, informer, run} = tiny([configMap('apple', '3')]);
	const told: string[] = [];
	const end = informer.observe((key, old, object) => {
		const versions = [old, object].map((one) => one?.metadata.resourceVersion ?? 'none');
		told.push(`${key} ${versions.join(' ')} ${informer.getByKey(key) === object}`);
	});
	const send = (...events: readonly WatchEvent[]) => {
		kernel.spawn('server', 'server', function* () {
			for (const event of events) {
				state.send?.(event);
			}

			yield* note('fake', {says: 'sent'});
		});
		run();
	};

	run();
	send({type: 'MODIFIED', object: configMap('apple', '11')}, {type: 'DELETED', object: configMap('apple', '12')});
	end();
	send({type: 'ADDED', object: configMap('beet', '13')});
	t.deepEqual(told, ['default/apple none 3 true', 'default/apple 3 11 true', 'default/apple 11 none true']);
});

test('410 Gone makes an informer list again and tell the difference only', (t) => {
	const {kernel, state, informer, seen, run} = tiny([
		configMap('kept', '3'),
		configMap('gone', '4'),
		configMap('again', '5', 'old'),
	]);
	run();
	seen.length = 0;
	state.items = [configMap('kept', '3'), configMap('new', '9'), configMap('again', '8', 'new')];
	kernel.spawn('server', 'server', function* () {
		state.send?.({type: 'ERROR', object: {code: 410, message: 'too old resource version: 3 (9)'}});
	});
	run();
	t.is(state.lists, 2);
	t.deepEqual(seen, ['ADDED new', 'DELETED again (had one)', 'ADDED again', 'DELETED gone (had one)']);
	t.true(informer.synced);
});

test('what a list had and the next one has not is deleted, also when a failed watch came between them and nothing was delivered yet', (t) => {
	const world = tiny([configMap('gone', '3'), configMap('kept', '4')]);
	world.state.refuseWatch = () => {
		world.state.items = [configMap('kept', '4'), configMap('new', '9')];
	};
	world.run();
	t.is(world.state.lists, 2);
	t.deepEqual(world.seen, ['ADDED gone', 'ADDED kept', 'ADDED new', 'DELETED gone (had one)']);
	t.true(world.informer.synced);
	t.is(world.informer.get('default', 'gone'), undefined);
});

test('an informer of a kubelet hears first what has gone', (t) => {
	const {state, seen, run} = tiny([configMap('apple', '3'), configMap('pear', '4')], {removalsFirst: true});
	run();
	state.items = [configMap('lemon', '12'), configMap('pear', '11')];
	seen.length = 0;
	state.send?.({type: 'ERROR', object: {code: 410, message: 'too old resource version: 3 (9)'}});
	run();
	t.deepEqual(seen, ['DELETED apple (had one)', 'ADDED lemon', 'MODIFIED pear (had one)']);
});

test('what a list had is older than the list: the version to watch from never falls', (t) => {
	const {state, informer, run} = tiny([configMap('apple', '3')]);
	run();
	t.is(informer.resourceVersion, '10');
	state.send?.({type: 'MODIFIED', object: configMap('apple', '12')});
	run();
	t.is(informer.resourceVersion, '12');
	state.send?.({type: 'ADDED', object: configMap('pear', '11')});
	run();
	t.is(informer.resourceVersion, '12');
});
