import {mutantsOf, type Mutant} from '../mutant.js';

/** Further mistakes on the node and in the scheduler, found by reading them as a stranger does. */
export const secondLookNodeMutants: readonly Mutant[] = [
	...mutantsOf('kubelet/eviction/ranking.js', {tests: ['kubelet/eviction/ranking.test.js']}, [
		[
			'eviction ranks by use before priority',
			'|| priorityOf(a) - priorityOf(b) || other - mine',
			'|| other - mine || priorityOf(a) - priorityOf(b)',
		],
	]),
	...mutantsOf('kubelet/eviction/pressure-admission.js', {tests: ['kubelet/eviction/pressure-admission.test.js']}, [
		[
			'a node short of disk takes Burstable Pods',
			'isCritical(pod) || (isOnlyMemory && (',
			'isCritical(pod) || (true && (',
		],
	]),
	...mutantsOf('kubelet/eviction/local-storage.js', {tests: ['kubelet/eviction/local-storage.test.js']}, [
		[
			'an emptyDir in memory counts for the local storage of a Pod',
			"?.emptyDir?.medium !== 'Memory'",
			'?.emptyDir !== undefined',
		],
	]),
	...mutantsOf('kubelet/admission/preemption.js', {tests: ['kubelet/containers/container-values.test.js']}, [
		[
			'the kubelet ends Guaranteed Pods first for a critical Pod',
			'ranks[qosClass(a)] - ranks[qosClass(b)]',
			'ranks[qosClass(b)] - ranks[qosClass(a)]',
		],
	]),
	...mutantsOf('kubelet/allocation/resize.js', {tests: ['kubelet/allocation/resize.test.js']}, [
		[
			'a resize that shrinks one container and grows another begins with the growth',
			'return [...own.filter(isLess).toReversed(), ...own.filter((update) => !isLess(update))]',
			'return [...own.filter((update) => !isLess(update)), ...own.filter(isLess)]',
		],
		[
			'a resize of memory restarts a container whose policy restarts for cpu',
			"resourceName === resource && restartPolicy === 'RestartContainer'",
			"restartPolicy === 'RestartContainer'",
		],
	]),
	...mutantsOf('kubelet/containers/termination-order.js', {tests: ['kubelet/recorded-answers.test.js']}, [
		[
			'sidecars end in the order of their start',
			'this.#sidecars.indexOf(other) > position',
			'this.#sidecars.indexOf(other) < position',
		],
	]),
	...mutantsOf('kubelet/cpus/static-policy.js', {tests: ['kubelet/cpus/static-policy.test.js']}, [
		[
			'CPUs of an init container are not used again',
			'reusable = isInit && !isSidecar(container) ? union(reusable, cpus) : difference(reusable, cpus);',
			'reusable = difference(reusable, cpus);',
		],
	]),
	...mutantsOf('kubelet/status/pod-conditions.js', {tests: ['kubelet/recorded-answers.test.js']}, [
		[
			'a readiness gate without a condition is passed',
			'if (!gate) {\n            messages.push',
			'if (false) {\n            messages.push',
		],
		[
			'the Ready condition does not wait for sidecars',
			'if (isSidecar(container)) {\n            look(container.name, status.initContainerStatuses);\n        }',
			'',
		],
	]),
	...mutantsOf('kubelet/status/pod-phase.js', {tests: ['kubelet/status/pod-phase.test.js']}, [
		[
			'a Pod with a failed container that succeeds otherwise has succeeded',
			"return stopped === succeeded ? 'Succeeded' : 'Failed';",
			"return succeeded > 0 ? 'Succeeded' : 'Failed';",
		],
	]),
	...mutantsOf('kubelet/static-pods/mirror-pods.js', {tests: ['kubelet/static-pods/static-pods.test.js']}, [
		['a mirror Pod that is outdated is kept', 'if (!leaving && isMirrorOf(mirror, pod)) {', 'if (!leaving) {'],
	]),
	...mutantsOf('scheduler/devices/device-taints.js', {tests: ['scheduler/devices/allocator.test.js']}, [
		[
			'a device with a NoExecute taint is allocated',
			"(taint.effect !== 'NoSchedule' && taint.effect !== 'NoExecute')",
			"(taint.effect !== 'NoSchedule')",
		],
	]),
	...mutantsOf('scheduler/devices/device-counters.js', {tests: ['scheduler/devices/allocator.test.js']}, [
		['counters of devices in use are not subtracted', 'all.filter(({ id }) => isUsed(id))', 'all.filter(() => false)'],
	]),
	...mutantsOf('scheduler/devices/device-constraints.js', {tests: ['scheduler/devices/allocator.test.js']}, [
		[
			'a constraint for some requests holds for all',
			'if (requests.length > 0 && !requests.includes(request.name) && !requests.includes(request.base)) {',
			'if (false) {',
		],
		[
			'distinctAttribute allows two devices alike',
			'matchAttribute === undefined ? different === values.length : different <= 1',
			'matchAttribute === undefined ? true : different <= 1',
		],
	]),
	...mutantsOf('scheduler/devices/requests.js', {tests: ['scheduler/devices/allocator.test.js']}, [
		[
			'of several alternatives for a device the last is tried first',
			'firstAvailable.map((sub)',
			'firstAvailable.toReversed().map((sub)',
		],
	]),
	...mutantsOf('scheduler/spread-constraints.js', {tests: ['scheduler/spread-constraints.test.js']}, [
		['matchLabelKeys of a spread are ignored', 'keys.every((key) => other?.[key] === labels[key])', 'true'],
		[
			'a spread counts Pods that are being deleted',
			'pod.metadata.deletionTimestamp === undefined &&\n    selects',
			'selects',
		],
	]),
	...mutantsOf('scheduler/spread-constraints.js', {tests: ['scheduler/recorded-answers.test.js']}, [
		[
			'a spread looks at taints only when it should ignore them',
			"honorsTaints: constraint.nodeTaintsPolicy === 'Honor'",
			"honorsTaints: constraint.nodeTaintsPolicy !== 'Honor'",
		],
	]),
	...mutantsOf('scheduler/plugins/volume-restrictions.js', {tests: ['scheduler/volume-restrictions.test.js']}, [
		[
			'two Pods may use a disk of Google if one only reads it',
			'!(a.gcePersistentDisk.readOnly && b.gcePersistentDisk.readOnly)',
			'!(a.gcePersistentDisk.readOnly || b.gcePersistentDisk.readOnly)',
		],
	]),
	...mutantsOf('containerd/cni/host-local.js', {tests: ['containerd/cni/cni.test.js']}, [
		[
			'an address that was just released is given again',
			'const start = last === undefined ? first : addressIndex(podCIDR, last) + 1;',
			'const start = first;',
		],
		[
			'the address of a second family is kept after a failure of the first',
			'this.releaseOf(id);\n            const range',
			'const range',
		],
	]),
];
