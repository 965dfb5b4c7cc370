import test from 'ava';
import {errorsOf} from '../../testing/one-change.js';

const volumeOf = (source: object): object => ({
	apiVersion: 'v1',
	kind: 'Pod',
	metadata: {name: 'a', namespace: 'default'},
	spec: {
		serviceAccountName: 'default',
		containers: [{name: 'main', image: 'a'}],
		volumes: [{name: 'data', ...source}],
	},
});

const sources: ReadonlyArray<
	readonly [valid: Readonly<Record<string, object>>, changes: ReadonlyArray<readonly [object, ...string[]]>]
> = [
	[
		{iscsi: {targetPortal: '10.0.0.1:3260', iqn: 'iqn.2001-04.com.example:storage', lun: 255}},
		[
			[{iqn: ''}, 'iqn: Required value'],
			[{iqn: 'abc'}, 'iqn: Invalid value: "abc"'],
			[{iqn: 'eui.1234'}, 'iqn: Invalid value: "eui.1234": must be valid format'],
			[{iqn: 'eui.0123456789ABCDEF'}],
			[{iqn: `naa.${'0'.repeat(32)}`}],
			[{lun: 256}, 'lun: Invalid value: 256: must be between 0 and 255'],
			[{targetPortal: ''}, 'targetPortal: Required value'],
			[{chapAuthSession: true}, 'secretRef: Required value'],
			[{chapAuthDiscovery: true, secretRef: {name: 's'}}],
		],
	],
	[
		{fc: {targetWWNs: ['a'], lun: 0}},
		[
			[{targetWWNs: []}, 'targetWWNs: Required value: must specify either targetWWNs or wwids'],
			[{wwids: ['b']}, 'targetWWNs: Invalid value: ["a"]: targetWWNs and wwids can not be specified'],
			[{lun: undefined}, 'lun: Required value: lun is required if targetWWNs is specified'],
			[{lun: 256}, 'lun: Invalid value: 256'],
			[{targetWWNs: [], wwids: ['b'], lun: undefined}],
		],
	],
	[
		{hostPath: {path: '/a', type: 'Directory'}},
		[
			[{path: ''}, 'path: Required value'],
			[{path: '/a/../b'}, 'path: Invalid value: "/a/../b": must not contain \'..\''],
			[{type: 'Link'}, 'type: Unsupported value: "Link"'],
		],
	],
	[
		{quobyte: {registry: 'a:1,b:2', volume: 'v', tenant: 'x'.repeat(64)}},
		[
			[{registry: ''}, 'registry: Required value: must be a host:port pair'],
			[{registry: 'a'}, 'registry: Invalid value: "a": must be a host:port pair'],
			[{tenant: 'x'.repeat(65)}, 'tenant: Required value: must be a UUID'],
			[{volume: ''}, 'volume: Required value'],
		],
	],
	[
		{
			azureDisk: {
				diskName: 'd',
				diskURI: 'https://a.blob.core.windows.net/b/d.vhd',
				kind: 'Shared',
				cachingMode: 'None',
			},
		},
		[
			[{diskName: ''}, 'diskName: Required value'],
			[{cachingMode: 'Some'}, 'cachingMode: Unsupported value: "Some"'],
			[{kind: 'Some'}, 'kind: Unsupported value: "Some"'],
			[{kind: 'Managed'}, 'diskURI: Unsupported value: "https://a.blob'],
			[{diskURI: '/subscriptions/x'}, 'diskURI: Unsupported value: "/subscriptions/x"'],
			[{kind: 'Managed', diskURI: '/subscriptions/x'}],
		],
	],
	[
		{flocker: {datasetName: 'a'}},
		[
			[{datasetName: ''}, ': Required value: one of datasetName and datasetUUID is required'],
			[{datasetUUID: 'u'}, ': Invalid value: "resource": datasetName and datasetUUID can not be specified'],
			[{datasetName: 'a/b'}, 'datasetName: Invalid value: "a/b": must not contain \'/\''],
		],
	],
	[
		{awsElasticBlockStore: {volumeID: 'a', partition: 255}},
		[
			[{volumeID: ''}, 'volumeID: Required value'],
			[{partition: 256}, 'partition: Invalid value: 256: must be between 1 and 255, inclusive'],
			[{partition: -1}, 'partition: Invalid value: -1: must be between 1 and 255, inclusive'],
		],
	],
	[
		{flexVolume: {driver: 'a/b', options: {x: 'y'}}},
		[
			[{driver: ''}, 'driver: Required value'],
			[{options: {'kubernetes.io/x': 'y'}}, 'options[kubernetes.io/x]: Invalid value'],
			[{options: {'a.k8s.io/x': 'y'}}, 'options[a.k8s.io/x]: Invalid value'],
		],
	],
	[
		{nfs: {server: 's', path: '/a'}},
		[
			[{server: ''}, 'server: Required value'],
			[{path: 'a'}, 'path: Invalid value: "a": must be an absolute path'],
		],
	],
];

