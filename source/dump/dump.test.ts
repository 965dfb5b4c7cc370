import test from 'ava';
import {completeScenario} from '../scenario/scenario.js';
import {Mistakes} from '../scenario/mistake.js';
import {asObject, isKind, type KubernetesObject} from '../objects/kubernetes-object.js';
import {dumpOf} from './dump.js';
import {latestTime} from './latest-time.js';
import {readDumpText} from './read-dump.js';
import {redactedObject} from './redact.js';
import {scenarioOfDump} from './scenario-of-dump.js';
import {serviceRange} from './service-range.js';

const items = (text: string) => readDumpText({file: 'dump.yaml', text, isFound: false});
const dump = (text: string) => dumpOf(items(text));
const names = (objects: readonly KubernetesObject[]) =>
	objects.map(({kind, metadata: {namespace, name}}) => [kind, namespace, name].filter(Boolean).join(' '));

test('objects keep what the server has set, and their order is that of their last writes', (t) => {
	const {objects} = dump(`
apiVersion: v1
kind: ConfigMap
metadata: {name: late, namespace: default, uid: u-1, resourceVersion: "900", creationTimestamp: "2026-02-01T00:00:00Z", finalizers: [example.org/keep]}
---
apiVersion: v1
kind: ConfigMap
metadata: {name: early, namespace: default, uid: u-2, resourceVersion: "90"}
`);
	t.deepEqual(names(objects), ['ConfigMap default early', 'ConfigMap default late']);
	t.like(objects[1]?.metadata, {uid: 'u-1', resourceVersion: '900', finalizers: ['example.org/keep']});
});

test('of an object that two files have, the one that was written last counts', (t) => {
	const text = (version: number, value: string) =>
		`apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a, namespace: default, resourceVersion: "${version}"}\ndata: {a: ${value}}\n`;
	const {objects, remarks} = dump(`${text(20, 'new')}---\n${text(9, 'old')}`);
	t.like(objects, [{data: {a: 'new'}}]);
	t.is(objects.length, 1);
	t.deepEqual(remarks, ['present more than once; the latest copy counts: ConfigMap default/a']);
	t.deepEqual(dump(`${text(20, 'same')}---\n${text(20, 'same')}`).remarks, []);
	const bare = (value: string) => text(0, value).replace(', resourceVersion: "0"', '');
	const unversioned = dump(`${bare('first')}---\n${bare('last')}`);
	t.like(unversioned.objects, [{data: {a: 'last'}}]);
	t.deepEqual(unversioned.remarks, remarks);
});

test('an Event is one object, in whichever of its two groups it was listed', (t) => {
	const event = (apiVersion: string, about: string) =>
		`apiVersion: ${apiVersion}\nkind: Event\nmetadata: {name: e, namespace: default, resourceVersion: "7"}\n${about}: {kind: Pod, name: a, namespace: default}\ntype: Normal\nreason: Started\n`;
	const {objects, remarks} = dump(`${event('v1', 'involvedObject')}---\n${event('events.k8s.io/v1', 'regarding')}`);
	t.is(objects.length, 1);
	t.deepEqual(remarks, []);
});

test('kinds that v1.36 does not know are left out, custom resources with their definition are not', (t) => {
	const {objects, remarks} = dump(`
apiVersion: policy/v1beta1
kind: PodSecurityPolicy
metadata: {name: old}
---
apiVersion: example.org/v1
kind: Widget
metadata: {name: w, namespace: default}
spec: {size: 3}
---
apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {name: widgets.example.org}
spec:
  group: example.org
  scope: Namespaced
  names: {plural: widgets, kind: Widget, singular: widget, listKind: WidgetList}
  versions: [{name: v1, served: true, storage: true, schema: {openAPIV3Schema: {type: object, x-kubernetes-preserve-unknown-fields: true}}}]
status:
  acceptedNames: {plural: widgets, kind: Widget, singular: widget, listKind: WidgetList}
  conditions: [{type: NamesAccepted, status: "True"}, {type: Established, status: "True"}]
  storedVersions: [v1]
`);
	t.true(names(objects).includes('Widget default w'));
	t.deepEqual(
		remarks.filter((remark) => remark.includes('that v1.36 does not have')),
		['left out kinds that v1.36 does not have: policy/v1beta1 PodSecurityPolicy (1)'],
	);
});

