import test from 'ava';
import {causes, effects} from '../debugger/cause.js';
import {must} from '../testing/must.js';
import {Trial} from '../testing/trial.js';
import {deployment, documents, ingress, service} from '../testing/manifests.js';
import {stageOf} from '../stages/stage-entry.js';

const trial = new Trial({nodes: [{name: 'node-a'}, {name: 'node-b'}]});
const from = trial.step;
trial.apply(documents(deployment(), service, ingress));
const stops = trial.recording.stops.slice(from);

test('W1: first the control plane decides, and not before its decision is stored does the node execute', (t) => {
	for (const key of trial.recording.kernel.ledger.keys('/registry/pods/default/')) {
		const [bound] = trial.at('apiserver.bind', from).filter(({object}) => object === key);
		const stored = trial.first('etcd.txn', must(bound, 'binding').step + 1, ({object}) => object === key);
		const onNode = stops.filter(({object, component}) => object === key && /^(?:kubelet|containerd)$/.test(component));
		t.true(onNode.length > 10);
		t.true(onNode.every(({step}) => step > stored.step));
		const decided = stops.filter(({object, stage}) => object === key && stage === 'scheduler.select');
		t.is(decided.length, 1);
		t.true(decided.every(({step}) => step < stored.step));
	}
});

test('W2: the command says only what is wanted; everything else is done by those who watch, each its own part', (t) => {
	const posted = stops
		.filter(
			({stage, process, facts}) =>
				stage === 'apiserver.route' && process.startsWith('kubectl/') && facts?.method === 'POST',
		)
		.map(({facts}) => String(facts?.path).split('/').at(-1));
	t.deepEqual(posted, ['deployments', 'services', 'ingresses']);
	const writers: Record<string, Set<string>> = {};
	for (const {stage, object, process} of stops) {
		if (stage === 'etcd.txn' && object?.startsWith('/registry/')) {
			const [, , kind = ''] = object.split('/');
			(writers[kind] ??= new Set()).add(process.replace(/\/(?:bind|node|pod)\b.*|\/\d+$|\/node-\w/, ''));
		}
	}

	const writersOf = (kind: string) => [...(writers[kind] ?? [])].sort();
	t.deepEqual(writersOf('deployments'), ['controller-manager/deployment', 'kubectl']);
	t.deepEqual(writersOf('replicasets'), ['controller-manager/deployment', 'controller-manager/replicaset']);
	t.true(writersOf('pods').includes('controller-manager/replicaset'));
	t.true(writersOf('pods').includes('kube-scheduler'));
	t.deepEqual(writersOf('endpointslices'), ['controller-manager/endpointslice']);
	t.deepEqual(
		stops.filter(({stage, component}) => stage === 'etcd.txn' && component !== 'etcd'),
		[],
	);
	t.true(
		stops
			.filter(({stage}) => stage === 'etcd.txn')
			.every(({frame}) => {
				let at = frame;
				while (at && at.component !== 'kube-apiserver') {
					at = at.parent;
				}

				return at !== undefined;
			}),
	);
});

test('W3: from any container that runs, the chain of causes leads back to the command, and from the command on to it', (t) => {
	const running = must(trial.at('container.listen', from).at(-1), 'container that listens');
	const chain = causes(trial.recording, running.step);
	t.is(chain.at(-1)?.process, 'kubectl/1');
	const passed = chain.map(({component}) => component);
	for (const component of ['kubelet', 'kube-scheduler', 'kube-controller-manager', 'kube-apiserver', 'kubectl']) {
		t.true(
			passed.some((name) => name.includes(component)),
			`${component} of ${[...new Set(passed)].join(' ')}`,
		);
	}

	const [request] = trial.at('kubectl.request', from).filter(({process}) => process === 'kubectl/1');
	t.true(
		effects(trial.recording, must(request, 'request of kubectl').step, 100_000).some(({step}) => step === running.step),
	);
});

test('W3: every stop of the way has a place in the catalogue, with a sentence and the page that explains it', (t) => {
	const unknown = new Set(trial.recording.stops.map(({stage}) => stage).filter((stage) => !stageOf(stage)));
	t.deepEqual([...unknown], []);
	const phases = [
		'kubectl',
		'apiserver',
		'etcd',
		'controller',
		'scheduler',
		'kubelet',
		'cri',
		'cni',
		'container',
		'endpoints',
		'kube-proxy',
		'dns',
		'ingress',
	];
	const seen = new Set(stops.map(({stage}) => stage.split('.')[0]));
	t.deepEqual(
		phases.filter((phase) => !seen.has(phase)),
		[],
	);
});
