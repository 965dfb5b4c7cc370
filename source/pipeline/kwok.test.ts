import test from 'ava';
import type {Event, Lease, Node, Pod} from '../objects/kubernetes.generated.js';
import {documents} from '../testing/manifests.js';
import {blockAfter} from '../testing/manual-lines.js';
import {Trial} from '../testing/trial.js';

const pod = (name: string, more = '', spec = '') =>
	`apiVersion: v1\nkind: Pod\nmetadata: {name: ${name}${more}}\nspec: {containers: [{name: main, image: 'nginx:1.27'}]${spec}}\n`;

const stage = (name: string, kind: string, rest: string) =>
	`apiVersion: kwok.x-k8s.io/v1alpha1\nkind: Stage\nmetadata: {name: ${name}}\nspec:\n  resourceRef: {kind: ${kind}}\n${rest}`;

const podOf = (trial: Trial, name: string): Pod | undefined =>
	trial.list<Pod>('/registry/pods/default/').find(({metadata}) => metadata.name === name);

const condition = (node: Node | undefined, wanted: string): string | undefined =>
	node?.status.conditions?.find(({type}) => type === wanted)?.status;

test('nodes that ask for KWOK become ready, and run Pods that no machine is behind', (t) => {
	const trial = new Trial({nodes: [], kwok: {nodes: [{count: 2, labels: {disk: 'ssd'}, capacity: {cpu: '2'}}]}});
	const nodes = trial.list<Node>('/registry/minions/');
	t.deepEqual(
		nodes.map(({metadata, spec, status}) => [
			metadata.name,
			status.phase,
			spec?.taints ?? [],
			status.capacity?.['cpu'],
		]),
		[
			['kwok-node-0', 'Running', [], '2'],
			['kwok-node-1', 'Running', [], '2'],
		],
	);
	t.is(condition(nodes[0], 'Ready'), 'True');
	trial.apply(
		documents(
			pod('web'),
			`apiVersion: batch/v1\nkind: Job\nmetadata: {name: once}\nspec: {template: {spec: {restartPolicy: Never, containers: [{name: main, image: 'busybox:1'}]}}}\n`,
		),
	);
	const web = podOf(trial, 'web');
	t.is(web?.status.phase, 'Running');
	t.true(web?.status.containerStatuses?.[0]?.ready);
	t.regex(web?.status.podIP ?? '', /^10\.\d+\.\d+\.\d+$/);
	t.is(web?.status.hostIP, '10.0.0.1');
	t.deepEqual(
		trial.list<Pod>('/registry/pods/default/').map(({status}) => status.phase),
		['Succeeded', 'Running'],
	);
	t.is(trial.recording.stops.filter(({stage: id}) => id.startsWith('kubelet.')).length, 0);
	const before = trial.list<Lease>('/registry/leases/kube-node-lease/').map(({spec}) => spec?.renewTime);
	trial.pass(15_000);
	const after = trial.list<Lease>('/registry/leases/kube-node-lease/').map(({spec}) => spec?.renewTime);
	t.is(after.length, 2);
	t.true(
		before.every((time, index) => String(time) < String(after[index])),
		'the nodes stay alive',
	);
	trial.kubectl('delete pod web');
	t.is(podOf(trial, 'web'), undefined);
});

test('only nodes with the annotation are for KWOK, and it leaves those that lose it', (t) => {
	const trial = new Trial({nodes: [{name: 'real'}], kwok: {}});
	trial.apply('apiVersion: v1\nkind: Node\nmetadata: {name: one, annotations: {kwok.x-k8s.io/node: fake}}\n');
	const ready = () =>
		Object.fromEntries(
			trial.list<Node>('/registry/minions/').map((found) => [found.metadata.name, condition(found, 'Ready') ?? 'none']),
		);
	t.deepEqual(ready(), {real: 'True', one: 'True'});
	t.deepEqual(
		trial.recording.stops.filter(({stage: id}) => id === 'kwok.node').map(({facts}) => facts?.['name']),
		['one'],
	);
	trial.kubectl('annotate node one kwok.x-k8s.io/node-');
	trial.pass(120_000);
	t.is(ready()['one'], 'Unknown', 'without its Lease it is lost');
});

