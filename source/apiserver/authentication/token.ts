import {base64url, fromBase64url} from '../../kernel/base64url.js';
import {hmacSha256} from '../../kernel/hash.js';
import {memoised} from '../../kernel/memoised.js';
import {isRecord} from '../../kernel/record.js';
import type {SecretToken} from '../../objects/secret-token.js';
import {nestedString} from '../../objects/unstructured.js';
import type {Reader} from '../storage/reader.js';
import {serviceAccountGroups, serviceAccountUser, type UserInfo} from '../request/user.js';

/** The contents of a service account token: the claims of its JWT. */
export interface TokenClaims {
	readonly aud: readonly string[];
	/** Seconds since 1970. */
	readonly exp: number;
	readonly iat: number;
	readonly iss: string;
	readonly jti: string;
	readonly nbf: number;
	readonly sub: string;
	readonly 'kubernetes.io': {
		readonly namespace: string;
		readonly serviceaccount: {readonly name: string; readonly uid: string};
		readonly pod?: {readonly name: string; readonly uid: string};
		/** The Secret of the token; without a uid, the Secret holds the token itself. */
		readonly secret?: {readonly name: string; readonly uid?: string};
		readonly node?: {readonly name: string; readonly uid?: string};
	};
}

/** The audience of the apiserver itself, and the issuer of its tokens. */
export const defaultAudience = 'https://kubernetes.default.svc.cluster.local';

/** @param key secret of a server that real clients reach; without one the signature is a mere hash */
const sign = (text: string, key: string | undefined): string =>
	key === undefined ? hashOf(text) : base64url(hmacSha256(key, text));

// Simplified: the signature is a hash with a key that is written here, which serves only to show that a changed token is refused.
const hashOf = (text: string): string => {
	let a = 0x811c9dc5;
	let b = 0x01000193;
	const keyed = `k8s-walkthrough:${text}`;
	// By index: each token has a thousand ASCII characters, and an iterator over them slows the start of a cluster.
	for (let index = 0; index < keyed.length; index++) {
		const code = keyed.charCodeAt(index);
		a = Math.imul(a ^ code, 0x01000193);
		b = Math.imul(b + code, 0x85ebca6b) ^ (a >>> 7);
	}

	return base64url([a, b, a ^ b, Math.imul(a, b)].map((word) => (word >>> 0).toString(16).padStart(8, '0')).join(''));
};

/** A JWT of these claims: three parts of base64url, the last one the signature over the first two. */
export const issueToken = (claims: TokenClaims, key?: string): string => signed(claims, key);

/** The contents of the token in a Secret: it has no end. */
interface SecretClaims {
	readonly iss: 'kubernetes/serviceaccount';
	readonly sub: string;
	readonly 'kubernetes.io/serviceaccount/namespace': string;
	readonly 'kubernetes.io/serviceaccount/secret.name': string;
	readonly 'kubernetes.io/serviceaccount/service-account.name': string;
	readonly 'kubernetes.io/serviceaccount/service-account.uid': string;
}

const signed = (claims: object, key: string | undefined): string => {
	const head = `${base64url(JSON.stringify({alg: 'RS256', kid: 'k8s-walkthrough'}))}.${base64url(JSON.stringify(claims))}`;
	return `${head}.${sign(head, key)}`;
};

/** The token in a Secret. @mirrors k8s.io/kubernetes/pkg/serviceaccount LegacyClaims */
export const secretToken = ({namespace, secret, account, uid}: SecretToken, key?: string): string => {
	const claims: SecretClaims = {
		iss: 'kubernetes/serviceaccount',
		'kubernetes.io/serviceaccount/namespace': namespace,
		'kubernetes.io/serviceaccount/secret.name': secret,
		'kubernetes.io/serviceaccount/service-account.name': account,
		'kubernetes.io/serviceaccount/service-account.uid': uid,
		sub: serviceAccountUser(namespace, account),
	};
	return signed(claims, key);
};

/** The claims of a Secret's token as those of a token without an end; `undefined` for other claims. */
const endless = (value: unknown): TokenClaims | undefined => {
	const part = (name: string) => nestedString(value, `kubernetes.io/serviceaccount/${name}`);
	const [namespace, secret, name, uid] = [
		part('namespace'),
		part('secret.name'),
		part('service-account.name'),
		part('service-account.uid'),
	];
	return namespace === undefined || secret === undefined || name === undefined || uid === undefined
		? undefined
		: {
				aud: [defaultAudience],
				exp: Number.MAX_SAFE_INTEGER,
				iat: 0,
				iss: nestedString(value, 'iss') ?? '',
				jti: '',
				nbf: 0,
				sub: nestedString(value, 'sub') ?? '',
				'kubernetes.io': {namespace, serviceaccount: {name, uid}, secret: {name: secret}},
			};
};

export interface TokenRequestOptions {
	readonly namespace: string;
	readonly name: string;
	/** The name of the ServiceAccount. */
	readonly uid: string;
	readonly audiences?: readonly string[];
	readonly expirationSeconds: number;
	readonly nowSeconds: number;
	/** The token's uid. */
	readonly tokenUid: string;
	readonly pod?: {readonly name: string; readonly uid: string};
	readonly secret?: {readonly name: string; readonly uid: string};
	readonly node?: {readonly name: string; readonly uid?: string};
}

