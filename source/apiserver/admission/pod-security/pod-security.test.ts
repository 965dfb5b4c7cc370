import test from 'ava';
import {violationsOf} from './policy.js';

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
