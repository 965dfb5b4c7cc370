import test from 'ava';
import {authorAt, writersOf, writtenLines} from '../screen/state/authorship.js';
import {deployment, pod, service} from '../testing/manifests.js';
import {Trial} from '../testing/trial.js';

const trial = new Trial({nodes: [{name: 'node-a'}]});
trial.apply(pod);
trial.apply(deployment({replicas: 1}));
trial.apply(service);
trial.kubectl('scale deployment web --replicas=2');
trial.kubectl('label pod web tier=front');
const {recording} = trial;
const end = recording.stops.length;

const authors: ReadonlyArray<
	readonly [key: string, path: ReadonlyArray<string | number>, name: string, stage: string, place?: string]
> = [
	['pods/default/web', ['kind'], 'you', 'apiserver.decode', 'manifest.yaml:2'],
	['pods/default/web', ['spec', 'containers', 0, 'image'], 'you', 'apiserver.decode', 'manifest.yaml:9'],
	['pods/default/web', ['metadata', 'labels', 'tier'], 'you', 'apiserver.decode', 'kubectl label pod web tier=front'],
	['pods/default/web', ['metadata', 'namespace'], 'kubectl', 'apiserver.decode'],
	['pods/default/web', ['spec', 'containers', 0, 'resources'], 'apiserver', 'apiserver.decode'],
	['pods/default/web', ['spec', 'restartPolicy'], 'defaults', 'apiserver.default'],
	['pods/default/web', ['spec', 'serviceAccountName'], 'ServiceAccount', 'apiserver.admit.mutate.ServiceAccount'],
	['pods/default/web', ['spec', 'priority'], 'Priority', 'apiserver.admit.mutate.Priority'],
	['pods/default/web', ['metadata', 'uid'], 'apiserver', 'apiserver.validate'],
	['pods/default/web', ['spec', 'nodeName'], 'scheduler', 'apiserver.bind'],
	['pods/default/web', ['status', 'podIP'], 'kubelet', 'apiserver.decode'],
	[
		'deployments/default/web',
		['spec', 'replicas'],
		'you',
		'apiserver.validate',
		'kubectl scale deployment web --replicas=2',
	],
	['deployments/default/web', ['status', 'replicas'], 'deployment', 'apiserver.decode'],
	['services/specs/default/web', ['spec', 'clusterIP'], 'apiserver', 'apiserver.validate'],
];

for (const [key, path, name, stage, place] of authors) {
	test(`${path.join('.')} of ${key} was written by ${name}`, (t) => {
		const author = authorAt(recording, `/registry/${key}`, end, path);
		t.is(author?.writer.name, name);
		t.is(author?.place, place);
		t.is(recording.stops.get(author?.step ?? -1)?.stage, stage);
	});
}

test('every line of a Pod has a writer but those that only open a part', (t) => {
	const lines = writtenLines(recording, '/registry/pods/default/web', end);
	t.deepEqual(
		lines.filter(({by, text}) => !by && !text.endsWith(':')).map(({text}) => text),
		[],
	);
	t.is(
		writersOf(lines).reduce((sum, [, count]) => sum + count, 0),
		lines.filter(({by}) => by).length,
	);
});

test('an object on its way through the apiserver has writers before it is stored', (t) => {
	const key = '/registry/pods/default/web';
	const admitted = trial.first('apiserver.admit.mutate.ServiceAccount', 0, ({object}) => object === key);
	const names = writersOf(writtenLines(recording, key, admitted.step)).map(([name]) => name);
	t.deepEqual(names, ['you', 'kubectl', 'defaults', 'apiserver', 'ServiceAccount']);
});

test('nobody wrote a field that is not there', (t) => {
	t.is(authorAt(recording, '/registry/pods/default/web', end, ['spec', 'nothing']), undefined);
	t.deepEqual(writtenLines(recording, '/registry/pods/default/none', end), []);
});
