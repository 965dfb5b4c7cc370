/** The rights of a service account in `kube-system`. */
interface Grant {
	readonly account: string;
	/** Name of its ClusterRoleBinding. */
	readonly binding: string;
	readonly role: string;
	/** The rules; without any, the role already exists. */
	readonly rules?: readonly Rule[];
}

interface Rule {
	readonly apiGroups: readonly string[];
	readonly resources: readonly string[];
	readonly verbs: readonly string[];
}

const rule = (apiGroup: string, resources: readonly string[], ...verbs: readonly string[]): Rule => ({
	apiGroups: [apiGroup],
	resources,
	verbs,
});

const reads = (apiGroup: string, ...resources: readonly string[]): Rule =>
	rule(apiGroup, resources, 'get', 'list', 'watch');

const follows = (apiGroup: string, ...resources: readonly string[]): Rule => rule(apiGroup, resources, 'list', 'watch');

const events = rule('', ['events'], 'create', 'patch');

/**
The accounts of programs in a usual cluster that are not part of the control plane, with the rules of their installations.

Simplified: all of them are in `kube-system`; flannel, ingress-nginx and istiod have their own namespaces.
*/
const grants: readonly Grant[] = [
	{account: 'kube-proxy', binding: 'kubeadm:node-proxier', role: 'system:node-proxier'},
	{
		account: 'coredns',
		binding: 'system:coredns',
		role: 'system:coredns',
		rules: [follows('', 'endpoints', 'services', 'pods', 'namespaces'), follows('discovery.k8s.io', 'endpointslices')],
	},
	{
		account: 'flannel',
		binding: 'flannel',
		role: 'flannel',
		rules: [rule('', ['pods'], 'get'), reads('', 'nodes'), rule('', ['nodes/status'], 'patch')],
	},
	{
		account: 'ingress-nginx',
		binding: 'ingress-nginx',
		role: 'ingress-nginx',
		rules: [
			follows('', 'configmaps', 'endpoints', 'nodes', 'pods', 'secrets', 'namespaces'),
			follows('coordination.k8s.io', 'leases'),
			rule('', ['nodes'], 'get'),
			reads('', 'services'),
			reads('networking.k8s.io', 'ingresses', 'ingressclasses'),
			events,
			rule('networking.k8s.io', ['ingresses/status'], 'update'),
			reads('discovery.k8s.io', 'endpointslices'),
		],
	},
	{
		account: 'istiod',
		binding: 'istiod-clusterrole-istio-system',
		role: 'istiod-clusterrole-istio-system',
		rules: [
			reads('', 'nodes', 'pods', 'services', 'namespaces', 'endpoints'),
			reads('discovery.k8s.io', 'endpointslices'),
			reads('networking.k8s.io', 'ingresses', 'ingressclasses'),
			rule('networking.k8s.io', ['ingresses/status'], '*'),
		],
	},
];

const externalDNS: readonly Grant[] = [
	{
		account: 'external-dns',
		binding: 'external-dns-viewer',
		role: 'external-dns',
		rules: [
			reads('', 'services', 'pods', 'nodes', 'endpoints'),
			reads('discovery.k8s.io', 'endpointslices'),
			reads('networking.k8s.io', 'ingresses'),
		],
	},
];

const metricsServer: readonly Grant[] = [
	{
		account: 'metrics-server',
		binding: 'system:metrics-server',
		role: 'system:metrics-server',
		rules: [rule('', ['nodes/metrics'], 'get'), reads('', 'pods', 'nodes')],
	},
];

/** The rights of the autoscaler in its project's example. */
const autoscaler: readonly Grant[] = [
	{
		account: 'cluster-autoscaler',
		binding: 'cluster-autoscaler',
		role: 'cluster-autoscaler',
		rules: [
			rule('', ['events', 'endpoints'], 'create', 'patch'),
			rule('', ['pods/eviction'], 'create'),
			rule('', ['pods/status'], 'update'),
			rule('', ['nodes'], 'watch', 'list', 'get', 'update'),
			reads(
				'',
				'namespaces',
				'pods',
				'services',
				'replicationcontrollers',
				'persistentvolumeclaims',
				'persistentvolumes',
			),
			follows('policy', 'poddisruptionbudgets'),
			reads('apps', 'statefulsets', 'replicasets', 'daemonsets'),
			reads('resource.k8s.io', 'deviceclasses', 'resourceslices', 'resourceclaims'),
			reads('storage.k8s.io', 'storageclasses', 'csinodes', 'csidrivers', 'csistoragecapacities', 'volumeattachments'),
			rule('batch', ['jobs'], 'get', 'list', 'watch', 'patch'),
			rule('coordination.k8s.io', ['leases'], 'create', 'get', 'update'),
			rule('', ['configmaps'], 'create', 'list', 'watch', 'delete', 'get', 'update'),
		],
	},
	{
		account: 'cloud-controller-manager',
		binding: 'system:cloud-controller-manager',
		role: 'system:cloud-controller-manager',
		rules: [events, rule('', ['nodes'], 'get', 'list', 'watch', 'delete', 'patch', 'update')],
	},
];

