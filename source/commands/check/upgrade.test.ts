import test from 'ava';
import {runCommand} from '../../testing/command-line.js';
import {put, temporaryFolder} from '../../testing/temporary-folder.js';

const folder = temporaryFolder();

const service =
	'apiVersion: v1\nkind: Service\nmetadata: {name: web}\nspec: {selector: {app: web}, ports: [{port: 80}]}\n';
const deployment = (image: string, {app = 'web', more = ''} = {}): string => `apiVersion: apps/v1
kind: Deployment
metadata: {name: web}
spec:
  replicas: 2
  selector: {matchLabels: {app: ${app}}}
  template:
    metadata: {labels: {app: ${app}}}
    spec:
      containers:
        - name: web
          image: ${image}
${more}`;
const settings = (fields: string): string => `apiVersion: v1\nkind: ConfigMap\nmetadata: {name: settings}\n${fields}`;
const old = put(folder, 'old.yaml', [deployment('nginx:1.26'), service, settings('data: {a: b}\n')].join('---\n'));

const upgrade = async (name: string, documents: readonly string[], from = old) => {
	const file = put(folder, name, documents.join('---\n'));
	const {code, out} = await runCommand(['check', '--apply', from, '--then-apply', file, '-o', 'json'], '', 4000);
	const report = JSON.parse(out);
	const findings: ReadonlyArray<{readonly id: string; readonly object: string; readonly reason: string}> =
		report.files.flatMap((one: {findings: unknown[]; objects: ReadonlyArray<{findings: unknown[]}>}) => [
			...one.findings,
			...one.objects.flatMap((object) => object.findings),
		]);
	return {code, findings, told: findings.map(({id, object}) => `${id} ${object}`)};
};

test('a rollout without a way to drain loses requests, and an object that the new files lack stays', async (t) => {
	const {code, findings, told} = await upgrade('careless.yaml', [deployment('nginx:1.27'), service]);
	t.is(code, 0);
	t.deepEqual(told, ['W130 service/default/web', 'W131 configmap/default/settings']);
	t.regex(
		findings[0]?.reason ?? '',
		/^the upgrade loses \d+ of \d+ requests to web\.default\.svc\.cluster\.local:80; the first: Request/,
	);
});

test('Pods that wait before they end lose no request; a preStop of the new Pods alone comes too late', async (t) => {
	const more =
		'          readinessProbe: {httpGet: {path: /, port: 80}, periodSeconds: 1}\n          lifecycle: {preStop: {sleep: {seconds: 5}}}\n';
	const careful = [deployment('nginx:1.26', {more}), service];
	const upgraded = [deployment('nginx:1.27', {more}), service];
	const from = put(folder, 'careful-old.yaml', careful.join('---\n'));
	t.deepEqual((await upgrade('careful.yaml', upgraded, from)).told, []);
	t.deepEqual((await upgrade('too-late.yaml', [...upgraded, settings('data: {a: b}\n')])).told, [
		'W130 service/default/web',
	]);
});

test('a field that cannot be changed is refused with its fix', async (t) => {
	const {code, told} = await upgrade('moved.yaml', [
		deployment('nginx:1.26', {app: 'other'}),
		service,
		settings('data: {a: b}\n'),
	]);
	t.is(code, 1);
	t.deepEqual(told, ['W015 deployment/default/web']);
});

test('an upgrade that cannot be taken back is a warning at the old file', async (t) => {
	const {code, findings} = await upgrade('frozen.yaml', [
		deployment('nginx:1.26'),
		service,
		settings('immutable: true\ndata: {a: c}\n'),
	]);
	t.is(code, 0);
	t.deepEqual(
		findings.map(({id}) => id),
		['W132'],
	);
	t.regex(findings[0]?.reason ?? '', /ConfigMap "settings" is invalid: .*field is immutable when `immutable` is set/);
});

test('a rollout that does not come to an end is found, and old files that do not work are noted', async (t) => {
	const {code, told} = await upgrade('stuck.yaml', [deployment('nginx:1.277'), service, settings('data: {a: b}\n')]);
	t.is(code, 1);
	t.deepEqual(told, ['W052 deployment/default/web']);
	const broken = put(folder, 'broken.yaml', deployment('nginx:1.266'));
	const fixed = put(folder, 'fixed.yaml', deployment('nginx:1.27'));
	const {out} = await runCommand(['check', '--apply', broken, '--then-apply', fixed], '', 4000);
	t.regex(out, /· W133-old-not-ready/);
});

test('an upgrade needs both sides, and nothing else', async (t) => {
	for (const [words, message] of [
		[['--apply', old], /--apply and --then-apply belong together/],
		[['--apply', old, '--then-apply', old, old], /an upgrade needs a separate check/],
		[['--apply', old, '--then-apply', old, '--kubernetes', '1.33..1.34'], /an upgrade check is for only one version/],
	] as const) {
		const {code, err} = await runCommand(['check', ...words], '', 4000);
		t.is(code, 2);
		t.regex(err, message);
	}
});

