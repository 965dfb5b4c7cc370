import test from 'ava';
import {must} from '../testing/must.js';
import {sentenceOf} from '../stages/sentence.js';
import {Trial} from '../testing/trial.js';
import {documents, pod} from '../testing/manifests.js';
import type {Pod} from '../objects/kubernetes.generated.js';

const key = '/registry/pods/default/web';

/** A Pod whose spec has more than the usual. */
const podWith = (spec: string, name = 'web') => `${pod.replace('name: web\n', `name: ${name}\n`)}${spec}`;

test('S1: the scheduler hears of a Pod without a node by its watch; the Pod joins the queue and leaves it for a cycle', (t) => {
	const trial = new Trial({nodes: [{name: 'node-a'}]});
	const from = trial.step;
	trial.apply(pod);
	const heard = trial.first('informer.deliver', from, ({process}) => process === 'kube-scheduler');
	t.is(trial.stopAt(heard.cause).stage, 'apiserver.watch');
	const joined = trial.first('scheduler.queue', from, ({facts}) => facts.case === 'add');
	const next = trial.first('scheduler.queue', from, ({facts}) => facts.case === 'next');
	t.regex(sentenceOf(joined), /has no node: it joins the active queue/);
	t.like(joined.facts, {counts: {active: 1, inFlight: 0}});
	t.like(next.facts, {attempts: 1, counts: {active: 0, inFlight: 1}});
	const steps = [heard, joined, next, trial.first('scheduler.prefilter', from)].map(({step}) => step);
	t.deepEqual(
		steps,
		steps.toSorted((a, b) => a - b),
	);
});

const refusals: ReadonlyArray<
	readonly [plugin: string, what: string, node: object, manifest: string, message: string]
> = [
	[
		'NodeResourcesFit',
		'resources',
		{},
		pod.replace('    ports', '    resources: {requests: {cpu: "64"}}\n    ports'),
		'1 Insufficient cpu',
	],
	[
		'TaintToleration',
		'taints',
		{taints: [{key: 'dedicated', value: 'db', effect: 'NoSchedule' as const}]},
		pod,
		'1 node(s) had untolerated taint(s)',
	],
	[
		'NodeAffinity',
		'the node selector',
		{},
		podWith('  nodeSelector: {disk: ssd}\n'),
		"1 node(s) didn't match Pod's node affinity/selector",
	],
	[
		'NodeAffinity',
		'node affinity',
		{},
		podWith(
			'  affinity: {nodeAffinity: {requiredDuringSchedulingIgnoredDuringExecution: {nodeSelectorTerms: [{matchExpressions: [{key: disk, operator: Exists}]}]}}}\n',
		),
		"1 node(s) didn't match Pod's node affinity/selector",
	],
	[
		'InterPodAffinity',
		'affinity to Pods',
		{},
		podWith(
			'  affinity: {podAffinity: {requiredDuringSchedulingIgnoredDuringExecution: [{topologyKey: kubernetes.io/hostname, labelSelector: {matchLabels: {app: db}}}]}}\n',
		),
		"1 node(s) didn't match pod affinity rules",
	],
	[
		'InterPodAffinity',
		'anti-affinity to Pods',
		{},
		documents(
			podWith('', 'first').replaceAll('app: web', 'app: db'),
			podWith(
				'  affinity: {podAntiAffinity: {requiredDuringSchedulingIgnoredDuringExecution: [{topologyKey: kubernetes.io/hostname, labelSelector: {matchLabels: {app: db}}}]}}\n',
			),
		),
		"1 node(s) didn't match pod anti-affinity rules",
	],
];

for (const [plugin, what, node, manifest, message] of refusals) {
	test(`S2: ${what} can keep a Pod off a node, at a stop of ${plugin} and in its words`, (t) => {
		const trial = new Trial({nodes: [{name: 'node-a', ...node}]});
		trial.apply(manifest);
		const refused = trial
			.at(`scheduler.filter.${plugin}`)
			.find(({object, outcome}) => object === key && outcome !== undefined);
		t.like(
			refused,
			{outcome: 'refused'},
			trial
				.at('scheduler')
				.map(({stage}) => stage)
				.join(' '),
		);
		t.like(refused?.facts, {plugin, refused: ['node-a'], left: 0});
		const condition = trial.read<Pod>(key)?.status.conditions?.find(({type}) => type === 'PodScheduled');
		t.like(condition, {status: 'False', reason: 'Unschedulable'});
		t.true(condition?.message?.startsWith(`0/1 nodes are available: ${message}`), condition?.message);
	});
}

test('S2: a claim that no volume can meet keeps the Pod off every node', (t) => {
	const trial = new Trial({nodes: [{name: 'node-a'}]});
	trial.apply(
		documents(
			`apiVersion: v1
kind: PersistentVolumeClaim
metadata: {name: data}
spec: {accessModes: [ReadWriteOnce], storageClassName: none, resources: {requests: {storage: 1Gi}}}
`,
			podWith('  volumes: [{name: d, persistentVolumeClaim: {claimName: data}}]\n'),
		),
	);
	const refused = trial.at('scheduler').find(({object, outcome}) => object === key && outcome === 'refused');
	t.regex(refused?.stage ?? '', /^scheduler\.(prefilter|filter\.VolumeBinding)/);
	t.is(
		trial.read<Pod>(key)?.status.conditions?.find(({type}) => type === 'PodScheduled')?.message,
		'0/1 nodes are available: pod has unbound immediate PersistentVolumeClaims. not found',
	);
});

