import path from 'node:path';
import test from 'ava';
import {runCommand} from '../testing/command-line.js';
import {must} from '../testing/must.js';
import {put, temporaryFolder} from '../testing/temporary-folder.js';

const folder = temporaryFolder();

interface End {
	readonly verdict: string;
	readonly objects: ReadonlyArray<{readonly name: string; readonly state: string; readonly words: string}>;
	readonly cut?: Record<string, unknown>;
	readonly explanations: ReadonlyArray<{
		readonly kind: string;
		readonly object: string;
		readonly message: string;
		readonly advice: readonly string[];
		readonly places: ReadonlyArray<{readonly file: string; readonly line: number; readonly field?: string}>;
		readonly fixes: ReadonlyArray<{readonly proof: string; readonly commands: readonly string[]}>;
	}>;
}

/** The end of a trace's output. @param words files by their names in the folder, flags, and commands after `--then` */
const endOf = async (...words: readonly string[]): Promise<End & {readonly code: number}> => {
	const named = words.map((word) => word.replaceAll(/\b[\w-]+\.yaml\b/g, (name) => path.join(folder, name)));
	const {code, out, err} = await runCommand(['trace', ...named, '-o', 'jsonl']);
	const {end}: {end: End} = JSON.parse(must(out.trimEnd().split('\n').at(-1), `line of ${err}`));
	return {...end, code};
};

/** `file:line field`, by the file's name alone. */
const placesOf = ({explanations}: End): readonly string[] =>
	explanations.flatMap(({places}) =>
		places.map(({file, line, field}) => `${path.basename(file)}:${line} ${field ?? ''}`.trimEnd()),
	);

const standing = ({objects}: End): readonly string[] => objects.map(({name, state}) => `${name} ${state}`);

put(folder, 'ok.yaml', 'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: settings}\ndata: {a: b}\n');

const workload = (kind: string, image: string, before = ''): string =>
	`${before}apiVersion: apps/v1
kind: ${kind}
metadata: {name: web}
spec:
  replicas: 2
  selector: {matchLabels: {app: web}}
${kind === 'StatefulSet' ? '  serviceName: web\n' : ''}  template:
    metadata: {labels: {app: web}}
    spec:
      containers:
      - name: web
        image: ${image}
`;

put(folder, 'v1.yaml', workload('Deployment', 'nginx:1.27'));
put(folder, 'v2.yaml', workload('Deployment', 'nginx:does-not-exist', '# the second\n\n'));
put(folder, 'set-v1.yaml', workload('StatefulSet', 'nginx:1.27'));
put(folder, 'set-v2.yaml', workload('StatefulSet', 'nginx:does-not-exist', '# the second\n\n'));
put(folder, 'set-v3.yaml', workload('StatefulSet', 'nginx:1.28'));

test('what a further command creates is judged, with its place in the file of that command', async (t) => {
	const end = await endOf('ok.yaml', '--then', 'apply -f v2.yaml');
	t.is(end.code, 1);
	t.is(end.verdict, 'stuck');
	t.deepEqual(standing(end), ['configmap/default/settings done', 'deployment/default/web waiting']);
	t.deepEqual(placesOf(end), ['v2.yaml:14 spec.template.spec.containers[0].image']);
});

const policy = `apiVersion: networking.k8s.io/v1
kind: NetworkPolicy
metadata: {name: only-admin}
spec:
  podSelector: {matchLabels: {app: web}}
  ingress:
  - from:
    - podSelector: {matchLabels: {app: admin}}
`;

/** nginx behind a Service, and a client that runs a script. */
const served = (script: string): string =>
	`${workload('Deployment', 'nginx:1.27')}---
apiVersion: v1
kind: Service
metadata: {name: web}
spec: {selector: {app: web}, ports: [{port: 80}]}
---
apiVersion: v1
kind: Pod
metadata: {name: client, labels: {app: client}}
spec:
  containers:
  - name: main
    image: busybox:1.36
    command: [sh, -c, '${script}']
`;

