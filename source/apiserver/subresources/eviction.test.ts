import test from 'ava';
import {asKind, asObject} from '../../objects/kubernetes-object.js';
import {TinyServer} from '../../testing/tiny-server.js';
import {budgetRefusal} from './eviction.js';

test('An eviction goes through admission as an eviction, not as a deletion', (t) => {
	const server = new TinyServer();
	const node = {apiVersion: 'v1', kind: 'Node', metadata: {name: 'a'}};
	t.is(server.send('POST', '/api/v1/nodes', {body: node}).status, 201);
	const pods = '/api/v1/namespaces/default/pods';
	const spec = {nodeName: 'a', containers: [{name: 'main', image: 'nginx'}]};
	t.is(server.send('POST', pods, {body: {apiVersion: 'v1', kind: 'Pod', metadata: {name: 'web'}, spec}}).status, 201);
	const kubelet = server.client('kubelet', 'system:node:a', ['system:nodes']);
	const body = {apiVersion: 'policy/v1', kind: 'Eviction', metadata: {name: 'web'}};
	const {result, stops} = server.run(() => kubelet.exchange('POST', `${pods}/web/eviction`, {body}));
	t.is(result.status, 201);
	t.is(stops.filter(({stage}) => stage === 'apiserver.admit.mutate.NodeRestriction').length, 1);
});

test('An eviction may come in the version of policy/v1beta1', (t) => {
	const server = new TinyServer();
	const pods = '/api/v1/namespaces/default/pods';
	const pod = {apiVersion: 'v1', kind: 'Pod', metadata: {name: 'web'}, spec: {containers: [{name: 'a', image: 'b'}]}};
	t.is(server.send('POST', pods, {body: pod}).status, 201);
	const body = {apiVersion: 'policy/v1beta1', kind: 'Eviction', metadata: {name: 'web'}};
	t.is(server.send('POST', `${pods}/web/eviction`, {body}).status, 201);
	t.is(server.send('POST', `${pods}/web/eviction`, {body: {...body, apiVersion: 'policy/v2'}}).status, 400);
});

test('The options of an eviction are those of a deletion', (t) => {
	const server = new TinyServer();
	const pods = '/api/v1/namespaces/default/pods';
	const pod = {apiVersion: 'v1', kind: 'Pod', metadata: {name: 'web'}, spec: {containers: [{name: 'a', image: 'b'}]}};
	t.is(server.send('POST', pods, {body: pod}).status, 201);
	const evicted = (deleteOptions: object) =>
		server.send('POST', `${pods}/web/eviction`, {
			body: {apiVersion: 'policy/v1', kind: 'Eviction', metadata: {name: 'web'}, deleteOptions},
		});
	for (const [options, told] of [
		[
			{propagationPolicy: 'X'},
			'propagationPolicy: Unsupported value: "X": supported values: "Foreground", "Background", "Orphan", "nil"',
		],
		[{dryRun: ['X']}, 'dryRun: Unsupported value: ["X"]: supported values: "All"'],
	] as const) {
		const {status, body} = evicted(options);
		t.is(status, 422);
		t.is((body as {message: string}).message, `DeleteOptions.meta.k8s.io "" is invalid: ${told}`);
	}

	t.is(evicted({gracePeriodSeconds: -1}).status, 201);
});

test('An eviction needs room in the budget, and takes it', (t) => {
	const server = new TinyServer();
	const pods = '/api/v1/namespaces/default/pods';
	const budgets = '/apis/policy/v1/namespaces/default/poddisruptionbudgets';
	for (const name of ['a', 'b', 'pending', 'done']) {
		const spec = {containers: [{name: 'main', image: 'nginx'}], nodeName: 'node-a'};
		const metadata = {name, labels: {app: 'web'}};
		t.is(server.send('POST', pods, {body: {apiVersion: 'v1', kind: 'Pod', metadata, spec}}).status, 201);
	}

	const patch = (target: string, status: object) =>
		server.send('PATCH', `${target}/status`, {
			body: {status},
			headers: {'content-type': 'application/merge-patch+json'},
		}).status;
	const ready = {phase: 'Running', conditions: [{type: 'Ready', status: 'True'}]};
	t.is(patch(`${pods}/a`, ready), 200);
	t.is(patch(`${pods}/b`, ready), 200);
	t.is(patch(`${pods}/done`, {phase: 'Succeeded'}), 200);
	const budget = {
		apiVersion: 'policy/v1',
		kind: 'PodDisruptionBudget',
		metadata: {name: 'web'},
		spec: {minAvailable: 1, selector: {matchLabels: {app: 'web'}}},
	};
	t.is(server.send('POST', budgets, {body: budget}).status, 201);
	const evict = (name: string) =>
		server.send('POST', `${pods}/${name}/eviction`, {
			body: {apiVersion: 'policy/v1', kind: 'Eviction', metadata: {name}},
		}).status;
	// The controller has not synced the budget yet.
	t.is(evict('a'), 429);
	t.is(
		patch(`${budgets}/web`, {observedGeneration: 1, disruptionsAllowed: 1, currentHealthy: 2, desiredHealthy: 1}),
		200,
	);
	t.is(evict('a'), 201);
	t.is(evict('b'), 429);
	const after = server.get('poddisruptionbudgets.policy', 'default', 'web')?.status;
	t.is(after?.disruptionsAllowed, 0);
	t.deepEqual(Object.keys(after?.disruptedPods ?? {}), ['a'], 'the controller does not count it as healthy any more');
	t.is(server.send('POST', budgets, {body: {...budget, metadata: {name: 'more'}}}).status, 201);
	t.is(evict('b'), 500, 'one Pod has one budget');
	// These serve no traffic.
	t.is(evict('pending'), 201);
	t.is(evict('done'), 201);
});

test('from 1.37 on, a budget that refuses each eviction gives a cause', (t) => {
	const budget = (status: object) =>
		asKind(
			asObject({apiVersion: 'policy/v1', kind: 'PodDisruptionBudget', metadata: {name: 'web'}, spec: {}, status}),
			'policy/v1 PodDisruptionBudget',
		);
	const negative = budget({disruptionsAllowed: -1});
	t.is(budgetRefusal(negative)?.details?.causes, undefined);
	t.deepEqual(budgetRefusal(negative, 37)?.details?.causes, [
		{
			reason: 'DisruptionBudget',
			message: 'The disruption budget web does not allow evicting pods currently: pdb disruptions allowed is negative',
		},
	]);
	const disruptedPods = Object.fromEntries(Array.from({length: 2001}, (_, index) => [`a${index}`, '']));
	t.regex(
		budgetRefusal(budget({disruptedPods}), 37)?.details?.causes?.[0]?.message ?? '',
		/currently: too many pending evictions not confirmed by PDB controller$/,
	);
});
