import test from 'ava';
import {container, node, pod, SchedulerWorld} from '../testing/scheduler-world.js';

const small = {allocatable: {cpu: '1'}};
const containers = [container({cpu: '800m'})];

/** Two full nodes, and a Pod of a higher priority that has no place. */
const crowded = (): SchedulerWorld => {
	const world = new SchedulerWorld([node('node-a', small), node('node-b', small)]);
	world.apply(pod('one', {containers, priority: 10}));
	world.apply(pod('two', {containers, priority: 10}));
	world.apply(pod('strong', {containers, priority: 1000}));
	return world;
};

const leaving = (world: SchedulerWorld): readonly string[] =>
	['one', 'two'].filter((name) => world.pod(name)?.metadata.deletionTimestamp !== undefined);

test('a Pod whose victim is terminating preempts no other Pod', (t) => {
	const world = crowded();
	const [victim, ...others] = leaving(world);
	t.deepEqual(others, []);
	const place = world.pod('strong')?.status.nominatedNodeName;
	// No kubelet ends the victim. A change of the other node makes the scheduler try again.
	const free = place === 'node-a' ? 'node-b' : 'node-a';
	const tries = world.facts('scheduler.postfilter').length;
	world.command(() =>
		world.admin.patch(
			'nodes',
			undefined,
			free,
			{status: {allocatable: {cpu: '1100m'}}},
			{type: 'merge', subresource: 'status'},
		),
	);
	t.true(world.facts('scheduler.postfilter').length > tries);
	t.deepEqual(leaving(world), [victim]);
	t.is(world.pod('strong')?.status.nominatedNodeName, place);
	t.regex(
		world.pod('strong')?.status.conditions?.[0]?.message ?? '',
		/not eligible due to a terminating pod on the nominated node\./,
	);
});
