import test from 'ava';
import {reviewAnswer} from './review-answer.js';

const review = (response: unknown, more = {}) => ({
	status: 200,
	text: JSON.stringify({apiVersion: 'admission.k8s.io/v1', kind: 'AdmissionReview', response, ...more}),
});

const patch = Buffer.from('[{"op":"add","path":"/a","value":1}]').toString('base64');

test('an AdmissionReview of a server says what it allows, why not, and what it changes', (t) => {
	t.like(reviewAnswer(review({uid: 'u', allowed: true}), 'u', false), {allowed: true});
	t.like(reviewAnswer(review({uid: 'u'}), 'u', false), {allowed: false});
	t.like(
		reviewAnswer(
			review({
				uid: 'u',
				allowed: false,
				status: {code: 403, reason: 'Forbidden', message: 'no'},
				warnings: ['w', 1],
				auditAnnotations: {a: 'b', c: 1},
			}),
			'u',
			false,
		),
		{allowed: false, code: 403, reason: 'Forbidden', message: 'no', warnings: ['w'], auditAnnotations: {a: 'b'}},
	);
	t.like(reviewAnswer(review({uid: 'u', allowed: true, patch, patchType: 'JSONPatch'}), 'u', true), {
		allowed: true,
		patch: [{op: 'add', path: '/a', value: 1}],
	});
});

const invalid = 'received invalid webhook response:';
const failed = 'failed to call webhook:';

for (const [what, sent, mutating, error] of [
	['nothing', review(undefined), false, `${invalid} webhook response was absent`],
	['another uid', review({uid: 'x'}), false, `${invalid} expected response.uid="u", got "x"`],
	[
		'another version',
		review({uid: 'u'}, {apiVersion: 'admission.k8s.io/v2'}),
		false,
		`${invalid} expected webhook response of admission.k8s.io/v1, Kind=AdmissionReview, got admission.k8s.io/v2, Kind=AdmissionReview`,
	],
	[
		'a patch of a validating webhook',
		review({uid: 'u', patch}),
		false,
		`${invalid} validating webhook may not return response.patch`,
	],
	[
		'a patch without a type',
		review({uid: 'u', patch}),
		true,
		`${invalid} webhook returned response.patch but not response.patchType`,
	],
	[
		'another type of patch',
		review({uid: 'u', patch, patchType: 'Merge'}),
		true,
		`${invalid} webhook returned invalid response.patchType of "Merge"`,
	],
	[
		'a type without a patch',
		review({uid: 'u', patchType: 'JSONPatch'}),
		true,
		`${invalid} webhook returned response.patchType but not response.patch`,
	],
	['404', {status: 404, text: ''}, false, `${failed} the server could not find the requested resource`],
	[
		'500',
		{status: 500, text: 'broken\n'},
		false,
		`${failed} an error on the server ("broken") has prevented the request from succeeding`,
	],
] as const) {
	test(`an answer with ${what} cannot be used`, (t) => {
		t.deepEqual(reviewAnswer(sent, 'u', mutating), {error});
	});
}
