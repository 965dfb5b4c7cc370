import test from 'ava';
import {TinyServer} from '../../../testing/tiny-server.js';
import {sentenceOf} from '../../../stages/sentence.js';
import {Client} from '../../../client/client.js';
import {Kernel} from '../../../kernel/kernel.js';
import type {Pod} from '../../../objects/kubernetes.generated.js';
import {ApiServer} from '../../server.js';
import {pluginsFor} from '../plugins.js';
import {namespaceWith, podOf, AdmissionWorld} from '../../../testing/admission-world.js';

const world = (): AdmissionWorld => new AdmissionWorld(...namespaceWith('default'));

test('What Kubernetes has removed is refused by name, and says where it went', (t) => {
	t.throws(() => pluginsFor({enable: ['PodPreset']}), {
		message:
			'admission plug-in "PodPreset" was removed from Kubernetes in v1.20; name it under admission.legacy to have it all the same',
	});
	t.throws(() => pluginsFor({legacy: {Nonsense: true}}), {message: /^legacy admission plug-in "Nonsense" is unknown/});
});

test('A7: PodPreset: environment, volumes and mounts come into the Pods that a preset selects; the stop names the release that removed it', (t) => {
	const preset = {
		metadata: {name: 'database', namespace: 'default'},
		spec: {
			selector: {matchLabels: {app: 'web'}},
			env: [{name: 'DB_PORT', value: '6379'}],
			volumes: [{name: 'cache', emptyDir: {}}],
			volumeMounts: [{name: 'cache', mountPath: '/cache'}],
		},
	};
	const pod = {...podOf('web'), metadata: {name: 'web', namespace: 'default', labels: {app: 'web'}}};
	const {value, stops} = world().admit(pod, {plugins: {legacy: {PodPreset: [preset]}}});
	const {spec, metadata} = value as Pod;
	t.deepEqual(spec.containers[0]!.env, [{name: 'DB_PORT', value: '6379'}]);
	t.is(spec.containers[0]!.volumeMounts![0]!.mountPath, '/cache');
	t.is(metadata.annotations?.['podpreset.admission.kubernetes.io/podpreset-database'], '1');
	const stop = stops.find(({stage}) => stage === 'apiserver.admit.mutate.PodPreset');
	t.regex(sentenceOf(stop!), /\(Removed from Kubernetes in v1\.20\.\)$/);
	const other = world().admit(podOf('web'), {plugins: {legacy: {PodPreset: [preset]}}});
	t.is((other.value as Pod).spec.containers[0]!.env, undefined);
});

test('A7: PodSecurityPolicy: the first usable policy fills in what the Pod leaves out, and refuses what is too much', (t) => {
	const restricted = {
		metadata: {name: 'restricted'},
		spec: {volumes: ['*'], requiredDropCapabilities: ['ALL'], allowPrivilegeEscalation: false},
	};
	const plugins = {legacy: {PodSecurityPolicy: [restricted]}};
	const {value} = world().admit(podOf('web'), {plugins});
	t.is((value as Pod).metadata.annotations?.['kubernetes.io/psp'], 'restricted');
	t.deepEqual((value as Pod).spec.containers[0]!.securityContext, {
		capabilities: {drop: ['ALL']},
		allowPrivilegeEscalation: false,
	});
	t.is(
		world().admit(podOf('web', {hostNetwork: true}), {plugins}).failure?.status.message,
		'pods "web" is forbidden: unable to validate against any pod security policy: [spec.securityContext.hostNetwork: Invalid value: true: Host network is not allowed to be used]',
	);
	t.is(
		world().admit(podOf('web'), {plugins, user: {username: 'jane', groups: []}}).failure?.status.message,
		'pods "web" is forbidden: no providers available to validate pod request',
	);
});

test('A7: SecurityContextDeny: a Pod may not choose its user', (t) => {
	const {failure, stops} = world().admit(podOf('web', {securityContext: {runAsUser: 1}}), {
		plugins: {legacy: {SecurityContextDeny: true}},
	});
	t.is(failure?.status.message, 'pods "web" is forbidden: pod.Spec.SecurityContext.RunAsUser is forbidden');
	t.is(stops.at(-1)?.stage, 'apiserver.admit.validate.SecurityContextDeny');
});

test('A7: DenyEscalatingExec: nobody gets a shell in a privileged container', (t) => {
	const made = world();
	made.put(podOf('root', {}, {securityContext: {privileged: true}}));
	made.put(podOf('plain'));
	const plugins = {legacy: {DenyEscalatingExec: true}};
	const exec = (name: string) => made.admit(podOf(name), {operation: 'CONNECT', subresource: 'exec', plugins});
	t.is(
		exec('root').failure?.status.message,
		'pods "root" is forbidden: cannot exec into or attach to a privileged container',
	);
	t.is(exec('plain').failure, undefined);
	t.true(exec('plain').stops.some(({stage}) => stage === 'apiserver.admit.validate.DenyEscalatingExec'));
});

