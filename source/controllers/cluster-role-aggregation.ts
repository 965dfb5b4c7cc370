import type {ClusterRole, PolicyRule} from '../objects/kubernetes.generated.js';
import {matchesLabelSelector} from '../objects/labels.js';
import {registryKey} from '../objects/resources.js';
import {note} from '../stages/note.js';
import type {Controller} from './controller.js';
import {equal} from '../kernel/equality.js';
import {allow} from './controller-roles.js';

const resource = 'clusterroles.rbac.authorization.k8s.io';

/** The roles that a role gathers: selector by selector, in the order of their names. */
const gatheredRoles = (
	{metadata, aggregationRule}: ClusterRole,
	roles: readonly ClusterRole[],
): readonly ClusterRole[] =>
	(aggregationRule?.clusterRoleSelectors ?? []).flatMap((selector) =>
		roles
			.filter(
				(role) => role.metadata.name !== metadata.name && matchesLabelSelector(selector, role.metadata.labels ?? {}),
			)
			.sort((a, b) => (a.metadata.name < b.metadata.name ? -1 : 1)),
	);

/** The rules of roles, each once. */
const rulesOf = (roles: readonly ClusterRole[]): readonly PolicyRule[] => {
	const result: PolicyRule[] = [];
	for (const rule of roles.flatMap(({rules}) => rules ?? [])) {
		if (!result.some((one) => equal(one, rule))) {
			result.push(rule);
		}
	}

	return result;
};

/** The rules of all roles that a role gathers: selector by selector, in the order of their names, each once. */
export const gatheredRules = (role: ClusterRole, roles: readonly ClusterRole[]): readonly PolicyRule[] =>
	rulesOf(gatheredRoles(role, roles));

/** Whether a role's rules differ from the gathered ones; until they change, only its sources are looked up again. */
const comparison = (): ((role: ClusterRole, roles: readonly ClusterRole[]) => boolean) => {
	const known = new WeakMap<ClusterRole, {readonly from: readonly ClusterRole[]; readonly differs: boolean}>();
	return (role, roles) => {
		if (role.aggregationRule === undefined) {
			return false;
		}

		const from = gatheredRoles(role, roles);
		const last = known.get(role);
		if (last?.from.length === from.length && from.every((one, index) => one === last.from[index])) {
			return last.differs;
		}

		const differs = !equal(rulesOf(from), role.rules ?? []);
		known.set(role, {from, differs});
		return differs;
	};
};

/**
Fills the rules of ClusterRoles that aggregate those of others.

@see https://kubernetes.io/docs/reference/access-authn-authz/rbac/#aggregated-clusterroles
@mirrors k8s.io/kubernetes/pkg/controller/clusterroleaggregation
*/
export const clusterRoleAggregation: Controller = {
	name: 'clusterrole-aggregation',
	reportsAs: 'clusterrole-aggregation-controller',
	rules: [allow('escalate get list patch update watch', 'clusterroles', 'rbac.authorization.k8s.io')],
	build({client, informer}) {
		const roles = informer(resource);
		const compare = comparison();
		const differs = (role: ClusterRole): boolean => compare(role, roles.list());
		return {
			handlers: {
				// Any role may be part of an aggregated one.
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
