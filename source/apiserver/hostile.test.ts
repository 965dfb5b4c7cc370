import test from 'ava';
import fc from 'fast-check';
import type {Request} from '../client/request.js';
import {resources} from '../objects/resources.js';
import {populated, problemOf} from '../testing/fuzz/requests.js';

/** More requests, or other seeds, find more: `HOSTILE_REQUESTS=100000 HOSTILE_SEED=7 npx ava dist/apiserver/hostile.test.js`. */
const requests = Number(process.env['HOSTILE_REQUESTS'] ?? 800);
const seed = Number(process.env['HOSTILE_SEED'] ?? 1036);

const awkward = fc.oneof(
	fc.constantFrom(
		'',
		' ',
		'.',
		'..',
		'../..',
		'__proto__',
		'constructor',
		'prototype',
		'toString',
		'hasOwnProperty',
		'web',
		'default',
		'kube-system',
		'a'.repeat(300),
		'ü',
		'\u0000',
		'%2e%2e',
		'%',
		'null',
		'-1',
		'0',
		'1',
		'99999999999999999999999',
		'1e9',
		'NaN',
		'true',
		'a=b,c in (d',
		'a in (b,c),!d',
		'!',
		'spec.nodeName=x',
		'metadata.name=web',
		'=,=',
		'All',
		'Exact',
		'NotOlderThan',
		'Foreground',
		'Strict',
		'Table',
		'eyJ2IjoibWV0YS5rOHMuaW8vdjEiLCJydiI6MSwic3RhcnQiOiIuLi8ifQ',
	),
	fc.string({maxLength: 12}),
	fc.string({unit: 'binary', maxLength: 6}),
);

const resourcePath = fc
	.tuple(
		fc.constantFrom(...resources),
		fc.constantFrom('default', 'kube-system', 'nowhere', '__proto__', '.', ''),
		fc.option(awkward, {nil: undefined}),
		fc.option(
			fc.oneof(
				awkward,
				fc.constantFrom(
					'status',
					'scale',
					'log',
					'binding',
					'eviction',
					'token',
					'exec',
					'attach',
					'portforward',
					'proxy',
					'resize',
					'ephemeralcontainers',
					'finalize',
					'approval',
				),
			),
			{nil: undefined},
		),
	)
	.map(([{group, version, plural, namespaced}, namespace, name, subresource]) =>
		[
			group === '' ? `/api/${version}` : `/apis/${group}/${version}`,
			...(namespaced ? [`namespaces/${namespace}`] : []),
			plural,
			...(name === undefined ? [] : [name]),
			...(subresource === undefined ? [] : [subresource]),
		].join('/'),
	);

const path = fc.oneof(
	{weight: 6, arbitrary: resourcePath},
	{weight: 1, arbitrary: fc.array(awkward, {maxLength: 8}).map((parts) => `/${parts.join('/')}`)},
	{
		weight: 1,
		arbitrary: fc
			.tuple(
				fc.constantFrom(
					'/api',
					'/apis',
					'/healthz',
					'/livez',
					'/readyz',
					'/openapi/v3',
					'/openapi/v2',
					'/metrics',
					'/version',
					'/',
				),
				awkward,
			)
			.map(([start, rest]) => `${start}/${rest}`),
	},
);

const query = fc.dictionary(
	fc.oneof(
		fc.constantFrom(
			'watch',
			'limit',
			'continue',
			'resourceVersion',
			'resourceVersionMatch',
			'labelSelector',
			'fieldSelector',
			'sendInitialEvents',
			'allowWatchBookmarks',
			'dryRun',
			'fieldManager',
			'fieldValidation',
			'force',
			'gracePeriodSeconds',
			'propagationPolicy',
			'orphanDependents',
			'includeObject',
			'container',
			'tailLines',
			'command',
		),
		awkward,
	),
	awkward,
	{maxKeys: 4},
);

