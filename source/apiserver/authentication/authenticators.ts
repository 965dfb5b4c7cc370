import type {Request} from '../../client/request.js';
import type {Authorizer} from '../authorization/modes.js';
import type {Reader} from '../storage/reader.js';
import {readToken, tokenProblem, userOfToken} from './token.js';
import type {UserInfo} from '../request/user.js';
import {getOrInsert} from '../../kernel/get-or-insert.js';

/** A line of the static token file. */
export interface StaticToken {
	readonly token: string;
	readonly user: string;
	readonly uid?: string;
	readonly groups: readonly string[];
}

export interface AuthenticationContext {
	readonly tokens: readonly StaticToken[];
	/** The key that signs service account tokens. */
	readonly tokenKey?: string;
	readonly reader: Reader;
	/** The time for the expiry of tokens, in milliseconds since 1970; without it, tokens do not expire. */
	readonly nowMs?: number;
	/** Decides whether one user may impersonate another. */
	readonly authorizers?: readonly Authorizer[];
}

/** Why an authenticator refuses credentials of its kind. */
export interface Refusal {
	readonly error: string;
	/** The service account of a token whose check failed. */
	readonly subject?: string;
	readonly problem?: string;
}

/** The result of an authenticator: a user, a refusal, or neither, if another authenticator may know these credentials. */
export interface Finding {
	readonly user?: UserInfo;
	readonly refusal?: Refusal;
}

/** Checks one kind of credentials. @returns `undefined` if the request has no credentials of this kind. */
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

		return getOrInsert(subjects, certificate, () => ({
			user: {username: certificate.commonName, groups: certificate.organizations},
		}));
	},
};

/** The users of already read tokens. */
const accounts = new WeakMap<object, Finding>();

/** Parsed certificates: a client presents the same one with each request. */
const subjects = new WeakMap<object, Finding>();

/** The user of a line in the token file. */
export const userOfLine = ({user, uid, groups}: StaticToken): UserInfo => ({
	username: user,
	...(uid === undefined ? {} : {uid}),
	groups,
});

const tokenFile: Authenticator = {
	name: 'token file',
	find(request, {tokens}) {
		// Without a file, there is no such authenticator.
		const token = tokens.length === 0 ? undefined : bearerToken(request);
		if (token === undefined) {
			return undefined;
		}

		const line = tokens.find((candidate) => candidate.token === token);
		return line ? {user: userOfLine(line)} : {};
	},
};

const serviceAccountToken: Authenticator = {
	name: 'service account token',
	find(request, {reader, nowMs, tokenKey}) {
		const token = bearerToken(request);
		if (token === undefined) {
			return undefined;
		}

		const claims = readToken(token, tokenKey);
		if (!claims) {
			return {refusal: {error: 'invalid bearer token'}};
		}

		const problem = tokenProblem(claims, reader, nowMs === undefined ? undefined : Math.floor(nowMs / 1000));
		if (problem !== undefined) {
			return {refusal: {error: `invalid bearer token, ${problem}`, subject: claims.sub, problem}};
		}

		return getOrInsert(accounts, claims, () => ({user: userOfToken(claims)}));
	},
};

/** The authenticators, in the order `--client-ca-file`, `--token-auth-file`, service accounts. */
export const authenticators: readonly Authenticator[] = [x509, tokenFile, serviceAccountToken];
