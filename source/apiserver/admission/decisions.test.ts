import test from 'ava';
import {resourceNamed} from '../../objects/resources.js';
import type {Pod} from '../../objects/kubernetes.generated.js';
import type {AdmissionOptions} from './plugins.js';
import {bootstrapObjects, namespaceWith, podOf, AdmissionWorld, type Sketch} from '../../testing/admission-world.js';

const kubelet = {username: 'system:node:a', groups: ['system:nodes', 'system:authenticated']};
const node: Sketch = {
	apiVersion: 'v1',
	kind: 'Node',
	metadata: {
		name: 'a',
		uid: 'node-1',
		labels: {'topology.kubernetes.io/zone': 'z1', 'topology.kubernetes.io/region': 'r1'},
	},
};

const mirrorPod = (spec: Readonly<Record<string, unknown>>): Sketch => {
	const pod = podOf('static', {nodeName: 'a', ...spec});
	const owner = {apiVersion: 'v1', kind: 'Node', name: 'a', uid: 'node-1', controller: true};
	return {
		...pod,
		metadata: {...pod.metadata, annotations: {'kubernetes.io/config.mirror': 'hash'}, ownerReferences: [owner]},
	};
};

const volume = (source: Readonly<Record<string, unknown>>) => ({volumes: [{name: 'v', ...source}]});

const refusedMirrors: ReadonlyArray<readonly [string, Readonly<Record<string, unknown>>]> = [
	['secrets', volume({secret: {secretName: 's'}})],
	['secrets', {imagePullSecrets: [{name: 's'}]}],
	['secrets', volume({projected: {sources: [{secret: {name: 's'}}]}})],
	['configmaps', volume({configMap: {name: 'c'}})],
	['configmaps', {initContainers: [{name: 'i', image: 'i', envFrom: [{configMapRef: {name: 'c'}}]}]}],
	['clustertrustbundles', volume({projected: {sources: [{clusterTrustBundle: {name: 'b', path: 'p'}}]}})],
	['persistentvolumeclaims', volume({persistentVolumeClaim: {claimName: 'p'}})],
];

for (const [index, [what, spec]] of refusedMirrors.entries()) {
	test(`A7: NodeRestriction: a mirror Pod refers to no ${what} (${index})`, (t) => {
		const world = new AdmissionWorld(...namespaceWith('default'), node);
		const {failure} = world.admit(mirrorPod(spec), {user: kubelet, plugins: {disable: ['ServiceAccount']}});
		t.is(failure?.status.message, `pods "static" is forbidden: node "a" can not create pods that reference ${what}`);
	});
}

test('A7: NodeRestriction: a kubelet asks for tokens of those who its Pods talk to only', (t) => {
	const pod = podOf('web', {
		nodeName: 'a',
		volumes: [
			{name: 't', projected: {sources: [{serviceAccountToken: {path: 'token', audience: 'vault'}}]}},
			{name: 'd', csi: {driver: 'disk.example'}},
		],
	});
	const driver: Sketch = {
		apiVersion: 'storage.k8s.io/v1',
		kind: 'CSIDriver',
		metadata: {name: 'disk.example'},
		spec: {tokenRequests: [{audience: 'disk'}]},
	};
	const world = new AdmissionWorld(
		...bootstrapObjects(),
		...namespaceWith('default'),
		node,
		{...pod, metadata: {...pod.metadata, uid: 'pod-1'}},
		driver,
	);
	const ask = (...audiences: readonly string[]) => {
		const request = {
			apiVersion: 'authentication.k8s.io/v1',
			kind: 'TokenRequest',
			metadata: {name: 'default', namespace: 'default'},
			spec: {audiences, boundObjectRef: {apiVersion: 'v1', kind: 'Pod', name: 'web', uid: 'pod-1'}},
		};
		return world.admit(request, {
			user: kubelet,
			resource: resourceNamed('serviceaccounts'),
			subresource: 'token',
		}).failure?.status.message;
	};

	t.is(ask('vault'), undefined);
	t.is(ask('disk'), undefined);
	t.is(
		ask('attacker'),
		'serviceaccounts "default" is forbidden: audience "attacker" not found in pod spec volume, system:node:a is not authorized to request tokens for this audience',
	);
	t.is(ask('vault', 'disk'), 'serviceaccounts "default" is forbidden: node may only request 0 or 1 audiences');
});

