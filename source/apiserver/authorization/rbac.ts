import type {UserInfo} from '../request/user.js';
import {serviceAccountOf} from '../request/user.js';
import type {ClusterRoleBinding, PolicyRule, RoleBinding} from '../../objects/kubernetes.generated.js';
import {aggregate} from '../request/failure.js';
import type {Reader} from '../storage/reader.js';
import {namespaceOf, type Attributes, type Opinion} from './attributes.js';
import {coversResource} from '../../objects/policy-rules.js';
import {allowsPath, allowsVerb} from './rules.js';
import {RecentMap} from '../../kernel/memoised.js';
import {getOrInsert} from '../../kernel/get-or-insert.js';

/** A rule that a user has, and through which binding. */
export interface Grant {
	readonly rule: PolicyRule;
	/** `ClusterRoleBinding "admins"`, `RoleBinding "readers/default"`. */
	readonly binding: string;
	/** `RBAC: allowed by ClusterRoleBinding "admins" of ClusterRole "cluster-admin" to Group "admins"`. */
	readonly reason: string;
}

// Simplified: upstream's lister is an informer of the apiserver's own, fed by the watch cache that is read here.
const clusterRoles = 'clusterroles.rbac.authorization.k8s.io';
const roles = 'roles.rbac.authorization.k8s.io';
const clusterRoleBindings = 'clusterrolebindings.rbac.authorization.k8s.io';
const roleBindings = 'rolebindings.rbac.authorization.k8s.io';

/** The binding's subject that matches this user, in words; `undefined` if none does. */
const subjectOf = (binding: ClusterRoleBinding | RoleBinding, user: UserInfo): string | undefined => {
	for (const {kind, name, namespace} of binding.subjects ?? []) {
		if (kind === 'User' && name === user.username) {
			return `User "${name}"`;
		}

		if (kind === 'Group' && user.groups.includes(name)) {
			return `Group "${name}"`;
		}

		if (kind === 'ServiceAccount') {
			const account = serviceAccountOf(user.username);
			const place = namespace ?? binding.metadata.namespace;
			if (account?.name === name && account.namespace === place) {
				return `ServiceAccount "${name}/${place}"`;
			}
		}
	}

	return undefined;
};

interface Resolved {
	readonly grants: readonly Grant[];
	readonly errors: readonly string[];
}

/** The rules of the referenced role; a string is the reason why there are none. */
export const rulesOfReference = (
	reader: Reader,
	{kind, name}: RoleBinding['roleRef'],
	namespace: string,
): readonly PolicyRule[] | string => {
	const role = kind === 'Role' ? reader.get(roles, namespace, name) : reader.get(clusterRoles, undefined, name);
	return role
		? (role.rules ?? [])
		: `${kind === 'Role' ? 'role' : 'clusterrole'}.rbac.authorization.k8s.io "${name}" not found`;
};

/** The rights that one binding grants to the user. */
const grantsOf = (reader: Reader, binding: ClusterRoleBinding | RoleBinding, user: UserInfo): Resolved => {
	const subject = subjectOf(binding, user);
	if (subject === undefined) {
		return {grants: [], errors: []};
	}

	const {name, namespace} = binding.metadata;
	const rules = rulesOfReference(reader, binding.roleRef, namespace ?? '');
	if (typeof rules === 'string') {
		return {grants: [], errors: [rules]};
	}

	const title = namespace ? `RoleBinding "${name}/${namespace}"` : `ClusterRoleBinding "${name}"`;
	const reason = `RBAC: allowed by ${title} of ${binding.roleRef.kind} "${binding.roleRef.name}" to ${subject}`;
	return {grants: rules.map((rule) => ({rule, binding: title, reason})), errors: []};
};

/** All rights of one user, computed once and kept until an RBAC object changes. */
class Rights {
	readonly #cluster: Resolved;
	readonly #byNamespace = new Map<string, Resolved>();
	readonly #byResource = new Map<string, readonly Grant[]>();

