import test from 'ava';
import type {Pod, ResourceQuota} from '../../objects/kubernetes.generated.js';
import {namespaceWith, podOf, AdmissionWorld, type Sketch} from '../../testing/admission-world.js';

const stages = (stops: ReadonlyArray<{readonly stage: string}>): string[] => stops.map(({stage}) => stage);

test('A6: A7: a new Pod passes every plug-in in order, each a stop that says what it changed', (t) => {
	const world = new AdmissionWorld(...namespaceWith('default'));
	const {stops, value} = world.admit(podOf('web'));
	t.deepEqual(stages(stops), [
		'apiserver.admit.mutate.NamespaceLifecycle',
		'apiserver.admit.mutate.LimitRanger',
		'apiserver.admit.mutate.ServiceAccount',
		'apiserver.admit.mutate.Priority',
		'apiserver.admit.mutate.DefaultTolerationSeconds',
		'apiserver.admit.validate.LimitRanger',
		'apiserver.admit.validate.ServiceAccount',
		'apiserver.admit.validate.PodSecurity',
		'apiserver.admit.validate.Priority',
		'apiserver.admit.validate.ResourceQuota',
	]);
	t.deepEqual(stops.map(({facts}) => (facts!['changed'] as string[]).join(' ')).slice(0, 5), [
		'',
		'',
		'spec.containers[0].volumeMounts spec.serviceAccountName spec.serviceAccount spec.volumes',
		'spec.priority spec.preemptionPolicy',
		'spec.tolerations',
	]);
	t.is(stops[0]?.object, '/registry/pods/default/web');
	const {spec} = value as Pod;
	t.is(spec.serviceAccountName, 'default');
	t.regex(spec.volumes![0]!.name, /^kube-api-access-[a-z0-9]{5}$/);
	t.is(spec.containers[0]!.volumeMounts![0]!.mountPath, '/var/run/secrets/kubernetes.io/serviceaccount');
	t.deepEqual(
		spec.tolerations?.map(({key, tolerationSeconds}) => [key, tolerationSeconds]),
		[
			['node.kubernetes.io/not-ready', 300],
			['node.kubernetes.io/unreachable', 300],
		],
	);
});

test('A6: one refusal ends the chain: no later plug-in sees the request', (t) => {
	const world = new AdmissionWorld(...namespaceWith('default'));
	const {stops, failure} = world.admit(podOf('web', {serviceAccountName: 'nobody', priorityClassName: 'not-there'}));
	t.is(stops.at(-1)?.stage, 'apiserver.admit.mutate.ServiceAccount');
	t.is(stops.at(-1)?.outcome, 'refused');
	t.is(
		failure?.status.message,
		'pods "web" is forbidden: error looking up service account default/nobody: serviceaccount "nobody" not found',
	);
});

test('A7: NamespaceLifecycle: nothing is created in a namespace that is missing or terminating', (t) => {
	const world = new AdmissionWorld();
	t.is(world.admit(podOf('web')).failure?.status.message, 'namespaces "default" not found');
	world.put({apiVersion: 'v1', kind: 'Namespace', metadata: {name: 'default'}, status: {phase: 'Terminating'}});
	const {failure, stops} = world.admit(podOf('web'));
	t.is(
		failure?.status.message,
		'pods "web" is forbidden: unable to create new content in namespace default because it is being terminated',
	);
	t.is(failure?.status.details?.causes?.[0]?.reason, 'NamespaceTerminating');
	t.is(stops[0]?.stage, 'apiserver.admit.mutate.NamespaceLifecycle');
});

test('A7: NamespaceLifecycle: the namespaces of the system are not deleted', (t) => {
	const [namespace] = namespaceWith('kube-system');
	const {failure} = new AdmissionWorld().admit(namespace!, {operation: 'DELETE'});
	t.is(failure?.status.message, 'namespaces "kube-system" is forbidden: this namespace may not be deleted');
});

