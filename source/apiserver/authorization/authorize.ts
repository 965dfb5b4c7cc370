import type {Routine} from '../../kernel/routine.js';
import {note} from '../../stages/note.js';
import type {Reader} from '../storage/reader.js';
import type {Attributes, Decision, Opinion} from './attributes.js';
import {authorizersFor, type Authorizer} from './modes.js';

export {attributesOf, forbiddenStatus, type Attributes, type Decision} from './attributes.js';

export interface AuthorizationContext {
	readonly reader: Reader;
	/** The authorizers in order; the first with an opinion decides. Node and RBAC by default. */
	readonly authorizers?: readonly Authorizer[];
	/** Names of the authorizers in their order, where each opinion is a stop. */
	readonly told?: readonly string[];
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
			return decisionOf(opinion, opinions);
		}
	}

	const reasons = opinions.flatMap(({reason}) => (reason === '' ? [] : [reason]));
	return {allowed: false, reason: reasons.join('\n'), authorizer: '', opinions};
};

const decisions = new WeakMap<Opinion, Decision>();

/** The decision that follows from these opinions. The tape keeps it, so equal opinions share one decision. */
const decisionOf = (last: Opinion, opinions: readonly Opinion[]): Decision => {
	const known = decisions.get(last);
	if (
		known?.opinions.length === opinions.length &&
		opinions.every((opinion, index) => opinion === known.opinions[index])
	) {
		return known;
	}

	const {authorizer, verdict, reason, rule, binding} = last;
	// A copy is only as long as it has to be; an array that was pushed to reserves room for more.
	const decision = {allowed: verdict === 'allow', reason, authorizer, rule, binding, opinions: [...opinions]};
	decisions.set(last, decision);
	return decision;
};

/** A stop for each authorizer that was asked; members of system:masters pass before them. */
function* tellOpinions(attributes: Attributes, {opinions}: Decision, names: readonly string[]): Routine {
	for (const {authorizer, verdict, reason} of opinions.slice(1)) {
		const next = verdict === 'no opinion' ? names[names.indexOf(authorizer) + 1] : undefined;
		yield* note(
			`apiserver.authorizer.${authorizer}`,
			{authorizer, verdict, reason, user: attributes.user, request: attributes, next},
			verdict === 'deny' ? {outcome: 'refused'} : undefined,
		);
	}
}

/**
Asks every authorizer in turn until one has an opinion. Without an opinion, the request is refused.

@see https://kubernetes.io/docs/reference/access-authn-authz/authorization/
*/
export function* authorize(attributes: Attributes, context: AuthorizationContext): Routine<Decision> {
	const decision = decide(attributes, context);
	if (context.told) {
		yield* tellOpinions(attributes, decision, context.told);
	}

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