	constructor(
		readonly reader: Reader,
		readonly user: UserInfo,
	) {
		this.#cluster = this.#resolve(reader.list(clusterRoleBindings));
	}

	#resolve(bindings: ReadonlyArray<ClusterRoleBinding | RoleBinding>): Resolved {
		const found = bindings.map((binding) => grantsOf(this.reader, binding, this.user));
		return {grants: found.flatMap(({grants}) => grants), errors: found.flatMap(({errors}) => errors)};
	}

	/** The grants in the order in which RBAC checks them: those of ClusterRoleBindings, then those of the namespace's RoleBindings. */
	in(namespace: string): Resolved {
		if (namespace === '') {
			return this.#cluster;
		}

		return getOrInsert(this.#byNamespace, namespace, () => {
			const own = this.#resolve(this.reader.list(roleBindings, namespace));
			return {
				grants: [...this.#cluster.grants, ...own.grants],
				errors: [...this.#cluster.errors, ...own.errors],
			};
		});
	}

	/** The few grants that mention this resource at all. */
	on(namespace: string, group: string, resource: string, subresource: string): readonly Grant[] {
		const key = `${namespace} ${group} ${resource}/${subresource}`;
		return getOrInsert(this.#byResource, key, () =>
			this.in(namespace).grants.filter(({rule}) => coversResource(rule, group, resource, subresource)),
		);
	}
}

/** The most users whose rights are kept: more than twice the number that a thousand nodes need. */
const mostUsers = 10_000;

class RightsOfAll {
	#users = new RecentMap<string, Rights>(mostUsers);
	#seen: readonly unknown[] = [];

	constructor(readonly reader: Reader) {}

	of(user: UserInfo): Rights {
		// The reader hands out the same array until something in it changes: a change is seen without looking inside.
		const {reader} = this;
		const now = [
			reader.list(clusterRoleBindings),
			reader.list(roleBindings),
			reader.list(clusterRoles),
			reader.list(roles),
		];
		if (now.some((list, index) => list !== this.#seen[index])) {
			this.#seen = now;
			this.#users = new RecentMap(mostUsers);
		}

		const key = `${user.username}\n${user.groups.join('\n')}`;
		return getOrInsert(this.#users, key, () => new Rights(reader, user));
	}
}

const rightsOf = new WeakMap<Reader, RightsOfAll>();

const rights = (reader: Reader, user: UserInfo): Rights => {
	const all = getOrInsert(rightsOf, reader, () => new RightsOfAll(reader));
	return all.of(user);
};

const allowances = new WeakMap<Grant, Opinion>();

/** The tape keeps the opinions of every request: a grant has one. */
const allowedBy = (grant: Grant): Opinion => {
	return getOrInsert(allowances, grant, () => {
		const {rule, binding, reason} = grant;
		return {authorizer: 'RBAC', verdict: 'allow', reason, rule, binding};
	});
};

/** Every rule the user has in the namespace (empty: in the whole cluster), and the bindings without a role. */
export const grantsIn = (reader: Reader, user: UserInfo, namespace: string): Resolved =>
	rights(reader, user).in(namespace);

/**
Role-based access control: a request is allowed if a rule allows it. RBAC never refuses; it only has no opinion.

@see https://kubernetes.io/docs/reference/access-authn-authz/rbac/
@mirrors RBACAuthorizer.Authorize
*/
export const rbac = (attributes: Attributes, reader: Reader): Opinion => {
	const {user, verb, group, resource, subresource, name, path, isResourceRequest} = attributes;
	const namespace = namespaceOf(attributes);
	const own = rights(reader, user);
	const grant = isResourceRequest
		? own.on(namespace, group, resource, subresource).find(({rule}) => allowsVerb(rule, verb, name))
		: own.in('').grants.find(({rule}) => allowsPath(rule, verb, path));
	if (grant) {
		return allowedBy(grant);
	}

	const {errors} = own.in(isResourceRequest ? namespace : '');
	return {authorizer: 'RBAC', verdict: 'no opinion', reason: errors.length === 0 ? '' : `RBAC: ${aggregate(errors)}`};
};
