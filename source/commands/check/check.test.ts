import test from 'ava';
import {mkdirSync, readFileSync, symlinkSync, writeFileSync} from 'node:fs';
import path from 'node:path';
import {boxDefinition} from '../../testing/boxes.js';
import {runCommand} from '../../testing/command-line.js';
import {put, temporaryFolder} from '../../testing/temporary-folder.js';

const folder = temporaryFolder();

const deployment = (name: string, image = 'nginx:1.27', namespace = ''): string =>
	`apiVersion: apps/v1\nkind: Deployment\nmetadata: {name: ${name}${namespace && `, namespace: ${namespace}`}}\nspec:\n  selector: {matchLabels: {app: ${name}}}\n  template:\n    metadata: {labels: {app: ${name}}}\n    spec:\n      containers: [{name: main, image: '${image}'}]\n`;
const service = (name: string, app = name): string =>
	`apiVersion: v1\nkind: Service\nmetadata: {name: ${name}}\nspec:\n  selector: {app: ${app}}\n  ports: [{port: 80}]\n`;

const check = async (...words: string[]) => {
	const {code, out, err} = await runCommand(['check', '--jobs', '1', ...words], '', 4000);
	return {code, stderr: err, lines: out.trimEnd().split('\n'), text: out};
};

/** A folder with these files. */
const tree = (name: string, files: Readonly<Record<string, string>>): string => {
	const top = path.join(folder, name);
	for (const [file, text] of Object.entries(files)) {
		mkdirSync(path.dirname(path.join(top, file)), {recursive: true});
		writeFileSync(path.join(top, file), text);
	}

	return top;
};

test('what is well is a line, and the exit code is 0', async (t) => {
	const file = put(folder, 'well.yaml', deployment('web') + '---\n' + service('web'));
	const {code, lines} = await check(file);
	t.is(code, 0);
	t.deepEqual(lines.slice(0, 3), [
		`✓ ${file}`,
		'  ✓ deployment/default/web  1/1 ready',
		'  ✓ service/default/web  stored',
	]);
	t.regex(lines[3] ?? '', /^✓ 2 objects in 1 file, [\d.]+ s$/);
});

test('what is wrong has its number, words, place and fix, and the exit code is 1', async (t) => {
	const file = put(folder, 'wrong.yaml', deployment('web') + '---\n' + service('web', 'wbe'));
	const {code, text} = await check(file, '-q');
	t.is(code, 1);
	t.regex(text, /✗ W012-service-selects-nothing\n {4}says {4}selects no Pod: app=wbe\n/);
	t.true(text.includes(`at      ${file}:15:14  spec.selector.app\n`), text);
	t.regex(text, /fix {5}- selector: \{app: wbe\}\n {12}\+ selector: \{app: web\}\n/);
	t.false(text.includes('deployment/default/web'));
});

test('Pods of a Deployment whose image cannot be pulled are one finding, and what stops a fix is wrapped', async (t) => {
	const broken = deployment('web', 'nginx:1.277').replace('spec:\n  selector', 'spec:\n  replicas: 2\n  selector');
	const refused =
		'apiVersion: v1\nkind: Pod\nmetadata: {name: web_1}\nspec: {containers: [{name: a, image: nginx}]}\n---\napiVersion: v1\nkind: Pod\nmetadata: {name: other}\nspec: {containers: [{name: a, image: "myapp:1"}]}\n';
	const well =
		'apiVersion: v1\nkind: Pod\nmetadata: {name: web}\nspec: {containers: [{name: a, image: "nginx:1.27"}]}\n';
	const top = tree('pods', {'broken.yaml': broken, 'refused.yaml': refused, 'well.yaml': well});
	const files = ['broken', 'refused', 'well'].map((name) => path.join(top, `${name}.yaml`));
	const {out: text} = await runCommand(['check', '--jobs', '1', ...files], '', 80);
	t.is(text.slice(0, text.indexOf('✗ pod/')).match(/✗ W052-image-pull/g)?.length, 1, text);
	t.regex(text, /\n {12}then: pod\/default\/other/);
	const words = text.split('\n').filter((line) => !line.includes(folder) && line.includes(' '));
	t.deepEqual(
		words.filter((line) => line.length > 80),
		[],
	);
});

