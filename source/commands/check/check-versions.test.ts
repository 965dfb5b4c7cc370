import test from 'ava';
import {runCommand} from '../../testing/command-line.js';
import {schemaMistakes} from '../../testing/json-schema.js';
import {put, temporaryFolder} from '../../testing/temporary-folder.js';
import {versionsText} from './check-versions.js';
import {kubernetesRange} from './kubernetes-range.js';
import {checkSchema} from './outputs/json-schema.js';

const folder = temporaryFolder();
const check = async (...words: string[]) => runCommand(['check', '--jobs', '1', ...words], '', 4000);

const claim = `apiVersion: resource.k8s.io/v1
kind: ResourceClaim
metadata: {name: gpu}
spec: {}
`;
const pod = `apiVersion: v1
kind: Pod
metadata: {name: web}
spec:
  resources: {limits: {cpu: 1}}
  hostnameOverride: other
  containers: [{name: web, image: 'nginx:1.27'}]
`;
const ingress = 'apiVersion: extensions/v1beta1\nkind: Ingress\nmetadata: {name: web}\n';

const objectLines = (text: string): readonly string[] => text.split('\n').filter((line) => /^ {2}\S/.test(line));

test('a version and a range are read, and what is none says which there are', (t) => {
	t.deepEqual(kubernetesRange('1.33'), [33]);
	t.deepEqual(kubernetesRange('v1.33.4..1.35'), [33, 34, 35]);
	for (const [text, message] of [
		['1.40', 'the APIs of Kubernetes 1.40 are not known'],
		['new', '"new" is not a version of Kubernetes'],
		['1.34..1.33', '"1.34..1.33" is not a range of versions'],
		['1.33..1.34..1.35', '"1.33..1.34..1.35" is not a range of versions'],
	] as const) {
		t.throws(() => kubernetesRange(text), {message});
	}

	t.is(versionsText([31, 32, 33, 35, 36]), '1.31 to 1.33, 1.35, 1.36');
});

test('a kind that the version does not serve, a field that it has not, and a gate that is off', async (t) => {
	const file = put(folder, 'one.yaml', [claim, pod, ingress].join('---\n'));
	const {code, out} = await check(file, '--kubernetes', '1.33');
	t.is(code, 1);
	t.deepEqual(
		[...out.matchAll(/[✗!] (W\d+)-/g)].map(([, id]) => id),
		['W104', 'W107', 'W105', 'W104'],
		out,
	);
	t.regex(
		out,
		/ResourceClaim of resource\.k8s\.io\/v1 is served only from Kubernetes 1\.34 on\n +at +\S+:1:1 {2}apiVersion/,
	);
	t.regex(out, /spec\.hostnameOverride is an unknown field before Kubernetes 1\.34\n +at +\S+:11:3/);
	t.regex(out, /spec\.resources needs the feature gate PodLevelResources, which is off by default \(alpha\)/);
	t.regex(
		out,
		/Ingress of extensions\/v1beta1 is no longer served as of Kubernetes 1\.22\n.*\n.*Kubernetes 1\.33 serves Ingress of networking\.k8s\.io\/v1\./,
	);
	t.regex(out, /kinds, fields and feature gates: Kubernetes 1\.33; behaviour: Kubernetes 1\.36, as recorded/);
});

test('a range is a matrix, and findings name their versions', async (t) => {
	const file = put(folder, 'range.yaml', [claim, pod].join('---\n'));
	const {code, out} = await check(file, '--kubernetes', '1.31..1.37');
	t.is(code, 1);
	t.deepEqual(objectLines(out), [
		'  ✗ resourceclaim/default/gpu  1.31 ✗  1.32 ✗  1.33 ✗  1.34 ✓  1.35 ✓  1.36 ✓  1.37 ✓',
		'  ✗ pod/default/web  1.31 ✗  1.32 ✗  1.33 ✗  1.34 !  1.35 ✓  1.36 ✓  1.37 ✓',
	]);
	t.regex(out, /Kubernetes 1\.31 to 1\.33: spec\.hostnameOverride is an unknown field before/);
	const {out: text} = await check(file, '--kubernetes', '1.33..1.34', '-o', 'json');
	const report = JSON.parse(text);
	t.deepEqual(schemaMistakes(report, checkSchema), []);
	t.is(report.kubernetes, '1.33..1.34');
	t.deepEqual(report.files[0].objects[0].versions, {'1.33': 'error', '1.34': 'done'});
	t.deepEqual(report.files[0].objects[0].findings[0].versions, ['1.33']);
});

