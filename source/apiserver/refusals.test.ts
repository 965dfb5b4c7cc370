import test from 'ava';
import type {Request} from '../client/request.js';
import type {Status} from '../objects/kubernetes.generated.js';
import {TinyServer} from '../testing/tiny-server.js';

interface Case {
	readonly send: string;
	readonly type?: string;
	readonly text?: string;
	readonly accept?: string;
	readonly code: number;
	/** The message of the Status, or the text. */
	readonly says?: string;
	readonly warns?: readonly string[];
}

const json = 'application/json';
const merge = 'application/merge-patch+json';
const jsonPatch = 'application/json-patch+json';

const definition = `metadata: {name: things.example.com}
spec:
  group: example.com
  scope: Namespaced
  names: {plural: things, kind: Thing}
  versions:
  - {name: v1, served: true, storage: true, schema: {openAPIV3Schema: {type: object, properties: {spec: {type: object, properties: {a: {type: integer}}}}}}}
  - {name: v1beta1, served: true, storage: false, deprecated: true, schema: {openAPIV3Schema: {type: object}}}
`;

const started = (): TinyServer => {
	const server = new TinyServer();
	const yaml = {'content-type': 'application/yaml'};
	const make = (path: string, text: string) => server.send('POST', path, {text, headers: yaml});
	make('/apis/apiextensions.k8s.io/v1/customresourcedefinitions', definition);
	make('/api/v1/namespaces/default/configmaps', '{metadata: {name: a}, data: {k: v}}');
	server.advance(5000);
	make(
		'/apis/example.com/v1/namespaces/default/things',
		'{apiVersion: example.com/v1, kind: Thing, metadata: {name: t}}',
	);
	return server;
};

const check = (
	t: {is: (a: unknown, b: unknown, m?: string) => void; deepEqual: (a: unknown, b: unknown, m?: string) => void},
	cases: readonly Case[],
): void => {
	const server = started();
	for (const {send, type, text, accept, code, says, warns} of cases) {
		const [method = '', target = ''] = send.split(' ');
		const {status, body, warnings} = server.send(method as Request['method'], target, {
			text,
			headers: {...(type ? {'content-type': type} : {}), ...(accept ? {accept} : {})},
		});
		const name = `${send} ${text ?? ''}`;
		t.is(status, code, name);
		if (says !== undefined) {
			t.is(typeof body === 'string' ? body.trim() : (body as Status).message, says, name);
		}

		if (warns) {
			t.deepEqual(warnings, warns, name);
		}
	}
};

const maps = '/api/v1/namespaces/default/configmaps';
const things = '/apis/example.com/v1/namespaces/default/things';
const noMethod = 'the server does not allow this method on the requested resource';
const noPath = '404 page not found';

test('a path has its own methods', (t) => {
	check(t, [
		{send: `HEAD ${maps}/a`, code: 405, says: noMethod},
		{send: `OPTIONS ${maps}/a`, code: 405, says: noMethod},
		{send: `PUT ${maps}`, text: '{}', type: json, code: 405, says: noMethod},
		{send: `PATCH ${maps}`, text: '{}', type: merge, code: 405, says: noMethod},
		{send: `POST ${maps}/a`, text: '{}', type: json, code: 405, says: noMethod},
		{send: 'POST /api/v1/watch/namespaces/default/configmaps', code: 405, says: noMethod},
		{send: 'PUT /version', code: 405, says: noMethod},
		{send: 'POST /apis', code: 405, says: noMethod},
		{send: 'DELETE /apis/apps/v1', code: 405, says: noMethod},
		{send: 'GET /apis/nope', code: 404, says: noPath},
		{send: 'GET /apis/nope/v1/things', code: 404, says: noPath},
		{send: 'GET /apis/apps/v2', code: 404, says: 'the server could not find the requested resource'},
		{send: `GET ${maps}/a?watch=true`, code: 200},
	]);
});

test('custom resources are served by a handler that has no paths', (t) => {
	check(t, [
		{send: `HEAD ${things}/t`, code: 200},
		{send: `OPTIONS ${things}/t`, code: 405, says: ' is not supported on resources of kind "things.example.com"'},
		{send: `PUT ${things}`, text: '{}', type: json, code: 400, says: 'name must be provided'},
		{send: `PATCH ${things}`, text: '{}', type: merge, code: 400, says: 'name must be provided'},
		{send: `GET ${things}/t/scale`, code: 404, says: 'things.example.com "t" not found'},
		{send: 'GET /apis/example.com/v1/things/t', code: 404, says: noPath},
		{send: 'GET /apis/example.com/v2', code: 404, says: noPath},
		{
			send: `PATCH ${things}/t`,
			text: '{}',
			type: json,
			code: 415,
			says: 'the body of the request was in an unknown format - accepted media types include: application/json-patch+json, application/merge-patch+json, application/apply-patch+yaml',
		},
		{
			send: `GET ${things}/t`,
			accept: 'text/plain',
			code: 406,
			says: 'only the following media types are accepted: application/json, application/yaml, application/vnd.kubernetes.protobuf',
		},
		{
			send: 'GET /apis/example.com/v1beta1/namespaces/default/things/t',
			code: 200,
			warns: ['example.com/v1beta1 Thing is deprecated; use example.com/v1 Thing'],
		},
	]);
});

