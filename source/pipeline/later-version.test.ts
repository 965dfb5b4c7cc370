import test from 'ava';
import {textOfBytes} from '../kernel/byte-text.js';
import {Trial} from '../testing/trial.js';

const versions = [
	['1.36', false],
	['1.37', true],
] as const;

const pod = (name: string, spec: string): string => `apiVersion: v1
kind: Pod
metadata: {name: ${name}}
spec:
${spec}`;

for (const [kubernetesVersion, isLater] of versions) {
	const trialIn = (fields: object = {}) => new Trial({kubernetesVersion, nodes: [{name: 'node-a', ...fields}]});

	test(`v${kubernetesVersion}: a missing pull secret is reported ${isLater ? 'only when a pull has failed' : 'before each start'}`, (t) => {
		const trial = trialIn();
		trial.apply(pod('good', '  imagePullSecrets: [{name: none}]\n  containers: [{name: a, image: "nginx:1.27"}]\n'));
		trial.apply(pod('bad', '  imagePullSecrets: [{name: none}]\n  containers: [{name: a, image: "nginx:latst"}]\n'));
		const reported = (name: string) =>
			trial
				.kubectl(`get events --field-selector involvedObject.name=${name} -o jsonpath={.items[*].reason}`)
				.stdout.includes('FailedToRetrieveImagePullSecret');
		t.is(reported('good'), !isLater);
		t.true(reported('bad'));
	});

	test(`v${kubernetesVersion}: the kubelet ${isLater ? 'allows' : 'refuses'} the sysctls that became safe in 1.37`, (t) => {
		const trial = trialIn();
		const sysctl =
			'  securityContext: {sysctls: [{name: net.ipv4.tcp_notsent_lowat, value: "1"}]}\n  containers: [{name: a, image: "nginx:1.27"}]\n';
		trial.apply(pod('web', sysctl));
		t.is(trial.kubectl('get pod web -o jsonpath={.status.phase}').stdout, isLater ? 'Running' : 'Failed');
		trial.kubectl('create namespace safe');
		trial.kubectl('label namespace safe pod-security.kubernetes.io/enforce=baseline');
		const {stderr} = trial.apply(pod('web, namespace: safe', sysctl));
		t.is(stderr.includes('violates PodSecurity "baseline:latest"'), !isLater, stderr);
	});

	test(`v${kubernetesVersion}: PodReadyToStartContainers ${isLater ? 'says why it is False' : 'is False without a reason'}`, (t) => {
		const trial = trialIn();
		trial.apply(
			pod(
				'web',
				'  volumes: [{name: v, configMap: {name: none}}]\n  containers: [{name: a, image: "nginx:1.27", volumeMounts: [{name: v, mountPath: /v}]}]\n',
			),
		);
		const {stdout} = trial.kubectl(
			'get pod web -o jsonpath={.status.conditions[?(@.type=="PodReadyToStartContainers")].message}',
		);
		t.is(stdout, isLater ? 'no pod sandbox exists' : '');
	});

	test(`v${kubernetesVersion}: FailedScheduling ${isLater ? 'names' : 'does not name'} the node where preemption makes room`, (t) => {
		const trial = trialIn({capacity: {cpu: '1', memory: '2Gi', pods: '20'}});
		trial.apply(pod('low', '  containers: [{name: a, image: "nginx:1.27", resources: {requests: {cpu: 600m}}}]\n'));
		trial.apply('apiVersion: scheduling.k8s.io/v1\nkind: PriorityClass\nmetadata: {name: high}\nvalue: 1000\n');
		trial.apply(
			pod(
				'high',
				'  priorityClassName: high\n  containers: [{name: a, image: "nginx:1.27", resources: {requests: {cpu: 600m}}}]\n',
			),
		);
		const {stdout} = trial.kubectl(
			'get events --field-selector involvedObject.name=high,reason=FailedScheduling -o jsonpath={.items[*].message}',
		);
		t.regex(stdout, /Insufficient cpu/);
		t.is(
			stdout.includes('preemption: found a potential placement for pod on node node-a, preempting 1 victims'),
			isLater,
			stdout,
		);
	});

	test(`v${kubernetesVersion}: the table of CustomResourceDefinitions ${isLater ? 'says what they define' : 'has names and times'}`, (t) => {
		const trial = trialIn();
		const schema = 'schema: {openAPIV3Schema: {type: object}}';
		trial.apply(`apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {name: foos.example.com}
spec:
  group: example.com
  scope: Namespaced
  names: {plural: foos, kind: Foo}
  versions:
  - {name: v1, served: true, storage: true, ${schema}}
  - {name: v1beta1, served: true, storage: false, ${schema}}
  - {name: v1alpha1, served: false, storage: false, ${schema}}
`);
		const {stdout} = trial.kubectl('get crd');
		t.regex(
			stdout,
			isLater
				? /^NAME +GROUP +SCOPE +VERSIONS +CREATED AT\nfoos\.example\.com +example\.com +Namespaced +v1,v1beta1 +\d{4}-/
				: /^NAME +CREATED AT\nfoos\.example\.com +\d{4}-/,
		);
	});

	test(`v${kubernetesVersion}: a variable from a Secret holds bytes that are not UTF-8`, (t) => {
		const trial = trialIn();
		trial.apply('apiVersion: v1\nkind: Secret\nmetadata: {name: raw}\ndata: {key: Yf+AYg==}\n');
		trial.apply(
			pod(
				'web',
				'  containers: [{name: a, image: "nginx:1.27", env: [{name: KEY, valueFrom: {secretKeyRef: {name: raw, key: key}}}]}]\n',
			),
		);
		t.is(trial.kubectl('exec web -- printenv KEY').stdout, `${textOfBytes(Uint8Array.of(0x61, 0xff, 0x80, 0x62))}\n`);
	});

	test(`v${kubernetesVersion}: a new autoscaler is looked at ${isLater ? 'at once' : 'after 15 s'}`, (t) => {
		const trial = trialIn();
		const from = trial.step;
		trial.begin('apply -f web.yaml', {
			'web.yaml':
				'apiVersion: autoscaling/v2\nkind: HorizontalPodAutoscaler\nmetadata: {name: web}\nspec: {maxReplicas: 2, scaleTargetRef: {apiVersion: apps/v1, kind: Deployment, name: web}}\n',
		});
		trial.pass(5000);
		t.is(trial.at('controller.horizontal-pod-autoscaler.sync', from).length > 0, isLater);
	});
}
