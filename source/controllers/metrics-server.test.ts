import test from 'ava';
import {measured} from './metrics-server.js';

const window = {timestamp: '2026-01-01T00:01:00Z', wallClockMs: 60_000, windowMs: 15_000};
const usage = {cpuMillis: 5, memory: 1024};

test('a container counts from its second sample on, and a Pod without such a container is left out', (t) => {
	const pods = measured(
		[
			{
				namespace: 'default',
				name: 'web',
				containers: [
					{name: 'side', startedAtMs: 44_000, usage},
					{name: 'main', startedAtMs: 45_000, usage},
					{name: 'late', startedAtMs: 45_001, usage},
				],
			},
			{namespace: 'default', name: 'new', containers: [{name: 'main', startedAtMs: 50_000, usage}]},
		],
		window,
		(namespace, name) => ({of: `${namespace}/${name}`}),
	);
	t.deepEqual(pods, [
		{
			namespace: 'default',
			name: 'web',
			labels: {of: 'default/web'},
			timestamp: window.timestamp,
			windowMs: 15_000,
			containers: [
				{name: 'main', usage},
				{name: 'side', usage},
			],
		},
	]);
});
