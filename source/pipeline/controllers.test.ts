import test from 'ava';
import {sentenceOf} from '../stages/sentence.js';
import {Trial} from '../testing/trial.js';
import {deployment, documents, service} from '../testing/manifests.js';
import type {Deployment, Pod, ReplicaSet} from '../objects/kubernetes.generated.js';

const nodes = [{name: 'node-a'}, {name: 'node-b'}];
const trial = new Trial({nodes});
const from = trial.step;
trial.apply(documents(deployment({replicas: 8}), service));
const stops = trial.recording.stops.slice(from);

const pods = (of: Trial) => of.list<Pod>('/registry/pods/default/');
const living = (of: Trial) => pods(of).filter(({metadata}) => !metadata.deletionTimestamp);

test('C1: many controllers run side by side, each syncs what should be with what is', (t) => {
	const processes = [...trial.recording.kernel.processes.keys()].filter((name) =>
		/^controller-manager\/[^/]+$/.test(name),
	);
	t.true(processes.length > 20);
	for (const name of [
		'deployment',
		'replicaset',
		'endpointslice',
		'garbage-collector',
		'namespace',
		'serviceaccount',
		'job',
	]) {
		t.true(processes.includes(`controller-manager/${name}`), name);
	}

	const [sync] = trial.at('controller.replicaset.sync', from);
	t.like(sync?.facts, {want: 8, have: 0});
	t.like(trial.at('controller.replicaset.sync', from).at(-1)?.facts, {want: 8, have: 8});
});

test('C2: one delivery fills one cache, wakes every controller that asked, and is shared frozen; nobody lists again', (t) => {
	const delivered = trial.first(
		'informer.deliver',
		from,
		({process, object}) =>
			process === 'controller-manager/informers' && object?.startsWith('/registry/replicasets/') === true,
	);
	const woken = [];
	for (let step = delivered.step + 1; trial.stopAt(step).stage.endsWith('.enqueue'); step++) {
		woken.push(trial.stopAt(step).stage);
	}

	t.true(woken.includes('controller.deployment.enqueue'));
	t.true(woken.includes('controller.replicaset.enqueue'));
	const [cache = ''] = trial.recording.kernel.ledger.keys(
		'/components/controller-manager/informers/replicasets.apps/default/',
	);
	const cached = trial.read<ReplicaSet>(cache);
	t.is(
		cached,
		trial.read<ReplicaSet>(
			cache.replace('/components/controller-manager/informers/replicasets.apps/', '/registry/replicasets/'),
		),
	);
	t.true(Object.isFrozen(cached));
	t.deepEqual(
		stops.filter(({stage, process}) => stage === 'informer.list' && process.startsWith('controller-manager')),
		[],
	);
	const reads = stops.filter(
		({stage, process, facts}) =>
			stage === 'apiserver.route' &&
			/^controller-manager\/(deployment|replicaset)$/.test(process) &&
			facts?.method === 'GET',
	);
	t.deepEqual(reads, []);
});

test('C3: a Deployment goes from callback to queue to sync, gets a ReplicaSet of its template at revision 1, and a status at last', (t) => {
	const enqueued = trial.first('controller.deployment.enqueue', from);
	t.like(enqueued.facts, {key: 'default/web', event: 'ADDED'});
	t.is(trial.recording.stops.get(enqueued.cause)?.stage, 'apiserver.watch');
	const synced = trial.first('controller.deployment.sync', from);
	t.is(synced.cause, enqueued.step);
	t.deepEqual(synced.facts?.replicaSets, []);
	const created = trial.first('controller.deployment.create', from);
	t.regex(
		sentenceOf(created),
		/\(revision 1\) for 8 Pods, with the Deployment's selector plus pod-template-hash=\S+\.$/,
	);
	const [input] = trial.list<ReplicaSet>('/registry/replicasets/default/');
	const web = trial.get<Deployment>('/registry/deployments/default/web');
	const hash = input?.metadata.labels?.['pod-template-hash'];
	t.like(created.facts?.input, {
		metadata: {
			labels: {'pod-template-hash': hash},
			annotations: {'deployment.kubernetes.io/revision': '1'},
			ownerReferences: [{kind: 'Deployment', name: 'web', controller: true}],
		},
		spec: {
			replicas: 8,
			selector: {matchLabels: {app: 'web', 'pod-template-hash': hash}},
			template: {spec: web.spec.template.spec},
		},
	});
	t.deepEqual(input?.spec.selector.matchLabels, {app: 'web', 'pod-template-hash': hash});
	const status = trial.last('controller.deployment.status', from);
	t.like(status.facts?.after, {replicas: 8, updatedReplicas: 8, availableReplicas: 8, observedGeneration: 1});
	t.true(trial.at('controller.deployment.sync', from).length > 2);
	t.true(trial.at('controller.deployment.done', from).length > 0);
	t.regex(
		sentenceOf(trial.first('event.record', from, ({facts}) => facts.reason === 'ScalingReplicaSet')),
		/Scaled up replica set web-\w+ from 0 to 8$/,
	);
});

