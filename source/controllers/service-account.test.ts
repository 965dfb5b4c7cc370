import test from 'ava';
import type {Namespace} from '../objects/kubernetes.generated.js';
import {webPod, controllersWorld} from '../testing/controllers-world.js';

const namespace = (name: string) => ({
	apiVersion: 'v1',
	kind: 'Namespace',
	metadata: {name},
	spec: {finalizers: ['kubernetes']},
	status: {phase: 'Active'},
});

test('every namespace gets the service account default and the root certificate, again if they are deleted', (t) => {
	const tiny = controllersWorld('serviceaccount', 'root-ca-certificate-publisher');
	tiny.create('namespaces', namespace('shop'));
	t.truthy(tiny.server.get('/registry/serviceaccounts/shop/default'));
	t.truthy(tiny.server.get('/registry/configmaps/shop/kube-root-ca.crt'));
	tiny.command(() => tiny.user.delete('serviceaccounts', 'shop', 'default'));
	t.truthy(tiny.server.get('/registry/serviceaccounts/shop/default'));
	t.is(tiny.told('controller.serviceaccount.create').length, 2);
});

test('a namespace goes when everything in it is gone', (t) => {
	const tiny = controllersWorld('namespace');
	tiny.create('namespaces', namespace('shop'));
	tiny.create('pods', webPod('web', {metadata: {namespace: 'shop'}}));
	tiny.create('configmaps', {
		apiVersion: 'v1',
		kind: 'ConfigMap',
		metadata: {name: 'held', namespace: 'shop', finalizers: ['example.com/hold']},
	} as never);
	tiny.command(() => tiny.user.delete('namespaces', undefined, 'shop'));
	tiny.run(6000);
	t.is(tiny.server.all('Pod').length, 0);
	t.is(
		tiny.server
			.all<Namespace>('Namespace')[0]!
			.status!.conditions!.find(({type}) => type === 'NamespaceFinalizersRemaining')!.message,
		'Some content in the namespace has finalizers remaining: example.com/hold in 1 resource instances',
	);
	tiny.command(() => tiny.user.patch('configmaps', 'shop', 'held', {metadata: {finalizers: []}}, {type: 'merge'}));
	tiny.run(20_000);
	t.is(tiny.server.all('Namespace').length, 0);
	t.is(tiny.told('controller.namespace.finalize').length, 1);
});
