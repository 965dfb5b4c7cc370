import test from 'ava';
import {runCommand} from '../../testing/command-line.js';
import {put, temporaryFolder} from '../../testing/temporary-folder.js';

const folder = temporaryFolder();
const check = async (file: string) => runCommand(['check', '--jobs', '1', '--ignore-missing-schemas', file], '', 4000);

const pod = (name: string, secret: string, key = ''): string => `apiVersion: v1
kind: Pod
metadata: {name: ${name}, namespace: shop}
spec:
  containers: [{name: web, image: 'nginx:1.27'${key && `, env: [{name: A, valueFrom: {secretKeyRef: {name: ${secret}, key: ${key}}}}]`}}]
${key === '' ? `  volumes: [{name: tls, secret: {secretName: ${secret}}}]\n` : ''}`;
const made = [
	'apiVersion: cert-manager.io/v1\nkind: Certificate\nmetadata: {name: web, namespace: shop}\nspec: {secretName: web-tls}\n',
	'apiVersion: external-secrets.io/v1\nkind: ExternalSecret\nmetadata: {name: api, namespace: shop}\nspec: {target: {name: api-keys}, data: [{secretKey: token}]}\n',
	'apiVersion: bitnami.com/v1alpha1\nkind: SealedSecret\nmetadata: {name: sealed, namespace: shop}\nspec: {encryptedData: {password: AgB}}\n',
];
const namespace = 'apiVersion: v1\nkind: Namespace\nmetadata: {name: shop}\n';
const pods = [pod('web', 'web-tls'), pod('api', 'api-keys', 'token'), pod('sealed', 'sealed', 'password')];

test('Secrets that controllers of custom resources make are assumed to exist, with the keys that are named', async (t) => {
	const {code, out} = await check(put(folder, 'made.yaml', [namespace, ...made, ...pods].join('---\n')));
	t.is(code, 0, out);
	t.is(out.match(/! W109-assumed-secret/g)?.length, 3, out);
	t.regex(out, /the controller of Certificate makes the Secret shop\/web-tls: it is assumed to exist/);
	t.is(out.match(/✓ pod\/shop\/\w+ {2}Ready/g)?.length, 3, out);
	const without = await check(put(folder, 'without.yaml', [namespace, ...pods].join('---\n')));
	t.is(without.code, 1);
	const wrong = await check(
		put(folder, 'wrong.yaml', [namespace, ...made, pod('api', 'api-keys', 'tokne')].join('---\n')),
	);
	t.is(wrong.code, 1);
	t.regex(wrong.out, /couldn't find key tokne in Secret shop\/api-keys/);
});

test('a Secret that a controller makes is assumed in a namespace that a file of another folder defines', async (t) => {
	const common = put(temporaryFolder(), 'namespace.yaml', namespace);
	const web = put(temporaryFolder(), 'app.yaml', [made[0], pods[0]].join('---\n'));
	const {code, out} = await runCommand(['check', '--jobs', '1', '--ignore-missing-schemas', common, web], '', 4000);
	t.is(code, 0, out);
	t.regex(out, /✓ pod\/shop\/web {2}Ready/);
});

test('a Service that selects the Pods of a custom resource is assumed to have them', async (t) => {
	const rollout =
		'apiVersion: argoproj.io/v1alpha1\nkind: Rollout\nmetadata: {name: web}\nspec: {template: {metadata: {labels: {app: web}}}}\n';
	const service = (app: string): string =>
		`apiVersion: v1\nkind: Service\nmetadata: {name: web}\nspec: {selector: {app: ${app}}, ports: [{port: 80}]}\n`;
	const {code, out} = await check(put(folder, 'rollout.yaml', [rollout, service('web')].join('---\n')));
	t.is(code, 0, out);
	t.regex(out, /! W012-service-selects-nothing .*the controller of Rollout web is assumed to make such Pods/);
	const elsewhere = await check(
		put(
			folder,
			'elsewhere.yaml',
			[rollout.replace('name: web', 'name: web, namespace: shop'), service('web')].join('---\n'),
		),
	);
	t.regex(elsewhere.out, /W012-service-selects-nothing\n/);
	const {out: other} = await check(put(folder, 'other.yaml', [rollout, service('wbe')].join('---\n')));
	t.regex(other, /W012-service-selects-nothing\n/);
});

test('an autoscaler of a custom resource that a document has is assumed to work', async (t) => {
	const set =
		'apiVersion: leaderworkerset.x-k8s.io/v1\nkind: LeaderWorkerSet\nmetadata: {name: vllm}\nspec: {replicas: 1}\n';
	const scaler = (name: string): string =>
		`apiVersion: autoscaling/v2\nkind: HorizontalPodAutoscaler\nmetadata: {name: scaler}\nspec:\n  maxReplicas: 2\n  scaleTargetRef: {apiVersion: leaderworkerset.x-k8s.io/v1, kind: LeaderWorkerSet, name: ${name}}\n`;
	const {code, out} = await check(put(folder, 'scaled.yaml', [set, scaler('vllm')].join('---\n')));
	t.is(code, 0, out);
	t.regex(out, /LeaderWorkerSet vllm is assumed to exist and to have a scale/);
	const {code: other} = await check(put(folder, 'unscaled.yaml', [set, scaler('vlml')].join('---\n')));
	t.is(other, 1);
});

test('the users of databases and the Services of operators are assumed where a document has the custom resource', async (t) => {
	const cluster =
		'apiVersion: postgresql.cnpg.io/v1\nkind: Cluster\nmetadata: {name: db, namespace: shop}\nspec: {instances: 3}\n';
	const client = (host: string): string =>
		pod('client', 'db-app', 'uri').replace(
			"image: 'nginx:1.27'",
			`image: 'busybox:1.36', command: [sh, -c, 'until nc -z ${host} 5432; do sleep 1; done; sleep 1000'], readinessProbe: {exec: {command: [sh, -c, 'nc -z ${host} 5432']}}`,
		);
	const {code, out} = await check(put(folder, 'cnpg.yaml', [namespace, cluster, client('db-rw')].join('---\n')));
	t.is(code, 0, out);
	t.is(out.match(/! W109-assumed-secret/g)?.length, 1, out);
	t.regex(out, /the controller of Cluster db is assumed to make the Service db-rw/);
	const other = await check(put(folder, 'no-cnpg.yaml', [namespace, cluster, client('bd-rw')].join('---\n')));
	t.is(other.code, 1);
});

test('a Service whose Pods only one of two variants of a Deployment makes is judged there', async (t) => {
	const variant = (labels: string): string =>
		`apiVersion: apps/v1\nkind: Deployment\nmetadata: {name: web}\nspec:\n  selector: {matchLabels: {app: web}}\n  template:\n    metadata: {labels: {${labels}}}\n    spec: {containers: [{name: web, image: 'nginx:1.27'}]}\n`;
	const service = (tier: string): string =>
		`apiVersion: v1\nkind: Service\nmetadata: {name: web}\nspec: {selector: {app: web, tier: ${tier}}, ports: [{port: 80}]}\n`;
	const both = [
		put(folder, 'a-plain.yaml', variant('app: web')),
		put(folder, 'b-tier.yaml', variant('app: web, tier: web')),
	];
	const all = async (tier: string) =>
		runCommand(['check', '--jobs', '1', ...both, put(folder, `c-${tier}.yaml`, service(tier))], '', 4000);
	const {code, out} = await all('web');
	t.is(code, 0, out);
	t.is((await all('wbe')).code, 1);
});
