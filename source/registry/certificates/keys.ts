import {ed25519} from '@noble/curves/ed25519.js';
import {p256, p384, p521} from '@noble/curves/nist.js';
import {sha1} from '@noble/hashes/legacy.js';
import {sha256, sha384, sha512} from '@noble/hashes/sha2.js';
import {valuesIn} from '../../objects/der.js';

/** A public key of the kinds that TLS uses. */
export type PublicKey =
	| {readonly type: 'rsa'; readonly modulus: bigint; readonly exponent: bigint}
	| {readonly type: 'ec'; readonly curve: Curve; readonly point: Uint8Array}
	| {readonly type: 'ed25519'; readonly point: Uint8Array};

/** The hash of a signature. Ed25519 has its own. */
export type SignatureHash = 'sha1' | 'sha256' | 'sha384' | 'sha512';

type Curve = keyof typeof curves;

/** The curves, by their object identifiers in hexadecimal. */
const curves = {'2a8648ce3d030107': p256, '2b81040022': p384, '2b81040023': p521} as const;

const oids = {rsa: '2a864886f70d010101', ec: '2a8648ce3d0201', ed25519: '2b6570'} as const;

const isCurve = (oid: string): oid is Curve => Object.hasOwn(curves, oid);

const numberIn = (bytes: Uint8Array): bigint => BigInt(`0x0${Buffer.from(bytes).toString('hex')}`);

/** The values in a sequence, if the bytes are exactly one; otherwise empty. */
const sequenceIn = (bytes: Buffer): ReturnType<typeof valuesIn> => {
	const [outer, ...more] = valuesIn(bytes);
	return outer?.tag === 0x30 && more.length === 0 && outer.raw.length === bytes.length ? valuesIn(outer.content) : [];
};

const ecKey = (curve: string, point: Uint8Array): PublicKey | undefined => {
	if (!isCurve(curve)) {
		return undefined;
	}

	try {
		// Points off the curve throw.
		return {type: 'ec', curve, point: curves[curve].Point.fromBytes(point).toBytes(false)};
	} catch {
		return undefined;
	}
};

const rsaKey = (modulus: Uint8Array | undefined, exponent: Uint8Array | undefined): PublicKey | undefined =>
	modulus?.length && exponent?.length
		? {type: 'rsa', modulus: numberIn(modulus), exponent: numberIn(exponent)}
		: undefined;

/**
A key as in certificates: SubjectPublicKeyInfo in DER. `undefined` when it is malformed or of another kind.

Simplified: the known curves are P-256, P-384 and P-521; Go also has P-224.

@mirrors crypto/x509 parsePublicKey
*/
export const publicKeyIn = (der: Buffer): PublicKey | undefined => {
	const [algorithm, bits] = sequenceIn(der);
	const [oid, parameters] = algorithm ? valuesIn(algorithm.content) : [];
	if (bits?.tag !== 3) {
		return undefined;
	}

	const key = bits.content.subarray(1);
	switch (oid?.content.toString('hex')) {
		case oids.rsa: {
			const [modulus, exponent] = sequenceIn(key);
			return rsaKey(modulus?.content, exponent?.content);
		}

		case oids.ec: {
			return ecKey(parameters?.content.toString('hex') ?? '', key);
		}

		case oids.ed25519: {
			return key.length === 32 ? {type: 'ed25519', point: key} : undefined;
		}

		default: {
			return undefined;
		}
	}
};

/** The public half of an elliptic curve's private key in SEC 1; `undefined` if the bytes are not such a key. @param curve where the key itself does not name it */
const publicOfEC = (der: Buffer, curve?: string): PublicKey | undefined => {
	const [, secret, ...more] = sequenceIn(der);
	const named = more.find(({tag}) => tag === 0xa0);
	const oid = curve ?? (named && valuesIn(named.content)[0]?.content.toString('hex')) ?? '';
	if (secret?.tag !== 4 || !isCurve(oid)) {
		return undefined;
	}

	const length = curves[oid].lengths.secretKey ?? 0;
	const bytes = Buffer.concat([Buffer.alloc(Math.max(0, length - secret.content.length)), secret.content]);
	try {
		return {type: 'ec', curve: oid, point: curves[oid].getPublicKey(bytes.subarray(bytes.length - length), false)};
	} catch {
		return undefined;
	}
};

/** The public half of an RSA private key in PKCS #1; `undefined` if the bytes are not such a key. */
const publicOfRSA = (der: Buffer): PublicKey | undefined => {
	const values = sequenceIn(der);
	return values.length >= 9 && values.every(({tag}) => tag === 2)
		? rsaKey(values[1]?.content, values[2]?.content)
		: undefined;
};