for (const [valid, changes] of sources) {
	const [kind = '', fields] = Object.entries(valid)[0] ?? [];
	test(`a volume ${kind}: one change of a valid source is refused by its field`, (t) => {
		t.deepEqual(errorsOf(volumeOf(valid)), []);
		for (const [change, ...expected] of changes) {
			const found = errorsOf(volumeOf({[kind]: {...fields, ...change}}));
			const at = `spec.volumes[0].${kind}`;
			t.is(found.length, expected.length, `${JSON.stringify(change)}: ${found.join('; ')}`);
			for (const [index, start] of expected.entries()) {
				t.true(found[index]?.startsWith(start.startsWith(':') ? at + start : `${at}.${start}`), found[index]);
			}
		}
	});
}

const projected = (source: object): object => volumeOf({projected: {sources: [source]}});

test('sources of a projected volume are refused by their fields', (t) => {
	const at = 'spec.volumes[0].projected.sources[0]';
	const table: ReadonlyArray<readonly [source: object, ...errors: string[]]> = [
		[{serviceAccountToken: {path: 'token', expirationSeconds: 600}}],
		[
			{serviceAccountToken: {path: 'token', expirationSeconds: 599}},
			`${at}.serviceAccountToken.expirationSeconds: Invalid value: 599: may not specify a duration less than 10 minutes`,
		],
		[
			{serviceAccountToken: {path: 'token', expirationSeconds: 2 ** 32 + 1}},
			`${at}.serviceAccountToken.expirationSeconds: Invalid value: 4294967297: may not specify a duration larger`,
		],
		[{serviceAccountToken: {path: '', expirationSeconds: 600}}, 'spec.volumes[0].projected.path: Required value'],
		[
			{serviceAccountToken: {path: '/a', expirationSeconds: 600}},
			'spec.volumes[0].projected.path: Invalid value: "/a": must be a relative path',
		],
		[{configMap: {name: ''}}, `${at}.configMap.name: Required value`],
		[{secret: {name: 's', items: [{key: '', path: 'a'}]}}, `${at}.secret.items[0].key: Required value`],
		[
			{secret: {name: 's', items: ['a', 'b'].map((key) => ({key, path: 'same'}))}},
			'spec.volumes[0].projected: Invalid value: "s": conflicting duplicate paths',
		],
		[
			{configMap: {name: 'a'}, secret: {name: 'b'}},
			`${at}: Forbidden: may not specify more than 1 volume type per source`,
		],
		[{clusterTrustBundle: {signerName: 'example.com/a', path: 'x'}}],
		[
			{clusterTrustBundle: {path: 'x'}},
			`${at}.clusterTrustBundle: Required value: either name or signerName must be specified`,
		],
		[
			{clusterTrustBundle: {name: 'a', signerName: 'example.com/a', path: 'x'}},
			`${at}.clusterTrustBundle: Invalid value`,
		],
		[
			{clusterTrustBundle: {name: 'a', labelSelector: {}, path: 'x'}},
			`${at}.clusterTrustBundle.labelSelector: Invalid value`,
		],
		[{podCertificate: {signerName: 'example.com/a', keyType: 'ED25519', keyPath: 'k', maxExpirationSeconds: 3600}}],
		[
			{podCertificate: {signerName: 'example.com/a', keyType: 'RSA1', keyPath: 'k'}},
			`${at}.podCertificate.keyType: Unsupported value: "RSA1"`,
		],
		[
			{podCertificate: {signerName: 'example.com/a', keyType: 'ED25519', keyPath: 'k', maxExpirationSeconds: 3599}},
			`${at}.podCertificate.maxExpirationSeconds: Invalid value: 3599`,
		],
		[
			{podCertificate: {signerName: 'example.com/a', keyType: 'ED25519'}},
			`${at}.podCertificate: Required value: specify at least one of`,
		],
	];
	for (const [source, ...expected] of table) {
		const found = errorsOf(projected(source));
		const said = `${JSON.stringify(source)}: ${found.join('; ')}`;
		t.is(found.length, expected.length, said);
		t.true(
			expected.every((start, index) => found[index]?.startsWith(start)),
			said,
		);
	}
});