test('A7: NodeRestriction: a name that leaves out the node changes nothing', (t) => {
	const {failure} = new AdmissionWorld(...namespaceWith('default')).admit(podOf('web'), {
		user: {username: 'system:node:', groups: ['system:nodes']},
	});
	t.is(failure?.status.message, 'pods "web" is forbidden: could not determine node from user "system:node:"');
});

test('A7: PodTopologyLabels: a Pod that comes with its node learns its zone, whatever its labels say', (t) => {
	const world = new AdmissionWorld(...namespaceWith('default'), node);
	const pod = podOf('web', {nodeName: 'a'});
	const {value} = world.admit({...pod, metadata: {...pod.metadata, labels: {'topology.kubernetes.io/zone': 'mine'}}});
	t.deepEqual(value?.metadata.labels, {'topology.kubernetes.io/zone': 'z1', 'topology.kubernetes.io/region': 'r1'});
});

const enforcing: Sketch = {
	apiVersion: 'v1',
	kind: 'ServiceAccount',
	metadata: {
		name: 'default',
		namespace: 'default',
		annotations: {'kubernetes.io/enforce-mountable-secrets': 'true'},
	},
	secrets: [{name: 'known'}],
	imagePullSecrets: [{name: 'pull'}],
} as Sketch;
const variable = (name: string) => ({env: [{name: 'KEY', valueFrom: {secretKeyRef: {name, key: 'k'}}}]});

const mountable: ReadonlyArray<
	readonly [string | undefined, Readonly<Record<string, unknown>>, Readonly<Record<string, unknown>>?]
> = [
	[undefined, volume({secret: {secretName: 'known'}}), variable('known')],
	['volume with secret.secretName="x"', volume({secret: {secretName: 'x'}})],
	['container main with envVar KEY referencing secret.secretName="x"', {}, variable('x')],
	['container main with envFrom referencing secret.secretName="x"', {}, {envFrom: [{secretRef: {name: 'x'}}]}],
	[
		'init container first with envVar KEY referencing secret.secretName="x"',
		{initContainers: [{name: 'first', image: 'i', ...variable('x')}]},
	],
];

for (const [words, spec, container] of mountable) {
	test(`A7: ServiceAccount: mountable secrets are enforced: ${words ?? 'named ones pass'}`, (t) => {
		const world = new AdmissionWorld(...namespaceWith('default'));
		world.put(enforcing);
		t.is(
			world.admit(podOf('web', spec, container)).failure?.status.message,
			words &&
				`pods "web" is forbidden: ${words} is not allowed because service account default does not reference that secret`,
		);
	});
}

test('A7: ServiceAccount: pull secrets are enforced too', (t) => {
	const world = new AdmissionWorld(...namespaceWith('default'));
	world.put(enforcing);
	t.is(
		world.admit(podOf('web', {imagePullSecrets: [{name: 'pull'}, {name: 'x'}]})).failure?.status.message,
		'pods "web" is forbidden: imagePullSecrets[1].name="x" is not allowed because service account default does not reference that imagePullSecret',
	);
});

const tolerating = (annotations: Readonly<Record<string, unknown>>, spec: Readonly<Record<string, unknown>>) => {
	const [namespace, account] = namespaceWith('default');
	const annotated = Object.fromEntries(
		Object.entries(annotations).map(([key, value]) => [`scheduler.alpha.kubernetes.io/${key}`, JSON.stringify(value)]),
	);
	const world = new AdmissionWorld(
		{...namespace!, metadata: {...namespace!.metadata, annotations: annotated}},
		account!,
	);
	const plugins: AdmissionOptions = {
		enable: ['PodTolerationRestriction'],
		disable: ['DefaultTolerationSeconds'],
	};
	return world.admit(podOf('web', spec), {plugins});
};

test('A7: PodTolerationRestriction: what another toleration covers is not listed twice', (t) => {
	const {value} = tolerating(
		{defaultTolerations: [{key: 'team', operator: 'Equal', value: 'a', effect: 'NoSchedule'}]},
		{tolerations: [{key: 'team', operator: 'Exists'}]},
	);
	t.deepEqual((value as Pod).spec.tolerations, [{key: 'team', operator: 'Exists'}]);
});

