import type {UserInfo} from '../request/user.js';
import type {Exchange} from '../request/exchange.js';
import {failure, forbidden} from '../request/failure.js';
import type {PolicyRule, Status} from '../../objects/kubernetes.generated.js';
import type {FieldRequirement} from '../../objects/field-selector.js';
import type {AccessQuestion, Opinion as Judgement} from '../../stages/facts/apiserver/request.js';
import {readFieldSelector} from './review-selectors.js';

/** The question to authorization: may this user do this? */
export interface Attributes extends AccessQuestion {
	readonly user: UserInfo;
	readonly version: string;
	/** For list, watch and deletecollection: `spec.nodeName=node-a`. */
	readonly fieldSelector?: readonly FieldRequirement[];
}

/** The opinion of one authorizer; `no opinion` passes the question on. */
export interface Opinion extends Judgement {
	/** The rule that allows the request, if the authorizer has rules. */
	readonly rule?: PolicyRule;
	/** The binding that gives the rule to the user: `ClusterRoleBinding "cluster-admin"`. */
	readonly binding?: string;
}

/** The answer of all authorizers together. */
export interface Decision {
	readonly allowed: boolean;
	readonly reason: string;
	/** The authorizer that decided; empty if none had an opinion. */
	readonly authorizer: string;
	readonly rule?: PolicyRule;
	readonly binding?: string;
	/** Every authorizer asked, in order. */
	readonly opinions: readonly Opinion[];
}

/** `list pods in the namespace "default"`, in a reader's words. */
export const describeRequest = ({
	verb,
	group,
	resource,
	subresource,
	namespace,
	name,
	path,
	isResourceRequest,
}: Attributes): string =>
	isResourceRequest
		? `${verb} ${resource}${group === '' ? '' : `.${group}`}${subresource === '' ? '' : `/${subresource}`}${
				name === '' ? '' : ` "${name}"`
			}${namespace === '' ? '' : ` in the namespace "${namespace}"`}`
		: `${verb} the path "${path}"`;

/**
The 403 answer to a refused request.

@mirrors responsewriters.ForbiddenStatusError
*/
export const forbiddenStatus = (attributes: Attributes, {reason}: Pick<Decision, 'reason'>): Status => {
	const {user, verb, group, resource, subresource, name, path, isResourceRequest} = attributes;
	const why = reason === '' ? '' : `: ${reason}`;
	if (!isResourceRequest) {
		const message = `forbidden: User "${user.username}" cannot ${verb} path "${path}"${why}`;
		const {code, ...status} = failure(403, 'Forbidden', message);
		return {...status, details: {}, code};
	}

	const full = subresource === '' ? resource : `${resource}/${subresource}`;
	const scope =
		namespaceOf(attributes) === '' ? 'at the cluster scope' : `in the namespace "${namespaceOf(attributes)}"`;
	return forbidden(
		{group, plural: resource},
		name,
		`User "${user.username}" cannot ${verb} resource "${full}" in API group "${group}" ${scope}${why}`,
	);
};

/** A Namespace object counts as being in itself, so that a role in a namespace can cover it. */
export const namespaceOf = ({group, resource, namespace, name}: Attributes): string =>
	namespace === '' && resource === 'namespaces' && group === '' ? name : namespace;

const selecting = new Set(['deletecollection', 'list', 'watch']);

/** The attributes of a request. */
export const attributesOf = ({info, user, request}: Pick<Exchange, 'info' | 'request' | 'user'>): Attributes => ({
	user,
	verb: info.verb,
	group: info.group,
	version: info.version,
	resource: info.resource,
	subresource: info.subresource,
	namespace: info.namespace,
	name: info.name,
	path: info.path,
	isResourceRequest: info.isResourceRequest,
	...(request.query['fieldSelector'] && selecting.has(info.verb)
		? {fieldSelector: readFieldSelector({rawSelector: request.query['fieldSelector']}).requirements}
		: {}),
});
