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

test('metrics-server counts kubelets that do not answer: a crashed one refuses, a paused one takes 10 s', (t) => {
	const trial = new Trial({...scenario, nodes: [{name: 'node-a'}, {name: 'node-b'}]});
	trial.apply(web);
	trial.pass(30_000);
	t.like(answered(trial), {nodes: 2, silent: 0});
	trial.crash('kubelet/node-b');
	trial.pass(20_000);
	t.like(answered(trial), {nodes: 1, silent: 1});
	trial.restart('kubelet/node-b');
	trial.pass(20_000);
	t.like(answered(trial), {nodes: 2, silent: 0});
	trial.recording.submit({fault: 'pause kubelet/node-b for=1m'});
	trial.pass(30_000);
	t.like(answered(trial), {nodes: 1, silent: 1});
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
