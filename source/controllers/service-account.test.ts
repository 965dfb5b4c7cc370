import test from 'ava';
import type {Namespace} from '../objects/kubernetes.generated.js';
import type {Sketched} from '../testing/tiny-server.js';
import {webPod, ControllersWorld} from '../testing/controllers-world.js';

const namespace = (name: string): Sketched<Namespace> => ({
	apiVersion: 'v1',
	kind: 'Namespace',
	metadata: {name},
	spec: {finalizers: ['kubernetes']},
	status: {phase: 'Active'},
});

test('every namespace gets the service account default and the root certificate, again if they are deleted', (t) => {
	const tiny = new ControllersWorld('serviceaccount', 'root-ca-certificate-publisher');
	tiny.create('namespaces', namespace('shop'));
	t.truthy(tiny.get('serviceaccounts', 'shop', 'default'));
	t.truthy(tiny.get('configmaps', 'shop', 'kube-root-ca.crt'));
	tiny.command(() => tiny.admin.delete('serviceaccounts', 'shop', 'default'));
	t.truthy(tiny.get('serviceaccounts', 'shop', 'default'));
	t.is(tiny.told('controller.serviceaccount.create').length, 2);
});

test('a namespace goes when everything in it is gone', (t) => {
	const tiny = new ControllersWorld('namespace');
	tiny.create('namespaces', namespace('shop'));
	tiny.create('pods', webPod('web', {metadata: {namespace: 'shop'}}));
	tiny.create('configmaps', {
		apiVersion: 'v1',
		kind: 'ConfigMap',
		metadata: {name: 'held', namespace: 'shop', finalizers: ['example.com/hold']},
	});
	tiny.command(() => tiny.admin.delete('namespaces', undefined, 'shop'));
	tiny.advance(6000);
	t.is(tiny.list('pods').length, 0);
	t.is(
		tiny
			.get('namespaces', undefined, 'shop')
			?.status?.conditions?.find(({type}) => type === 'NamespaceFinalizersRemaining')?.message,
		'Some content in the namespace has finalizers remaining: example.com/hold in 1 resource instances',
	);
	tiny.command(() => tiny.admin.patch('configmaps', 'shop', 'held', {metadata: {finalizers: []}}, {type: 'merge'}));
	tiny.advance(20_000);
	t.is(tiny.get('namespaces', undefined, 'shop'), undefined);
	t.is(tiny.told('controller.namespace.finalize').length, 1);
});
