import test from 'ava';
import {libraryCases} from '../../../testing/library-answers.js';
import {namespaceWith, podOf, AdmissionWorld} from '../../../testing/admission-world.js';
import {formatViolations, violationsOf} from './policy.js';

const texts = (spec: Readonly<Record<string, unknown>>, level: 'baseline' | 'restricted', container = {}): string[] =>
	violationsOf(
		{spec: {containers: [{name: 'main', image: 'nginx', ...container}], ...spec} as never},
		{level, version: 'latest'},
	).map(({reason, detail}) => `${reason} (${detail})`);

test('The baseline names every way out of a container', (t) => {
	const table: ReadonlyArray<readonly [object, object, string]> = [
		[{hostNetwork: true, hostPID: true}, {}, 'host namespaces (hostNetwork=true, hostPID=true)'],
		[{volumes: [{name: 'logs', hostPath: {path: '/var/log'}}]}, {}, 'hostPath volumes (volume "logs")'],
		[
			{},
			{
				ports: [
					{containerPort: 80, hostPort: 8080},
					{containerPort: 81, hostPort: 8081},
				],
			},
			'hostPort (container "main" uses hostPorts 8080, 8081)',
		],
		[
			{},
			{securityContext: {privileged: true}},
			'privileged (container "main" must not set securityContext.privileged=true)',
		],
		[
			{},
			{securityContext: {capabilities: {add: ['NET_ADMIN', 'CHOWN']}}},
			'non-default capabilities (container "main" must not include "NET_ADMIN" in securityContext.capabilities.add)',
		],
		[{securityContext: {sysctls: [{name: 'kernel.msgmax', value: '1'}]}}, {}, 'forbidden sysctls (kernel.msgmax)'],
	];
	for (const [spec, container, expected] of table) {
		t.deepEqual(texts(spec as never, 'baseline', container), [expected]);
	}

	t.deepEqual(texts({}, 'baseline'), []);
});

test('The restricted standard takes hardening on top of that', (t) => {
	const hardened = {allowPrivilegeEscalation: false, capabilities: {drop: ['ALL']}};
	const securityContext = {runAsNonRoot: true, seccompProfile: {type: 'RuntimeDefault'}};
	t.deepEqual(texts({securityContext}, 'restricted', {securityContext: hardened}), []);
	t.deepEqual(
		texts(
			{
				securityContext,
				volumes: [
					{name: 'share', nfs: {}},
					{name: 'host', hostPath: {}},
				],
			},
			'restricted',
			{securityContext: hardened},
		),
		['restricted volume types (volumes "share", "host" use restricted volume types "hostPath", "nfs")'],
	);
	t.is(texts({}, 'restricted').length, 4);
	t.deepEqual(texts({os: {name: 'windows'}, securityContext: {runAsNonRoot: true}}, 'restricted'), []);
});

test('A namespace may hold its Pods to an older version of a standard', (t) => {
	const violations = (version: string, level: 'baseline' | 'restricted', spec: object, container = {}) =>
		violationsOf(
			{spec: {containers: [{name: 'main', image: 'nginx', ...container}], ...spec} as never},
			{level, version},
		).map(({reason}) => reason);
	const keepalive = {securityContext: {sysctls: [{name: 'net.ipv4.tcp_keepalive_time', value: '1'}]}};
	t.deepEqual(violations('v1.28', 'baseline', keepalive), ['forbidden sysctls']);
	t.deepEqual(violations('v1.29', 'baseline', keepalive), []);
	const unconfined = {metadata: {annotations: {'container.seccomp.security.alpha.kubernetes.io/main': 'unconfined'}}};
	t.deepEqual(
		violationsOf(
			{...unconfined, spec: {containers: [{name: 'main', image: 'nginx'}]}},
			{level: 'baseline', version: 'v1.18'},
		),
		[
			{
				reason: 'seccompProfile',
				detail: 'forbidden annotation container.seccomp.security.alpha.kubernetes.io/main="unconfined"',
			},
		],
	);
	const probe = {livenessProbe: {httpGet: {host: '192.0.2.1', port: 80}}};
	t.deepEqual(violations('v1.33', 'baseline', {}, probe), []);
	t.deepEqual(violations('latest', 'baseline', {}, probe), ['probe or lifecycle host']);
	const windows = {os: {name: 'windows'}, securityContext: {runAsNonRoot: true}};
	t.deepEqual(violations('v1.25', 'restricted', windows), []);
	t.true(violations('v1.24', 'restricted', windows).length > 0);
	const root = {
		hostUsers: false,
		securityContext: {runAsUser: 0, seccompProfile: {type: 'RuntimeDefault'}},
	};
	const hardened = {securityContext: {allowPrivilegeEscalation: false, capabilities: {drop: ['ALL']}}};
	t.deepEqual(violations('latest', 'restricted', root, hardened), []);
	t.deepEqual(violations('v1.34', 'restricted', root, hardened), ['runAsNonRoot != true', 'runAsUser=0']);
});

const prefix = 'pod-security.kubernetes.io/';

test('Labels that ask for no standard are refused, once they come', (t) => {
	const world = new AdmissionWorld();
	const namespace = (labels: Readonly<Record<string, string>>) => ({
		apiVersion: 'v1',
		kind: 'Namespace',
		metadata: {name: 'shop', labels},
	});
	t.is(
		world.admit(namespace({[`${prefix}enforce`]: 'strict', [`${prefix}warn-version`]: '1.2'})).failure?.status.message,
		'Namespace "shop" is invalid: [metadata.labels[pod-security.kubernetes.io/enforce]: Invalid value: "strict": must be one of privileged, baseline, restricted, metadata.labels[pod-security.kubernetes.io/warn-version]: Invalid value: "1.2": must be "latest" or "v1.x"]',
	);
	const bad = namespace({[`${prefix}enforce`]: 'strict'});
	t.is(world.admit(bad, {old: bad}).failure, undefined);
});