const headers = fc.record(
	{
		'content-type': fc.oneof(
			fc.constantFrom(
				'application/json',
				'application/yaml',
				'application/json-patch+json',
				'application/merge-patch+json',
				'application/strategic-merge-patch+json',
				'application/apply-patch+yaml',
				'application/vnd.kubernetes.protobuf',
				'text/plain',
				';',
			),
			awkward,
		),
		accept: fc.oneof(
			fc.constantFrom(
				'application/json',
				'application/yaml',
				'application/json;as=Table;v=v1;g=meta.k8s.io',
				'application/json;as=PartialObjectMetadata;v=v1;g=meta.k8s.io',
				'application/json;as=Nothing;v=v1;g=meta.k8s.io,*/*',
				'*/*;q=x',
			),
			awkward,
		),
		authorization: fc.oneof(
			fc.constantFrom('Bearer ', 'Bearer a.b.c', 'Basic x', `Bearer ${'x'.repeat(5000)}`, 'Bearer e30.bnVsbA.e30'),
			awkward,
		),
		'impersonate-user': awkward,
		'impersonate-group': awkward,
		'user-agent': awkward,
	},
	{requiredKeys: []},
);

const deep = (depth: number, open: string, close: string): string => open.repeat(depth) + close.repeat(depth);

const manifest = fc
	.tuple(
		fc.constantFrom(...resources),
		fc.jsonValue({maxDepth: 4}),
		fc.jsonValue({maxDepth: 4}),
		fc.jsonValue({maxDepth: 3}),
	)
	.map(([{group, version, kind}, metadata, spec, status]) =>
		JSON.stringify({
			apiVersion: group === '' ? version : `${group}/${version}`,
			kind,
			metadata: typeof metadata === 'object' ? {name: 'web', ...metadata} : metadata,
			spec,
			status,
		}),
	);

const text = fc.oneof(
	manifest,
	fc.tuple(manifest, fc.nat({max: 200})).map(([whole, length]) => whole.slice(0, length)),
	fc.json({maxDepth: 5}),
	fc
		.array(
			fc.record({
				op: fc.constantFrom('add', 'remove', 'replace', 'move', 'copy', 'test', 'x'),
				path: fc.oneof(
					fc.constantFrom('/metadata/labels/a', '/__proto__/x', '/metadata/-', '/spec/containers/0', ''),
					awkward,
				),
				from: awkward,
				value: fc.jsonValue({maxDepth: 2}),
			}),
			{maxLength: 4},
		)
		.map((operations) => JSON.stringify(operations)),
	fc.constantFrom(
		'',
		'null',
		'[]',
		'{',
		'\u0000',
		'a: *a',
		'a: &a [*a, *a]',
		'{"__proto__":{"x":1},"constructor":{"prototype":{"x":1}}}',
		'{"metadata":{"name":"web","labels":{"__proto__":"x"},"managedFields":[{}]}}',
		'{"metadata":{"name":"web","managedFields":[{"manager":"x","operation":"Apply","apiVersion":"v1","fieldsType":"FieldsV1","fieldsV1":{"k:{":{}}}]}}',
		'{"$patch":"delete"}',
		'{"spec":{"containers":[{"$patch":"merge"}],"$setElementOrder/containers":[1]}}',
		deep(20_000, '[', ']'),
		deep(20_000, '{"a":', '}'),
		`{"data":"${'x'.repeat(3_200_000)}"}`,
		'a: b: c',
		'- - - -',
	),
);

const body = fc.oneof(
	fc.record({text}),
	fc.record({bytes: fc.uint8Array({maxLength: 200})}),
	fc.record({
		bytes: fc.uint8Array({maxLength: 100}).map((rest) => Uint8Array.from([0x6b, 0x38, 0x73, 0, ...rest])),
	}),
	fc.constant({}),
);

const identifying = new Set(['authorization', 'impersonate-user', 'impersonate-group']);

const withoutIdentity = (said: Readonly<Record<string, string>>): Record<string, string> =>
	Object.fromEntries(Object.entries(said).filter(([name]) => !identifying.has(name)));

