import test from 'ava';
import {formatError} from '../../objects/field-error.js';
import {prepareForCreate, setDefaults, validateCreate, validateUpdate} from '../../testing/intake.js';

const pod = (spec: object, metadata: object = {}): object => ({
	apiVersion: 'v1',
	kind: 'Pod',
	metadata: {name: 'web', namespace: 'default', resourceVersion: '1', ...metadata},
	spec: {serviceAccountName: 'default', containers: [{name: 'main', image: 'nginx'}], ...spec},
});
const created = (object: object): string[] => validateCreate(setDefaults(object)).map((error) => formatError(error));
const updated = (object: object, old: object, subresource = ''): string[] => [
	...new Set(validateUpdate(setDefaults(object), setDefaults(old), subresource).map((error) => formatError(error))),
];
const volume = (source: object): object => pod({volumes: [{name: 'data', ...source}]});
const long = 'x'.repeat(64);

const refusals: ReadonlyArray<readonly [string, object, readonly string[]]> = [
	[
		'an iSCSI initiator that makes one long name of volume and portal',
		volume({iscsi: {targetPortal: long, iqn: 'iqn.2020-01.org:a', lun: 1, initiatorName: 'iqn.2020-01.org:b'}}),
		[
			'spec.volumes[0].name: Invalid value: "data": Total length of <volume name>:<iscsi.targetPortal> must be under 64 characters if iscsi.initiatorName is specified.',
		],
	],
	[
		'an iSCSI name without its own part',
		volume({iscsi: {targetPortal: 'a', iqn: 'iqn.2020-01.org', lun: 1}}),
		['spec.volumes[0].iscsi.iqn: Invalid value: "iqn.2020-01.org": must be valid format'],
	],
	['a CSI volume without driver', volume({csi: {driver: ''}}), ['spec.volumes[0].csi.driver: Required value']],
	[
		'the bundle of a signer whose name has no path',
		volume({projected: {sources: [{clusterTrustBundle: {signerName: 'a', path: 'p'}}]}}),
		[
			'spec.volumes[0].projected.sources[0].clusterTrustBundle.signerName: Invalid value: "a": must be a fully qualified domain and path of the form',
		],
	],
	[
		'metadata of a claim template but labels and annotations, in the order of the struct',
		volume({
			ephemeral: {
				volumeClaimTemplate: {
					metadata: {finalizers: ['a/b'], uid: '1', name: 'x', labels: {a: 'b'}},
					spec: {accessModes: ['ReadWriteOnce'], resources: {requests: {storage: '1Gi'}}},
				},
			},
		}),
		['name', 'uID', 'finalizers'].map(
			(name) => `spec.volumes[0].ephemeral.volumeClaimTemplate.metadata.${name}: Forbidden: cannot be set`,
		),
	],
	[
		'sysctls of the node, written with slashes',
		pod({hostNetwork: true, securityContext: {sysctls: [{name: 'net/ipv4/ip_forward', value: '1'}]}}),
		[
			'spec.securityContext.sysctls[0].name: Invalid value: "net/ipv4/ip_forward": may not be specified when \'hostNetwork\' is true',
		],
	],
	[
		'a seccomp annotation beside another profile in the field',
		pod(
			{securityContext: {seccompProfile: {type: 'RuntimeDefault'}}},
			{annotations: {'seccomp.security.alpha.kubernetes.io/pod': 'unconfined'}},
		),
		['spec.securityContext.seccompProfile.type: Forbidden: seccomp type in annotation and field must match'],
	],
	[
		'a deletion cost with a sign',
		pod({}, {annotations: {'controller.kubernetes.io/pod-deletion-cost': '+5'}}),
		['metadata.annotations[controller.kubernetes.io/pod-deletion-cost]: Invalid value: "+5": must be a 32bit integer'],
	],
	[
		'block devices in a user namespace',
		pod({
			hostUsers: false,
			volumes: [{name: 'data', persistentVolumeClaim: {claimName: 'c'}}],
			containers: [{name: 'main', image: 'nginx', volumeDevices: [{name: 'data', devicePath: '/dev/a'}]}],
		}),
		['spec.containers[0].volumeDevices: Forbidden: when `hostUsers` is false'],
	],
];