test('S2, S3: nodes that have the image already score higher, and win when all else is equal', (t) => {
	const trial = new Trial({nodes: [{name: 'node-a'}, {name: 'node-b', images: ['nginx:1.27']}]});
	trial.apply(pod.replace('nginx:1.27', 'docker.io/library/nginx:1.27'));
	const [a, b] = trial.first('scheduler.score.ImageLocality').facts.raw;
	t.is(a, 0);
	t.true(typeof b === 'number' && b > 0);
	t.is(trial.read<Pod>(key)?.spec.nodeName, 'node-b');
});

test('S3: each plug-in scores what is left, weights add up, and the best node wins', (t) => {
	const trial = new Trial({
		nodes: [
			{name: 'small', capacity: {cpu: '1'}},
			{name: 'large', capacity: {cpu: '8'}},
		],
	});
	trial.apply(
		pod.replace('    ports', '    resources: {requests: {cpu: 500m, memory: 64Mi}}\n    ports') +
			'  affinity: {nodeAffinity: {preferredDuringSchedulingIgnoredDuringExecution: [{weight: 10, preference: {matchExpressions: [{key: kubernetes.io/hostname, operator: In, values: [large]}]}}]}}\n',
	);
	const scored = trial.at('scheduler.score').map(({stage}) => stage.split('.').at(-1));
	for (const plugin of ['NodeResourcesFit', 'NodeResourcesBalancedAllocation', 'NodeAffinity']) {
		t.true(scored.includes(plugin), plugin);
	}

	const affinity = trial.first('scheduler.score.NodeAffinity').facts;
	const large = affinity.nodes.indexOf('large');
	t.like(affinity, {raw: large === 0 ? [10, 0] : [0, 10], normalised: large === 0 ? [100, 0] : [0, 100]});
	const [selected] = trial.facts('scheduler.select');
	if (selected?.case !== 'best') {
		t.fail('no node was chosen by its scores');
		return;
	}

	const {totals, candidates, matrix, node} = selected;
	t.is(node, 'large');
	for (const [index, total] of totals.entries()) {
		t.is(
			total,
			Object.values(matrix.weighted).reduce((sum, weighted) => sum + (weighted[index] ?? 0), 0),
		);
	}

	t.deepEqual(candidates, ['large']);
	t.is(matrix.nodes[totals.indexOf(Math.max(...totals.map((total) => total ?? 0)))], 'large');
});

test('S3: between nodes of equal score the seed decides, unless the scenario takes the first', (t) => {
	const nodes = [{name: 'node-a'}, {name: 'node-b'}, {name: 'node-c'}];
	const chosen = (seed: number, equalScores?: 'first') => {
		const own = new Trial({nodes, seed, ...(equalScores ? {equalScores} : {})});
		own.apply(pod);
		const [facts] = own.facts('scheduler.select');
		return facts?.case === 'best' ? `${facts.node} of ${facts.candidates.length}` : '';
	};
	t.is(chosen(3), chosen(3));
	const drawn = [1, 2, 3, 4, 5, 6, 7, 8].map((seed) => chosen(seed));
	t.deepEqual([...new Set(drawn)].sort(), ['node-a of 3', 'node-b of 3', 'node-c of 3']);
	t.deepEqual(new Set([1, 2, 3, 4].map((seed) => chosen(seed, 'first'))), new Set(['node-a of 3']));
});

test('S4: the decision is a Binding that is POSTed; the apiserver makes nodeName, annotations and PodScheduled of it', (t) => {
	const trial = new Trial({nodes: [{name: 'node-a', labels: {'topology.kubernetes.io/zone': 'a'}}]});
	trial.apply(pod);
	const record = trial.get<Pod>(key);
	const {uid} = record.metadata;
	const posted = trial.first('scheduler.bind', 0, ({facts}) => facts.case === 'post');
	t.like(posted.facts, {
		request: {
			apiVersion: 'v1',
			kind: 'Binding',
			metadata: {namespace: 'default', name: 'web', uid},
			target: {kind: 'Node', name: 'node-a'},
		},
	});
	const [request] = trial.at('apiserver.route', posted.step).filter(({process}) => process === posted.process);
	t.like(request?.facts, {method: 'POST', path: '/api/v1/namespaces/default/pods/web/binding'});
	const [bound] = trial.at('apiserver.bind');
	t.regex(sentenceOf(must(bound, 'stop of the binding')), /spec\.nodeName=node-a and the condition PodScheduled=True/);
	t.is(record.spec.nodeName, 'node-a');
	t.is(record.metadata.labels?.['topology.kubernetes.io/zone'], 'a');
	t.like(
		record.status.conditions?.find(({type}) => type === 'PodScheduled'),
		{status: 'True'},
	);
});

test('S5: a Pod of another scheduler stays Pending: this one never takes it up', (t) => {
	const trial = new Trial({nodes: [{name: 'node-a'}]});
	trial.apply(podWith('  schedulerName: mine\n'));
	t.is(trial.read<Pod>(key)?.spec.nodeName, undefined);
	t.is(trial.read<Pod>(key)?.status.phase, 'Pending');
	t.deepEqual(
		trial
			.at('scheduler')
			.filter(({object}) => object === key)
			.map((stop) => sentenceOf(stop)),
		['default/web names the scheduler mine; kube-scheduler (default-scheduler) ignores it.'],
	);
	t.true(trial.at('informer.deliver').some(({process, object}) => process === 'kube-scheduler' && object === key));
});