test('files of a folder that refer to each other are one part, and others come along by their names', async (t) => {
	const top = tree('apps', {
		'shop/web.yaml': deployment('web').replace('containers:', 'serviceAccountName: clerk\n      containers:'),
		'accounts/clerk.yaml': 'apiVersion: v1\nkind: ServiceAccount\nmetadata: {name: clerk}\n',
		'old/web.yaml': deployment('web', 'nginx:1.26'),
	});
	const {code, text} = await check('-R', top);
	t.is(code, 0, text);
	t.is(text.match(/✓ deployment\/default\/web/g)?.length, 2);
});

test('a claim has the volumes of its class beside it, and a Pod the rights of its service account, though it names neither', async (t) => {
	const claim =
		'apiVersion: v1\nkind: PersistentVolumeClaim\nmetadata: {name: data}\nspec: {storageClassName: manual, accessModes: [ReadWriteOnce], resources: {requests: {storage: 1Gi}}}\n';
	const volume =
		'apiVersion: v1\nkind: PersistentVolume\nmetadata: {name: disk}\nspec: {storageClassName: manual, capacity: {storage: 1Gi}, accessModes: [ReadWriteOnce], hostPath: {path: /data}}\n';
	const job =
		"apiVersion: batch/v1\nkind: Job\nmetadata: {name: look}\nspec:\n  template:\n    spec:\n      restartPolicy: Never\n      containers: [{name: main, image: 'bitnami/kubectl:latest', command: [kubectl, get, pods]}]\n";
	const right =
		'apiVersion: rbac.authorization.k8s.io/v1\nkind: RoleBinding\nmetadata: {name: look}\nroleRef: {apiGroup: rbac.authorization.k8s.io, kind: ClusterRole, name: view}\nsubjects: [{kind: ServiceAccount, name: default, namespace: default}]\n';
	const well = tree('unnamed', {'a.yaml': claim, 'b.yaml': volume, 'c.yaml': job, 'd.yaml': right});
	const {code, text} = await check(well);
	t.is(code, 0, text);
	const bad = tree('unnamed-bad', {'a.yaml': claim, 'b.yaml': volume.replace('manual', 'other'), 'c.yaml': job});
	t.regex((await check(bad)).text, /✗ W040-claim-unbound[^]*✗ W054-container-ends/);
});

test('definitions and namespaces come first, whatever the order of the files', async (t) => {
	const top = tree('order', {
		'a.yaml': 'apiVersion: example.com/v1\nkind: Tea\nmetadata: {name: green, namespace: shop}\nspec: {cups: 2}\n',
		'b.yaml':
			'apiVersion: apiextensions.k8s.io/v1\nkind: CustomResourceDefinition\nmetadata: {name: teas.example.com}\nspec:\n  group: example.com\n  scope: Namespaced\n  names: {plural: teas, singular: tea, kind: Tea}\n  versions:\n    - name: v1\n      served: true\n      storage: true\n      schema: {openAPIV3Schema: {type: object, properties: {spec: {type: object, properties: {cups: {type: integer}}}}}}\n---\napiVersion: v1\nkind: Namespace\nmetadata: {name: shop}\n',
	});
	t.is((await check(top)).code, 0);
	const given = await check(top, '--in-order');
	t.is(given.code, 1);
	t.regex(given.text, /W010-unknown-kind|W016-namespace-missing/);
});

test('a kind that no file defines is an error, and a note on request', async (t) => {
	const file = put(folder, 'tea.yaml', 'apiVersion: example.com/v1\nkind: Tea\nmetadata: {name: green}\n');
	t.regex((await check(file)).text, /✗ W010-unknown-kind/);
	const noted = await check(file, '--ignore-missing-schemas');
	t.is(noted.code, 0);
	t.regex(noted.text, /· W103-missing-schema {2}no file defines Tea/);
});

test('items of a List whose kind no file defines are notes on request', async (t) => {
	const file = put(
		folder,
		'list.yaml',
		'apiVersion: v1\nkind: List\nitems:\n  - {apiVersion: example.com/v1, kind: Tea, metadata: {name: green}}\n  - {apiVersion: v1, kind: ConfigMap, metadata: {name: cups}}\n',
	);
	t.is((await check(file)).code, 1);
	const {code, text} = await check(file, '--ignore-missing-schemas');
	t.is(code, 0);
	t.regex(text, /✓ configmap\/default\/cups/);
	t.regex(text, /· W103-missing-schema {2}no file defines Tea of example\.com\/v1/);
});

