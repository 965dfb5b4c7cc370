import test from 'ava';
import {ControllersWorld} from '../testing/controllers-world.js';

const annotations = {'kubernetes.io/service-account.name': 'bot'};

const world = () => {
	const tiny = new ControllersWorld('serviceaccount-token');
	tiny.create('serviceaccounts', {
		apiVersion: 'v1',
		kind: 'ServiceAccount',
		metadata: {name: 'bot', namespace: 'default'},
	});
	tiny.create('secrets', {
		apiVersion: 'v1',
		kind: 'Secret',
		type: 'kubernetes.io/service-account-token',
		metadata: {name: 'bot-token', namespace: 'default', annotations},
	});
	return tiny;
};

test('a Secret that asks for it gets the token of a service account, the root certificate and the namespace', (t) => {
	const tiny = world();
	const secret = tiny.get('secrets', 'default', 'bot-token');
	t.deepEqual(Object.keys(secret?.data ?? {}).sort(), ['ca.crt', 'namespace', 'token']);
	t.is(Buffer.from(secret?.data?.['namespace'] ?? '', 'base64').toString('utf8'), 'default');
	t.is(
		secret?.metadata.annotations?.['kubernetes.io/service-account.uid'],
		tiny.get('serviceaccounts', 'default', 'bot')?.metadata.uid,
	);
	const [, claims = ''] = Buffer.from(secret?.data?.['token'] ?? '', 'base64')
		.toString('utf8')
		.split('.');
	t.like(JSON.parse(Buffer.from(claims, 'base64url').toString('utf8')), {
		iss: 'kubernetes/serviceaccount',
		sub: 'system:serviceaccount:default:bot',
		'kubernetes.io/serviceaccount/secret.name': 'bot-token',
	});
	t.is(tiny.told('controller.serviceaccount-token.write').length, 1);
});

test('a Secret that has lost another part keeps its token', (t) => {
	const tiny = world();
	const before = tiny.get('secrets', 'default', 'bot-token')?.data;
	t.truthy(before?.['token']);
	tiny.command(() => tiny.admin.patch('secrets', 'default', 'bot-token', {data: {namespace: null}}, {type: 'merge'}));
	t.deepEqual(tiny.get('secrets', 'default', 'bot-token')?.data, before);
	t.is(tiny.told('controller.serviceaccount-token.write').length, 2);
});

test('the Secret goes with its account, and one for an account that is not there goes at once', (t) => {
	const tiny = world();
	tiny.command(() => tiny.admin.delete('serviceaccounts', 'default', 'bot'));
	t.is(tiny.get('secrets', 'default', 'bot-token'), undefined);
	tiny.create('secrets', {
		apiVersion: 'v1',
		kind: 'Secret',
		type: 'kubernetes.io/service-account-token',
		metadata: {name: 'early', namespace: 'default', annotations},
	});
	t.is(tiny.get('secrets', 'default', 'early'), undefined);
	t.is(tiny.told('controller.serviceaccount-token.delete').length, 2);
});

test('an account that is made anew gives its old Secret a new owner', (t) => {
	const tiny = world();
	const [uid, name] = ['kubernetes.io/service-account.uid', 'bot'];
	tiny.command(() =>
		tiny.admin.patch('secrets', 'default', 'bot-token', {metadata: {annotations: {[uid]: 'older'}}}, {type: 'merge'}),
	);
	t.is(
		tiny.get('secrets', 'default', 'bot-token')?.metadata.annotations?.[uid],
		tiny.get('serviceaccounts', 'default', name)?.metadata.uid,
	);
});

test('a Secret of a token is deleted with its uid, so that one of the same name stays', (t) => {
	const tiny = world();
	const uid = tiny.get('secrets', 'default', 'bot-token')?.metadata.uid;
	tiny.command(() => tiny.admin.delete('serviceaccounts', 'default', 'bot'));
	t.is(tiny.get('secrets', 'default', 'bot-token'), undefined);
	const request = tiny.requests.findLast(({method, path}) => method === 'DELETE' && path.endsWith('/bot-token'));
	t.like(request?.body, {preconditions: {uid}});
});
