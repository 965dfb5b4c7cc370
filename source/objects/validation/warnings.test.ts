import test from 'ava';
import {warningsFor} from './warnings.js';

const warned: ReadonlyArray<readonly [string, string, object, readonly string[]]> = [
	[
		'v1',
		'PersistentVolume',
		{
			spec: {
				persistentVolumeReclaimPolicy: 'Recycle',
				rbd: {},
				nodeAffinity: {
					required: {nodeSelectorTerms: [{matchExpressions: [{key: 'beta.kubernetes.io/os', operator: 'Exists'}]}]},
				},
			},
		},
		[
			'spec.persistentVolumeReclaimPolicy: The Recycle reclaim policy is deprecated. Instead, the recommended approach is to use dynamic provisioning.',
			'spec.nodeAffinity.required.nodeSelectorTerms[0].matchExpressions[0].key: beta.kubernetes.io/os is deprecated since v1.14; use "kubernetes.io/os" instead',
			'spec.rbd: deprecated in v1.28, non-functional in v1.31+',
		],
	],
	[
		'storage.k8s.io/v1',
		'StorageClass',
		{allowedTopologies: [{matchLabelExpressions: [{key: 'failure-domain.beta.kubernetes.io/zone', values: ['a']}]}]},
		[
			'allowedTopologies[0].matchLabelExpressions[0].key: deprecated since v1.17; use "topology.kubernetes.io/zone" instead',
		],
	],
	[
		'networking.k8s.io/v1',
		'NetworkPolicy',
		{spec: {ingress: [{from: [{ipBlock: {cidr: '2001:DB8::/64'}}]}]}},
		[
			'spec.ingress[0].from[0].ipBlock.cidr: IPv6 CIDR value "2001:DB8::/64" should be in RFC 5952 canonical format ("2001:db8::/64")',
		],
	],
	[
		'v1',
		'Endpoints',
		{subsets: [{addresses: [{ip: '2001:DB8::1'}]}]},
		['subsets[0].addresses[0].ip: IPv6 address "2001:DB8::1" should be in RFC 5952 canonical format ("2001:db8::1")'],
	],
	['v1', 'Node', {spec: {externalID: 'a'}}, ['spec.externalID: this field is deprecated, and is unused by Kubernetes']],
	['v1', 'ConfigMap', {data: {a: 'b'}}, []],
];

test('what is deprecated is taken with a warning', (t) => {
	for (const [apiVersion, kind, fields, expected] of warned) {
		t.deepEqual(warningsFor({apiVersion, kind, metadata: {name: 'web'}, ...fields}), expected, kind);
	}
});
