import test from 'ava';
import {Kernel} from '../kernel/kernel.js';
import {note, type Routine} from '../kernel/routine.js';
import type {Event} from '../objects/kubernetes.generated.js';
import {Client} from './client.js';
import {EventRecorder} from './event-recorder.js';
import type {Handler, Request} from './request.js';

const tiny = () => {
	const kernel = new Kernel();
	const requests: Request[] = [];
	const handler: Handler = function* (request): Routine<never> {
		requests.push(request);
		yield* note('fake', {says: request.path});
		return {status: 200, headers: {}, body: request.body} as never;
	};

	const recorder = new EventRecorder(new Client(kernel, handler, 'kubelet'), {component: 'kubelet', host: 'node-a'});
	const run = () => {
		const stages: string[] = [];
		for (let stop = kernel.step(); stop; stop = kernel.step()) {
			stages.push(`${stop.process} ${stop.stage}`);
		}

		return stages;
	};

	return {kernel, recorder, requests, run};
};

const pod = {
	apiVersion: 'v1',
	kind: 'Pod',
	metadata: {name: 'web', namespace: 'default', uid: 'u', resourceVersion: '7'},
};

test('an event names its object, its reporter and its moment, and delays nobody', (t) => {
	const {kernel, recorder, requests, run} = tiny();
	let took = -1;
	kernel.spawn('kubelet/node-a', 'kubelet', function* () {
		yield* recorder.event(pod, 'Normal', 'Started', 'Container started', {fieldPath: 'spec.containers{main}'});
		took = kernel.now;
	});
	t.deepEqual(run(), ['kubelet/node-a/events event.record', 'kubelet/node-a/events fake']);
	t.is(took, 0);
	const event = requests[0]!.body as Event;
	t.regex(event.metadata.name, /^web\.[\da-f]{16}$/);
	t.like(event, {
		involvedObject: {
			kind: 'Pod',
			namespace: 'default',
			name: 'web',
			uid: 'u',
			apiVersion: 'v1',
			resourceVersion: '7',
			fieldPath: 'spec.containers{main}',
		},
		reason: 'Started',
		message: 'Container started',
		type: 'Normal',
		source: {component: 'kubelet', host: 'node-a'},
		count: 1,
		reportingComponent: 'kubelet',
		reportingInstance: 'node-a',
		firstTimestamp: '2026-01-01T00:00:00Z',
	});
});

test('the same event again only counts, and ten alike are combined', (t) => {
	const {kernel, recorder, requests, run} = tiny();
	kernel.spawn('kubelet/node-a', 'kubelet', function* () {
		yield* recorder.event(pod, 'Warning', 'BackOff', 'again');
		yield* recorder.event(pod, 'Warning', 'BackOff', 'again');
		for (let number = 0; number < 10; number++) {
			yield* recorder.event(pod, 'Warning', 'Unhealthy', `probe ${number}`);
		}
	});
	run();
	t.is(requests[1]!.method, 'PATCH');
	t.deepEqual(requests[1]!.body, {count: 2, lastTimestamp: '2026-01-01T00:00:00Z'});
	t.is((requests.at(-1)!.body as Event).message, '(combined from similar events): probe 9');
});

test('of one object at most 25 events at once get through', (t) => {
	const {kernel, recorder, requests, run} = tiny();
	kernel.spawn('kubelet/node-a', 'kubelet', function* () {
		for (let number = 0; number < 30; number++) {
			yield* recorder.event(pod, 'Normal', `Reason${number}`, 'message');
		}
	});
	run();
	t.is(requests.length, 25);
});
