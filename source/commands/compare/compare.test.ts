import {writeFileSync} from 'node:fs';
import path from 'node:path';
import test from 'ava';
import {runCommand} from '../../testing/command-line.js';
import {temporaryFolder} from '../../testing/temporary-folder.js';

const most = `apiVersion: kubescheduler.config.k8s.io/v1
kind: KubeSchedulerConfiguration
profiles:
- plugins: {score: {disabled: [{name: '*'}], enabled: [{name: NodeResourcesFit}]}}
  pluginConfig: [{name: NodeResourcesFit, args: {scoringStrategy: {type: MostAllocated}}}]
`;

const times = {creationTimestamp: '2026-01-01T00:00:00Z'};

const node = (name: string, price?: string) => ({
	apiVersion: 'v1',
	kind: 'Node',
	metadata: {name, ...times, labels: {'kubernetes.io/hostname': name, ...(price ? {'example.com/price': price} : {})}},
	status: {allocatable: {cpu: '4', memory: '8Gi', pods: '110'}, capacity: {cpu: '4', memory: '8Gi', pods: '110'}},
});

const pod = (name: string, nodeName: string, owner = 'ReplicaSet') => ({
	apiVersion: 'v1',
	kind: 'Pod',
	metadata: {
		name,
		namespace: 'shop',
		...times,
		ownerReferences: [{apiVersion: 'apps/v1', kind: owner, name: 'web', uid: 'u', controller: true}],
	},
	spec: {nodeName, containers: [{name: 'm', image: 'nginx', resources: {requests: {cpu: '1', memory: '1Gi'}}}]},
	status: {phase: 'Running'},
});

const write = (files: Readonly<Record<string, unknown>>): ((name: string) => string) => {
	const folder = temporaryFolder();
	for (const [name, content] of Object.entries(files)) {
		writeFileSync(path.join(folder, name), typeof content === 'string' ? content : JSON.stringify(content));
	}

	return (name) => path.join(folder, name);
};

const dump = {
	apiVersion: 'v1',
	kind: 'List',
	items: [
		node('a', '1.5'),
		node('b', '2'),
		node('c'),
		pod('web-1', 'a'),
		pod('web-2', 'b'),
		pod('web-3', 'c'),
		pod('agent-b', 'b', 'DaemonSet'),
	],
};

test('two configurations are compared on one dump: nodes in use, Pods moved, cost; Pods of DaemonSets stay', async (t) => {
	const file = write({'most.yaml': most, 'dump.json': dump});
	const words = ['default', file('most.yaml'), '--from', file('dump.json'), '--price', 'example.com/price'];
	const {code, out, err} = await runCommand(['compare', ...words, '--why', 'shop/web-2']);
	t.is(code, 0);
	t.regex(err, /1 of 3 nodes has no number under the label example\.com\/price: a missing cost counts as 0/);
	const [table = '', ...choices] = out.split(/\n\n(?=default:)/);
	t.is(
		table.trimEnd(),
		`3 Pods on 3 nodes; 1 other Pod stays in place

                                            the dump  default  most.yaml
nodes in use                                       3        3          1
nodes without these Pods                           0        0          2
cost by example.com/price                        3.5      3.5          2
CPU requested on them                         33.3 %   33.3 %      100 %
memory requested on them                      16.7 %   16.7 %       50 %
Pods without a node                                0        0          0
Pods on a different node than in the dump          –        ${out.match(/in the dump {10}– {8}(\d)/)?.[1]}          2
Pods on a different node than with default         –        –          ${out.match(/with default {9}– {8}– {10}(\d)/)?.[1]}`,
	);
	t.regex(choices[0] ?? '', /^default: \w, one of 3 feasible nodes\n {3}total {2}TaintToleration ×3/);
	t.regex(choices[0] ?? '', /\nmost\.yaml: b, one of 3 feasible nodes\n {3}total {2}NodeResourcesFit\nb {5}\d+/);
	const json = await runCommand(['compare', ...words, '-o', 'json']);
	const {outcomes}: {outcomes: ReadonlyArray<{name: string; nodesUsed: number; cost: number}>} = JSON.parse(json.out);
	t.deepEqual(
		outcomes.map(({name, nodesUsed, cost}) => [name, nodesUsed, cost]),
		[
			['the dump', 3, 3.5],
			['default', 3, 3.5],
			['most.yaml', 1, 2],
		],
	);
});

test('Pods arrive from a table, and leave; a wrong table has line and column', async (t) => {
	const file = write({
		'most.yaml': most,
		'arrivals.csv': 'at,name,cpu,count,lifetime\n0,web,1,3,1h\n30m,late,2,,30m\n',
		'bad.csv': 'at,cpu\n0,1\n0,1x\n',
		'column.csv': 'at,cpuu\n',
	});
	const {code, out} = await runCommand([
		'compare',
		'default',
		file('most.yaml'),
		'--replay-pods',
		file('arrivals.csv'),
	]);
	t.is(code, 0);
	t.regex(out, /^4 Pods on 3 nodes; \d+ other Pods stay in place\n/);
	t.regex(out, /most nodes in use at once +3 +2\nnode-hours in use +3 +1\.5\n/);
	const refused = async (name: string) => {
		const result = await runCommand(['compare', 'default', '--replay-pods', file(name)]);
		t.is(result.code, 2);
		return result.err.replace(file(name), name);
	};
	t.is(await refused('bad.csv'), 'bad.csv:3:3  "1x" is not a quantity\n  write an amount such as 4, 500m or 8Gi\n');
	t.is(await refused('column.csv'), 'column.csv:1:4  unknown column "cpuu"\n  did you mean "cpu"?\n');
	const nothing = await runCommand(['compare', 'default']);
	t.is(nothing.code, 2);
	t.regex(nothing.err, /^no Pods to schedule\n/);
});
