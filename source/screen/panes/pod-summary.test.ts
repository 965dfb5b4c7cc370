import test from 'ava';
import type {Pod} from '../../objects/kubernetes.generated.js';
import {podSummary} from './pod-summary.js';

const podOf = (spec: Partial<Pod['spec']>, status: Pod['status']): Pod => ({
	apiVersion: 'v1',
	kind: 'Pod',
	metadata: {
		name: 'app',
		namespace: 'default',
		uid: 'u',
		resourceVersion: '1',
		creationTimestamp: '2026-01-01T00:00:00Z',
	},
	spec: {containers: [{name: 'app', image: 'nginx:1.27'}], ...spec},
	status,
});

const container = {name: 'app', image: '', imageID: '', ready: false, restartCount: 0};
const sidecar = {name: 'log', image: 'busybox:1.37', restartPolicy: 'Always'};

const summaries: ReadonlyArray<
	readonly [title: string, pod: Pod | undefined, expected: readonly [phase: string, ready: string, tone: string]]
> = [
	[
		'while an init container runs, kubectl counts it, and not the container that waits for it',
		podOf(
			{initContainers: [{name: 'wait', image: 'busybox:1.37'}]},
			{
				phase: 'Pending',
				initContainerStatuses: [{...container, name: 'wait', state: {running: {}}}],
				containerStatuses: [{...container, state: {waiting: {reason: 'PodInitializing'}}}],
			},
		),
		['Init:0/1', '0/1', 'warn'],
	],
	[
		'a Pod whose container failed has the reason of its end, not its phase',
		podOf(
			{},
			{phase: 'Failed', containerStatuses: [{...container, state: {terminated: {exitCode: 3, reason: 'Error'}}}]},
		),
		['Error', '0/1', 'warn'],
	],
	[
		'a Pod that did its work is Completed',
		podOf(
			{},
			{
				phase: 'Succeeded',
				containerStatuses: [{...container, state: {terminated: {exitCode: 0, reason: 'Completed'}}}],
			},
		),
		['Completed', '0/1', 'dim'],
	],
	[
		'a sidecar counts among the containers',
		podOf(
			{initContainers: [sidecar]},
			{
				phase: 'Running',
				conditions: [{type: 'Initialized', status: 'True'}],
				initContainerStatuses: [{...container, name: 'log', ready: true, started: true, state: {running: {}}}],
				containerStatuses: [{...container, ready: true, state: {running: {}}}],
			},
		),
		['Running', '2/2', 'good'],
	],
	[
		'an evicted Pod keeps that reason, however its container ended',
		podOf(
			{},
			{
				phase: 'Failed',
				reason: 'Evicted',
				containerStatuses: [{...container, state: {terminated: {exitCode: 0, reason: 'Completed'}}}],
			},
		),
		['Evicted', '0/1', 'warn'],
	],
	['a Pod without a status waits', podOf({}, {}), ['Pending', '0/1', 'warn']],
	['before it is stored, nothing of it is counted', undefined, ['Pending', '0/0', 'warn']],
];

for (const [title, pod, expected] of summaries) {
	test(title, (t) => {
		const {phase, ready, tone} = podSummary(pod);
		t.deepEqual([phase, ready, tone], expected);
	});
}
