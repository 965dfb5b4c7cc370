import test from 'ava';
import {sentenceOf} from '../stages/sentence.js';
import {KubectlWorld} from '../testing/kubectl-world.js';
import {must} from '../testing/must.js';
import {nestedField} from '../objects/unstructured.js';

const configMap = `apiVersion: v1
kind: ConfigMap
metadata:
  name: settings
data:
  color: blue
`;

test('K1: the first command asks which resources the server serves, the next one remembers', (t) => {
	const world = new KubectlWorld();
	const first = world.run('get pods');
	const discovery = first.stops.find(({stage}) => stage === 'kubectl.discover');
	t.is(discovery?.facts?.cached, false);
	t.true(Number(discovery?.facts?.resources) > 60);
	t.deepEqual(
		world.requests.map(({path}) => path).filter((path) => !path.includes('pods')),
		['/api', '/apis'],
	);
	const second = world.run('get pods');
	t.is(second.stops.find(({stage}) => stage === 'kubectl.discover')?.facts?.cached, true);
	t.is(world.requests.filter(({path}) => path === '/api').length, 1);
});

/** The paths, and hashes, that a command asks for to check manifests. */
const openAPIPaths = (world: KubectlWorld, from = 0): readonly string[] =>
	world.requests
		.slice(from)
		.filter(({path}) => path.startsWith('/openapi'))
		.map(({path, query}) => (query['hash'] ? `${path}?hash` : path));

test('K1: apply reads the index of OpenAPI documents each time, and a document only while it has none of its hash', (t) => {
	const world = new KubectlWorld();
	world.run('apply -f -', {stdin: configMap});
	t.deepEqual(openAPIPaths(world), ['/openapi/v3', '/openapi/v3/api/v1?hash']);
	const before = world.requests.length;
	world.run('apply -f -', {stdin: configMap});
	t.deepEqual(openAPIPaths(world, before), ['/openapi/v3']);
});

test('K1: the server is asked about no field without validation, and for no object of a list', (t) => {
	const world = new KubectlWorld();
	world.run('apply --validate=false -f -', {stdin: configMap});
	world.run('apply -f -', {
		stdin: `apiVersion: v1\nkind: List\nitems:\n- ${JSON.stringify({apiVersion: 'v1', kind: 'ConfigMap', metadata: {name: 'a'}})}\n`,
	});
	world.run('run web --image=nginx');
	t.deepEqual(openAPIPaths(world), []);
});

test('K2: a short name and a kind become group, version and resource', (t) => {
	const world = new KubectlWorld();
	const stop = world.run('get deploy').stops.find(({stage}) => stage === 'kubectl.negotiate');
	t.like(stop?.facts, {word: 'deploy', resource: 'deployments.apps', apiVersion: 'apps/v1', kind: 'Deployment'});
	t.is(world.requests.at(-1)?.path, '/apis/apps/v1/namespaces/default/deployments');
	const manifest = world.run('create -f -', {stdin: 'apiVersion: apps/v1\nkind: Deployment\nmetadata: {name: web}\n'});
	t.is(
		manifest.stops.find(({stage}) => stage === 'kubectl.negotiate')?.facts?.url,
		'/apis/apps/v1/namespaces/default/deployments/web',
	);
});

test('K2: a kind that the server does not serve is refused with its place in the file', (t) => {
	const ran = new KubectlWorld().run('apply -f web.yaml', {
		files: {'web.yaml': 'apiVersion: v1\nkind: Deployment\nmetadata: {name: web}\n'},
	});
	t.is(ran.code, 1);
	t.is(
		ran.stderr,
		'error: resource mapping not found for name: "web" namespace: "" from "web.yaml": no matches for kind "Deployment" in version "v1"\nensure CRDs are installed first\n',
	);
	t.like(ran.stops.find(({outcome}) => outcome === 'refused')?.facts, {file: 'web.yaml', line: 2});
});

test('K3: a manifest without a kind never reaches the apiserver', (t) => {
	const world = new KubectlWorld();
	const ran = world.run('apply -f -', {stdin: 'apiVersion: v1\nmetadata: {name: settings}\n'});
	t.is(
		ran.stderr,
		'error: error validating "STDIN": error validating data: kind not set; if you choose to ignore these errors, turn validation off with --validate=false\n',
	);
	t.deepEqual(world.requests, []);
	t.is(ran.stops.find(({outcome}) => outcome === 'refused')?.stage, 'kubectl.validate');
});