/** The rights of KWOK in its manifests. */
const kwok: readonly Grant[] = [
	{
		account: 'kwok-controller',
		binding: 'kwok-controller',
		role: 'kwok-controller',
		rules: [
			rule('', ['events'], 'create', 'patch', 'update'),
			rule('', ['nodes'], 'get', 'list', 'patch', 'update', 'watch'),
			rule('', ['nodes/status'], 'patch', 'update'),
			rule('', ['pods'], 'delete', 'get', 'list', 'patch', 'update', 'watch'),
			rule('', ['pods/status'], 'patch', 'update'),
			rule('coordination.k8s.io', ['leases'], 'create', 'delete', 'get', 'list', 'patch', 'update', 'watch'),
			rule('kwok.x-k8s.io', ['stages'], 'create', 'delete', 'get', 'list', 'patch', 'update', 'watch'),
			rule('kwok.x-k8s.io', ['stages/status'], 'patch', 'update'),
		],
	},
];

/** The account of a CSI driver's sidecars. */
const sidecars = 'csi-hostpathplugin-sa';

const csiGrants: readonly Grant[] = [
	{
		account: sidecars,
		binding: 'csi-hostpathplugin-provisioner-cluster-role',
		role: 'external-provisioner-runner',
		rules: [
			rule('', ['persistentvolumes'], 'get', 'list', 'watch', 'create', 'patch', 'delete'),
			rule('', ['persistentvolumeclaims'], 'get', 'list', 'watch', 'update'),
			reads('storage.k8s.io', 'storageclasses', 'csinodes', 'volumeattachments'),
			rule('', ['events'], 'list', 'watch', 'create', 'update', 'patch'),
			reads('', 'nodes'),
			rule('snapshot.storage.k8s.io', ['volumesnapshots'], 'get', 'list', 'watch', 'update'),
		],
	},
	{
		account: sidecars,
		binding: 'csi-hostpathplugin-attacher-cluster-role',
		role: 'external-attacher-runner',
		rules: [
			rule('', ['persistentvolumes'], 'get', 'list', 'watch', 'patch'),
			reads('storage.k8s.io', 'csinodes'),
			rule('storage.k8s.io', ['volumeattachments'], 'get', 'list', 'watch', 'patch'),
			rule('storage.k8s.io', ['volumeattachments/status'], 'patch'),
		],
	},
	{
		account: sidecars,
		binding: 'csi-hostpathplugin-resizer-cluster-role',
		role: 'external-resizer-runner',
		rules: [
			rule('', ['persistentvolumes'], 'get', 'list', 'watch', 'patch'),
			reads('', 'persistentvolumeclaims', 'pods'),
			rule('', ['persistentvolumeclaims/status'], 'patch'),
			rule('', ['events'], 'list', 'watch', 'create', 'update', 'patch'),
		],
	},
];

const deviceDriver = 'device-driver';

const deviceGrants: readonly Grant[] = [
	{
		account: deviceDriver,
		binding: deviceDriver,
		role: deviceDriver,
		rules: [
			rule('resource.k8s.io', ['resourceclaims'], 'get'),
			rule('', ['nodes'], 'get'),
			rule('resource.k8s.io', ['resourceslices'], 'get', 'list', 'watch', 'create', 'update', 'patch', 'delete'),
		],
	},
];

const group = 'rbac.authorization.k8s.io';

const objectsOf = (all: readonly Grant[]): Readonly<Record<string, readonly unknown[]>> => ({
	'/api/v1/serviceaccounts': [...new Set(all.map(({account}) => account))].map((name) => ({
		apiVersion: 'v1',
		kind: 'ServiceAccount',
		metadata: {name, namespace: 'kube-system'},
	})),
	[`/apis/${group}/v1/clusterroles`]: all.flatMap(({role, rules}) =>
		rules ? [{apiVersion: `${group}/v1`, kind: 'ClusterRole', metadata: {name: role}, rules}] : [],
	),
	[`/apis/${group}/v1/clusterrolebindings`]: all.map(({account, binding, role}) => ({
		apiVersion: `${group}/v1`,
		kind: 'ClusterRoleBinding',
		metadata: {name: binding},
		roleRef: {apiGroup: group, kind: 'ClusterRole', name: role},
		subjects: [{kind: 'ServiceAccount', name: account, namespace: 'kube-system'}],
	})),
});

/** The accounts, roles and bindings of a cluster with nodes, by the path of their resource. @param has the existing drivers. */
export const accountAddons = (has: {
	readonly csi: boolean;
	readonly devices: boolean;
	readonly externalDNS: boolean;
	readonly metrics: boolean;
	readonly nodeGroups: boolean;
	readonly kwok: boolean;
}): Readonly<Record<string, readonly unknown[]>> =>
	objectsOf([
		...grants,
		...(has.csi ? csiGrants : []),
		...(has.devices ? deviceGrants : []),
		...(has.externalDNS ? externalDNS : []),
		...(has.metrics ? metricsServer : []),
		...(has.nodeGroups ? autoscaler : []),
		...(has.kwok ? kwok : []),
	]);

/** The service account of each program in the cluster, by the first word of its user agent. */
export const accountOf: Readonly<Record<string, string>> = {
	'kube-proxy': 'kube-proxy',
	coredns: 'coredns',
	flanneld: 'flannel',
	'ingress-controller': 'ingress-nginx',
	mesh: 'istiod',
	'external-dns': 'external-dns',
	'metrics-server': 'metrics-server',
	'cluster-autoscaler': 'cluster-autoscaler',
	'cloud-controller-manager': 'cloud-controller-manager',
	'kwok-controller': 'kwok-controller',
	'csi-provisioner': sidecars,
	'csi-attacher': sidecars,
	'csi-resizer': sidecars,
	'device-driver': deviceDriver,
};