test('A client that makes a namespace stricter is warned of the Pods that stay as they are', (t) => {
	const namespace = (level: string) => ({
		apiVersion: 'v1',
		kind: 'Namespace',
		metadata: {name: 'default', labels: {[`${prefix}enforce`]: level}},
	});
	const world = new AdmissionWorld(namespace('privileged'));
	for (const name of ['b', 'a', 'c']) {
		world.put(podOf(name, {hostNetwork: true}));
	}

	world.put(podOf('p', {}, {securityContext: {privileged: true}}));
	world.admit(namespace('baseline'), {old: namespace('privileged')});
	t.deepEqual(world.warnings, [
		'existing pods in namespace "default" violate the new PodSecurity enforce level "baseline:latest"',
		'a (and 2 other pods): host namespaces',
		'p: privileged',
	]);
});

test('Users, namespaces and runtime classes can be exempt', (t) => {
	const labels = {[`${prefix}enforce`]: 'restricted'};
	const refused = (exemptions: object) =>
		new AdmissionWorld(...namespaceWith('default', labels)).admit(podOf('web'), {plugins: {podSecurity: {exemptions}}})
			.failure !== undefined;
	t.true(refused({}));
	t.false(refused({usernames: ['kubernetes-admin']}));
	t.false(refused({namespaces: ['default']}));
});

test('A namespace that is exempt takes labels, and says that they count for nothing', (t) => {
	const told = (
		labels: Readonly<Record<string, string>>,
		old?: Readonly<Record<string, string>>,
	): readonly string[] => {
		const namespace = (own: Readonly<Record<string, string>>) => ({
			apiVersion: 'v1',
			kind: 'Namespace',
			metadata: {
				name: 'tools',
				labels: Object.fromEntries(Object.entries(own).map(([key, value]) => [prefix + key, value])),
			},
		});
		const world = new AdmissionWorld();
		world.put(podOf('p', {hostNetwork: true}));
		world.admit(namespace(labels), {
			...(old ? {old: namespace(old)} : {}),
			plugins: {podSecurity: {exemptions: {namespaces: ['tools']}, defaults: {warn: 'restricted'}}},
		});
		return world.warnings;
	};
	const ignored = (policy: string) =>
		`namespace "tools" is exempt from Pod Security, and the policy (${policy}) will be ignored`;
	t.deepEqual(told({}), []);
	t.deepEqual(told({enforce: 'privileged'}), []);
	t.deepEqual(told({enforce: 'baseline', 'audit-version': 'v1.30'}), [ignored('enforce=baseline:latest')]);
	t.deepEqual(told({enforce: 'baseline', 'enforce-version': 'v1.30', warn: 'restricted'}), [
		ignored('enforce=baseline:v1.30, warn=restricted:latest'),
	]);
	t.deepEqual(told({enforce: 'restricted'}, {enforce: 'baseline'}), [ignored('enforce=restricted:latest')]);
	t.deepEqual(told({enforce: 'baseline'}, {enforce: 'restricted'}), []);
});

test('The audit log names the standard that a Pod was held to, or what exempts it', (t) => {
	const annotated = (labels: Readonly<Record<string, string>>, exemptions: object = {}, pod = podOf('web')) => {
		const world = new AdmissionWorld(...namespaceWith('default', labels));
		world.put({apiVersion: 'node.k8s.io/v1', kind: 'RuntimeClass', metadata: {name: 'sandbox'}, handler: 'runsc'});
		world.admit(pod, {plugins: {podSecurity: {exemptions}}});
		return Object.entries(world.annotations).map(([key, value]) => `${key.replace(prefix, '')}: ${value}`);
	};
	t.deepEqual(annotated({}), ['enforce-policy: privileged:latest']);
	t.deepEqual(annotated({[`${prefix}enforce`]: 'baseline'}), ['enforce-policy: baseline:latest']);
	const strict = {[`${prefix}enforce`]: 'restricted'};
	t.deepEqual(annotated(strict, {usernames: ['kubernetes-admin']}), ['exempt: user']);
	t.deepEqual(annotated(strict, {namespaces: ['default']}), ['exempt: namespace']);
	const sandboxed = podOf('web', {runtimeClassName: 'sandbox'});
	t.deepEqual(annotated(strict, {runtimeClasses: ['sandbox']}, sandboxed), ['exempt: runtimeClass']);
	t.deepEqual(annotated({}, {runtimeClasses: ['sandbox']}, sandboxed), ['enforce-policy: privileged:latest']);
});

test('Pods violate the standards of each version as upstream finds it', (t) => {
	interface Recorded {
		readonly level: 'baseline' | 'restricted';
		readonly version: string;
		readonly metadata: {readonly annotations?: Readonly<Record<string, string>>};
		readonly spec: Parameters<typeof violationsOf>[0]['spec'];
		readonly answer: string;
	}

	const cases = libraryCases<Recorded>('pod-security');
	t.true(cases.length > 200);
	for (const {level, version, metadata, spec, answer} of cases) {
		const found = formatViolations(violationsOf({metadata, spec}, {level, version}));
		t.is(found === '' ? 'allowed' : found, answer, `${level} ${version}`);
	}
});
