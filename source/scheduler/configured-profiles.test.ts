import test from 'ava';
import type {PluginArguments, SchedulerProfile} from '../objects/scheduler-configuration/configuration.js';
import {container, node, pod, SchedulerWorld} from '../testing/scheduler-world.js';
import {configuredProfiles} from './configured-profiles.js';
import {defaultProfile, profileWith} from './profile.js';
import {brokenLine} from './resource-scores.js';

/** The gates, filters and scores, each in order. */
const told = (profile: SchedulerProfile) => {
	const [{plugins = [], ...rest} = profileWith([])] = configuredProfiles({profiles: [profile]});
	return {
		gates: plugins.filter(({preEnqueue}) => preEnqueue).map(({name}) => name),
		filters: plugins.filter(({look}) => look).map(({name}) => name),
		scores: plugins.filter(({score}) => score).map(({name, weight}) => `${name} ${weight}`),
		postFilter: [...rest.postFilter],
		reserve: [...rest.reserve],
	};
};

const usualScores = [
	'TaintToleration 3',
	'NodeAffinity 2',
	'NodeResourcesFit 1',
	'PodTopologySpread 2',
	'InterPodAffinity 2',
	'DynamicResources 1',
	'NodeResourcesBalancedAllocation 1',
	'ImageLocality 1',
];

test('a profile that says nothing has the plug-ins of the default profile, in their order and with their weights', (t) => {
	t.deepEqual(told({}), {
		gates: defaultProfile.filter(({preEnqueue}) => preEnqueue).map(({name}) => name),
		filters: defaultProfile.filter(({look}) => look).map(({name}) => name),
		scores: defaultProfile.filter(({score}) => score).map(({name, weight}) => `${name} ${weight}`),
		postFilter: ['DynamicResources', 'DefaultPreemption'],
		reserve: ['VolumeBinding', 'DynamicResources'],
	});
	t.deepEqual(told({}).scores, usualScores);
});

test('extension points switch plug-ins on and off, as the documentation shows it', (t) => {
	// https://kubernetes.io/docs/reference/scheduling/config/#profiles
	t.deepEqual(
		told({
			plugins: {
				score: {
					disabled: [{name: 'PodTopologySpread'}],
					enabled: [{name: 'ImageLocality', weight: 2}, {name: 'NodeAffinity'}],
				},
			},
		}).scores,
		[
			'ImageLocality 2',
			'NodeAffinity 1',
			...usualScores.filter((name) => !/^(?:PodTopologySpread|ImageLocality|NodeAffinity) /.test(name)),
		],
	);
	const nothingScores = told({plugins: {score: {disabled: [{name: '*'}]}, preScore: {disabled: [{name: '*'}]}}});
	t.deepEqual(nothingScores.scores, []);
	t.is(nothingScores.filters.length, 13);
	const gone = told({plugins: {multiPoint: {disabled: [{name: 'DefaultPreemption'}, {name: 'TaintToleration'}]}}});
	t.deepEqual(gone.postFilter, ['DynamicResources']);
	t.false(gone.filters.includes('TaintToleration'));
	t.deepEqual(
		told({plugins: {multiPoint: {enabled: [{name: 'NodeResourcesFit', weight: 7}]}}}).scores,
		usualScores.map((name) => (name === 'NodeResourcesFit 1' ? 'NodeResourcesFit 7' : name)),
	);
});

test('a shape is straight between its points and level outside', (t) => {
	const line = brokenLine([
		{utilization: 10, score: 0},
		{utilization: 70, score: 60},
		{utilization: 80, score: 30},
	]);
	t.deepEqual(
		[0, 10, 11, 40, 70, 75, 80, 100].map((utilization) => line(utilization)),
		[0, 0, 1, 30, 60, 45, 30, 30],
	);
});

const withArguments = (name: string, args: PluginArguments, more: Partial<SchedulerProfile> = {}) => ({
	configuration: {profiles: [{...more, pluginConfig: [{name, args}]}]},
});