test('an object in another version than the path is for is refused for its version', (t) => {
	const other = (apiVersion: string, kind: string, path: string, expected: string) => ({
		send: `POST ${path}`,
		type: json,
		text: JSON.stringify({apiVersion, kind, metadata: {name: 'x'}}),
		code: 400,
		says: `the API version in the data (${apiVersion}) does not match the expected API version (${expected})`,
	});
	const apps = '/apis/apps/v1/namespaces/default';
	check(t, [
		other('apps/v1beta1', 'Deployment', `${apps}/deployments`, 'apps/v1'),
		other('extensions/v1beta1', 'DaemonSet', `${apps}/daemonsets`, 'apps/v1'),
		other(
			'autoscaling/v1',
			'HorizontalPodAutoscaler',
			'/apis/autoscaling/v2/namespaces/default/horizontalpodautoscalers',
			'autoscaling/v2',
		),
		other('batch/v1beta1', 'CronJob', '/apis/batch/v1/namespaces/default/cronjobs', 'batch/v1'),
		{
			send: `POST ${apps}/deployments`,
			type: json,
			text: '{"apiVersion":"apps/v1beta3","kind":"Deployment","metadata":{"name":"x"}}',
			code: 400,
			says: 'Deployment in version "v1beta3" cannot be handled as a Deployment: no kind "Deployment" is registered for version "apps/v1beta3" in scheme "pkg/runtime/scheme.go:111"',
		},
	]);
});

test('a custom object says what it is, and which version it changes', (t) => {
	const unrecognized = 'the object provided is unrecognized (must be of type Thing): ';
	check(t, [
		{
			send: `POST ${things}`,
			type: json,
			text: '{"apiVersion":"example.com/v1","metadata":{"name":"x"}}',
			code: 400,
			says: `${unrecognized}Object 'Kind' is missing in '{"apiVersion":"example.com/v1","metadata":{"name":"x"}}' ({"apiVersion":"example.com/v1" ...)`,
		},
		{
			send: `POST ${things}`,
			type: json,
			text: '{"kind":"Thing","metadata":{"name":"x"}}',
			code: 400,
			says: 'the API version in the data () does not match the expected API version (example.com/v1)',
		},
		{
			send: `POST ${things}`,
			type: json,
			text: '{"apiVersion":"example.com/v1","kind":"Other","metadata":{"name":"x"}}',
			code: 422,
			says: 'Other.example.com "x" is invalid: kind: Invalid value: "Other": must be Thing',
		},
		{
			send: `POST ${things}`,
			type: json,
			text: '{"apiVersion":"example.com/v1","kind":"Thing","metadata":{"name":5}}',
			code: 400,
			says: 'Thing in version "v1" cannot be handled as a Thing: json: cannot unmarshal number into Go struct field ObjectMeta.name of type string',
		},
		{
			send: `POST ${things}?fieldValidation=Strict`,
			type: 'application/yaml',
			text: 'apiVersion: example.com/v1\nkind: Thing\nmetadata: {name: x, bogus: 1}\nspec: {a: 1, a: 2, b: 1}\nextra: 1\n',
			code: 400,
			says: 'Thing in version "v1" cannot be handled as a Thing: strict decoding error: yaml: unmarshal errors:\n  line 4: key "a" already set in map, unknown field "metadata.bogus", unknown field "extra", unknown field "spec.b"',
		},
		{
			send: `POST ${things}`,
			type: json,
			text: '{"apiVersion":"example.com/v1","kind":"Thing","metadata":{"name":"x"},"spec":{"a":1,"a":2}}',
			code: 201,
			warns: ['duplicate field "spec.a"'],
		},
		{
			send: `PUT ${things}/t`,
			type: json,
			text: '{"apiVersion":"example.com/v1","kind":"Thing","metadata":{"name":"t"}}',
			code: 422,
			says: 'things.example.com "t" is invalid: metadata.resourceVersion: Invalid value: 0: must be specified for an update',
		},
		{
			send: `PATCH ${things}/t`,
			type: merge,
			text: '{"kind":"Other"}',
			code: 422,
			says: 'Other.example.com "t" is invalid: kind: Invalid value: "Other": must be Thing',
		},
	]);
});

