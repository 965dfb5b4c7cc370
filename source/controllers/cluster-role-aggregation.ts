import type {ClusterRole, PolicyRule} from '../objects/kubernetes.generated.js';
import {matchesLabelSelector} from '../objects/labels.js';
import {registryKey} from '../objects/resources.js';
import {note} from '../stages/note.js';
import type {Controller} from './controller.js';
import {equal} from '../kernel/equality.js';

const resource = 'clusterroles.rbac.authorization.k8s.io';

/** The rules of all roles that a role gathers: selector by selector, in the order of their names, each once. */
export const gatheredRules = (
	{metadata, aggregationRule}: ClusterRole,
	roles: readonly ClusterRole[],
): readonly PolicyRule[] => {
	const sorted = [...roles].sort((a, b) => (a.metadata.name < b.metadata.name ? -1 : 1));
	const result: PolicyRule[] = [];
	for (const selector of aggregationRule?.clusterRoleSelectors ?? []) {
		const chosen = sorted.filter(
			(role) => role.metadata.name !== metadata.name && matchesLabelSelector(selector, role.metadata.labels ?? {}),
		);
		for (const rule of chosen.flatMap(({rules}) => rules ?? [])) {
			if (!result.some((one) => equal(one, rule))) {
				result.push(rule);
			}
		}
	}

	return result;
};

/**
Fills the rules of ClusterRoles that gather those of others.

@see https://kubernetes.io/docs/reference/access-authn-authz/rbac/#aggregated-clusterroles
@mirrors k8s.io/kubernetes/pkg/controller/clusterroleaggregation
*/
export const clusterRoleAggregation: Controller = {
	name: 'clusterrole-aggregation',
	reportsAs: 'clusterrole-aggregation-controller',
	build({client, informer}) {
		const roles = informer(resource);
		const differs = (role: ClusterRole): boolean =>
			role.aggregationRule !== undefined && !equal(gatheredRules(role, roles.list()), role.rules ?? []);
		return {
			handlers: {
				// Any role may be one that others gather.
				[resource]: () =>
					roles
						.list()
						.filter((role) => differs(role))
						.map(({metadata}) => metadata.name),
			},
			*sync(name) {
				const stage = 'controller.clusterrole-aggregation.sync';
				const role = roles.get(undefined, name);
				const object = registryKey(resource, undefined, name);
				if (!role || !differs(role)) {
					yield* note(stage, role ? {case: 'settled', name} : {case: 'gone', key: name});
					return;
				}

				const rules = gatheredRules(role, roles.list());
				yield* note(stage, {case: 'gather', before: role.rules, after: rules}, {object});
				const applied = {apiVersion: role.apiVersion, kind: role.kind, metadata: {name}, rules};
				yield* client.apply(resource, undefined, name, applied, 'clusterrole-aggregation-controller');
			},
		};
	},
};
