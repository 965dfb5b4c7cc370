import test from 'ava';
import {KubectlWorld} from '../../testing/kubectl-world.js';
import {alignTabs} from '../../go/tab-writer.js';
import type {ContainerStatus, EndpointSlice, EnvVar, Event, Probe, Volume} from '../../objects/kubernetes.generated.js';
import {probeText, writeContainers} from './containers.js';
import {labelFor} from './generic.js';
import {podTemplateText} from './pods.js';
import {policyRows} from './roles.js';
import {endpointsText} from './services.js';
import {longTime, writeAnnotations, writeEvents} from './text.js';
import {writePersistentSource, writeVolumes} from './volumes.js';
import {DescriptionWriter} from './writer.js';

const written = (write: (writer: DescriptionWriter) => void): string => {
	const writer = new DescriptionWriter();
	write(writer);
	return writer.text;
};

test('control sequences of a manifest do not reach the terminal', (t) => {
	t.is(
		written((writer) => writer.write(1, 'a\u001B[31mred\rb')),
		'  a^[[31mred\\rb',
	);
});

test('a long annotation, or one of several lines, stands under its key', (t) => {
	const text = written((writer) =>
		writeAnnotations(writer, 'Annotations', {
			b: 'one\ntwo\n',
			a: 'short\n',
			c: 'x'.repeat(140),
			'kubectl.kubernetes.io/last-applied-configuration': '{}',
		}),
	);
	t.is(text, `Annotations:\ta: short\n\tb:\n\t  one\n\t  two\n\tc:\n\t  ${'x'.repeat(138)}...\n`);
	t.is(
		written((writer) => writeAnnotations(writer, 'Annotations', {})),
		'Annotations:\t<none>\n',
	);
});

test('times are printed as RFC 1123 has them', (t) => {
	t.is(longTime('2026-11-20T10:00:05Z'), 'Fri, 20 Nov 2026 10:00:05 +0000');
	t.is(longTime(undefined), 'Mon, 01 Jan 0001 00:00:00 +0000');
	t.is(longTime(null), 'Mon, 01 Jan 0001 00:00:00 +0000');
	t.is(longTime('1969-12-31T23:59:59Z'), 'Wed, 31 Dec 1969 23:59:59 +0000');
});

const probes: ReadonlyArray<readonly [Probe, string]> = [
	[{exec: {command: ['cat', '/ready now']}}, 'exec [cat /ready now]'],
	[{httpGet: {port: 80, scheme: 'HTTP'}}, 'http-get http://:80'],
	[{httpGet: {path: 'a?b c', port: 'web', host: 'h', scheme: 'HTTPS'}}, 'http-get https://h:web/a%3Fb%20c'],
	[
		{httpGet: {path: "/a$&+,:;=@!'", port: 80, host: 'fd00::1', scheme: 'HTTP'}},
		'http-get http://[fd00::1]:80/a$&+,:;=@%21%27',
	],
	[{tcpSocket: {port: 5}}, 'tcp-socket :5'],
	[{grpc: {port: 9, service: 'live'}}, 'grpc <pod>:9 live'],
	[{}, 'unknown'],
];

for (const [probe, text] of probes) {
	test(`a probe is described as ${text}`, (t) => {
		const times = {
			initialDelaySeconds: 1,
			timeoutSeconds: 2,
			periodSeconds: 3,
			successThreshold: 4,
			failureThreshold: 5,
		};
		t.is(probeText({...probe, ...times}), `${text} delay=1s timeout=2s period=3s #success=4 #failure=5`);
	});
}

