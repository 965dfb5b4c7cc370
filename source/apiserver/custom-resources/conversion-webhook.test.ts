import test from 'ava';
import {Trial} from '../../testing/trial.js';

const version = (name: string, field: string, storage: boolean): string => `
  - name: ${name}
    served: true
    storage: ${storage}
    additionalPrinterColumns: [{name: ${field}, type: integer, jsonPath: .spec.${field}}]
    schema:
      openAPIV3Schema: {type: object, properties: {spec: {type: object, properties: {${field}: {type: integer}}}}}`;

const definition = `apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {name: boxes.example.com}
spec:
  group: example.com
  names: {plural: boxes, kind: Box}
  scope: Namespaced
  conversion:
    strategy: Webhook
    webhook: {conversionReviewVersions: [v1], clientConfig: {service: {namespace: default, name: conv, path: /convert}}}
  versions:${version('v1', 'size', true)}${version('v2', 'width', false)}
`;

const move = (from: string, to: string) => [{op: 'move', from: `/spec/${from}`, path: `/spec/${to}`}];

const converts = [
	{to: 'v1', when: 'object.metadata.name == "refused"', message: 'no such width'},
	{to: 'v1', when: 'object.metadata.name == "slow"', takesMs: 60_000},
	{to: 'v1', when: 'object.metadata.name == "gone"', fails: 'dial tcp 10.0.0.1:443: connect: connection refused'},
	{to: 'v1', when: 'object.metadata.name == "renamed"', patch: [{op: 'replace', path: '/metadata/name', value: 'x'}]},
	{to: 'v1', patch: move('width', 'size')},
	{to: 'v2', patch: move('size', 'width')},
];

const box = (name: string, apiVersion = 'v2', spec = '{width: 3}'): string =>
	`apiVersion: example.com/${apiVersion}\nkind: Box\nmetadata: {name: ${name}}\nspec: ${spec}\n`;

/** A cluster that serves the definition. */
const world = (webhooks: ReadonlyArray<Record<string, unknown>> = [{service: 'default/conv', converts}]): Trial => {
	const trial = new Trial({nodes: [], admission: {webhooks}});
	trial.apply(definition);
	trial.pass(1000);
	return trial;
};

/** The conversions of kubectl's requests: the garbage collector watches, too. */
const conversions = (trial: Trial): readonly string[] =>
	trial
		.stops(({stage, process}) => stage === 'apiserver.convert' && process.startsWith('kubectl'))
		.map(({facts}) => `${facts?.['case']} ${facts?.['to']}`);

test('an object is stored in the storage version and shown in every other, by the server of the definition', (t) => {
	const trial = world();
	trial.kubectl('create -f box.yaml', {'box.yaml': box('a')});
	t.like(trial.read('/registry/example.com/boxes/default/a'), {apiVersion: 'example.com/v1', spec: {size: 3}});
	// On its way to etcd, and what etcd has stored on its way back.
	t.deepEqual(conversions(trial), [
		'asks example.com/v1',
		'answers example.com/v1',
		'asks example.com/v2',
		'answers example.com/v2',
	]);
	t.is(trial.kubectl('get boxes.v1.example.com a -o jsonpath={.spec}').stdout, '{"size":3}');
	t.is(conversions(trial).length, 4);
	t.is(trial.kubectl('get boxes.v2.example.com a -o jsonpath={.spec}').stdout, '{"width":3}');
	t.regex(trial.kubectl('get boxes').stdout, /^NAME +WIDTH\na +3\n$/);
});

test('with the strategy None only the version changes, also of what is stored in an earlier storage version', (t) => {
	const trial = new Trial({nodes: []});
	const plain = definition.replace(/ {2}conversion:[^]*?(?= {2}versions)/, '').replaceAll('width: {', 'size: {');
	trial.apply(plain);
	trial.pass(1000);
	trial.kubectl('create -f box.yaml', {'box.yaml': box('a', 'v1', '{size: 3}')});
	trial.apply(plain.replace('storage: true', 'storage: no').replace('storage: false', 'storage: true'));
	trial.pass(1000);
	t.like(trial.read('/registry/example.com/boxes/default/a'), {apiVersion: 'example.com/v1'});
	for (const name of ['v1', 'v2']) {
		const shown = trial.kubectl(`get boxes.${name}.example.com -o jsonpath={.items[0].apiVersion}{.items[0].spec}`);
		t.is(shown.stdout, `example.com/${name}{"size":3}`);
	}
});

