import {mutantsOf, type Mutant} from '../mutant.js';

/** Mistakes in the queue, the cache and the bindings of the scheduler. */
export const schedulerMutants: readonly Mutant[] = [
	...mutantsOf('scheduler/binding.js', {stories: ['room for what is more important', 'nodes that are full']}, [
		[
			'the cache does not count assumed Pods',
			'cache.assume({ ...pod, spec: { ...pod.spec, nodeName: node } }, node);',
			'',
		],
	]),
	...mutantsOf('scheduler/cache.js', {stories: ['nodes that are full']}, [
		[
			'a Pod that is deleted stays in the cache of the scheduler',
			'this.#nodes.get(place.node)?.remove(place.info);',
			'',
		],
	]),
	...mutantsOf('scheduler/claims.js', {}, [
		[
			'a claim forgets the Pods that use it already',
			'[...(current.status?.reservedFor ?? []), consumer(pod)]',
			'[consumer(pod)]',
		],
		['a claim that has its devices gets others', 'if (allocation && claim.status?.allocation) {', 'if (false) {'],
	]),
	...mutantsOf('scheduler/devices/allocator.js', {tests: ['scheduler/devices/allocator.test.js']}, [
		['two claims get the same device', '!this.supply.taken.has(id) && !', '!'],
	]),
	...mutantsOf('scheduler/event-handlers.js', {}, [
		['the scheduler keeps a node that is gone', 'cache.removeNode(change.object);', ''],
		[
			'the scheduler keeps the promise to a Pod that is gone',
			'nominator.forget(key);\n        if (old.spec.nodeName',
			'if (old.spec.nodeName',
		],
		[
			'a node that changes wakes no Pod',
			'if (!change.old || nodeChanged(change.old, change.object)) {',
			'if (!change.old) {',
		],
	]),
	...mutantsOf(
		'scheduler/nominator.js',
		{stories: ['room for what is more important'], tests: ['scheduler/scheduler.test.js']},
		[
			[
				'a promised place is kept from no Pod',
				'nomination.node === node && nomination.info.priority >= priority',
				'false',
			],
			['a promise is never forgotten', 'this.#nominations.delete(key);', ';'],
		],
	),
	...mutantsOf('scheduler/nominator.js', {}, [
		[
			'a place that is promised to a Pod of the same priority is free',
			'nomination.info.priority >= priority',
			'nomination.info.priority > priority',
		],
	]),
	...mutantsOf('scheduler/queue/active-queue.js', {stories: ['nodes that are full']}, [
		[
			'the Pod that came last is scheduled first',
			'if (line.length > 0) {\n                return line[0];',
			"if (line.length > 0) {\n                return line.findLast(({ place }) => place === 'active');",
		],
		['the line of the lowest priority comes first', '.sort(([a], [b]) => b - a)', '.sort(([a], [b]) => a - b)'],
	]),
	...mutantsOf('scheduler/queue/backoff-queue.js', {stories: ['nodes that are full']}, [
		['a Pod that fails waits no back-off', 'Math.min(longest, first * 2 ** Math.max(0, attempts - 1)) * 1000', '0'],
	]),
	...mutantsOf('scheduler/queue/scheduling-queue.js', {stories: ['gates that open']}, [
		['gates are ignored', 'this.pluginsOf(pod).find((plugin) => plugin.preEnqueue?.(pod, this.devices))', 'undefined'],
	]),
	...mutantsOf('scheduler/queue/scheduling-queue.js', {stories: ['nodes that are full']}, [
		[
			'a Pod that was tried has no back-off',
			'entry.backoffUntilMs = now + backoffMs(entry.attempts, this.settings);',
			'entry.backoffUntilMs = now;',
		],
		['a Pod that an event wakes skips its back-off', 'if (entry.backoffUntilMs > this.kernel.now) {', 'if (false) {'],
	]),
	...mutantsOf('scheduler/queue/scheduling-queue.js', {tests: ['scheduler/queue/scheduling-queue.test.js']}, [
		[
			'a Pod that an event wakes does not wait for the end of its back-off',
			'if (entry.backoffUntilMs > this.kernel.now) {',
			'if (false) {',
		],
		[
			'a Pod is unschedulable until an event, even after five minutes',
			', ...this.#places.unschedulable.due(now)]',
			']',
		],
	]),
	...mutantsOf('scheduler/queue/unschedulable-pods.js', {}, [
		['a Pod that no event helps is never tried again', 'timestampMs + longestStayMs <= nowMs', 'false'],
	]),
	...mutantsOf('scheduler/resource-scores.js', {seeds: [1_350_001], tests: ['scheduler/configured-profiles.test.js']}, [
		[
			'the scheduler prefers nodes with less room',
			'Math.trunc(((capacity - requested) * maxNodeScore) / capacity);',
			'Math.trunc((requested * maxNodeScore) / capacity);',
		],
	]),
	...mutantsOf('scheduler/scoring.js', {stories: ['a rollout']}, [
		[
			'the scheduler takes the first node that passes its filters',
			'return nodes.filter((_node, index) => totals[index] === most);',
			'return nodes.slice(0, 1);',
		],
	]),
	...mutantsOf('scheduler/cycle.js', {tests: ['scheduler/filtering.test.js']}, [
		['the place that preemption made is not tried first', 'if (!prefiltering.refused && nominated &&', 'if (false &&'],
	]),
	...mutantsOf('scheduler/filtering.js', {tests: ['scheduler/filtering.test.js']}, [
		['Pods on their way to a node are not counted with it', 'crowded.add(other);', ''],
		[
			'the search for a node begins at the first each time',
			'candidates[(start + index) % candidates.length]',
			'candidates[index % candidates.length]',
		],
		[
			'a search in a large cluster ends after a few nodes',
			'Math.max(100, Math.trunc((nodes * share) / 100))',
			'Math.trunc((nodes * share) / 100)',
		],
		[
			'two plug-ins that narrow the nodes are joined',
			'nodeNames = nodeNames ? both(nodeNames, answer.nodeNames) : answer.nodeNames;',
			'nodeNames = answer.nodeNames;',
		],
	]),
	...mutantsOf('scheduler/node-info.js', {tests: ['scheduler/recorded-answers.test.js']}, [
		[
			'a node keeps the resources that it had first',
			'if (node.status?.allocatable !== this.#node.status?.allocatable) {',
			'if (false) {',
		],
	]),
	...mutantsOf('scheduler/node-info.js', {tests: ['scheduler/node-info.test.js']}, [
		['a Pod with affinity stays on its node', 'this.affine.delete(key);', ''],
		[
			'a Pod that leaves keeps its requests on the node',
			'(this.requested[name] ?? 0) + sign * (info.requests[name] ?? 0)',
			'(this.requested[name] ?? 0) + Math.max(0, sign) * (info.requests[name] ?? 0)',
		],
	]),
	...mutantsOf('scheduler/pod-info.js', {tests: ['scheduler/filtering.test.js']}, [
		['affinity looks at Pods of all namespaces', '(term.namespaces.includes(namespace) ||', '(true ||'],
	]),
	...mutantsOf('scheduler/pod-info.js', {tests: ['scheduler/node-info.test.js']}, [
		[
			'a sidecar has no host ports',
			'...initContainers.filter((init) => isSidecar(init))]) {\n        for',
			']) {\n        for',
		],
	]),
	...mutantsOf('scheduler/sibling-selectors.js', {tests: ['scheduler/filtering.test.js']}, [
		[
			'each Service of a namespace spreads all Pods',
			'matchLabels && Object.keys(matchLabels).length > 0 && matchesLabels(matchLabels, pod.metadata.labels)',
			'matchLabels && Object.keys(matchLabels).length > 0',
		],
	]),
	...mutantsOf('objects/node-selector.js', {tests: ['objects/placement.test.js']}, [
		[
			'NotIn needs the label',
			"return !present || !values.includes(labels[key] ?? '');",
			"return present && !values.includes(labels[key] ?? '');",
		],
		[
			'Gt is taken as Lt',
			"(operator === 'Gt' ? have > want : have < want)",
			"(operator === 'Gt' ? have < want : have > want)",
		],
	]),
	...mutantsOf('objects/tolerations.js', {tests: ['objects/tolerations.test.js']}, [
		[
			'a toleration for a short time covers one for ever',
			'(narrow.tolerationSeconds ?? Number.POSITIVE_INFINITY) > tolerationSeconds) {',
			'false) {',
		],
	]),
];