test('a field of the wrong type is told with its place; what is only invalid exists, and is remarked on', (t) => {
	const error = t.throws(
		() => dump('apiVersion: apps/v1\nkind: Deployment\nmetadata:\n  name: x\nspec:\n  replicas: three\n'),
		{instanceOf: Mistakes},
	);
	t.regex(error.toString(), /^dump\.yaml:6:3 {2}Deployment x: cannot unmarshal string/);
	const {objects, remarks} = dump(
		'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: Not_Allowed, namespace: default}\n',
	);
	t.is(objects.length, 1);
	t.regex(
		remarks[0] ?? '',
		/^v1\.36 would not accept ConfigMap default\/Not_Allowed again: metadata\.name: Invalid value/,
	);
});

test('what lacks a field that every cluster requires is left out, and remarked on', (t) => {
	const {objects, remarks} = dump('apiVersion: v1\nkind: Pod\nmetadata: {name: a, namespace: default}\nspec: {}\n');
	t.deepEqual(
		objects.filter(({kind}) => kind === 'Pod'),
		[],
	);
	t.regex(remarks[0] ?? '', /^left out Pod default\/a, which is incomplete: .*spec\.containers: Required value/);
});

test('what Pods name of a kind that the dump does not have at all is made, with its keys', (t) => {
	const {objects, remarks} = dump(`
apiVersion: v1
kind: Pod
metadata: {name: a, namespace: shop}
spec:
  serviceAccountName: builder
  priorityClassName: high
  priority: 1000
  containers:
  - name: c
    image: nginx
    env: [{name: A, valueFrom: {secretKeyRef: {name: s, key: password}}}]
    envFrom: [{configMapRef: {name: m}}]
`);
	t.deepEqual(names(objects).toSorted(), [
		'ConfigMap shop m',
		'Namespace shop',
		'Pod shop a',
		'PriorityClass high',
		'Secret shop s',
		'ServiceAccount shop builder',
	]);
	t.like(
		objects.find((object) => isKind(object, 'v1 Secret')),
		{data: {password: ''}},
	);
	t.is(remarks.length, 5);
});

test('a dump was made when the last thing in it had happened', (t) => {
	t.is(
		latestTime([
			{metadata: {creationTimestamp: '2026-01-01T00:00:00Z', deletionTimestamp: '2030-01-01T00:00:00Z'}},
			{spec: {renewTime: '2026-03-04T05:06:07.500000Z'}},
		]),
		'2026-03-04T05:06:08Z',
	);
	t.is(latestTime([{metadata: {name: 'a'}}]), undefined);
});

test('--redact leaves the keys of Secrets and nothing of their values', (t) => {
	const text = `
apiVersion: v1
kind: Secret
metadata:
  name: s
  namespace: default
  annotations: {kubectl.kubernetes.io/last-applied-configuration: '{"data":{"password":"aHVudGVyMg=="}}', a: b}
data: {password: aHVudGVyMg==}
`;
	const {objects} = dumpOf(items(text), redactedObject);
	t.notRegex(JSON.stringify(objects), /aHVudGVyMg/);
	t.like(objects, [{data: {password: 'cmVkYWN0ZWQ='}, metadata: {annotations: {a: 'b'}}}]);
});