test('a Stage of the cluster replaces the usual ones of its kind; chance and delays repeat with the seed', (t) => {
	const scenario = {
		seed: 3,
		nodes: [],
		kwok: {nodes: [{count: 1}]},
		objects: blockAfter('kwok', '# stage.yaml'),
	};
	const run = () => {
		const trial = new Trial(scenario);
		trial.apply(documents(pod('web'), pod('broken', ", annotations: {example.com/broken: 'yes'}")));
		const [match] = trial.recording.stops.filter(({stage: id}) => id === 'kwok.match').slice(-1);
		return {trial, delayMs: Number(match?.facts?.['delayMs'])};
	};
	const {trial, delayMs} = run();
	t.is(podOf(trial, 'web')?.status.phase, 'Running');
	t.is(podOf(trial, 'broken')?.status.phase, 'Pending');
	t.true(delayMs >= 2000 && delayMs < 5000);
	t.is(run().delayMs, delayMs);
	t.deepEqual(
		trial
			.list<Event>('/registry/events/default/')
			.filter(({source}) => source?.component === 'kwok')
			.map(({reason, message, involvedObject}) => [involvedObject.name, reason, message]),
		[['web', 'Started', 'Started container']],
	);
	trial.kubectl('delete stage pod-starts');
	t.is(podOf(trial, 'broken')?.status.phase, 'Running', 'the usual Stages hold again');
});

test('a Stage changes finalizers, patches any part of the object, and deletes it', (t) => {
	const trial = new Trial({nodes: [], kwok: {nodes: [{count: 1}]}});
	trial.apply(
		documents(
			stage(
				'mark',
				'Pod',
				`  selector: {matchExpressions: [{key: '.metadata.labels.marked', operator: DoesNotExist}]}
  immediateNextStage: true
  next:
    finalizers: {add: [{value: example.com/kept}]}
    patches: [{root: metadata, type: merge, template: 'labels: {marked: {{ .metadata.name | Quote }}}'}]
`,
			),
			stage(
				'leave',
				'Pod',
				`  selector: {matchExpressions: [{key: .metadata.deletionTimestamp, operator: Exists}]}
  steps: [{finalizers: {empty: true}}, {delete: true}]
`,
			),
			pod('web'),
		),
	);
	t.deepEqual(podOf(trial, 'web')?.metadata.finalizers, ['example.com/kept']);
	t.is(podOf(trial, 'web')?.metadata.labels?.['marked'], 'web');
	trial.kubectl('delete pod web');
	t.is(podOf(trial, 'web'), undefined);
});

test('a Stage that cannot be read or played says why, and the apiserver refuses one that is none', (t) => {
	const trial = new Trial({nodes: [], kwok: {nodes: [{count: 1}]}});
	const refused = trial.kubectl('apply -f stage.yaml', {
		'stage.yaml': stage('bad', 'Pod', '  selector: {matchExpressions: [{key: .a, operator: Near}]}\n'),
	});
	t.regex(refused.stderr, /spec\.selector\.matchExpressions\[0\]\.operator: Unsupported value: "Near"/);
	trial.apply(
		documents(stage('bad', 'Pod', "  selector: {}\n  next: {statusTemplate: 'phase: {{ nothing }}'}\n"), pod('web')),
	);
	const failed = () =>
		trial.recording.stops.filter(({stage: id}) => id === 'kwok.failed').map(({facts}) => String(facts?.['message']));
	t.deepEqual(failed(), [
		'error parsing template phase: {{ nothing }}, template: output:1: function "nothing" not defined',
	]);
	trial.apply(stage('bad', 'Pod', "  selector: {matchExpressions: [{key: '.a[', operator: Exists}]}\n"));
	trial.kubectl('label pod web a=b');
	t.is(failed().at(-1), 'unexpected end of ".a["');
});