test('a kind that Kubernetes has had itself is an error, although kinds without a definition are notes', async (t) => {
	for (const [apiVersion, kind] of [
		['extensions/v1beta1', 'Ingress'],
		['settings.k8s.io/v1alpha1', 'PodPreset'],
		['app/v1', 'Deployment'],
	] as const) {
		const file = put(folder, 'old.yaml', `apiVersion: ${apiVersion}\nkind: ${kind}\nmetadata: {name: old}\nspec: {}\n`);
		const {code, text} = await check(file, '--ignore-missing-schemas');
		t.is(code, 1, kind);
		t.regex(text, /✗ W010-unknown-kind/, kind);
	}
});

test('a template without labels gets no selector of undefined labels', async (t) => {
	const file = put(
		folder,
		'patch.yaml',
		'apiVersion: apps/v1\nkind: Deployment\nmetadata: {name: web}\nspec:\n  template:\n    spec:\n      containers: [{name: web, image: nginx}]\n',
	);
	const {text} = await check(file);
	t.regex(text, /W026-selector-without-labels/);
	t.notRegex(text, /undefined|matchLabels:/);
});

test('a namespace that no file defines is assumed, and can fail the check', async (t) => {
	const file = put(folder, 'space.yaml', deployment('web', 'nginx:1.27', 'shop'));
	const {code, text} = await check(file);
	t.is(code, 0);
	t.regex(text, /! W101-assumed-namespace {2}no file defines the namespace shop/);
	t.is((await check(file, '--fail-on', 'assumed')).code, 1);
});

test('files that are no manifests are skipped in a folder, and findings where they are named', async (t) => {
	const top = tree('mixed', {
		'package.json': '{"name": "x"}',
		'compose.yaml': 'services: {}\n',
		'web.yaml': deployment('web'),
	});
	t.regex((await check(top)).text, /✓ 1 object in 1 file, 2 skipped, /);
	t.regex((await check(path.join(top, 'compose.yaml'))).text, /W003-no-object/);
	const broken = put(folder, 'broken.yaml', 'apiVersion: v1\nkind: Pod\nmetadata: {name: web\n');
	const {code, text} = await check(broken);
	t.is(code, 1);
	t.regex(text, /W001-unreadable/);
});

test('a folder that is a kustomization or a chart names its flag', async (t) => {
	const {code, stderr} = await check(tree('kustomized', {'kustomization.yaml': 'resources: []\n'}));
	t.is(code, 2);
	t.regex(stderr, /this folder is a kustomization\n {2}k8s-walkthrough check -k /);
	t.regex((await check(tree('chart', {'Chart.yaml': 'name: x\n'}))).stderr, /check --helm /);
});

test('a kustomization.yaml or Chart.yaml that is named says which flag is meant, and beside others it is left out', async (t) => {
	const top = tree('named', {
		'kustomization.yaml': 'resources: [web.yaml]\n',
		'web.yaml': deployment('web'),
		'c/Chart.yaml': 'name: c\n',
	});
	const alone = await check(path.join(top, 'kustomization.yaml'));
	t.is(alone.code, 2);
	t.is(
		alone.stderr,
		`${path.join(top, 'kustomization.yaml')}  this file makes its folder a kustomization\n  k8s-walkthrough check -k ${top}\n`,
	);
	t.regex((await check(path.join(top, 'c/Chart.yaml'))).stderr, /check --helm \S*named\/c\n/);
	const {code, text} = await check(path.join(top, 'web.yaml'), path.join(top, 'kustomization.yaml'));
	t.is(code, 0, text);
	t.regex(
		text,
		/W111-left-out {2}k8s-walkthrough check -k \S*named checks this folder\n! 1 object in 2 files, 1 assumption, 1 skipped/,
	);
});

test('an assumption stands where its image is named', async (t) => {
	const top = tree('assumed', {
		'a/api.yaml': deployment('api', 'registry.example.com/api:1'),
		'b/web.yaml': deployment('web'),
	});
	const {text} = await check('-R', top);
	t.regex(
		text,
		/api\.yaml\n {2}✓ deployment\/default\/api {2}1\/1 ready\n {4}! W100-assumed {2}not simulated, assumed to work: registry\.example\.com\/api:1/,
	);
});

