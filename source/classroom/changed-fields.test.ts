import test from 'ava';
import {compare} from '../debugger/compare.js';
import {changeInWords, mainChange, meaningOf, pathInWords, ranked, type Meaning} from './changed-fields.js';
import {screenWords} from '../screen/words/words.js';

const fieldWords = screenWords('en').panes.state;

const fields: ReadonlyArray<readonly [path: string, meaning: Meaning]> = [
	['spec.nodeName', 'decided'],
	['data.key', 'decided'],
	['metadata.labels.app', 'decided'],
	['metadata.deletionTimestamp', 'decided'],
	['metadata.finalizers', 'decided'],
	['status.phase', 'reported'],
	['status.conditions.0.status', 'reported'],
	['status.conditions.0.lastTransitionTime', 'time'],
	['status.containerStatuses.0.state.running.startedAt', 'time'],
	['status.startTime', 'time'],
	['spec.renewTime', 'time'],
	['status.observedGeneration', 'bookkeeping'],
	['metadata.resourceVersion', 'bookkeeping'],
	['metadata.generation', 'bookkeeping'],
	['metadata.managedFields', 'bookkeeping'],
	['metadata.managedFields.1.time', 'bookkeeping'],
	['metadata.creationTimestamp', 'bookkeeping'],
	['metadata.annotations.kubectl-io', 'decided'],
];

for (const [path, meaning] of fields) {
	test(`${path} is ${meaning}`, (t) => {
		t.is(meaningOf(path.split('.').map((part) => (/^\d+$/.test(part) ? Number(part) : part))), meaning);
	});
}

test('what kubectl keeps of the last apply is bookkeeping', (t) => {
	t.is(meaningOf(['metadata', 'annotations', 'kubectl.kubernetes.io/last-applied-configuration']), 'bookkeeping');
});

const before = {
	metadata: {name: 'web', resourceVersion: '7', generation: 1, labels: {app: 'web'}},
	spec: {replicas: 2},
	status: {phase: 'Pending', conditions: [{type: 'Ready', status: 'False', lastTransitionTime: '2026-01-01'}]},
};
const after = {
	metadata: {name: 'web', resourceVersion: '9', generation: 2, labels: {app: 'shop'}},
	spec: {replicas: 2, nodeName: 'node-b'},
	status: {
		phase: 'Running',
		podIP: '10.244.1.7',
		conditions: [{type: 'Ready', status: 'True', lastTransitionTime: '2026-01-02'}],
	},
};

test('changes come in the order of what they mean', (t) => {
	t.deepEqual(
		ranked(compare(before, after)).map((change) => changeInWords(change, before, after, fieldWords)),
		[
			'spec.nodeName: node-b',
			'metadata.labels.app: web → shop',
			'status.phase: Pending → Running',
			'status.conditions[Ready].status: False → True',
			'status.podIP: 10.244.1.7',
			'status.conditions[Ready].lastTransitionTime: 2026-01-01 → 2026-01-02',
			'metadata.resourceVersion: 7 → 9',
			'metadata.generation: 1 → 2',
		],
	);
});

for (const [words, was, is] of [
	['spec.replicas: 2 → 3', {spec: {replicas: 2}}, {spec: {replicas: 3}}],
	['spec.unschedulable: removed', {spec: {unschedulable: true}}, {spec: {}}],
	['spec.containers[0].image: a → b', {spec: {containers: [{image: 'a'}]}}, {spec: {containers: [{image: 'b'}]}}],
	[
		'status.conditions: PodScheduled=True',
		{status: {}},
		{status: {conditions: [{type: 'PodScheduled', status: 'True'}]}},
	],
	[
		'status.conditions[Ready]: False',
		{status: {conditions: [{type: 'PodScheduled', status: 'True'}]}},
		{
			status: {
				conditions: [
					{type: 'PodScheduled', status: 'True'},
					{type: 'Ready', status: 'False'},
				],
			},
		},
	],
	['spec.tolerations: 2 items', {spec: {}}, {spec: {tolerations: [{key: 'a'}, {key: 'b'}]}}],
	[
		'metadata.labels[app.kubernetes.io/name]: web',
		{metadata: {labels: {}}},
		{metadata: {labels: {'app.kubernetes.io/name': 'web'}}},
	],
] as const) {
	test(`the main change is ${words}`, (t) => {
		const change = mainChange(was, is);
		t.is(change && changeInWords(change, was, is, fieldWords), words);
	});
}

test('a new object has no main change, nor has one that is gone or the same', (t) => {
	t.is(mainChange(undefined, after), undefined);
	t.is(mainChange(before, undefined), undefined);
	t.is(mainChange(before, before), undefined);
});

test('a path without its object has indexes', (t) => {
	t.is(pathInWords(['status', 'conditions', 1, 'status'], undefined), 'status.conditions[1].status');
});
