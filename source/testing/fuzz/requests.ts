import type {Request, Response} from '../../client/request.js';
import type {Status} from '../../objects/kubernetes.generated.js';
import {applyJSONPatch, JSONPatchError} from '../../objects/json-patch.js';
import {applyMergePatch} from '../../objects/merge-patch.js';
import {schemaOfKind} from '../../objects/schema.js';
import {applyStrategicMergePatch} from '../../objects/strategic-merge-patch/apply.js';
import {StrategicMergePatchError} from '../../objects/strategic-merge-patch/directives.js';
import {decodeProtobuf, ProtobufError} from '../../registry/protobuf/decode.js';
import {TinyServer} from '../tiny-server.js';
import {refusing, type Complaint, type Door} from './door.js';

/** Requests that the real one answers with a 500 too: patches and selectors of versions that make no sense. */
const known500 = [
	/^failed to create typed patch object/,
	/^failed to convert new object/,
	/^(?:resourceVersion|target\.\w+|\[?metadata|\[?target)/,
	/^strconv\.ParseUint: parsing/,
	/^resourceVersion should not be set on objects to be created/,
	/does not contain declared merge key/,
	/^(?:cannot merge|unknown patch type|error in patch|The order in patch|unable to find api field)/i,
	/^Internal error occurred: /,
	/^Non-matching dry-run options/,
	/is not in the form|directive/,
];

const objects: ReadonlyArray<readonly [string, object]> = [
	['/api/v1/namespaces/default/serviceaccounts', {kind: 'ServiceAccount', metadata: {name: 'default'}}],
	['/api/v1/namespaces/default/configmaps', {kind: 'ConfigMap', metadata: {name: 'web'}, data: {a: 'b'}}],
	[
		'/api/v1/namespaces/default/pods',
		{kind: 'Pod', metadata: {name: 'web'}, spec: {containers: [{name: 'web', image: 'nginx'}]}},
	],
	['/api/v1/namespaces/default/services', {kind: 'Service', metadata: {name: 'web'}, spec: {ports: [{port: 80}]}}],
	[
		'/apis/apps/v1/namespaces/default/deployments',
		{
			kind: 'Deployment',
			metadata: {name: 'web'},
			spec: {
				selector: {matchLabels: {app: 'web'}},
				template: {metadata: {labels: {app: 'web'}}, spec: {containers: [{name: 'web', image: 'nginx'}]}},
			},
		},
	],
];

/** A server with an object of some kinds, all named web. */
export const populated = (): TinyServer => {
	const world = new TinyServer();
	for (const [target, object] of objects) {
		world.send('POST', target, {body: object});
	}

	return world;
};

/** The error of an answer: missing, not a Status, or a 500 that the real one would not send. */
export const problemOf = ({status, body: answer}: Response): string | undefined => {
	if (!Number.isInteger(status) || status < 200 || status > 599) {
		return `status ${status}`;
	}

	// A refusal of `/openapi/v2` proves nothing.
	if (status < 400 || typeof answer === 'string' || answer === undefined) {
		return undefined;
	}

	const {kind, code, message = ''} = answer as Status;
	if (kind !== 'Status' || code !== status) {
		return `no Status: ${JSON.stringify(answer).slice(0, 200)}`;
	}

	return status === 500 && !known500.some((pattern) => pattern.test(message)) ? `500: ${message}` : undefined;
};

const admin = {commonName: 'kubernetes-admin', organizations: ['system:masters']};

const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS'] as const;

/** A request from its text: line, headers, an empty line, body. It is from an admin unless it names a user. */
const requestOf = (text: string): Request => {
	const split = text.indexOf('\n\n');
	const [head, body] = split === -1 ? [text, ''] : [text.slice(0, split), text.slice(split + 2)];
	const [line = '', ...fields] = head.split('\n');
	const [method = '', target = '/'] = line.split(' ');
	const [path = '', search = ''] = target.split('?', 2);
	const query = Object.fromEntries(new URLSearchParams(search));
	const headers = Object.fromEntries(
		fields.map((field) => [field.split(':', 1).join('').toLowerCase(), field.slice(field.indexOf(':') + 1).trim()]),
	);
	const isBinary = headers['content-type']?.includes('protobuf') ?? false;
	return {
		method: methods.find((known) => known === method) ?? 'GET',
		path,
		query,
		headers,
		...(body === '' ? {} : isBinary ? {bytes: Buffer.from(body, 'latin1')} : {text: body}),
		...(headers['authorization'] === undefined ? {certificate: admin} : {}),
		// oxlint-disable-next-line no-empty-function
		...(query['watch'] === undefined ? {} : {onEvent() {}}),
	};
};

const server = (): ((input: string) => Complaint) => {
	const world = populated();
	return (input) => {
		const {result} = world.run(() => world.server.handler(requestOf(input)));
		result.close?.();
		return problemOf(result);
	};
};

const json = 'content-type: application/json';
const configMaps = '/api/v1/namespaces/default/configmaps';
const deployments = '/apis/apps/v1/namespaces/default/deployments';
const template =
	'"template":{"metadata":{"labels":{"app":"web"}},"spec":{"containers":[{"name":"web","image":"nginx"}]}}';

const target = {
	apiVersion: 'apps/v1',
	kind: 'Deployment',
	metadata: {name: 'web', labels: {a: 'b'}, finalizers: ['x/y']},
	spec: {template: {spec: {containers: [{name: 'web', ports: [{containerPort: 80}], env: [{name: 'A', value: 'b'}]}]}}},
};

const patch = (text: string): void => {
	const change: unknown = JSON.parse(text);
	for (const apply of [
		() => applyJSONPatch(target, change),
		() => applyMergePatch(target, change),
		() => applyStrategicMergePatch(target, change, schemaOfKind('apps/v1', 'Deployment')),
	]) {
		try {
			apply();
		} catch (error) {
			if (!(error instanceof JSONPatchError || error instanceof StrategicMergePatchError)) {
				throw error;
			}
		}
	}
};

/** The inputs of the apiserver that the fuzzer tries. */
export const requests: Readonly<Record<string, Door>> = {
	request: {
		about: 'requests of clients: paths, queries, headers and bodies',
		usual: 60_000,
		renewedAfter: 400,
		corpus: [
			`GET ${configMaps}?limit=1&labelSelector=a%3Db&fieldSelector=metadata.name%3Dweb\naccept: application/json;as=Table;v=v1;g=meta.k8s.io`,
			`GET ${configMaps}?watch=true&resourceVersion=0&sendInitialEvents=true&resourceVersionMatch=NotOlderThan&allowWatchBookmarks=true`,
			`POST ${configMaps}?dryRun=All&fieldValidation=Strict\n${json}\n\n{"apiVersion":"v1","kind":"ConfigMap","metadata":{"generateName":"a-"},"data":{"a":"b"}}`,
			`POST ${deployments}\n${json}\n\n{"apiVersion":"apps/v1","kind":"Deployment","metadata":{"name":"b"},"spec":{"selector":{"matchLabels":{"app":"web"}},${template}}}`,
			`PUT ${deployments}/web/scale\n${json}\n\n{"apiVersion":"autoscaling/v1","kind":"Scale","metadata":{"name":"web","namespace":"default"},"spec":{"replicas":3}}`,
			`PATCH ${deployments}/web?fieldManager=f&force=true\ncontent-type: application/apply-patch+yaml\n\napiVersion: apps/v1\nkind: Deployment\nmetadata: {name: web}\nspec: {replicas: 2}\n`,
			`PATCH ${deployments}/web\ncontent-type: application/strategic-merge-patch+json\n\n{"spec":{"template":{"spec":{"$setElementOrder/containers":[{"name":"web"}],"containers":[{"name":"web","$patch":"replace","image":"a"}]}}}}`,
			`PATCH ${configMaps}/web\ncontent-type: application/json-patch+json\n\n[{"op":"add","path":"/data/x","value":"1"},{"op":"move","from":"/data/x","path":"/data/y"},{"op":"test","path":"/data/y","value":"1"}]`,
			`DELETE ${configMaps}/web?propagationPolicy=Foreground&gracePeriodSeconds=5\n${json}\n\n{"kind":"DeleteOptions","preconditions":{"uid":"x"}}`,
			'DELETE /api/v1/namespaces/default/pods?labelSelector=app+in+(web)',
			`POST /api/v1/namespaces/default/pods/web/eviction\n${json}\n\n{"apiVersion":"policy/v1","kind":"Eviction","metadata":{"name":"web"}}`,
			`POST /api/v1/namespaces/default/serviceaccounts/default/token\n${json}\n\n{"apiVersion":"authentication.k8s.io/v1","kind":"TokenRequest","spec":{"expirationSeconds":3600}}`,
			`POST /apis/authorization.k8s.io/v1/selfsubjectaccessreviews\n${json}\n\n{"spec":{"resourceAttributes":{"verb":"get","resource":"pods"}}}`,
			`POST /apis/admissionregistration.k8s.io/v1/validatingadmissionpolicies\n${json}\n\n{"metadata":{"name":"p"},"spec":{"matchConstraints":{"resourceRules":[{"apiGroups":[""],"apiVersions":["v1"],"operations":["CREATE"],"resources":["configmaps"]}]},"validations":[{"expression":"object.metadata.name != 'x'"}]}}`,
			`POST /apis/apiextensions.k8s.io/v1/customresourcedefinitions\n${json}\n\n{"metadata":{"name":"as.b.c"},"spec":{"group":"b.c","names":{"kind":"A","plural":"as"},"scope":"Namespaced","versions":[{"name":"v1","served":true,"storage":true,"schema":{"openAPIV3Schema":{"type":"object","properties":{"spec":{"type":"object","x-kubernetes-preserve-unknown-fields":true}}}}}]}}`,
			`POST /apis/b.c/v1/namespaces/default/as\n${json}\n\n{"apiVersion":"b.c/v1","kind":"A","metadata":{"name":"a"},"spec":{"a":1}}`,
			'GET /apis\naccept: application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList',
			'GET /openapi/v3/apis/apps/v1?hash=1',
			'GET /api/v1/namespaces/default/pods/web/log?tailLines=5&container=web\nauthorization: Bearer e30.e30.e30',
			`POST ${configMaps}\ncontent-type: application/vnd.kubernetes.protobuf\n\nk8s\0\n\u000F\n\u0002v1\u0012\tConfigMap\u0012\u0007\n\u0005\n\u0003web`,
		],
		words: [
			'/',
			'?',
			'&',
			'=',
			'%2F',
			'..',
			'{',
			'}',
			'[',
			']',
			'"',
			':',
			',',
			'GET ',
			'PATCH ',
			'status',
			'watch=1',
			'continue=',
			'null',
			'"metadata"',
			'"managedFields":[{}]',
			'"$patch":"delete"',
			'"$retainKeys":["a"]',
			'"$deleteFromPrimitiveList/finalizers":["a"]',
			'application/yaml',
			'impersonate-user: jane\n',
			'"ownerReferences":[{}]',
			'x-kubernetes-validations',
			'resourceVersion=5',
		],
		open: server,
	},
	patch: {
		about: 'JSON patches, merge patches and strategic merge patches',
		usual: 80_000,
		corpus: [
			'[{"op":"add","path":"/metadata/labels/c","value":"d"},{"op":"copy","from":"/spec","path":"/spec/x"},{"op":"remove","path":"/metadata/finalizers/0"}]',
			'{"metadata":{"labels":{"a":null}},"spec":{"replicas":2}}',
			'{"spec":{"template":{"spec":{"containers":[{"name":"web","$patch":"delete"},{"name":"b","env":[{"name":"A","$patch":"replace"}]}]}}}}',
			'{"spec":{"$retainKeys":["replicas"],"template":{"spec":{"$setElementOrder/containers":[{"name":"web"},{"name":"c"}],"containers":[{"name":"c"}]}}},"metadata":{"$deleteFromPrimitiveList/finalizers":["x/y"]}}',
		],
		words: [
			'{',
			'}',
			'[',
			']',
			',',
			':',
			'"$patch":"merge"',
			'"op":"move"',
			'"path":""',
			'"from":"/"',
			'/-',
			'~0',
			'~1',
			'~2',
			'"$setElementOrder/containers":[1]',
			'"$retainKeys":[]',
			'null',
		],
		open: refusing([SyntaxError], patch),
	},
	protobuf: {
		about: 'bodies in protobuf',
		usual: 80_000,
		corpus: [
			'k8s\0\n\u000F\n\u0002v1\u0012\tConfigMap\u0012\u0007\n\u0005\n\u0003web',
			'k8s\0\n\u0015\n\u0007apps/v1\u0012\nDeployment\u0012\u0010\n\u0005\n\u0003web\u0012\u0007\u0008\u0003\u001A\u0003\n\u0001a',
		],
		words: [
			'\n',
			'\u0012',
			'\u0008',
			'\u0010',
			'\u001A',
			'\u0001',
			'\u0080',
			'\u00FF\u00FF\u00FF\u00FF\u000F',
			'\u0003',
			'v1',
			'Pod',
		],
		open: refusing([ProtobufError], (text) => decodeProtobuf(Buffer.from(text, 'latin1'))),
	},
};
