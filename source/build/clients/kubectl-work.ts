import {spawn, type ChildProcessWithoutNullStreams} from 'node:child_process';
import {get} from 'node:http';
import type {Kubectl} from './kubectls.js';

/** The expected result of one command. */
interface Work {
	readonly args: string;
	readonly input?: string;
	/** Exit code; 0 when not given. */
	readonly code?: number;
	/** Must appear in the output of both streams. */
	readonly says?: RegExp;
}

const deployment = `apiVersion: apps/v1
kind: Deployment
metadata: {name: web}
spec:
  replicas: 2
  selector: {matchLabels: {app: web}}
  template:
    metadata: {labels: {app: web}}
    spec:
      containers: [{name: nginx, image: 'nginx:1.27', ports: [{containerPort: 80}]}]
`;

/** A day's work, in its order. Words are separated by spaces; `_` is a space inside a word. */
const work: readonly Work[] = [
	{args: 'version', says: /Server Version: v1\.36/},
	{args: 'create namespace day', says: /namespace\/day created/},
	{args: 'config set-context --current --namespace=day'},
	{args: 'apply -f -', input: deployment, says: /deployment\.apps\/web created/},
	{args: 'rollout status deploy/web --timeout=60s', says: /successfully rolled out/},
	// For these kubectl checks by version 2 of OpenAPI, which it reads in protobuf.
	{
		args: 'apply -f -',
		input: 'apiVersion: batch/v1beta1\nkind: CronJob\nmetadata: {name: old}\n',
		code: 1,
		says: /no matches for kind "CronJob" in version "batch\/v1beta1"/,
	},
	{
		args: 'apply -f -',
		input: 'apiVersion: v1\nkind: List\nitems: [{apiVersion: v1, kind: ConfigMap, metadata: {name: listed}}]\n',
		says: /configmap\/listed created/,
	},
	{args: 'apply -f -', input: deployment, says: /unchanged/},
	{args: 'get pods -o wide', says: /web-\w+-\w+ +1\/1 +Running/},
	{args: 'get deploy web -o jsonpath={.status.readyReplicas}', says: /^2$/},
	{
		args: 'get pods --sort-by=.metadata.name -o custom-columns=N:.metadata.name,P:.status.phase',
		says: /web-\S+ +Running/,
	},
	{args: 'describe deploy web', says: /NewReplicaSet: +web-\w+ \(2\/2 replicas created\)/},
	{args: 'describe pod -l app=web', says: /Started +\S+ +kubelet +.*Container started/},
	{args: 'exec deploy/web -- sh -c echo_hello;exit_3', code: 3, says: /hello\ncommand terminated with exit code 3/},
	{args: 'exec -i deploy/web -- cat', input: 'through', says: /through/},
	{args: 'exec deploy/web -- nothing-there', code: 1, says: /executable file not found in \$PATH/},
	{args: 'explain deployment.spec.replicas', says: /Number of desired pods/},
	{args: 'diff -f -', input: deployment.replace('replicas: 2', 'replicas: 3'), code: 1, says: /\+ {2}replicas: 3/},
	{args: 'auth can-i create pods', says: /^yes$/m},
	{args: 'auth can-i create pods --as=jane', code: 1, says: /^no/m},
	{args: 'auth whoami', says: /kubernetes-admin/},
	{args: 'top pods', code: 1, says: /Metrics API not available/},
	{args: 'scale deploy/web --replicas=3', says: /scaled/},
	{args: 'wait --for=jsonpath={.status.readyReplicas}=3 deploy/web --timeout=60s', says: /condition met/},
	{args: 'set image deploy/web nginx=nginx:1.28', says: /image updated/},
	{args: 'rollout status deploy/web --timeout=60s', says: /successfully rolled out/},
	{args: 'rollout history deploy/web', says: /1 +<none>\n2 +<none>/},
	{args: 'rollout undo deploy/web', says: /rolled back/},
	{args: 'rollout restart deploy/web', says: /restarted/},
	{args: 'expose deploy web --port=80', says: /service\/web exposed/},
	{args: 'get svc,endpointslices', says: /service\/web +ClusterIP/},
	{args: 'autoscale deploy web --min=1 --max=3', says: /autoscaled/},
	{args: 'create configmap settings --from-literal=a=b', says: /created/},
	{args: 'create secret generic hidden --from-literal=a=b', says: /created/},
	{args: 'get secret hidden -o go-template={{.data.a}}', says: /^Yg==$/},
	{args: 'create role reader --verb=get,list --resource=pods', says: /created/},
	{args: 'create rolebinding reader --role=reader --user=jane', says: /created/},
	{args: 'auth can-i list pods --as=jane', says: /^yes$/m},
	{args: 'create deployment other --image=nginx:1.27 --replicas=0', says: /created/},
	{args: 'get deploy other -o jsonpath={.spec.replicas}', says: /^0$/},
	{args: 'create cronjob nightly --image=busybox:1.36 --schedule=0_0_*_*_*', says: /created/},
	{args: 'create ingress in --rule=example.com/=web:80', says: /created/},
	{args: 'create quota q --hard=pods=50', says: /created/},
	{args: 'create pdb p --selector=app=web --min-available=1', says: /created/},
	{args: 'create token default', says: /^ey[\w-]+\.[\w-]+\.[\w-]+/},
	{args: 'label deploy web tier=front', says: /labeled/},
	{args: 'annotate deploy web note=x', says: /annotated/},
	{args: 'patch deploy web -p {"spec":{"replicas":2}}', says: /patched/},
	{args: 'run task --image=busybox:1.36 --restart=Never -- sh -c echo_one;_sleep_2;_echo_two', says: /created/},
	{args: 'logs -f task', says: /one\ntwo/},
	{args: 'wait --for=jsonpath={.status.phase}=Succeeded pod/task --timeout=60s'},
	{args: 'delete pod task', says: /deleted/},
	{args: 'create job once --image=busybox:1.36 -- echo done', says: /created/},
	{args: 'wait --for=condition=complete job/once --timeout=60s', says: /condition met/},
	{args: 'logs job/once', says: /done/},
	{args: 'cordon node-a', says: /cordoned/},
	{args: 'drain node-b --ignore-daemonsets --delete-emptydir-data --force --timeout=60s', says: /drained/},
	{args: 'uncordon node-a node-b', says: /uncordoned/},
	{args: 'taint node node-c a=b:NoSchedule', says: /tainted/},
	{args: 'get events', says: /Scheduled/},
	{args: 'api-resources', says: /deployments +deploy +apps\/v1 +true +Deployment/},
	{args: 'get pods nobody', code: 1, says: /Error from server \(NotFound\): pods "nobody" not found/},
	{args: 'delete deploy web', says: /deleted/},
	{args: 'get all -A', says: /service\/kubernetes/},
	{args: 'delete namespace day --timeout=60s', says: /deleted/},
	{args: 'config set-context --current --namespace=default'},
	{args: 'taint node node-c a-'},
];

