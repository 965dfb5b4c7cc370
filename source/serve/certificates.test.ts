import {createPrivateKey, generateKeyPairSync, X509Certificate} from 'node:crypto';
import test from 'ava';
import {certificateRequest} from '../testing/certificate-request.js';
import {CertificateAuthority} from './certificates.js';

test('the authority signs server and client certificates that Node.js reads and verifies', (t) => {
	const authority = new CertificateAuthority(new Date('2049-06-01T12:00:00Z'));
	const root = new X509Certificate(authority.certificate);
	t.true(root.ca);
	t.is(root.validFrom, 'Jun  1 11:00:00 2049 GMT');
	t.is(root.validTo, 'Jun  1 12:00:00 2050 GMT');
	const server = new X509Certificate(authority.server(['localhost', '127.0.0.1', '::1', 'fe80::1:2']).certificate);
	t.is(server.checkHost('localhost'), 'localhost');
	t.is(server.checkIP('127.0.0.1'), '127.0.0.1');
	t.is(
		server.subjectAltName,
		'DNS:localhost, IP Address:127.0.0.1, IP Address:0:0:0:0:0:0:0:1, IP Address:FE80:0:0:0:0:0:1:2',
	);
	t.true(server.verify(root.publicKey) && server.checkIssued(root) && !server.ca);
	const jane = authority.client({commonName: 'jane', organizations: ['a', 'b']});
	const client = new X509Certificate(jane.certificate);
	t.true(jane.key.startsWith('-----BEGIN RSA PRIVATE KEY-----'), 'a key that Java clients read, as kubeadm writes it');
	t.true(client.checkPrivateKey(createPrivateKey(jane.key)));
	t.is(client.subject, 'O=a\nO=b\nCN=jane');
	t.true(client.verify(root.publicKey));
	t.false(client.verify(new X509Certificate(new CertificateAuthority().certificate).publicKey));
});

test('the authority signs a request: its subject, key, names and usages, for the time that it asks for', (t) => {
	const authority = new CertificateAuthority(new Date('2026-06-01T12:00:00Z'));
	const root = new X509Certificate(authority.certificate);
	const {publicKey, privateKey} = generateKeyPairSync('ec', {namedCurve: 'P-256'});
	const subject = {commonName: 'jane', organizations: ['dev', 'ops']};
	const request = certificateRequest(subject, publicKey, privateKey, ['jane.example.com']);
	const at = new Date('2026-06-02T00:00:00Z');
	const signed = new X509Certificate(authority.signed(request, ['client auth', 'digital signature'], 3600, at));
	t.is(signed.subject, 'O=dev\nO=ops\nCN=jane');
	t.is(signed.subjectAltName, 'DNS:jane.example.com');
	t.deepEqual(signed.keyUsage, ['1.3.6.1.5.5.7.3.2']);
	t.deepEqual([signed.validFrom, signed.validTo], ['Jun  1 23:55:00 2026 GMT', 'Jun  2 01:00:00 2026 GMT']);
	t.true(signed.checkPrivateKey(privateKey));
	t.true(signed.verify(root.publicKey) && signed.checkIssued(root) && !signed.ca);
	t.is(new X509Certificate(authority.signed(request, [], undefined, at)).validTo, 'Jun  1 12:00:00 2027 GMT');
	t.throws(() => authority.signed('-----BEGIN CERTIFICATE REQUEST-----\nMIIB\n-----END', []), {instanceOf: RangeError});
	t.throws(() => authority.signed('no request', []), {instanceOf: RangeError});
});