test('files that a kustomization changes, and those of its bases, are no manifests by themselves; those that it only lists are', async (t) => {
	const top = tree('layers', {
		'base/kustomization.yaml': 'resources: [web.yaml]\n',
		'base/web.yaml': deployment('web'),
		'prod/kustomization.yaml': 'resources: [../base]\npatches: [{path: patch.yaml}]\n',
		'prod/patch.yaml': 'apiVersion: apps/v1\nkind: Deployment\nmetadata: {name: web}\nspec: {replicas: 2}\n',
		'listed/kustomization.yaml': 'resources: [api.yaml]\n',
		'remote/kustomization.yaml': 'resources: [https://example.com/all.yaml]\n',
		'listed/api.yaml': deployment('api'),
		'part/kustomization.yaml': 'apiVersion: kustomize.config.k8s.io/v1alpha1\nkind: Component\nresources: [job.yaml]\n',
		'part/job.yaml': deployment('job', 'only-a-part:1'),
	});
	const {code, text} = await check('-R', top);
	t.is(code, 0, text);
	t.true(text.includes(`W111-left-out  k8s-walkthrough check -k ${path.join(top, 'prod')} checks this folder\n`), text);
	t.regex(text, /check -k \S*remote checks/);
	t.regex(text, /✓ deployment\/default\/api[^]*! 1 object in 3 files, 2 assumptions, 8 skipped/);
	t.is((await check('-R', top, '--fail-on', 'assumed')).code, 1);
});

test('a folder of which nothing was checked is not well: the commands that check it are named', async (t) => {
	const top = tree('left', {
		'prod/kustomization.yaml': 'resources: [web.yaml]\nnamespace: prod\n',
		'prod/web.yaml': deployment('web'),
		'chart/Chart.yaml': 'name: x\n',
	});
	const {code, text, stderr} = await check('-R', top);
	t.is(code, 2);
	t.is(text, '');
	t.is(
		stderr,
		`no file was checked: none is a manifest that kubectl applies as it is\n  k8s-walkthrough check --helm ${path.join(top, 'chart')}\n  k8s-walkthrough check -k ${path.join(top, 'prod')}\n`,
	);
	t.is((await check('-R', tree('nothing', {'a.txt': ''}))).code, 2);
});

test('definitions among the files that are left to -k and --helm define their kinds for the others', async (t) => {
	const box = (group: string): string =>
		`apiVersion: ${group}/v1\nkind: Box\nmetadata: {name: mine}\nspec: {size: 1}\n`;
	const top = tree('definitions', {
		'config/kustomization.yaml': 'namePrefix: my-\nresources: [box.yaml]\n',
		'config/box.yaml': boxDefinition,
		'chart/Chart.yaml': 'name: x\n',
		'chart/crds/box.yaml': boxDefinition.replaceAll('example.com', 'example.org'),
		'samples/box.yaml': box('example.com'),
		'samples/other.yaml': box('example.org'),
		'samples/none.yaml': box('example.net'),
	});
	const {text} = await check('-R', top);
	t.regex(text, /✓ \S*samples\/box\.yaml/, text);
	t.regex(text, /✓ \S*samples\/other\.yaml/, text);
	t.regex(text, /✗ \S*samples\/none\.yaml/, text);
});

test('a link that leads back to itself is skipped in a folder', async (t) => {
	const top = tree('links', {'web.yaml': deployment('web')});
	symlinkSync('loop.yaml', path.join(top, 'loop.yaml'));
	symlinkSync('.', path.join(top, 'again'));
	const {code, text} = await check('-R', top, '-v');
	t.is(code, 0);
	t.regex(text, /skipped \S*loop\.yaml: [^]*✓ 1 object in 1 file, 1 skipped/);
});

test('assumed namespaces and annotations that cannot be read are found at their lines', async (t) => {
	const file = put(
		folder,
		'lines.yaml',
		'# a comment\napiVersion: v1\nkind: Namespace\nmetadata: {name: careful}\n---\napiVersion: v1\nkind: ConfigMap\nmetadata:\n  annotations:\n    k8s-walkthrough/ignore: W052\n  name: x\n  namespace: caerful\n',
	);
	const {text} = await check(file, '-o', 'github');
	t.regex(text, /,line=12,endLine=12,col=3,endColumn=21,title=W101-[^\n]*; did you mean careful\?/);
	t.regex(text, /,line=10,endLine=10,col=5,endColumn=27,title=W120-/);
});

