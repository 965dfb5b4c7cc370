import test from 'ava';
import {completeScenario, readScenario} from './scenario.js';

test('a group begins with its minimum of nodes, and a completed scenario stays as it is when it is read again', (t) => {
	const template = {capacity: {cpu: '2'}, labels: {tier: 'web'}};
	const first = completeScenario({
		nodes: [{name: 'base'}],
		nodeGroups: [
			{name: 'web', min: 2, max: 3, template},
			{name: 'batch', max: 1},
		],
	});
	t.deepEqual(
		first.nodes.map(({name, capacity, labels}) => [name, capacity['cpu'], labels['tier']]),
		[
			['base', '4', undefined],
			['web-1', '2', 'web'],
			['web-2', '2', 'web'],
		],
	);
	const {nodes, nodeGroups = []} = first;
	t.deepEqual(completeScenario({nodes: [...nodes], nodeGroups: [...nodeGroups]}).nodes, nodes);
});

const mistakes: ReadonlyArray<readonly [text: string, message: string]> = [
	[
		'nodeGroups: [{name: a, max: 1, min: 2}]',
		'c.yaml:1:37  min 2 is more than max 1\n  write a smaller min or a larger max',
	],
	[
		'nodeGroups: [{name: a, max: 1, size: 2}]',
		'c.yaml:1:38  size 2 is more than max 1\n  write a smaller size or a larger max',
	],
	[
		'nodeGroups: [{name: a, max: 1}, {name: a, max: 1}]',
		'c.yaml:1:40  there is already a node group "a"\n  give each its own name',
	],
	[
		'nodeGroups: [{name: a, max: 1, template: {capacity: {cpu: lots}}}]',
		'c.yaml:1:59  "lots" is not a quantity\n  write an amount such as 4, 500m or 8Gi',
	],
	[
		'nodeGroups: [{name: a, max: 1, template: {labels: {node-role.kubernetes.io/web: ""}}}]',
		'c.yaml:1:81  a kubelet may not set the label node-role.kubernetes.io/web, so nodes of group a cannot have it\n  use a label of your own, such as example.com/role',
	],
	[
		'clusterAutoscaler: {scanInterval: 5s}',
		'c.yaml:1:20  the cluster autoscaler has no node group\n  describe one under nodeGroups',
	],
];

for (const [text, message] of mistakes) {
	test(`${text} is a mistake`, (t) => {
		t.is(t.throws(() => readScenario(text, 'c.yaml'))?.message, message);
	});
}
