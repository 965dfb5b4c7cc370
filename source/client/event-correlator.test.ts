import test from 'ava';
import {Kernel} from '../kernel/kernel.js';
import type {Event} from '../objects/kubernetes.generated.js';
import {EventCorrelator} from './event-correlator.js';

const eventAbout = (name: string): Event => ({
	apiVersion: 'v1',
	kind: 'Event',
	metadata: {name: `${name}.1`, namespace: 'default', uid: name, resourceVersion: '', creationTimestamp: ''},
	involvedObject: {kind: 'Pod', namespace: 'default', name, uid: name},
	reason: 'Started',
	message: 'Container started',
	reportingComponent: 'kubelet',
	reportingInstance: 'node-a',
});

test('what cannot change a decision any more is forgotten: groups after 10 minutes, objects once all 25 tokens are back', (t) => {
	const kernel = new Kernel();
	const correlator = new EventCorrelator(kernel);
	const at = (ms: number, name: string) => {
		kernel.step(ms);
		return correlator.correlate(eventAbout(name)).kind;
	};

	for (let index = 0; index < 100; index++) {
		at(0, `web-${index}`);
	}

	at(600_000, 'a');
	t.deepEqual(correlator.remembered, {texts: 101, groups: 101, objects: 101});
	at(600_001, 'b');
	t.deepEqual(correlator.remembered, {texts: 102, groups: 2, objects: 102});
	at(7_500_001, 'c');
	t.deepEqual(correlator.remembered, {texts: 103, groups: 1, objects: 3});
	t.is(at(7_500_001, 'web-0'), 'patch', 'a text is known for as long as there is room');
});
