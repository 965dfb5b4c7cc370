import type {IncomingMessage} from 'node:http';
import {request} from 'node:https';
import {isIP} from 'node:net';
import type {SecureContextOptions} from 'node:tls';
import {errorText} from '../kernel/error-text.js';
import type {Cluster} from '../cluster.js';
import type {CertificateAuthority, Identity} from './certificates.js';
import {signerAddress, type OutwardAnswer, type OutwardRequest, type SigningRequest} from '../client/outward.js';
import type {Pace} from './pace.js';

/** The apiserver's identity for the servers of APIServices, as in `requestheader-allowed-names`. */
const frontProxy = 'front-proxy-client';

/** Longer answers are not read to their end. */
const longestAnswerBytes = 16 * 1024 * 1024;

/** Errors of certificates that the authority has not signed. */
const unknownAuthority = new Set([
	'DEPTH_ZERO_SELF_SIGNED_CERT',
	'SELF_SIGNED_CERT_IN_CHAIN',
	'UNABLE_TO_GET_ISSUER_CERT',
	'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
	'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
]);

/** The message of Go's HTTP client for an error of Node.js. */
export const errorInGo = (error: NodeJS.ErrnoException, url: URL): string => {
	const {code = ''} = error;
	const place = `${url.hostname}:${url.port || 443}`;
	const untrusted = 'tls: failed to verify certificate: x509:';
	switch (code) {
		case 'ECONNREFUSED': {
			return `dial tcp ${place}: connect: connection refused`;
		}

		case 'ENOTFOUND':
		case 'EAI_AGAIN': {
			return `dial tcp: lookup ${url.hostname}: no such host`;
		}

		case 'EHOSTUNREACH': {
			return `dial tcp ${place}: connect: no route to host`;
		}

		case 'ECONNRESET': {
			return 'EOF';
		}

		case 'CERT_HAS_EXPIRED':
		case 'CERT_NOT_YET_VALID': {
			return `${untrusted} certificate has expired or is not yet valid`;
		}

		case 'ERR_TLS_CERT_ALTNAME_INVALID': {
			return `${untrusted} certificate is not valid for ${url.hostname}`;
		}

		case 'EPROTO':
		case 'ERR_SSL_WRONG_VERSION_NUMBER': {
			return 'http: server gave HTTP response to HTTPS client';
		}

		default: {
			return unknownAuthority.has(code) ? `${untrusted} certificate signed by unknown authority` : errorText(error);
		}
	}
};

/** The authorities of a `caBundle`: each certificate in it is trusted directly, including a server's own, as in Go. @mirrors crypto/x509 CertPool */
const authorities = (caBundle: string | undefined): Pick<SecureContextOptions, 'ca' | 'allowPartialTrustChain'> =>
	caBundle === undefined || caBundle === ''
		? {}
		: {ca: Buffer.from(caBundle, 'base64').toString(), allowPartialTrustChain: true};

/** The headers of a request, and its body. */
const contentOf = ({headers, body, bytes}: OutwardRequest) => {
	const content = bytes === undefined ? body : Buffer.from(bytes, 'base64');
	return {
		content,
		headers: {
			accept: 'application/json, */*',
			'user-agent': 'kube-apiserver-admission',
			...(content === undefined
				? {}
				: {'content-type': 'application/json', 'content-length': String(Buffer.byteLength(content))}),
			...headers,
		},
	};
};

/** The target of a request; a text is the reason why it is missing. */
const addressOf = ({url: text}: OutwardRequest): URL | string => {
	let url: URL;
	try {
		url = new URL(text);
	} catch {
		return `parse ${JSON.stringify(text)}: invalid URL`;
	}

	return url.protocol === 'https:' ? url : `unsupported protocol scheme ${JSON.stringify(url.protocol.slice(0, -1))}`;
};

/** Forwards the further parts of an answer, and its end. */
const passOn = (response: IncomingMessage, call: number, answer: (answer: OutwardAnswer) => void): void => {
	response.setEncoding('utf8');
	response.on('data', (more: string) => {
		answer({call, more});
	});
	response.on('error', () => {});
	response.once('close', () => {
		answer({call, ended: true});
	});
};

