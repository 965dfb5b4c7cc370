import test from 'ava';
import {Trial} from '../testing/trial.js';

const scenario = {
	nodes: [{name: 'node-a'}],
	metrics: {},
	images: {
		'load:1': {
			program: {name: 'load'},
			usage: [
				{cpu: '50m', memory: '20Mi'},
				{fromMs: 60_000, cpu: '400m'},
			],
		},
	},
};

const web = `
apiVersion: apps/v1
kind: Deployment
metadata: {name: web}
spec:
  selector: {matchLabels: {app: web}}
  template:
    metadata: {labels: {app: web}}
    spec: {containers: [{name: web, image: "load:1", resources: {requests: {cpu: 200m}}}]}
`;

const autoscaler = `
apiVersion: autoscaling/v2
kind: HorizontalPodAutoscaler
metadata: {name: web}
spec:
  scaleTargetRef: {apiVersion: apps/v1, kind: Deployment, name: web}
  maxReplicas: 5
  metrics: [{type: Resource, resource: {name: cpu, target: {type: Utilization, averageUtilization: 50}}}]
`;

test('kubectl top shows what containers use that have been measured', (t) => {
	const trial = new Trial(scenario);
	trial.apply(web);
	trial.pass(90_000);
	t.regex(trial.kubectl('top pods').stdout, /^NAME +CPU\(cores\) +MEMORY\(bytes\) *\nweb-\S+ +400m +20Mi *\n$/);
	t.regex(trial.kubectl('top nodes').stdout, /\nnode-a +400m +10% +20Mi +0% *\n$/);
	t.regex(trial.kubectl('top pods -A --containers').stdout, /\ndefault +web-\S+ +web +400m +20Mi *\n$/);
	t.is(trial.kubectl('top pods -n kube-public').stderr, 'No resources found in kube-public namespace.\n');
});

test('without metrics-server there is no metrics API', (t) => {
	const trial = new Trial({nodes: [{name: 'node-a'}]});
	t.is(trial.kubectl('top pods').stderr, 'error: Metrics API not available\n');
});

test('an autoscaler follows what its Pods use, up to its limit', (t) => {
	const trial = new Trial(scenario);
	trial.apply(`${web}---${autoscaler}`);
	trial.pass(180_000);
	t.is(trial.kubectl('get deployment web -o jsonpath={.spec.replicas}').stdout, '5');
	const events = trial.kubectl('get events -o custom-columns=R:.reason,M:.message --no-headers').stdout;
	t.regex(
		events,
		/SuccessfulRescale +New size: 4; reason: cpu resource utilization \(percentage of request\) above target/,
	);
	t.regex(events, /SuccessfulRescale +New size: 5; reason: cpu resource utilization/);
});

const answered = (trial: Trial) => trial.at('kubelet.usage').at(-1)?.facts;

test('metrics-server logs which kubelets do not answer: a crashed one refuses, a paused one takes 10 s', (t) => {
	const trial = new Trial({...scenario, nodes: [{name: 'node-a'}, {name: 'node-b'}]});
	trial.apply(web);
	trial.pass(30_000);
	t.like(answered(trial), {nodes: 2, failures: []});
	const address = trial.kubectl('get node node-b -o jsonpath={.status.addresses[0].address}').stdout;
	const failed = (why: string) => [{node: 'node-b', error: `Get "https://${address}:10250/metrics/resource": ${why}`}];
	trial.crash('kubelet/node-b');
	trial.pass(20_000);
	t.like(answered(trial), {nodes: 1, failures: failed(`dial tcp ${address}:10250: connect: connection refused`)});
	trial.restart('kubelet/node-b');
	trial.pass(20_000);
	t.like(answered(trial), {nodes: 2, failures: []});
	trial.recording.submit({fault: 'pause kubelet/node-b for=1m'});
	trial.pass(30_000);
	t.like(answered(trial), {nodes: 1, failures: failed('context deadline exceeded')});
});

/** Requests of the kubelet about a caller, in metrics-server's process. */
const reviews = (trial: Trial): readonly string[] =>
	trial
		.at('apiserver.route')
		.filter(({process}) => process === 'metrics-server')
		.map(({facts}) => String(facts?.['path']))
		.filter((path) => path.endsWith('reviews'));

test('a kubelet has the apiserver review the token of metrics-server, and its right to nodes/metrics; it keeps the answers', (t) => {
	const trial = new Trial(scenario);
	trial.pass(65_000);
	t.is(trial.at('kubelet.usage').length, 4);
	t.deepEqual(reviews(trial), [
		'/apis/authentication.k8s.io/v1/tokenreviews',
		'/apis/authorization.k8s.io/v1/subjectaccessreviews',
	]);
	trial.crash('kubelet/node-a');
	trial.restart('kubelet/node-a');
	trial.pass(15_000);
	t.is(reviews(trial).length, 4);
});

test('a kubelet forbids metrics-server to read its metrics without nodes/metrics, once the kept answer is over', (t) => {
	const trial = new Trial(scenario);
	trial.apply(web);
	trial.pass(60_000);
	t.regex(trial.kubectl('top nodes').stdout, /\nnode-a /);
	trial.apply(`
apiVersion: rbac.authorization.k8s.io/v1
kind: ClusterRole
metadata: {name: "system:metrics-server"}
rules:
- {apiGroups: [""], resources: [nodes, pods], verbs: [get, list, watch]}
`);
	trial.pass(60_000);
	t.like(answered(trial), {nodes: 1, failures: []});
	trial.pass(250_000);
	t.like(answered(trial), {nodes: 0, failures: [{node: 'node-a', error: 'request failed, status: "403 Forbidden"'}]});
	t.is(trial.kubectl('top nodes').stderr, 'error: metrics not available yet\n');
});

test('metrics-server reads Pods as its service account: without its ClusterRole it has no labels, and a selector finds nothing', (t) => {
	const trial = new Trial(scenario);
	trial.kubectl('delete clusterrolebinding system:metrics-server');
	trial.crash('metrics-server');
	trial.restart('metrics-server');
	trial.apply(web);
	trial.pass(60_000);
	t.true(
		trial.at('apiserver.authorize').some(({process, outcome}) => process === 'metrics-server' && outcome === 'refused'),
	);
	t.is(trial.kubectl('top pods').stderr, 'error: metrics not available yet\n');
});
