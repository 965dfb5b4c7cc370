import test from 'ava';
import {admissionPlugins, removedPlugins} from '../../objects/admission-plugins.js';
import {namespaceWith, podOf, AdmissionWorld, type Sketch} from '../../testing/admission-world.js';
import {pluginsFor, type AdmissionOptions} from './plugins.js';

const hook = (kind: string): Sketch => ({
	apiVersion: 'admissionregistration.k8s.io/v1',
	kind: `${kind}WebhookConfiguration`,
	metadata: {name: 'hook'},
	webhooks: [],
});

const object = (apiVersion: string, kind: string, more: object = {}, name = 'a'): Sketch => ({
	apiVersion,
	kind,
	metadata: {name, namespace: 'default'},
	...more,
});

interface Case {
	readonly object?: Sketch;
	readonly plugins?: AdmissionOptions;
	readonly world?: readonly Sketch[];
	readonly more?: Parameters<AdmissionWorld['admit']>[1];
}

/** For each plug-in that the source texts list, a request that it handles; by default, one for the Pod "web". */
const listed: Readonly<Record<string, Case>> = {
	AlwaysPullImages: {plugins: {enable: ['AlwaysPullImages']}},
	DefaultStorageClass: {object: object('v1', 'PersistentVolumeClaim', {spec: {}})},
	DefaultTolerationSeconds: {},
	DenyEscalatingExec: {
		plugins: {legacy: {DenyEscalatingExec: true}},
		more: {operation: 'CONNECT', subresource: 'exec'},
	},
	EventRateLimit: {
		object: object('v1', 'Event', {involvedObject: {}, source: {}}),
		plugins: {enable: ['EventRateLimit']},
	},
	ExtendedResourceToleration: {plugins: {enable: ['ExtendedResourceToleration']}},
	ImagePolicyWebhook: {
		plugins: {enable: ['ImagePolicyWebhook'], imagePolicy: {url: 'https://images.example.com', defaultAllow: true}},
	},
	Initializers: {plugins: {legacy: {Initializers: []}}},
	LimitPodHardAntiAffinityTopology: {plugins: {enable: ['LimitPodHardAntiAffinityTopology']}},
	LimitRanger: {},
	MutatingAdmissionWebhook: {world: [hook('Mutating')]},
	ValidatingAdmissionWebhook: {world: [hook('Validating')]},
	NamespaceAutoProvision: {plugins: {enable: ['NamespaceAutoProvision']}},
	NamespaceExists: {plugins: {enable: ['NamespaceExists']}},
	NamespaceLifecycle: {},
	NodeRestriction: {
		object: {apiVersion: 'v1', kind: 'Node', metadata: {name: 'node-a'}},
		more: {user: {username: 'system:node:node-a', groups: ['system:nodes']}},
	},
	OwnerReferencesPermissionEnforcement: {
		object: {
			...podOf('web'),
			metadata: {
				name: 'web',
				namespace: 'default',
				ownerReferences: [{apiVersion: 'v1', kind: 'Pod', name: 'other', uid: '1'}],
			},
		},
		plugins: {enable: ['OwnerReferencesPermissionEnforcement']},
	},
	PodNodeSelector: {plugins: {enable: ['PodNodeSelector']}},
	PodPreset: {plugins: {legacy: {PodPreset: []}}},
	PodSecurityPolicy: {
		plugins: {legacy: {PodSecurityPolicy: [{metadata: {name: 'any'}, spec: {volumes: ['*']}}]}},
	},
	PodTolerationRestriction: {plugins: {enable: ['PodTolerationRestriction']}},
	Priority: {},
	ResourceQuota: {},
	SecurityContextDeny: {plugins: {legacy: {SecurityContextDeny: true}}},
	ServiceAccount: {},
};

for (const [name, {object: given = podOf('web'), plugins, world = [], more}] of Object.entries(listed)) {
	test(`A7: ${name} has a stop of its own, with the object before and after`, (t) => {
		const made = new AdmissionWorld(...namespaceWith('default'), ...world);
		made.put(podOf('web'));
		const {stops} = made.admit(given, {...more, ...(plugins ? {plugins} : {})});
		const own = stops.filter(({stage}) => /^apiserver\.admit\.(?:mutate|validate)\.(.*)$/.exec(stage)?.[1] === name);
		t.true(own.length > 0, stops.map(({stage}) => stage).join(' '));
		t.true(own.some(({facts}) => facts && 'before' in facts && 'after' in facts && 'changed' in facts));
	});
}

test('Plug-ins run in the order of v1.36, whatever the order they are named in', (t) => {
	const names = (options?: AdmissionOptions) => pluginsFor(options).map(({name}) => name);
	t.deepEqual(names(), [
		'NamespaceLifecycle',
		'LimitRanger',
		'ServiceAccount',
		'NodeRestriction',
		'TaintNodesByCondition',
		'PodSecurity',
		'Priority',
		'DefaultTolerationSeconds',
		'DefaultStorageClass',
		'StorageObjectInUseProtection',
		'PersistentVolumeClaimResize',
		'RuntimeClass',
		'CertificateApproval',
		'CertificateSigning',
		'ClusterTrustBundleAttest',
		'CertificateSubjectRestriction',
		'DefaultIngressClass',
		'PodTopologyLabels',
		'PodResizeValidator',
		'MutatingAdmissionPolicy',
		'MutatingAdmissionWebhook',
		'ValidatingAdmissionPolicy',
		'ValidatingAdmissionWebhook',
		'ResourceQuota',
	]);
	const some = names({enable: ['AlwaysDeny', 'NamespaceExists'], disable: ['PodSecurity'], legacy: {PodPreset: []}});
	t.deepEqual(some.slice(0, 4), ['NamespaceLifecycle', 'NamespaceExists', 'PodPreset', 'LimitRanger']);
	t.is(some.at(-1), 'AlwaysDeny');
	t.false(some.includes('PodSecurity'));
});

test('every name of the table has its plug-in, also those that Kubernetes has removed', (t) => {
	const all = admissionPlugins.map(({name}) => name);
	t.deepEqual(
		pluginsFor({enable: all}).map(({name}) => name),
		all,
	);
	const removed = removedPlugins.map(({name}) => name);
	const legacy = pluginsFor({legacy: Object.fromEntries(removed.map((name) => [name, []]))}).filter(
		(plugin) => plugin.legacy !== undefined,
	);
	t.deepEqual(legacy.map(({name}) => name).sort(), [...removed].sort());
});

test('AlwaysDeny refuses everything', (t) => {
	const {failure} = new AdmissionWorld(...namespaceWith('default')).admit(podOf('web'), {
		plugins: {enable: ['AlwaysDeny']},
	});
	t.is(failure?.status.message, 'pods "web" is forbidden: admission control is denying all modifications');
});

test('ImagePolicyWebhook refuses what the server of the scenario does not allow', (t) => {
	const world = new AdmissionWorld(...namespaceWith('default'));
	world.webhooks = [
		{
			url: 'https://images.example.com',
			answers: [{when: "object.spec.containers.exists(c, c.image == 'nginx')", allowed: false, message: 'no tag'}],
		},
	];
	const plugins = {enable: ['ImagePolicyWebhook'], imagePolicy: {url: 'https://images.example.com'}};
	t.is(
		world.admit(podOf('web'), {plugins}).failure?.status.message,
		'pods "web" is forbidden: image policy webhook backend denied one or more images: no tag',
	);
	t.is(world.admit(podOf('web', {}, {image: 'nginx:1.27'}), {plugins}).failure, undefined);
});