test('K3: YAML that cannot be read is refused with file, line and column', (t) => {
	const world = new KubectlWorld();
	const ran = world.run('apply -f bad.yaml', {
		files: {'bad.yaml': 'apiVersion: v1\nkind: Pod\nmetadata:\n  name: web\n name: other\n'},
	});
	t.is(ran.code, 1);
	t.is(
		ran.stderr,
		'error: error parsing bad.yaml: error converting YAML to JSON: yaml: line 4: did not find expected key\n',
	);
	t.deepEqual(world.requests, []);
	const stop = ran.stops.find(({outcome}) => outcome === 'refused');
	t.is(stop?.stage, 'kubectl.parse');
	t.is(stop?.facts?.file, 'bad.yaml');
	t.is(typeof stop?.facts?.line, 'number');
});

test('K3: documents before the one that cannot be read are applied, as are other files; those after it are not', (t) => {
	const named = (name: string): string => `apiVersion: v1\nkind: ConfigMap\nmetadata: {name: ${name}}\n`;
	for (const [broken, fault] of [
		['apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: b\n data: {}\n', 'line 4: did not find expected key'],
		['apiVersion: v1\nkind: ConfigMap\nmetadata: {name: b\n', "line 3: did not find expected ',' or '}'"],
	] as const) {
		const ran = new KubectlWorld().run('apply -f first.yaml -f other.yaml', {
			files: {'first.yaml': [named('a'), broken, named('c')].join('---\n'), 'other.yaml': named('d')},
		});
		t.is(ran.stdout, 'configmap/a created\nconfigmap/d created\n');
		t.is(ran.stderr, `error: error parsing first.yaml: error converting YAML to JSON: yaml: ${fault}\n`);
		t.is(ran.code, 1);
	}
});

test('K4: the stop at each document shows the YAML and the JSON made of it', (t) => {
	const ran = new KubectlWorld().run('apply -f -', {stdin: configMap});
	const stop = ran.stops.find(({stage}) => stage === 'kubectl.parse');
	t.is(stop?.facts?.input, configMap);
	t.is(
		stop?.facts?.output,
		'{"apiVersion":"v1","data":{"color":"blue"},"kind":"ConfigMap","metadata":{"name":"settings"}}',
	);
});

test('K5: apply creates what is missing, patches what differs and leaves what is equal', (t) => {
	const world = new KubectlWorld();
	const created = world.run('apply -f -', {stdin: configMap});
	t.is(created.stdout, 'configmap/settings created\n');
	const request = created.stops.findLast(({stage}) => stage === 'kubectl.request');
	t.is(nestedField(request?.facts, 'request', 'method'), 'POST');
	t.is(nestedField(request?.facts, 'request', 'path'), '/api/v1/namespaces/default/configmaps');
	t.is(request?.object, '/registry/configmaps/default/settings');
	t.like(world.requests.at(-1)?.query, {fieldManager: 'kubectl-client-side-apply', fieldValidation: 'Strict'});

	t.is(world.run('apply -f -', {stdin: configMap}).stdout, 'configmap/settings unchanged\n');
	t.is(world.requests.at(-1)?.method, 'GET');

	t.is(
		world.run('apply -f -', {stdin: configMap.replace('color: blue', 'size: large')}).stdout,
		'configmap/settings configured\n',
	);
	t.deepEqual(nestedField(world.requests.at(-1)?.body, 'data'), {color: null, size: 'large'});
});

test('K5: several documents, a list and a broken one: the others are applied', (t) => {
	const ran = new KubectlWorld().run('apply -f -', {
		stdin: `${configMap}---\napiVersion: v1\nkind: Nothing\nmetadata: {name: x}\n---\n{"apiVersion":"v1","kind":"List","items":[{"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"two"}}]}\n`,
	});
	t.is(ran.stdout, 'configmap/settings created\nconfigmap/two created\n');
	t.is(ran.code, 1);
	t.regex(ran.stderr, /no matches for kind "Nothing" in version "v1"/);
});

