import {signedRequest} from '../../objects/certificate-request.js';
import {isSigned, publicKeyIn, type SignatureHash} from './keys.js';

interface Algorithm {
	/** `null` where the algorithm has its own. */
	readonly hash: SignatureHash | null;
	/** Go's message about a wrong signature. */
	readonly wrong: string;
}

const rsa = (hash: SignatureHash): Algorithm => ({hash, wrong: 'crypto/rsa: verification error'});
const ecdsa = (hash: SignatureHash): Algorithm => ({hash, wrong: 'x509: ECDSA verification failure'});

/** The algorithms, by their object identifiers in hexadecimal. */
const algorithms: Readonly<Record<string, Algorithm>> = {
	'2a864886f70d010105': rsa('sha1'),
	'2a864886f70d01010b': rsa('sha256'),
	'2a864886f70d01010c': rsa('sha384'),
	'2a864886f70d01010d': rsa('sha512'),
	'2a8648ce3d0401': ecdsa('sha1'),
	'2a8648ce3d040302': ecdsa('sha256'),
	'2a8648ce3d040303': ecdsa('sha384'),
	'2a8648ce3d040304': ecdsa('sha512'),
	'2b6570': {hash: null, wrong: 'x509: Ed25519 verification failure'},
};

/**
Why a certificate signing request in DER is not signed with its own key, in Go's words.

Simplified: signatures of RSA-PSS are assumed to be valid, and an unreadable key has no separate message.

@mirrors crypto/x509 CertificateRequest.CheckSignature
*/
export const signatureProblem = (der: Buffer): string | undefined => {
	const request = signedRequest(der);
	if (!request) {
		return 'asn1: structure error: sequence truncated';
	}

	const {algorithm, info, publicKey, signature} = request;
	if (algorithm === '2a864886f70d01010a') {
		return undefined;
	}

	const known = Object.hasOwn(algorithms, algorithm) ? algorithms[algorithm] : undefined;
	if (!known) {
		return 'x509: cannot verify signature: algorithm unimplemented';
	}

	const key = publicKeyIn(publicKey);
	return key && isSigned(key, known.hash, info, signature) ? undefined : known.wrong;
};
