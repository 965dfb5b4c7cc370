import type {PolicyRule} from '../../objects/kubernetes.generated.js';

const rule = (group: string, resources: readonly string[], verbs: readonly string[]): PolicyRule => ({
	apiGroups: [group],
	resources,
	verbs,
});

/**
The rights of every kubelet, independent of the Pods on its node: the resources that need no relationship.

@mirrors bootstrappolicy.NodeRules
*/
export const nodeRules: readonly PolicyRule[] = [
	rule('authentication.k8s.io', ['tokenreviews'], ['create']),
	rule('authorization.k8s.io', ['localsubjectaccessreviews', 'subjectaccessreviews'], ['create']),
	rule('', ['services'], ['get', 'list', 'watch']),
	rule('', ['events'], ['create', 'patch', 'update']),
	rule('events.k8s.io', ['events'], ['create', 'patch', 'update']),
	rule('', ['endpoints'], ['get']),
	rule('certificates.k8s.io', ['certificatesigningrequests'], ['create', 'get', 'list', 'watch']),
	rule('storage.k8s.io', ['csidrivers'], ['get', 'list', 'watch']),
	rule('node.k8s.io', ['runtimeclasses'], ['get', 'list', 'watch']),
];
