import test from 'ava';
import {asObject, type KubernetesObject} from '../../objects/kubernetes-object.js';
import type {DeleteOptions} from '../../objects/kubernetes.generated.js';
import {resourceNamed} from '../../objects/resources.js';
import {deletion, finalizersFor, type Deletion} from './deletion.js';

const nowMs = Date.parse('2026-01-01T00:00:00Z');
const object = (metadata: object, rest: object = {}) =>
	asObject({apiVersion: 'v1', kind: 'Pod', metadata: {name: 'web', generation: 1, ...metadata}, ...rest});
const running = {spec: {nodeName: 'node-a', terminationGracePeriodSeconds: 30}, status: {phase: 'Running'}};

const pods: ReadonlyArray<
	readonly [string, KubernetesObject, Partial<DeleteOptions>, Deletion['verdict'], number | undefined]
> = [
	['on a node has its grace', object({}, running), {}, 'marked', 30],
	['on a node has the grace of the request', object({}, running), {gracePeriodSeconds: 5}, 'marked', 5],
	['without a node goes at once', object({}, {spec: {}, status: {}}), {}, 'gone', 0],
	['that has ended goes at once', object({}, {...running, status: {phase: 'Succeeded'}}), {}, 'gone', 0],
	['with a finalizer stays', object({finalizers: ['a/b']}, {spec: {}}), {}, 'marked', 0],
	[
		'that is deleted twice changes nothing',
		object({deletionTimestamp: '2026-01-01T00:00:30Z', deletionGracePeriodSeconds: 30}, running),
		{},
		'pending',
		undefined,
	],
	[
		'cannot get more time',
		object({deletionTimestamp: '2026-01-01T00:00:30Z', deletionGracePeriodSeconds: 30}, running),
		{gracePeriodSeconds: 60},
		'pending',
		undefined,
	],
	[
		'can get less time',
		object({deletionTimestamp: '2026-01-01T00:00:30Z', deletionGracePeriodSeconds: 30}, running),
		{gracePeriodSeconds: 10},
		'marked',
		10,
	],
];

for (const [fact, pod, options, verdict, seconds] of pods) {
	test(`a deleted Pod ${fact}`, (t) => {
		const plan = deletion(resourceNamed('pods'), pod, options, nowMs);
		t.is(plan.verdict, verdict);
		t.is(plan.marked?.metadata.deletionGracePeriodSeconds, seconds);
	});
}

test('less grace moves the deletionTimestamp forward', (t) => {
	const pod = object({deletionTimestamp: '2026-01-01T00:00:30Z', deletionGracePeriodSeconds: 30}, running);
	const plan = deletion(resourceNamed('pods'), pod, {gracePeriodSeconds: 10}, nowMs);
	t.is(plan.marked?.metadata.deletionTimestamp, '2026-01-01T00:00:10Z');
});

test('the wish for dependents is written as a finalizer', (t) => {
	const deployments = resourceNamed('deployments.apps');
	t.deepEqual(finalizersFor(deployments, object({}), {}), []);
	t.deepEqual(finalizersFor(deployments, object({}), {propagationPolicy: 'Orphan'}), ['orphan']);
	t.deepEqual(finalizersFor(deployments, object({}), {propagationPolicy: 'Foreground'}), ['foregroundDeletion']);
	t.deepEqual(finalizersFor(deployments, object({finalizers: ['orphan', 'a/b']}), {propagationPolicy: 'Background'}), [
		'a/b',
	]);
	t.deepEqual(finalizersFor(resourceNamed('jobs.batch'), object({}), {}), ['orphan']);
});

test('a deletion of a Pod is a change of its generation, and less grace is none', (t) => {
	const pod = object({generation: 3}, running);
	t.is(deletion(resourceNamed('pods'), pod, {}, nowMs).marked?.metadata.generation, 4);
	const leaving = object(
		{generation: 4, deletionTimestamp: '2026-01-01T00:00:30Z', deletionGracePeriodSeconds: 30},
		running,
	);
	t.is(deletion(resourceNamed('pods'), leaving, {gracePeriodSeconds: 5}, nowMs).marked?.metadata.generation, 4);
});