test('a run waits for the next request of a client that a later NetworkPolicy cuts off', async (t) => {
	put(folder, 'only-admin.yaml', policy);
	put(folder, 'ends.yaml', served('sleep 5; while wget -qO- -T 2 http://web; do sleep 20; done; exit 1'));
	const ended = await endOf('ends.yaml', '--then', 'apply -f only-admin.yaml');
	t.is(ended.verdict, 'stuck');
	t.regex(placesOf(ended)[0] ?? '', /^only-admin\.yaml:8 spec\.ingress/);
	const untilLoop = 'sleep 5; while true; do until wget -qO- -T 2 http://web; do sleep 2; done; sleep 20; done';
	put(folder, 'until.yaml', served(untilLoop));
	const waits = await endOf('until.yaml', '--then', 'apply -f only-admin.yaml');
	t.is(waits.verdict, 'stuck');
	t.regex(waits.explanations[0]?.message ?? '', /waits for web:80, which does not answer/);
});

test('a client that continues without answers is remarked, with the policy that takes them', async (t) => {
	put(folder, 'only-admin.yaml', policy);
	put(
		folder,
		'goes-on.yaml',
		served('sleep 5; while true; do wget -qO- -T 2 http://web || echo failed; sleep 20; done'),
	);
	const end = await endOf('goes-on.yaml', '--then', 'get pods', '--then', 'apply -f only-admin.yaml');
	t.is(end.verdict, 'done');
	t.regex(end.explanations[0]?.message ?? '', /got answers to its earlier requests, but not to its last one/);
	t.regex(placesOf(end)[0] ?? '', /^only-admin\.yaml:8 spec\.ingress/);
});

test('a run waits for the next Job of a CronJob that a later command has changed', async (t) => {
	const cron = (command: string): string =>
		`apiVersion: batch/v1
kind: CronJob
metadata: {name: tick}
spec:
  schedule: "* * * * *"
  jobTemplate:
    spec:
      backoffLimit: 0
      template:
        spec:
          restartPolicy: Never
          containers: [{name: main, image: "busybox:1.36", command: [sh, -c, ${command}]}]
`;
	put(folder, 'cron-v1.yaml', cron('exit 0'));
	put(folder, 'cron-v2.yaml', cron('exit 1'));
	const end = await endOf('cron-v1.yaml', '--then', 'apply -f cron-v2.yaml');
	t.is(end.verdict, 'stuck');
	t.deepEqual(standing(end), ['cronjob/default/tick failed']);
});

test('what a command creates without a file is judged, and has no place in one', async (t) => {
	const end = await endOf('ok.yaml', '--then', 'create deployment shop --image=nginx:does-not-exist');
	t.is(end.code, 1);
	t.deepEqual(standing(end), ['configmap/default/settings done', 'deployment/default/shop waiting']);
	t.deepEqual(placesOf(end), []);
	t.regex(end.explanations[0]?.message ?? '', /nginx:does-not-exist: not found/);
	const run = await endOf('ok.yaml', '--then', 'run shop --image=nginx:1.27 --port=80', '--then', 'expose pod shop');
	t.deepEqual(standing(run), ['configmap/default/settings done', 'pod/default/shop done', 'service/default/shop done']);
});

test('after a second apply the place is in the file that wrote the field last', async (t) => {
	t.deepEqual(placesOf(await endOf('v1.yaml', '--then', 'apply -f v2.yaml')), [
		'v2.yaml:14 spec.template.spec.containers[0].image',
	]);
	t.deepEqual(placesOf(await endOf('set-v1.yaml', '--then', 'apply -f set-v2.yaml')), [
		'set-v2.yaml:15 spec.template.spec.containers[0].image',
	]);
	// A value that a command has set is in no file.
	t.deepEqual(placesOf(await endOf('v1.yaml', '--then', 'set image deploy/web web=nginx:does-not-exist')), []);
});

test('a repaired StatefulSet that waits for a broken Pod says which Pod to delete', async (t) => {
	const end = await endOf('set-v1.yaml', '--then', 'apply -f set-v2.yaml', '--then', 'apply -f set-v3.yaml');
	t.is(end.verdict, 'stuck');
	const [explanation] = end.explanations;
	t.is(explanation?.object, 'pod/default/web-1');
	t.regex(explanation?.message ?? '', /web-1 is not ready, and still has the previous template of StatefulSet web/);
	t.deepEqual(explanation?.fixes, [{proof: 'works', edits: [], commands: ['kubectl delete pod web-1']}]);
	const mended = await endOf(
		'set-v1.yaml',
		...['apply -f set-v2.yaml', 'apply -f set-v3.yaml', 'delete pod web-1'].flatMap((words) => ['--then', words]),
	);
	t.is(mended.verdict, 'done');
});