for (const [title, object, errors] of refusals) {
	test(`a new Pod may not have ${title}`, (t) => {
		const found = created(object);
		t.is(found.length, errors.length, found.join('\n'));
		for (const [index, error] of errors.entries()) {
			t.true(found[index]!.startsWith(error), found[index]);
		}
	});
}

test('a template is refused for annotations that contradict its fields', (t) => {
	const {spec} = pod({securityContext: {seccompProfile: {type: 'Localhost', localhostProfile: 'a'}}}) as {spec: object};
	const annotations = {'seccomp.security.alpha.kubernetes.io/pod': 'localhost/b'};
	t.deepEqual(
		created({
			apiVersion: 'apps/v1',
			kind: 'Deployment',
			metadata: {name: 'web', namespace: 'default'},
			spec: {
				selector: {matchLabels: {app: 'web'}},
				template: {metadata: {labels: {app: 'web'}, annotations}, spec},
			},
		}),
		[
			'spec.template.spec.securityContext.seccompProfile.localhostProfile: Forbidden: seccomp profile in annotation and field must match',
		],
	);
});

test('the server drops fields of features that are off', (t) => {
	const object = pod({
		schedulingGroup: {podGroupName: 'g'},
		containers: [{name: 'main', image: 'nginx', lifecycle: {stopSignal: 'SIGTERM'}}],
		volumes: [{name: 'a', projected: {sources: [{clusterTrustBundle: {name: 'b', path: 'p'}}]}}],
	});
	const {spec} = prepareForCreate(object) as {spec: Record<string, never>};
	t.deepEqual(Object.keys(spec).sort(), ['containers', 'serviceAccountName', 'volumes']);
	t.deepEqual(spec['containers'], [{name: 'main', image: 'nginx'}] as never);
	t.deepEqual(spec['volumes'], [{name: 'a', projected: {sources: [{}]}}] as never);
	t.deepEqual(
		prepareForCreate({
			apiVersion: 'coordination.k8s.io/v1',
			kind: 'Lease',
			metadata: {name: 'a'},
			spec: {strategy: 'x', preferredHolder: 'y', holderIdentity: 'z'},
		}).spec as object,
		{holderIdentity: 'z'},
	);
});

const term = (key: string): object => ({matchExpressions: [{key, operator: 'In', values: ['a']}]});
const gated = (terms: readonly object[]): object =>
	pod({
		schedulingGates: [{name: 'wait'}],
		affinity: {nodeAffinity: {requiredDuringSchedulingIgnoredDuringExecution: {nodeSelectorTerms: terms}}},
	});

test("where a gated Pod may go only becomes narrower, and the refusal quotes Go's own form", (t) => {
	const path = 'spec.affinity.nodeAffinity.requiredDuringSchedulingIgnoredDuringExecution.nodeSelectorTerms';
	t.deepEqual(updated(gated([term('b')]), gated([term('a')])), [
		`${path}[0]: Invalid value: {"MatchExpressions":[{"Key":"b","Operator":"In","Values":["a"]}],"MatchFields":null}: only additions are allowed (no mutations or deletions)`,
	]);
	t.is(updated(gated([term('a'), term('b')]), gated([term('a')])).length, 1);
	t.is(updated(gated([term('a')]), gated([{}])).length, 1);
});

test('annotations for AppArmor and mirrors stay as they are', (t) => {
	const key = 'container.apparmor.security.beta.kubernetes.io/main';
	t.deepEqual(updated(pod({}, {annotations: {[key]: 'unconfined'}}), pod({})), [
		`metadata.annotations[${key}]: Forbidden: may not add AppArmor annotations`,
	]);
	t.deepEqual(updated(pod({}), pod({}, {annotations: {[key]: 'unconfined'}})), [
		`metadata.annotations[${key}]: Forbidden: may not remove or update AppArmor annotations`,
	]);
});

