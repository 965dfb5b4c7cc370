import test from 'ava';
import type {ConfigMap, Pod} from '../../../objects/kubernetes.generated.js';
import {namespaceWith, podOf, AdmissionWorld, type Sketch} from '../../../testing/admission-world.js';

const rules = (resource: string, group = '') => ({
	resourceRules: [{operations: ['CREATE', 'UPDATE'], apiGroups: [group], apiVersions: ['v1'], resources: [resource]}],
});

const policy = (spec: Readonly<Record<string, unknown>>, kind = 'Validating'): Sketch => ({
	apiVersion: 'admissionregistration.k8s.io/v1',
	kind: `${kind}AdmissionPolicy`,
	metadata: {name: 'rule'},
	spec: {matchConstraints: rules('configmaps'), failurePolicy: 'Fail', ...spec},
});

const binding = (spec: Readonly<Record<string, unknown>> = {}, kind = 'Validating'): Sketch => ({
	apiVersion: 'admissionregistration.k8s.io/v1',
	kind: `${kind}AdmissionPolicyBinding`,
	metadata: {name: 'bound'},
	spec: {policyName: 'rule', ...(kind === 'Validating' ? {validationActions: ['Deny']} : {}), ...spec},
});

const configMap: Sketch = {
	apiVersion: 'v1',
	kind: 'ConfigMap',
	metadata: {name: 'a', namespace: 'default'},
	data: {size: '12'},
};

const world = (...objects: readonly Sketch[]): AdmissionWorld =>
	new AdmissionWorld(...namespaceWith('default'), ...objects);

const denied = "ValidatingAdmissionPolicy 'rule' with binding 'bound' denied request: ";

test('A policy that is not met refuses with its message, or else the expression', (t) => {
	const table: ReadonlyArray<readonly [Readonly<Record<string, unknown>>, string]> = [
		[{expression: 'int(object.data.size) < 10'}, 'failed expression: int(object.data.size) < 10'],
		[{expression: 'int(object.data.size) < 10', message: 'too big'}, 'too big'],
		[
			{expression: 'int(object.data.size) < 10', message: 'too big', messageExpression: "'not ' + object.data.size"},
			'not 12',
		],
		[{expression: 'int(object.data.size) < 10', message: 'too big', messageExpression: 'object.absent'}, 'too big'],
		[
			{expression: 'object.data.absent == 1'},
			"expression 'object.data.absent == 1' resulted in error: no such key: absent",
		],
	];
	for (const [validation, message] of table) {
		const {failure, stops} = world(policy({validations: [validation]}), binding()).admit(configMap);
		t.like(failure?.status, {
			code: 422,
			reason: 'Invalid',
			message: `configmaps "a" is forbidden: ${denied}${message}`,
		});
		t.deepEqual(failure?.status.details?.causes, [{message: denied + message}] as never);
		t.is(stops.at(-1)?.stage, 'apiserver.admit.validate.ValidatingAdmissionPolicy');
	}
});

test('The reason of a validation is the reason of the answer', (t) => {
	for (const [reason, code] of [
		['Forbidden', 403],
		['Unauthorized', 401],
		['RequestEntityTooLarge', 413],
	] as const) {
		const {failure} = world(policy({validations: [{expression: 'false', reason}]}), binding()).admit(configMap);
		t.like(failure?.status, {code, reason});
	}
});

test('Warn and Audit tell, and let the request pass', (t) => {
	const made = world(
		policy({
			validations: [{expression: 'false', message: 'no'}],
			auditAnnotations: [{key: 'size', valueExpression: 'string(object.data.size)'}],
		}),
		binding({validationActions: ['Warn', 'Audit']}),
	);
	t.is(made.admit(configMap).failure, undefined);
	t.deepEqual(made.warnings, ["Validation failed for ValidatingAdmissionPolicy 'rule' with binding 'bound': no"]);
	t.is(made.annotations['rule/size'], '12');
	t.deepEqual(JSON.parse(made.annotations['validation.policy.admission.k8s.io/validation_failure']!), [
		{message: 'no', policy: 'rule', binding: 'bound', expressionIndex: 0, validationActions: ['Warn', 'Audit']},
	]);
});

test('An error counts as the failure policy says', (t) => {
	const broken = {validations: [{expression: 'object.absent == 1'}], failurePolicy: 'Ignore'};
	t.is(world(policy(broken), binding()).admit(configMap).failure, undefined);
	t.truthy(world(policy({...broken, failurePolicy: 'Fail'}), binding()).admit(configMap).failure);
});

