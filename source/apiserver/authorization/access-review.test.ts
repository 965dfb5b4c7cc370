import test from 'ava';
import type {LocalSubjectAccessReview, SubjectAccessReview} from '../../objects/kubernetes.generated.js';
import {bootstrapObjects, TinyWorld} from '../admission/tiny-world.js';
import {localSubjectAccessReview, selfSubjectRulesReview, subjectAccessReview} from './access-review.js';

const review = (spec: SubjectAccessReview['spec']): SubjectAccessReview =>
	({
		apiVersion: 'authorization.k8s.io/v1',
		kind: 'SubjectAccessReview',
		metadata: {},
		spec,
	}) as unknown as SubjectAccessReview;

test('A review gives the decision and its reason', (t) => {
	const world = new TinyWorld(...bootstrapObjects());
	const status = (user: string, groups: readonly string[]) =>
		world.run(() =>
			subjectAccessReview(review({user, groups, resourceAttributes: {verb: 'get', resource: 'pods'}}), world),
		).value?.status;
	t.deepEqual(status('jane', []), {allowed: false});
	t.deepEqual(status('root', ['system:masters']), {allowed: true});
	t.deepEqual(status('system:kube-scheduler', []), {
		allowed: true,
		reason:
			'RBAC: allowed by ClusterRoleBinding "system:kube-scheduler" of ClusterRole "system:kube-scheduler" to User "system:kube-scheduler"',
	});
});

test('A review that asks nothing, too much or about nobody is invalid', (t) => {
	const world = new TinyWorld();
	const message = (spec: SubjectAccessReview['spec']) =>
		world.run(() => subjectAccessReview(review(spec), world)).failure?.status.message;
	t.is(
		message({resourceAttributes: {verb: 'get', resource: 'pods'}}),
		'.authorization.k8s.io "" is invalid: spec.user: Invalid value: "": at least one of user or group must be specified',
	);
	t.is(
		message({user: 'jane'}),
		'.authorization.k8s.io "" is invalid: spec.resourceAttributes: Invalid value: null: exactly one of nonResourceAttributes or resourceAttributes must be specified',
	);
	t.is(
		message({user: 'jane', resourceAttributes: {verb: 'get'}, nonResourceAttributes: {path: '/', verb: 'get'}}),
		'.authorization.k8s.io "" is invalid: spec.nonResourceAttributes: Invalid value: {"Path":"/","Verb":"get"}: cannot be specified in combination with resourceAttributes',
	);
	const local = (spec: SubjectAccessReview['spec']) =>
		world.run(() => localSubjectAccessReview(review(spec) as unknown as LocalSubjectAccessReview, 'here', world))
			.failure?.status.message;
	t.is(
		local({user: 'jane', resourceAttributes: {namespace: 'elsewhere', verb: 'get', resource: 'pods'}}),
		'.authorization.k8s.io "" is invalid: spec.resourceAttributes.namespace: Invalid value: "elsewhere": must match metadata.namespace',
	);
	t.is(
		local({user: 'jane', nonResourceAttributes: {path: '/', verb: 'get'}}),
		'.authorization.k8s.io "" is invalid: spec.nonResourceAttributes: Invalid value: {"Path":"/","Verb":"get"}: disallowed on this kind of request',
	);
});

test('A rules review lists what the caller may do; for a kubelet it says that the list is incomplete', (t) => {
	const world = new TinyWorld(...bootstrapObjects());
	const rules = (username: string, groups: readonly string[]) =>
		world.run(() =>
			selfSubjectRulesReview(
				{apiVersion: 'authorization.k8s.io/v1', kind: 'SelfSubjectRulesReview', spec: {namespace: 'default'}} as never,
				{username, groups},
				world,
			),
		).value!.status;
	const jane = rules('jane', ['system:authenticated']);
	t.true(jane.resourceRules.some(({resources}) => resources?.includes('selfsubjectaccessreviews')));
	t.true(jane.nonResourceRules.some(({nonResourceURLs}) => nonResourceURLs?.includes('/healthz')));
	t.false(jane.incomplete);
	t.is(
		rules('system:node:a', ['system:nodes']).evaluationError,
		'node authorizer does not support user rule resolution',
	);
});
