import test from 'ava';
import {must} from '../testing/must.js';
import {realCommand} from '../screen/panes/real-command.js';
import {sentenceOf} from '../stages/sentence.js';
import type {Pod} from '../objects/kubernetes.generated.js';
import {Trial} from '../testing/trial.js';
import {deployment, documents, pod, service} from '../testing/manifests.js';

const trial = new Trial({nodes: [{name: 'node-a'}]});
const {ledger} = trial.recording.kernel;
const from = trial.step;
trial.apply(documents(pod, service));
const key = '/registry/pods/default/web';

test('E1: before the transaction there is no Pod; after it there is one, and nobody writes objects anywhere else', (t) => {
	const commit = trial.first('etcd.txn', from);
	t.is(commit.object, key);
	t.regex(sentenceOf(commit), /Only now is the object real/);
	t.like(commit.facts, {verdict: 'succeeded', compare: [{key, modRevision: 0}]});
	t.is(ledger.readAt(key, commit.step - 1), undefined);
	t.is(ledger.readAt<Pod>(key, commit.step)?.metadata.resourceVersion, String(commit.facts.revision));
	const elsewhere = ledger.changes.filter(
		({key: changed, step}) =>
			changed.startsWith('/registry/') && step >= from && !trial.stopAt(step).stage.startsWith('etcd.'),
	);
	t.deepEqual(elsewhere, []);
});

test('E2: the key is the namespace and name under the resource; some registries choose a prefix of their own', (t) => {
	const keys = trial.at('apiserver.store', from).map(({facts}) => facts?.key);
	t.true(keys.includes('/registry/pods/default/web'));
	t.true(keys.includes('/registry/services/specs/default/web'));
	t.true(keys.includes('/registry/services/endpoints/default/web'));
	t.is(
		trial.at('apiserver.store').find(({facts}) => String(facts?.key).startsWith('/registry/minions/'))?.object,
		'/registry/minions/node-a',
	);
	trial.apply(deployment());
	t.truthy(trial.read('/registry/deployments/default/web'));
});

test('E2: --etcd-prefix stands before every key, for etcd, its watch and whoever reads them; the objects are the same', (t) => {
	const other = new Trial({nodes: [{name: 'node-a'}], kubeAPIServer: {etcdPrefix: 'prod//a/'}});
	other.apply(pod);
	t.is(other.read<Pod>(key)?.status.phase, 'Running');
	const store = other.at('apiserver.store').find(({object}) => object === key);
	const commit = must(
		other.at('etcd.txn').find(({object}) => object === key),
		'commit',
	);
	t.is(store?.facts?.key, '/prod/a/pods/default/web');
	t.like(commit.facts, {key: '/prod/a/pods/default/web', compare: [{key: '/prod/a/pods/default/web', modRevision: 0}]});
	t.regex(sentenceOf(commit), /^etcd stores the new key \/prod\/a\/pods\/default\/web at revision \d+\./);
	t.is(other.at('etcd.watch')[0]?.facts?.prefix, '/prod/a/');
	t.is(realCommand(commit, '/prod/a'), 'etcdctl get /prod/a/pods/default/web -w json');
});

test('E3: the binding and the endpoints are written to etcd like everything else', (t) => {
	const commits = trial.at('etcd.txn', from);
	const bound = commits.find(({process, object}) => process.startsWith('kube-scheduler/bind/') && object === key);
	t.like(bound?.facts, {before: {spec: {nodeName: undefined}}, after: {spec: {nodeName: 'node-a'}}});
	t.true(
		commits.some(
			({object, process}) =>
				object === '/registry/services/endpoints/default/web' && process === 'controller-manager/endpoints',
		),
	);
	t.true(
		commits.some(
			({object, process}) =>
				object?.startsWith('/registry/endpointslices/default/web-') && process === 'controller-manager/endpointslice',
		),
	);
});

test('E4: stored and bound, the Pod is still a record in phase Pending until the kubelet of its node acts', (t) => {
	const bound = must(trial.at('apiserver.bind', from)[0], 'binding');
	const synced = must(trial.at('kubelet.sync', from)[0], 'sync of the kubelet');
	t.true(bound.step < synced.step);
	const record = ledger.readAt<Pod>(key, synced.step);
	t.is(record?.status.phase, 'Pending');
	t.is(record?.status.containerStatuses, undefined);
	t.deepEqual(ledger.keys('/nodes/node-a/sandboxes/', synced.step), []);
	t.is(trial.read<Pod>(key)?.status.phase, 'Running');
});

test('E5: only the apiserver watches etcd; every other component follows a watch of the apiserver', (t) => {
	t.deepEqual([...new Set(trial.at('etcd.watch').map(({process}) => process))], ['kube-apiserver/cacher']);
	const commit = trial.first('etcd.txn', from);
	const [taken] = trial.at('apiserver.watch').filter(({cause}) => cause === commit.step);
	t.regex(
		sentenceOf(must(taken, 'stop of the watch cache')),
		/it notifies kube-controller-manager\/informers, kube-scheduler/,
	);
	const delivered = trial.recording.stops.filter(
		({stage, cause}) => stage === 'informer.deliver' && cause === taken?.step,
	);
	t.deepEqual(
		delivered.map(({process}) => process),
		['controller-manager/informers', 'kube-scheduler'],
	);
});