const definition = (...versions: ReadonlyArray<readonly [name: string, storage: boolean]>): string =>
	`apiVersion: apiextensions.k8s.io/v1\nkind: CustomResourceDefinition\nmetadata: {name: boxes.example.com}\nspec:\n  group: example.com\n  names: {kind: Box, plural: boxes, singular: box, listKind: BoxList}\n  scope: Namespaced\n  versions:\n${versions
		.map(
			([name, storage]) =>
				`    - {name: ${name}, served: true, storage: ${storage}, schema: {openAPIV3Schema: {type: object}}}\n`,
		)
		.join('')}`;

test('a rollback to a definition without the version in which the new one stores fails, and the old files themselves work', async (t) => {
	const old = put(folder, 'boxes-old.yaml', definition(['v1alpha1', true]));
	const next = put(folder, 'boxes-new.yaml', definition(['v1', true], ['v1alpha1', false]));
	const {out} = await runCommand(['check', '--apply', old, '--then-apply', next], '', 400);
	t.regex(
		out,
		/W132-rollback-fails\n +says +CustomResourceDefinition[^\n]*status\.storedVersions\[1\]: Invalid value: "v1"/,
	);
	t.notRegex(out, /W133/);
});

test('an upgrade check assumes of a cluster that nothing describes what every check assumes', async (t) => {
	const claim = (size: string): string =>
		`apiVersion: storage.k8s.io/v1\nkind: StorageClass\nmetadata: {name: grow}\nprovisioner: ebs.csi.aws.com\nallowVolumeExpansion: true\n---\napiVersion: v1\nkind: PersistentVolumeClaim\nmetadata: {name: data}\nspec: {storageClassName: grow, accessModes: [ReadWriteOnce], resources: {requests: {storage: ${size}}}}\n`;
	const scaler =
		'---\napiVersion: autoscaling/v2\nkind: HorizontalPodAutoscaler\nmetadata: {name: web}\nspec:\n  scaleTargetRef: {apiVersion: apps/v1, kind: Deployment, name: web}\n  maxReplicas: 5\n  metrics: [{type: Resource, resource: {name: cpu, target: {type: Utilization, averageUtilization: 80}}}]\n';
	const web =
		'---\napiVersion: apps/v1\nkind: Deployment\nmetadata: {name: web}\nspec:\n  selector: {matchLabels: {app: web}}\n  template:\n    metadata: {labels: {app: web}}\n    spec: {containers: [{name: main, image: "nginx:1.27", resources: {requests: {cpu: 100m}}}]}\n';
	const old = put(folder, 'assumed-old.yaml', claim('1Gi') + web + scaler);
	const next = put(folder, 'assumed-new.yaml', claim('2Gi') + web + scaler);
	const {out} = await runCommand(['check', '--apply', old, '--then-apply', next, '-o', 'json'], '', 400);
	const {files} = JSON.parse(out);
	const found = files.flatMap(
		({objects, findings}: {objects: ReadonlyArray<{findings: unknown[]}>; findings: unknown[]}) => [
			...findings,
			...objects.flatMap((object) => object.findings),
		],
	);
	t.deepEqual(
		found.map(({id, severity}: {id: string; severity: string}) => `${id} ${severity}`),
		['W110 assumed', 'W078 assumed', 'W132 warning'],
	);
});

test('a key that the new files take from a ConfigMap is missing for the new Pods', async (t) => {
	const reading = (image: string): string =>
		`apiVersion: apps/v1\nkind: Deployment\nmetadata: {name: reader}\nspec:\n  selector: {matchLabels: {app: reader}}\n  template:\n    metadata: {labels: {app: reader}}\n    spec: {containers: [{name: main, image: "${image}", env: [{name: A, valueFrom: {configMapKeyRef: {name: settings, key: a}}}]}]}\n---\n`;
	const old = put(folder, 'key-old.yaml', settings('data: {a: b, c: d}\n') + '---\n' + reading('nginx:1.26'));
	const next = put(folder, 'key-new.yaml', settings('data: {c: d}\n') + '---\n' + reading('nginx:1.27'));
	const {out} = await runCommand(['check', '--apply', old, '--then-apply', next], '', 400);
	t.regex(
		out,
		/W050-configuration-missing\n +says +CreateContainerConfigError: couldn't find key a in ConfigMap default\/settings/,
	);
});

test('an upgrade to a namespace that no file defines assumes that it exists', async (t) => {
	const configured = (namespace: string): string =>
		`apiVersion: v1\nkind: ConfigMap\nmetadata: {name: settings, namespace: ${namespace}}\n`;
	const old = put(
		folder,
		'team-old.yaml',
		'apiVersion: v1\nkind: Namespace\nmetadata: {name: team-a}\n---\n' + configured('team-a'),
	);
	const next = put(folder, 'team-new.yaml', configured('team-b'));
	const {out} = await runCommand(['check', '--apply', old, '--then-apply', next], '', 400);
	t.regex(out, /W101-assumed-namespace {2}no file defines the namespace team-b: it is assumed to exist/);
	const again = put(folder, 'team-again.yaml', configured('team-a'));
	const {out: kept} = await runCommand(['check', '--apply', old, '--then-apply', again], '', 400);
	t.notRegex(kept, /W101/);
});