const withStatus = (status: object): object => ({...pod({restartPolicy: 'Never'}), status});
const statusRefusals: ReadonlyArray<readonly [string, object, object, string]> = [
	[
		'a container that has ended runs again',
		{containerStatuses: [{name: 'main', state: {running: {}}}]},
		{containerStatuses: [{name: 'main', state: {terminated: {exitCode: 0}}}]},
		'status.containerStatuses[0].state: Forbidden: may not be transitioned to non-terminated state',
	],
	[
		'two addresses of one family',
		{podIP: '10.0.0.1', podIPs: [{ip: '10.0.0.1'}, {ip: '10.0.0.2'}]},
		{},
		'status.podIPs: Invalid value: [{"IP":"10.0.0.1"},{"IP":"10.0.0.2"}]: may specify no more than one IP for each IP family',
	],
	[
		'a condition that nobody can name',
		{conditions: [{type: 'a b', status: 'True'}]},
		{},
		'status.conditions[0].Type: Invalid value: "a b": name part must consist of',
	],
	[
		'a condition has seen less than nothing',
		{conditions: [{type: 'Ready', status: 'True', observedGeneration: -1}]},
		{},
		'status.conditions[0].observedGeneration: Invalid value: -1: must be a non-negative integer',
	],
	[
		'less than nothing has been seen',
		{observedGeneration: -1},
		{},
		'status.observedGeneration: Invalid value: -1: must be a non-negative integer',
	],
	[
		'a user is no number',
		{containerStatuses: [{name: 'main', user: {linux: {uid: -1, gid: 0}}}]},
		{},
		'status.containerStatuses[0].user.linux.uid: Invalid value: -1: must be between 0 and 2147483647, inclusive',
	],
	[
		'a claim for extended resources stands for nothing',
		{extendedResourceClaimStatus: {requestMappings: [], resourceClaimName: 'a'}},
		{},
		'status.extendedResourceClaimStatus.requestMappings: Required value: at least one request mapping is required',
	],
	[
		'a claim stands for a resource that a container does not ask for',
		{
			extendedResourceClaimStatus: {
				requestMappings: [{containerName: 'main', resourceName: 'a.b/c', requestName: 'd'}],
				resourceClaimName: 'a',
			},
		},
		{},
		'status.extendedResourceClaimStatus.requestMappings[0].resourceName: Invalid value: "a.b/c": must match the extended resource name of an entry',
	],
	[
		'a claim that the Pod does not have',
		{resourceClaimStatuses: [{name: 'gpu'}]},
		{},
		'status.resourceClaimStatuses[0].name: Invalid value: "gpu": must match the name of an entry in `spec.resourceClaims`',
	],
];

for (const [title, status, before, error] of statusRefusals) {
	test(`a status of a Pod is refused in which ${title}`, (t) => {
		const found = updated(withStatus(status), withStatus(before), 'status');
		t.is(found.length, 1, found.join('\n'));
		t.true(found[0]!.startsWith(error), found[0]);
	});
}

test('Pods of the node itself get no debugging containers', (t) => {
	const own = pod({nodeName: 'a'}, {annotations: {'kubernetes.io/config.mirror': 'x'}});
	t.deepEqual(updated(own, own, 'ephemeralcontainers'), [
		'[]: Forbidden: static pods do not support ephemeral containers',
	]);
	t.deepEqual(updated(own, own, 'resize'), ['[]: Forbidden: static pods cannot be resized']);
});

test('Pods of the node itself have no claims', (t) => {
	const resourceClaims = [{name: ''}, {name: 'b', resourceClaimName: 'c'}];
	const own = pod({nodeName: 'a', resourceClaims}, {annotations: {'kubernetes.io/config.mirror': 'x'}});
	const error = '[]: Forbidden: static pods do not support resource claims';
	t.deepEqual(created(own), [error, error]);
});

test('what only Linux has may be said not to be wanted on Windows', (t) => {
	const windows = {os: {name: 'windows'}, hostPID: false, hostIPC: false, securityContext: {sysctls: []}};
	t.deepEqual(created(pod(windows)), []);
	t.deepEqual(created(pod({...windows, hostIPC: true, shareProcessNamespace: false})), [
		'spec.hostIPC: Forbidden: cannot be set for a windows pod',
		'spec.shareProcessNamespace: Forbidden: cannot be set for a windows pod',
	]);
});

const sized = (whole: object | undefined, own: object = {}, init: object = {}): object =>
	pod({
		resources: whole,
		containers: [{name: 'main', image: 'nginx', resources: {limits: {cpu: '1', memory: '1Gi'}, ...own}}],
		initContainers: [{name: 'first', image: 'nginx', ...init}],
	});
