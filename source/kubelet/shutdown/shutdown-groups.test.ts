import test from 'ava';
import type {KubeletConfiguration} from '../../objects/kubelet-configuration.js';
import type {Pod} from '../../objects/kubernetes.generated.js';
import {shutdownGrace, shutdownGroups, shutdownPeriods} from './shutdown-groups.js';

const pod = (name: string, priority?: number, terminationGracePeriodSeconds?: number): Pod => ({
	apiVersion: 'v1',
	kind: 'Pod',
	metadata: {name, namespace: 'default', uid: name, resourceVersion: '1', creationTimestamp: ''},
	spec: {priority, terminationGracePeriodSeconds, containers: [{name: 'main'}]},
	status: {},
});

const periods = (...rows: ReadonlyArray<readonly [priority: number, seconds: number]>) =>
	rows.map(([priority, shutdownGracePeriodSeconds]) => ({priority, shutdownGracePeriodSeconds}));

test('critical Pods have the last part of shutdownGracePeriod; nothing is held up without it', (t) => {
	const table: ReadonlyArray<readonly [KubeletConfiguration, ReturnType<typeof periods>]> = [
		[{}, []],
		[{shutdownGracePeriodCriticalPods: '10s'}, []],
		[{shutdownGracePeriod: '30s', shutdownGracePeriodCriticalPods: '10s'}, periods([0, 20], [2_000_000_000, 10])],
		[{shutdownGracePeriod: '1m'}, periods([0, 60], [2_000_000_000, 0])],
		[
			{shutdownGracePeriodByPodPriority: periods([1000, 60], [0, 30], [-5, 10])},
			periods([-5, 10], [0, 30], [1000, 60]),
		],
	];
	for (const [configuration, expected] of table) {
		t.deepEqual(shutdownPeriods(configuration), expected, JSON.stringify(configuration));
	}
});

test('a Pod ends with the highest priority that is not above its own, or with the lowest of all', (t) => {
	const pods = [pod('none'), pod('below', -10), pod('at', 1000), pod('between', 1999), pod('above', 2_000_001_000)];
	const groups = shutdownGroups(
		periods([0, 5], [1000, 10], [2000, 20]),
		pods.map((one) => ({pod: one})),
	);
	t.deepEqual(
		groups.map((group) => [group.priority, group.pods.map((one) => one.pod.metadata.name)]),
		[
			[0, ['none', 'below']],
			[1000, ['at', 'between']],
			[2000, ['above']],
		],
	);
});

test('the grace of a Pod counts where it is shorter than what its group has', (t) => {
	const [period = {priority: 0, shutdownGracePeriodSeconds: 0}] = periods([0, 20]);
	t.is(shutdownGrace(pod('long', 0, 60), period), 20);
	t.is(shutdownGrace(pod('short', 0, 5), period), 5);
	t.is(shutdownGrace(pod('unset'), period), 20);
});
