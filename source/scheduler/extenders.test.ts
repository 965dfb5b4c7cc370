import test from 'ava';
import {Outward, type OutwardRequest} from '../client/outward.js';
import type {DescribedExtender, ExtenderConfig} from '../objects/scheduler-configuration/configuration.js';
import {container, node, pod, SchedulerWorld} from '../testing/scheduler-world.js';

const urlPrefix = 'http://gpu.example/scheduler';
const asked: ExtenderConfig = {urlPrefix, filterVerb: 'filter', prioritizeVerb: 'prioritize', weight: 2};

const nodes = [node('a'), node('b', {labels: {gpu: 'true'}}), node('c', {labels: {gpu: 'true', disk: 'ssd'}})];

const worldWith = (extender: Partial<ExtenderConfig>, described: Partial<DescribedExtender> = {}): SchedulerWorld =>
	new SchedulerWorld(nodes, {
		configuration: {extenders: [{...asked, ...extender}]},
		describedExtenders: [{urlPrefix: `${urlPrefix}/`, ...described}],
	});

const messageOf = (world: SchedulerWorld): string =>
	world.events().find(([reason]) => reason === 'FailedScheduling')?.[1] ?? '';

test('an extender refuses nodes after the plug-ins, and its points decide between those that are left', (t) => {
	const world = worldWith(
		{},
		{
			refuses: [{nodes: 'gpu!=true', reason: 'no GPU'}],
			scores: [
				{nodes: 'disk=ssd', score: 1},
				{nodes: '', score: 9},
			],
		},
	);
	world.apply(pod('p'));
	t.is(world.nodeOf('p'), 'b');
	const [, filters, , scores] = world.facts('scheduler.extender');
	t.like(filters, {case: 'filters', refused: ['a'], reasons: ['no GPU'], left: ['b', 'c']});
	t.like(scores, {case: 'scores', weight: 2, nodes: ['b', 'c'], points: [9, 1], added: [180, 20]});
	t.is(
		world.told('scheduler.extender')[1],
		'The extender http://gpu.example/scheduler refuses a for default/p (no GPU). Left: b, c.',
	);
});

test('a Pod that extenders refuse everywhere waits with their reasons, and any event lets it try again', (t) => {
	const world = worldWith(
		{},
		{
			refuses: [
				{nodes: 'disk!=ssd', reason: 'slow disk'},
				{nodes: 'disk', reason: 'disk in use'},
			],
		},
	);
	world.apply(pod('p'));
	t.regex(messageOf(world), /^0\/3 nodes are available: 1 disk in use, 2 slow disk\./);
	world.patch('nodes', 'a', {metadata: {labels: {disk: 'hdd'}}});
	t.true(world.facts('scheduler.queue').some((facts) => facts.case === 'wake'));
});

test('an extender that fails ends the attempt, unless it is ignorable; one that takes too long fails', (t) => {
	const failing = worldWith({}, {fails: 'out of order'});
	failing.apply(pod('p'));
	t.is(failing.nodeOf('p'), undefined);
	t.is(messageOf(failing), 'out of order');
	const ignored = worldWith({ignorable: true}, {fails: 'out of order'});
	ignored.apply(pod('p'));
	t.not(ignored.nodeOf('p'), undefined);
	const slow = worldWith({httpTimeout: '1s'}, {takesMs: 5000});
	slow.apply(pod('p'));
	t.is(messageOf(slow), 'Post "http://gpu.example/scheduler/filter": context deadline exceeded');
	const absent = worldWith({urlPrefix: 'http://nowhere'});
	absent.apply(pod('p'));
	t.is(messageOf(absent), 'Post "http://nowhere/filter": dial tcp: connect: connection refused');
});

test('an extender with managed resources is asked about Pods that request one of them alone', (t) => {
	const world = worldWith({managedResources: [{name: 'example.com/gpu'}]}, {refuses: [{nodes: '', reason: 'never'}]});
	world.apply(pod('p'));
	t.not(world.nodeOf('p'), undefined);
	t.is(world.facts('scheduler.extender').length, 0);
});

test('a server beyond the simulation is asked as kube-scheduler asks, and may bind', (t) => {
	const requests: OutwardRequest[] = [];
	const world = new SchedulerWorld(nodes, {process: 'other', schedulerName: 'other'});
	const outward = new Outward(world.kernel);
	outward.listen({
		send(call, request) {
			requests.push(request);
			const text = request.url.endsWith('/filter')
				? '{"nodenames":["c"],"failedNodes":{"a":"no","b":"no"},"error":""}'
				: // The second attempt succeeds; a real server would write the Binding before it answers.
					JSON.stringify({error: requests.length < 3 ? 'no binding today' : ''});
			outward.submit({call, status: 200, text});
		},
		hangUp() {},
	});
	world.startScheduler({
		configuration: {extenders: [{urlPrefix, filterVerb: 'filter', bindVerb: 'bind', nodeCacheCapable: true}]},
		outward,
	});
	world.apply(pod('p', {containers: [container({cpu: '1'})]}));
	const [filter, bind] = requests;
	const bodies = [filter, bind].map((request) => JSON.parse(request?.body ?? '{}'));
	t.deepEqual([filter?.url, bind?.url], [`${urlPrefix}/filter`, `${urlPrefix}/bind`]);
	t.like(bodies[0], {Nodes: null, NodeNames: ['a', 'b', 'c'], Pod: {metadata: {name: 'p'}}});
	t.like(bodies[1], {PodName: 'p', PodNamespace: 'default', Node: 'c'});
	t.is(world.nodeOf('p'), undefined);
	t.is(messageOf(world), 'no binding today');
});