const environment: ReadonlyArray<readonly [Partial<EnvVar>, string]> = [
	[{value: 'a\nb'}, 'X:\ta\n      \tb'],
	[{}, 'X:\t'],
	[{valueFrom: {fieldRef: {apiVersion: 'v1', fieldPath: 'metadata.name'}}}, 'X:\tweb (v1:metadata.name)'],
	[{valueFrom: {fieldRef: {apiVersion: 'v1', fieldPath: 'status.podIP'}}}, 'X:\t (v1:status.podIP)'],
	[{valueFrom: {resourceFieldRef: {resource: 'limits.cpu', divisor: '0'}}}, 'X:\t1 (limits.cpu)'],
	[{valueFrom: {resourceFieldRef: {resource: 'limits.cpu', divisor: '1m'}}}, 'X:\t250 (limits.cpu)'],
	[{valueFrom: {resourceFieldRef: {resource: 'limits.memory'}}}, 'X:\tnode allocatable (limits.memory)'],
	[{valueFrom: {resourceFieldRef: {resource: 'requests.memory'}}}, 'X:\t0 (requests.memory)'],
	[{valueFrom: {secretKeyRef: {name: 's', key: 'k'}}}, "X:\t<set to the key 'k' in secret 's'>\tOptional: false"],
	[
		{valueFrom: {configMapKeyRef: {name: 'c', key: 'k', optional: true}}},
		"X:\t<set to the key 'k' of config map 'c'>\tOptional: true",
	],
];

for (const [variable, text] of environment) {
	test(`a variable is described as ${JSON.stringify(text)}`, (t) => {
		const container = {
			name: 'main',
			image: 'nginx',
			env: [{name: 'X', ...variable}],
			resources: {limits: {cpu: '250m'}},
		};
		const fieldValue = (path: string): string => (path === 'metadata.name' ? 'web' : '');
		const all = written((writer) => {
			writeContainers(writer, 'Containers', [container], {fieldValue});
		});
		t.true(all.includes(`    Environment:\n      ${text}\n    Mounts:\t<none>\n`), all);
	});
}

test('a container without a status tells no state, one with it how it ended', (t) => {
	const container = {name: 'main', image: 'nginx', volumeDevices: [{name: 'v', devicePath: '/dev/x'}]};
	const status = {
		name: 'main',
		image: 'nginx',
		imageID: '',
		ready: false,
		restartCount: 2,
		state: {waiting: {}},
		lastState: {terminated: {exitCode: 137, signal: 9, message: 'm'}},
	};
	const tell = (statuses: readonly ContainerStatus[]): string =>
		written((writer) => {
			writeContainers(writer, 'Containers', [container], {statuses});
		});
	t.is(
		tell([]),
		'Containers:\n  main:\n    Image:\tnginx\n    Port:\t<none>\n    Host Port:\t<none>\n    Environment:\t<none>\n    Mounts:\t<none>\n    Devices:\t<none>\n      /dev/x from v\n',
	);
	t.regex(
		tell([status]),
		/State:\tWaiting\n {4}Last State:\tTerminated\n {6}Message:\tm\n {6}Exit Code:\t137\n {6}Signal:\t9\n {6}Started:\tMon, 01 Jan 0001.*\n {6}Finished:.*\n {4}Ready:\tFalse\n {4}Restart Count:\t2\n/,
	);
});

const volumes: ReadonlyArray<readonly [Partial<Volume>, string]> = [
	[{hostPath: {path: '/p'}}, 'Path:\t/p\n    HostPathType:\t<none>'],
	[{emptyDir: {sizeLimit: '0'}}, 'Medium:\t\n    SizeLimit:\t<unset>'],
	[{csi: {driver: 'd', volumeAttributes: {b: '2', a: '1'}}}, 'VolumeAttributes:\t    a=1\n        \t    b=2'],
	[
		{iscsi: {targetPortal: 't', iqn: 'i', lun: 0, secretRef: {name: 's'}}},
		'SecretRef:\t&LocalObjectReference{Name:s,}',
	],
	[{rbd: {monitors: ['a', 'b'], image: 'i'}}, 'CephMonitors:\t[a b]\n    RBDImage:\ti'],
	[{rbd: {monitors: [], image: 'i'}}, 'SecretRef:\tnil'],
	[{flexVolume: {driver: 'd', options: {b: '2', a: '1'}}}, 'Options:\tmap[a:1 b:2]'],
	[
		{
			projected: {
				sources: [
					{configMap: {name: 'c'}},
					{downwardAPI: {}},
					{serviceAccountToken: {path: 'token', expirationSeconds: 5}},
				],
			},
		},
		'ConfigMapName:\tc\n    Optional:\tfalse\n    DownwardAPI:\ttrue\n    TokenExpirationSeconds:\t5',
	],
	[
		{ephemeral: {volumeClaimTemplate: {spec: {storageClassName: 'fast'}}}},
		'StorageClass:\tfast\n    Volume:\t\n    Labels:\t    <none>',
	],
	[{image: {reference: 'r', pullPolicy: 'Always'}}, 'Reference:\tr\n    PullPolicy:\tAlways'],
];

