import type {UserInfo} from '../request/user.js';
import type {Attributes, Opinion} from './attributes.js';

/**
One line of an ABAC policy file: `spec` of a `Policy` of `abac.authorization.kubernetes.io/v1beta1`.

@see https://kubernetes.io/docs/reference/access-authn-authz/abac/
*/
export interface ABACPolicy {
	/** `*`: every user. */
	readonly user?: string;
	readonly group?: string;
	readonly namespace?: string;
	readonly resource?: string;
	readonly apiGroup?: string;
	/** A path; a `*` at its end includes all paths below. */
	readonly nonResourcePath?: string;
	/** Allows only get, list and watch. */
	readonly readonly?: boolean;
}

const isReadOnly = (verb: string): boolean => verb === 'get' || verb === 'list' || verb === 'watch';

const matchesSubject = ({user = '', group = ''}: ABACPolicy, {username, groups}: UserInfo): boolean => {
	if (
		(user !== '' && user !== '*' && user !== username) ||
		(group !== '' && group !== '*' && !groups.includes(group))
	) {
		return false;
	}

	return user !== '' || group !== '';
};

const covers = (wanted: string | undefined, actual: string): boolean => wanted === '*' || (wanted ?? '') === actual;

const matchesRequest = (policy: ABACPolicy, attributes: Attributes): boolean => {
	if (attributes.isResourceRequest) {
		return (
			covers(policy.namespace, attributes.namespace) &&
			covers(policy.resource, attributes.resource) &&
			covers(policy.apiGroup, attributes.group)
		);
	}

	const {nonResourcePath = ''} = policy;
	return (
		covers(nonResourcePath, attributes.path) ||
		(nonResourcePath.endsWith('*') && attributes.path.startsWith(nonResourcePath.replace(/\*+$/, '')))
	);
};

/**
Allows a request that matches one of the policies, and has no opinion on others.

@mirrors k8s.io/kubernetes/pkg/auth/authorizer/abac PolicyList.Authorize
*/
export const abac =
	(policies: readonly ABACPolicy[]) =>
	(attributes: Attributes): Opinion => {
		const index = policies.findIndex(
			(policy) =>
				matchesSubject(policy, attributes.user) &&
				(isReadOnly(attributes.verb) || policy.readonly !== true) &&
				matchesRequest(policy, attributes),
		);
		return index === -1
			? {authorizer: 'ABAC', verdict: 'no opinion', reason: 'No policy matched.'}
			: {authorizer: 'ABAC', verdict: 'allow', reason: '', binding: `line ${index + 1} of the policy file`};
	};
