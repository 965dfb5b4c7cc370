import type {Routine} from '../../kernel/routine.js';
import {note} from '../../stages/note.js';
import type {Reader} from '../storage/reader.js';
import type {Attributes, Decision, Opinion} from './attributes.js';
import {authorizersFor, type Authorizer} from './modes.js';

export {attributesOf, forbiddenStatus, type Attributes, type Decision} from './attributes.js';

export interface AuthorizationContext {
	readonly reader: Reader;
	/** Asked in turn; the first with an opinion decides. Node and RBAC when not given. */
	readonly authorizers?: readonly Authorizer[];
}

const usual = authorizersFor();

/**
Decides without a stop.

@mirrors union.unionAuthzHandler.Authorize
*/
export const decide = (attributes: Attributes, {reader, authorizers = usual}: AuthorizationContext): Decision => {
	const opinions: Opinion[] = [];
	for (const ask of authorizers) {
		const opinion = ask(attributes, reader);
		opinions.push(opinion);
		if (opinion.verdict !== 'no opinion') {
			const {authorizer, verdict, reason, rule, binding} = opinion;
			// A copy is only as long as it has to be; an array that was pushed to reserves room for more, and the tape keeps it.
			return {allowed: verdict === 'allow', reason, authorizer, rule, binding, opinions: [...opinions]};
		}
	}

	const reasons = opinions.flatMap(({reason}) => (reason === '' ? [] : [reason]));
	return {allowed: false, reason: reasons.join('\n'), authorizer: '', opinions};
};

/**
Asks every authorizer in turn until one has an opinion. If none has one, the answer is no.

@see https://kubernetes.io/docs/reference/access-authn-authz/authorization/
*/
export function* authorize(attributes: Attributes, context: AuthorizationContext): Routine<Decision> {
	const decision = decide(attributes, context);
	yield* note(
		'apiserver.authorize',
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