/** The nodes of three successive Pods with 1 CPU and 1 GiB each. @param memory that the nodes have. */
const placed = (
	options: ConstructorParameters<typeof SchedulerWorld>[1],
	memory = ['32Gi', '8Gi'],
): readonly unknown[] => {
	const [large = '', small = ''] = memory;
	const world = new SchedulerWorld(
		[node('large', {allocatable: {cpu: '16', memory: large}}), node('small', {allocatable: {memory: small}})],
		options,
	);
	const names = ['a', 'b', 'c'];
	for (const name of names) {
		world.apply(pod(name, {containers: [container({cpu: '1', memory: '1Gi'})]}));
	}

	return names.map((name) => world.nodeOf(name));
};

test('NodeResourcesFit spreads, packs, or follows a shape', (t) => {
	const onlyFit: Partial<SchedulerProfile> = {
		plugins: {score: {disabled: [{name: '*'}], enabled: [{name: 'NodeResourcesFit'}]}},
	};
	const fit = (scoringStrategy: PluginArguments['scoringStrategy'], memory?: string[]) =>
		placed(withArguments('NodeResourcesFit', {scoringStrategy}, onlyFit), memory);
	t.deepEqual(fit({type: 'LeastAllocated'}), ['large', 'large', 'large']);
	t.deepEqual(fit({type: 'MostAllocated'}), ['small', 'small', 'small']);
	// By memory alone, the node with more CPUs is the smaller one.
	const byMemory = {type: 'MostAllocated', resources: [{name: 'memory', weight: 100}]};
	t.deepEqual(fit(byMemory, ['8Gi', '32Gi']), ['large', 'large', 'large']);
	// Best at half: `small` is there after two Pods.
	const shape = [
		{utilization: 0, score: 0},
		{utilization: 50, score: 10},
		{utilization: 51, score: 0},
	];
	t.deepEqual(fit({type: 'RequestedToCapacityRatio', resources: [{name: 'cpu'}], requestedToCapacityRatio: {shape}}), [
		'small',
		'small',
		'large',
	]);
});

test('NodeResourcesFit ignores extended resources of its arguments, and no others', (t) => {
	const limits = {'example.com/gpu': '1'};
	const asks = pod('a', {containers: [{...container(), resources: {requests: {...limits, cpu: '1'}, limits}}]});
	const place = (args: PluginArguments) => {
		const world = new SchedulerWorld([node('n')], withArguments('NodeResourcesFit', args));
		world.apply(asks);
		return world.nodeOf('a');
	};
	t.is(place({}), undefined);
	t.is(place({ignoredResources: ['example.com/gpu']}), 'n');
	t.is(place({ignoredResourceGroups: ['example.com']}), 'n');
	t.is(place({ignoredResourceGroups: ['other.com']}), undefined);
});

test('one scheduler has several profiles: a Pod chooses by spec.schedulerName, and its Events name that scheduler', (t) => {
	const world = new SchedulerWorld([node('large', {allocatable: {cpu: '16'}}), node('small')], {
		configuration: {
			profiles: [
				{schedulerName: 'default-scheduler'},
				{
					schedulerName: 'packs',
					pluginConfig: [{name: 'NodeResourcesFit', args: {scoringStrategy: {type: 'MostAllocated'}}}],
					plugins: {multiPoint: {disabled: [{name: 'NodeResourcesBalancedAllocation'}]}},
				},
			],
		},
	});
	world.apply(pod('spread', {schedulerName: 'default-scheduler'}));
	world.apply(pod('packed', {schedulerName: 'packs'}));
	world.apply(pod('foreign', {schedulerName: 'elsewhere'}));
	t.deepEqual([world.nodeOf('spread'), world.nodeOf('packed'), world.nodeOf('foreign')], ['large', 'small', undefined]);
	t.deepEqual(
		world.facts('scheduler.score.NodeResourcesFit').map(({strategy}) => strategy),
		[undefined, 'MostAllocated'],
	);
	const foreign = world.facts('scheduler.queue').filter((facts) => facts.case === 'foreign');
	t.deepEqual(foreign, [{case: 'foreign', schedulerName: 'elsewhere', own: 'default-scheduler, packs'}]);
	t.deepEqual(
		new Map(
			world.list('events').map(({reportingComponent, involvedObject}) => [involvedObject.name, reportingComponent]),
		),
		new Map([
			['packed', 'packs'],
			['spread', 'default-scheduler'],
		]),
	);
});

