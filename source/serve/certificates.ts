import {createHash, generateKeyPairSync, randomBytes, sign, type KeyObject} from 'node:crypto';
import {isIP} from 'node:net';
import {bits, boolean, identifier, integer, octets, sequence, set, tagged, text, time, valuesIn} from './der.js';

/** A certificate and its key, both as PEM. */
export interface Identity {
	readonly certificate: string;
	readonly key: string;
}

export interface Subject {
	readonly commonName: string;
	readonly organizations?: readonly string[];
}

const ecdsaWithSHA256 = sequence(identifier('1.2.840.10045.4.3.2'));

const nameOf = ({commonName, organizations = []}: Subject): Buffer =>
	sequence(
		...organizations.map((organization) => set(sequence(identifier('2.5.4.10'), text(organization)))),
		set(sequence(identifier('2.5.4.3'), text(commonName))),
	);

const extension = (id: string, critical: boolean, content: Buffer): Buffer =>
	sequence(identifier(id), ...(critical ? [boolean(true)] : []), octets(content));

const addressBytes = (address: string): Buffer => {
	if (isIP(address) === 4) {
		return Buffer.from(address.split('.').map(Number));
	}

	const [head = '', tail] = address.split('::');
	const words = (part: string) => part.split(':').filter(Boolean);
	const missing = 8 - words(head).length - words(tail ?? '').length;
	const all = [...words(head), ...Array.from({length: missing}, () => '0'), ...words(tail ?? '')];
	return Buffer.from(all.map((word) => word.padStart(4, '0')).join(''), 'hex');
};

const pem = (label: string, der: Buffer): string =>
	`-----BEGIN ${label}-----\n${der.toString('base64').replaceAll(/.{64}(?=.)/g, '$&\n')}\n-----END ${label}-----\n`;

const serverAuthentication = '1.3.6.1.5.5.7.3.1';
const clientAuthentication = '1.3.6.1.5.5.7.3.2';

const hourMs = 3_600_000;
const yearMs = 365 * 24 * hourMs;

/** The usages of a certificate request that have a bit, and those that have an identifier. */
const usageBits: Readonly<Record<string, number>> = {'digital signature': 0b1000_0000, 'key encipherment': 0b0010_0000};
const extendedUsages: Readonly<Record<string, string>> = {
	'client auth': clientAuthentication,
	'server auth': serverAuthentication,
};

const usageExtensions = (usages: readonly string[]): readonly Buffer[] => {
	const named = usages.reduce((sum, usage) => sum | (usageBits[usage] ?? 0), 0);
	const extended = usages.flatMap((usage) => extendedUsages[usage] ?? []);
	return [
		...(named === 0 ? [] : [extension('2.5.29.15', true, bits(Buffer.from([named]), 5))]),
		...(extended.length === 0
			? []
			: [extension('2.5.29.37', false, sequence(...extended.map((usage) => identifier(usage))))]),
	];
};

/** The alternative names that a request contains, as extensions. @param attributes the attributes of the request. */
const alternativeNames = (attributes: readonly Buffer[]): readonly Buffer[] =>
	attributes
		.flatMap((attribute) => valuesIn(attribute).slice(1))
		.flatMap((values) => valuesIn(values))
		.flatMap((extensions) => (extensions[0] === 0x30 ? valuesIn(extensions) : []))
		.filter((one) => one[0] === 0x30 && valuesIn(one)[0]?.equals(identifier('2.5.29.17')));

/**
A certificate authority for the lifetime of the program: it signs the server's certificate and the certificates of users.

Keys are of the elliptic curve P-256, except those of users. Written by hand because Node.js reads certificates but cannot create them.

@see https://kubernetes.io/docs/setup/best-practices/certificates/
*/
export class CertificateAuthority {
	readonly certificate: string;
	readonly #key: KeyObject;
	readonly #keyId: Buffer;
	readonly #subject: Subject = {commonName: 'kubernetes'};

	/** @param now the wall clock, from which validity counts. */
	constructor(readonly now = new Date()) {
		const {publicKey, privateKey} = generateKeyPairSync('ec', {namedCurve: 'P-256'});
		this.#key = privateKey;
		this.#keyId = keyIdOf(publicKey);
		this.certificate = this.#sign(nameOf(this.#subject), keyBytes(publicKey), [
			extension('2.5.29.19', true, sequence(boolean(true))),
			// digitalSignature, keyEncipherment, keyCertSign
			extension('2.5.29.15', true, bits(Buffer.from([0b1010_0100]), 2)),
			extension('2.5.29.14', false, octets(this.#keyId)),
		]);
	}