test('K5: the folder of -f stands for its manifests', (t) => {
	const files = {
		'app/a.yaml': configMap,
		'app/b.json': '{"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"two"}}',
		'app/readme.md': 'no',
	};
	t.is(new KubectlWorld().run('apply -f app', {files}).stdout, 'configmap/settings created\nconfigmap/two created\n');
});

test('K5: a refusal by the server is shown with the field and its place in the file', (t) => {
	const ran = new KubectlWorld().run('apply -f pod.yaml', {
		files: {
			'pod.yaml':
				'apiVersion: v1\nkind: Pod\nmetadata:\n  name: web\nspec:\n  containers:\n  - name: main\n    image: ""\n',
		},
	});
	t.is(ran.stderr, 'The Pod "web" is invalid: spec.containers[0].image: Required value\n');
	t.is(ran.code, 1);
	const stop = ran.stops.find(({stage, outcome}) => stage === 'kubectl.request' && outcome === 'refused');
	t.like(stop?.facts, {file: 'pod.yaml', line: 8, code: 422, field: 'spec.containers[0].image'});
});

test('K6: the kubeconfig is found and the proof of the user goes with the request', (t) => {
	const world = new KubectlWorld();
	const ran = world.run('get pods');
	const stop = ran.stops.find(({stage}) => stage === 'kubectl.kubeconfig');
	t.like(stop?.facts, {
		context: 'kubernetes-admin@kubernetes',
		server: 'https://10.0.0.1:6443',
		user: 'kubernetes-admin',
		namespace: 'default',
	});
	t.deepEqual(world.requests[0]?.certificate, {
		commonName: 'kubernetes-admin',
		organizations: ['system:masters'],
	});
	world.run('get pods --token=secret --as=jane --as-user-extra=Scope=a --as-user-extra=Scope=b -n other');
	t.like(world.requests.at(-1)?.headers, {'impersonate-user': 'jane', 'impersonate-extra-scope': 'a,b'});
	// A certificate is sent with a token, and takes precedence.
	t.is(world.requests.at(-1)?.certificate?.commonName, 'kubernetes-admin');
	t.is(world.requests.at(-1)?.path, '/api/v1/namespaces/other/pods');
});

test('K7: run makes one Pod, and nothing that owns it', (t) => {
	const world = new KubectlWorld();
	const ran = world.run('run web --image=nginx:1.27 --port=80 --env=A=b');
	t.is(ran.stdout, 'pod/web created\n');
	const written = world.requests.filter(({method}) => method !== 'GET');
	t.deepEqual(
		written.map(({method, path}) => `${method} ${path}`),
		['POST /api/v1/namespaces/default/pods'],
	);
	t.deepEqual(nestedField(written[0]?.body, 'metadata', 'labels'), {run: 'web'});
	t.deepEqual(nestedField(written[0]?.body, 'spec'), {
		containers: [
			{name: 'web', image: 'nginx:1.27', env: [{name: 'A', value: 'b'}], ports: [{containerPort: 80}], resources: {}},
		],
		dnsPolicy: 'ClusterFirst',
		restartPolicy: 'Always',
	});
	t.regex(
		sentenceOf(
			must(
				ran.stops.find(({stage}) => stage === 'kubectl.generate'),
				'stop that tells what is made',
			),
		),
		/Before version 1\.18 this command made a Deployment/,
	);
});

test('K8: create deployment builds the object from its flags', (t) => {
	const ran = new KubectlWorld().run(
		'create deployment web --image=nginx:1.27 --replicas=2 --port=80 --dry-run=client -o yaml',
	);
	t.is(
		ran.stdout,
		`apiVersion: apps/v1
kind: Deployment
metadata:
  labels:
    app: web
  name: web
spec:
  replicas: 2
  selector:
    matchLabels:
      app: web
  strategy: {}
  template:
    metadata:
      labels:
        app: web
    spec:
      containers:
      - image: nginx:1.27
        name: nginx
        ports:
        - containerPort: 80
        resources: {}
status: {}
`,
	);
	const generated = ran.stops.find(({stage}) => stage === 'kubectl.generate');
	t.is(nestedField(generated?.facts, 'output', 'kind'), 'Deployment');
});

