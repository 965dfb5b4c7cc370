import test from 'ava';
import {rankForEviction, type PodUse} from './ranking.js';
import {evictionReason} from './eviction-message.js';
import type {Signal, Threshold} from '../node/thresholds.js';
import type {Pod} from '../../objects/kubernetes.generated.js';

const mib = 1_048_576;

interface Sketch {
	readonly memory?: number;
	readonly disk?: number;
	readonly pids?: number;
	readonly requests?: Readonly<Record<string, string>>;
	readonly priority?: number;
}

const use = (name: string, {memory = 0, disk = 0, pids = 1, requests, priority}: Sketch): PodUse => {
	const pod: Partial<Pod> = {
		metadata: {name, namespace: 'default', uid: name, resourceVersion: '1', creationTimestamp: ''},
		spec: {priority, containers: [{name: 'main', resources: {requests}}]},
	};
	return {pod: pod as Pod, memory, disk, pids, containers: [{name: 'main', memory, disk}]};
};

const names = (uses: readonly PodUse[]) => uses.map(({pod}) => pod.metadata.name);

test('what uses more memory than it requests goes first, then the least important, then the greatest excess', (t) => {
	const uses = [
		use('within', {memory: 900 * mib, requests: {memory: '1Gi'}}),
		use('a little', {memory: 110 * mib, requests: {memory: '100Mi'}}),
		use('much', {memory: 500 * mib, requests: {memory: '100Mi'}}),
		use('important', {memory: 900 * mib, priority: 1000}),
		use('unimportant', {memory: 20 * mib, priority: -1}),
	];
	t.deepEqual(names(rankForEviction(uses, 'memory')), ['unimportant', 'much', 'a little', 'important', 'within']);
});

test('the disk is ranked by what is written; processes by priority, as nobody requests them', (t) => {
	const uses = [
		use('forks', {pids: 900, disk: 1, requests: {'ephemeral-storage': '1Gi'}}),
		use('writes', {disk: 50 * mib, priority: 10}),
		use('quiet', {disk: 5, priority: 10}),
	];
	t.deepEqual(names(rankForEviction(uses, 'ephemeral-storage')), ['writes', 'quiet', 'forks']);
	t.deepEqual(names(rankForEviction(uses, 'pids')), ['forks', 'writes', 'quiet']);
});

test('the reason names threshold, rest, and the containers beyond their requests, and ends with a space', (t) => {
	const hard: Threshold = {signal: 'memory.available', value: '100Mi', graceMs: 0};
	const observations = new Map<Signal, {readonly available: number; readonly capacity: number}>([
		['memory.available', {available: 50 * mib, capacity: 2048 * mib}],
		['nodefs.available', {available: 1024, capacity: 10 * 1024 * mib}],
	]);
	const greedy = use('web', {memory: 300 * mib, requests: {memory: '200Mi'}});
	t.deepEqual(evictionReason('memory', greedy, [hard], observations), {
		message:
			'The node was low on resource: memory. Threshold quantity: 100Mi, available: 50Mi. Container main was using 300Mi, request is 200Mi, has larger consumption of memory. ',
		annotations: {offending_containers: 'main', offending_containers_usage: '300Mi', starved_resource: 'memory'},
	});
	const share: Threshold = {signal: 'nodefs.available', value: '10%', graceMs: 0};
	t.is(
		evictionReason('ephemeral-storage', use('web', {disk: 2048}), [share], observations).message,
		'The node was low on resource: ephemeral-storage. Threshold quantity: 1073741840, available: 1Ki. Container main was using 2Ki, request is 0, has larger consumption of ephemeral-storage. ',
	);
	t.is(
		evictionReason('memory', use('web', {memory: 1}), [], observations).message,
		'The node was low on resource: memory. Container main was using 1, request is 0, has larger consumption of memory. ',
	);
});