test('an assumption about several objects is said once and names them; -v says it of each', async (t) => {
	const autoscaler = (name: string): string =>
		`apiVersion: autoscaling/v2\nkind: HorizontalPodAutoscaler\nmetadata: {name: ${name}}\nspec: {scaleTargetRef: {apiVersion: apps/v1, kind: Deployment, name: ${name}}, maxReplicas: 2, metrics: [{type: Resource, resource: {name: cpu, target: {type: Utilization, averageUtilization: 80}}}]}\n`;
	const requesting = (name: string): string =>
		deployment(name).replace("nginx:1.27'", "nginx:1.27', resources: {requests: {cpu: 10m}}");
	const file = put(
		folder,
		'scaled.yaml',
		[requesting('web'), autoscaler('web'), requesting('api'), autoscaler('api')].join('---\n'),
	);
	const {code, text} = await check(file);
	t.is(code, 0, text);
	t.deepEqual(
		text.match(/! W078-metrics-api-missing .*/g)?.map((line) => /\(.*\)$/.exec(line)?.[0]),
		['(horizontalpodautoscaler/default/web, horizontalpodautoscaler/default/api)'],
	);
	const each = await check('-v', file);
	t.is(each.text.match(/! W078-metrics-api-missing/g)?.length, 2, each.text);
});

test('a file whose name has a comma is checked like any other', async (t) => {
	const file = put(folder, 'a,b #1.yaml', deployment('web') + '---\n' + service('web', 'wbe'));
	const {code, text} = await check(file);
	t.is(code, 1, text);
	t.true(text.includes(`at      ${file}:15:14  spec.selector.app\n`), text);
});

test('each Service without Pods has its own words and place, and names the object whose Pods are missing', async (t) => {
	const old = deployment('web').replace('apps/v1', 'apps/v1beta1');
	const other = deployment('api').replace('  selector: {matchLabels: {app: api}}\n', '');
	const file = put(
		folder,
		'without-pods.yaml',
		[old, service('web'), other, service('api'), deployment('front')].join('---\n'),
	);
	const {text} = await check(file);
	t.regex(text, /selects no Pod: app=web, because deployment\/web: resource mapping not found/);
	t.regex(text, /selects no Pod: app=api, because deployment\/default\/api: Deployment\.apps "api" is invalid/);
	t.true(text.includes(`at      ${file}:15:3  spec.selector\n`), text);
	t.true(text.includes(`at      ${file}:31:3  spec.selector\n`), text);
	t.false(text.includes('app: front}'), text);
});

test('a Service whose Pods another folder makes is judged with them, whichever of several variants works', async (t) => {
	const broken = deployment('web').replace('    spec:\n', '    spec:\n      serviceAccountName: missing\n');
	const top = tree('variants', {
		'a/services.yaml': service('web'),
		'b/web.yaml': broken,
		'c/d/web.yaml': deployment('web'),
	});
	const {text} = await check('-R', top);
	t.regex(text, /! W012-service-selects-nothing {2}.*Deployment web in \S*web\.yaml makes such Pods/);
	t.is(text.match(/✗ W\d+/g)?.length, 1, text);
});

test('a probe that begins late is waited for', async (t) => {
	const late = deployment('web').replace(
		"'nginx:1.27'",
		"'nginx:1.27', readinessProbe: {httpGet: {path: /, port: 80}, initialDelaySeconds: 240}",
	);
	const {code, text} = await check(put(folder, 'late.yaml', late));
	t.is(code, 0, text);
});

test('an autoscaler finds its target in any version of the group', async (t) => {
	const autoscaler =
		'apiVersion: autoscaling/v2\nkind: HorizontalPodAutoscaler\nmetadata: {name: web}\nspec: {scaleTargetRef: {apiVersion: apps/v1beta1, kind: Deployment, name: web}, maxReplicas: 2, metrics: [{type: Resource, resource: {name: cpu, target: {type: Utilization, averageUtilization: 80}}}]}\n';
	const target = deployment('web').replace("nginx:1.27'", "nginx:1.27', resources: {requests: {cpu: 10m}}");
	const {code, text} = await check(put(folder, 'old-target.yaml', [target, autoscaler].join('---\n')));
	t.is(code, 0, text);
	t.regex(text, /! W078-metrics-api-missing/);
});

