import {mutantsOf, type Mutant} from '../mutant.js';

/** Further mistakes in the decisions of controllers, found by reading them as a stranger does. */
export const secondLookControllerMutants: readonly Mutant[] = [
	...mutantsOf('controllers/endpoints/topology-hints.js', {tests: ['controllers/endpoints/topology-hints.test.js']}, [
		[
			'hints count control-plane nodes',
			'excluded.some((label) => node.metadata.labels?.[label] !== undefined) || !isReady(node)',
			'!isReady(node)',
		],
		[
			'an endpoint that is not ready gets a hint',
			'if (endpoint.conditions?.ready) {\n                if (!endpoint.zone)',
			'if (true) {\n                if (!endpoint.zone)',
		],
		[
			'hints of a slice that has too many of a zone stay',
			'count + (hinted.get(zone) ?? 0) <= (allocations.get(zone)?.maximum ?? 0)',
			'true',
		],
	]),
	...mutantsOf('controllers/endpoints/mirroring.js', {tests: ['controllers/endpoints/endpoint-slice.test.js']}, [
		['mirrored slices carry the last applied configuration', '[lastApplied]: _applied, ', ''],
		[
			'Endpoints with both families are mirrored into one slice',
			".filter(({ ip }) => ip.includes(':') === (family === 'IPv6'))",
			'',
		],
	]),
	...mutantsOf(
		'controllers/resource-claim/resource-claim.js',
		{tests: ['controllers/resource-claim/resource-claim.test.js']},
		[
			[
				'a claim that only one of its users left loses all of them',
				'if (valid.length > 0) {\n            if (valid.length < users.length)',
				'if (valid.length === users.length) {\n            if (valid.length < users.length)',
			],
			[
				'a claim made for a Pod stays when the Pod is replaced by one of the same name',
				'(pod.metadata.uid === owner.uid && !isDone(pod))',
				'!isDone(pod)',
			],
			[
				'a claim is used by a Pod of the same name',
				'return known.metadata.uid === uid && !isDone(known);',
				'return !isDone(known);',
			],
		],
	),
	...mutantsOf('controllers/csi/provisioner.js', {tests: ['controllers/csi/sidecars.test.js']}, [
		[
			'a volume that should be retained has the finalizer of its provisioner',
			"...(reclaimPolicy === 'Delete' ? { finalizers: [finalizer] } : {}),",
			'finalizers: [finalizer],',
		],
		[
			'a provisioned volume does not keep the mount options of its class',
			'...(mountOptions ? { mountOptions } : {}),',
			'',
		],
		[
			'a provisioned volume is always a file system',
			"volumeMode: spec?.volumeMode ?? 'Filesystem',",
			"volumeMode: 'Filesystem',",
		],
	]),
	...mutantsOf('controllers/csi/attacher.js', {tests: ['controllers/csi/sidecars.test.js']}, [
		[
			'a volume that leaves is attached all the same',
			'if (volume?.metadata.deletionTimestamp !== undefined) {\n        throw',
			'if (false) {\n        throw',
		],
		[
			'a volume loses the finalizer of its attacher while another node has it',
			'volume?.metadata.deletionTimestamp !== undefined && !user && volume',
			'volume?.metadata.deletionTimestamp !== undefined && volume',
		],
		[
			'an attach error stays after the volume is attached',
			'...(attachment.status?.attachError ? { attachError: null } : {})',
			'',
		],
	]),
	...mutantsOf('controllers/csi/resizer.js', {tests: ['controllers/csi/sidecars.test.js']}, [
		[
			'the capacity of a volume shrinks to that of its claim',
			'if (compareQuantities(before, storage) >= 0) {',
			'if (compareQuantities(before, storage) === 0) {',
		],
	]),
	...mutantsOf('controllers/volume/binder.js', {tests: ['controllers/volume/volume.test.js']}, [
		[
			'the oldest of several default classes is assigned',
			"(b.metadata.creationTimestamp ?? '').localeCompare(a.metadata.creationTimestamp ?? '')",
			"(a.metadata.creationTimestamp ?? '').localeCompare(b.metadata.creationTimestamp ?? '')",
		],
		[
			'a volume that the user has reserved is marked as bound by the controller',
			'const annotations = volume.spec?.claimRef\n',
			'const annotations = false\n',
		],
		[
			'a claim that asks for a class of the old annotation gets the default',
			' || claim.metadata.annotations?.[olderClass] !== undefined',
			'',
		],
	]),
	...mutantsOf('controllers/service-account-token.js', {tests: ['controllers/service-account-token.test.js']}, [
		[
			'a Secret of a token is left as it is when its account was made anew',
			'metadata.annotations?.[uidAnnotation] === uid',
			'true',
		],
		['a Secret of a token is deleted by its name only', ', { preconditions: { uid } }', ''],
	]),
	...mutantsOf('controllers/cluster-role-aggregation.js', {tests: ['controllers/cluster-role-aggregation.test.js']}, [
		['an aggregated role gathers its own rules', 'role.metadata.name !== metadata.name && ', ''],
		[
			'an aggregated role has the rules of one selector twice',
			'if (!result.some((one) => equal(one, rule))) {',
			'if (true) {',
		],
	]),
	...mutantsOf(
		'controllers/garbage-collector/owner-graph.js',
		{tests: ['controllers/garbage-collector/garbage-collector.test.js']},
		[
			[
				'a foreground owner does not hear that a dependent dropped it',
				'owner?.dependents.delete(node.uid);\n                if (owner?.foreground) {',
				'owner?.dependents.delete(node.uid);\n                if (false) {',
			],
		],
	),
	...mutantsOf('controllers/node/taint-eviction.js', {tests: ['controllers/recorded-answers.test.js']}, [
		[
			'an evicted Pod has no DisruptionTarget',
			"yield* client.patch('pods', namespace, name, { metadata: { uid }, status: { conditions: [condition] } }, { subresource: 'status' });",
			'',
		],
	]),
	...mutantsOf('controllers/certificate-signing.js', {tests: ['controllers/certificate-signing.test.js']}, [
		[
			'a certificate may have usages beyond those of its signer',
			'&& usages.every((usage) => usage === needed || usable.includes(usage))',
			'',
		],
	]),
];
