import type {PolicyRule} from '../objects/kubernetes.generated.js';
import type {Controller} from './controller.js';

/**
A rule of a controller's ClusterRole.

@param verbs separated by spaces: `get list watch`.
@param resources plural names, subresources among them: `deployments deployments/status`.
@param groups API groups; `core` is the one without a name.
@param names of the only objects that it allows.
@mirrors k8s.io/kubernetes/pkg/apis/rbac/v1 NewRule
*/
export const allow = (verbs: string, resources: string, groups = 'core', names?: readonly string[]): PolicyRule => ({
	apiGroups: groups.split(' ').map((group) => (group === 'core' ? '' : group)),
	resources: resources.split(' '),
	verbs: verbs.split(' '),
	...(names ? {resourceNames: [...names]} : {}),
});

/** Name of the ClusterRole of a controller, and of its binding. */
export const roleName = ({account, reportsAs}: Pick<Controller, 'account' | 'reportsAs'>): string =>
	`system:controller:${account ?? reportsAs}`;

const rolesPath = '/apis/rbac.authorization.k8s.io/v1/clusterroles';

const bindingsPath = '/apis/rbac.authorization.k8s.io/v1/clusterrolebindings';

type Objects = Readonly<Record<string, readonly unknown[]>>;

const nameOf = (object: unknown): unknown => Object(Object(object).metadata).name;

const metadataOf = (name: string) => ({
	annotations: {'rbac.authorization.kubernetes.io/autoupdate': 'true'},
	labels: {'kubernetes.io/bootstrapping': 'rbac-defaults'},
	name,
});

/**
The objects of a fresh cluster, with a ClusterRole and its binding for each controller with rules that is not part of Kubernetes.

@param objects by the path of their resource.
*/
export const withRoles = (objects: Objects, controllers: readonly Controller[]): Objects => {
	const known = new Set((objects[rolesPath] ?? []).map((role) => nameOf(role)));
	const lacking = controllers.filter(({rules, ...controller}) => rules && !known.has(roleName(controller)));
	if (lacking.length === 0) {
		return objects;
	}

	const group = 'rbac.authorization.k8s.io';
	return {
		...objects,
		[rolesPath]: [
			...(objects[rolesPath] ?? []),
			...lacking.map((one) => ({metadata: metadataOf(roleName(one)), rules: one.rules})),
		],
		[bindingsPath]: [
			...(objects[bindingsPath] ?? []),
			...lacking.map((one) => ({
				metadata: metadataOf(roleName(one)),
				roleRef: {apiGroup: group, kind: 'ClusterRole', name: roleName(one)},
				subjects: [{kind: 'ServiceAccount', name: one.account ?? one.reportsAs, namespace: 'kube-system'}],
			})),
		],
	};
};