test('an autoscaler whose target has no requests fails the check, though metrics are assumed', async (t) => {
	const autoscaler =
		'apiVersion: autoscaling/v2\nkind: HorizontalPodAutoscaler\nmetadata: {name: web}\nspec: {scaleTargetRef: {apiVersion: apps/v1, kind: Deployment, name: web}, maxReplicas: 2, metrics: [{type: Resource, resource: {name: cpu, target: {type: Utilization, averageUtilization: 80}}}]}\n';
	const {code, text} = await check(put(folder, 'no-requests.yaml', [deployment('web'), autoscaler].join('---\n')));
	t.is(code, 1, text);
	t.regex(text, /✗ W077-autoscaler-metrics[^]*missing request for cpu in container main/);
});

test('a Secret that several Pods need has all keys in the command that creates it, and a fix that needs a command is not written', async (t) => {
	const mounting = (name: string, key: string): string =>
		`apiVersion: v1\nkind: Pod\nmetadata: {name: ${name}}\nspec:\n  containers: [{name: main, image: 'nginx:1.27', volumeMounts: [{name: keys, mountPath: /keys}]}]\n  volumes: [{name: keys, secret: {secretName: jwt, items: [{key: ${key}, path: key}]}}]\n`;
	const file = put(folder, 'keys.yaml', [mounting('reader', 'key.pub'), mounting('writer', 'key')].join('---\n'));
	const {text} = await check(file);
	t.regex(text, /create secret generic jwt --from-literal=key\.pub=VALUE --from-literal=key=VALUE/);
	t.false(text.includes('- key: key'), text);
	const {text: patch} = await check(file, '--fix=diff');
	t.is(patch, '');
});

test('--quiet shows all that fails the check, and its last line says that it fails', async (t) => {
	const file = put(folder, 'elsewhere.yaml', deployment('web', 'nginx:1.27', 'shop'));
	const {code, text} = await check(file, '-q', '--fail-on', 'assumed');
	t.is(code, 1);
	t.regex(text, /! W101-assumed-namespace [^]*\n✗ 1 object in 1 file, 1 assumption/);
	t.regex((await check(file, '-q')).text, /^! 1 object in 1 file, 1 assumption/);
});

test('a List of custom resources has its definition from another file, which may be a List too, or none that is asked for', async (t) => {
	const listed = (...items: readonly string[]): string =>
		`apiVersion: v1\nkind: List\nitems:\n${items.map((item) => `- ${item.trimEnd().replaceAll('\n', '\n  ')}\n`).join('')}`;
	const box = (name: string, size: string): string =>
		`apiVersion: example.com/v1\nkind: Box\nmetadata: {name: ${name}}\nspec: {size: ${size}}\n`;
	const definition = boxDefinition.replace(
		'x-kubernetes-preserve-unknown-fields: true',
		'properties: {spec: {type: object, properties: {size: {type: integer}}}}',
	);
	const top = tree('lists', {
		'boxes.yaml': listed(box('a', '1'), box('b', 'large')),
		'definition.yaml': definition,
		'definitions.yaml': listed(definition),
	});
	const [boxes = '', one = '', list = ''] = ['boxes', 'definition', 'definitions'].map((name) =>
		path.join(top, `${name}.yaml`),
	);
	for (const words of [
		[boxes, '--crds', one],
		[boxes, '--crds', list],
		[boxes, list],
	]) {
		const {text} = await check(...words);
		t.regex(text, /✓ box\/default\/a {2}stored/);
		t.regex(text, /✗ box\/default\/b {2}not stored/);
		t.true(text.includes(`at      ${boxes}:11:10  spec.size`), text);
	}

	const {code, text} = await check(boxes, '--ignore-missing-schemas');
	t.is(code, 0, text);
	t.is(text.match(/W103-missing-schema {2}no file defines Box/g)?.length, 2, text);
});