const request = fc
	.tuple(
		fc.constantFrom('GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS'),
		path,
		query,
		headers,
		body,
		fc.nat({max: 4}).map((kind) => kind > 0),
	)
	.map(
		([method, target, asked, said, sent, isAdmin]) =>
			({
				method,
				path: target,
				query: asked,
				headers: isAdmin ? withoutIdentity(said) : said,
				...sent,
				...(isAdmin ? {certificate: {commonName: 'kubernetes-admin', organizations: ['system:masters']}} : {}),
				// Watches without a reader end automatically.
				...(asked['watch'] === undefined ? {} : {onEvent() {}}),
			}) as Request,
	);

/** An object in the form of a kind, with a field of each type inverted. */
const turned = fc
	.tuple(fc.constantFrom('spec', 'metadata', 'data', 'status', 'rules', 'subjects'), fc.jsonValue({maxDepth: 3}))
	.map(([field, value]) => ({[field]: value}));

const collectionOf = ({group, version, plural, namespaced}: (typeof resources)[number]): string =>
	`${group === '' ? `/api/${version}` : `/apis/${group}/${version}`}${namespaced ? '/namespaces/default' : ''}/${plural}`;

const admin = {commonName: 'kubernetes-admin', organizations: ['system:masters']};

/** Objects of the kind that the path is for, with anything inside. */
const creation = fc
	.tuple(fc.constantFrom(...resources), turned, fc.option(fc.constant('All'), {nil: undefined}))
	.map(([resource, fields, dryRun]) => {
		const {group, version, kind} = resource;
		const whole = {
			apiVersion: group === '' ? version : `${group}/${version}`,
			kind,
			metadata: {name: 'web'},
			...fields,
		};
		return {
			method: 'POST',
			path: collectionOf(resource),
			query: dryRun ? {dryRun} : {},
			headers: {'content-type': 'application/json'},
			text: JSON.stringify(whole),
			certificate: admin,
		} as Request;
	});

const targets = [
	['/api/v1/namespaces/default/configmaps/web', 'v1', 'ConfigMap'],
	['/api/v1/namespaces/default/pods/web', 'v1', 'Pod'],
	['/api/v1/namespaces/default/services/web', 'v1', 'Service'],
	['/apis/apps/v1/namespaces/default/deployments/web', 'apps/v1', 'Deployment'],
	['/apis/apps/v1/namespaces/default/deployments/web/scale', 'apps/v1', 'Deployment'],
	['/apis/apps/v1/namespaces/default/deployments/web/status', 'apps/v1', 'Deployment'],
] as const;

/** Changes of objects that are there, in each format. */
const change = fc
	.tuple(
		fc.constantFrom(...targets),
		fc.constantFrom(
			'application/apply-patch+yaml',
			'application/merge-patch+json',
			'application/strategic-merge-patch+json',
			'application/json-patch+json',
		),
		turned,
		text,
		fc.boolean(),
	)
	.map(([[target, apiVersion, kind], type, fields, other, isAimed]) => {
		const aimed = type.includes('apply') ? {apiVersion, kind, metadata: {name: 'web'}, ...fields} : fields;
		return {
			method: 'PATCH',
			path: target,
			query: {fieldManager: 'hostile', ...(type.includes('apply') ? {force: 'true'} : {})},
			headers: {'content-type': type},
			text: isAimed ? JSON.stringify(aimed) : other,
			certificate: admin,
		} as Request;
	});

test('whatever is sent is answered: with a Status when it is refused, and never by breaking down', (t) => {
	let world = populated();
	let count = 0;
	fc.assert(
		fc.property(fc.oneof(request, creation, change), (sent) => {
			if (count++ % 500 === 499) {
				world = populated();
			}

			const {result} = world.run(() => world.server.handler(sent));
			result.close?.();
			const problem = problemOf(result);
			if (problem !== undefined) {
				throw new Error(problem);
			}
		}),
		{numRuns: requests, seed, endOnFailure: true},
	);
	t.is(({} as {readonly x?: unknown}).x, undefined);
});
