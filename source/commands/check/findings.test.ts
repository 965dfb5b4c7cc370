import test from 'ava';
import {runCommand} from '../../testing/command-line.js';
import {put, temporaryFolder} from '../../testing/temporary-folder.js';
import type {Finding} from './report.js';

const folder = temporaryFolder();

const pods = (name: string, annotation = ''): string => `apiVersion: apps/v1
kind: Deployment
metadata: {name: ${name}${annotation}}
spec:
  selector: {matchLabels: {app: ${name}}}
  template:
    metadata: {labels: {app: ${name}}}
    spec:
      containers:
        - name: own
          image: registry.example.com/app:1
        - name: asking
          image: curlimages/curl:8.7.1
          command: [sh, -c, "curl https://api.example.com; sleep 1000"]
`;

test('an assumption has a finding at each field that rests on it, of its own object', async (t) => {
	const first = put(folder, 'first.yaml', pods('first'));
	const second = put(folder, 'second.yaml', pods('second', ', annotations: {k8s-walkthrough/ignore: "W100: known"}'));
	const {code, out} = await runCommand(['check', '--jobs', '1', '-o', 'json', first, second]);
	t.is(code, 0);
	const files: ReadonlyArray<{readonly findings: ReadonlyArray<Finding & {readonly fingerprint: string}>}> =
		JSON.parse(out).files;
	const found = files.flatMap(({findings}) => findings);
	const own = [
		[11, 'spec.template.spec.containers[0].image'],
		[14, 'spec.template.spec.containers[1].command[2]'],
	];
	t.deepEqual(
		found.map(({id, object, ignored, places: [place]}) => [
			id,
			object,
			ignored,
			place?.file,
			place?.line,
			place?.field,
		]),
		[
			...own.map((place) => ['W100', 'deployment/default/first', undefined, first, ...place]),
			...own.map((place) => ['W100', 'deployment/default/second', 'known', second, ...place]),
		],
	);
	t.is(new Set(found.map(({fingerprint}) => fingerprint)).size, 4);
});

test('replicas that no node has room for are named with their number and line', async (t) => {
	const file = put(
		folder,
		'many.yaml',
		pods('many')
			.replace('spec:\n', 'spec:\n  replicas: 6\n')
			.replace(/\n {8}- name: asking[^]*$/, '\n'),
	);
	const cluster = put(folder, 'cluster.yaml', 'nodes: [{name: a, capacity: {pods: 4}}]\n');
	const {out} = await runCommand(['check', '--jobs', '1', '--cluster', cluster, file]);
	t.regex(out, /says {4}0\/1 nodes are available: 1 Too many pods\.\n {4}at {6}\S+many\.yaml:5:3 {2}spec\.replicas\n/);
	t.regex(out, /unblock many asks for 6 replicas\. The nodes have room for 4 of its Pods\.\n/);
});

test('what the limit of a run cuts short says which limit, and how to raise it', async (t) => {
	const file = put(folder, 'cut.yaml', pods('cut'));
	const {code, out} = await runCommand(['check', '--jobs', '1', '--stops', '300', file], '', 4000);
	t.is(code, 1);
	t.regex(out, /W091-cut-short\n {4}says {4}[^\n;]+; [^\n]*--stops/);
	// kubectl looks an object up before it creates it: that answer 404 refuses nothing.
	const early = await runCommand(['check', '--jobs', '1', '--stops', '40', file], '', 4000);
	t.regex(early.out, /not stored\n {4}✗ W091-cut-short\n {4}says {4}not stored; /);
	t.notRegex(early.out, /W028/);
});

test('objects that are refused in the same words have the finding at their own lines', async (t) => {
	const definition = put(
		folder,
		'definition.yaml',
		'apiVersion: apiextensions.k8s.io/v1\nkind: CustomResourceDefinition\nmetadata: {name: widgets.example.org}\nspec:\n  group: example.org\n  names: {kind: Widget, plural: widgets}\n  scope: Namespaced\n  versions: [{name: v1, served: true, storage: true, schema: {openAPIV3Schema: {type: object, properties: {spec: {type: object}}}}}]\n',
	);
	const widgets = ['one', 'two', 'three'].map((name) =>
		put(
			folder,
			`${name}.yaml`,
			`apiVersion: example.org/v1\nkind: Widget\nmetadata:\n  name: ${name}\nspec:\n  wheels: 3\n`,
		),
	);
	const {out} = await runCommand([
		'check',
		'--jobs',
		'1',
		'-o',
		'json',
		'--cluster',
		put(folder, 'empty.yaml', '{}\n'),
		'--crds',
		definition,
		...widgets,
	]);
	const files: ReadonlyArray<{readonly objects: ReadonlyArray<{readonly findings: readonly Finding[]}>}> =
		JSON.parse(out).files;
	t.deepEqual(
		files.map(({objects}) =>
			objects
				.flatMap(({findings}) => findings)
				.map(({id, object, places: [place]}) => [id, object, place?.file, place?.line]),
		),
		widgets.map((file, index) => [['W011', `widget/default/${['one', 'two', 'three'][index]}`, file, 6]]),
	);
});

test('objects of an unknown kind and of one name have the finding in their own file', async (t) => {
	const files = ['first', 'second'].map((name) =>
		put(
			folder,
			`unknown-${name}.yaml`,
			`apiVersion: $VERSION\nkind: Widget\nmetadata: {name: same, namespace: ${name}}\n`,
		),
	);
	const {out} = await runCommand([
		'check',
		'--jobs',
		'1',
		'-q',
		'--cluster',
		put(folder, 'none.yaml', '{}\n'),
		...files,
	]);
	t.notRegex(out, /W090/);
	t.deepEqual(
		[...out.matchAll(/ at {6}(\S+):2:1/g)].map(([, file]) => file),
		files,
	);
});

test('an assumption about a Pod of another folder is reported there alone', async (t) => {
	const [near, far] = [temporaryFolder(), temporaryFolder()];
	const service =
		'apiVersion: v1\nkind: Service\nmetadata: {name: shop}\nspec: {selector: {app: shop}, ports: [{port: 80}]}\n';
	const files = [put(near, 'service.yaml', service), put(far, 'pods.yaml', pods('shop'))];
	const {out} = await runCommand(['check', '--jobs', '1', '-o', 'json', ...files]);
	const found: ReadonlyArray<{readonly findings: readonly Finding[]}> = JSON.parse(out).files;
	t.deepEqual(
		found.map(({findings}) => findings.flatMap(({places}) => places.map(({file, line}) => [file, line]))),
		[
			[],
			[
				[files[1], 11],
				[files[1], 14],
			],
		],
	);
});
