import test from 'ava';
import {validateUpdate} from '../../testing/intake.js';

const request = (types: readonly string[], certificate?: string, reason = 'r'): object => ({
	apiVersion: 'certificates.k8s.io/v1',
	kind: 'CertificateSigningRequest',
	metadata: {name: 'a', resourceVersion: '1'},
	spec: {request: '', signerName: 'example.com/a', usages: ['any']},
	status: {conditions: types.map((type) => ({type, status: 'True', reason})), ...(certificate && {certificate})},
});

const told = (now: object, old: object, subresource: string): string[] =>
	validateUpdate(now, old, subresource)
		.filter(({field}) => field !== 'spec.request')
		.map(({field, detail}) => `${field}: ${detail}`);

test('a decision about a certificate is made by approval only, and never taken back', (t) => {
	t.deepEqual(told(request(['Approved']), request([]), 'approval'), []);
	t.deepEqual(told(request(['Approved', 'Failed']), request(['Approved']), 'status'), []);
	t.deepEqual(told(request(['Approved']), request([]), 'status'), [
		'status.conditions: updates may not add a condition of type "Approved"',
	]);
	t.deepEqual(told(request(['Approved'], undefined, 'other'), request(['Approved']), 'status'), [
		'status.conditions: updates may not modify a condition of type "Approved"',
	]);
	t.deepEqual(told(request([]), request(['Failed', 'Denied']), 'approval'), [
		'status.conditions: updates may not remove a condition of type "Denied"',
		'status.conditions: updates may not remove a condition of type "Failed"',
	]);
	t.deepEqual(told(request(['Approved', 'Denied', 'Denied']), request([]), 'approval'), [
		'status.conditions: Approved and Denied conditions are mutually exclusive',
		'status.conditions: Approved and Denied conditions are mutually exclusive',
		'status.conditions[2].type: ',
	]);
});

test('a certificate that is there is not replaced', (t) => {
	const pem = (body: number[]): string => {
		const text = Buffer.from(body).toString('base64');
		return Buffer.from(`-----BEGIN CERTIFICATE-----\n${text}\n-----END CERTIFICATE-----\n`).toString('base64');
	};

	t.deepEqual(told(request([], pem([0x30, 0])), request([]), 'status'), []);
	t.deepEqual(told(request([], pem([0x30, 1, 5])), request([], pem([0x30, 0])), 'status'), [
		'status.certificate: updates may not modify existing certificate content',
	]);
});