	/** Issues a certificate for a server with these names and addresses. */
	server(names: readonly string[]): Identity {
		const alternatives = names.map((name) =>
			isIP(name) ? tagged(7, addressBytes(name), false) : tagged(2, Buffer.from(name), false),
		);
		return this.#issue({commonName: 'kube-apiserver'}, serverAuthentication, [
			extension('2.5.29.17', false, sequence(...alternatives)),
		]);
	}

	/** Issues a certificate for a component that is a client of other servers. */
	component(commonName: string): Identity {
		return this.#issue({commonName}, clientAuthentication, []);
	}

	/**
	Issues a certificate for a user: the common name is the user's name, the organizations are the groups.

	The key is an RSA key in the form of kubeadm: Java clients read other keys only with a further library.
	*/
	client(subject: Subject): Identity {
		const {publicKey, privateKey} = generateKeyPairSync('rsa', {modulusLength: 2048});
		return {
			certificate: this.#issued(subject, publicKey, clientAuthentication, []),
			key: privateKey.export({type: 'pkcs1', format: 'pem'}) as string,
		};
	}

	/**
	Signs a request as kube-controller-manager does.

	@param pemText the request as PEM.

	@param seconds the validity; a year by default, but not longer than the authority's.
	@returns the certificate as PEM.
	@throws {RangeError} when the text is not a certificate request.
	@mirrors k8s.io/kubernetes/pkg/controller/certificates/authority PermissiveSigningPolicy
	*/
	signed(pemText: string, usages: readonly string[], seconds = yearMs / 1000, at = new Date()): string {
		const body = /-----BEGIN CERTIFICATE REQUEST-----([^-]*)-----END/.exec(pemText)?.[1] ?? '';
		const [info = Buffer.alloc(0)] = valuesIn(Buffer.from(body, 'base64'));
		const [, subject = Buffer.alloc(0), key = Buffer.alloc(0), attributes] = valuesIn(info);
		const extensions = [
			...usageExtensions(usages),
			extension('2.5.29.19', true, sequence()),
			extension('2.5.29.35', false, sequence(tagged(0, this.#keyId, false))),
			...(attributes ? alternativeNames(valuesIn(attributes)) : []),
		];
		const until = Math.min(at.getTime() + seconds * 1000, this.now.getTime() + yearMs);
		// Five minutes back, as upstream.
		return this.#sign(subject, key, extensions, [new Date(at.getTime() - 300_000), new Date(until)]);
	}

	#issue(subject: Subject, use: string, extensions: readonly Buffer[]): Identity {
		const {publicKey, privateKey} = generateKeyPairSync('ec', {namedCurve: 'P-256'});
		return {
			certificate: this.#issued(subject, publicKey, use, extensions),
			key: privateKey.export({type: 'pkcs8', format: 'pem'}) as string,
		};
	}

	#issued(subject: Subject, publicKey: KeyObject, use: string, extensions: readonly Buffer[]): string {
		return this.#sign(nameOf(subject), keyBytes(publicKey), [
			extension('2.5.29.19', true, sequence()),
			// digitalSignature, keyEncipherment
			extension('2.5.29.15', true, bits(Buffer.from([0b1010_0000]), 5)),
			extension('2.5.29.37', false, sequence(identifier(use))),
			extension('2.5.29.35', false, sequence(tagged(0, this.#keyId, false))),
			...extensions,
		]);
	}

	/** @param validity its beginning and end: by default, from an hour ago, for clients whose clock is behind, for a year. */
	#sign(
		subject: Buffer,
		publicKey: Buffer,
		extensions: readonly Buffer[],
		[from, until] = [new Date(this.now.getTime() - hourMs), new Date(this.now.getTime() + yearMs)],
	): string {
		const content = sequence(
			tagged(0, integer(Buffer.from([2]))),
			integer(Buffer.concat([Buffer.from([1]), randomBytes(15)])),
			ecdsaWithSHA256,
			nameOf(this.#subject),
			sequence(time(from), time(until)),
			subject,
			publicKey,
			tagged(3, sequence(...extensions)),
		);
		return pem('CERTIFICATE', sequence(content, ecdsaWithSHA256, bits(sign('sha256', content, this.#key))));
	}
}

const keyBytes = (key: KeyObject): Buffer => key.export({type: 'spki', format: 'der'});

const keyIdOf = (key: KeyObject): Buffer => createHash('sha1').update(keyBytes(key)).digest();