test('addedAffinity holds for every Pod of the profile', (t) => {
	const nodeSelectorTerms = [{matchExpressions: [{key: 'disk', operator: 'In' as const, values: ['ssd']}]}];
	const world = new SchedulerWorld(
		[node('a'), node('b', {labels: {disk: 'ssd'}})],
		withArguments('NodeAffinity', {
			addedAffinity: {requiredDuringSchedulingIgnoredDuringExecution: {nodeSelectorTerms}},
		}),
	);
	world.apply(pod('p'), pod('q'), pod('picky', {nodeSelector: {disk: 'none'}}));
	t.deepEqual([world.nodeOf('p'), world.nodeOf('q')], ['b', 'b']);
	t.regex(
		world.events().find(([reason]) => reason === 'FailedScheduling')?.[1] ?? '',
		/^0\/2 nodes are available: 1 node\(s\) didn't match Pod's node affinity\/selector, 1 node\(s\) didn't match scheduler-enforced node affinity\./,
	);
});

test('constraints by default may forbid: with defaultingType List, siblings that fit nowhere wait', (t) => {
	const world = new SchedulerWorld(
		[node('a', {labels: {zone: '1'}}), node('b', {labels: {zone: '2'}, allocatable: {cpu: '500m'}})],
		withArguments('PodTopologySpread', {
			defaultingType: 'List',
			defaultConstraints: [{maxSkew: 1, topologyKey: 'zone', whenUnsatisfiable: 'DoNotSchedule'}],
		}),
	);
	world.command(() =>
		world.creating('services', {
			metadata: {name: 's', namespace: 'default'},
			spec: {selector: {app: 's'}, ports: [{port: 80}]},
		}),
	);
	for (const name of ['p', 'q', 'r', 's']) {
		world.apply({...pod(name), metadata: {name, namespace: 'default', labels: {app: 's'}}});
	}

	t.deepEqual(
		['p', 'q', 'r', 's'].map((name) => world.nodeOf(name)),
		['a', 'b', 'a', undefined],
	);
});

test('without DefaultPreemption, a Pod evicts no Pod, and its message has no word of it', (t) => {
	const world = new SchedulerWorld([node('n', {allocatable: {cpu: '1'}})], {
		configuration: {
			profiles: [{plugins: {multiPoint: {disabled: [{name: 'DefaultPreemption'}, {name: 'DynamicResources'}]}}}],
		},
	});
	world.apply(pod('low', {containers: [container({cpu: '1'})]}));
	world.apply(pod('high', {priority: 10, containers: [container({cpu: '1'})]}));
	t.is(world.nodeOf('low'), 'n');
	t.is(world.nodeOf('high'), undefined);
	t.is(world.events().at(-1)?.[1], '0/1 nodes are available: 1 Insufficient cpu.');
});

test('back-offs last as long as the configuration says', (t) => {
	const world = new SchedulerWorld([node('n', {allocatable: {cpu: '1'}})], {
		configuration: {podInitialBackoffSeconds: 3, podMaxBackoffSeconds: 5},
	});
	world.apply(pod('p', {containers: [container({cpu: '2'})]}));
	const failed = world.facts('scheduler.queue').filter((facts) => facts.case === 'failure');
	t.deepEqual(
		failed.map((facts) => facts.case === 'failure' && facts.backoffMs),
		[3000],
	);
});
