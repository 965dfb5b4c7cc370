import test from 'ava';
import type {Pod} from '../objects/kubernetes.generated.js';
import {deployment} from '../testing/manifests.js';
import {Trial} from '../testing/trial.js';
import {isPodAvailable, nextAvailabilityMs} from './pod-availability.js';

const nowMs = Date.UTC(2026, 0, 1, 0, 1, 0);

/** A Pod that has been ready for so many seconds. */
const readyFor = (seconds: number | undefined): Pod => ({
	apiVersion: 'v1',
	kind: 'Pod',
	metadata: {name: 'web', namespace: 'default', uid: 'u', resourceVersion: '1', creationTimestamp: ''},
	spec: {containers: []},
	status: {
		conditions: [
			{
				type: 'Ready',
				status: seconds === undefined ? 'False' : 'True',
				lastTransitionTime: new Date(nowMs - (seconds ?? 0) * 1000).toISOString().replace('.000', ''),
			},
		],
	},
});

const cases: ReadonlyArray<
	readonly [
		minReadySeconds: number,
		ready: ReadonlyArray<number | undefined>,
		available: number,
		nextMs: number | undefined,
	]
> = [
	[0, [0, undefined], 1, undefined],
	[10, [0, 4, undefined], 0, 6000],
	[10, [10, 4], 1, 6000],
	[10, [10, 11], 2, undefined],
	[10, [undefined], 0, undefined],
];

for (const [minReadySeconds, ready, available, nextMs] of cases) {
	test(`of Pods ready for ${ready.map((seconds) => seconds ?? 'no').join(', ')} s, ${available} are available after ${minReadySeconds} s`, (t) => {
		const pods = ready.map((seconds) => readyFor(seconds));
		t.is(pods.filter((pod) => isPodAvailable(pod, minReadySeconds, nowMs)).length, available);
		t.is(nextAvailabilityMs(pods, minReadySeconds, nowMs), nextMs);
	});
}

const statuses = {
	Deployment: 'deployments',
	StatefulSet: 'statefulsets',
	DaemonSet: 'daemonsets',
} as const;

for (const kind of ['Deployment', 'StatefulSet', 'DaemonSet'] as const) {
	test(`Pods of a ${kind} become available one after the other when minReadySeconds have passed`, (t) => {
		const trial = new Trial({nodes: [{name: 'node-a'}, {name: 'node-b'}]});
		const manifest = deployment({replicas: 2})
			.replace('kind: Deployment', `kind: ${kind}`)
			.replace(
				/^ {2}replicas: 2$/m,
				kind === 'DaemonSet' ? '  minReadySeconds: 20' : '  replicas: 2\n  minReadySeconds: 20',
			);
		trial.apply(manifest);
		trial.pass(120_000);
		trial.rest();
		const [set] = trial.list<{status?: {availableReplicas?: number; numberAvailable?: number}}>(
			`/registry/${statuses[kind]}/default/`,
		);
		t.is(set?.status?.availableReplicas ?? set?.status?.numberAvailable, 2);
	});
}
