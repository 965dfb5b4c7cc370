import test from 'ava';
import {containerNames} from '../pod-containers.js';
import {KubectlWorld} from '../../testing/kubectl-world.js';

const lastApplied = 'kubectl.kubernetes.io/last-applied-configuration';

/** Two Pods, one with an init container, a paused Deployment that was applied, and its autoscaler. */
const worldOf = (): KubectlWorld => {
	const world = new KubectlWorld();
	const image = 'x:1';
	const labels = {app: 'web'};
	world.create(
		'pods',
		{
			metadata: {name: 'a', namespace: 'default'},
			spec: {
				containers: [{name: 'web', image}],
				initContainers: [{name: 'setup', image}],
			},
		},
		{metadata: {name: 'b', namespace: 'default'}, spec: {containers: [{name: 'web', image}]}},
	);
	world.create('deployments.apps', {
		metadata: {name: 'web', namespace: 'default', annotations: {[lastApplied]: '{}'}},
		spec: {
			paused: true,
			selector: {matchLabels: labels},
			template: {metadata: {labels}, spec: {containers: [{name: 'web', image}]}},
		},
	});
	const uid = world.run('get deploy web -o jsonpath={.metadata.uid}').stdout;
	const revision = (number: number) => ({
		metadata: {
			name: `web-${number}`,
			namespace: 'default',
			labels,
			annotations: {'deployment.kubernetes.io/revision': String(number)},
			ownerReferences: [{apiVersion: 'apps/v1', kind: 'Deployment', name: 'web', uid, controller: true}],
		},
		spec: {
			selector: {matchLabels: labels},
			template: {metadata: {labels}, spec: {containers: [{name: 'web', image: `x:${number}`}]}},
		},
	});
	world.create('replicasets.apps', revision(1), revision(2));
	world.create('horizontalpodautoscalers.autoscaling', {
		metadata: {name: 'web', namespace: 'default'},
		spec: {maxReplicas: 1, scaleTargetRef: {apiVersion: 'apps/v1', kind: 'Deployment', name: 'web'}},
	});
	return world;
};

const managed = `Warning: resource deployments/web was previously managed with 'kubectl apply'. Rolling back will not update the ${lastApplied} annotation, which may cause unexpected behavior on future 'kubectl apply' operations. Consider using 'kubectl apply' with your previous configuration file instead.\n`;
const notOne = 'container none is not valid for pod a out of: web, setup (init)';
const mustFail = 'failed to create autoscaling/v2 HPA and the configuration is incompatible with autoscaling/v1';

// The output of kubectl v1.36.3 for the same objects.
const lines: ReadonlyArray<readonly [line: string, stdout: string, stderr: string]> = [
	['exec a -c none -- ls', '', `error: ${notOne}\n`],
	['attach a -c none', '', `error: cannot attach to the container: ${notOne}\n`],
	[
		'exec sa/default -- ls',
		'',
		'error: cannot attach to *v1.ServiceAccount: selector for *v1.ServiceAccount not implemented\n',
	],
	['logs a -c none', '', `error: ${notOne}\n`],
	['wait pod/b', '', 'error: unrecognized condition: []\n'],
	['wait pod/b --for=create --for=jsonpath={.metadata.name}=b', 'pod/b condition met\npod/b condition met\n', ''],
	[
		'wait pods --all --for=jsonpath={.metadata.name}=b --timeout=1s',
		'',
		'timed out waiting for the condition on pods/a\ntimed out waiting for the condition on pods/b\n',
	],
	[
		'rollout undo deploy/web',
		'',
		`${managed}error: you cannot rollback a paused deployment; resume it first with 'kubectl rollout resume' and try again\n`,
	],
	[
		'rollout history deploy/web',
		'deployment.apps/web \nREVISION  CHANGE-CAUSE\n1         <none>\n2         <none>\n\n',
		'',
	],
	['get pods -o NAME', 'pod/a\npod/b\n', ''],
	[
		'get pods --vmodule=x',
		'',
		`error: invalid argument "x" for "--vmodule" flag: syntax error: expect comma-separated list of filename=N\nSee 'kubectl get --help' for usage.\n`,
	],
	[
		'get pods --output-watch-events',
		'',
		'error: --output-watch-events option can only be used with --watch or --watch-only\n',
	],
	[
		'create priorityclass p --value=9999999999',
		'',
		`error: invalid argument "9999999999" for "--value" flag: strconv.ParseInt: parsing "9999999999": value out of range\nSee 'kubectl create priorityclass --help' for usage.\n`,
	],
	['config set-context', '', 'error: you must specify a non-empty context name or --current\n'],
	['autoscale deploy web --max=3', '', `error: ${mustFail}: empty input\n`],
	['autoscale deploy web --max=3 --cpu=500m', '', `error: ${mustFail}: %!w(<nil>)\n`],
	[
		'autoscale deploy web --max=3 --cpu=50%',
		'',
		'Error from server (AlreadyExists): horizontalpodautoscalers.autoscaling "web" already exists\n',
	],
];

for (const [line, stdout, stderr] of lines) {
	test(`kubectl v1.36.3: ${line}`, (t) => {
		const ran = worldOf().run(line);
		t.deepEqual({stdout: ran.stdout, stderr: ran.stderr}, {stdout, stderr});
		t.is(ran.code, stderr === '' ? 0 : 1);
	});
}

test('a Service or autoscaler that kubectl only shows has the namespace of the flag, and not that of the context', (t) => {
	const expose = 'expose deploy web --port=80 --dry-run=client -o jsonpath={.metadata.namespace}';
	t.is(worldOf().run(expose).stdout, '');
	t.is(worldOf().run(`${expose} -n default`).stdout, 'default');
	const autoscale = 'autoscale deploy web --max=3 --dry-run=client -o jsonpath={.metadata.namespace}';
	t.is(worldOf().run(autoscale).stdout, '');
	t.is(worldOf().run(`${autoscale} -n default`).stdout, 'default');
});

test('describe reads a long list to its end', (t) => {
	const {stdout} = worldOf().run('describe pods --chunk-size=1');
	t.deepEqual(stdout.match(/^Name: +\S+$/gm), ['Name:             a', 'Name:             b']);
});

test('config view shows the entries of a kubeconfig by their names', (t) => {
	const kubeconfig = 'apiVersion: v1\nkind: Config\ncontexts:\n- {name: b, context: {}}\n- {name: a, context: {}}\n';
	t.is(worldOf().run('config view -o jsonpath={.contexts[*].name}', {kubeconfig}).stdout, 'a b');
});

test('containers are named with those for looking and for setting up after the others', (t) => {
	const container = (name: string) => ({name, image: 'x:1'});
	const pod = {
		spec: {
			initContainers: [container('setup')],
			containers: [container('web'), container('side')],
			ephemeralContainers: [container('look')],
		},
	};
	t.is(containerNames(pod), 'web, side, look (ephem), setup (init)');
});