test('what an earlier command was refused is still refused in the end, unless it succeeds later', async (t) => {
	put(folder, 'other.yaml', workload('Deployment', 'nginx:1.27').replaceAll('app: web', 'app: other'));
	const end = await endOf('v1.yaml', '--then', 'apply -f other.yaml', '--then', 'get pods');
	t.is(end.code, 1);
	t.is(end.verdict, 'refused');
	t.deepEqual(placesOf(end), ['other.yaml:6 spec.selector.matchLabels.app']);
	const scaled = await endOf('v1.yaml', '--then', 'scale deploy other --replicas=2', '--then', 'get pods');
	t.is(scaled.verdict, 'refused');
	t.is(scaled.explanations[0]?.message, 'deployments.apps "other" not found');
	const created = await endOf(
		'ok.yaml',
		...['scale deploy web --replicas=3', 'apply -f v1.yaml', 'scale deploy web --replicas=3'].flatMap((words) => [
			'--then',
			words,
		]),
	);
	t.is(created.verdict, 'done');
});

test('a command is judged by what it leads to, too: Pods that were there before', async (t) => {
	put(
		folder,
		'cluster.yaml',
		`nodes: [{name: node-a}]\nobjects: |\n${workload('Deployment', 'nginx:1.27').replaceAll(/^/gm, '  ')}`,
	);
	const end = await endOf(
		'ok.yaml',
		'--cluster',
		'cluster.yaml',
		'--then',
		'cordon node-a',
		'--then',
		'delete pods --all',
	);
	t.is(end.verdict, 'stuck');
	t.regex(end.explanations[0]?.message ?? '', /0\/1 nodes are available: 1 node\(s\) were unschedulable/);
	t.is((await endOf('ok.yaml', '--cluster', 'cluster.yaml', '--then', 'delete pods --all')).verdict, 'done');
});

test('a run is at rest only when what a fault kept back has had its time: a deletion that a node hears of late', async (t) => {
	put(
		folder,
		'pod.yaml',
		'apiVersion: v1\nkind: Pod\nmetadata: {name: web}\nspec: {nodeName: node-a, containers: [{name: main, image: "nginx:1.27"}]}\n',
	);
	const cut = ['--then', ':partition node-a kube-apiserver for=2m', '--then', 'delete pod web'];
	const end = await endOf('pod.yaml', ...cut);
	t.is(end.verdict, 'done');
	t.is(end.objects[0]?.words, 'deleted');
});

test('a workload whose Pods are evicted again and again is no success', async (t) => {
	const writer = workload('Deployment', 'busybox:1.37').replace('replicas: 2', 'replicas: 1');
	put(
		folder,
		'evicted.yaml',
		`${writer}        command: [sh, -c, "dd if=/dev/zero of=/scratch/f bs=1M count=50; sleep 100000"]
        volumeMounts: [{name: scratch, mountPath: /scratch}]
      volumes: [{name: scratch, emptyDir: {sizeLimit: 10Mi}}]
`,
	);
	const end = await endOf('evicted.yaml');
	t.is(end.verdict, 'stuck');
	t.regex(end.objects[0]?.words ?? '', /1\/1 ready, but its Pods are evicted again and again \(\d+ times\)/);
	t.deepEqual(placesOf(end), ['evicted.yaml:15 spec.template.spec.volumes[0].emptyDir.sizeLimit']);
});

test('each container of a Pod that has a trouble of its own is told, the one that blocks first', async (t) => {
	put(
		folder,
		'three.yaml',
		`apiVersion: v1
kind: Pod
metadata: {name: three}
spec:
  containers:
  - {name: a, image: "nginx:does-not-exist"}
  - {name: b, image: "nginx:1.27", envFrom: [{configMapRef: {name: missing}}]}
  - {name: c, image: "busybox:1.37", command: ["false"]}
  - {name: d, image: "nginx:1.27"}
`,
	);
	t.deepEqual(placesOf(await endOf('three.yaml')), [
		'three.yaml:7 spec.containers[1].envFrom[0].configMapRef.name',
		'three.yaml:6 spec.containers[0].image',
		'three.yaml:8 spec.containers[2].command',
	]);
});