test('get prints tables and what was not found', (t) => {
	const world = new KubectlWorld();
	t.is(world.run('get pods').stderr, 'No resources found in default namespace.\n');
	world.run('run web --image=nginx');
	t.is(
		world.run('get pods').stdout,
		'NAME   READY   STATUS    RESTARTS   AGE\nweb    0/1     Pending   0          0s\n',
	);
	t.is(world.run('get pod,cm web -o name').stdout, 'pod/web\n');
	const missing = world.run('get pod nothing');
	t.is(missing.stderr, 'Error from server (NotFound): pods "nothing" not found\n');
	t.is(missing.code, 1);
	t.is(world.run('get po -o jsonpath={.items[*].metadata.name}').stdout, 'web');
});

test('delete waits until finalizers have let the object go', (t) => {
	const world = new KubectlWorld();
	const {admin, kernel} = world.server;
	world.create('configmaps', {metadata: {name: 'held', namespace: 'default', finalizers: ['example.com/hold']}});
	const finalizers = {metadata: {finalizers: null}};
	world.later(5000, () => admin.patch('configmaps', 'default', 'held', finalizers, {type: 'merge'}));
	const ran = world.run('delete configmap held');
	t.is(ran.stdout, 'configmap "held" deleted from default namespace\n');
	t.is(ran.code, 0);
	t.true(kernel.now >= 5000);
	t.deepEqual(ran.stops.find(({facts}) => facts?.finalizers)?.facts?.finalizers, ['example.com/hold']);
});

test('delete gives up after --timeout', (t) => {
	const world = new KubectlWorld();
	world.create('pods', {
		metadata: {name: 'web', namespace: 'default', finalizers: ['example.com/hold']},
		spec: {containers: [{name: 'main', image: 'nginx'}]},
	});
	const ran = world.run('delete pod web --timeout=1s');
	t.is(ran.stderr, 'error: timed out waiting for the condition on pods/web\n');
	t.is(ran.code, 1);
});

test('a watch stays open and prints what changes', (t) => {
	const world = new KubectlWorld();
	world.create('configmaps', {metadata: {name: 'one', namespace: 'default'}});
	world.later(10, () => world.server.admin.delete('configmaps', 'default', 'one'));
	const ran = world.run('get configmaps -w --output-watch-events');
	t.is(ran.code, undefined);
	t.regex(ran.stdout, /^EVENT +NAME +DATA +AGE\nADDED +one +0 +0s\nDELETED +one +0 +0s\n$/);
});

const mistakes: ReadonlyArray<[line: string, stderr: string]> = [
	['get pods --al-namespaces', "error: unknown flag: --al-namespaces\nSee 'kubectl get --help' for usage.\n"],
	['gte pods', 'error: unknown command "gte" for "kubectl"\n\nDid you mean this?\n\tget\n'],
	['gte pods --nope', 'error: unknown command "gte" for "kubectl"\n\nDid you mean this?\n\tget\n'],
	[
		'rollout statos deployment/web',
		'error: unknown command "statos deployment/web"\nSee \'kubectl rollout -h\' for help and examples\n',
	],
	['create deploymnt web', "error: Unexpected args: [deploymnt web]\nSee 'kubectl create -h' for help and examples\n"],
	['apply', 'error: must specify one of -f and -k\n'],
	['apply -f not-there.yaml', 'error: the path "not-there.yaml" does not exist\n'],
	['apply -f constructor', 'error: the path "constructor" does not exist\n'],
	['get pod \uD800', 'Error from server (NotFound): pods "\uFFFD" not found\n'],
	['delete pod', 'error: resource(s) were provided, but no name was specified\n'],
	['delete gadget one', 'error: the server doesn\'t have a resource type "gadget"\n'],
	['get pods --context=nope', 'Error in configuration: context was not found for specified context: nope\n'],
	[
		'get pods --server=https://127.0.0.1:1',
		'The connection to the server 127.0.0.1:1 was refused - did you specify the right host or port?\n',
	],
	['run web --image=Nginx:1.27:x', 'error: Invalid image name "Nginx:1.27:x": invalid reference format\n'],
	['top pods', 'error: Metrics API not available\n'],
];

for (const [line, stderr] of mistakes) {
	test(`kubectl ${line} is refused in kubectl's words`, (t) => {
		const ran = new KubectlWorld().run(line);
		t.is(ran.stderr, stderr);
		t.is(ran.code, 1);
		t.is(ran.stops.at(-1)?.stage, 'kubectl.print');
	});
}
