import test from 'ava';
import type {ConfigMap} from '../../../objects/kubernetes.generated.js';
import {namespaceWith, AdmissionWorld, type Sketch} from '../../../testing/admission-world.js';
import {isPastWebhooks} from '../matching.js';
import type {WebhookAnswer} from './server.js';

const url = 'https://hooks.example.com/check';

const configuration = (
	kind: 'Mutating' | 'Validating',
	webhook: Readonly<Record<string, unknown>> = {},
	name = 'hook',
): Sketch => ({
	apiVersion: 'admissionregistration.k8s.io/v1',
	kind: `${kind}WebhookConfiguration`,
	metadata: {name},
	webhooks: [
		{
			name: `${name}.example.com`,
			clientConfig: {url},
			sideEffects: 'None',
			timeoutSeconds: 2,
			failurePolicy: 'Fail',
			rules: [{operations: ['CREATE'], apiGroups: [''], apiVersions: ['v1'], resources: ['configmaps']}],
			...webhook,
		},
	],
});

const configMap: Sketch = {
	apiVersion: 'v1',
	kind: 'ConfigMap',
	metadata: {name: 'a', namespace: 'default', labels: {team: 'x'}},
	data: {x: '1'},
};

const world = (configurations: readonly Sketch[], ...answers: readonly WebhookAnswer[]): AdmissionWorld => {
	const made = new AdmissionWorld(...namespaceWith('default'), ...configurations);
	made.webhooks = [{url, answers}];
	return made;
};

const add = (path: string, value: unknown) => ({op: 'add', path, value});

test('A7: MutatingAdmissionWebhook: the review that is sent, the answer, and what the patch changes are stops', (t) => {
	const {stops, value} = world([configuration('Mutating')], {
		patch: [add('/data/y', '2')],
		warnings: ['changed'],
	}).admit(configMap);
	const own = stops.filter(({stage}) => stage === 'apiserver.admit.mutate.MutatingAdmissionWebhook');
	t.is(own.length, 4);
	t.like((own[0]!.facts!['request'] as Record<string, unknown>)['request'], {
		operation: 'CREATE',
		name: 'a',
		namespace: 'default',
		kind: {group: '', version: 'v1', kind: 'ConfigMap'},
	});
	t.like(own[1]!.facts!['response'], {allowed: true});
	t.deepEqual(own[2]!.facts!['changed'], ['data.y']);
	t.true(own[3]!.facts!['reinvocation']);
	t.like(own[3], {facts: {found: {called: [], passed: ['hook.example.com']}}});
	t.deepEqual((value as unknown as ConfigMap).data, {x: '1', y: '2'} as never);
});

test('A7: ValidatingAdmissionWebhook: a rejection is reported in the words of the webhook', (t) => {
	const table: ReadonlyArray<readonly [WebhookAnswer, number, string]> = [
		[{allowed: false, message: 'no team'}, 400, 'admission webhook "hook.example.com" denied the request: no team'],
		[
			{allowed: false, code: 403, reason: 'Forbidden'},
			403,
			'admission webhook "hook.example.com" denied the request: Forbidden',
		],
		[{allowed: false}, 400, 'admission webhook "hook.example.com" denied the request without explanation'],
	];
	for (const [answer, code, message] of table) {
		const {failure, stops} = world([configuration('Validating')], answer).admit(configMap);
		t.like(failure?.status, {code, message});
		t.is(stops.at(-1)?.stage, 'apiserver.admit.validate.ValidatingAdmissionWebhook');
		t.is(stops.at(-1)?.outcome, 'refused');
	}
});

test('A webhook that nobody answers fails the request, or is passed over, as its failure policy says', (t) => {
	const post = `failed calling webhook "hook.example.com": failed to call webhook: Post "${url}?timeout=2s": `;
	const refused = (answer: WebhookAnswer, more = {}) =>
		world([configuration('Validating', more)], answer).admit(configMap).failure?.status.message;
	t.is(
		refused({fails: 'dial tcp 192.0.2.1:443: connect: connection refused'}),
		`Internal error occurred: ${post}dial tcp 192.0.2.1:443: connect: connection refused`,
	);
	t.is(refused({takesMs: 5000}), `Internal error occurred: ${post}context deadline exceeded`);
	t.is(refused({takesMs: 5000}, {failurePolicy: 'Ignore'}), undefined);
	const nobody = new AdmissionWorld(
		...namespaceWith('default'),
		configuration('Validating', {clientConfig: {service: {namespace: 'default', name: 'checker'}}}),
	);
	t.is(
		nobody.admit(configMap).failure?.status.message,
		'Internal error occurred: failed calling webhook "hook.example.com": failed to call webhook: Post "https://checker.default.svc:443/?timeout=2s": service "checker" not found',
	);
});

