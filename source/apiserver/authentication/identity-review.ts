import type {SelfSubjectReview, TokenReview} from '../../objects/kubernetes.generated.js';
import type {Routine} from '../../kernel/routine.js';
import {note} from '../../stages/note.js';
import {badRequest, RequestFailure} from '../request/failure.js';
import {userOfLine, type AuthenticationContext} from './authenticators.js';
import {defaultAudience, readToken, tokenProblem, userOfToken} from './token.js';
import {withAuthenticatedGroup, type UserInfo} from '../request/user.js';

/** "Whose token is this?" @throws {RequestFailure} 400 without a token. */
export function* tokenReview(review: TokenReview, context: AuthenticationContext): Routine<TokenReview> {
	const token = review.spec?.token ?? '';
	if (token === '') {
		throw new RequestFailure(badRequest('token is required for TokenReview in authentication'));
	}

	const wanted = review.spec.audiences ?? [];
	const status = lookUp(token, wanted, context);
	yield* note('apiserver.authenticate', {verdict: status.authenticated ? 'authenticated' : 'refused', output: status});
	return {...review, status};
}

const lookUp = (
	token: string,
	wanted: readonly string[],
	{tokens, tokenKey, reader, nowMs}: AuthenticationContext,
): TokenReview['status'] => {
	const audiences = wanted.length > 0 ? wanted : [defaultAudience];
	// The authenticator of static tokens knows no audiences: it serves the apiserver's own.
	const line = audiences.includes(defaultAudience) ? tokens.find((candidate) => candidate.token === token) : undefined;
	if (line) {
		return recognised(userOfLine(line), [defaultAudience]);
	}

	const claims = readToken(token, tokenKey);
	if (!claims) {
		return {error: 'invalid bearer token', user: {}};
	}

	const problem = tokenProblem(claims, reader, nowMs === undefined ? undefined : Math.floor(nowMs / 1000), audiences);
	return problem === undefined
		? recognised(
				userOfToken(claims),
				claims.aud.filter((audience) => audiences.includes(audience)),
			)
		: {error: `[invalid bearer token, ${problem}]`, user: {}};
};

const recognised = (user: UserInfo, audiences: readonly string[]): TokenReview['status'] => ({
	authenticated: true,
	user: withAuthenticatedGroup(user),
	audiences,
});

/** "Who am I?" @param timestamp now, as `metav1.Time` prints it. */
export const selfSubjectReview = (
	review: Pick<SelfSubjectReview, 'apiVersion' | 'kind'>,
	user: UserInfo,
	timestamp: string,
): SelfSubjectReview => ({
	apiVersion: review.apiVersion,
	kind: review.kind,
	metadata: {creationTimestamp: timestamp} as SelfSubjectReview['metadata'],
	status: {userInfo: user},
});