test('A7: ServiceAccount copies the pull secrets of the account, unless the Pod has its own', (t) => {
	const world = new AdmissionWorld(...namespaceWith('default'));
	world.put({
		apiVersion: 'v1',
		kind: 'ServiceAccount',
		metadata: {name: 'puller', namespace: 'default'},
		imagePullSecrets: [{name: 'registry'}],
	});
	const spec = {serviceAccountName: 'puller', automountServiceAccountToken: false};
	t.deepEqual((world.admit(podOf('a', spec)).value as Pod).spec.imagePullSecrets, [{name: 'registry'}]);
	const own = world.admit(podOf('b', {...spec, imagePullSecrets: [{name: 'mine'}]})).value as Pod;
	t.deepEqual(own.spec.imagePullSecrets, [{name: 'mine'}]);
	t.is(own.spec.volumes, undefined);
});

test('A7: Priority turns a class into its number, and refuses an unknown one', (t) => {
	const world = new AdmissionWorld(...namespaceWith('default'), {
		apiVersion: 'scheduling.k8s.io/v1',
		kind: 'PriorityClass',
		metadata: {name: 'high'},
		value: 1000,
		preemptionPolicy: 'Never',
	});
	t.like(world.admit(podOf('web', {priorityClassName: 'high'})).value, {
		spec: {priority: 1000, preemptionPolicy: 'Never'},
	});
	t.is(
		world.admit(podOf('web', {priorityClassName: 'nope'})).failure?.status.message,
		'pods "web" is forbidden: no PriorityClass with name nope was found',
	);
});

test('A7: Priority takes of several default classes the lowest', (t) => {
	const classOf = (name: string, value: number): Sketch => ({
		apiVersion: 'scheduling.k8s.io/v1',
		kind: 'PriorityClass',
		metadata: {name},
		value,
		globalDefault: true,
	});
	const world = new AdmissionWorld(...namespaceWith('default'), classOf('a', 20), classOf('b', 10), classOf('c', 30));
	t.like(world.admit(podOf('web')).value, {spec: {priorityClassName: 'b', priority: 10}});
});

const quota = (hard: Readonly<Record<string, string>>, used: Readonly<Record<string, string>>): Sketch => ({
	apiVersion: 'v1',
	kind: 'ResourceQuota',
	metadata: {name: 'few', namespace: 'default'},
	spec: {hard},
	status: {hard, used},
});

test('A7: ResourceQuota charges what fits, and refuses what does not in its own words', (t) => {
	const world = new AdmissionWorld(...namespaceWith('default'), quota({pods: '1'}, {pods: '0'}));
	const first = world.admit(podOf('first'));
	t.is(first.failure, undefined);
	t.is(first.stops.at(-1)?.stage, 'apiserver.admit.validate.ResourceQuota');
	t.is((world.reader.get('resourcequotas', 'default', 'few') as ResourceQuota).status?.used?.['pods'], '1');
	t.is(
		world.admit(podOf('second')).failure?.status.message,
		'pods "second" is forbidden: exceeded quota: few, requested: pods=1, used: pods=1, limited: pods=1',
	);
});

test('ResourceQuota names the containers that leave a limited resource unsaid', (t) => {
	const hard = {'requests.cpu': '1', 'requests.memory': '1Gi', 'limits.cpu': '2', 'limits.memory': '2Gi'};
	const used = {'requests.cpu': '0', 'requests.memory': '0', 'limits.cpu': '0', 'limits.memory': '0'};
	const world = new AdmissionWorld(...namespaceWith('default'), quota(hard, used));
	t.is(
		world.admit(podOf('silent')).failure?.status.message,
		'pods "silent" is forbidden: failed quota: few: must specify limits.cpu for: main; limits.memory for: main; requests.cpu for: main; requests.memory for: main',
	);
	const resources = {requests: {cpu: '1500m', memory: '512Mi'}, limits: {cpu: '1500m', memory: '4Gi'}};
	t.is(
		world.admit(podOf('greedy', {}, {resources})).failure?.status.message,
		'pods "greedy" is forbidden: exceeded quota: few, requested: limits.memory=4Gi,requests.cpu=1500m, used: limits.memory=0,requests.cpu=0, limited: limits.memory=2Gi,requests.cpu=1',
	);
});