const limitMs = 90_000;

/** The form of a failure. */
export interface Failure {
	readonly what: string;
	readonly why: string;
}

/** Does the work with one kubectl. */
export class KubectlWorker {
	readonly failures: Failure[] = [];
	passed = 0;

	constructor(
		readonly kubectl: Kubectl,
		readonly kubeconfig: string,
		readonly home: string,
	) {}

	async work(): Promise<void> {
		for (const one of work) {
			const {code, text} = await this.#run(
				one.args.split(' ').map((word) => word.replaceAll('_', ' ')),
				one.input,
			);
			this.#check(
				one.args,
				code === (one.code ?? 0) && (one.says?.test(text) ?? true),
				`exit code ${code}, expected ${one.code ?? 0} and ${one.says}:\n${text.slice(0, 1500)}`,
			);
			if (one.args.startsWith('describe pod')) {
				await this.#watchAndForward();
			}
		}
	}

	#check(what: string, good: boolean, why: string): void {
		if (good) {
			this.passed++;
		} else {
			this.failures.push({what, why});
		}
	}

	#start(args: readonly string[]): ChildProcessWithoutNullStreams {
		return spawn(this.kubectl.file, args, {
			env: {...process.env, HOME: this.home, KUBECONFIG: this.kubeconfig},
			stdio: ['pipe', 'pipe', 'pipe'],
		});
	}

	async #run(args: readonly string[], input = ''): Promise<{readonly code: number | null; readonly text: string}> {
		return new Promise((resolve) => {
			const child = this.#start(args);
			let text = '';
			child.stdout.on('data', (data: Buffer) => {
				text += data.toString();
			});
			child.stderr.on('data', (data: Buffer) => {
				text += data.toString();
			});
			const timer = setTimeout(() => child.kill(), limitMs);
			child.on('close', (code) => {
				clearTimeout(timer);
				resolve({code, text});
			});
			child.stdin.on('error', () => {});
			child.stdin.end(input);
		});
	}

	/** Commands that do not end: a watch, and a forwarded port. */
	async #watchAndForward(): Promise<void> {
		const watching = await this.#until(['get', 'pods', '-w', '--output-watch-events'], /MODIFIED|ADDED/);
		this.#check('get pods -w', watching !== undefined, 'no event came');
		const forwarded = await this.#until(
			['port-forward', 'deploy/web', ':80'],
			/127\.0\.0\.1:(\d+) ->/,
			async (port) =>
				new Promise((resolve) => {
					get({port: Number(port), agent: false}, (response) => {
						response.resume();
						resolve(response.statusCode === 200);
					}).on('error', () => {
						resolve(false);
					});
				}),
		);
		this.#check('port-forward', forwarded === true, `it answered ${String(forwarded)}`);
	}

	/** Runs a command until it prints something, acts on the output, then ends the command. */
	async #until(
		args: readonly string[],
		pattern: RegExp,
		then: (found: string) => Promise<boolean> = async () => true,
	): Promise<boolean | undefined> {
		const child = this.#start(args);
		try {
			const found = await new Promise<string | undefined>((resolve) => {
				let text = '';
				const timer = setTimeout(() => {
					resolve(undefined);
				}, limitMs);
				child.stdout.on('data', (data: Buffer) => {
					text += data.toString();
					const match = pattern.exec(text);
					if (match) {
						clearTimeout(timer);
						resolve(match[1] ?? '');
					}
				});
				child.on('close', () => {
					clearTimeout(timer);
					resolve(undefined);
				});
			});
			return found === undefined ? undefined : await then(found);
		} finally {
			child.kill();
		}
	}
}
