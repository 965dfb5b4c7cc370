import test from 'ava';
import {requestedNames} from './certificate-request.js';

// Made by openssl req -subj "/C=DE/ST=BY/L=M/O=system:nodes/O=two/OU=u/CN=system:node:x/serialNumber=77/street=s 1/postalCode=12345" with an EC key.
const request =
	'LS0tLS1CRUdJTiBDRVJUSUZJQ0FURSBSRVFVRVNULS0tLS0KTUlJQnhqQ0NBVzRDQVFBd2dab3hDekFKQmdOVkJBWVRBa1JGTVFzd0NRWURWUVFJREFKQ1dURUtNQWdHQTFVRQpCd3dCVFRFVk1CTUdBMVVFQ2d3TWMzbHpkR1Z0T201dlpHVnpNUXd3Q2dZRFZRUUtEQU4wZDI4eENqQUlCZ05WCkJBc01BWFV4RmpBVUJnTlZCQU1NRFhONWMzUmxiVHB1YjJSbE9uZ3hDekFKQmdOVkJBVVRBamMzTVF3d0NnWUQKVlFRSkRBTnpJREV4RGpBTUJnTlZCQkVNQlRFeU16UTFNRmt3RXdZSEtvWkl6ajBDQVFZSUtvWkl6ajBEQVFjRApRZ0FFZExXUkQ2S05taFNTZzhTaXdvUGpCVU94Tng4NTNXRWF2SXJ3YXNoYlFaNURVSmptOU5qc213bjFpRjd4Ci9ZYUxEc29zUFFVZ3hGSWtuR2pnbjdHWW82QnhNRzhHQ1NxR1NJYjNEUUVKRGpGaU1HQXdYZ1lEVlIwUkJGY3cKVllJSllTNWxlR0Z0Y0d4bGdnbGlMbVY0WVcxd2JHV0hCQW9BQUFHSEVQMEFBQUFBQUFBQUFBQUFBQUFBQUFHSApFQ0FCRGJnQUFBQUFBQUVBQUFBQUFBR0JCWGhBZVM1NmhneHpjR2xtWm1VNkx5OWhMMkl3Q2dZSUtvWkl6ajBFCkF3SURSZ0F3UXdJZkJ0WWkzY0t1WUdhbjdPMjBxc1NpTkhaNmpxWU5Hcmd3ZHNmZXk1YTl4d0lnT0lTbVlqMEQKRWxhdG5Ib0kxUEJ5Tko1djh3V1NJRzdHWUJCckYzMXYxbXM9Ci0tLS0tRU5EIENFUlRJRklDQVRFIFJFUVVFU1QtLS0tLQo=';

test('the names of a certificate signing request are read from it', (t) => {
	t.deepEqual(requestedNames(request), {
		commonName: 'system:node:x',
		serialNumber: '77',
		organization: ['system:nodes', 'two'],
		organizationalUnit: ['u'],
		country: ['DE'],
		locality: ['M'],
		province: ['BY'],
		streetAddress: ['s 1'],
		postalCode: ['12345'],
		dnsNames: ['a.example', 'b.example'],
		emailAddresses: ['x@y.z'],
		uris: ['spiffe://a/b'],
		ipAddresses: ['10.0.0.1', 'fd00::1', '2001:db8::1:0:0:1'],
	});
});

test('a text that is not a request, or a broken request, has no names', (t) => {
	const pem = Buffer.from(request, 'base64').toString();
	const body = pem.split('\n').slice(1, -2).join('');
	const wrapped = (der: Buffer): string =>
		Buffer.from(
			`-----BEGIN CERTIFICATE REQUEST-----\n${der.toString('base64')}\n-----END CERTIFICATE REQUEST-----\n`,
		).toString('base64');
	t.is(requestedNames(''), undefined);
	t.is(requestedNames(wrapped(Buffer.from([0x30]))), undefined);
	const der = Buffer.from(body, 'base64');
	for (let length = 0; length < der.length; length += 7) {
		t.notThrows(() => requestedNames(wrapped(der.subarray(0, length))));
		const changed = Buffer.from(der);
		changed[length] = 0xff;
		t.notThrows(() => requestedNames(wrapped(changed)));
	}
});
