import type {Secret} from '../../objects/kubernetes.generated.js';
import {keyOfCertificate, publicOfPrivate, sameKey} from '../certificates/keys.js';

interface Block {
	readonly type: string;
	readonly der: Buffer;
}

const blocksOf = (text: string): Block[] =>
	[...text.matchAll(/-----BEGIN ([^\n-]+)-----\r?\n([\s\S]*?)-----END \1-----/g)].map(([, type = '', body = '']) => ({
		type,
		// Headers, as an encrypted key has them, are not part of the content.
		der: Buffer.from(body.replaceAll(/^[^\n]*:[^\n]*$/gm, ''), 'base64'),
	}));

const typesOf = (blocks: readonly Block[]): string => `[${blocks.map(({type}) => type).join(' ')}]`;

/**
Why a certificate and a key do not match, in Go's words; `undefined` if they match.

@mirrors crypto/tls X509KeyPair
*/
const keyPairError = (certificateText: string, keyText: string): string | undefined => {
	const certificates = blocksOf(certificateText);
	const certificate = certificates.find(({type}) => type === 'CERTIFICATE');
	if (!certificate) {
		if (certificates.length === 0) {
			return 'tls: failed to find any PEM data in certificate input';
		}

		return certificates.length === 1 && certificates[0]?.type.endsWith('PRIVATE KEY')
			? 'tls: failed to find certificate PEM data in certificate input, but did find a private key; PEM inputs may have been switched'
			: `tls: failed to find "CERTIFICATE" PEM block in certificate input after skipping PEM blocks of the following types: ${typesOf(certificates)}`;
	}

	const keys = blocksOf(keyText);
	const key = keys.find(({type}) => type === 'PRIVATE KEY' || type.endsWith(' PRIVATE KEY'));
	if (!key) {
		if (keys.length === 0) {
			return 'tls: failed to find any PEM data in key input';
		}

		return keys.length === 1 && keys[0]?.type === 'CERTIFICATE'
			? 'tls: found a certificate rather than a key in the PEM for the private key'
			: `tls: failed to find PEM block with type ending in "PRIVATE KEY" in key input after skipping PEM blocks of the following types: ${typesOf(keys)}`;
	}

	return mismatch(certificate.der, key.der);
};

const mismatch = (certificate: Buffer, key: Buffer): string | undefined => {
	const certified = keyOfCertificate(certificate);
	if (!certified) {
		return 'x509: malformed certificate';
	}

	const own = publicOfPrivate(key);
	if (!own) {
		return 'tls: failed to parse private key';
	}

	if (certified.type !== own.type) {
		return 'tls: private key type does not match public key type';
	}

	return sameKey(certified, own) ? undefined : 'tls: private key does not match public key';
};

/** @mirrors k8s.io/kubernetes/pkg/registry/core/secret warningsForSecret */
export const keyPairWarnings = ({type, data}: Secret): string[] => {
	if (type !== 'kubernetes.io/tls') {
		return [];
	}

	const text = (name: string): string => Buffer.from(data?.[name] ?? '', 'base64').toString();
	const error = keyPairError(text('tls.crt'), text('tls.key'));
	return error === undefined ? [] : [error];
};