test('A policy without a binding, for other objects, or with a condition that does not hold judges nothing', (t) => {
	const refuses = {validations: [{expression: 'false'}]};
	t.is(world(policy(refuses)).admit(configMap).failure, undefined);
	t.is(world(policy({...refuses, matchConstraints: rules('secrets')}), binding()).admit(configMap).failure, undefined);
	t.is(
		world(
			policy({...refuses, matchConditions: [{name: 'no', expression: "request.operation == 'UPDATE'"}]}),
			binding(),
		).admit(configMap).failure,
		undefined,
	);
	t.is(
		world(policy(refuses), binding({matchResources: {excludeResourceRules: rules('configmaps').resourceRules}})).admit(
			configMap,
		).failure,
		undefined,
	);
	t.is(
		world(policy(refuses), binding({matchResources: {namespaceSelector: {matchLabels: {a: 'b'}}}})).admit(configMap)
			.failure,
		undefined,
	);
});

test('Variables are computed when they are used; a failure in one is reported with its name', (t) => {
	const made = (expression: string) =>
		world(
			policy({
				variables: [
					{name: 'size', expression: 'int(object.data.size)'},
					{name: 'broken', expression: 'object.absent'},
				],
				validations: [{expression}],
			}),
			binding(),
		).admit(configMap).failure?.status.message;
	t.is(made('variables.size == 12'), undefined);
	t.is(
		made('variables.broken == 1'),
		`configmaps "a" is forbidden: ${denied}expression 'variables.broken == 1' resulted in error: composited variable "broken" fails to evaluate: no such key: absent`,
	);
});

test('Parameters come from the objects that the binding names', (t) => {
	const limited = policy({
		paramKind: {apiVersion: 'v1', kind: 'ConfigMap'},
		validations: [{expression: 'int(object.data.size) <= int(params.data.limit)', message: 'above the limit'}],
	});
	const limit: Sketch = {
		apiVersion: 'v1',
		kind: 'ConfigMap',
		metadata: {name: 'limit', namespace: 'default', labels: {use: 'limit'}},
		data: {limit: '10'},
	};
	const message = (...objects: readonly Sketch[]) =>
		world(limited, ...objects).admit(configMap).failure?.status.message;
	t.is(
		message(limit, binding({paramRef: {name: 'limit', parameterNotFoundAction: 'Deny'}})),
		`configmaps "a" is forbidden: ${denied}above the limit`,
	);
	t.is(
		message(limit, binding({paramRef: {selector: {matchLabels: {use: 'limit'}}, parameterNotFoundAction: 'Deny'}})),
		`configmaps "a" is forbidden: ${denied}above the limit`,
	);
	const other = {...limit, metadata: {...limit.metadata, name: 'strict', labels: {use: 'other'}}, data: {limit: '1'}};
	t.is(
		message(
			{...limit, data: {limit: '20'}},
			other,
			binding({paramRef: {selector: {matchLabels: {use: 'limit'}}, parameterNotFoundAction: 'Deny'}}),
		),
		undefined,
		'only the selected objects are parameters',
	);
	t.is(
		message(binding({paramRef: {name: 'limit', parameterNotFoundAction: 'Deny'}})),
		`configmaps "a" is forbidden: ${denied}failed to configure binding: no params found for policy binding with \`Deny\` parameterNotFoundAction`,
	);
	t.is(message(binding({paramRef: {name: 'limit', parameterNotFoundAction: 'Allow'}})), undefined);
	t.is(
		world(
			policy({paramKind: {apiVersion: 'rules.example.com/v1', kind: 'Limit'}, validations: [{expression: 'true'}]}),
			binding(),
		).admit(configMap).failure?.status.message,
		`configmaps "a" is forbidden: ValidatingAdmissionPolicy 'rule' denied request: failed to configure policy: failed to find resource referenced by paramKind: 'rules.example.com/v1, Kind=Limit'`,
	);
});

test('A policy may ask the authorizers, and look at the namespace', (t) => {
	const made = world(
		policy({
			validations: [
				{expression: "authorizer.group('').resource('secrets').namespace('default').check('get').allowed()"},
				{
					expression:
						"authorizer.requestResource.check('create').allowed() && namespaceObject.metadata.name == 'default'",
				},
			],
		}),
		binding(),
	);
	t.is(made.admit(configMap).failure, undefined);
	t.regex(
		made.admit(configMap, {user: {username: 'jane', groups: []}}).failure!.status.message!,
		/failed expression: authorizer/,
	);
});

