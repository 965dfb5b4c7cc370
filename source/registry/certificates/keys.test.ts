import {generateKeyPairSync, sign, type KeyObject} from 'node:crypto';
import test from 'ava';
import {CertificateAuthority} from '../../serve/certificates.js';
import {isSigned, keyOfCertificate, publicKeyIn, publicOfPrivate, sameKey, type SignatureHash} from './keys.js';

interface Pair {
	readonly publicKey: KeyObject;
	readonly privateKey: KeyObject;
}

const ec = (namedCurve: string): Pair => generateKeyPairSync('ec', {namedCurve});
const rsa = generateKeyPairSync('rsa', {modulusLength: 1024});
const message = Buffer.from('POST /api/v1/namespaces/default/pods');

const kinds: ReadonlyArray<
	readonly [
		name: string,
		pair: Pair,
		forms: ReadonlyArray<'pkcs8' | 'pkcs1' | 'sec1'>,
		hashes: ReadonlyArray<SignatureHash | null>,
	]
> = [
	['RSA', rsa, ['pkcs8', 'pkcs1'], ['sha1', 'sha256', 'sha384', 'sha512']],
	['P-256', ec('P-256'), ['pkcs8', 'sec1'], ['sha1', 'sha256', 'sha512']],
	['P-384', ec('P-384'), ['pkcs8', 'sec1'], ['sha256', 'sha384']],
	['P-521', ec('P-521'), ['pkcs8', 'sec1'], ['sha512']],
	['Ed25519', generateKeyPairSync('ed25519'), ['pkcs8'], [null]],
];

const derOf = (key: KeyObject, type: 'pkcs8' | 'pkcs1' | 'sec1' | 'spki'): Buffer =>
	type === 'sec1' || type === 'pkcs8' ? key.export({type, format: 'der'}) : key.export({type, format: 'der'});

for (const [name, {publicKey, privateKey}, forms, hashes] of kinds) {
	test(`keys of ${name} that Node makes are read, and belong together`, (t) => {
		const key = publicKeyIn(derOf(publicKey, 'spki'));
		for (const form of forms) {
			const own = publicOfPrivate(derOf(privateKey, form));
			t.true(key !== undefined && own !== undefined && sameKey(key, own), form);
			for (const [, other] of kinds.filter(([kind]) => kind !== name)) {
				const foreign = publicKeyIn(derOf(other.publicKey, 'spki'));
				t.false(foreign !== undefined && own !== undefined && sameKey(foreign, own));
			}
		}
	});

	test(`signatures of ${name} that Node makes are right, and no others`, (t) => {
		const key = publicKeyIn(derOf(publicKey, 'spki'));
		for (const hash of hashes) {
			const signature = sign(hash, message, privateKey);
			t.true(key !== undefined && isSigned(key, hash, message, signature), String(hash));
			t.false(key !== undefined && isSigned(key, hash, Buffer.from('DELETE /'), signature));
			const broken = Buffer.from(signature);
			broken[broken.length - 1] = (broken.at(-1) ?? 0) ^ 1;
			t.false(key !== undefined && isSigned(key, hash, message, broken));
			t.false(key !== undefined && isSigned(key, hash, message, Buffer.alloc(0)));
		}
	});
}

test('two keys of the same kind are not the same key', (t) => {
	const keys = [ec('P-256'), ec('P-256')].map(({publicKey}) => publicKeyIn(derOf(publicKey, 'spki')));
	t.false(keys[0] !== undefined && keys[1] !== undefined && sameKey(keys[0], keys[1]));
});

test('the key of a certificate is its own, and a text that is no certificate has none', (t) => {
	const der = (pem: string): Buffer => Buffer.from(pem.replaceAll(/-----[^\n]*-----|\n/g, ''), 'base64');
	const {certificate, key} = new CertificateAuthority().server(['web.default.svc', '10.96.0.7']);
	const certified = keyOfCertificate(der(certificate));
	const own = publicOfPrivate(der(key));
	t.true(certified !== undefined && own !== undefined && sameKey(certified, own));
	t.is(keyOfCertificate(der(certificate).subarray(0, -1)), undefined);
	t.is(keyOfCertificate(der(key)), undefined);
	t.is(publicOfPrivate(der(certificate)), undefined);
	t.is(publicKeyIn(Buffer.alloc(0)), undefined);
});