/**
Sends one request.

Long because it is one exchange with all its endings. @param answer called once, then for each later message. @returns a function that disconnects.
*/
const sendOutside = (
	call: number,
	asked: OutwardRequest,
	proxy: Identity | undefined,
	answer: (answer: OutwardAnswer) => void,
): (() => void) => {
	const {method, caBundle, serverName, insecure, asProxy, follows, timeoutMs} = asked;
	const url = addressOf(asked);
	if (typeof url === 'string') {
		answer({call, error: url});
		return () => {};
	}

	let answered = false;
	const once = (said: OutwardAnswer): void => {
		if (!answered) {
			answered = true;
			clearTimeout(timer);
			answer(said);
			outgoing.destroy();
		}
	};

	const timer = setTimeout(() => {
		once({call, error: 'context deadline exceeded'});
	}, timeoutMs);
	const fail = (error: NodeJS.ErrnoException): void => {
		once({call, error: errorInGo(error, url)});
	};

	const {content, headers} = contentOf(asked);
	const name = serverName ?? url.hostname.replace(/^\[|\]$/g, '');
	const outgoing = request(url, {
		method,
		agent: false,
		...authorities(caBundle),
		...(isIP(name) === 0 ? {servername: name} : {}),
		...(insecure ? {rejectUnauthorized: false} : {}),
		...(asProxy && proxy ? {cert: proxy.certificate, key: proxy.key} : {}),
		headers,
	});
	outgoing.on('error', fail);
	outgoing.on('response', (response) => {
		const {statusCode: status = 0} = response;
		const type = response.headers['content-type'];
		const typed = type === undefined || type === 'application/json' ? {} : {type};
		if (follows && status === 200) {
			answered = true;
			clearTimeout(timer);
			answer({call, status, text: '', ...typed});
			passOn(response, call, answer);
			return;
		}

		const chunks: Buffer[] = [];
		let length = 0;
		response.on('data', (chunk: Buffer) => {
			length += chunk.length;
			chunks.push(chunk);
			if (length > longestAnswerBytes) {
				once({call, error: `the answer is longer than ${longestAnswerBytes} bytes`});
			}
		});
		response.on('error', fail);
		response.on('end', () => {
			once({call, status, text: Buffer.concat(chunks).toString(), ...typed});
		});
	});
	outgoing.end(content);
	return () => {
		outgoing.destroy();
	};
};

/** The requested certificate as PEM in base64, or the reason of the refusal. */
const signedBy = (authority: CertificateAuthority, call: number, {body = ''}: OutwardRequest): OutwardAnswer => {
	const {request: asked, usages, expirationSeconds}: SigningRequest = JSON.parse(body);
	try {
		const certificate = authority.signed(Buffer.from(asked, 'base64').toString(), usages, expirationSeconds);
		return {call, status: 200, text: Buffer.from(certificate).toString('base64')};
	} catch (error) {
		return {call, error: errorText(error)};
	}
};

/**
Starts to make the simulation's calls to servers outside it, and to sign certificate requests. The answers are inputs of its recording.

@param authority signs certificate requests, and identifies the apiserver to the servers of APIServices.
*/
export const callServers = (pace: Pace, authority: CertificateAuthority): void => {
	const proxy = authority.component(frontProxy);
	const {outward} = pace.recording.world as Cluster;
	const open = new Map<number, () => void>();
	outward.listen({
		send(call, asked) {
			const done = pace.ask();
			if (asked.url === signerAddress) {
				setImmediate(() => {
					pace.submit({answer: signedBy(authority, call, asked)});
					done();
				});
				return;
			}

			const hangUp = sendOutside(call, asked, proxy, (answer) => {
				pace.submit({answer});
				if ('more' in answer) {
					return;
				}

				if ('ended' in answer) {
					open.delete(call);
				} else {
					done();
				}
			});
			if (asked.follows) {
				open.set(call, hangUp);
			}
		},
		hangUp(call) {
			open.get(call)?.();
			open.delete(call);
		},
	});
};
