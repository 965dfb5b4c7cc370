import test from 'ava';
import type {PodStatus} from '../../objects/kubernetes.generated.js';
import {statusNews} from './pod-status.js';

test('of a status, only what is new is said', (t) => {
	const words = {phase: 'phase', address: 'address', state: () => 'runs'};
	const running = {name: 'web', image: 'nginx', imageID: '', ready: false, restartCount: 0, state: {running: {}}};
	const before: PodStatus = {phase: 'Pending', conditions: [{type: 'Ready', status: 'False'}], containerStatuses: []};
	const after: PodStatus = {
		phase: 'Running',
		podIP: '10.244.0.2',
		conditions: [
			{type: 'PodScheduled', status: 'True'},
			{type: 'Ready', status: 'False'},
		],
		containerStatuses: [running],
	};
	t.deepEqual(statusNews(before, after, words), [
		'phase Running',
		'address 10.244.0.2',
		'PodScheduled True',
		'web runs',
	]);
	t.deepEqual(statusNews(after, after, words), []);
});