const range = (limits: ReadonlyArray<Readonly<Record<string, unknown>>>): Sketch => ({
	apiVersion: 'v1',
	kind: 'LimitRange',
	metadata: {name: 'bounds', namespace: 'default'},
	spec: {limits},
});

test('A6: A7: LimitRanger fills in default requests and limits and says so in an annotation', (t) => {
	const world = new AdmissionWorld(
		...namespaceWith('default'),
		range([
			{type: 'Container', default: {cpu: '500m', memory: '256Mi'}, defaultRequest: {cpu: '100m', memory: '128Mi'}},
		]),
	);
	const {value, stops} = world.admit(podOf('bare'));
	const pod = value as Pod;
	t.deepEqual(pod.spec.containers[0]!.resources, {
		limits: {cpu: '500m', memory: '256Mi'},
		requests: {cpu: '100m', memory: '128Mi'},
	});
	t.is(
		pod.metadata.annotations?.['kubernetes.io/limit-ranger'],
		'LimitRanger plugin set: cpu, memory request for container main; cpu, memory limit for container main',
	);
	t.true(stops.some(({stage}) => stage === 'apiserver.admit.mutate.LimitRanger'));
});

test('LimitRanger refuses what is outside the bounds, container by container and in total', (t) => {
	const world = new AdmissionWorld(
		...namespaceWith('default'),
		range([{type: 'Pod', max: {cpu: '1'}, min: {cpu: '200m'}}]),
	);
	t.is(
		world.admit(podOf('bare')).failure?.status.message,
		'pods "bare" is forbidden: [minimum cpu usage per Pod is 200m.  No request is specified, maximum cpu usage per Pod is 1.  No limit is specified]',
	);
	const resources = {requests: {cpu: '1200m'}, limits: {cpu: '1200m'}};
	t.is(
		world.admit(podOf('sum', {}, {resources})).failure?.status.message,
		'pods "sum" is forbidden: maximum cpu usage per Pod is 1, but limit is 1200m',
	);
});

test('PodSecurity refuses by the enforced standard and warns by the other one', (t) => {
	const world = new AdmissionWorld(
		...namespaceWith('default', {
			'pod-security.kubernetes.io/enforce': 'baseline',
			'pod-security.kubernetes.io/warn': 'restricted',
		}),
	);
	t.is(
		world.admit(podOf('refused', {hostNetwork: true})).failure?.status.message,
		'pods "refused" is forbidden: violates PodSecurity "baseline:latest": host namespaces (hostNetwork=true)',
	);
	t.is(world.admit(podOf('fine', {automountServiceAccountToken: false})).failure, undefined);
	t.deepEqual(world.warnings, [
		'would violate PodSecurity "restricted:latest": allowPrivilegeEscalation != false (container "main" must set securityContext.allowPrivilegeEscalation=false), unrestricted capabilities (container "main" must set securityContext.capabilities.drop=["ALL"]), runAsNonRoot != true (pod or container "main" must set securityContext.runAsNonRoot=true), seccompProfile (pod or container "main" must set securityContext.seccompProfile.type to "RuntimeDefault" or "Localhost")',
	]);
});

test('A7: NodeRestriction: a kubelet creates mirror Pods only', (t) => {
	const world = new AdmissionWorld(...namespaceWith('default'));
	const user = {username: 'system:node:a', groups: ['system:nodes', 'system:authenticated']};
	const {failure, stops} = world.admit(podOf('web', {nodeName: 'a'}), {user});
	t.is(
		failure?.status.message,
		'pods "web" is forbidden: pod does not have "kubernetes.io/config.mirror" annotation, node "a" can only create mirror pods',
	);
	t.is(stops.at(-1)?.stage, 'apiserver.admit.mutate.NodeRestriction');
});

