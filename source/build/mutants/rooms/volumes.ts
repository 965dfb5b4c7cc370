import {mutantsOf, type Mutant} from '../mutant.js';

/** Mistakes in volumes: in their controllers and in the kubelet. */
export const volumeMutants: readonly Mutant[] = [
	...mutantsOf('controllers/attach-detach/attach-detach.js', {stories: ['volumes that move']}, [
		['the Node keeps volumesAttached of what is detached', 'yield* this.#report(node, staying);\n        }', '}'],
	]),
	...mutantsOf(
		'controllers/attach-detach/decisions.js',
		{stories: ['volumes that move'], tests: ['controllers/attach-detach/decisions.test.js']},
		[
			['a volume is detached while it is mounted', 'if (!isMounted) {', 'if (true) {'],
			['a volume that allows one node is attached to two', '!modes || modes.length === 0 ||', 'true ||'],
		],
	),
	...mutantsOf('controllers/attach-detach/decisions.js', {stories: ['volumes that move', 'volumes that Pods share']}, [
		[
			'a volume is detached although the Node says it is in use',
			'node?.status.volumesInUse?.includes(unique) ?? false',
			'false',
		],
	]),
	...mutantsOf('controllers/attach-detach/decisions.js', {stories: ['a node that is lost with its volume']}, [
		['a forced detach waits only one minute', 'return waitedMs > maxWaitForUnmountMs', 'return waitedMs > 60000'],
	]),
	...mutantsOf('controllers/attach-detach/wanted-volumes.js', {stories: ['volumes that move'], tests: []}, [
		['volumes of Pods that have ended stay attached', 'if (isTerminal(pod)) {', 'if (false) {'],
	]),
	...mutantsOf('controllers/volume/binder.js', {}, [
		[
			'a claim that lost its volume stays bound',
			"yield* volume ? finishClaim(tools, claim, volume) : setClaimPhase(tools, claim, 'Lost');",
			'if (volume) yield* finishClaim(tools, claim, volume);',
		],
	]),
	...mutantsOf('controllers/volume/ephemeral.js', {}, [
		[
			'a Pod takes the claim of another owner as its own',
			'const isOwn = isControlledBy(existing, pod);',
			'const isOwn = true;',
		],
	]),
	...mutantsOf('controllers/volume/plan-binding.js', {}, [
		['a volume that another claim has is bound', 'const free = !volume.spec?.claimRef &&', 'const free ='],
	]),
	...mutantsOf(
		'controllers/volume/plan-binding.js',
		{stories: ['volumes of several sizes, Pods of two owners, and clients that stay with their Pod']},
		[
			[
				'a claim takes a volume that is too small',
				"compareQuantities(capacityOf(volume), resources?.requests?.['storage'] ?? '0') >= 0 &&",
				'',
			],
		],
	),
	...mutantsOf('controllers/volume/plan-binding.js', {tests: ['controllers/volume/plan-binding.test.js']}, [
		[
			'a claim gets the largest volume that satisfies it',
			'compareQuantities(capacityOf(volume), capacityOf(best)) < 0',
			'compareQuantities(capacityOf(volume), capacityOf(best)) > 0',
		],
		[
			'a new claim of the same name takes over a released volume',
			'if (claim?.metadata.uid !== reference.uid) {',
			'if (!claim) {',
		],
	]),
	...mutantsOf(
		'controllers/volume/protection.js',
		{stories: ['volumes that move'], tests: ['pipeline/storage.test.js']},
		[
			['a claim goes while a Pod uses it', '!isTerminal(pod) && claimsOf(pod).includes(claim.metadata.name)', 'false'],
			['a claim stays when its last Pod is gone', "type === 'DELETED' || isTerminal(object)", 'false'],
		],
	),
	...mutantsOf('controllers/volume/protection.js', {tests: ['controllers/volume/volume.test.js']}, [
		['a Pod that has ended keeps its claim', '.find((pod) => !isTerminal(pod) && claimsOf', '.find((pod) => claimsOf'],
	]),
	...mutantsOf('kubelet/storage/csi.js', {stories: ['volumes that move']}, [
		['a volume is published without staging', 'if (!isStaged) {', 'if (false) {'],
	]),
	...mutantsOf('kubelet/volumes/volume-manager.js', {stories: ['volumes that move', 'Pods that end slowly']}, [
		['the kubelet does not wait for volumes', 'if (left.size === 0 || once) {', 'if (true) {'],
	]),
	...mutantsOf(
		'kubelet/volumes/volume-manager.js',
		{stories: ['volumes that move'], tests: ['pipeline/storage.test.js']},
		[
			[
				'the kubelet mounts before a volume is attached',
				'if (!csi) {\n            return true;',
				'if (true) {\n            return true;',
			],
		],
	),
	...mutantsOf('kubelet/volumes/volume-manager.js', {stories: ['volumes that Pods share', 'volumes that move']}, [
		[
			'a volume is not unstaged when its last Pod is gone',
			'yield* this.parts.plugins.parts.csi.unstage(pod, name, csi);',
			'',
		],
	]),
	...mutantsOf('kubelet/volumes/volume-manager.js', {stories: ['volumes that Pods share']}, [
		[
			'a volume is unstaged while another Pod has it',
			'if (!this.#use.isStaged(csi, `${uid}/${name}`) && !this.#use.isWantedBy(csi, uid)) {',
			'if (true) {',
		],
	]),
	...mutantsOf(
		'kubelet/volumes/volumes-in-use.js',
		{stories: ['volumes that move'], tests: ['pipeline/storage.test.js']},
		[['mounted volumes do not count as in use', 'if (csi?.attachable) {', 'if (false) {']],
	),
	...mutantsOf('controllers/resource-claim/decisions.js', {tests: ['controllers/resource-claim/decisions.test.js']}, [
		['a claim has one user more than it may', '?? 0) < mostConsumers', '?? 0) <= mostConsumers'],
		[
			'a claim of another entry counts as made for this one',
			'claim.metadata.annotations?.[podClaimAnnotation] === name',
			'true',
		],
	]),
	...mutantsOf('controllers/csi/resize-status.js', {tests: ['controllers/csi/resize-status.test.js']}, [
		['a claim that shrinks is resized', 'compareQuantities(wanted, has) <= 0', 'compareQuantities(wanted, has) === 0'],
	]),
	...mutantsOf('kubelet/volumes/mount-backoff.js', {tests: ['kubelet/containers/container-values.test.js']}, [
		['the pause after a failed mount does not double', 'firstPauseMs * 2 ** Math.min(30, count - 1)', 'firstPauseMs'],
	]),
];
