import test from 'ava';
import {differences} from './differences.js';
import {commandWords, fill, namespaceOf} from './golden.js';
import {iptablesLines} from './look.js';
import {Score} from './score.js';
import {prefixOf} from './settle.js';

test('the namespace of a scenario is made of its id', (t) => {
	t.is(namespaceOf({id: 'api/Create/two--things'}), 't-api-reate-two-things');
	t.is(namespaceOf({id: `api/${'x'.repeat(53)}/y`}), `t-api-${'x'.repeat(53)}`);
	t.is(namespaceOf({id: 'api/x', namespace: 'default'}), 'default');
});

test('braces in a step stand for the namespace, the time and repetitions', (t) => {
	t.is(fill('{ns} {x*3}{ab*2} {now} {other}', 'here', 0), 'here xxx{ab*2} 1970-01-01T00:00:00.000Z {other}');
});

test('a recorded command line is cut at spaces, and quotes keep a word together only around all of it', (t) => {
	t.deepEqual(commandWords(`get  pod 'two words' "a 'b'" -o jsonpath={.x[?(@.y=="z")]}`), [
		'get',
		'pod',
		'two words',
		`a 'b'`,
		'-o',
		'jsonpath={.x[?(@.y=="z")]}',
	]);
});

test('differences name each path that differs', (t) => {
	const table: ReadonlyArray<readonly [expected: unknown, actual: unknown, lines: string[]]> = [
		[{a: [1, {b: 2}]}, {a: [1, {b: 2}]}, []],
		[1, '1', ['.: expected 1, got "1"']],
		[{a: 1}, {b: 1}, ['.a: expected 1, got nothing', '.b: expected nothing, got 1']],
		[{a: [1, 2]}, {a: [1]}, ['.a.1: expected 2, got nothing']],
		[{a: []}, {a: {}}, ['.a: expected [], got {}']],
		[{a: null}, {}, ['.a: expected null, got nothing']],
	];
	for (const [expected, actual, lines] of table) {
		t.deepEqual(differences(expected, actual), lines);
	}
});

test('a path counts for the keys of what it shows', (t) => {
	t.is(prefixOf('/api/v1/namespaces/n/pods'), '/registry/pods/n/');
	t.is(prefixOf('/api/v1/namespaces/n/services?x=y'), '/registry/services/specs/n/');
	t.is(prefixOf('/apis/discovery.k8s.io/v1/namespaces/n/endpointslices'), '/registry/endpointslices/n/');
	t.is(prefixOf('/api/v1/nodes/a'), '/registry/minions/a');
	t.is(prefixOf('/apis/example.com/v1/widgets'), '/registry/');
});

test('rules are cut down to those of a namespace, with the chains that they lead to', (t) => {
	const text = `*nat
:KUBE-SERVICES - [0:0]
:OUTPUT ACCEPT [0:0]
:KUBE-SVC-A - [0:0]
:KUBE-SVC-B - [0:0]
-A KUBE-SERVICES -m comment --comment "n/web cluster IP" -j KUBE-SVC-A
-A KUBE-SERVICES -m comment --comment "other/n cluster IP" -j KUBE-SVC-B
-A KUBE-SERVICES -m comment --comment "NOTE: last" -j KUBE-NODEPORTS
-A OUTPUT -j KUBE-SERVICES
-A KUBE-SVC-A -j KUBE-MARK-MASQ
-A KUBE-SVC-B -j KUBE-MARK-MASQ
COMMIT
*filter
COMMIT
`;
	t.deepEqual(iptablesLines(text, 'n'), [
		'*nat',
		':KUBE-SERVICES - [0:0]',
		':KUBE-SVC-A - [0:0]',
		'-A KUBE-SERVICES -m comment --comment "n/web cluster IP" -j KUBE-SVC-A',
		'-A KUBE-SVC-A -j KUBE-MARK-MASQ',
		'COMMIT',
		'*filter',
		'COMMIT',
	]);
	t.deepEqual(iptablesLines(text, undefined), [
		'*nat',
		':KUBE-SERVICES - [0:0]',
		':OUTPUT ACCEPT [0:0]',
		'-A KUBE-SERVICES -m comment --comment "NOTE: last" -j KUBE-NODEPORTS',
		'-A OUTPUT -j KUBE-SERVICES',
		'COMMIT',
		'*filter',
		'COMMIT',
	]);
});

test('the score counts a golden as equal when all its answers are', (t) => {
	const score = new Score();
	score.add('api/watch/a', 2, 2);
	score.add('api/watch/b', 1, 3);
	score.add('auth/rbac/a', 1, 1);
	t.deepEqual(score.lines(), [
		'api          1 of 2 goldens, 3 of 5 answers',
		'  watch                           1 of 2 goldens, 3 of 5 answers',
		'auth         1 of 1 goldens, 1 of 1 answers',
		'total        2 of 3 goldens, 4 of 6 answers',
	]);
});
