import test from 'ava';
import {warningsFor} from '../../testing/intake.js';

const warned: ReadonlyArray<readonly [string, string, object, readonly string[]]> = [
	['admissionregistration.k8s.io/v1', 'ValidatingAdmissionPolicy', {metadata: {name: 'a.k8s.io'}}, []],
	[
		'admissionregistration.k8s.io/v1',
		'ValidatingAdmissionPolicy',
		{metadata: {name: 'a.static.k8s.io'}},
		[
			'metadata.name: names ending with ".static.k8s.io" are reserved for static manifest-based configurations and cannot be managed via the API',
		],
	],
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
	[
		'v1',
		'PersistentVolumeClaim',
		{
			metadata: {name: 'web', annotations: {'volume.beta.kubernetes.io/storage-class': 'fast'}},
			spec: {resources: {requests: {storage: '1500m'}}},
		},
		[
			'metadata.annotations[volume.beta.kubernetes.io/storage-class]: deprecated since v1.8; use "storageClassName" attribute instead',
			'spec.resources.requests[storage]: fractional byte value "1500m" is invalid, must be an integer',
		],
	],
	[
		'v1',
		'PodTemplate',
		{
			template: {
				metadata: {
					annotations: {
						'seccomp.security.alpha.kubernetes.io/pod': 'unconfined',
						'container.seccomp.security.alpha.kubernetes.io/b': 'unconfined',
						'container.apparmor.security.beta.kubernetes.io/a': 'unconfined',
						'container.apparmor.security.beta.kubernetes.io/b': 'unconfined',
					},
				},
				spec: {
					containers: [
						{name: 'a', securityContext: {appArmorProfile: {type: 'Unconfined'}}},
						{name: 'b', resources: {limits: {memory: '100m'}}},
					],
					volumes: [
						{
							name: 'data',
							ephemeral: {
								volumeClaimTemplate: {spec: {resources: {requests: {storage: '1m'}, limits: {storage: '2m'}}}},
							},
						},
					],
				},
			},
		},
		[
			'template.spec.volumes[0].ephemeral.volumeClaimTemplate.spec.resources.requests[storage]: fractional byte value "1m" is invalid, must be an integer',
			'template.spec.volumes[0].ephemeral.volumeClaimTemplate.spec.resources.limits[storage]: fractional byte value "2m" is invalid, must be an integer',
			'template.metadata.annotations[seccomp.security.alpha.kubernetes.io/pod]: non-functional in v1.27+; use the "seccompProfile" field instead',
			'template.metadata.annotations[container.seccomp.security.alpha.kubernetes.io/b]: non-functional in v1.27+; use the "seccompProfile" field instead',
			'template.metadata.annotations[container.apparmor.security.beta.kubernetes.io/b]: deprecated since v1.30; use the "appArmorProfile" field instead',
			'template.spec.containers[1].resources.limits[memory]: fractional byte value "100m" is invalid, must be an integer',
		],
	],
];

test('an update that leaves the template alone is not warned of it again', (t) => {
	const set = (generation: number): object => ({
		apiVersion: 'apps/v1',
		kind: 'StatefulSet',
		metadata: {name: 'web', generation},
		spec: {
			template: {spec: {terminationGracePeriodSeconds: -1, containers: []}},
			volumeClaimTemplates: [{spec: {resources: {requests: {storage: '1m'}}}}],
		},
	});
	const ofClaim =
		'spec.volumeClaimTemplates[0].spec.resources.requests[storage]: fractional byte value "1m" is invalid, must be an integer';
	const ofTemplate =
		'spec.template.spec.terminationGracePeriodSeconds: must be >= 0; negative values are invalid and will be treated as 1';
	t.deepEqual(warningsFor(set(2), set(2)), [ofClaim]);
	t.deepEqual(warningsFor(set(2), set(1)), [ofTemplate, ofClaim]);
});

test('what is deprecated is taken with a warning', (t) => {
	for (const [apiVersion, kind, fields, expected] of warned) {
		t.deepEqual(warningsFor({apiVersion, kind, metadata: {name: 'web'}, ...fields}), expected, kind);
	}
});
