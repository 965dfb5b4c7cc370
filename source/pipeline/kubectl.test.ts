import test from 'ava';
import {sentenceOf} from '../stages/sentence.js';
import {isRecord} from '../kernel/record.js';
import {must} from '../testing/must.js';
import {Trial} from '../testing/trial.js';
import {deployment, pod} from '../testing/manifests.js';
import type {Stop} from '../kernel/stop.js';

const trial = new Trial({nodes: [{name: 'node-a'}]});
const from = trial.step;
trial.apply(pod);
const firstRun = trial.recording.stops.slice(from).filter(({process}) => process === 'kubectl/1');
const stages = firstRun.map(({stage}) => stage);

const stop = (stage: string, matches: (found: Stop) => boolean = () => true): Stop =>
	must(
		firstRun.find((found) => found.stage === stage && matches(found)),
		`stop of ${stage} by kubectl`,
	);

test('K1: kubectl asks as the real one does: the index of OpenAPI documents, the document of the version, then /api and /apis', (t) => {
	const paths = firstRun.filter(({stage}) => stage === 'apiserver.route').map(({facts}) => facts?.path);
	t.deepEqual(paths.slice(0, 4), ['/openapi/v3', '/openapi/v3/api/v1', '/api', '/apis']);
	const listed = stop('kubectl.discover', ({facts}) => facts?.output !== undefined).facts?.output;
	t.true(JSON.stringify(listed).includes('"plural":"pods"'));
	t.regex(String(stop('kubectl.discover', ({facts}) => facts?.hash !== undefined).facts?.hash), /^[0-9A-F]{128}$/);
});

test('K2: kubectl turns apiVersion and kind into the URL of a resource in a version the server offers', (t) => {
	t.like(stop('kubectl.negotiate').facts, {
		apiVersion: 'v1',
		kind: 'Pod',
		resource: 'pods',
		url: '/api/v1/namespaces/default/pods/web',
	});
	t.true(stages.indexOf('kubectl.discover') < stages.indexOf('kubectl.negotiate'));
	t.true(stages.indexOf('kubectl.negotiate') < stages.indexOf('kubectl.request'));
});

test('K3: a simple mistake ends in kubectl: the apiserver hears nothing of the object', (t) => {
	const broken = new Trial({nodes: [{name: 'node-a'}]});
	const start = broken.step;
	const {code, stderr} = broken.apply('apiVersion: v1\nkind: Pod\nmetadata:\n  name: web\n spec: {}\n');
	t.is(code, 1);
	t.regex(stderr, /^error: error parsing manifest\.yaml: error converting YAML to JSON: yaml: line \d+/);
	const refused = broken.at('kubectl', start).find(({outcome}) => outcome === 'refused');
	t.is(refused?.stage, 'kubectl.parse');
	t.deepEqual(
		broken.recording.stops
			.slice(start)
			.filter(({process, stage}) => process === 'kubectl/1' && stage.startsWith('apiserver')),
		[],
	);
});

test('K4: the stop where the YAML becomes JSON shows both', (t) => {
	const parsed = stop('kubectl.parse');
	const {facts} = parsed;
	t.regex(sentenceOf(parsed), /^kubectl reads Pod web from line 1 of \S+ and turns the YAML into JSON\.$/);
	t.is(facts?.input, pod);
	t.like(JSON.parse(String(facts?.output)), {kind: 'Pod', metadata: {name: 'web', labels: {app: 'web'}}});
});

test('K5: apply, create and run each send a REST request, shown with method, path and body', (t) => {
	const isPost = (request: unknown): boolean => isRecord(request) && request.method === 'POST';
	const commands: ReadonlyArray<readonly [command: string, files: Record<string, string>, path: string, kind: string]> =
		[
			[
				'create -f pod.yaml',
				{'pod.yaml': pod.replace('name: web\n', 'name: created\n')},
				'/api/v1/namespaces/default/pods',
				'Pod',
			],
			['run ran --image=nginx:1.27', {}, '/api/v1/namespaces/default/pods', 'Pod'],
			[
				'apply -f deployment.yaml',
				{'deployment.yaml': deployment()},
				'/apis/apps/v1/namespaces/default/deployments',
				'Deployment',
			],
		];
	for (const [command, files, path, kind] of commands) {
		const start = trial.step;
		t.is(trial.kubectl(command, files).code, 0);
		const post = trial.first('kubectl.request', start, ({facts}) => isPost(facts?.request));
		t.like(post.facts?.request, {path, body: {kind}}, command);
		const routed = trial.first('apiserver.route', post.step);
		t.like(routed.facts, {method: 'POST', path}, command);
	}
});