test('bodies that cannot be read are reported in Go’s words', (t) => {
	const unrecognized = 'the object provided is unrecognized (must be of type ConfigMap): ';
	check(t, [
		{
			send: `POST ${maps}`,
			type: 'application/yaml',
			text: '{"metadata":{"name":"f"}',
			code: 400,
			says: `${unrecognized}yaml: line 1: did not find expected ',' or '}' ({"metadata":{"name":"f"})`,
		},
		{
			send: `POST ${maps}`,
			type: 'application/json',
			text: '{"kind":["a"],"apiVersion":1}',
			code: 400,
			says: `${unrecognized}couldn't get version/kind; json parse error: json: cannot unmarshal array into Go struct field .kind of type string ({"kind":["a"],"apiVersion":1})`,
		},
		{
			send: `POST ${maps}`,
			type: 'application/yaml',
			text: '- a',
			code: 400,
			says: `${unrecognized}couldn't get version/kind; json parse error: json: cannot unmarshal array into Go value of type struct { APIVersion string "json:\\"apiVersion,omitempty\\""; Kind string "json:\\"kind,omitempty\\"" } (2d2061)`,
		},
		{
			send: `POST ${maps}`,
			type: json,
			text: '{"apiVersion":"a/b/c"}',
			code: 400,
			says: `${unrecognized}unexpected GroupVersion string: a/b/c ({"apiVersion":"a/b/c"})`,
		},
		{
			send: `POST ${maps}?fieldManager=%00x`,
			type: json,
			text: '{"metadata":{"name":"x"}}',
			code: 422,
			says: 'CreateOptions.meta.k8s.io "" is invalid: fieldManager: Invalid value: "\\x00x": invalid character U+0000 (at position 0)',
		},
		{
			send: `POST ${maps}?dryRun=`,
			type: json,
			text: '{"metadata":{"name":"x"}}',
			code: 422,
			says: 'CreateOptions.meta.k8s.io "" is invalid: dryRun: Unsupported value: [""]: supported values: "All"',
		},
	]);
});

test('an update is of the object that it names', (t) => {
	const leases = '/apis/coordination.k8s.io/v1/namespaces/default/leases';
	const noName = 'the name of the object (a based on URL) was undeterminable: name must be provided';
	check(t, [
		{
			send: `PUT ${leases}/x`,
			type: json,
			text: '{"metadata":{"name":"x","uid":"u"}}',
			code: 409,
			says: 'Operation cannot be fulfilled on leases.coordination.k8s.io "x": StorageError: invalid object, Code: 4, Key: /registry/leases/default/x, ResourceVersion: 0, AdditionalErrorMsg: Precondition failed: UID in precondition: u, UID in object meta: ',
		},
		{send: `PUT ${leases}/x`, type: json, text: '{"metadata":{"name":"x","resourceVersion":"7"}}', code: 201},
		{send: `PUT ${maps}/x`, type: json, text: '{"metadata":{"name":"x","uid":"u"}}', code: 404},
		{
			send: `PATCH ${maps}/a`,
			type: merge,
			text: '{"metadata":{"name":"b"}}',
			code: 400,
			says: 'the name of the object (b) does not match the name on the URL (a)',
		},
		{
			send: `PATCH ${maps}/a`,
			type: merge,
			text: '{"metadata":{"namespace":"b"}}',
			code: 400,
			says: 'the namespace of the provided object does not match the namespace sent on the request',
		},
		{send: `PATCH ${maps}/a`, type: jsonPatch, text: '[{"op":"remove","path":"/metadata"}]', code: 400, says: noName},
		{
			send: `PATCH ${maps}/a`,
			type: jsonPatch,
			text: '[{"op":"replace","path":"","value":{}}]',
			code: 400,
			says: noName,
		},
		{
			send: `PATCH ${maps}/a`,
			type: 'application/strategic-merge-patch+json',
			text: '{"$patch":"delete"}',
			code: 400,
			says: noName,
		},
		{send: `PATCH ${maps}/a`, type: jsonPatch, text: 'null', code: 200},
		{send: `PATCH ${maps}/a`, type: jsonPatch, text: '[null]', code: 422},
		{send: `PATCH ${maps}/a`, type: merge, text: 'null', code: 400, says: 'Invalid JSON Patch'},
		{
			send: `PATCH ${maps}/a`,
			type: merge,
			text: '',
			code: 400,
			says: 'error decoding patch: unexpected end of JSON input',
		},
		{send: `PATCH ${maps}/none`, type: merge, text: 'nope', code: 404, says: 'configmaps "none" not found'},
	]);
});
