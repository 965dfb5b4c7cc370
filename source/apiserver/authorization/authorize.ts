import {describeUser, mastersGroup} from '../authentication/user.js';
import {note, type Routine} from '../../kernel/routine.js';
import type {Reader} from '../reader.js';
import {describeRequest, type Attributes, type Decision, type Opinion} from './attributes.js';
import {nodeAuthorizer} from './node.js';
import {rbac} from './rbac.js';

export {attributesOf, describeRequest, forbiddenStatus, type Attributes, type Decision} from './attributes.js';

export interface AuthorizationContext {
	readonly reader: Reader;
}

/** `system:masters` passes before anybody is asked, so that broken RBAC objects lock nobody out. */
const masters = ({user}: Attributes): Opinion => ({
	authorizer: 'SystemMasters',
	verdict: user.groups.includes(mastersGroup) ? 'allow' : 'no opinion',
	reason: '',
});

/** Asked in turn; the first with an opinion decides: `--authorization-mode=Node,RBAC`. */
const authorizers = [masters, nodeAuthorizer, rbac];

/**
Decides without a stop.

@mirrors union.unionAuthzHandler.Authorize
*/
export const decide = (attributes: Attributes, {reader}: AuthorizationContext): Decision => {
	const opinions: Opinion[] = [];
	for (const ask of authorizers) {
		const opinion = ask(attributes, reader);
		opinions.push(opinion);
		if (opinion.verdict !== 'no opinion') {
			const {authorizer, verdict, reason, rule, binding} = opinion;
			// A copy is as long as it has to be; what is pushed to keeps room for more, and the tape keeps it.
			return {allowed: verdict === 'allow', reason, authorizer, rule, binding, opinions: [...opinions]};
		}
	}

	const reasons = opinions.flatMap(({reason}) => (reason === '' ? [] : [reason]));
	return {allowed: false, reason: reasons.join('\n'), authorizer: '', opinions};
};

/**
Asks every authorizer in turn until one has an opinion. Nobody's opinion means no.

@see https://kubernetes.io/docs/reference/access-authn-authz/authorization/
*/
export function* authorize(attributes: Attributes, context: AuthorizationContext): Routine<Decision> {
	const decision = decide(attributes, context);
	yield* note(
		'apiserver.authorize',
		explain(attributes, decision),
		{
			user: attributes.user,
			request: attributes,
			verdict: decision.allowed ? 'allowed' : 'forbidden',
			reason: decision.reason,
			authorizer: decision.authorizer,
			rule: decision.rule,
			binding: decision.binding,
			opinions: decision.opinions,
		},
		decision.allowed ? undefined : {outcome: 'refused'},
	);
	return decision;
}

const explain = (attributes: Attributes, {allowed, authorizer, reason}: Decision): string => {
	const who = describeUser({...attributes.user, groups: []});
	const what = describeRequest(attributes);
	if (!allowed) {
		return `The user ${who} is not allowed to ${what}: neither Node nor RBAC allows it${reason === '' ? '' : ` (${reason})`}.`;
	}

	return authorizer === 'SystemMasters'
		? `The user ${who} is allowed to ${what}: members of system:masters pass before any rule is looked at.`
		: authorizer === 'Node'
			? `The Node authorizer allows ${who} to ${what}: it is the kubelet's own business or belongs to a Pod bound to its node.`
			: `The user ${who} is allowed to ${what}: ${reason}.`;
};
