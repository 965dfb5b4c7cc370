import test from 'ava';
import {health} from './health.js';

const asked = (path: string, query: Record<string, string> = {}, repeated?: Record<string, readonly string[]>) =>
	health(path, {query, ...(repeated && {repeated})}, (status, body) => ({status, headers: {}, body}));

test('an excluded check is reported as excluded, and one that does not exist is reported too', (t) => {
	t.is(asked('/livez').body, 'ok');
	t.is(asked('/livez', {exclude: 'etcd'}).body, 'ok');
	const lines = (asked('/livez', {verbose: '', exclude: 'etcd'}).body as string).split('\n');
	t.true(lines.includes('[+]etcd excluded: ok'));
	t.true(lines.includes('[+]ping ok'));
	t.is(lines.at(-2), 'livez check passed');
	const {body} = asked('/readyz', {verbose: '', exclude: 'nope'}, {exclude: ['nope', 'ping']});
	t.regex(body as string, /^\[\+]ping excluded: ok\n/);
	t.regex(
		body as string,
		/\nwarn: some health checks cannot be excluded: no matches for "nope"\nreadyz check passed\n$/,
	);
});

test('each check has a path', (t) => {
	t.is(asked('/readyz/etcd-readiness').status, 200);
	t.is(asked('/livez/etcd-readiness').status, 404);
});
