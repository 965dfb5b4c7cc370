import test from 'ava';
import type {GivenDocument} from './given-documents.js';
import {inInstallOrder} from './install-order.js';

const document = (kind: string, spec?: object): GivenDocument => ({
	file: 'a.yaml',
	index: 0,
	apiVersion: 'v1',
	kind,
	namespace: '',
	name: kind.toLowerCase(),
	value: {kind, spec},
	range: [0, 0],
});

const kindsOf = (...documents: readonly GivenDocument[]): readonly string[] =>
	inInstallOrder(documents).map(({kind}) => kind);

test('a policy and its binding come before the Pods that they deny, as they hold for each later rollout', (t) => {
	t.deepEqual(
		kindsOf(
			document('Deployment'),
			document('ValidatingAdmissionPolicyBinding', {policyName: 'a'}),
			document('ValidatingAdmissionPolicy'),
			document('ConfigMap'),
		),
		['ConfigMap', 'ValidatingAdmissionPolicyBinding', 'ValidatingAdmissionPolicy', 'Deployment'],
	);
});

test('a policy with parameters comes last: without them it denies everything', (t) => {
	t.deepEqual(
		kindsOf(
			document('ValidatingAdmissionPolicy', {paramKind: {apiVersion: 'a.example.com/v1', kind: 'Limit'}}),
			document('ValidatingAdmissionPolicyBinding', {paramRef: {name: 'a'}}),
			document('Limit'),
			document('Deployment'),
		),
		['Deployment', 'ValidatingAdmissionPolicy', 'ValidatingAdmissionPolicyBinding', 'Limit'],
	);
});
