import {mutantsOf, type Mutant} from '../mutant.js';

/** Mistakes in containers: in the kubelet, in containerd with its network plug-in, and in the machine. */
export const containerMutants: readonly Mutant[] = [
	...mutantsOf('containerd/cni/host-local.js', {stories: ['a rollout'], tests: ['containerd/cni/cni.test.js']}, [
		['an address is given twice', 'if (!reserved.has(candidate)) {', 'if (true) {'],
		['addresses begin at that of the gateway', 'const [first, end] = [2,', 'const [first, end] = [1,'],
	]),
	...mutantsOf('containerd/cni/host-local.js', {stories: ['a rollout']}, [
		['an address is not given back', 'this.#reserved.delete(ip);\n        this.kernel', 'this.kernel'],
	]),
	...mutantsOf('containerd/cni/host-local.js', {seeds: [1_430_001]}, [
		[
			'an address that is released is given to the next Pod',
			'const ip = nextAddress(podCIDR, this.#reserved, lastReserved);',
			'const ip = nextAddress(podCIDR, this.#reserved, undefined);',
		],
	]),
	...mutantsOf('containerd/cni/host-local.js', {tests: ['containerd/cni/cni.test.js']}, [
		['an address stays reserved when its sandbox is gone', 'this.#reserved.delete(ip);', ''],
	]),
	...mutantsOf('containerd/container-service.js', {stories: ['Pods that end slowly']}, [
		[
			'containerd kills a container after half of its grace period',
			'timeoutMs: graceSeconds * 1000',
			'timeoutMs: graceSeconds * 500',
		],
	]),
	...mutantsOf(
		'kubelet/containers/backoff.js',
		{stories: ['containers that fail'], tests: ['kubelet/pod-lifecycle.test.js']},
		[
			['pauses do not double', 'Math.min(this.lastMs, entry.backoffMs * 2)', 'entry.backoffMs'],
			['the first pause takes a second', 'firstMs = 10_000', 'firstMs = 1_000'],
			['there is no pause', 'return Math.max(0, (sinceMs ?? entry.updatedMs) + entry.backoffMs - nowMs);', 'return 0;'],
		],
	),
	...mutantsOf('kubelet/containers/backoff.js', {tests: ['kubelet/containers/backoff.test.js']}, [
		[
			'the pauses of a container never reset',
			'!entry || sinceMs - entry.updatedMs > 2 * this.lastMs ? this.firstMs',
			'!entry ? this.firstMs',
		],
	]),
	...mutantsOf(
		'kubelet/containers/container-garbage.js',
		{stories: ['containers that fail'], tests: ['kubelet/kubelet.test.js']},
		[['ended containers of a Pod that is gone stay', '(gone || (!isNewest', '(false || (!isNewest']],
	),
	...mutantsOf('kubelet/containers/container-garbage.js', {}, [
		[
			'the kubelet keeps no ended container of a Pod',
			"(gone || (!isNewest && newest.get(name) === 'EXITED'))",
			'(gone || true)',
		],
	]),
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
	...mutantsOf('kubelet/containers/container-killer.js', {}, [
		[
			'the time of a preStop hook does not count for the grace period',
			'left -= Math.floor((kernel.now - startedMs) / 1000);',
			'',
		],
	]),
	...mutantsOf('kubelet/containers/environment.js', {seeds: [1_560_001]}, [
		[
			'a variable replaces one that is defined later',
			'return [...result]',
			'return [...new Map([...result, ...Object.entries(serviceEnvironment(pod, sources.services))])]',
		],
	]),
	...mutantsOf('kubelet/containers/image-garbage.js', {}, [
		['images in use are deleted', '!inUse.has(name) &&', ''],
		['images that have only just come are deleted', 'nowMs - pulledMs >= minAgeMs', 'true'],
		['the kubelet deletes images that containers use', '!inUse.has(name) &&', ''],
	]),
	...mutantsOf('kubelet/containers/image-manager.js', {stories: ['images that come late']}, [
		['pull policy Always is taken as IfNotPresent', "if (isUsable && policy !== 'Always') {", 'if (isUsable) {'],
		['failed pulls do not back off', 'if (leftMs <= 0) {', 'if (true) {'],
	]),
	...mutantsOf('kubelet/containers/pod-actions.js', {stories: ['Pods that end slowly']}, [
		['main containers start beside init containers', 'if (!init.done) {', 'if (false) {'],
	]),
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
	...mutantsOf('kubelet/containers/pod-actions.js', {stories: ['probes of all kinds']}, [
		[
			'a container that fails its liveness probe goes on',
			'if (!input.alive(own)) {\n        return killed',
			'if (false) {\n        return killed',
		],
	]),
	...mutantsOf('kubelet/containers/pod-actions.js', {seeds: [1_560_001], tests: ['kubelet/recorded-answers.test.js']}, [
		['a sidecar that has ended does not start again', 'restartedSidecar ??= container;', ''],
	]),
	...mutantsOf('kubelet/containers/pod-actions.js', {tests: ['kubelet/containers/pod-actions.test.js']}, [
		[
			'a Pod that never restarts gets a new sandbox and runs again',
			"(restartPolicy === 'Never' && containers.length > 0) || ",
			'',
		],
		['main containers do not wait until a sidecar has started', 'if (!begun && !started(own)) {', 'if (false) {'],
	]),
	...mutantsOf('kubelet/containers/restart.js', {stories: ['containers that fail']}, [
		[
			'a container that has ended is started again whatever its policy says',
			'const again = restartsAfter(pod.spec, container, last.exitCode);',
			'const again = true;',
		],
	]),
	...mutantsOf(
		'kubelet/containers/restart.js',
		{stories: ['containers that fail'], tests: ['kubelet/containers/restart.test.js']},
		[['a Pod that is being deleted starts containers again', 'if (pod.metadata.deletionTimestamp) {', 'if (false) {']],
	),
	...mutantsOf(
		'kubelet/containers/termination-order.js',
		{stories: ['Pods that end slowly'], tests: ['kubelet/pod-lifecycle.test.js']},
		[['sidecars end with the main containers', 'return (position !== -1 &&', 'return (false &&']],
	),
	...mutantsOf(
		'machine/container-life.js',
		{stories: ['Pods that end slowly'], tests: ['kubelet/pod-lifecycle.test.js']},
		[['a killed container has exit code 0', 'this.exited(container, 137,', 'this.exited(container, 0,']],
	),
	...mutantsOf('kubelet/containers/downward-api.js', {tests: ['kubelet/containers/container-values.test.js']}, [
		['the downward API rounds down', 'return String(Math.ceil(amount));', 'return String(Math.floor(amount));'],
		[
			'the downward API shows a limit that is missing as none',
			"(isLimit ? node.status.allocatable?.[name] : undefined) ?? '0'",
			"'0'",
		],
		[
			'the downward API shows the own resources for those of another container',
			'containers.find(({ name }) => name === containerName) ?? self',
			'self',
		],
	]),
	...mutantsOf('kubelet/containers/pull-secrets.js', {tests: ['kubelet/containers/container-values.test.js']}, [
		[
			'credentials of any registry are used',
			'const isFor = (host, registry) => host.replace',
			'const isFor = (host, registry) => true || host.replace',
		],
	]),
	...mutantsOf('kubelet/containers/service-environment.js', {tests: ['kubelet/containers/container-values.test.js']}, [
		['variables of Services of all namespaces are set', 'namespace === pod.metadata.namespace && pod.spec', 'pod.spec'],
	]),
	...mutantsOf('kubelet/containers/sub-paths.js', {tests: ['kubelet/containers/container-values.test.js']}, [
		['a subPath may leave its volume', "if (path.split('/').includes('..')) {", 'if (false) {'],
	]),
];