test('of several webhooks that refuse the first is reported, and each is asked', (t) => {
	const rejecting = configuration('Validating', {clientConfig: {url: `${url}/second`}}, 'second');
	const both = new AdmissionWorld(...namespaceWith('default'), configuration('Validating'), rejecting);
	both.webhooks = [
		{url, answers: [{allowed: false, message: 'the first says no'}]},
		{url: `${url}/second`, answers: [{allowed: false, message: 'the second says no'}]},
	];
	const {failure, stops} = both.admit(configMap);
	t.is(failure?.status.message, 'admission webhook "hook.example.com" denied the request: the first says no');
	t.is(stops.filter(({facts}) => facts?.['verdict'] === 'denied').length, 2);
});

test('A slow webhook takes its time, up to its timeout', (t) => {
	const slow = world([configuration('Validating')], {takesMs: 1500});
	slow.admit(configMap);
	t.is(slow.kernel.now, 1500);
	const tooSlow = world([configuration('Validating', {failurePolicy: 'Ignore'})], {takesMs: 9000});
	tooSlow.admit(configMap);
	t.is(tooSlow.kernel.now, 2000);
});

test('Selectors, conditions and rules choose the requests that a webhook sees', (t) => {
	const denies = {allowed: false, message: 'seen'};
	const table: ReadonlyArray<readonly [Readonly<Record<string, unknown>>, boolean]> = [
		[{}, true],
		[{objectSelector: {matchLabels: {team: 'y'}}}, false],
		[{namespaceSelector: {matchLabels: {kind: 'test'}}}, false],
		[{matchConditions: [{name: 'named-a', expression: "object.metadata.name == 'a'"}]}, true],
		[{matchConditions: [{name: 'not-me', expression: "request.userInfo.username != 'kubernetes-admin'"}]}, false],
		[{rules: [{operations: ['*'], apiGroups: ['*'], apiVersions: ['*'], resources: ['*/status']}]}, false],
		[
			{rules: [{operations: ['CREATE'], apiGroups: ['*'], apiVersions: ['*'], resources: ['*'], scope: 'Cluster'}]},
			false,
		],
	];
	for (const [webhook, seen] of table) {
		const {failure} = world([configuration('Validating', webhook)], denies).admit(configMap);
		t.is(failure !== undefined, seen, JSON.stringify(webhook));
	}

	const broken = world(
		[configuration('Validating', {matchConditions: [{name: 'broken', expression: 'object.absent == 1'}]})],
		denies,
	);
	t.is(
		broken.admit(configMap).failure?.status.message,
		'configmaps "a" is forbidden: expression \'object.absent == 1\' resulted in error: no such key: absent',
	);
});

test('A webhook with side effects is not called for a dry run', (t) => {
	const {failure} = world([configuration('Validating', {sideEffects: 'Some'})], {}).admit(configMap, {dryRun: true});
	t.is(failure?.status.message, 'admission webhook "hook.example.com" does not support dry run');
});

test('A webhook that wants it sees once more what a later one has changed', (t) => {
	const marks = (name: string, policy: string) => ({
		...configuration(
			'Mutating',
			{reinvocationPolicy: policy, clientConfig: {url: `https://${name}.example.com`}},
			name,
		),
	});
	const countAnswers = (policy: string): number => {
		const made = new AdmissionWorld(...namespaceWith('default'), marks('a', policy), marks('b', 'Never'));
		made.webhooks = [
			{url: 'https://a.example.com'},
			{url: 'https://b.example.com', answers: [{patch: [add('/data/b', '1')]}]},
		];
		return made
			.admit(configMap)
			.stops.filter(
				({facts}) => (facts?.['webhook'] as {name?: string})?.name === 'a.example.com' && facts?.['response'],
			).length;
	};

	t.is(countAnswers('IfNeeded'), 2);
	t.is(countAnswers('Never'), 1);
});

test('A server of the scenario answers by the first condition that holds', (t) => {
	const answers: readonly WebhookAnswer[] = [
		{when: "object.metadata.name == 'b'", allowed: false, message: 'b'},
		{when: "request.operation == 'CREATE'", allowed: false, message: 'created'},
	];
	t.regex(world([configuration('Validating')], ...answers).admit(configMap).failure!.status.message!, /created$/);
	t.throws(() => world([], {when: '1 +'}).context, {message: /does not compile/});
});

test('from 1.37 on, webhooks are not asked about reviews', (t) => {
	const asked = (group: string, plural: string, minor?: number) => isPastWebhooks({resource: {group, plural}}, minor);
	t.false(asked('authentication.k8s.io', 'tokenreviews'));
	t.false(asked('authentication.k8s.io', 'tokenreviews', 36));
	t.true(asked('authentication.k8s.io', 'tokenreviews', 37));
	t.false(asked('', 'pods', 37));
	t.true(asked('admissionregistration.k8s.io', 'validatingwebhookconfigurations'));
});
