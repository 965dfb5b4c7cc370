import test from 'ava';
import {makesPodsOf} from './custom-pods.js';

const custom = (apiVersion: string, kind: string, name: string, spec: unknown) => ({
	apiVersion,
	kind,
	name,
	value: {apiVersion, kind, metadata: {name}, spec},
});

const prometheus = custom('monitoring.coreos.com/v1', 'Prometheus', 'k8s', {podMetadata: {labels: {team: 'ops'}}});
const rollout = custom('argoproj.io/v1alpha1', 'Rollout', 'web', {template: {metadata: {labels: {app: 'web'}}}});

for (const [title, resource, selector, makes] of [
	['a Pod template', rollout, {app: 'web'}, true],
	['a Pod template with other labels', rollout, {app: 'api'}, false],
	['labels of prometheus-operator', prometheus, {'app.kubernetes.io/name': 'prometheus', prometheus: 'k8s'}, true],
	['its own labels beside them', prometheus, {team: 'ops', 'app.kubernetes.io/instance': 'k8s'}, true],
	['another Prometheus', prometheus, {prometheus: 'other'}, false],
	[
		'a cluster of a database by its name',
		custom('postgresql.cnpg.io/v1', 'Cluster', 'db', {instances: 3}),
		{'cnpg.io/cluster': 'db'},
		true,
	],
	[
		'a resource without Pods by its name',
		custom('cert-manager.io/v1', 'Certificate', 'web', {secretName: 'web-tls'}),
		{app: 'web'},
		false,
	],
	['a built-in kind', custom('apps/v1', 'Deployment', 'web', {replicas: 1}), {app: 'web'}, false],
] as const) {
	test(`Pods of a custom resource: ${title}`, (t) => {
		t.is(makesPodsOf(resource, selector), makes);
	});
}