const resizes: ReadonlyArray<readonly [string, object, object, readonly string[]]> = [
	[
		'CPU and memory of the whole Pod',
		sized({requests: {cpu: '1'}, limits: {cpu: '2'}}),
		sized({requests: {cpu: '2'}, limits: {cpu: '3', memory: '2Gi'}}),
		[],
	],
	[
		'all of the whole Pod',
		sized({limits: {cpu: '2', memory: '2Gi'}}),
		sized(undefined),
		['spec.resources: Forbidden: pod-level resources cannot be removed'],
	],
	[
		'a limit of the whole Pod, and its pages',
		sized({limits: {cpu: '2', memory: '2Gi'}}),
		sized({limits: {cpu: '2', 'hugepages-2Mi': '2Mi'}}),
		[
			'spec.resources.requests: Forbidden: pod-level resource requests cannot be removed',
			'spec.resources.limits: Forbidden: pod-level resource limits cannot be removed',
			'spec: Forbidden: only cpu and memory resources are mutable at pod-level',
		],
	],
	[
		'the names of two containers',
		sized(undefined),
		pod({
			containers: [{name: 'a', image: 'nginx', resources: {limits: {cpu: '1', memory: '1Gi'}}}],
			initContainers: [{name: 'b', image: 'nginx'}],
		}),
		[
			'spec.containers[0].name: Forbidden: containers may not be renamed or reordered on resize',
			'spec.initContainers[0].name: Forbidden: initContainers may not be renamed or reordered on resize',
		],
	],
	[
		'an init container that would have to start again',
		sized(undefined),
		sized(undefined, {}, {resizePolicy: [{resourceName: 'cpu', restartPolicy: 'NotRequired'}]}),
		['spec.initContainers[0]: Forbidden: only cpu and memory resources for init or sidecar containers are mutable'],
	],
];

for (const [title, old, now, errors] of resizes) {
	test(`a resize of ${title} is ${errors.length > 0 ? 'refused' : 'accepted'}`, (t) => {
		const found = updated(now, old, 'resize').filter((error) => !error.includes('QOS Class'));
		t.deepEqual(found, [...errors]);
	});
}

test('a container that its own rules start again may leave its end', (t) => {
	const rules = [{action: 'Restart', exitCodes: {operator: 'In', values: [42]}}];
	const container = {name: 'main', image: 'nginx', restartPolicy: 'Never', restartPolicyRules: rules};
	const at = (state: object): object => ({
		...pod({restartPolicy: 'Never', containers: [container]}),
		status: {containerStatuses: [{name: 'main', state}]},
	});
	t.deepEqual(updated(at({waiting: {}}), at({terminated: {exitCode: 42}}), 'status'), []);
	t.is(updated(at({waiting: {}}), at({terminated: {exitCode: 1}}), 'status').length, 1);
});

test('where one container may start all of them again, each may leave its end', (t) => {
	const rules = [{action: 'RestartAllContainers', exitCodes: {operator: 'In', values: [42]}}];
	const container = {name: 'main', image: 'nginx', restartPolicy: 'Never', restartPolicyRules: rules};
	const at = (state: object): object => ({
		...pod({restartPolicy: 'Never', containers: [container, {name: 'other', image: 'nginx'}]}),
		status: {containerStatuses: [{name: 'other', state}]},
	});
	t.deepEqual(updated(at({waiting: {}}), at({terminated: {exitCode: 1}}), 'status'), []);
});

for (const [requests, whole] of [
	[
		{cpu: '500m', memory: '64Mi'},
		{cpu: '1', memory: '128Mi'},
	],
	[
		{cpu: '100m', memory: '64M'},
		{cpu: '200m', memory: '128M'},
	],
	[{}, {cpu: '2', memory: '1Gi'}],
]) {
	test(`a whole Pod requests what two containers with ${JSON.stringify(requests)} do, as they write it`, (t) => {
		const containers = ['main', 'side'].map((name) => ({name, image: 'nginx', resources: {requests}}));
		const given = setDefaults(pod({resources: {limits: {cpu: '2', memory: '1Gi'}}, containers}));
		t.like(given, {spec: {resources: {requests: whole}}});
	});
}

test('a request of the whole Pod below those of its containers is refused with their sum as they are written', (t) => {
	const requests = {memory: '64M'};
	t.deepEqual(
		created(
			pod({
				resources: {requests: {memory: '10M'}},
				containers: [{name: 'main', image: 'nginx', resources: {requests}}],
			}),
		),
		[
			'spec.resources.requests[memory]: Invalid value: "10M": must be greater than or equal to aggregate container requests of 64M',
		],
	);
});
