import {isRecord} from '../kernel/record.js';
import type {Request} from './request.js';

/** Whether a user agent is this one, or begins with it: `kubelet` is all kubelets, `*` every client. */
export const isAgent = (pattern: string, agent: string): boolean =>
	pattern === '*' || `${agent}/`.startsWith(`${pattern}/`);

/** The service account in a token, as its claims name it: only the apiserver checks the signature. */
const subjectOf = (authorization: string | undefined): string | undefined => {
	const [, claims] = /^Bearer [\w-]+\.([\w-]+)\./.exec(authorization ?? '') ?? [];
	if (claims === undefined) {
		return undefined;
	}

	try {
		const read: unknown = JSON.parse(Buffer.from(claims, 'base64url').toString('utf8'));
		return isRecord(read) && typeof read['sub'] === 'string' ? read['sub'] : undefined;
	} catch {
		return undefined;
	}
};

/**
Whether a fault of a client concerns a request.

@param pattern user agent, or its beginning; the user of a client certificate; or a service account, `system:serviceaccount:NAMESPACE:NAME`. `*` is every client.
*/
export const isCaller = (pattern: string, {headers, certificate}: Pick<Request, 'headers' | 'certificate'>): boolean =>
	isAgent(pattern, headers['user-agent'] ?? '') ||
	certificate?.commonName === pattern ||
	(pattern.startsWith('system:serviceaccount:') && subjectOf(headers['authorization']) === pattern);