test('A mutating policy patches the object; the chain looks at it once more', (t) => {
	const patch = "[JSONPatch{op: 'add', path: '/data/' + jsonpatch.escapeKey('a/b'), value: 'x'}]";
	const {value, stops} = world(
		policy(
			{reinvocationPolicy: 'Never', mutations: [{patchType: 'JSONPatch', jsonPatch: {expression: patch}}]},
			'Mutating',
		),
		binding({}, 'Mutating'),
	).admit(configMap);
	t.deepEqual((value as unknown as ConfigMap).data, {size: '12', 'a/b': 'x'} as never);
	const own = stops.filter(({stage}) => stage === 'apiserver.admit.mutate.MutatingAdmissionPolicy');
	t.deepEqual(own[0]!.facts!['changed'], ['data.a/b']);
	t.true(
		stops.some(({stage, facts}) => stage === 'apiserver.admit.mutate.NamespaceLifecycle' && facts?.['reinvocation']),
	);
});

test('A mutating policy applies configuration: maps and keyed lists are merged, atomic ones are not touched', (t) => {
	const apply = (expression: string) =>
		world(
			policy(
				{
					matchConstraints: rules('pods'),
					reinvocationPolicy: 'Never',
					mutations: [{patchType: 'ApplyConfiguration', applyConfiguration: {expression}}],
				},
				'Mutating',
			),
			binding({}, 'Mutating'),
		).admit(podOf('web'));
	const {value} = apply(
		"Object{metadata: Object.metadata{labels: {'a': 'b'}}, spec: Object.spec{containers: [Object.spec.containers{name: 'main', image: 'nginx:2'}, Object.spec.containers{name: 'side', image: 'busybox'}]}}",
	);
	const pod = value as Pod;
	t.deepEqual(pod.metadata.labels, {a: 'b'});
	t.deepEqual(
		pod.spec.containers.map(({name, image}) => [name, image]),
		[
			['main', 'nginx:2'],
			['side', 'busybox'],
		],
	);
	const told = "policy 'rule' with binding 'bound' denied request: ";
	t.is(
		apply("Object{spec: Object.spec{tolerations: [Object.spec.tolerations{key: 'a'}]}}").failure?.status.message,
		`${told}error applying patch: invalid ApplyConfiguration: may not mutate atomic arrays, maps or structs: .spec.tolerations`,
	);
	t.is(
		apply('Object{spec: Object.specx{hostNetwork: true}}').failure?.status.message,
		`${told}type mismatch: unexpected type name "Object.specx", expected "Object.spec", which matches field name path from root Object type`,
	);
	t.is(
		apply('Object{spec: Object.spec{nosuch: true}}').failure?.status.message,
		`${told}error applying patch: failed to convert patch object to typed object: .spec.nosuch: field not declared in schema`,
	);
});

test('A patch that does not fit its kind ends the request, whatever the failure policy says', (t) => {
	const apply = (expression: string) =>
		world(
			policy(
				{
					failurePolicy: 'Ignore',
					reinvocationPolicy: 'Never',
					mutations: [{patchType: 'JSONPatch', jsonPatch: {expression}}],
				},
				'Mutating',
			),
			binding({}, 'Mutating'),
		).admit(configMap);
	const {failure} = apply("[JSONPatch{op: 'add', path: '/nosuch', value: 1}]");
	t.is(failure?.status.code, 500);
	t.is(failure?.status.message, 'Internal error occurred: strict decoding error: unknown field "nosuch"');
	t.is(apply("[JSONPatch{op: 'remove', path: '/nosuch'}]").failure, undefined);
});

test('A binding that cannot be used does not keep the others from being reported', (t) => {
	const limit = {apiVersion: 'v1', kind: 'ConfigMap', metadata: {name: 'limit', namespace: 'default'}, data: {a: 'b'}};
	const expression = "Object{metadata: Object.metadata{labels: {'none': params.data.none}}}";
	const bound = (name: string) => ({
		...binding({paramRef: {name, namespace: 'default', parameterNotFoundAction: 'Deny'}}, 'Mutating'),
		metadata: {name},
	});
	const {failure} = world(
		policy(
			{
				paramKind: {apiVersion: 'v1', kind: 'ConfigMap'},
				reinvocationPolicy: 'Never',
				mutations: [{patchType: 'ApplyConfiguration', applyConfiguration: {expression}}],
			},
			'Mutating',
		),
		bound('a-missing'),
		bound('limit'),
		limit,
	).admit(configMap);
	t.deepEqual(
		failure?.status.details?.causes?.map(({message}) => message),
		[
			"policy 'rule' with binding 'a-missing' denied request: failed to configure binding: no params found for policy binding with `Deny` parameterNotFoundAction",
			`policy 'rule' with binding 'limit' denied request: expression '${expression}' resulted in error: no such key: none`,
		],
	);
});

test('Policies do not judge policies', (t) => {
	const everything = {resourceRules: [{operations: ['*'], apiGroups: ['*'], apiVersions: ['*'], resources: ['*']}]};
	const made = world(policy({matchConstraints: everything, validations: [{expression: 'false'}]}), binding());
	t.is(made.admit(binding()).failure, undefined);
	t.truthy(made.admit(configMap).failure);
});