test('patches, updates and applies see the version of their path', (t) => {
	const trial = world();
	trial.kubectl('create -f box.yaml', {'box.yaml': box('a')});
	trial.kubectl('patch boxes a --type=merge --patch={"spec":{"width":4}}');
	t.like(trial.read('/registry/example.com/boxes/default/a'), {apiVersion: 'example.com/v1', spec: {size: 4}});
	trial.kubectl('patch boxes.v1.example.com a --type=json --patch=[{"op":"replace","path":"/spec/size","value":5}]');
	t.is(trial.kubectl('get boxes.v2.example.com a -o jsonpath={.spec.width}').stdout, '5');
	const current = trial.kubectl('get boxes a -o yaml').stdout.replace('width: 5', 'width: 6');
	t.is(trial.kubectl('replace -f box.yaml', {'box.yaml': current}).stderr, '');
	t.like(trial.read('/registry/example.com/boxes/default/a'), {spec: {size: 6}});
	trial.kubectl('apply --server-side --force-conflicts -f box.yaml', {'box.yaml': box('a', 'v2', '{width: 7}')});
	t.like(trial.read('/registry/example.com/boxes/default/a'), {spec: {size: 7}});
	trial.kubectl('delete boxes a');
	t.is(trial.read('/registry/example.com/boxes/default/a'), undefined);
});

test('what the server refuses, does not answer or gets wrong fails the request in upstream’s words', (t) => {
	const trial = world();
	const says = (name: string): string => trial.kubectl('create -f box.yaml', {'box.yaml': box(name)}).stderr;
	const failed = 'conversion webhook for example.com/v2, Kind=Box';
	const post = `Post "https://conv.default.svc:443/convert?timeout=30s":`;
	t.true(says('refused').includes(`${failed} failed: no such width`));
	t.true(says('slow').includes(`${failed} failed: ${post} context deadline exceeded`));
	t.true(says('gone').includes(`${failed} failed: ${post} dial tcp 10.0.0.1:443: connect: connection refused`));
	t.true(says('renamed').includes(`${failed} returned invalid object: must have the same name: renamed != x`));
	const nobody = world([]);
	t.true(
		nobody
			.kubectl('create -f box.yaml', {'box.yaml': box('a')})
			.stderr.includes(
				`Error from server: error when creating "box.yaml": ${failed} failed: ${post} service "conv" not found`,
			),
	);
});

test('a watch gets each object in its own version, in order', (t) => {
	const trial = world();
	const watching = trial.begin('get boxes.v2.example.com -w -o jsonpath={.spec.width}');
	trial.pass(1000);
	for (const size of [1, 2, 3]) {
		trial.kubectl('apply -f box.yaml', {'box.yaml': box('a', 'v1', `{size: ${size}}`)});
	}

	trial.pass(1000);
	t.is(watching()?.stdout, '123');
});

test('the Scale of an object says the number of the version of its path, and is written through the server', (t) => {
	const scaled = definition
		.replace(
			'storage: true',
			'storage: true\n    subresources: {scale: {specReplicasPath: .spec.size, statusReplicasPath: .status.n}}',
		)
		.replace(
			'storage: false',
			'storage: false\n    subresources: {scale: {specReplicasPath: .spec.width, statusReplicasPath: .status.n}}',
		);
	const trial = new Trial({nodes: [], admission: {webhooks: [{service: 'default/conv', converts}]}});
	trial.apply(scaled);
	trial.pass(1000);
	trial.kubectl('create -f box.yaml', {'box.yaml': box('a')});
	for (const name of ['v1', 'v2']) {
		const path = `/apis/example.com/${name}/namespaces/default/boxes/a/scale`;
		t.is(JSON.parse(trial.kubectl(`get --raw ${path}`).stdout).spec.replicas, 3);
	}

	t.is(trial.kubectl('scale boxes.v2.example.com a --replicas=5').stdout, 'box.example.com/a scaled\n');
	t.like(trial.read('/registry/example.com/boxes/default/a'), {apiVersion: 'example.com/v1', spec: {size: 5}});
	t.is(
		JSON.parse(
			trial.kubectl(
				'patch boxes.v2.example.com a --subresource=scale --type=merge --patch={"spec":{"replicas":6}} -o json',
			).stdout,
		).spec.replicas,
		6,
	);
});

