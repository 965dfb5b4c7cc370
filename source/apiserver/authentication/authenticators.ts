import type {Request} from '../../client/request.js';
import type {Authorizer} from '../authorization/modes.js';
import type {Reader} from '../storage/reader.js';
import {readToken, tokenProblem, userOfToken} from './token.js';
import {describeUser, type UserInfo} from '../request/user.js';

/** A line of the static token file. */
export interface StaticToken {
	readonly token: string;
	readonly user: string;
	readonly uid?: string;
	readonly groups: readonly string[];
}

export interface AuthenticationContext {
	readonly tokens: readonly StaticToken[];
	readonly reader: Reader;
	/** For the expiry of tokens, in milliseconds since 1970; absent: tokens do not expire. */
	readonly nowMs?: number;
	/** Who is asked whether somebody may act for another. */
	readonly authorizers?: readonly Authorizer[];
}

/** What an authenticator found: a user, an error, or nothing that concerns it. */
export interface Finding {
	readonly user?: UserInfo;
	readonly error?: string;
	/** One sentence for the stop. */
	readonly text: string;
}

/** One way of proving who one is. `undefined`: the request carries nothing of this kind. */
export interface Authenticator {
	readonly name: string;
	find(request: Request, context: AuthenticationContext): Finding | undefined;
}

/** The token of an `Authorization: Bearer` header. */
export const bearerToken = (request: Request): string | undefined => {
	const [scheme, token] = (request.headers['authorization'] ?? '').trim().split(' ');
	return scheme?.toLowerCase() === 'bearer' && token ? token : undefined;
};

/** Subject of the client certificate: the common name is the user, the organizations are the groups. */
const x509: Authenticator = {
	name: 'x509',
	find({certificate}) {
		if (!certificate) {
			return undefined;
		}

		let finding = subjects.get(certificate);
		if (!finding) {
			const user = {username: certificate.commonName, groups: certificate.organizations};
			finding = {
				user,
				text: `The client certificate's subject names the caller: its common name is the user, its organizations are the groups, so this is ${describeUser(user)}.`,
			};
			subjects.set(certificate, finding);
		}

		return finding;
	},
};

/** What certificates said before: a client shows the same one with each request. */
const subjects = new WeakMap<object, Finding>();

const tokenFile: Authenticator = {
	name: 'token file',
	find(request, {tokens}) {
		const token = bearerToken(request);
		if (token === undefined) {
			return undefined;
		}

		const line = tokens.find((candidate) => candidate.token === token);
		if (!line) {
			return {text: 'The bearer token is not in the static token file; the next authenticator is asked.'};
		}

		const user = {username: line.user, ...(line.uid === undefined ? {} : {uid: line.uid}), groups: line.groups};
		return {user, text: `The static token file knows the bearer token: it belongs to ${describeUser(user)}.`};
	},
};

const serviceAccountToken: Authenticator = {
	name: 'service account token',
	find(request, {reader, nowMs}) {
		const token = bearerToken(request);
		if (token === undefined) {
			return undefined;
		}

		const claims = readToken(token);
		if (!claims) {
			return {error: 'invalid bearer token', text: 'The bearer token is not one that this apiserver has signed.'};
		}

		const problem = tokenProblem(claims, reader, nowMs === undefined ? undefined : Math.floor(nowMs / 1000));
		if (problem !== undefined) {
			return {
				error: `invalid bearer token, ${problem}`,
				text: `The service account token of ${claims.sub} is not good any more: ${problem}.`,
			};
		}

		const user = userOfToken(claims);
		return {
			user,
			text: `The signature of the service account token is right and what it is bound to still exists: this is ${describeUser(user)}.`,
		};
	},
};

/** In the order of `--client-ca-file`, `--token-auth-file`, service accounts. */
export const authenticators: readonly Authenticator[] = [x509, tokenFile, serviceAccountToken];
