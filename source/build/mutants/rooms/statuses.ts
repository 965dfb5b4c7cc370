import {mutantsOf, type Mutant} from '../mutant.js';

/** Mistakes in the probes of a kubelet, and in the statuses that it writes. */
export const statusMutants: readonly Mutant[] = [
	...mutantsOf('kubelet/probes/probe-manager.js', {stories: ['probes of all kinds']}, [
		['probes go on when their Pod ends', "this.#workersOf(container)?.get(kind)?.tell('stop');", ''],
		[
			'a container counts as started before its startup probe has answered',
			"(this.result(container, 'startup') ?? false) : undefined",
			"(this.result(container, 'startup') ?? true) : undefined",
		],
	]),
	...mutantsOf('kubelet/probes/probe-worker.js', {stories: ['probes of all kinds']}, [
		[
			'readiness needs no successThreshold and failureThreshold',
			'const threshold = passed ? successThreshold : failureThreshold;',
			'const threshold = 1;',
		],
		[
			'liveness probes do not wait for the startup probe',
			"const isHeldBack = kind !== 'startup' &&",
			'const isHeldBack = false &&',
		],
		[
			'a probe does not wait for its initial delay',
			'container.startedAtMs + initialDelaySeconds * 1000 - kernel.now',
			'container.startedAtMs - kernel.now',
		],
		['probes come twice as often as they should', 'waitMs = periodSeconds * 1000;', 'waitMs = periodSeconds * 500;'],
	]),
	...mutantsOf('kubelet/probes/probe-worker.js', {seeds: [1_290_001]}, [
		[
			'a probe counts failures that are not in a row',
			'this.#inARow = passed === this.#last ? this.#inARow + 1 : 1;',
			'this.#inARow = this.#inARow + 1;',
		],
	]),
	...mutantsOf(
		'kubelet/probes/probe.js',
		{stories: ['containers that fail', 'a rollout'], tests: ['kubelet/kubelet.test.js']},
		[
			['a probe succeeds whatever its status', 'if (status < 200 || status >= 400) {', 'if (false) {'],
			['a probe succeeds when no one answers', "if ('error' in answer) {", 'if (false) {'],
		],
	),
	...mutantsOf('kubelet/status/container-status.js', {stories: ['containers that fail']}, [
		['restart counts are not carried over', 'restartCount: current.attempt,', 'restartCount: 0,'],
	]),
	...mutantsOf(
		'kubelet/status/container-status.js',
		{seeds: [1_430_001], tests: ['kubelet/volumes/container-files.test.js']},
		[['restartCount begins at one', 'restartCount: current.attempt,', 'restartCount: current.attempt + 1,']],
	),
	...mutantsOf(
		'kubelet/status/container-status.js',
		{seeds: [1_290_001], tests: ['kubelet/recorded-answers.test.js']},
		[
			[
				'lastState is that of the container that runs',
				'const last = isHeld ? current : before;',
				'const last = isHeld || before ? current : before;',
			],
		],
	),
	...mutantsOf('kubelet/status/pod-conditions.js', {stories: ['a rollout'], tests: ['kubelet/kubelet.test.js']}, [
		['a Pod is ready although a container is not', 'if (!own?.ready) {', 'if (!own) {'],
	]),
	...mutantsOf('kubelet/status/pod-conditions.js', {stories: ['probes of all kinds']}, [
		['Ready ignores readiness gates', "else if (gate.status !== 'True') {", 'else if (false) {'],
	]),
	...mutantsOf('kubelet/status/pod-conditions.js', {stories: ['a rollout']}, [
		[
			'each status of a Pod moves the times of its conditions',
			'lastTransitionTime: before?.lastTransitionTime ?? now,',
			'lastTransitionTime: now,',
		],
	]),
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
	...mutantsOf('kubelet/status/pod-status.js', {stories: ['a rollout']}, [
		[
			'a Pod has the loopback address as its hostIP',
			'hostIPs: hostIPs.map((ip) => ({ ip })),',
			"hostIPs: hostIPs.map(() => ({ ip: '127.0.0.1' })),",
		],
	]),
	...mutantsOf('kubelet/status/pod-status.js', {}, [
		[
			'a Pod that has ended loses its address',
			'sandbox ? (previous.podIPs ?? (previous.podIP ? [{ ip: previous.podIP }] : [])) : []',
			'[]',
		],
	]),
	...mutantsOf('kubelet/status/status-generator.js', {stories: ['Pods that a kubelet alone decides about']}, [
		[
			'the deadline of a Pod is ignored',
			"if (leftMs === undefined || leftMs > 0 || previous.phase === 'Succeeded') {",
			'if (true) {',
		],
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
	...mutantsOf('kubelet/status/status-manager.js', {stories: ['StatefulSets with partitions and claims']}, [
		[
			'the kubelet deletes a Pod of the same name with another uid',
			'{ gracePeriodSeconds: 0, preconditions: { uid } }',
			'{ gracePeriodSeconds: 0 }',
		],
	]),
	...mutantsOf('kubelet/status/status-patch.js', {tests: ['kubelet/containers/container-values.test.js']}, [
		['the kubelet removes conditions of others', 'if (ownConditions.has(type) && !after', 'if (!after'],
		[
			'an address that is gone stays in the status',
			"if (patch['podIPs'] !== undefined && patch['podIPs'] !== null && gone.length > 0) {",
			'if (false) {',
		],
	]),
];