test('NodeRestriction: a kubelet does not label its node with what decides where Pods land', (t) => {
	const user = {username: 'system:node:a', groups: ['system:nodes']};
	const node = (labels: Readonly<Record<string, string>>): Sketch => ({
		apiVersion: 'v1',
		kind: 'Node',
		metadata: {name: 'a', labels},
	});
	const world = new AdmissionWorld();
	t.is(
		world.admit(node({'node-restriction.kubernetes.io/zone': 'secure', team: 'a'}), {user}).failure?.status.message,
		'nodes "a" is forbidden: node "a" is not allowed to set the following labels: node-restriction.kubernetes.io/zone',
	);
	t.is(
		world.admit(node({'node-role.kubernetes.io/control-plane': ''}), {user, old: node({})}).failure?.status.message,
		'nodes "a" is forbidden: is not allowed to modify labels: node-role.kubernetes.io/control-plane',
	);
	t.is(world.admit(node({'kubelet.kubernetes.io/note': 'x', 'kubernetes.io/os': 'linux'}), {user}).failure, undefined);
});

test('A7: TaintNodesByCondition: a new node gets the not-ready taint', (t) => {
	const {value, stops} = new AdmissionWorld().admit({apiVersion: 'v1', kind: 'Node', metadata: {name: 'a'}});
	t.deepEqual((value as unknown as {spec: unknown}).spec, {
		taints: [{effect: 'NoSchedule', key: 'node.kubernetes.io/not-ready'}],
	});
	t.deepEqual(stages(stops), ['apiserver.admit.mutate.TaintNodesByCondition']);
});

test('A7: DefaultStorageClass, and the finalizer that protects a claim in use', (t) => {
	const world = new AdmissionWorld(...namespaceWith('default'), {
		apiVersion: 'storage.k8s.io/v1',
		kind: 'StorageClass',
		metadata: {name: 'standard', annotations: {'storageclass.kubernetes.io/is-default-class': 'true'}},
	});
	const claim = (spec: Readonly<Record<string, unknown>>): Sketch => ({
		apiVersion: 'v1',
		kind: 'PersistentVolumeClaim',
		metadata: {name: 'data', namespace: 'default'},
		spec,
	});
	const admitted = (spec: Readonly<Record<string, unknown>>) =>
		world.admit(claim(spec)).value as unknown as {spec: {storageClassName?: string}; metadata: {finalizers: string[]}};
	t.is(admitted({}).spec.storageClassName, 'standard');
	t.is(admitted({storageClassName: ''}).spec.storageClassName, '');
	t.deepEqual(admitted({}).metadata.finalizers, ['kubernetes.io/pvc-protection']);
});

test('A7: plug-ins that are off by default run in their place once enabled', (t) => {
	const world = new AdmissionWorld(...namespaceWith('default'));
	const plugins = {enable: ['AlwaysPullImages', 'LimitPodHardAntiAffinityTopology', 'ExtendedResourceToleration']};
	const {value, stops} = world.admit(
		podOf('gpu', {}, {imagePullPolicy: 'Never', resources: {requests: {'example.com/gpu': '1'}}}),
		{
			plugins,
		},
	);
	const {spec} = value as Pod;
	t.is(spec.containers[0]!.imagePullPolicy, 'Always');
	t.deepEqual(spec.tolerations?.at(-1), {effect: 'NoSchedule', key: 'example.com/gpu', operator: 'Exists'});
	t.true(stages(stops).includes('apiserver.admit.validate.LimitPodHardAntiAffinityTopology'));
	const affinity = {
		podAntiAffinity: {requiredDuringSchedulingIgnoredDuringExecution: [{topologyKey: 'topology.kubernetes.io/zone'}]},
	};
	t.is(
		world.admit(podOf('zone', {affinity}), {plugins}).failure?.status.message,
		'pods "zone" is forbidden: affinity.PodAntiAffinity.RequiredDuringScheduling has TopologyKey topology.kubernetes.io/zone but only key kubernetes.io/hostname is allowed',
	);
});