for (const [volume, text] of volumes) {
	test(`a volume is described as ${JSON.stringify(text)}`, (t) => {
		const all = written((writer) => {
			writeVolumes(writer, [{name: 'v', ...volume}]);
		});
		t.true(all.startsWith('Volumes:\n  v:\n    Type:\t'), all);
		t.true(all.includes(`    ${text}\n`), all);
	});
}

test('a volume of an unknown kind does no harm', (t) => {
	const strange: object = {constructor: {}, toString: 'x'};
	t.is(
		written((writer) => {
			writeVolumes(writer, [{name: 'v', ...strange}]);
		}),
		'Volumes:\n  v:\n  <unknown>\n',
	);
});

test('a PersistentVolume tells more of some sources', (t) => {
	t.is(
		written((writer) => {
			writePersistentSource(writer, {azureFile: {secretName: 's', shareName: 'h'}});
		}),
		'    Type:\tAzureFile (an Azure File Service mount on the host and bind mount to the pod)\n    SecretName:\ts\n    SecretNamespace:\t\n    ShareName:\th\n    ReadOnly:\tfalse\n',
	);
});

test('tolerations and spreading are sorted by their keys', (t) => {
	const text = podTemplateText({
		spec: {
			containers: [],
			tolerations: [
				{key: 'b', operator: 'Equal', value: 'v', effect: 'NoSchedule'},
				{key: 'a', operator: 'Exists', effect: 'NoExecute', tolerationSeconds: 30},
				{operator: 'Exists'},
			],
			topologySpreadConstraints: [
				{topologyKey: 'z', whenUnsatisfiable: 'DoNotSchedule', maxSkew: 1, labelSelector: {}},
				{topologyKey: 'h', whenUnsatisfiable: 'ScheduleAnyway', maxSkew: 2},
			],
		},
	});
	t.true(
		text.endsWith(
			'  Topology Spread Constraints:\th:ScheduleAnyway when max skew 2 is exceeded\n  \tz:DoNotSchedule when max skew 1 is exceeded for selector <none>\n  Node-Selectors:\t<none>\n  Tolerations:\top=Exists\n\ta:NoExecute op=Exists for 30s\n\tb=v:NoSchedule\n',
		),
		text,
	);
});

test('endpoints of a port are those that are ready, the first three by name', (t) => {
	const slice = (name: string, ...ips: string[]): Pick<EndpointSlice, 'endpoints' | 'ports'> => ({
		ports: [{name, port: 80}],
		endpoints: [...ips.map((ip) => ({addresses: [ip]})), {addresses: ['10.9.9.9'], conditions: {ready: false}}],
	});
	t.is(endpointsText([], ''), '<none>');
	t.is(endpointsText([slice('other', '10.0.0.1')], ''), '');
	t.is(endpointsText([slice('', 'fd00::1')], ''), '[fd00::1]:80');
	t.is(
		endpointsText([slice('', '10.0.0.1', '10.0.0.2'), slice('', '10.0.0.3', '10.0.0.4')], ''),
		'10.0.0.1:80,10.0.0.2:80,10.0.0.3:80 + 1 more...',
	);
});

test('rules are listed by resource and name, their verbs together', (t) => {
	t.deepEqual(
		policyRows([
			{apiGroups: [''], resources: ['pods'], verbs: ['get', 'list']},
			{apiGroups: ['apps'], resources: ['deployments/scale'], verbs: ['*'], resourceNames: ['a', 'b']},
			{apiGroups: [''], resources: ['pods'], verbs: ['watch', 'get']},
			{nonResourceURLs: ['/healthz'], verbs: ['get', 'post']},
		]),
		[
			['deployments.apps/scale', '[]', '[a]', '[*]'],
			['deployments.apps/scale', '[]', '[b]', '[*]'],
			['pods', '[]', '[]', '[get list watch]'],
			['', '[/healthz]', '[]', '[get]'],
			['', '[/healthz]', '[]', '[post]'],
		],
	);
});

