import test from 'ava';
import type {LocalSubjectAccessReview, SubjectAccessReview} from '../../objects/kubernetes.generated.js';
import {bootstrapObjects, AdmissionWorld} from '../../testing/admission-world.js';
import {localSubjectAccessReview, selfSubjectRulesReview, subjectAccessReview} from './access-review.js';

const review = (spec: SubjectAccessReview['spec']): SubjectAccessReview =>
	({
		apiVersion: 'authorization.k8s.io/v1',
		kind: 'SubjectAccessReview',
		metadata: {},
		spec,
	}) as unknown as SubjectAccessReview;

test('A review gives the decision and its reason', (t) => {
	const world = new AdmissionWorld(...bootstrapObjects());
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
	const world = new AdmissionWorld();
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
	const world = new AdmissionWorld(...bootstrapObjects());
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

test('Selectors of a review are checked; what of them cannot be read is said beside the answer', (t) => {
	const world = new AdmissionWorld(...bootstrapObjects());
	const asked = (resource: object) =>
		world.run(() =>
			subjectAccessReview(
				review({
					user: 'system:node:a',
					groups: ['system:nodes'],
					resourceAttributes: {verb: 'list', resource: 'pods', ...resource},
				}),
				world,
			),
		);
	const at = 'spec.resourceAttributes';
	const refused: ReadonlyArray<readonly [object, string]> = [
		[
			{fieldSelector: {}},
			`${at}.fieldSelector.requirements: Required value: when ${at}.fieldSelector is specified, requirements or rawSelector is required`,
		],
		[
			{fieldSelector: {rawSelector: 'a=b', requirements: [{key: 'a', operator: 'In', values: ['b']}]}},
			`${at}.fieldSelector.rawSelector: Invalid value: "a=b": may not specified at the same time as requirements`,
		],
		[
			{labelSelector: {requirements: [{key: 'a', operator: 'In'}]}},
			`${at}.labelSelector.requirements[0].values: Required value: must be specified when \`operator\` is 'In' or 'NotIn'`,
		],
		[
			{fieldSelector: {requirements: [{key: '', operator: 'Exists'}]}},
			`${at}.fieldSelector.requirements[0].key: Required value: must be specified`,
		],
	];
	for (const [resource, message] of refused) {
		t.is(asked(resource).failure?.status.message, `.authorization.k8s.io "" is invalid: ${message}`);
	}

	const because = 'can only list/watch pods with spec.nodeName field selector';
	const answered: ReadonlyArray<readonly [object, object]> = [
		[{fieldSelector: {rawSelector: 'spec.nodeName=a'}}, {allowed: true}],
		[{fieldSelector: {requirements: [{key: 'spec.nodeName', operator: 'In', values: ['a']}]}}, {allowed: true}],
		[{fieldSelector: {rawSelector: 'spec.nodeName!=a'}}, {allowed: false, reason: because}],
		[
			{fieldSelector: {rawSelector: 'nonsense'}},
			{allowed: false, reason: because, evaluationError: `${at}.fieldSelector ignored due to parse error`},
		],
		[
			{
				fieldSelector: {
					requirements: [
						{key: 'spec.nodeName', operator: 'In', values: ['a']},
						{key: 'x', operator: 'Exists'},
					],
				},
				labelSelector: {requirements: [{key: 'a', operator: 'Near', values: ['b']}]},
			},
			{
				allowed: true,
				evaluationError: `${at}.fieldSelector partially ignored due to parse error; ${at}.labelSelector ignored due to parse error`,
			},
		],
	];
	for (const [resource, status] of answered) {
		t.deepEqual(asked(resource).value?.status, status as never);
	}
});

test('A review has no metadata, a rules review needs a namespace and does not repeat the question', (t) => {
	const world = new AdmissionWorld(...bootstrapObjects());
	const named = {...review({user: 'jane', resourceAttributes: {verb: 'get', resource: 'pods'}}), metadata: {name: 'x'}};
	t.is(
		world.run(() => subjectAccessReview(named as never, world)).failure?.status.message,
		'.authorization.k8s.io "" is invalid: metadata: Invalid value: {"name":"x"}: must be empty',
	);
	const rules = (spec: object) =>
		world.run(() => selfSubjectRulesReview({spec} as never, {username: 'jane', groups: []}, world));
	t.is(rules({}).failure?.status.message, 'no namespace on request');
	t.deepEqual(rules({namespace: 'default'}).value?.spec, {} as never);
});
