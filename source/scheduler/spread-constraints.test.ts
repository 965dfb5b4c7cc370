import test from 'ava';
import type {Pod, TopologySpreadConstraint} from '../objects/kubernetes.generated.js';
import {podInfo} from './pod-info.js';
import {constraintsOf} from './spread-constraints.js';

const podOf = (labels: Readonly<Record<string, string>>, more: Partial<Pod['metadata']> = {}): Pod => ({
	apiVersion: 'v1',
	kind: 'Pod',
	metadata: {
		name: 'web',
		namespace: 'default',
		uid: 'web',
		labels,
		creationTimestamp: '2026-01-01T00:00:00Z',
		resourceVersion: '1',
		...more,
	},
	spec: {containers: [{name: 'main', image: 'nginx:1.27'}]},
	status: {},
});

const constraintOf = (labels: Readonly<Record<string, string>>, more: Partial<TopologySpreadConstraint> = {}) => {
	const constraint: TopologySpreadConstraint = {
		topologyKey: 'zone',
		maxSkew: 1,
		whenUnsatisfiable: 'DoNotSchedule',
		labelSelector: {matchLabels: {app: 'web'}},
		...more,
	};
	const pod = podOf(labels);
	const [found] = constraintsOf(
		{...pod, spec: {...pod.spec, topologySpreadConstraints: [constraint]}},
		'DoNotSchedule',
	);
	return (other: Pod) => found?.matches(podInfo(other));
};

test('a spread counts the Pods of its selector in its namespace, and none that is being deleted', (t) => {
	const counts = constraintOf({app: 'web'});
	t.true(counts(podOf({app: 'web'})));
	t.false(counts(podOf({app: 'db'})));
	t.false(counts(podOf({app: 'web'}, {namespace: 'other'})));
	t.false(counts(podOf({app: 'web'}, {deletionTimestamp: '2026-01-01T00:00:30Z'})));
});

test('a spread with matchLabelKeys counts the Pods that have these labels as the new Pod has them', (t) => {
	const counts = constraintOf({app: 'web', hash: 'new'}, {matchLabelKeys: ['hash']});
	t.true(counts(podOf({app: 'web', hash: 'new'})));
	t.false(counts(podOf({app: 'web', hash: 'old'})));
	t.true(constraintOf({app: 'web'}, {matchLabelKeys: ['hash']})(podOf({app: 'web', hash: 'old'})));
});
