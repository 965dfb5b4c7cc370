import {X509Certificate} from 'node:crypto';
import test from 'ava';
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
	const client = new X509Certificate(authority.client({commonName: 'jane', organizations: ['a', 'b']}).certificate);
	t.is(client.subject, 'O=a\nO=b\nCN=jane');
	t.true(client.verify(root.publicKey));
	t.false(client.verify(new X509Certificate(new CertificateAuthority().certificate).publicKey));
});