test('C3: a rollout that gets nowhere says so when its progress deadline is over', (t) => {
	const stuck = new Trial({nodes});
	stuck.apply(
		deployment({image: 'nginx:no-such-tag-missing'}).replace(
			'  replicas:',
			'  progressDeadlineSeconds: 30\n  replicas:',
		),
	);
	stuck.pass(60_000);
	const late = stuck.first('controller.deployment.status', 0, ({facts}) =>
		JSON.stringify(facts?.after).includes('ProgressDeadlineExceeded'),
	);
	t.true(late.timeMs >= 30_000);
	t.is(
		stuck
			.read<Deployment>('/registry/deployments/default/web')
			?.status.conditions?.find(({type}) => type === 'Progressing')?.reason,
		'ProgressDeadlineExceeded',
	);
});

test('C4: eight missing Pods are made in batches of 1, 2, 4 and the rest', (t) => {
	t.deepEqual(
		trial.at('controller.replicaset.batch', from).map(({facts}) => [facts?.size, facts?.created]),
		[
			[1, 0],
			[2, 1],
			[4, 3],
			[1, 7],
		],
	);
});

test('C5: who owns whom stands in ownerReferences, and the garbage collector follows them down', (t) => {
	const own = new Trial({nodes});
	own.apply(deployment());
	t.like(pods(own)[0]?.metadata.ownerReferences?.[0], {kind: 'ReplicaSet', controller: true, blockOwnerDeletion: true});
	const start = own.step;
	own.kubectl('delete deployment web');
	const collected = own.at('controller.garbage-collector.delete', start).map(({object}) => object?.split('/')[2]);
	t.deepEqual(collected, ['replicasets', 'pods', 'pods']);
	t.deepEqual(pods(own), []);
	t.deepEqual(own.list('/registry/replicasets/default/'), []);
});

test('C6: orphans stay without an owner, a new owner adopts them, and of two that compete one wins', (t) => {
	const own = new Trial({nodes});
	own.apply(deployment());
	const start = own.step;
	own.kubectl('delete deployment web --cascade=orphan');
	t.true(own.at('controller.garbage-collector.orphan', start).length > 0);
	const [set] = own.list<ReplicaSet>('/registry/replicasets/default/');
	t.is(set?.metadata.ownerReferences, undefined);
	t.is(living(own).length, 2);

	const adopting = own.step;
	own.apply(deployment());
	t.true(own.at('controller.deployment.adopt', adopting).length > 0);
	t.deepEqual(
		own
			.list<ReplicaSet>('/registry/replicasets/default/')
			.map(({metadata}) => [metadata.uid, metadata.ownerReferences?.[0]?.name]),
		[[set?.metadata.uid, 'web']],
	);
	own.apply(deployment().replace('metadata:\n  name: web\n', 'metadata:\n  name: rival\n'));
	const owners = own
		.list<ReplicaSet>('/registry/replicasets/default/')
		.map(({metadata}) => metadata.ownerReferences?.[0]?.name);
	t.deepEqual(owners.sort(), ['rival', 'web']);
	t.is(living(own).length, 4);
});

test('C7: the controller-manager dies in the middle of a rollout and starts again; the end is the same', (t) => {
	const end = (crashAfter?: number) => {
		const own = new Trial({nodes});
		own.begin('apply -f deployment.yaml', {'deployment.yaml': deployment({replicas: 4})});
		if (crashAfter !== undefined) {
			own.steps(crashAfter);
			own.crash('controller-manager');
			own.steps(20);
			own.restart('controller-manager');
		}

		own.rest();
		return {
			sets: own.list('/registry/replicasets/default/').length,
			pods: living(own).map(({status}) => status.phase),
			available: own.read<Deployment>('/registry/deployments/default/web')?.status.availableReplicas,
			crashes: own.at('fault.crash').length,
		};
	};

	const undisturbed = end();
	t.deepEqual(undisturbed, {sets: 1, pods: ['Running', 'Running', 'Running', 'Running'], available: 4, crashes: 0});
	for (const after of [90, 140, 200, 400]) {
		t.deepEqual(end(after), {...undisturbed, crashes: 1}, `after ${after} stops`);
	}
});

test('C8: a Pod that is deleted is replaced by another', (t) => {
	const own = new Trial({nodes});
	own.apply(deployment());
	const [gone = '', kept = ''] = living(own).map(({metadata}) => metadata.name);
	const start = own.step;
	own.kubectl(`delete pod ${gone}`);
	t.like(own.at('controller.replicaset.sync', start)[0]?.facts, {want: 2, have: 1});
	const now = living(own).map(({metadata}) => metadata.name);
	t.is(now.length, 2);
	t.false(now.includes(gone));
	t.true(now.includes(kept));
});

test('C8: the Pods of a node that is lost are replaced on another', (t) => {
	const own = new Trial({nodes});
	own.apply(deployment());
	const start = own.step;
	own.crash('kubelet/node-b');
	own.pass(400_000);
	t.true(own.at('controller.node-lifecycle', start).length > 0);
	const there = living(own).map(({spec, status}) => [spec.nodeName, status.phase]);
	t.deepEqual(there, [
		['node-a', 'Running'],
		['node-a', 'Running'],
	]);
});
