import {isKind, type KubernetesObject} from '../../objects/kubernetes-object.js';
import type {
	ClusterRole,
	ClusterRoleBinding,
	PolicyRule,
	Role,
	RoleBinding,
} from '../../objects/kubernetes.generated.js';
import type {Routine} from '../../kernel/routine.js';
import {note} from '../../stages/note.js';
import type {AdmissionAttributes, AdmissionContext} from './plugin.js';
import {mastersGroup, type UserInfo} from '../request/user.js';
import {aggregate, forbidden, notFound, RequestFailure} from '../request/failure.js';
import type {Reader} from '../storage/reader.js';
import type {Attributes} from '../authorization/attributes.js';
import {grantsIn, rulesOfReference} from '../authorization/rbac.js';
import {formatRule, rulesBeyond} from '../authorization/rules.js';
import {equal} from '../../kernel/equality.js';

const group = 'rbac.authorization.k8s.io';
const guarded = new Set(['roles', 'clusterroles', 'rolebindings', 'clusterrolebindings']);

/** True for requests that could grant new rights. */
export const couldEscalate = ({operation, resource, subresource}: AdmissionAttributes): boolean =>
	resource.group === group &&
	guarded.has(resource.plural) &&
	subresource === '' &&
	(operation === 'CREATE' || operation === 'UPDATE');

const isRole = (object: KubernetesObject): object is ClusterRole | Role =>
	isKind(object, 'rbac.authorization.k8s.io/v1 ClusterRole') || isKind(object, 'rbac.authorization.k8s.io/v1 Role');

const isBinding = (object: KubernetesObject): object is ClusterRoleBinding | RoleBinding =>
	isKind(object, 'rbac.authorization.k8s.io/v1 ClusterRoleBinding') ||
	isKind(object, 'rbac.authorization.k8s.io/v1 RoleBinding');

/** The message of a refusal, or `undefined` when the user holds every right that the rules grant. */
export const escalationOf = (
	user: UserInfo,
	rules: readonly PolicyRule[],
	namespace: string,
	reader: Reader,
): string | undefined => {
	const {grants, errors} = grantsIn(reader, user, namespace);
	const missing = rulesBeyond(
		grants.map(({rule}) => rule),
		rules,
	);
	if (missing.length === 0) {
		return undefined;
	}

	const groups = user.groups.map((name) => JSON.stringify(name)).join(' ');
	const lines = missing.map((rule) => formatRule(rule)).sort();
	return `user "${user.username}" (groups=[${groups}]) is attempting to grant RBAC permissions not currently held:\n${lines.join('\n')}${
		errors.length === 0 ? '' : `; resolution errors: [${aggregate(errors)}]`
	}`;
};

/**
A user cannot grant, by a role or a binding, rights that the user does not hold, except with the verbs `escalate` or `bind`.

@see https://kubernetes.io/docs/reference/access-authn-authz/rbac/#privilege-escalation-prevention-and-bootstrapping
@mirrors policybased.Storage.Create, policybased.Storage.Update
*/
export function* refuseEscalation(
	attributes: AdmissionAttributes,
	{reader, authorize}: Pick<AdmissionContext, 'authorize' | 'reader'>,
): Routine {
	const {user, resource, namespace, name, object, oldObject: old} = attributes;
	if (object === undefined || user.groups.includes(mastersGroup) || (old && isForCollectorOnly(object, old))) {
		return;
	}

	const reference = isBinding(object) ? object.roleRef : undefined;

	// A role to be created is named in the body, where authorization does not look.
	const target = reference ?? {kind: resource.kind, name: old ? name : ''};
	const may: Attributes = {
		user,
		verb: reference ? 'bind' : 'escalate',
		group,
		version: resource.version,
		resource: target.kind === 'Role' ? 'roles' : 'clusterroles',
		subresource: '',
		namespace,
		name: target.name,
		path: '',
		isResourceRequest: true,
	};
	if (authorize(may).allowed) {
		return;
	}

	const ownRules = isRole(object) ? (object.rules ?? []) : [];
	const rules = reference ? rulesOfReference(reader, reference, namespace) : ownRules;
	const aggregates = [object, old].some((role) => role && 'aggregationRule' in role && role.aggregationRule);
	const refuseAggregation = (): string | undefined =>
		aggregates && escalationOf(user, fullAuthority, namespace, reader) !== undefined
			? 'must have cluster-admin privileges to use the aggregationRule'
			: undefined;
	const message =
		typeof rules === 'string' ? rules : (escalationOf(user, rules, namespace, reader) ?? refuseAggregation());
	if (message === undefined) {
		return;
	}

	const status = typeof rules === 'string' ? notFound(resource, target.name) : forbidden(resource, name, message);
	yield* note(
		'apiserver.authorize',
		{
			escalation: {kind: resource.kind, name},
			user,
			verdict: 'forbidden',
			reason: status.reason,
			message: status.message,
			rules,
		},
		{outcome: 'refused'},
	);
	throw new RequestFailure(status);
}

/** The rights that an aggregated role may later have. */
const fullAuthority: readonly PolicyRule[] = [
	{apiGroups: ['*'], resources: ['*'], verbs: ['*']},
	{nonResourceURLs: ['*'], verbs: ['*']},
];

/** The garbage collector may always do its work: owners and finalizers grant nothing. @mirrors rbac.IsOnlyMutatingGCFields */
const isForCollectorOnly = (object: KubernetesObject, old: KubernetesObject): boolean => {
	const bare = ({metadata, ...rest}: KubernetesObject) => {
		const {ownerReferences: _1, finalizers: _2, managedFields: _3, ...kept} = metadata;
		return {...rest, metadata: kept};
	};
	return equal(bare(object), bare(old));
};
