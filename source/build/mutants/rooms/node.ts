import {mutantsOf, type Mutant} from '../mutant.js';

/** Mistakes in the rooms of kubelet, containerd and machine. */
export const nodeMutants: readonly Mutant[] = [
	...mutantsOf(
		'kubelet/containers/container-killer.js',
		{stories: ['Pods that end slowly'], tests: ['kubelet/pod-lifecycle.test.js']},
		[
			['preStop does not run', 'if (preStop && left > 0) {', 'if (false) {'],
			['the time of preStop does not count', 'left -= Math.floor((kernel.now - startedMs) / 1000);', ''],
			['a container has at most one second to end', 'Math.max(minimumGraceSeconds, left)', '1'],
			['sandboxes stay ready when a Pod ends', "if (sandbox.state === 'SANDBOX_READY') {", 'if (false) {'],
		],
	),
	...mutantsOf(
		'kubelet/containers/termination-order.js',
		{stories: ['Pods that end slowly'], tests: ['kubelet/pod-lifecycle.test.js']},
		[['sidecars end with the main containers', 'return (position !== -1 &&', 'return (false &&']],
	),
	...mutantsOf(
		'kubelet/containers/backoff.js',
		{stories: ['containers that fail'], tests: ['kubelet/pod-lifecycle.test.js']},
		[
			['pauses do not double', 'Math.min(this.lastMs, entry.backoffMs * 2)', 'entry.backoffMs'],
			['the first pause takes a second', 'firstMs = 10_000', 'firstMs = 1_000'],
			['there is no pause', 'return Math.max(0, (sinceMs ?? entry.updatedMs) + entry.backoffMs - nowMs);', 'return 0;'],
		],
	),
	...mutantsOf(
		'kubelet/containers/pod-actions.js',
		{
			stories: ['containers that fail', 'Pods that end slowly'],
			tests: ['kubelet/pod-lifecycle.test.js', 'kubelet/containers/restart.test.js'],
		},
		[
			[
				'a Pod whose containers have ended is not over',
				'return kept === 0 && start.length === 0',
				'return false && start.length === 0',
			],
			[
				'a new sandbox is made while one is ready',
				"if (sandbox?.state !== 'SANDBOX_READY') {",
				'if (!sandbox || containers.length === 0) {',
			],
		],
	),
	...mutantsOf(
		'kubelet/containers/restart.js',
		{stories: ['containers that fail'], tests: ['kubelet/containers/restart.test.js']},
		[['a Pod that is being deleted starts containers again', 'if (pod.metadata.deletionTimestamp) {', 'if (false) {']],
	),
	...mutantsOf(
		'kubelet/containers/container-garbage.js',
		{stories: ['containers that fail'], tests: ['kubelet/kubelet.test.js']},
		[['ended containers of a Pod that is gone stay', '(gone || (!isNewest', '(false || (!isNewest']],
	),
	...mutantsOf(
		'kubelet/status/pod-phase.js',
		{
			stories: ['containers that fail', 'Jobs side by side'],
			tests: ['kubelet/pod-lifecycle.test.js', 'kubelet/kubelet.test.js'],
		},
		[
			[
				'a Pod with a failed init container does not fail',
				"if (init.failed > 0 && restartPolicy === 'Never') {",
				'if (false) {',
			],
			[
				'a sidecar that has not started does not hold a Pod back',
				'init.pending > 0 || init.failed > 0 ||',
				'init.failed > 0 ||',
			],
		],
	),
	...mutantsOf('kubelet/status/pod-conditions.js', {stories: ['a rollout'], tests: ['kubelet/kubelet.test.js']}, [
		['a Pod is ready although a container is not', 'if (!own?.ready) {', 'if (!own) {'],
	]),
	...mutantsOf(
		'kubelet/status/status-manager.js',
		{stories: ['a rollout', 'Jobs side by side'], tests: ['kubelet/pod-lifecycle.test.js']},
		[
			[
				'a Pod counts as ended while a container runs',
				'if (isTerminalPhase(before) || !isTerminalPhase(after) || !couldRun) {',
				'if (true) {',
			],
			['a status is sent once and never again', 'known.version++;', ';'],
			[
				'a Pod is deleted before its last status is sent',
				'pod.metadata.deletionTimestamp && known.version === known.sent && this.#mayDelete(known)',
				'pod.metadata.deletionTimestamp && this.#mayDelete(known)',
			],
		],
	),
	...mutantsOf(
		'kubelet/registration/heartbeat.js',
		{stories: ['a rollout'], tests: ['kubelet/kubelet.test.js', 'controllers/node/node.test.js']},
		[
			['a Lease is renewed every two minutes', 'const renewMs = 10_000;', 'const renewMs = 120_000;'],
			[
				'volumes in use are not reported',
				'const changed = !equal(volumes, before?.volumesInUse ?? []) ||',
				'const changed =',
			],
		],
	),
	...mutantsOf(
		'kubelet/volumes/volumes-in-use.js',
		{stories: ['volumes that move'], tests: ['pipeline/storage.test.js']},
		[['mounted volumes do not count as in use', 'if (csi?.attachable) {', 'if (false) {']],
	),
	...mutantsOf(
		'kubelet/probes/probe.js',
		{stories: ['containers that fail', 'a rollout'], tests: ['kubelet/kubelet.test.js']},
		[
			['a probe succeeds whatever its status', 'if (status < 200 || status >= 400) {', 'if (false) {'],
			['a probe succeeds when no one answers', "if ('error' in answer) {", 'if (false) {'],
		],
	),
	...mutantsOf(
		'kubelet/pods/node-pods.js',
		{stories: ['Pods that end slowly', 'a rollout'], tests: ['kubelet/restart.test.js']},
		[
			[
				// Leaving out only the timestamp is not a mistake: each deletion changes the grace period as well.
				'a kubelet does not see that a Pod is deleted',
				'old.metadata.generation !== pod.metadata.generation ||\n    old.metadata.deletionTimestamp !== pod.metadata.deletionTimestamp ||\n    old.metadata.deletionGracePeriodSeconds !== pod.metadata.deletionGracePeriodSeconds ||',
				'',
			],
			[
				'a kubelet forgets no Pod',
				'if (workers.isFinished(local.uid)) {\n            this.#forget(local);',
				'if (false) {\n            this.#forget(local);',
			],
		],
	),
	...mutantsOf(
		'kubelet/admission/admission-handlers.js',
		{stories: ['room for what is more important'], tests: ['kubelet/kubelet.test.js']},
		[
			[
				'the kubelet admits Pods beyond what the node has',
				'if (places !== undefined && others.length + 1 > places) {',
				'if (false) {',
			],
		],
	),
	...mutantsOf('containerd/cni/host-local.js', {stories: ['a rollout'], tests: ['containerd/cni/cni.test.js']}, [
		['an address is given twice', 'if (!reserved.has(candidate)) {', 'if (true) {'],
		['addresses begin at that of the gateway', 'const [first, end] = [2,', 'const [first, end] = [1,'],
	]),
	...mutantsOf(
		'machine/container-life.js',
		{stories: ['Pods that end slowly'], tests: ['kubelet/pod-lifecycle.test.js']},
		[['a killed container has exit code 0', 'this.exited(container, 137,', 'this.exited(container, 0,']],
	),
	...mutantsOf(
		'kubelet/allocation/resize.js',
		{stories: ['resize in place'], tests: ['kubelet/allocation/resize.test.js']},
		[
			[
				'a resize is not compared with what others use',
				'requested > 0 && requested + used > capacity',
				'requested > 0 && requested > capacity',
			],
		],
	),
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
];
