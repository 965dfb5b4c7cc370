import {createHash, generateKeyPairSync, randomBytes, sign, type KeyObject} from 'node:crypto';
import {isIP} from 'node:net';
import {bits, boolean, identifier, integer, octets, sequence, set, tagged, text, time} from './der.js';

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

/**
A certificate authority for the lifetime of the program: it signs the server's certificate and the certificates of users.

Elliptic curve P-256 throughout. Written by hand because Node.js reads certificates but cannot create them.

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
		this.certificate = this.#sign(this.#subject, publicKey, [
			extension('2.5.29.19', true, sequence(boolean(true))),
			// digitalSignature, keyEncipherment, keyCertSign
			extension('2.5.29.15', true, bits(Buffer.from([0b1010_0100]), 2)),
			extension('2.5.29.14', false, octets(this.#keyId)),
		]);
	}

	/** For a server that is reached at these names and addresses. */
	server(names: readonly string[]): Identity {
		const alternatives = names.map((name) =>
			isIP(name) ? tagged(7, addressBytes(name), false) : tagged(2, Buffer.from(name), false),
		);
		return this.#issue({commonName: 'kube-apiserver'}, serverAuthentication, [
			extension('2.5.29.17', false, sequence(...alternatives)),
		]);
	}

	/** For a user: the common name is the user's, the organizations are the groups. */
	client(subject: Subject): Identity {
		return this.#issue(subject, clientAuthentication, []);
	}

	#issue(subject: Subject, use: string, extensions: readonly Buffer[]): Identity {
		const {publicKey, privateKey} = generateKeyPairSync('ec', {namedCurve: 'P-256'});
		return {
			certificate: this.#sign(subject, publicKey, [
				extension('2.5.29.19', true, sequence()),
				// digitalSignature, keyEncipherment
				extension('2.5.29.15', true, bits(Buffer.from([0b1010_0000]), 5)),
				extension('2.5.29.37', false, sequence(identifier(use))),
				extension('2.5.29.35', false, sequence(tagged(0, this.#keyId, false))),
				...extensions,
			]),
			key: privateKey.export({type: 'pkcs8', format: 'pem'}) as string,
		};
	}

	#sign(subject: Subject, publicKey: KeyObject, extensions: readonly Buffer[]): string {
		const hourMs = 3_600_000;
		const content = sequence(
			tagged(0, integer(Buffer.from([2]))),
			integer(Buffer.concat([Buffer.from([1]), randomBytes(15)])),
			ecdsaWithSHA256,
			nameOf(this.#subject),
			// An hour back, for clients whose clock is behind.
			sequence(time(new Date(this.now.getTime() - hourMs)), time(new Date(this.now.getTime() + 365 * 24 * hourMs))),
			nameOf(subject),
			publicKey.export({type: 'spki', format: 'der'}),
			tagged(3, sequence(...extensions)),
		);
		return pem('CERTIFICATE', sequence(content, ecdsaWithSHA256, bits(sign('sha256', content, this.#key))));
	}
}

const keyIdOf = (key: KeyObject): Buffer =>
	createHash('sha1')
		.update(key.export({type: 'spki', format: 'der'}))
		.digest();