test('A9: A7: Initializers: the first in the list of pending ones acts and takes itself off; nobody sees the object before, who does not ask for it', (t) => {
	const kernel = new Kernel();
	const rules = [{apiGroups: [''], apiVersions: ['v1'], resources: ['configmaps']}];
	const server = new ApiServer(kernel, {
		tokens: [{token: 'admin', user: 'admin', groups: ['system:masters']}],
		admission: {
			legacy: {
				Initializers: [
					{name: 'first.example.com', rules, patch: {metadata: {labels: {by: 'first'}}}, takesMs: 100},
					{name: 'second.example.com', rules, patch: {data: {by: 'second'}}, takesMs: 100},
				],
			},
		},
	});
	server.start();
	const client = new Client(kernel, server.handler, 'test', {token: 'admin'});
	const path = '/api/v1/namespaces/default/configmaps';
	const names: Record<string, unknown> = {};
	let final: unknown;
	kernel.spawn('test', 'kubectl', function* () {
		yield* client.exchange('POST', path, {
			body: {apiVersion: 'v1', kind: 'ConfigMap', metadata: {name: 'a'}},
			query: {includeUninitialized: 'true'},
		});
		const seen = function* (query: Readonly<Record<string, string>>) {
			const {body} = yield* client.exchange('GET', path, {query});
			return (body as {items: ReadonlyArray<{metadata: {name: string}}>}).items
				.map(({metadata}) => metadata.name)
				.filter((name) => name !== 'kube-root-ca.crt');
		};
		names['usual'] = yield* seen({});
		names['asking'] = yield* seen({includeUninitialized: 'true'});
		names['pending'] = (yield* client.exchange('GET', `${path}/a`, {})).body;
	});
	const stops = [];
	while (kernel.now < 5000) {
		const stop = kernel.step(5000);
		if (!stop) {
			break;
		}

		stops.push(stop);
	}

	kernel.spawn('test-later', 'kubectl', function* () {
		final = (yield* client.exchange('GET', path, {})).body;
	});
	for (let stop = kernel.step(6000); stop; stop = kernel.step(6000));
	t.deepEqual(names['usual'], []);
	t.deepEqual(names['asking'], ['a']);
	t.like(names['pending'], {
		metadata: {initializers: {pending: [{name: 'first.example.com'}, {name: 'second.example.com'}]}},
	});
	const own = stops.filter(({stage}) => stage === 'apiserver.admit.mutate.Initializers');
	t.deepEqual(own.map(({facts}) => facts?.['pending']).filter(Boolean), [['second.example.com'], []]);
	t.regex(sentenceOf(own[0]!), /Removed from Kubernetes in v1\.14/);
	t.like((final as {items: readonly unknown[]}).items[0], {
		metadata: {name: 'a', labels: {by: 'first'}},
		data: {by: 'second'},
	});
});

test('A7: Initializers: a POST waits for them, also with a generated name, twice at once, and with a refusal', (t) => {
	const rules = [{apiGroups: [''], apiVersions: ['v1'], resources: ['configmaps']}];
	const server = new TinyServer({
		admission: {
			legacy: {
				Initializers: [
					{name: 'stamp.example.com', rules, patch: {metadata: {labels: {stamped: 'yes'}}}, takesMs: 100},
					{name: 'guard.example.com', rules, when: 'has(object.data)', deny: 'no data here'},
				],
			},
		},
	});
	const path = '/api/v1/namespaces/default/configmaps';
	const post = (metadata: object, more: object = {}) =>
		server.send('POST', path, {body: {apiVersion: 'v1', kind: 'ConfigMap', metadata, ...more}});
	const before = server.kernel.now;
	const made = post({generateName: 'made-'});
	t.true(server.kernel.now - before >= 100);
	t.is(made.status, 201);
	t.like(made.body, {metadata: {labels: {stamped: 'yes'}, initializers: undefined}});
	t.is(post({name: 'a'}).status, 201);
	t.is(post({name: 'a'}).status, 409);
	t.is(server.send('DELETE', `${path}/a`).status, 200);
	t.is(post({name: 'a'}).status, 201);
	t.like(post({name: 'b'}, {data: {a: '1'}}), {
		status: 403,
		body: {message: 'configmaps "b" is forbidden: no data here'},
	});
	t.is(server.send('GET', `${path}/b`).status, 404);
});