test('what only a later version has is noted, and not refused', async (t) => {
	const bundle =
		'apiVersion: certificates.k8s.io/v1\nkind: ClusterTrustBundle\nmetadata: {name: b}\nspec: {trustBundle: x}\n';
	const scaled =
		'apiVersion: autoscaling/v2\nkind: HorizontalPodAutoscaler\nmetadata: {name: h}\nspec: {minReplicas: 0, maxReplicas: 2, scaleTargetRef: {apiVersion: apps/v1, kind: Deployment, name: web}, metrics: [{type: External, external: {metric: {name: q}, target: {type: Value, value: 3}}}]}\n';
	const file = put(folder, 'later.yaml', [bundle, scaled].join('---\n'));
	const {out} = await check(file, '--kubernetes', '1.37');
	t.notRegex(out, /W105|W014/);
	t.is(out.match(/· W108-not-simulated-version/g)?.length, 1, out);
	t.regex(out, /· W112-not-recorded-behaviour {2}Kubernetes 1\.37: A HorizontalPodAutoscaler may have minReplicas: 0/);
	const {out: before} = await check(file, '--kubernetes', '1.36', '-q');
	t.regex(before, /W104-version-not-served/);
	t.regex(before, /W105-not-in-version\n.*spec\.minReplicas needs the feature gate HPAScaleToZero/);
});

test('in a matrix, an ignored finding does not count, and a reason names its version once', async (t) => {
	const lost =
		'apiVersion: v1\nkind: Service\nmetadata: {name: lost, annotations: {k8s-walkthrough/ignore: "W012: of another team"}}\nspec: {selector: {app: gone}, ports: [{port: 80}]}\n';
	const limited =
		'apiVersion: v1\nkind: Pod\nmetadata: {name: web}\nspec:\n  initContainers: [{name: side, image: "nginx:1.27", restartPolicy: Always, resources: {limits: {ephemeral-storage: 1Gi}}}]\n  containers: [{name: main, image: "redis:7"}]\n';
	const {out} = await check(put(folder, 'ignored.yaml', [lost, limited].join('---\n')), '--kubernetes', '1.36..1.37');
	t.deepEqual(objectLines(out), ['  · service/default/lost  1.36 ✓  1.37 ✓', '  · pod/default/web  1.36 ✓  1.37 ·']);
	t.regex(out, /· W112-not-recorded-behaviour {2}Kubernetes 1\.37: The kubelet evicts a Pod whose sidecar/);
});

test('a deprecated kind is a warning from its version on', async (t) => {
	const file = put(folder, 'endpoints.yaml', 'apiVersion: v1\nkind: Endpoints\nmetadata: {name: e}\n');
	t.false((await check(file, '--kubernetes', '1.32')).out.includes('W106'));
	const {code, out} = await check(file, '--kubernetes', '1.33');
	t.is(code, 0);
	t.regex(out, /! W106-deprecated-version\n.*Endpoints of v1 has been deprecated since Kubernetes 1\.33/);
});

test('the version comes from the settings and from the scenario too', async (t) => {
	const file = put(folder, 'claim.yaml', claim);
	const settings = put(folder, 'settings.yaml', 'kubernetesVersion: 1.33\n');
	t.regex((await check(file, '--config', settings)).out, /W104/);
	const scenario = put(folder, 'scenario.yaml', 'kubernetesVersion: 1.33\n');
	t.regex((await check(file, '--cluster', scenario)).out, /W104/);
	t.is((await check(file, '--cluster', scenario, '--kubernetes', '1.34')).code, 0);
	const wrong = put(folder, 'wrong.yaml', 'kubernetesVersion: 1.29\n');
	const {code, err} = await check(file, '--cluster', wrong);
	t.is(code, 2);
	t.regex(err, /wrong\.yaml:1:20 {2}the APIs of Kubernetes 1\.29 are not known\n {2}write one from 1\.31 to 1\.37/);
	const range = await check(file, '--kubernetes', '1.33..1.34', '--fix=diff');
	t.is(range.code, 2);
	t.regex(range.err, /--fix works for only one version of Kubernetes/);
});
