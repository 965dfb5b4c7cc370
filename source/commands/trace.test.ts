import test from 'ava';
import {Recording} from '../debugger/recording.js';
import {completeScenario} from '../scenario/scenario.js';
import {must} from '../testing/must.js';
import {runCommand} from '../testing/command-line.js';
import {put, temporaryFolder} from '../testing/temporary-folder.js';
import {manifestsOf} from './manifests.js';
import {trace as traceFiles} from './trace.js';

const folder = temporaryFolder();

const pod = (spec: string, metadata = 'name: web'): string =>
	`apiVersion: v1\nkind: Pod\nmetadata: {${metadata}}\nspec:\n${spec}`;
const nginx = '  containers: [{name: main, image: nginx:1.27}]\n';
const deployment = (spec: string, replicas = 1): string =>
	`apiVersion: apps/v1\nkind: Deployment\nmetadata: {name: web}\nspec:\n  replicas: ${replicas}\n  selector: {matchLabels: {app: web}}\n  template:\n    metadata: {labels: {app: web}}\n    spec:\n${spec}`;

const trace = async (content: string, ...words: string[]) => {
	const file = put(
		folder,
		`${Math.abs([...content].reduce((hash, letter) => Math.imul(hash, 31) + letter.charCodeAt(0), 7))}.yaml`,
		content,
	);
	return {file, ...(await runCommand(['trace', file, ...words], '', 4000))};
};

interface Case {
	readonly title: string;
	readonly manifest: string;
	/** Line and column, and the field. */
	readonly place: string;
	readonly where: string;
	readonly says: string;
	readonly unblock: string;
}

