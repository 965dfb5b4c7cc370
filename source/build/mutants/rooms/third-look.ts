import {mutantsOf, type Mutant} from '../mutant.js';

/** Mistakes of timing and promises, which neither the campaign nor the tests of the rooms found before. */
export const thirdLookMutants: readonly Mutant[] = [
	...mutantsOf('kubelet/eviction/eviction-grace.js', {tests: ['kubelet/eviction/eviction-grace.test.js']}, [
		[
			'a soft eviction gives a Pod more time than the Pod asks for',
			'Math.min(evictionMaxPodGracePeriod, spec.terminationGracePeriodSeconds ?? evictionMaxPodGracePeriod)',
			'evictionMaxPodGracePeriod',
		],
	]),
	...mutantsOf('controllers/disrupted-pods.js', {tests: ['controllers/disruption.test.js']}, [
		[
			'an evicted Pod that stays never counts as healthy again',
			'filter(({ dueMs }) => dueMs >= nowMs)',
			'filter(() => true)',
		],
		['a deleted Pod stays among the disrupted ones', 'pod.metadata.deletionTimestamp !== undefined', 'false'],
	]),
	...mutantsOf('scheduler/plugins/default-preemption.js', {tests: ['scheduler/preemption.test.js']}, [
		[
			'a Pod preempts again while its victim terminates',
			"return 'not eligible due to a terminating pod on the nominated node.'",
			'return undefined',
		],
	]),
	...mutantsOf('scheduler/failure.js', {tests: ['scheduler/preemption.test.js']}, [
		[
			'a Pod loses its nominated node while its victim terminates',
			'!prefiltering.refused && !preemption.ineligible',
			'!prefiltering.refused',
		],
	]),
	...mutantsOf('kubelet/volumes/volume-files.js', {tests: ['kubelet/volumes/projected-files.test.js']}, [
		['a projected token is for the apiserver, whatever its audience', 'audience ? [audience] : []', '[]'],
		[
			'a projected token lives an hour, whatever its lifetime',
			'audiences: audience ? [audience] : [], expirationSeconds,',
			'audiences: audience ? [audience] : [], expirationSeconds: 3600,',
		],
		[
			'each user of a container may read the token of a Pod with an fsGroup',
			'|| pod.spec.securityContext?.fsGroup !== undefined',
			'',
		],
		['a missing key of an optional volume keeps a container waiting', 'else if (!optional)', 'else'],
		[
			'a missing optional ConfigMap keeps a container waiting',
			'if (!object && !selection.optional) {\n            throw new MountFailure(`configmap',
			'if (!object) {\n            throw new MountFailure(`configmap',
		],
	]),
	...mutantsOf('kubelet/registration/heartbeat.js', {tests: ['kubelet/registration/heartbeat.test.js']}, [
		[
			'a kubelet reports an unchanged status with each renewal of its Lease',
			'kernel.now - reportedMs >= reportMs',
			'kernel.now - reportedMs >= renewMs',
		],
	]),
];
