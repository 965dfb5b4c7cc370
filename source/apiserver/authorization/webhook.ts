import type {Verdict} from '../../objects/authorization-modes.js';
import {describeRequest, type Attributes, type Opinion} from './attributes.js';

/** The answer of the authorization webhook's server to some of the questions. */
export interface WebhookRule {
	readonly user?: string;
	readonly group?: string;
	readonly verbs?: readonly string[];
	readonly resources?: readonly string[];
	readonly namespaces?: readonly string[];
	/** `deny` ends the chain; `no opinion` leaves the question to the next authorizer. */
	readonly answer: Verdict;
	readonly reason?: string;
}

/** The server behind the webhook: a list of rules, of which the first that matches answers. */
export interface WebhookServer {
	readonly rules: readonly WebhookRule[];
	/** Whether the server does not answer. */
	readonly unreachable?: boolean;
	/** The place of the server that the apiserver asks. */
	readonly url?: string;
}

const listed = (values: readonly string[] | undefined, value: string): boolean =>
	values === undefined || values.includes('*') || values.includes(value);

const applies = ({user, group, verbs, resources, namespaces}: WebhookRule, attributes: Attributes): boolean =>
	(user === undefined || user === attributes.user.username) &&
	(group === undefined || attributes.user.groups.includes(group)) &&
	listed(verbs, attributes.verb) &&
	listed(resources, attributes.resource) &&
	listed(namespaces, attributes.namespace);

const defaultURL = 'https://authorizer.example.com/authorize';

/**
Asks a server outside the cluster with a SubjectAccessReview. If the server does not answer, there is no opinion.

Simplified: the server's answers are a list of rules, and no answer is cached.

@see https://kubernetes.io/docs/reference/access-authn-authz/webhook/
@mirrors k8s.io/apiserver/plugin/pkg/authorizer/webhook WebhookAuthorizer.Authorize
*/
export const webhook =
	({rules, unreachable = false, url = defaultURL}: WebhookServer) =>
	(attributes: Attributes): Opinion => {
		const authorizer = 'Webhook';
		if (unreachable) {
			return {
				authorizer,
				verdict: 'no opinion',
				reason: `Post "${url}?timeout=30s": dial tcp: connect: connection refused`,
			};
		}

		const rule = rules.find((candidate) => applies(candidate, attributes));
		return {
			authorizer,
			verdict: rule?.answer ?? 'no opinion',
			reason: rule?.reason ?? (rule?.answer === 'allow' ? `${url} allows to ${describeRequest(attributes)}` : ''),
		};
	};