const node = `
apiVersion: v1
kind: Node
metadata: {name: n1, labels: {zone: a}}
spec: {podCIDR: 10.1.2.0/24, taints: [{key: k, effect: NoSchedule}]}
status:
  capacity: {cpu: "2", memory: 4Gi, pods: "30"}
  addresses: [{type: InternalIP, address: 172.18.0.3}]
  conditions: [{type: Ready, status: "Unknown"}]
---
apiVersion: v1
kind: Pod
metadata:
  name: etcd-n1
  namespace: kube-system
  annotations: {kubernetes.io/config.hash: abc, kubernetes.io/config.mirror: abc, kubernetes.io/config.source: file}
spec: {nodeName: n1, containers: [{name: etcd, image: "registry.k8s.io/etcd:3.6"}]}
status: {phase: Running, containerStatuses: [{name: etcd, image: x, imageID: "x@sha256:1", ready: true, restartCount: 0}]}
`;

test('a Node becomes a simulated one of its size; a mirror Pod becomes a manifest on its disk', (t) => {
	const {scenario, remarks} = scenarioOfDump(completeScenario(), dump(node));
	t.like(scenario.nodes, [
		{
			name: 'n1',
			labels: {zone: 'a'},
			taints: [{key: 'k', effect: 'NoSchedule'}],
			capacity: {cpu: '2', memory: '4Gi', pods: '30'},
			images: ['registry.k8s.io/etcd:3.6'],
			podCIDR: '10.1.2.0/24',
			address: '172.18.0.3',
			isDown: true,
			staticPods: [{metadata: {name: 'etcd', uid: 'abc', annotations: {}}}],
		},
	]);
	t.true(remarks.some((remark) => remark.startsWith('the kubelets of nodes that are not Ready in the dump are down')));
});

test('what is missing for a faithful run is said once', (t) => {
	const {scenario, remarks} = scenarioOfDump(
		completeScenario(),
		dump(`${node}---
apiVersion: v1
kind: Pod
metadata: {name: a, namespace: default}
spec: {schedulerName: volcano, containers: [{name: c, image: x}]}
---
apiVersion: admissionregistration.k8s.io/v1
kind: ValidatingWebhookConfiguration
metadata: {name: w}
webhooks:
- name: w.example.org
  sideEffects: None
  admissionReviewVersions: [v1]
  clientConfig: {service: {namespace: gate, name: keeper}}
`),
	);
	t.true(remarks.includes('missing schedulers: volcano; Pods that name one and have no node wait'));
	t.true(remarks.includes('admission webhooks allow everything, as the simulation does not call them: gate/keeper'));
	t.like(scenario.admission.webhooks, [{service: 'gate/keeper', answers: [{allowed: true}]}]);
	t.is(remarks.length, new Set(remarks).size);
});

test('the families of a cluster are those of its Services, also where there is no ServiceCIDR', (t) => {
	const object = (fields: object): KubernetesObject => asObject(fields);
	const kubernetes = (...clusterIPs: readonly string[]) =>
		object({
			apiVersion: 'v1',
			kind: 'Service',
			metadata: {name: 'kubernetes', namespace: 'default'},
			spec: {clusterIP: clusterIPs[0], clusterIPs},
		});
	const both = object({
		apiVersion: 'v1',
		kind: 'Service',
		metadata: {name: 'web', namespace: 'default'},
		spec: {clusterIP: 'fd00:10:96::7', clusterIPs: ['fd00:10:96::7', '10.43.0.7']},
	});
	const ranges = object({
		apiVersion: 'networking.k8s.io/v1',
		kind: 'ServiceCIDR',
		metadata: {name: 'kubernetes'},
		spec: {cidrs: ['10.43.0.0/20', 'fd00:10:96::/108']},
	});
	t.is(serviceRange([kubernetes('10.43.0.1')]), '10.43.0.0/16');
	t.is(serviceRange([both, kubernetes('10.43.0.1')]), '10.43.0.0/16,fd00:10:96::/112');
	t.is(serviceRange([kubernetes('fd00:10:96::1')]), 'fd00:10:96::/112');
	t.is(serviceRange([kubernetes('10.43.0.1'), ranges]), '10.43.0.0/20,fd00:10:96::/108');
	t.is(serviceRange([both]), undefined);
});
