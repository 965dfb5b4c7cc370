import test from 'ava';
import {health} from './health.js';

const asked = (
	path: string,
	query: Record<string, string> = {},
	repeated?: Record<string, readonly string[]>,
	minor?: number,
) => health(path, {query, ...(repeated && {repeated})}, minor, (status, body) => ({status, headers: {}, body}));

test('an excluded check is reported as excluded, and one that does not exist is reported too', (t) => {
	t.is(asked('/livez').body, 'ok');
	t.is(asked('/livez', {exclude: 'etcd'}).body, 'ok');
	const lines = String(asked('/livez', {verbose: '', exclude: 'etcd'}).body).split('\n');
	t.true(lines.includes('[+]etcd excluded: ok'));
	t.true(lines.includes('[+]ping ok'));
	t.is(lines.at(-2), 'livez check passed');
	const {body} = asked('/readyz', {verbose: '', exclude: 'nope'}, {exclude: ['nope', 'ping']});
	t.regex(String(body), /^\[\+]ping excluded: ok\n/);
	t.regex(String(body), /\nwarn: some health checks cannot be excluded: no matches for "nope"\nreadyz check passed\n$/);
});

test('each check has a path', (t) => {
	t.is(asked('/readyz/etcd-readiness').status, 200);
	t.is(asked('/livez/etcd-readiness').status, 404);
});

test('the checks are those of a kube-apiserver, in its order', (t) => {
	const names = (path: string, minor?: number) =>
		String(asked(path, {verbose: ''}, undefined, minor).body)
			.split('\n')
			.flatMap((line) => /^\[\+](\S+) ok$/.exec(line)?.[1] ?? []);
	const ready = names('/readyz');
	t.deepEqual(ready.slice(0, 6), [
		'ping',
		'log',
		'etcd',
		'etcd-readiness',
		'informer-sync',
		'poststarthook/start-apiserver-admission-initializer',
	]);
	t.is(ready.at(-1), 'shutdown');
	t.is(ready.length, 37);
	t.deepEqual(
		names('/livez'),
		ready.filter((name) => !['etcd-readiness', 'informer-sync', 'shutdown'].includes(name)),
	);
	t.deepEqual(names('/healthz'), names('/livez'));
	t.is(asked('/livez/poststarthook/rbac/bootstrap-roles').body, 'ok');

	// These feature gates are on since 1.36 and 1.33.
	const older = ready.filter((name) => !/peer-endpoint|storage-readiness/.test(name));
	t.deepEqual(names('/readyz', 35), older);
	t.deepEqual(
		names('/readyz', 32),
		older.filter((name) => !name.endsWith('service-cidr-controller')),
	);
});