/** The claims of a token for a service account, as the TokenRequest API makes it. */
export const claimsFor = (options: TokenRequestOptions): TokenClaims => ({
	aud: options.audiences && options.audiences.length > 0 ? options.audiences : [defaultAudience],
	exp: options.nowSeconds + options.expirationSeconds,
	iat: options.nowSeconds,
	iss: defaultAudience,
	jti: options.tokenUid,
	nbf: options.nowSeconds,
	sub: serviceAccountUser(options.namespace, options.name),
	'kubernetes.io': {
		namespace: options.namespace,
		serviceaccount: {name: options.name, uid: options.uid},
		...(options.pod ? {pod: options.pod} : {}),
		...(options.secret ? {secret: options.secret} : {}),
		...(options.node ? {node: options.node} : {}),
	},
});

const isText = (value: unknown): boolean => typeof value === 'string';

/** Whether a claim names an object. */
const isReference = (value: unknown): boolean =>
	isRecord(value) && isText(value['name']) && (value['uid'] === undefined || isText(value['uid']));

/** Whether claims are those of a service account. */
const isClaims = (value: unknown): value is TokenClaims => {
	const own = isRecord(value) ? value['kubernetes.io'] : undefined;
	return (
		isRecord(value) &&
		isRecord(own) &&
		Array.isArray(value['aud']) &&
		value['aud'].every(isText) &&
		['exp', 'iat', 'nbf'].every((name) => Number.isFinite(value[name])) &&
		['iss', 'jti', 'sub'].every((name) => isText(value[name])) &&
		isText(own['namespace']) &&
		isReference(own['serviceaccount']) &&
		['pod', 'secret', 'node'].every((name) => own[name] === undefined || isReference(own[name]))
	);
};

const claimsOf = (token: string, key?: string): TokenClaims | null => {
	const [header, payload, signature, ...rest] = token.split('.');
	if (!header || !payload || !signature || rest.length > 0 || sign(`${header}.${payload}`, key) !== signature) {
		return null;
	}

	try {
		const claims: unknown = JSON.parse(fromBase64url(payload).toString('utf8'));
		return isClaims(claims) ? claims : (endless(claims) ?? null);
	} catch {
		return null;
	}
};

// A client sends the same token with each request: a thousand nodes have two thousand of them. The keys are few: at most one per cluster.
const mostTokens = 10_000;
const readerOf = memoised(
	(key: string | undefined) => memoised((token: string) => claimsOf(token, key), mostTokens),
	16,
);

/** The claims of a token that this apiserver signed, else `undefined`. */
export const readToken = (token: string, key?: string): TokenClaims | undefined => readerOf(key)(token) ?? undefined;

/** Why a signed token is no longer valid; `undefined` if it still is. */
export const tokenProblem = (
	claims: TokenClaims,
	reader: Reader,
	nowSeconds: number | undefined,
	audiences: readonly string[] = [defaultAudience],
): string | undefined => {
	const {namespace, serviceaccount, pod, secret, node} = claims['kubernetes.io'];
	if (!claims.aud.some((audience) => audiences.includes(audience))) {
		return `token audiences ${JSON.stringify(claims.aud)} is invalid for the target audiences ${JSON.stringify(audiences)}`;
	}

	if (nowSeconds !== undefined && nowSeconds >= claims.exp) {
		return 'service account token has expired';
	}

	if (claims.sub !== serviceAccountUser(namespace, serviceaccount.name)) {
		return 'sub claim does not match the service account';
	}

	const account = reader.get('serviceaccounts', namespace, serviceaccount.name);
	if (!account || account.metadata.deletionTimestamp) {
		return `service account ${namespace}/${serviceaccount.name} has been deleted`;
	}

	if (account.metadata.uid !== serviceaccount.uid) {
		return `service account UID (${account.metadata.uid}) does not match claim (${serviceaccount.uid})`;
	}

	if (pod) {
		const bound = reader.get('pods', namespace, pod.name);
		if (!bound || bound.metadata.uid !== pod.uid) {
			return 'service account token has been invalidated';
		}
	}

	const holder = secret && reader.get('secrets', namespace, secret.name);
	if (secret && (!holder || (secret.uid !== undefined && holder.metadata.uid !== secret.uid))) {
		return 'service account token has been invalidated';
	}

	if (node?.uid && !pod && reader.get('nodes', undefined, node.name)?.metadata.uid !== node.uid) {
		return 'service account token has been invalidated';
	}

	return undefined;
};

/** The user of a service account token. */
export const userOfToken = (claims: TokenClaims): UserInfo => {
	const {namespace, serviceaccount, pod, node} = claims['kubernetes.io'];
	return {
		username: claims.sub,
		uid: serviceaccount.uid,
		groups: serviceAccountGroups(namespace),
		extra: {
			...(claims.jti ? {'authentication.kubernetes.io/credential-id': [`JTI=${claims.jti}`]} : {}),
			...(node
				? {
						'authentication.kubernetes.io/node-name': [node.name],
						...(node.uid ? {'authentication.kubernetes.io/node-uid': [node.uid]} : {}),
					}
				: {}),
			...(pod
				? {
						'authentication.kubernetes.io/pod-name': [pod.name],
						'authentication.kubernetes.io/pod-uid': [pod.uid],
					}
				: {}),
		},
	};
};