test('changes at several lines have a place each, from the beginning of the file to its end', async (t) => {
	const settings = 'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: settings}\ndata: {mode: fast}\n';
	const ofKey = deployment('web').replace(
		"'nginx:1.27'}",
		"'nginx:1.27', env: [{name: M, valueFrom: {configMapKeyRef: {name: settings, key: mod}}}]}",
	);
	const port = service('web').replace('port: 80', 'port: 80, targetPort: 81');
	const file = put(folder, 'two-lines.yaml', [settings, ofKey, port].join('---\n'));
	const {text} = await check(file);
	t.regex(
		text,
		/fix {5}\S*two-lines\.yaml:14\n +- containers: .*\n +\+ containers: .*\n +\S*two-lines\.yaml:21\n +- ports: /,
	);
	for (const [format, first, second] of [
		['github', '%0A', '%0A'],
		['markdown', '\n', ':\n\n```diff\n'],
	] as const) {
		const {text: out} = await check(file, '-o', format);
		t.regex(out, new RegExp(`${first}\\S*two-lines\\.yaml:14${second}- .*two-lines\\.yaml:21${second}- `, 's'));
	}
});

test('while an object is refused, a Service that only seems to select nothing keeps its selector', async (t) => {
	for (const [name, mistake, broken] of [
		['labels', 'labels: {app: api}', 'labels: {app: apis}'],
		['field', 'containers:', 'container:'],
	] as const) {
		const file = put(
			folder,
			`seems-${name}.yaml`,
			[deployment('api').replace(mistake, broken), service('api', 'apu'), deployment('gate')].join('---\n'),
		);
		const {code, text} = await check(file, '--fix');
		t.is(code, 0, text);
		t.is(readFileSync(file, 'utf8'), [deployment('api'), service('api'), deployment('gate')].join('---\n'));
	}
});

test('a file in more than ten pieces keeps its name in messages, and lines of a fix hide their carriage returns', async (t) => {
	const documents = Array.from({length: 12}, (_, index) => [
		`apiVersion: v1\nkind: ConfigMap\nmetadata: {name: m${index}}\n`,
		`apiVersion: apps/v1beta1\nkind: Deployment\nmetadata: {name: d${index}}\nspec: {}\n`,
	]).flat();
	const file = put(folder, 'pieces.yaml', documents.join('---\n').replaceAll('\n', '\r\n'));
	const {text} = await check(file);
	t.regex(text, /from "[^"]*pieces\.yaml": no matches/);
	t.notRegex(text, /pieces\.yaml\d/);
	t.false(text.includes(String.raw`\x0d`), text);
});

test('a definition that is too long for kubectl apply is not stored, and has one place', async (t) => {
	const crd = `apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata:
  annotations: {a: b}
  name: things.example.com
spec:
  group: example.com
  names: {kind: Thing, plural: things}
  scope: Namespaced
  versions:
  - name: v1
    served: true
    storage: true
    schema: {openAPIV3Schema: {type: object, description: '${'x'.repeat(270_000)}'}}
`;
	const {out} = await runCommand(['check', '--jobs', '1', put(folder, 'crd.yaml', crd)], '', 4000);
	t.regex(out, /✗ customresourcedefinition\/things\.example\.com {2}not stored/);
	t.is(out.match(/crd\.yaml:4:3 {2}metadata\.annotations/g)?.length, 1, out);
});

test('the settings of a program in a folder are left out, and are an error where the file is named', async (t) => {
	const policy = 'apiVersion: descheduler/v1alpha2\nkind: DeschedulerPolicy\nprofiles: []\n';
	const job =
		'apiVersion: batch/v1\nkind: Job\nmetadata: {name: once}\nspec:\n  template:\n    spec:\n      restartPolicy: Never\n      containers: [{name: main, image: "example.org/once:1", livenessProbe: {httpGet: {path: /, port: 8080}}}]\n';
	const top = tree('policies', {'policy.yaml': policy, 'job.yaml': job});
	const {code, text} = await check('-R', top);
	t.is(code, 0, text);
	t.regex(text, /job\/default\/once {2}Complete/);
	const named = await check(path.join(top, 'policy.yaml'));
	t.is(named.code, 1);
	t.regex(named.text, /W010-unknown-kind/);
});

test('JSON objects one after the other are objects of the file, as for kubectl', async (t) => {
	const map = (name: string): string =>
		`${JSON.stringify({apiVersion: 'v1', kind: 'ConfigMap', metadata: {name, labels: {app: 'a b'}}})}\n`;
	const file = put(folder, 'stream.json', map('one').replace('a b', 'a') + map('two'));
	const {code, text} = await check(file);
	t.is(code, 1, text);
	t.regex(text, /✓ configmap\/default\/one {2}stored/);
	t.true(text.includes(`at      ${file}:2:64  metadata.labels`), text);
});
