import test from 'ava';
import {sentenceOf} from '../stages/sentence.js';
import type {FactsOf} from '../stages/facts.js';
import {isStopOf} from '../stages/stop-of.js';
import {deployment, documents, ingress, service} from '../testing/manifests.js';
import {must} from '../testing/must.js';
import {Trial} from '../testing/trial.js';

/** The sender of a request; a review's question is about another user. */
const usernameOf = (facts: FactsOf<'apiserver.authorize'>): string =>
	'authorizer' in facts && facts.user ? facts.user.username : '';

const template = '{metadata: {labels: {app: other}}, spec: {containers: [{name: main, image: nginx:1.27}]}}';
const once =
	'{spec: {restartPolicy: Never, containers: [{name: main, image: busybox:1.36, command: [sh, -c, exit 0]}]}}';
const others = `
{apiVersion: apps/v1, kind: StatefulSet, metadata: {name: db}, spec: {serviceName: db, selector: {matchLabels: {app: other}}, template: ${template}, volumeClaimTemplates: [{metadata: {name: data}, spec: {accessModes: [ReadWriteOnce], resources: {requests: {storage: 1Gi}}}}]}}
---
{apiVersion: apps/v1, kind: DaemonSet, metadata: {name: agent}, spec: {selector: {matchLabels: {app: other}}, template: ${template}}}
---
{apiVersion: v1, kind: ReplicationController, metadata: {name: old}, spec: {selector: {app: other}, template: ${template}}}
---
{apiVersion: batch/v1, kind: Job, metadata: {name: once}, spec: {ttlSecondsAfterFinished: 5, template: ${once}}}
---
{apiVersion: batch/v1, kind: CronJob, metadata: {name: often}, spec: {schedule: '* * * * *', jobTemplate: {spec: {template: ${once}}}}}
---
{apiVersion: policy/v1, kind: PodDisruptionBudget, metadata: {name: web}, spec: {minAvailable: 1, selector: {matchLabels: {app: web}}}}
---
{apiVersion: autoscaling/v2, kind: HorizontalPodAutoscaler, metadata: {name: web}, spec: {maxReplicas: 3, scaleTargetRef: {apiVersion: apps/v1, kind: Deployment, name: web}}}
---
{apiVersion: v1, kind: ResourceQuota, metadata: {name: most}, spec: {hard: {pods: '50'}}}
---
{apiVersion: v1, kind: Service, metadata: {name: outside}, spec: {ports: [{port: 80}]}}
---
{apiVersion: v1, kind: Endpoints, metadata: {name: outside}, subsets: [{addresses: [{ip: 192.0.2.7}], ports: [{port: 80}]}]}
`;

const trial = new Trial({nodes: [{name: 'node-a'}, {name: 'node-b'}]});
trial.kubectl('apply -f all.yaml', {'all.yaml': documents(deployment(), service, ingress, others)});
trial.pass(70_000);
for (const command of [
	'patch pvc data-db-0 --type merge -p {"spec":{"resources":{"requests":{"storage":"2Gi"}}}}',
	'set image deployment/web web=nginx:1.28',
	'rollout restart statefulset/db',
	'rollout restart daemonset/agent',
	'taint nodes node-b away=soon:NoExecute',
	'create namespace shop',
	'delete namespace shop --wait=false',
	'delete --wait=false statefulset/db daemonset/agent rc/old pvc/data-db-0 deployment/web service/web service/outside',
]) {
	trial.kubectl(command);
}

trial.pass(60_000);

const authorizations = trial.recording.stops
	.slice(0)
	.flatMap((stop) => (isStopOf(stop, 'apiserver.authorize') ? [stop] : []));

test('A4: whatever the components ask for, some rule of their own allows', (t) => {
	const asked = authorizations.filter(({process}) => !process.startsWith('kubectl/'));
	t.true(asked.length > 500);
	t.deepEqual([...new Set(asked.flatMap((stop) => (stop.outcome === 'refused' ? [sentenceOf(stop)] : [])))], []);
	t.deepEqual([...new Set(asked.map(({facts}) => ('authorizer' in facts ? facts.authorizer : '')))].toSorted(), [
		'Node',
		'RBAC',
	]);
});

test('A3: each component has an identity of its own, and what serves none of them falls back to the administrator', (t) => {
	const users = new Map<string, Set<string>>();
	for (const {process, facts} of authorizations) {
		const name = process
			.split('/')
			.slice(0, process.startsWith('controller-manager/') ? 2 : 1)
			.join('/');
		users.set(name, (users.get(name) ?? new Set()).add(usernameOf(facts)));
	}

	const account = (name: string) => `system:serviceaccount:kube-system:${name}`;
	const itself = 'system:kube-controller-manager';
	for (const [process, ...expected] of [
		['controller-manager/informers', itself],
		['controller-manager/deployment', itself, account('deployment-controller')],
		['controller-manager/replicaset', itself, account('replicaset-controller')],
		['controller-manager/garbage-collector', itself, account('generic-garbage-collector')],
		['controller-manager/taint-eviction', itself, account('node-controller')],
		['controller-manager/persistentvolume-binder', itself, account('persistent-volume-binder')],
		['kube-scheduler', 'system:kube-scheduler'],
		['kubelet', 'system:node:node-a', 'system:node:node-b'],
		['kube-proxy', account('kube-proxy')],
		['flanneld', account('flannel')],
		['coredns', account('coredns')],
		['ingress-controller', account('ingress-nginx')],
		['mesh', account('istiod')],
		['csi-provisioner', account('csi-hostpathplugin-sa')],
	] as const) {
		t.deepEqual([...must(users.get(process), process)].toSorted(), [...expected].toSorted(), process);
	}

	const administrators = [...users].flatMap(([process, names]) => (names.has('kubernetes-admin') ? [process] : []));
	t.deepEqual(administrators, ['kubectl']);
});

test('A controller whose service account is deleted is unknown once, then creates the account again', (t) => {
	const world = new Trial({nodes: [{name: 'node-a'}]});
	world.kubectl('delete serviceaccount deployment-controller -n kube-system');
	const from = world.step;
	world.kubectl('apply -f web.yaml', {'web.yaml': deployment({replicas: 1})});
	world.rest();
	const answers = world.recording.stops
		.slice(from)
		.flatMap(({process, stage, facts}) =>
			process === 'controller-manager/deployment' && stage === 'apiserver.respond' ? [facts?.['code']] : [],
		);
	t.deepEqual(answers.slice(0, 4), [401, 404, 201, 201]);
	t.regex(world.kubectl('get deployment web').stdout, /1\/1/);
});

test('A rule that is taken from a controller is missed by it, and by nobody else', (t) => {
	const world = new Trial({nodes: [{name: 'node-a'}]});
	world.kubectl('delete clusterrolebinding system:controller:replicaset-controller');
	world.begin('apply -f web.yaml', {'web.yaml': deployment({replicas: 1})});
	world.pass(2000);
	const [why = ''] = world
		.at('controller.replicaset.create')
		.flatMap((stop) => (stop.outcome ? [sentenceOf(stop)] : []));
	t.regex(why, /User "system:serviceaccount:kube-system:replicaset-controller" cannot create resource "pods"/);
});