test('A7: PodTolerationRestriction: the list of the namespace bounds what its Pods tolerate', (t) => {
	const {failure} = tolerating(
		{tolerationsWhitelist: [{key: 'team', operator: 'Exists', effect: 'NoExecute', tolerationSeconds: 60}]},
		{tolerations: [{key: 'team', operator: 'Exists', effect: 'NoExecute'}]},
	);
	t.is(failure?.status.code, 500);
	t.is(
		failure?.status.message,
		'pod tolerations (possibly merged with namespace default tolerations) conflict with its namespace whitelist',
	);
	t.is(
		tolerating({tolerationsWhitelist: [{operator: 'Exists'}]}, {tolerations: [{key: 'x', operator: 'Exists'}]}).failure,
		undefined,
	);
});

test('A7: Priority: a manifest sent again keeps the priority that admission gave', (t) => {
	const world = new AdmissionWorld(...namespaceWith('default'));
	const old = podOf('web', {priority: 7, preemptionPolicy: 'Never'});
	const {value, stops} = world.admit(podOf('web'), {old, plugins: {disable: ['DefaultTolerationSeconds']}});
	t.is((value as Pod).spec.priority, 7);
	t.is((value as Pod).spec.preemptionPolicy, 'Never');
	t.true(stops.some(({stage}) => stage === 'apiserver.admit.mutate.Priority'));
});

test('A7: LimitRanger looks at the resize of a Pod', (t) => {
	const world = new AdmissionWorld(...namespaceWith('default'), {
		apiVersion: 'v1',
		kind: 'LimitRange',
		metadata: {name: 'bounds', namespace: 'default'},
		spec: {limits: [{type: 'Container', max: {cpu: '1'}}]},
	});
	const sized = (cpu: string) => podOf('web', {}, {resources: {limits: {cpu}, requests: {cpu}}});
	t.is(
		world.admit(sized('2'), {old: sized('1'), subresource: 'resize'}).failure?.status.message,
		'pods "web" is forbidden: maximum cpu usage per Container is 1, but limit is 2',
	);
});

test('A7: PersistentVolumeClaimResize: the class may not change on the way', (t) => {
	const world = new AdmissionWorld(...namespaceWith('default'), {
		apiVersion: 'storage.k8s.io/v1',
		kind: 'StorageClass',
		metadata: {name: 'grows'},
		allowVolumeExpansion: true,
	} as Sketch);
	const claim = (storage: string, storageClassName: string): Sketch =>
		({
			apiVersion: 'v1',
			kind: 'PersistentVolumeClaim',
			metadata: {name: 'data', namespace: 'default'},
			spec: {storageClassName, resources: {requests: {storage}}},
			status: {phase: 'Bound'},
		}) as Sketch;
	t.is(world.admit(claim('2Gi', 'grows'), {old: claim('1Gi', 'grows')}).failure, undefined);
	t.is(
		world.admit(claim('2Gi', 'grows'), {old: claim('1Gi', 'other')}).failure?.status.message,
		'persistentvolumeclaims "data" is forbidden: only dynamically provisioned pvc can be resized and the storageclass that provisions the pvc must support resize',
	);
});

test('A7: AlwaysPullImages: image volumes too, and updates that bring a new image', (t) => {
	const world = new AdmissionWorld(...namespaceWith('default'));
	const plugins = {enable: ['AlwaysPullImages']};
	const {value} = world.admit(podOf('web', volume({image: {reference: 'data'}})), {plugins});
	t.is((value as Pod).spec.volumes?.[0]?.image?.pullPolicy, 'Always');
	const stage = 'apiserver.admit.mutate.AlwaysPullImages';
	const own = (image: string) => world.admit(podOf('web', {}, {image}), {old: podOf('web'), plugins}).stops;
	t.true(own('new').some((stop) => stop.stage === stage));
	t.false(own('nginx').some((stop) => stop.stage === stage));
});

test('A7: PodNodeSelector: an annotation that is not a selector is named in the refusal', (t) => {
	const [namespace, account] = namespaceWith('default');
	const refused = (selector: string) =>
		new AdmissionWorld(
			{
				...namespace!,
				metadata: {...namespace!.metadata, annotations: {'scheduler.alpha.kubernetes.io/node-selector': selector}},
			},
			account!,
		).admit(podOf('web', {nodeSelector: {zone: 'b'}}), {plugins: {enable: ['PodNodeSelector']}}).failure?.status
			.message;
	t.is(refused('a=b=c'), 'invalid selector: [a b c]');
	t.is(
		refused('zone=a'),
		'pods "web" is forbidden: pod node label selector conflicts with its namespace node label selector',
	);
	t.is(refused('disk=fast'), undefined);
});