const labels: ReadonlyArray<readonly [string, string]> = [
	['apiVersion', 'API Version'],
	['minReadySeconds', 'Min Ready Seconds'],
	['nonResourceURLs', 'Non Resource URLs'],
	['resourceUid', 'Resource UID'],
	['HTTPSProxy', 'HTTPSProxy'],
	['podIPs', 'Pod I Ps'],
	['my_field', 'my_field'],
	['a1', 'a1'],
	['__proto__', '__proto__'],
	['constructor', 'Constructor'],
];

for (const [field, label] of labels) {
	test(`the field ${field} is called ${label}`, (t) => {
		t.is(labelFor(field), label);
	});
}

const eventOf = (fields: Partial<Event>): Event => ({
	apiVersion: 'v1',
	kind: 'Event',
	metadata: {
		name: 'e',
		namespace: 'default',
		uid: 'u',
		resourceVersion: '1',
		creationTimestamp: '2026-01-01T00:00:00Z',
	},
	involvedObject: {},
	...fields,
});

test('events are listed by their last time, with the place they are about', (t) => {
	const events = [
		eventOf({
			type: 'Normal',
			reason: 'B',
			message: ' m\n',
			count: 3,
			firstTimestamp: '2026-01-01T00:00:00Z',
			lastTimestamp: '2026-01-01T00:01:00Z',
			source: {component: 'kubelet'},
			involvedObject: {fieldPath: 'spec.containers{web}'},
		}),
		eventOf({
			type: 'Warning',
			reason: 'A',
			message: 'n',
			eventTime: '2026-01-01T00:00:30Z',
			series: {count: 2, lastObservedTime: '2026-01-01T00:01:30Z'},
			reportingComponent: 'c',
		}),
	];
	t.is(
		alignTabs(
			written((writer) => {
				writeEvents(writer, events, Date.parse('2026-01-01T00:02:00Z'));
			}),
		),
		`Events:
  Type     Reason  Age                From     Message
  ----     ------  ----               ----     -------
  Warning  A       30s (x2 over 90s)  c        n
  Normal   B       60s (x3 over 2m)   kubelet  spec.containers{web}: m
`,
	);
});

const worldOf = (...names: string[]): KubectlWorld => {
	const world = new KubectlWorld();
	world.create('configmaps', ...names.map((name) => ({metadata: {name, namespace: 'default'}})));
	return world;
};

const asksForEvents = (world: KubectlWorld): boolean => world.requests.some(({path}) => path.endsWith('/events'));

test('only a single object is described with its events, unless they are asked for', (t) => {
	const one = worldOf('a');
	t.regex(one.run('describe configmap a').stdout, /\nEvents: {2}<none>\n$/);
	const two = worldOf('a', 'b');
	t.notRegex(two.run('describe configmap').stdout, /Events/);
	t.false(asksForEvents(two));
	two.run('describe configmap --show-events');
	t.true(asksForEvents(two));
	t.notRegex(one.run('describe configmap a --show-events=false').stdout, /Events/);
});

test('a name that nobody has stands for all that begin so', (t) => {
	const world = worldOf('web-1', 'web-2', 'db');
	const {stdout, code} = world.run('describe configmap web');
	t.is(code, 0);
	t.deepEqual(stdout.match(/^Name:.*$/gm), ['Name:         web-1', 'Name:         web-2']);
	t.notRegex(stdout, /Events/);
	for (const command of ['describe configmap/web', 'describe configmap nothing', 'describe configmap web other']) {
		const ran = world.run(command);
		t.is(ran.stdout, '', command);
		t.regex(ran.stderr, /NotFound/, command);
		t.is(ran.code, 1, command);
	}
});