const stuck: readonly Case[] = [
	{
		title: 'a Pod that asks for more CPU than any node has',
		manifest: pod('  containers:\n  - {name: main, image: nginx:1.27, resources: {requests: {cpu: "64"}}}\n'),
		place: ':6:60  spec.containers[0].resources.requests.cpu',
		where: 'scheduler.postfilter',
		says: '0/3 nodes are available: 3 Insufficient cpu.',
		unblock: 'It requests 64 cpu; free: 4 on node-a, 4 on node-b, 4 on node-c.',
	},
	{
		title: 'a Pod for a label that no node has',
		manifest: pod(`  nodeSelector: {disk: ssd}\n${nginx}`),
		place: ':5:18  spec.nodeSelector.disk',
		where: 'scheduler.postfilter',
		says: "3 node(s) didn't match Pod's node affinity/selector",
		unblock: 'kubectl label node node-a disk=ssd',
	},
	{
		title: 'one replica more than nodes with the same hostPort',
		manifest: deployment(
			'      containers: [{name: main, image: nginx:1.27, ports: [{containerPort: 80, hostPort: 80}]}]\n',
			4,
		),
		place: ':10:80  spec.template.spec.containers[0].ports[0].hostPort',
		where: 'scheduler.postfilter',
		says: "3 node(s) didn't have free ports for the requested pod ports",
		unblock: 'Only one Pod on a node can use a given hostPort',
	},
	{
		title: 'a volume claim that does not exist',
		manifest: pod(`${nginx}  volumes: [{name: data, persistentVolumeClaim: {claimName: nope}}]\n`),
		place: ':6:50  spec.volumes[0].persistentVolumeClaim.claimName',
		where: 'scheduler.postfilter',
		says: 'persistentvolumeclaim "nope" not found',
		unblock: 'Apply a PersistentVolumeClaim named nope',
	},
	{
		title: 'a claim of a StorageClass that does not exist',
		manifest:
			'apiVersion: v1\nkind: PersistentVolumeClaim\nmetadata: {name: data}\nspec:\n  storageClassName: fast\n  accessModes: [ReadWriteOnce]\n  resources: {requests: {storage: 1Gi}}\n',
		place: ':5:3  spec.storageClassName',
		where: '',
		says: 'ProvisioningFailed: storageclass.storage.k8s.io "fast" not found',
		unblock: '+ storageClassName: standard',
	},
	{
		title: 'a scheduler that nobody runs',
		manifest: pod(`  schedulerName: mine\n${nginx}`),
		place: ':5:3  spec.schedulerName',
		where: 'etcd.txn',
		says: 'no scheduler handles it',
		unblock: '- schedulerName: mine',
	},
	{
		title: 'a scheduling gate',
		manifest: pod(`  schedulingGates: [{name: example.com/wait}]\n${nginx}`),
		place: ':5:3  spec.schedulingGates',
		where: 'etcd.txn',
		says: 'SchedulingGated: Scheduling is blocked due to non-empty scheduling gates',
		unblock: 'behind each scheduling gate removes it: example.com/wait',
	},
	{
		title: 'a node that does not exist',
		manifest: pod(`  nodeName: node-z\n${nginx}`),
		place: ':5:3  spec.nodeName',
		where: 'etcd.txn',
		says: 'bound to the node node-z, which does not exist',
		unblock: '+ nodeName: node-a',
	},
	{
		title: 'a container that ends again and again',
		manifest: pod('  containers: [{name: main, image: busybox:1.37, command: [sh, -c, exit 3]}]\n'),
		place: ':5:50  spec.containers[0].command',
		where: 'container.exit',
		says: 'container main exited with code 3 (Error), 2 restarts so far',
		unblock: 'kubectl logs web -c main --previous',
	},
	{
		title: 'an init container that fails',
		manifest: pod(`  initContainers: [{name: prepare, image: busybox:1.37, command: ["false"]}]\n${nginx}`),
		place: ':5:57  spec.initContainers[0].command',
		where: 'container.exit',
		says: 'init container prepare exited with code 1 (Error)',
		unblock: 'The containers after it start only when it exits with 0.',
	},
	{
		title: 'an image that does not exist',
		manifest: pod('  containers: [{name: main, image: nginx:does-not-exist}]\n'),
		place: ':5:29  spec.containers[0].image',
		where: 'cri.PullImage',
		says: 'docker.io/library/nginx:does-not-exist: not found',
		unblock: 'check the name and the tag',
	},
	{
		title: 'an image name in upper case',
		manifest: pod('  containers: [{name: main, image: Nginx}]\n'),
		place: ':5:29  spec.containers[0].image',
		where: 'kubelet.pull',
		says: 'InvalidImageName: Failed to apply default image tag "Nginx"',
		unblock: 'in lower case',
	},
	{
		title: 'an image that may not be pulled',
		manifest: pod('  containers: [{name: main, image: nginx:1.27, imagePullPolicy: Never}]\n'),
		place: ':5:48  spec.containers[0].imagePullPolicy',
		where: 'kubelet.',
		says: 'ErrImageNeverPull: Container image "nginx:1.27" is not present with pull policy of Never',
		unblock: 'imagePullPolicy: IfNotPresent',
	},
	{
		title: 'an environment from a ConfigMap that is missing',
		manifest: pod('  containers: [{name: main, image: nginx:1.27, envFrom: [{configMapRef: {name: settings}}]}]\n'),
		place: ':5:74  spec.containers[0].envFrom[0].configMapRef.name',
		where: 'kubelet.sync',
		says: 'CreateContainerConfigError: configmap "settings" not found',
		unblock: 'kubectl create configmap settings',
	},
	{
		title: 'a volume of a Secret that is missing',
		manifest: pod(
			`${nginx.replace('1.27}', '1.27, volumeMounts: [{name: s, mountPath: /s}]}')}  volumes: [{name: s, secret: {secretName: pw}}]\n`,
		),
		place: ':6:32  spec.volumes[0].secret.secretName',
		where: 'kubelet.volumes',
		says: 'FailedMount: MountVolume.SetUp failed for volume "s" : secret "pw" not found',
		unblock: 'kubectl create secret generic pw',
	},
	{
		title: 'a readiness probe of a port where nobody listens, told once for two Pods',
		manifest: deployment(
			'      containers:\n      - name: main\n        image: nginx:1.27\n        readinessProbe: {httpGet: {port: 8080}, periodSeconds: 2}\n',
			2,
		),
		place: ':13:36  spec.template.spec.containers[0].readinessProbe.httpGet.port',
		where: 'kubelet.probe.readiness',
		says: 'Unhealthy: Readiness probe failed: Get "http://',
		unblock: '+ readinessProbe: {httpGet: {port: 80}, periodSeconds: 2}',
	},
	{
		title: 'a liveness probe that fails after the Pod was ready',
		manifest: pod(
			'  containers:\n  - {name: main, image: nginx:1.27, livenessProbe: {httpGet: {port: 8080}, periodSeconds: 2}}\n',
		),
		place: ':6:63  spec.containers[0].livenessProbe.httpGet.port',
		where: 'kubelet.probe.liveness',
		says: 'Unhealthy: Liveness probe failed',
		unblock: 'The kubelet restarts the container each time.',
	},
	{
		title: 'a readiness gate that nobody opens',
		manifest: pod(`  readinessGates: [{conditionType: example.com/lb}]\n${nginx}`),
		place: ':5:3  spec.readinessGates',
		where: '',
		says: 'the readiness gate example.com/lb is not True',
		unblock: 'The controller responsible for example.com/lb',
	},
	{
		title: 'a quota that leaves no room for the second replica',
		manifest: `apiVersion: v1\nkind: ResourceQuota\nmetadata: {name: small}\nspec: {hard: {pods: "1"}}\n---\n${deployment('      containers: [{name: main, image: nginx:1.27}]\n', 2)}`,
		place: ':10:3  spec.replicas',
		where: 'apiserver.admit.validate.ResourceQuota',
		says: 'exceeded quota: small, requested: pods=1, used: pods=1, limited: pods=1',
		unblock: `kubectl patch resourcequota small -p '{"spec":{"hard":{"pods":"2"}}}'`,
	},
	{
		title: 'a postStart hook that fails',
		manifest: pod(
			'  containers:\n  - {name: main, image: nginx:1.27, lifecycle: {postStart: {exec: {command: ["false"]}}}}\n',
		),
		place: ':6:68  spec.containers[0].lifecycle.postStart.exec.command',
		where: 'kubelet.hook.postStart',
		says: 'FailedPostStartHook: PostStartHook failed',
		unblock: 'fix the hook',
	},
	{
		title: 'a Job whose Pods fail',
		manifest:
			'apiVersion: batch/v1\nkind: Job\nmetadata: {name: once}\nspec:\n  backoffLimit: 0\n  template: {spec: {restartPolicy: Never, containers: [{name: main, image: busybox:1.37, command: ["false"]}]}}\n',
		place: ':6:90  spec.template.spec.containers[0].command',
		where: 'container.exit',
		says: 'container main exited with code 1 (Error)',
		unblock: 'kubectl logs once-',
	},
];