/** The public half of a private key in PKCS #8; `undefined` if the bytes are not such a key. */
const publicOfPKCS8 = (der: Buffer): PublicKey | undefined => {
	const [version, algorithm, key] = sequenceIn(der);
	const [oid, parameters] = algorithm?.tag === 0x30 ? valuesIn(algorithm.content) : [];
	if (version?.tag !== 2 || key?.tag !== 4) {
		return undefined;
	}

	switch (oid?.content.toString('hex')) {
		case oids.rsa: {
			return publicOfRSA(key.content);
		}

		case oids.ec: {
			return publicOfEC(key.content, parameters?.content.toString('hex'));
		}

		case oids.ed25519: {
			const [seed] = valuesIn(key.content);
			return seed?.tag === 4 && seed.content.length === 32
				? {type: 'ed25519', point: ed25519.getPublicKey(seed.content)}
				: undefined;
		}

		default: {
			return undefined;
		}
	}
};

/**
The public half of a private key in DER, in any of the forms that Go tries; `undefined` for other forms.

@mirrors crypto/tls parsePrivateKey
*/
export const publicOfPrivate = (der: Buffer): PublicKey | undefined =>
	publicOfRSA(der) ?? publicOfPKCS8(der) ?? publicOfEC(der);

/** Whether two public keys are the same. */
export const sameKey = (a: PublicKey, b: PublicKey): boolean => {
	if (a.type === 'rsa') {
		return b.type === 'rsa' && a.modulus === b.modulus && a.exponent === b.exponent;
	}

	return (
		b.type !== 'rsa' &&
		a.type === b.type &&
		(a.type === 'ed25519' || b.type === 'ed25519' || a.curve === b.curve) &&
		Buffer.from(a.point).equals(b.point)
	);
};

const hashFunctions = {sha1, sha256, sha384, sha512} as const;

/** The bytes of PKCS #1 v1.5 before a hash: a DigestInfo in DER, in hexadecimal. */
const digestPrefix: Readonly<Record<SignatureHash, string>> = {
	sha1: '3021300906052b0e03021a05000414',
	sha256: '3031300d060960864801650304020105000420',
	sha384: '3041300d060960864801650304020205000430',
	sha512: '3051300d060960864801650304020305000440',
};

const power = (base: bigint, exponent: bigint, modulus: bigint): bigint => {
	let result = 1n;
	let square = base % modulus;
	for (let rest = exponent; rest > 0n; rest >>= 1n) {
		if (rest & 1n) {
			result = (result * square) % modulus;
		}

		square = (square * square) % modulus;
	}

	return result;
};

/** RSASSA-PKCS1-v1_5. @see https://www.rfc-editor.org/rfc/rfc8017#section-8.2.2 */
const isSignedByRSA = (
	{modulus, exponent}: PublicKey & {readonly type: 'rsa'},
	hash: SignatureHash,
	message: Uint8Array,
	signature: Uint8Array,
): boolean => {
	const length = Math.ceil(modulus.toString(16).length / 2);
	const digest = digestPrefix[hash] + Buffer.from(hashFunctions[hash](message)).toString('hex');
	const padding = length - 3 - digest.length / 2;
	const value = numberIn(signature);
	// A signature's exponent is small: of a huge one would take minutes.
	return (
		signature.length === length &&
		padding >= 8 &&
		value < modulus &&
		exponent < 2n ** 32n &&
		power(value, exponent, modulus) === BigInt(`0x01${'ff'.repeat(padding)}00${digest}`)
	);
};

/**
Whether a message is signed with the private half of a key.

@param hash `null` for a key whose algorithm includes one
@param signature in DER for an elliptic curve
*/
export const isSigned = (
	key: PublicKey,
	hash: SignatureHash | null,
	message: Uint8Array,
	signature: Uint8Array,
): boolean => {
	try {
		if (key.type === 'ed25519') {
			return hash === null && ed25519.verify(signature, message, key.point);
		}

		if (hash === null) {
			return false;
		}

		return key.type === 'rsa'
			? isSignedByRSA(key, hash, message, signature)
			: curves[key.curve].verify(signature, hashFunctions[hash](message), key.point, {
					prehash: false,
					lowS: false,
					format: 'der',
				});
	} catch {
		// A signature that cannot be read.
		return false;
	}
};

/** The public key of a certificate in DER; `undefined` when it is not a certificate, or has a key of another kind. */
export const keyOfCertificate = (der: Buffer): PublicKey | undefined => {
	const [body, algorithm, signature, ...more] = sequenceIn(der);
	if (body?.tag !== 0x30 || algorithm?.tag !== 0x30 || signature?.tag !== 3 || more.length > 0) {
		return undefined;
	}

	const values = valuesIn(body.content);
	// The version is first, and may be left out.
	const [serial, inner, issuer, validity, subject, key] = values[0]?.tag === 0xa0 ? values.slice(1) : values;
	const isWhole =
		serial?.tag === 2 && [inner, issuer, validity, subject].every((part) => part?.tag === 0x30) && key !== undefined;
	return isWhole ? publicKeyIn(key.raw) : undefined;
};
