import test from 'ava';
import type {Status} from '../../objects/kubernetes.generated.js';
import {TinyServer} from '../../testing/tiny-server.js';
import type {ManagedEntry} from '../managed-fields/managed-entry.js';

const yaml = {'content-type': 'application/yaml'};
const deployments = '/apis/apps/v1/namespaces/default/deployments';

const deployment = `metadata: {name: web}
spec:
  replicas: 1
  selector: {matchLabels: {app: web}}
  template: {metadata: {labels: {app: web}}, spec: {containers: [{name: main, image: nginx}]}}
`;

const applyScale = (server: TinyServer, replicas: number, query: string) =>
	server.send('PATCH', `${deployments}/web/scale?${query}`, {
		text: `{apiVersion: autoscaling/v1, kind: Scale, metadata: {name: web}, spec: {replicas: ${replicas}}}`,
		headers: {'content-type': 'application/apply-patch+yaml'},
	});

const ownersOf = (server: TinyServer): readonly string[] => {
	const {metadata} = server.send('GET', `${deployments}/web`).body as {
		readonly metadata: {readonly managedFields: readonly ManagedEntry[]};
	};
	return metadata.managedFields.map(
		({manager, operation, apiVersion, subresource = '', fieldsV1}) =>
			`${manager} ${operation} ${apiVersion} ${subresource} ${fieldsV1['f:spec']?.['f:replicas'] ? 'replicas' : '-'}`,
	);
};

test('a Scale is applied by the server like any object: who owns the replicas is asked, and may be overruled', (t) => {
	const server = new TinyServer();
	server.send('POST', `${deployments}?fieldManager=editor`, {text: deployment, headers: yaml});
	const refused = applyScale(server, 3, 'fieldManager=scaler');
	t.is(refused.status, 409);
	t.is(
		(refused.body as Status).message,
		'Apply failed with 1 conflict: conflict with "editor" using autoscaling/v1: .spec.replicas',
	);
	t.deepEqual(ownersOf(server), ['editor Update apps/v1  replicas']);
	const {status, body} = applyScale(server, 3, 'fieldManager=scaler&force=true');
	t.is(status, 200);
	t.deepEqual((body as {readonly spec: unknown}).spec, {replicas: 3});
	t.deepEqual(ownersOf(server), ['scaler Apply apps/v1 scale replicas', 'editor Update apps/v1  -']);
	t.is(applyScale(server, 4, 'fieldManager=scaler').status, 200);
	t.is(applyScale(server, 5, '').status, 422);
});

test('a Scale is the one that the URL names', (t) => {
	const server = new TinyServer();
	server.send('POST', deployments, {text: deployment, headers: yaml});
	const put = (text: string) =>
		(server.send('PUT', `${deployments}/web/scale`, {text, headers: yaml}).body as Status).message!;
	t.is(
		put('{spec: {replicas: 2}}'),
		'the name of the object (web based on URL) was undeterminable: name must be provided',
	);
	t.is(
		put('{metadata: {name: api}, spec: {replicas: 2}}'),
		'the name of the object (api) does not match the name on the URL (web)',
	);
	t.regex(put('{metadata: {name: web, uid: u}, spec: {replicas: 2}}'), /Precondition failed: UID in precondition: u, /);
	const patched = server.send('PATCH', `${deployments}/web/scale`, {
		text: '{"metadata":{"uid":"u"}}',
		headers: {'content-type': 'application/merge-patch+json'},
	});
	t.regex(
		(patched.body as Status).message!,
		/^Operation cannot be fulfilled on deployments\/scale\.apps "web": Precondition failed: UID in precondition: u, UID in object meta: /,
	);
});

test('what the apiserver passes on to a kubelet, a Pod or a Service is refused where it leads nowhere', (t) => {
	const server = new TinyServer();
	const make = (path: string, text: string) => server.send('POST', path, {text, headers: yaml});
	const pods = '/api/v1/namespaces/default/pods';
	const services = '/api/v1/namespaces/default/services';
	const spec = 'containers: [{name: main, image: nginx}]';
	make('/api/v1/namespaces/default/serviceaccounts', 'metadata: {name: default}');
	make(pods, `{metadata: {name: free}, spec: {${spec}}}`);
	make(pods, `{metadata: {name: lost}, spec: {nodeName: gone, ${spec}}}`);
	make(pods, `{metadata: {name: held}, spec: {nodeName: mute, ${spec}}}`);
	make('/api/v1/nodes', 'metadata: {name: mute}');
	make(services, '{metadata: {name: web}, spec: {ports: [{port: 80}]}}');
	const table = [
		[`${pods}/free/log?tailLines=x`, 400, 'strconv.ParseInt: parsing "x": invalid syntax'],
		[
			`${pods}/free/log?sinceTime=x`,
			400,
			'parsing time "x" as "2006-01-02T15:04:05Z07:00": cannot parse "x" as "2006"',
		],
		[
			`${pods}/free/log?sinceTime=2020-01-01T00:00:00Z&sinceSeconds=1`,
			422,
			'PodLogOptions "free" is invalid: : Forbidden: at most one of `sinceTime` or `sinceSeconds` may be specified',
		],
		[`${pods}/lost/log`, 404, 'nodes "gone" not found'],
		[`${pods}/held/log`, 500, 'no preferred addresses found; known addresses: []'],
		[`${pods}/lost/exec?command=date`, 404, 'nodes "gone" not found'],
		[`${pods}/free/proxy/x`, 400, 'address not allowed'],
		[`${pods}/none/proxy/x`, 404, 'pods "none" not found'],
		[`${pods}/ftp:free:80/proxy`, 400, 'invalid pod request "ftp:free:80"'],
		[`${services}/web/proxy/`, 503, 'no endpoints available for service "web"'],
		[`${services}/web:99/proxy/`, 503, 'no service port 99 found for service "web"'],
		[`${services}/a:b:c:d/proxy/`, 400, 'invalid service request "a:b:c:d"'],
		['/api/v1/nodes/gone/proxy/healthz', 404, 'nodes "gone" not found'],
		['/api/v1/nodes/mute/proxy/healthz', 500, 'no preferred addresses found; known addresses: []'],
	] as const;
	for (const [path, code, message] of table) {
		const {status, body} = server.send('GET', path);
		t.is(status, code, path);
		t.is((body as Status).message, message, path);
	}
});

test('a body that is not DeleteOptions is refused in the words of its decoder', (t) => {
	const server = new TinyServer();
	const path = '/api/v1/namespaces/default/configmaps/any';
	const table = [
		['nope', "couldn't get version/kind; json parse error: invalid character 'o' in literal null (expecting 'u')"],
		[
			'{"kind":"Pod","apiVersion":"v1"}',
			'no kind "Pod" is registered for version "v1" in scheme "pkg/apis/meta/internalversion/scheme/register.go:27"',
		],
		[
			'{"kind":"fixed"}',
			'no kind "fixed" is registered for version "meta.k8s.io/v1" in scheme "pkg/apis/meta/internalversion/scheme/register.go:27"',
		],
		[
			'{"gracePeriodSeconds":"x"}',
			'json: cannot unmarshal string into Go struct field DeleteOptions.gracePeriodSeconds of type int64',
		],
	] as const;
	for (const [text, message] of table) {
		const {status, body} = server.send('DELETE', path, {text, headers: {'content-type': 'application/json'}});
		t.is(status, 400, text);
		t.is((body as Status).message, message, text);
	}
});