test('K6: kubectl reads kubeconfig before anything else on the wire, and the proof of the user goes with each request', (t) => {
	t.like(stop('kubectl.kubeconfig').facts, {
		file: '~/.kube/config',
		context: 'kubernetes-admin@kubernetes',
		server: 'https://10.0.0.1:6443',
		user: 'kubernetes-admin',
	});
	t.true(stages.indexOf('kubectl.kubeconfig') < stages.indexOf('apiserver.route'));
	for (const request of firstRun.filter(({stage, facts}) => stage === 'kubectl.request' && facts?.request)) {
		t.deepEqual(request.facts?.proof, {
			case: 'certificate',
			commonName: 'kubernetes-admin',
			organizations: ['kubeadm:cluster-admins', 'system:masters'],
		});
	}

	t.like(stop('apiserver.authenticate').facts, {authenticator: 'x509', user: {username: 'kubernetes-admin'}});
	const named = new Trial({
		nodes: [{name: 'node-a'}],
		users: [{name: 'jane', groups: ['developers'], token: 'secret'}],
	});
	const start = named.step;
	named.kubectl('get pods --context=jane@kubernetes');
	const found = named.first('kubectl.kubeconfig', start);
	t.like(found.facts, {user: 'jane', proof: {case: 'token'}});
	t.regex(sentenceOf(found), /in namespace default, with a bearer token\.$/);
	const proven = named.at('apiserver.authenticate', found.step).find(({facts}) => facts?.verdict === 'authenticated');
	t.like(proven?.facts, {authenticator: 'token file', dropsHeader: true});
});

test('K7: kubectl run makes a Pod that nothing owns, and its stop tells that it once made a Deployment', (t) => {
	const own = new Trial({nodes: [{name: 'node-a'}]});
	const start = own.step;
	t.is(own.kubectl('run web --image=nginx:1.27').stdout, 'pod/web created\n');
	t.regex(sentenceOf(own.first('kubectl.generate', start)), /Before version 1\.18 this command made a Deployment/);
	t.is(
		own.read<{metadata: {ownerReferences?: unknown}}>('/registry/pods/default/web')?.metadata.ownerReferences,
		undefined,
	);
	t.deepEqual(own.list('/registry/deployments/default/'), []);
});

test('K7: where generators are brought back, kubectl run makes a Deployment, and says that it should not', (t) => {
	const own = new Trial({nodes: [{name: 'node-a'}], legacy: {generators: true}});
	const start = own.step;
	const {stdout, stderr} = own.kubectl('run web --image=nginx:1.27 --replicas=2');
	t.is(stdout, 'deployment.apps/web created\n');
	t.is(
		stderr,
		'kubectl run --generator=deployment/apps.v1 is DEPRECATED and will be removed in a future version. Use kubectl run --generator=run-pod/v1 or kubectl create instead.\n',
	);
	t.is(
		sentenceOf(own.first('kubectl.generate', start)),
		'kubectl run builds Deployment web from its flags, with the generator deployment/apps.v1. (Removed from Kubernetes in v1.18.)',
	);
	t.like(own.read('/registry/deployments/default/web'), {
		metadata: {labels: {run: 'web'}},
		spec: {replicas: 2, selector: {matchLabels: {run: 'web'}}, template: {metadata: {labels: {run: 'web'}}}},
	});
});

test('K7: a generator is named by --generator, or stands for a restart policy; without them the flag is unknown', (t) => {
	const own = new Trial({nodes: [{name: 'node-a'}], legacy: {generators: true}});
	t.is(own.kubectl('run one --image=nginx:1.27 --generator=run-pod/v1').stdout, 'pod/one created\n');
	t.is(own.kubectl('run two --image=nginx:1.27 --restart=Never').stdout, 'pod/two created\n');
	t.is(own.kubectl('run three --image=busybox:1.36 --restart=OnFailure -- true').stdout, 'job.batch/three created\n');
	t.is(own.kubectl('run four --image=nginx:1.27 --generator=run/v1').stdout, 'replicationcontroller/four created\n');
	t.regex(own.kubectl('run five --image=nginx:1.27 --generator=x').stderr, /^error: generator "x" not found\n/);
	const now = new Trial({nodes: [{name: 'node-a'}]});
	t.regex(
		now.kubectl('run one --image=nginx:1.27 --generator=run-pod/v1').stderr,
		/^error: unknown flag: --generator\n/,
	);
});

test('K8: the object that the flags of run stand for is shown before it is sent', (t) => {
	const own = new Trial({nodes: [{name: 'node-a'}]});
	const start = own.step;
	own.kubectl('run web --image=nginx:1.27 --port=80');
	const generated = own.first('kubectl.generate', start);
	t.like(generated.facts?.output, {
		kind: 'Pod',
		metadata: {name: 'web', labels: {run: 'web'}},
		spec: {containers: [{name: 'web', image: 'nginx:1.27', ports: [{containerPort: 80}]}]},
	});
	t.true(generated.step < own.first('kubectl.request', start).step);
});