for (const {title, manifest, place, where, says, unblock} of stuck) {
	test(`a trace of ${title} ends with why, where in the file, and what would help; twice the same`, async (t) => {
		const {file, code, out, err} = await trace(manifest);
		t.is(code, 1);
		t.is(err, '');
		const why = out.slice(out.indexOf('\nstuck: '));
		t.true(why.includes(`${file}${place}`), why);
		t.true(why.includes(says), why);
		t.true(why.includes(unblock), why);
		if (where !== '') {
			t.regex(why, new RegExp(`where +#\\d+ ${where.replaceAll('.', '\\.')}`));
		}

		t.is(why.match(/\nstuck: (?!step)/g)?.length, 1, why);
		t.is((await trace(manifest)).out, out);
	});
}

test('the chain of causes leads from where it is stuck back to the command, one line a milestone', async (t) => {
	const {file, out} = await trace(pod(`  nodeSelector: {disk: ssd}\n${nginx}`));
	const because = out
		.slice(out.indexOf('  because'), out.indexOf('  unblock'))
		.replaceAll(/#\d+/g, '#n')
		.replaceAll(/revision \d+/g, 'revision r');
	t.is(
		because,
		`  because  ← #n kube-apiserver/cacher: The watch cache receives revision r of pods (ADDED default/web)
           ← #n kubectl/1: etcd stores the new key /registry/pods/default/web at revision r
           ← #n kubectl/1: kubectl sends POST /api/v1/namespaces/default/pods?fieldManager=kubectl-client-side-apply&fieldValidation=Strict
           ← you: kubectl apply -f ${file}
`,
	);
});

test('times count from the command', async (t) => {
	const text = await trace(pod(nginx));
	t.is(text.code, 0);
	t.regex(text.out, /^#\d+ +\+0\.000 +kubectl\/1 +kubectl\.kubeconfig /);
	t.regex(text.out, /\ndone: step \d+, \+\d\.\d{3} s, fingerprint [\da-f]{16}\n$/);
	const {out} = await trace(pod(nginx), '-o', 'jsonl');
	const lines = out
		.trimEnd()
		.split('\n')
		.map((line): {timeMs: number; end?: {verdict: string}} => JSON.parse(line));
	t.is(lines[0]?.timeMs, 0);
	t.is(lines.at(-1)?.end?.verdict, 'done');
	const [before = ''] = (await trace(pod(nginx), '--all', '-o', 'jsonl')).out.split('\n', 1);
	const {timeMs}: {timeMs: number} = JSON.parse(before);
	t.true(timeMs < 0);
});

test('json is one document with the stops and the end, and the end tells why', async (t) => {
	const {code, out} = await trace(pod(`  schedulerName: mine\n${nginx}`), '-o', 'json');
	t.is(code, 1);
	const {stops, end}: {stops: unknown[]; end: {verdict: string; explanations: ReadonlyArray<Record<string, unknown>>}} =
		JSON.parse(out);
	t.true(stops.length > 30);
	t.is(end.verdict, 'stuck');
	t.like(must(end.explanations[0], 'explanation'), {kind: 'stuck', object: 'pod/default/web', stage: 'etcd.txn'});
});

test('--then gives commands one after the other: a finalizer holds a deleted Pod', async (t) => {
	const held = await trace(
		pod(nginx, 'name: web, finalizers: [example.com/keep]'),
		'--then',
		'delete pod web --wait=false',
	);
	t.is(held.code, 1);
	t.regex(held.out, /… pod\/default\/web {2}Terminating, held by example\.com\/keep/);
	t.regex(held.out, /:3:23 {2}metadata\.finalizers/);
	t.regex(held.out, /kubectl patch pod web -p '\{"metadata":\{"finalizers":null\}\}'/);
	const let_go = await trace(pod(nginx), '--then', 'delete pod web');
	t.is(let_go.code, 0);
	t.regex(let_go.out, /✓ pod\/default\/web {2}deleted\n/);
	const wrong = await trace(pod(nginx), '--then', 'get nonsense');
	t.is(wrong.code, 1);
	t.regex(wrong.out, /error: the server doesn't have a resource type "nonsense"/);
});

test('what the apply was refused is explained after later commands, too, unless they have stored it', async (t) => {
	const manifest = `${pod(nginx, 'name: good')}---\n${pod(nginx, 'name: Bad')}`;
	const refused = await trace(manifest, '--then', 'get pods');
	t.is(refused.code, 1);
	t.regex(refused.out, /\nrefused: pod\/default\/Bad\n {2}where {4}#\d+ apiserver\.validate /);
	t.regex(refused.out, /:9:12 {2}metadata\.name/);
	const again = await trace(manifest, '--then', 'run Bad --image=nginx:1.27');
	t.is(again.out.match(/\nrefused: pod\/default\/Bad\n/g)?.length, 1);
});

test('--then starts again what it has killed', async (t) => {
	const revived = await trace(pod(nginx), '--then', ':crash kube-scheduler', '--then', ':revive kube-scheduler');
	t.is(revived.code, 0);
	t.regex(
		revived.out,
		/kube-scheduler adds Pod default\/web to its cache, at resourceVersion \d+\.\n✓ pod\/default\/web/,
	);
});

test('a node that is powered off is waited for until its Pods are replaced on another', async (t) => {
	const ended = await trace(deployment(`    ${nginx}`), '--then', ':power off node-a', '--then', 'get pods -o wide');
	t.is(ended.code, 0);
	t.regex(ended.out, /\nweb-\w+-\w+ +1\/1 +Terminating +0 +6m\S* +\S+ +node-a /);
	t.regex(ended.out, /\nweb-\w+-\w+ +1\/1 +Running +0 +\d+s +\S+ +node-[bc] /);
});

test('--then walks a packet between commands, and changes nothing by it', async (t) => {
	const walked = await trace(pod(nginx), '--then', ':packet node-b pod/web', '--then', 'get pods');
	t.is(walked.code, 0);
	t.regex(walked.out, /:packet node-b pod\/web\n {2}1 client {4}node-b: a process on node-b, 192\.168\.0\.12 →/);
	t.regex(walked.out, / ▸ outer: 192\.168\.0\.12 → 192\.168\.0\.11 UDP 8472\n/);
	t.regex(walked.out, / ✓ arrived: default\/web answers\n[^$]*\$ kubectl get pods\nNAME /);
	const plain = await trace(pod(nginx), '--then', 'get pods');
	t.is(/fingerprint (\w+)/.exec(walked.out)?.[1], /fingerprint (\w+)/.exec(plain.out)?.[1]);
	const wrong = await trace(pod(nginx), '--then', ':packet nobody web');
	t.is(wrong.code, 2);
	t.regex(wrong.err, /no running Pod, node or client is called nobody/);
});

test('--until ends at the place, or says that the run does not reach this place', async (t) => {
	const reached = await trace(pod(nginx), '--until', 'scheduler.bind object=pod/web');
	t.is(reached.code, 0);
	t.regex(reached.out, /scheduler\.bind {2}[^\n]+\nreached scheduler\.bind object=pod\/web\nstep \d+, \+0\.0\d\d s, /);
	const missed = await trace(pod(nginx), '--until', 'scheduler.bind object=pod/other');
	t.is(missed.code, 1);
	t.regex(missed.out, /\nthe run came to rest without reaching scheduler\.bind object=pod\/other\n/);
	const timed = await trace(pod(nginx), '--until', 'time=500ms', '-o', 'jsonl');
	const {end}: {end: {timeMs: number}} = JSON.parse(must(timed.out.trimEnd().split('\n').at(-1), 'line'));
	t.true(end.timeMs >= 500 && end.timeMs < 2000);
	t.is((await trace(pod(nginx), '--until', 'time=soon')).code, 2);
});

test('another seed is another run, and the same seed the same', async (t) => {
	const [one, again, two] = [
		await trace(deployment('      containers: [{name: main, image: nginx:1.27}]\n')),
		await trace(deployment('      containers: [{name: main, image: nginx:1.27}]\n'), '--seed', '1'),
		await trace(deployment('      containers: [{name: main, image: nginx:1.27}]\n'), '--seed', '2'),
	];
	t.is(one.out, again.out);
	t.not(one.out, two.out);
	t.is(two.code, 0);
});

test('--stops ends a run that goes on and on, says who keeps it going, and which flag lets it go on', async (t) => {
	const storm = deployment(nginx.replace('  containers', '      containers'), 2_147_483_647);
	const {code, out} = await trace(storm, '--stops', '9000');
	t.is(code, 1);
	t.regex(
		out.replaceAll(/\s+/g, ' '),
		/ ended after 9000 stops, before it came to rest: of the last 9000, [\w-]+\/?[\w-]* made the most \(\d+%\); --stops raises the limit /,
	);
	t.regex(out, /\ncut: step 1\d{4}, /);

	const until = await trace(storm, '--stops', '500', '--until', 'kubelet.sync object=pod/nobody');
	t.is(until.code, 1);
	t.regex(until.out, /ended after 500 stops, before it came to rest: of the last 500, /);
});

test('--for that ends a run before it comes to rest is called by its name, with what is still due', async (t) => {
	const crashing = pod('  containers: [{name: main, image: busybox:1.37, command: [sh, -c, exit 3]}]\n');
	const {code, out} = await trace(crashing, '--for', '8s');
	t.is(code, 1);
	t.regex(
		out,
		/\nended after 8 s, before it came to rest \(still due: a change to web\); --for\s+raises\s+the limit\n/,
	);
	t.regex(out, /\ncut: step \d+, /);
	t.regex((await trace(crashing, '--for', '10m')).out, /\nstuck: step \d+, /);
	t.is((await trace(pod(nginx), '--for', '8s')).code, 0);
});

test('a long run that ends well is printed without being run again: its end needs no forgotten facts', (t) => {
	const {replay} = Recording.prototype;
	let replays = 0;
	let text = '';
	Recording.prototype.replay = function (...words) {
		replays++;
		replay.apply(this, words);
	};
	try {
		const service =
			'---\napiVersion: v1\nkind: Service\nmetadata: {name: web}\nspec: {selector: {app: web}, ports: [{port: 80}]}\n';
		const files = {'web.yaml': `${deployment(`    ${nginx}`, 140)}${service}`};
		const code = traceFiles(completeScenario(), manifestsOf(files), {
			output: 'text',
			language: 'en',
			write(part) {
				text = part;
			},
		});
		t.is(code, 0);
	} finally {
		Recording.prototype.replay = replay;
	}

	// Facts are forgotten from the 24th thousand on, after those of the start.
	t.true(Number(/step (\d+)/.exec(text)?.[1]) > 30_000);
	t.is(replays, 0);
});

test('a Service whose rules on a node are old, because kube-proxy is down there, has a note', async (t) => {
	const file = put(
		folder,
		'old-rules.yaml',
		'apiVersion: v1\nkind: Pod\nmetadata: {name: web, labels: {app: web}}\nspec: {containers: [{name: web, image: "nginx:1.27"}]}\n---\napiVersion: v1\nkind: Service\nmetadata: {name: web}\nspec: {selector: {app: web}, ports: [{port: 80}]}\n',
	);
	const {code, out} = await runCommand(['trace', file, '--then', ':crash kube-proxy/node-b', '--then', 'get svc']);
	t.is(code, 0, out);
	t.regex(out, /note: service\/default\/web\n {2}says {5}kube-proxy\/node-b is down: it does not do its part/);
});
