import test from 'ava';
import {Kernel} from '../../kernel/kernel.js';
import {note, sleep} from '../../kernel/routine.js';
import type {Pod} from '../../objects/kubernetes.generated.js';
import type {DeviceView} from '../framework.js';
import {SchedulingQueue} from './scheduling-queue.js';

const pod: Pod = {
	apiVersion: 'v1',
	kind: 'Pod',
	metadata: {name: 'web', namespace: 'default', uid: 'u', resourceVersion: '1', creationTimestamp: ''},
	spec: {containers: []},
	status: {},
};

const noDevices: DeviceView = {
	claim: () => undefined,
	deviceClass: () => undefined,
	slices: () => [],
	taken: () => new Set(),
	isPending: () => false,
};

/** A queue whose Pod has failed once. */
const refused = () => {
	const kernel = new Kernel();
	const queue = new SchedulingQueue(kernel, () => [], noDevices);
	queue.add(pod);
	const entry = queue.pop();
	const place = entry && queue.putBack(entry, new Set(['NodeResourcesFit']));
	const pass = (ms: number): void => {
		kernel.spawn('time', 'test', function* () {
			yield* note('test.look');
			yield* sleep(ms);
			yield* note('test.look');
		});
		while (kernel.step()) {
			// Time passes.
		}
	};
	return {queue, pass, place, key: entry?.key ?? ''};
};

test('a Pod that could fit now waits for the end of its back-off first', (t) => {
	const {queue, pass, place, key} = refused();
	t.is(place, 'unschedulable');
	queue.update(pod, false);
	t.is(queue.get(key)?.place, 'unschedulable');
	queue.update(pod, true);
	t.is(queue.get(key)?.place, 'backoff');
	pass(1000);
	queue.flush();
	t.is(queue.get(key)?.place, 'active');
});

test('after its back-off a Pod that could fit now is tried at once', (t) => {
	const {queue, pass, key} = refused();
	pass(1000);
	queue.update(pod, true);
	t.is(queue.get(key)?.place, 'active');
});

test('a Pod that no event helps is tried again after five minutes', (t) => {
	const {queue, pass, key} = refused();
	t.is(queue.nextFlush?.timeMs, 300_000);
	pass(299_999);
	t.deepEqual(queue.flush(), []);
	pass(1);
	t.deepEqual(
		queue.flush().map((entry) => entry.key),
		[key],
	);
	t.is(queue.get(key)?.place, 'active');
});