const hooks = (kind: string, policy: string): string => `apiVersion: admissionregistration.k8s.io/v1
kind: ${kind}WebhookConfiguration
metadata: {name: ${kind.toLowerCase()}}
webhooks:
- name: ${kind.toLowerCase()}.example.com
  clientConfig: {service: {namespace: default, name: ${kind.toLowerCase()}}}
  rules: [{apiGroups: [example.com], apiVersions: [v1], operations: [CREATE], resources: [boxes]}]
  matchPolicy: ${policy}
  sideEffects: None
  admissionReviewVersions: [v1]
`;

test('a webhook for one version is asked about all others, and sees the object in its own, unless it matches exactly', (t) => {
	const asked = (policy: string): Trial => {
		const trial = world([
			{service: 'default/conv', converts},
			{service: 'default/mutating', answers: [{patch: [{op: 'replace', path: '/spec/size', value: 8}]}]},
			{
				service: 'default/validating',
				answers: [{when: 'object.spec.size == 8', allowed: false, message: 'eight is too many'}],
			},
		]);
		trial.apply(hooks('Mutating', policy));
		trial.apply(hooks('Validating', policy));
		trial.pass(1000);
		return trial;
	};
	const equivalent = asked('Equivalent').kubectl('create -f box.yaml', {'box.yaml': box('a')});
	t.regex(equivalent.stderr, /admission webhook "validating\.example\.com" denied the request: eight is too many/);
	const exact = asked('Exact').kubectl('create -f box.yaml', {'box.yaml': box('a')});
	t.is(exact.stdout, 'box.example.com/a created\n');
});

test('a policy for one version judges the object in that version', (t) => {
	const trial = world();
	trial.apply(`apiVersion: admissionregistration.k8s.io/v1
kind: ValidatingAdmissionPolicy
metadata: {name: small}
spec:
  matchConstraints: {resourceRules: [{apiGroups: [example.com], apiVersions: [v1], operations: [CREATE], resources: [boxes]}]}
  validations: [{expression: 'object.apiVersion == "example.com/v1" && object.spec.size < 3', message: too large}]
---
apiVersion: admissionregistration.k8s.io/v1
kind: ValidatingAdmissionPolicyBinding
metadata: {name: small}
spec: {policyName: small, validationActions: [Deny]}
`);
	trial.pass(1000);
	t.regex(trial.kubectl('create -f box.yaml', {'box.yaml': box('a')}).stderr, /too large/);
	t.is(trial.kubectl('create -f box.yaml', {'box.yaml': box('b', 'v2', '{width: 2}')}).stderr, '');
});

test('a Service with a ready Pod is assumed to convert: only the version changes, and the stop says so', (t) => {
	const trial = new Trial({admission: {webhooks: []}});
	trial.apply(definition);
	trial.apply(
		'apiVersion: v1\nkind: Pod\nmetadata: {name: conv, labels: {app: conv}}\nspec: {containers: [{name: c, image: quay.io/team/conv:1}]}\n',
	);
	trial.apply(
		'apiVersion: v1\nkind: Service\nmetadata: {name: conv}\nspec: {selector: {app: conv}, ports: [{port: 443}]}\n',
	);
	trial.pass(60_000);
	const made = trial.kubectl('create -f box.yaml', {'box.yaml': box('a', 'v2', '{width: 3}')});
	t.is(made.stdout, 'box.example.com/a created\n');
	const [stop] = trial.stops(({stage, facts}) => stage === 'apiserver.convert' && facts?.['case'] === 'answers');
	t.like(stop?.facts, {isAssumed: true, definition: 'boxes.example.com'});
	t.like(trial.read('/registry/example.com/boxes/default/a'), {apiVersion: 'example.com/v1'});
});
