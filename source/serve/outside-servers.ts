import {request} from 'node:https';
import {isIP} from 'node:net';
import {errorText} from '../kernel/error-text.js';
import type {Cluster} from '../cluster.js';
import type {OutwardAnswer, OutwardRequest} from '../client/outward.js';
import type {Pace} from './pace.js';

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

/** What Go's HTTP client says of an error of Node.js's. */
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

/** The authorities of a `caBundle`. */
const authorities = (caBundle: string | undefined): {readonly ca?: string} =>
	caBundle === undefined || caBundle === '' ? {} : {ca: Buffer.from(caBundle, 'base64').toString()};

/** Sends one request. @param answer is called once. */
const sendOutside = (call: number, asked: OutwardRequest, answer: (answer: OutwardAnswer) => void): void => {
	const {method, caBundle, serverName, body, timeoutMs} = asked;
	let url: URL;
	try {
		url = new URL(asked.url);
	} catch {
		answer({call, error: `parse ${JSON.stringify(asked.url)}: invalid URL`});
		return;
	}

	if (url.protocol !== 'https:') {
		answer({call, error: `unsupported protocol scheme ${JSON.stringify(url.protocol.slice(0, -1))}`});
		return;
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

	const name = serverName ?? url.hostname.replace(/^\[|\]$/g, '');
	const outgoing = request(url, {
		method,
		agent: false,
		...authorities(caBundle),
		...(isIP(name) === 0 ? {servername: name} : {}),
		headers: {
			accept: 'application/json, */*',
			'user-agent': 'kube-apiserver-admission',
			...(body === undefined
				? {}
				: {'content-type': 'application/json', 'content-length': String(Buffer.byteLength(body))}),
		},
	});
	outgoing.on('error', fail);
	outgoing.on('response', (response) => {
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
			once({call, status: response.statusCode ?? 0, text: Buffer.concat(chunks).toString()});
		});
	});
	outgoing.end(body);
};

/** From now on, calls of the simulation to servers beyond it are made. Their answers are inputs of its recording. */
export const callServers = (pace: Pace): void => {
	const {outward} = pace.recording.world as Cluster;
	outward.listen((call, asked) => {
		const done = pace.ask();
		sendOutside(call, asked, (answer) => {
			pace.submit({answer});
			done();
		});
	});
};