test('objects that miss one namespace are told once; that it comes later, and that a second apply helps', async (t) => {
	const map = (name: string): string =>
		`apiVersion: v1\nkind: ConfigMap\nmetadata: {name: ${name}, namespace: shop}\n---\n`;
	put(folder, 'late.yaml', `${map('a')}${map('b')}apiVersion: v1\nkind: Namespace\nmetadata: {name: shop}\n`);
	const end = await endOf('late.yaml');
	t.is(end.explanations.length, 1);
	const [explanation] = end.explanations;
	t.deepEqual(placesOf(end), ['late.yaml:3 metadata.namespace', 'late.yaml:7 metadata.namespace']);
	t.regex(explanation?.advice[0] ?? '', /^Namespace shop comes later, at .*late\.yaml:9: /);
	t.deepEqual(
		explanation?.fixes.map(({proof, commands}) => [proof, ...commands.map((line) => line.replaceAll(folder, ''))]),
		[['works', 'kubectl apply -f /late.yaml']],
	);
	t.is((await endOf('late.yaml', '--then', 'apply -f late.yaml')).verdict, 'done');
});

test('Services, autoscalers and Jobs of a dump are judged as those of files are', async (t) => {
	put(
		folder,
		'dump.yaml',
		`apiVersion: v1
kind: List
items:
- apiVersion: v1
  kind: Node
  metadata: {name: node-a}
- apiVersion: v1
  kind: Namespace
  metadata: {name: default}
- apiVersion: v1
  kind: Service
  metadata: {name: web, namespace: default}
  spec: {selector: {app: nobody}, ports: [{port: 80}], clusterIP: 10.96.0.20, clusterIPs: [10.96.0.20]}
- apiVersion: networking.k8s.io/v1
  kind: Ingress
  metadata: {name: web, namespace: default}
  spec: {defaultBackend: {service: {name: web, port: {number: 80}}}}
`,
	);
	const {code, out} = await runCommand(['trace', '--from', path.join(folder, 'dump.yaml'), '-o', 'jsonl']);
	const {end}: {end: End} = JSON.parse(must(out.trimEnd().split('\n').at(-1), 'line'));
	t.is(code, 1);
	t.deepEqual(
		end.explanations.map(({object}) => object),
		['ingress/default/web', 'service/default/web'],
	);
});

const looping = `apiVersion: v1
kind: Service
metadata: {name: store}
spec: {selector: {app: store}, ports: [{port: 6379}]}
---
${workload('Deployment', 'redis:7').replace('replicas: 2', 'paused: true').replaceAll('web', 'store')}---
apiVersion: batch/v1
kind: Job
metadata: {name: fill}
spec:
  template:
    spec:
      restartPolicy: Never
      containers:
      - name: fill
        image: redis:7
        command: [sh, -c, 'until redis-cli -h store ping; do sleep 1; done']
`;

test('a loop that has just got its answer is waited for, also where a fix is tried', async (t) => {
	put(folder, 'looping.yaml', looping);
	const stuck = await endOf('looping.yaml');
	t.is(stuck.verdict, 'stuck');
	t.deepEqual(
		stuck.explanations[0]?.fixes.map(({proof, commands}) => [proof, commands]),
		[
			['works', []],
			['works', ['kubectl rollout resume deployment store']],
		],
	);
	t.is((await endOf('looping.yaml', '--then', 'rollout resume deployment store')).verdict, 'done');
});

test('a Job that the limit of --for cuts is called cut, not stuck', async (t) => {
	const job = looping.slice(looping.indexOf('apiVersion: batch'));
	put(folder, 'slow.yaml', job.replace(/'until.*'/, "'for i in 1 2 3 4 5; do echo $i; sleep 4; done'"));
	t.is((await endOf('slow.yaml', '--for', '15s')).verdict, 'cut');
	t.is((await endOf('slow.yaml', '--for', '40s')).verdict, 'done');
});
