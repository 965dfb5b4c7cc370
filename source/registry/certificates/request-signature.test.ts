import test from 'ava';
import {signatureProblem} from './request-signature.js';

// Made by openssl req -new -subj /CN=jane -outform DER, each with a key of its own.
const requests: ReadonlyArray<readonly [algorithm: string, der: string, wrong: string]> = [
	[
		'RSA',
		'MIIBTjCBuAIBADAPMQ0wCwYDVQQDDARqYW5lMIGfMA0GCSqGSIb3DQEBAQUAA4GNADCBiQKBgQDa2FflaAHa2FFo+cHwScJBmTfhvblD0iV5FEinarW2emLg+/9Gl6fZYQUOadtTW75MVUWH4jkHWWQ1det7P4yc/r/huwnHILycTt8UcuwmS7vVyMhSsyLVHvMiGt9nAUPZiM22yUOSw5bfw9PyHFDKlQNyy80oX2PPyDuSvXZETwIDAQABoAAwDQYJKoZIhvcNAQELBQADgYEAHk85S59c+9zsVLk5mDDI+7IL/Ry04z+vk6eCGp3rQUb8dYt5IZfFr5UHK5iKoqfwyHUt3uEuyFwqQhgSExCl0OPoziBMNRHrJzcmsZWGlZMN7HVX+/3OqiDF8ApB5E+cK6PyC70CZeOQ54OjeohlyOF8Bbq02RJIV1Ndy6fJDgE=',
		'crypto/rsa: verification error',
	],
	[
		'ECDSA',
		'MIHIMHECAQAwDzENMAsGA1UEAwwEamFuZTBZMBMGByqGSM49AgEGCCqGSM49AwEHA0IABFqKnt0pJSYJ4kdF/TF1T+Rxx61iN8o5ysfSXDPIZgo3v9yNPlVOGhvf8//ZcEN8RmtFNAlhzohwgjtdS0tZU0WgADAKBggqhkjOPQQDAgNHADBEAiAB2LgkZ9aXNOLn5d04CngvkDjHktsCiaEchK+OobWBqwIgCxPlW02LP8wH19EWlqJbxrG8qDmgoIB6uUtXEEDuBwY=',
		'x509: ECDSA verification failure',
	],
	[
		'Ed25519',
		'MIGOMEICAQAwDzENMAsGA1UEAwwEamFuZTAqMAUGAytlcAMhAAsaYKrunjXW9G+aWvrcS/Dh3wUqTBsgZBoR+E9RT43soAAwBQYDK2VwA0EAka30V235RDv2sb+0eKzFSH3uGGIFBSIDuPHlZOD6qrTfpmKqZxg47dbVuzkBjJfUC5r5IbGx0pBEfc+dzHZcCg==',
		'x509: Ed25519 verification failure',
	],
];

for (const [algorithm, text, wrong] of requests) {
	test(`a request that ${algorithm} signed is right, and one that somebody has changed is not`, (t) => {
		const der = Buffer.from(text, 'base64');
		t.is(signatureProblem(der), undefined);
		const name = der.indexOf('jane');
		const changed = Buffer.from(der);
		changed.write('june', name);
		t.is(signatureProblem(changed), wrong);
	});
}

test('a sequence that is no request has no signature', (t) => {
	t.is(signatureProblem(Buffer.from([0x30, 0])), 'asn1: structure error: sequence truncated');
});
