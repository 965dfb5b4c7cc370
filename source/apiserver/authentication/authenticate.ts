import type {Request} from '../../client/request.js';
import type {Routine} from '../../kernel/routine.js';
import {note} from '../../stages/note.js';
import {RequestFailure, unauthorized} from '../request/failure.js';
import {authenticators, type AuthenticationContext} from './authenticators.js';
import {impersonate, impersonates} from './impersonate.js';
import {anonymous, withAuthenticatedGroup, type UserInfo} from '../request/user.js';

export type {AuthenticationContext, StaticToken} from './authenticators.js';
export type {UserInfo} from '../request/user.js';

/**
Determines the user of a request: tries each authenticator that finds credentials of its kind; the first success counts. Afterwards, the
request carries its user; the Authorization header is dropped, see {@link withoutCredentials}.

@see https://kubernetes.io/docs/reference/access-authn-authz/authentication/
@throws {RequestFailure} 401 if the request carries credentials and none are valid.
*/
export function* authenticate(request: Request, context: AuthenticationContext): Routine<UserInfo> {
	const user = yield* identify(request, context);
	return impersonates(request) ? yield* impersonate(request, user, context) : user;
}

function* identify(request: Request, context: AuthenticationContext): Routine<UserInfo> {
	let error: string | undefined;
	for (const authenticator of authenticators) {
		const finding = authenticator.find(request, context);
		if (!finding) {
			continue;
		}

		if (finding.user) {
			const user = withAuthenticatedGroup(finding.user);
			yield* note('apiserver.authenticate', {
				authenticator: authenticator.name,
				verdict: 'authenticated',
				user,
				dropsHeader: request.headers['authorization'] !== undefined,
			});
			return user;
		}

		if (finding.refusal) {
			const {error: reason, subject, problem} = finding.refusal;
			error = reason;
			yield* note('apiserver.authenticate', {
				authenticator: authenticator.name,
				verdict: 'refused',
				reason,
				subject,
				problem,
			});
		} else {
			yield* note('apiserver.authenticate', {authenticator: authenticator.name, verdict: 'not mine'});
		}
	}

	if (error !== undefined) {
		const status = unauthorized();
		yield* note(
			'apiserver.authenticate',
			{verdict: 'refused', reason: status.reason, message: status.message, error},
			{outcome: 'refused'},
		);
		throw new RequestFailure(status);
	}

	yield* note('apiserver.authenticate', {
		authenticator: 'anonymous',
		verdict: 'authenticated',
		user: anonymous,
		dropsHeader: false,
	});
	return anonymous;
}

/** The request as the rest of the chain sees it: without the headers that prove or impersonate an identity. */
export const withoutCredentials = (request: Request): Request => {
	for (const header in request.headers) {
		if (proves(header)) {
			const kept = Object.entries(request.headers).filter(([name]) => !proves(name));
			return {...request, headers: Object.fromEntries(kept)};
		}
	}

	return request;
};

const proves = (header: string): boolean => header === 'authorization' || header.startsWith('impersonate-');
